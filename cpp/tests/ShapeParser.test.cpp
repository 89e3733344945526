#include "support.h"

using circle_resizer::Dim;
using circle_resizer::parse_shapes;
using circle_resizer::Shape;
using Shapes = std::vector<Shape>;

class Accepted : public testing::TestWithParam<std::pair<const char *, Shapes>> {};

TEST_P(Accepted, shapes) { EXPECT_EQ(parse_shapes(GetParam().first), GetParam().second); }

INSTANTIATE_TEST_SUITE_P(
    ShapeParserTest, Accepted,
    testing::Values(std::make_pair("[3,4]", Shapes{{3, 4}}), std::make_pair("[3]", Shapes{{3}}),
                    std::make_pair("[-1]", Shapes{Shape{Dim{-1}}}),
                    std::make_pair("[  5,  6]", Shapes{{5, 6}}),
                    std::make_pair("[3 , 4]", Shapes{{3, 4}}),
                    std::make_pair("[-1 , 4]", Shapes{Shape{Dim{-1}, Dim{4}}}),
                    std::make_pair("[3,4],[5,6]", Shapes{{3, 4}, {5, 6}}),
                    std::make_pair("[1],[2]", Shapes{Shape{1}, Shape{2}}),
                    std::make_pair(" [3, 4] , [5,6]", Shapes{{3, 4}, {5, 6}}),
                    std::make_pair(" [ 1   ] ,[  2]  ", Shapes{Shape{1}, Shape{2}}),
                    std::make_pair(" [1,2],[3,4,5],[6,7,8,9]",
                                   Shapes{{1, 2}, {3, 4, 5}, {6, 7, 8, 9}}),
                    std::make_pair("[]", Shapes{Shape::scalar()}),
                    std::make_pair("[],[]", Shapes{Shape::scalar(), Shape::scalar()}),
                    std::make_pair("[],[2]", Shapes{Shape::scalar(), Shape{2}}),
                    std::make_pair("[  ]", Shapes{Shape::scalar()})));

class Rejected : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(Rejected, text_NEG) {
    const auto [text, message] = GetParam();
    const auto call = [shapes = text] { parse_shapes(shapes); };
    EXPECT_THAT(thrown_by<std::invalid_argument>(call, REQUEST), testing::HasSubstr(message));
}

INSTANTIATE_TEST_SUITE_P(
    ShapeParserTest, Rejected,
    testing::Values(std::make_pair("", "No shapes found in the input string: "),
                    std::make_pair("]", "No shapes found in the input string: ]"),
                    std::make_pair("1a,2", "No shapes found in the input string: 1a,2"),
                    std::make_pair("[-2]", "Error during shape processing: -2"),
                    std::make_pair("[-2,1,3]", "Error during shape processing: -2,1,3"),
                    std::make_pair("-1", "No shapes found in the input string: -1"),
                    std::make_pair("7,7", "No shapes found in the input string: 7,7"),
                    std::make_pair("8", "No shapes found in the input string: 8"),
                    std::make_pair("[8],9", "The part of input shapes: ,9 cannot be processed"),
                    std::make_pair("1,2", "No shapes found in the input string: 1,2"),
                    std::make_pair("[1],[2],", "The part of input shapes: , cannot be processed"),
                    std::make_pair("[[]],", "Error during shape processing: [")));
