#include <circle_resizer/Resize.h>

#include <stdexcept>

#include "Shapes.h"

namespace circle_resizer {
namespace {

py::object object_of(const Source &model) {
    if (model.is_path()) {
        return path_object(model.path());
    }
    static const char nothing = 0;  // Python has no view of a null pointer
    const void *data = model.data() == nullptr ? &nothing : model.data();
    return py::memoryview::from_memory(data, static_cast<py::ssize_t>(model.size()));
}

py::object object_of(const std::map<std::string, Shape> &shapes) {
    py::dict found;
    for (const auto &[name, shape] : shapes) {
        found[name_object(name)] = list_of(shape);
    }
    return found;
}

py::object object_of(const std::string &path) { return path_object(path); }

py::object object_of(const Array &array) {
    const py::bytes bytes(reinterpret_cast<const char *>(array.bytes.data()), array.bytes.size());
    try {
        const auto flat =
            py::module_::import("numpy").attr("frombuffer")(bytes, name_object(array.type));
        return flat.attr("reshape")(list_of(array.shape));
    } catch (const py::error_already_set &error) {
        throw Failure<std::invalid_argument>(ResizeError::Kind::Request,
                                             "an array of " + std::to_string(array.bytes.size()) +
                                                 " bytes cannot be read as '" + array.type +
                                                 "': " + text_of(error.value()));
    }
}

py::dict keywords_of(const Options &options) {
    py::dict constants;
    for (const auto &[name, given] : options.constants) {
        constants[name_object(name)] =
            std::visit([](const auto &each) { return object_of(each); }, given);
    }
    py::list assume, also;
    for (const auto &name : options.assume) {
        assume.append(name_object(name));
    }
    for (const auto &path : options.also) {
        also.append(path_object(path));
    }
    py::dict keywords;
    keywords["strict"] = options.strict;
    keywords["cut_tables"] = options.cut_tables;
    keywords["global_pool"] = options.global_pool;
    keywords["fold"] = options.fold ? py::object(py::bool_(*options.fold)) : py::none();
    keywords["constants"] = constants;
    keywords["output_shapes"] = object_of(options.output_shapes);
    keywords["assume"] = assume;
    keywords["also"] = also;
    return keywords;
}

std::vector<std::string> texts_of(const py::handle &texts) {
    std::vector<std::string> found;
    for (const auto &text : texts) {
        found.push_back(text_of(text));
    }
    return found;
}

Report report_of(const py::object &result) {
    const py::object report = result.attr("report");
    return {shapes_of(result.attr("inputs_before")),
            shapes_of(result.attr("inputs_after")),
            shapes_of(result.attr("outputs_before")),
            shapes_of(result.attr("outputs_after")),
            texts_of(report.attr("lines")),
            texts_of(report.attr("assumptions")),
            text_of(report)};
}

/// `shapes` makes the Python object, which needs the lock.
template <class Shapes>
Result resized(const Source &model, Shapes &&shapes, const Options &options) {
    return with_python([&](const py::module_ &package) {
        const py::object result =
            package.attr("resize")(object_of(model), shapes(), **keywords_of(options));
        return Result{Handle::bytes_of(result.attr("data")), report_of(result)};
    });
}

}  // namespace

Result resize(const Source &model, const std::map<std::string, Shape> &input_shapes,
              const Options &options) {
    return resized(
        model, [&] { return object_of(input_shapes); }, options);
}

Result resize(const Source &model, const std::vector<Shape> &input_shapes, const Options &options) {
    return resized(
        model, [&] { return list_of(input_shapes); }, options);
}

}  // namespace circle_resizer
