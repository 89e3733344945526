#include <limits>
#include <sstream>

#include "support.h"

using circle_resizer::Dim;
using circle_resizer::Shape;

namespace {

template <class Value>
std::string printed(const Value &value) {
    std::ostringstream stream;
    stream << value;
    return stream.str();
}

}  // namespace

TEST(DimTest, fixed_and_dynamic) {
    EXPECT_EQ(Dim{7}.value(), 7);
    EXPECT_EQ(Dim{0}.value(), 0);
    EXPECT_FALSE(Dim{7}.is_dynamic());
    EXPECT_TRUE(Dim{-1}.is_dynamic());
    EXPECT_EQ(Dim::dynamic(), Dim{-1});
    EXPECT_EQ(Dim::dynamic().value(), -1);
    EXPECT_NE(Dim{1}, Dim::dynamic());
}

TEST(DimTest, below_minus_one_NEG) {
    EXPECT_EQ(thrown_by([] { Dim{-2}; }, REQUEST), "Invalid value of dimension: -2");
}

TEST(DimTest, print) {
    EXPECT_EQ(printed(Dim{12}), "12");
    EXPECT_EQ(printed(Dim::dynamic()), "-1");
}

TEST(ShapeTest, create_scalar) {
    const auto scalar = Shape::scalar();
    EXPECT_TRUE(scalar.is_scalar());
    EXPECT_EQ(scalar.rank(), 0U);
    EXPECT_EQ(scalar, Shape());
    EXPECT_EQ(scalar, Shape(std::vector<Dim>{}));
}

TEST(ShapeTest, sizes) {
    const Shape shape{Dim{3}, Dim::dynamic()};
    EXPECT_EQ(shape.rank(), 2U);
    EXPECT_EQ(shape[0], Dim{3});
    EXPECT_EQ(shape[1], Dim::dynamic());
    EXPECT_FALSE(shape.is_scalar());
}

TEST(ShapeTest, index_of_scalar_NEG) {
    EXPECT_EQ(thrown_by<std::invalid_argument>([] { Shape::scalar()[0]; }, REQUEST),
              "a scalar has no sizes");
}

TEST(ShapeTest, index_out_of_range_NEG) {
    const Shape shape{1, 2};
    EXPECT_EQ(thrown_by<std::out_of_range>([&] { shape[2]; }, REQUEST),
              "axis 2 of a shape of rank 2");
}

TEST(ShapeTest, size_out_of_range_NEG) {
    EXPECT_EQ(Shape{2147483647U}[0].value(), std::numeric_limits<std::int32_t>::max());
    EXPECT_EQ(thrown_by<std::out_of_range>([] { Shape{2147483648U}; }, REQUEST),
              "Invalid value of dimension: 2147483648 is above 2147483647");
}

TEST(ShapeTest, is_dynamic) {
    EXPECT_FALSE(Shape::scalar().is_dynamic());
    EXPECT_FALSE((Shape{1, 2}).is_dynamic());
    EXPECT_TRUE((Shape{Dim{1}, Dim{-1}}).is_dynamic());
    EXPECT_TRUE((Shape{Dim{-1}, Dim{-1}}).is_dynamic());
    EXPECT_FALSE(Shape{2}.is_dynamic());
}

TEST(ShapeTest, equality) {
    const Shape dynamic{Dim{1}, Dim{-1}};
    EXPECT_EQ((Shape{1, 2}), (Shape{1, 2}));
    EXPECT_FALSE((Shape{1, 2}) == (Shape{1, 2, 3}));
    EXPECT_NE((Shape{1, 2}), (Shape{1, 3}));
    EXPECT_EQ(dynamic, (Shape{Dim{1}, Dim{-1}}));
    EXPECT_NE(dynamic, (Shape{Dim{-1}, Dim{1}}));
    EXPECT_NE(dynamic, (Shape{1, 2}));
    EXPECT_EQ(Shape::scalar(), Shape::scalar());
    EXPECT_NE(Shape{1}, Shape::scalar());
}

TEST(ShapeTest, print) {
    EXPECT_EQ(printed(Shape::scalar()), "[]");
    EXPECT_EQ(printed(Shape{1}), "[1]");
    EXPECT_EQ(printed(Shape{1, 2, 3}), "[1, 2, 3]");
    EXPECT_EQ(printed(Shape{Dim{1}, Dim{-1}, Dim{3}}), "[1, -1, 3]");
    EXPECT_EQ(printed(Shape{Dim{-1}, Dim{-1}}), "[-1, -1]");
}
