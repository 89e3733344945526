#ifndef CIRCLE_RESIZER_MODEL_EDITOR_H
#define CIRCLE_RESIZER_MODEL_EDITOR_H

#include <circle_resizer/CircleModel.h>

#include <memory>
#include <vector>

namespace circle_resizer {

/// Changes a model in place.
class ModelEditor {
  public:
    /// Shares the ownership of the model. Throws ResizeError for a null pointer.
    explicit ModelEditor(std::shared_ptr<CircleModel> circle_model);

    /// Gives every input a new shape, in the order of CircleModel::input_shapes(), and makes
    /// everything else follow. Always starts from the model as it was opened: a resize there and
    /// back again gives the very same bytes. Returns itself.
    /// Throws a std::runtime_error that contains `Expected N shapes but provided M`, or
    /// `Exception during resizing with message:` and the reasons; the model stays as it was.
    ModelEditor &resize_inputs(const std::vector<Shape> &shapes);

  private:
    std::shared_ptr<CircleModel> circle_model_;
};

}  // namespace circle_resizer

#endif
