#include <sstream>

#include "support.h"

using circle_resizer::CircleModel;
using circle_resizer::Dim;
using circle_resizer::ModelEditor;
using circle_resizer::Shape;
using testing::HasSubstr;
using Shapes = std::vector<Shape>;

struct Case {
    const char *model;
    Shapes wanted, expected;
};

void PrintTo(const Case &each, std::ostream *stream) { *stream << each.model; }

class Resized : public testing::TestWithParam<Case> {};

TEST_P(Resized, inputs_and_outputs) {
    const auto model = open_model(GetParam().model);
    ModelEditor editor(model);
    EXPECT_EQ(&editor.resize_inputs(GetParam().wanted), &editor);
    EXPECT_EQ(model->input_shapes(), GetParam().wanted);
    EXPECT_EQ(model->output_shapes(), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    ModelEditorTest, Resized,
    testing::Values(
        Case{"expand_dims.circle", {{4, 6}}, {{4, 1, 6}}},
        Case{"two_outputs.circle", {{1, 6, 6, 4}}, {{1, 6, 6, 4}, {1, 6, 6, 4}}},
        Case{"add.circle", {{1, 5, 5, 3}, {1, 5, 5, 3}}, {{1, 5, 5, 3}}},
        Case{"add_sqrt_rsqrt.circle", {{1, 5, 5, 2}, {1, 5, 5, 2}}, {{1, 5, 5, 2}, {1, 5, 5, 2}}},
        Case{"expand_dims.circle", {{1, 2, 3, 4}}, {{1, 1, 2, 3, 4}}},
        Case{"expand_dims.circle",
             {Shape{Dim{4}, Dim::dynamic()}},
             {Shape{Dim{4}, Dim{1}, Dim::dynamic()}}},
        Case{"add.circle", {Shape::scalar(), Shape::scalar()}, {Shape::scalar()}}));

TEST(ModelEditorTest, saved_and_opened_again) {
    const auto model = open_model("expand_dims.circle");
    ModelEditor(model).resize_inputs({{4, 6}});
    std::stringstream stream;
    model->save(stream);
    for (const auto &text : {stream.str(), stream.str() + stream.str()}) {
        const CircleModel again(Buffer(text.begin(), text.end()));
        EXPECT_EQ(again.input_shapes(), (Shapes{{4, 6}}));
        EXPECT_EQ(again.output_shapes(), (Shapes{{4, 1, 6}}));
    }
}

TEST(ModelEditorTest, double_resizing) {
    const auto model = open_model("expand_dims.circle");
    ModelEditor(model).resize_inputs({{6, 8}}).resize_inputs({{4, 6}});
    EXPECT_EQ(model->input_shapes(), (Shapes{{4, 6}}));
    EXPECT_EQ(model->output_shapes(), (Shapes{{4, 1, 6}}));
}

TEST(ModelEditorTest, there_and_back) {
    const auto model = open_model("expand_dims.circle");
    ModelEditor(model).resize_inputs({{6, 8}}).resize_inputs({{3, 3}});
    EXPECT_TRUE(same(model->buffer(), read(artifact("expand_dims.circle"))));
}

TEST(ModelEditorTest, wrong_number_of_shapes_NEG) {
    ModelEditor editor(open_model("add.circle"));
    for (const std::size_t count : {0, 1, 3}) {
        const Shapes shapes(count, Shape{1, 4, 4, 3});
        const auto text = thrown_by([&] { editor.resize_inputs(shapes); }, REQUEST);
        EXPECT_THAT(text, HasSubstr("Expected 2 shapes but provided " + std::to_string(count)));
    }
}

TEST(ModelEditorTest, failed_inference_leaves_the_model_as_it_was_NEG) {
    const auto model = open_model("add.circle");
    ModelEditor editor(model);
    editor.resize_inputs({{2, 2}, {2, 2}});
    const auto text = thrown_by([&] { editor.resize_inputs({{1, 2, 3}, {4, 5, 6}}); }, REFUSED);
    EXPECT_THAT(text, HasSubstr("Exception during resizing with message:"));
    EXPECT_EQ(model->input_shapes(), (Shapes{{2, 2}, {2, 2}}));
    EXPECT_EQ(model->output_shapes(), (Shapes{{2, 2}}));
}

TEST(ModelEditorTest, no_model_NEG) {
    EXPECT_EQ(thrown_by([] { ModelEditor editor(nullptr); }, REQUEST),
              "a model is needed, not a null pointer");
}
