#include "Shapes.h"

#include <circle_resizer/ShapeParser.h>

#include <cstdint>
#include <string>

namespace circle_resizer {

py::list list_of(const Shape &shape) {
    py::list sizes;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        sizes.append(shape[axis].value());
    }
    return sizes;
}

py::list list_of(const std::vector<Shape> &shapes) {
    py::list lists;
    for (const auto &shape : shapes) {
        lists.append(list_of(shape));
    }
    return lists;
}

std::vector<Shape> shapes_of(const py::handle &shapes) {
    std::vector<Shape> found;
    for (const auto &shape : shapes) {
        std::vector<Dim> dims;
        for (const auto &size : shape) {
            dims.emplace_back(py::int_(py::reinterpret_borrow<py::object>(size)).cast<int32_t>());
        }
        found.emplace_back(dims);
    }
    return found;
}

std::vector<Shape> parse_shapes(const std::string &shapes) {
    return with_python([&](const py::module_ &package) {
        return shapes_of(package.attr("parse_shapes")(name_object(shapes)));
    });
}

}  // namespace circle_resizer
