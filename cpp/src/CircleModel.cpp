#include <circle_resizer/CircleModel.h>
#include <circle_resizer/ModelEditor.h>

#include <stdexcept>
#include <utility>

#include "Shapes.h"

namespace circle_resizer {
namespace {

constexpr auto REQUEST = ResizeError::Kind::Request;

/// `CircleModel(keyword=made())` of the package.
template <class Make>
std::shared_ptr<Handle> opened(const char *keyword, Make &&make) {
    return with_python([&](const py::module_ &package) {
        py::dict arguments;
        arguments[keyword] = make();
        return std::make_shared<Handle>(package.attr("CircleModel")(**arguments));
    });
}

py::object object_of(const std::shared_ptr<Handle> &model) {
    if (!model) {
        throw Failure<std::runtime_error>(REQUEST, "the model has been moved away");
    }
    return model->get();
}

}  // namespace

CircleModel::CircleModel(const std::vector<std::uint8_t> &buffer)
    : model_(opened("buffer", [&] {
          return py::bytes(reinterpret_cast<const char *>(buffer.data()), buffer.size());
      })) {}

CircleModel::CircleModel(const Bytes &buffer)
    : model_(opened("buffer", [&] { return Handle::object_of(buffer); })) {}

CircleModel::CircleModel(const std::string &model_path)
    : model_(opened("model_path", [&] { return path_object(model_path); })) {}

CircleModel::~CircleModel() = default;
CircleModel::CircleModel(CircleModel &&) noexcept = default;
CircleModel &CircleModel::operator=(CircleModel &&) noexcept = default;

std::vector<Shape> CircleModel::input_shapes() const {
    return with_python(
        [&](const py::module_ &) { return shapes_of(object_of(model_).attr("input_shapes")()); });
}

std::vector<Shape> CircleModel::output_shapes() const {
    return with_python(
        [&](const py::module_ &) { return shapes_of(object_of(model_).attr("output_shapes")()); });
}

Bytes CircleModel::buffer() const {
    return with_python([&](const py::module_ &) {
        // A stream that keeps the views it is given: behind them are the bytes, uncopied.
        const py::list views;
        const auto stream = py::module_::import("types").attr("SimpleNamespace")(
            py::arg("write") = views.attr("append"));
        object_of(model_).attr("save")(py::arg("stream") = stream);
        if (py::len(views) == 1 && py::isinstance<py::bytes>(views[0].attr("obj"))) {
            return Handle::bytes_of(views[0].attr("obj"));
        }
        return Handle::bytes_of(py::bytes("").attr("join")(views));
    });
}

void CircleModel::save(std::ostream &stream) const {
    const Bytes bytes = buffer();
    stream.write(reinterpret_cast<const char *>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) {
        throw Failure<std::runtime_error>(ResizeError::Kind::Model,
                                          "Failed to write to output stream: it does not take " +
                                              std::to_string(bytes.size()) + " bytes");
    }
}

void CircleModel::save(const std::string &output_path) const {
    with_python(
        [&](const py::module_ &) { object_of(model_).attr("save")(path_object(output_path)); });
}

ModelEditor::ModelEditor(std::shared_ptr<CircleModel> circle_model)
    : circle_model_(std::move(circle_model)) {
    if (!circle_model_) {
        throw Failure<std::runtime_error>(REQUEST, "a model is needed, not a null pointer");
    }
}

ModelEditor &ModelEditor::resize_inputs(const std::vector<Shape> &shapes) {
    with_python([&](const py::module_ &package) {
        const auto editor = package.attr("ModelEditor")(object_of(circle_model_->model_));
        editor.attr("resize_inputs")(list_of(shapes));
    });
    return *this;
}

}  // namespace circle_resizer
