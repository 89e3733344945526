#ifndef CIRCLE_RESIZER_DIM_H
#define CIRCLE_RESIZER_DIM_H

#include <cstdint>
#include <ostream>

namespace circle_resizer {

/// One size of a shape, counted in elements; -1 stands for a size known only at run time.
class Dim {
  public:
    /// Throws ResizeError (a std::runtime_error) for a size below -1.
    explicit Dim(std::int32_t dim);

    /// A size known only at run time: Dim{-1}.
    static Dim dynamic();

    bool is_dynamic() const;

    /// The number of elements, -1 for a dynamic size.
    std::int32_t value() const;

    bool operator==(const Dim &other) const;
    bool operator!=(const Dim &other) const;

  private:
    std::int32_t value_;
};

/// Writes the number: `4`, or `-1` for a dynamic size.
std::ostream &operator<<(std::ostream &stream, const Dim &dim);

}  // namespace circle_resizer

#endif
