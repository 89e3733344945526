#ifndef CIRCLE_RESIZER_SHAPES_H
#define CIRCLE_RESIZER_SHAPES_H

#include <circle_resizer/Shape.h>

#include <vector>

#include "Python.h"

namespace circle_resizer {

/// A shape as a Python list of sizes.
py::list list_of(const Shape &shape);

/// Shapes as a Python list of lists.
py::list list_of(const std::vector<Shape> &shapes);

/// Shapes from any Python sequence of sequences.
std::vector<Shape> shapes_of(const py::handle &shapes);

}  // namespace circle_resizer

#endif
