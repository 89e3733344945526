#include <circle_resizer/Shape.h>

#include <limits>
#include <stdexcept>
#include <string>

#include "Failure.h"

namespace circle_resizer {
namespace {

constexpr auto REQUEST = ResizeError::Kind::Request;

Dim fixed(std::uint32_t size) {
    constexpr auto largest = std::numeric_limits<std::int32_t>::max();
    if (size > static_cast<std::uint32_t>(largest)) {
        throw Failure<std::out_of_range>(
            REQUEST, "Invalid value of dimension: " + std::to_string(size) + " is above " +
                         std::to_string(largest));
    }
    return Dim{static_cast<std::int32_t>(size)};
}

}  // namespace

Dim::Dim(std::int32_t dim) : value_(dim) {
    if (dim < -1) {
        throw Failure<std::runtime_error>(REQUEST,
                                          "Invalid value of dimension: " + std::to_string(dim));
    }
}

Dim Dim::dynamic() { return Dim{-1}; }
bool Dim::is_dynamic() const { return value_ == -1; }
std::int32_t Dim::value() const { return value_; }
bool Dim::operator==(const Dim &other) const { return value_ == other.value_; }
bool Dim::operator!=(const Dim &other) const { return !(*this == other); }

std::ostream &operator<<(std::ostream &stream, const Dim &dim) { return stream << dim.value(); }

Shape::Shape(const std::initializer_list<Dim> &dims) : dims_(dims) {}
Shape::Shape(const std::vector<Dim> &dims) : dims_(dims) {}

Shape::Shape(const std::initializer_list<std::uint32_t> &dims) {
    for (const auto size : dims) {
        dims_.push_back(fixed(size));
    }
}

Shape Shape::scalar() { return Shape(); }
std::size_t Shape::rank() const { return dims_.size(); }
bool Shape::is_scalar() const { return dims_.empty(); }

Dim Shape::operator[](const std::size_t &axis) const {
    if (is_scalar()) {
        throw Failure<std::invalid_argument>(REQUEST, "a scalar has no sizes");
    }
    if (axis >= rank()) {
        throw Failure<std::out_of_range>(
            REQUEST,
            "axis " + std::to_string(axis) + " of a shape of rank " + std::to_string(rank()));
    }
    return dims_[axis];
}

bool Shape::is_dynamic() const {
    for (const auto &dim : dims_) {
        if (dim.is_dynamic()) {
            return true;
        }
    }
    return false;
}

bool Shape::operator==(const Shape &other) const { return dims_ == other.dims_; }
bool Shape::operator!=(const Shape &other) const { return !(*this == other); }

std::ostream &operator<<(std::ostream &stream, const Shape &shape) {
    stream << '[';
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        stream << (axis == 0 ? "" : ", ") << shape[axis];
    }
    return stream << ']';
}

}  // namespace circle_resizer
