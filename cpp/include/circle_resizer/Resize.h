#ifndef CIRCLE_RESIZER_RESIZE_H
#define CIRCLE_RESIZER_RESIZE_H

#include <circle_resizer/Bytes.h>
#include <circle_resizer/Shape.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace circle_resizer {

/// Where a model is read from, for the time of one call: made from a path or from bytes.
///
/// It refers to what it is made from and owns nothing. Bytes are read where they are; nothing
/// may change them during the call.
class Source {
  public:
    Source(const std::string &path) : path_(path), is_path_(true) {}
    Source(const char *path) : path_(path), is_path_(true) {}
    Source(const std::vector<std::uint8_t> &bytes) : Source(bytes.data(), bytes.size()) {}
    Source(const Bytes &bytes) : Source(bytes.data(), bytes.size()) {}
    Source(const void *data, std::size_t size) : data_(data), size_(size) {}

    bool is_path() const { return is_path_; }
    std::string_view path() const { return path_; }
    const void *data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    std::string_view path_;
    bool is_path_ = false;
    const void *data_ = nullptr;
    std::size_t size_ = 0;
};

/// The contents of a constant: `bytes` in row-major order and the machine's byte order.
struct Array {
    std::string type;  ///< the element's name in NumPy: `float32`, `int64`, `uint8`, ...
    Shape shape;
    std::vector<std::uint8_t> bytes;
};

/// What the command's options say; see `one-resize(1)`.
struct Options {
    bool strict = false;       ///< `--strict`: refuse what is assumed rather than proven
    bool cut_tables = false;   ///< `--cut-tables`: cut tables that get shorter
    bool global_pool = false;  ///< `--global-pool`: a window as large as its input stays so
    std::optional<bool> fold;  ///< `--fold`, `--no-fold`; empty: where a runtime needs it

    /// `--constant`: new contents of constants by tensor name, the path of a .npy file or an array.
    std::map<std::string, std::variant<std::string, Array>> constants;

    /// `--output-shape`: results of operators that cannot be inferred, by tensor name.
    std::map<std::string, Shape> output_shapes;

    /// `--assume`: names of heuristics that are off otherwise, as refusals name them.
    std::vector<std::string> assume;

    /// `--also`: paths of exports of the same network at other sizes.
    std::vector<std::string> also;
};

/// What was changed, on what evidence.
struct Report {
    std::vector<Shape> inputs_before, inputs_after, outputs_before, outputs_after;
    std::vector<std::string> lines;        ///< every change, then remarks; one sentence each
    std::vector<std::string> assumptions;  ///< those of `lines` that are assumed, not proven
    std::string text;                      ///< shapes and lines, as a user would read them
};

/// A resized model. The bytes are the one copy that a resize makes.
struct Result {
    Bytes bytes;
    Report report;
};

/// Gives the named inputs new shapes, the others keep theirs, and makes everything else follow.
///
///     Result result = resize(bytes, {{"ids", {4, 16}}, {"mask", {4, 17}}});
///
/// Any number of threads may call it at once. Throws ResizeError.
Result resize(const Source &model, const std::map<std::string, Shape> &input_shapes,
              const Options &options = {});

/// The same with a shape for every input, in the order of the model: `resize(bytes, shapes)`.
Result resize(const Source &model, const std::vector<Shape> &input_shapes,
              const Options &options = {});

}  // namespace circle_resizer

#endif
