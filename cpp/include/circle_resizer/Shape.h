#ifndef CIRCLE_RESIZER_SHAPE_H
#define CIRCLE_RESIZER_SHAPE_H

#include <circle_resizer/Dim.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <vector>

namespace circle_resizer {

/// The sizes of one tensor, outermost axis first; a shape without sizes is that of a scalar.
class Shape {
  public:
    /// The shape of a scalar.
    Shape() = default;

    /// `Shape{Dim{4}, Dim::dynamic()}`.
    Shape(const std::initializer_list<Dim> &dims);

    Shape(const std::vector<Dim> &dims);

    /// `Shape{4, 16}`: fixed sizes only.
    /// Throws ResizeError (a std::out_of_range) for a size above 2147483647.
    Shape(const std::initializer_list<std::uint32_t> &dims);

    /// The shape of rank 0.
    static Shape scalar();

    /// The number of axes.
    std::size_t rank() const;

    /// The size of an axis, counted from 0.
    /// Throws ResizeError: a std::invalid_argument for a scalar, which has no axes, and a
    /// std::out_of_range for an axis that is not below the rank.
    Dim operator[](const std::size_t &axis) const;

    bool is_scalar() const;

    /// Whether at least one size is dynamic; a scalar is not.
    bool is_dynamic() const;

    /// Same rank and same sizes; a dynamic size equals a dynamic one and nothing else.
    bool operator==(const Shape &other) const;
    bool operator!=(const Shape &other) const;

  private:
    std::vector<Dim> dims_;
};

/// Writes `[1, -1, 3]`, or `[]` for a scalar.
std::ostream &operator<<(std::ostream &stream, const Shape &shape);

}  // namespace circle_resizer

#endif
