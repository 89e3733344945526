#ifndef CIRCLE_RESIZER_SHAPE_PARSER_H
#define CIRCLE_RESIZER_SHAPE_PARSER_H

#include <circle_resizer/Shape.h>

#include <string>
#include <vector>

namespace circle_resizer {

/// The shapes in a text such as `[1,2],[3,-1]`: the text of `--input_shapes`.
/// Throws ResizeError (a std::invalid_argument) for a text that cannot be read.
std::vector<Shape> parse_shapes(const std::string &shapes);

}  // namespace circle_resizer

#endif
