#ifndef CIRCLE_RESIZER_CIRCLE_MODEL_H
#define CIRCLE_RESIZER_CIRCLE_MODEL_H

#include <circle_resizer/Bytes.h>
#include <circle_resizer/Shape.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace circle_resizer {

class Handle;

/// A .circle or .tflite model; ModelEditor changes it.
///
/// Different models may be used by different threads at once. One model is for one thread at a
/// time. All calls throw ResizeError, and none leaves a model half changed.
class CircleModel {
  public:
    /// Opens a model in memory. The bytes are copied once, so the vector need not outlive the call.
    /// Bytes behind the model are ignored. Throws a std::runtime_error that contains
    /// `Verification of the model failed` if they hold none.
    explicit CircleModel(const std::vector<std::uint8_t> &buffer);

    /// Opens what buffer() or resize() has returned, without a copy.
    explicit CircleModel(const Bytes &buffer);

    /// Opens a file, which is mapped rather than read: it must not change while the model lives.
    /// Throws a std::runtime_error that contains `Failed to open file` and the path if it cannot be
    /// opened, and `Verification of the model failed` if it is no model.
    explicit CircleModel(const std::string &model_path);

    ~CircleModel();
    CircleModel(CircleModel &&) noexcept;
    CircleModel &operator=(CircleModel &&) noexcept;

    /// Shapes of the inputs of the main graph in their order, with -1 for dynamic sizes.
    std::vector<Shape> input_shapes() const;

    /// Shapes of the outputs of the main graph in their order, with -1 for dynamic sizes.
    std::vector<Shape> output_shapes() const;

    /// The bytes of the model as it is now; they do not follow a later resize.
    Bytes buffer() const;

    /// Writes the model to a binary stream and flushes it. Throws a std::runtime_error that
    /// contains `Failed to write to output stream` if the stream does not take all of it.
    void save(std::ostream &stream) const;

    /// Writes the model to a file, which appears whole or not at all; an older file is replaced.
    /// Throws a std::runtime_error that contains `Failed to write to output stream`.
    void save(const std::string &output_path) const;

  private:
    friend class ModelEditor;
    std::shared_ptr<Handle> model_;
};

}  // namespace circle_resizer

#endif
