#include <cstdio>
#include <fstream>
#include <sstream>

#include "support.h"

using circle_resizer::Bytes;
using circle_resizer::CircleModel;
using circle_resizer::ModelEditor;
using circle_resizer::Shape;
using testing::HasSubstr;
using Shapes = std::vector<Shape>;

TEST(CircleModelTest, proper_input_output_shapes) {
    const CircleModel model(artifact("add.circle"));
    EXPECT_EQ(model.input_shapes(), (Shapes{{1, 4, 4, 3}, {1, 4, 4, 3}}));
    EXPECT_EQ(model.output_shapes(), (Shapes{{1, 4, 4, 3}}));
}

TEST(CircleModelTest, from_bytes_that_go_away) {
    auto bytes = std::make_unique<Buffer>(read(artifact("add.tflite")));
    const CircleModel model(*bytes);
    bytes->assign(bytes->size(), 0);
    bytes.reset();
    EXPECT_EQ(model.output_shapes(), (Shapes{{1, 4, 4, 3}}));
    EXPECT_TRUE(same(model.buffer(), read(artifact("add.tflite"))));
}

TEST(CircleModelTest, proper_output_stream) {
    const CircleModel model(artifact("add.circle"));
    std::stringstream stream;
    model.save(stream);
    const auto text = stream.str();
    EXPECT_EQ(Buffer(text.begin(), text.end()), read(artifact("add.circle")));
}

TEST(CircleModelTest, saved_to_a_path_whatever_its_bytes) {
    const CircleModel model(artifact("add.circle"));
    for (const char *name : {"plain.saved", "\xC3\xA9t\xC3\xA9.saved", "\xFF\xFE.saved"}) {
        const auto path = artifact(name);
        model.save(path);
        EXPECT_EQ(read(path), read(artifact("add.circle")));
        EXPECT_EQ(CircleModel(path).output_shapes(), (Shapes{{1, 4, 4, 3}}));
        EXPECT_EQ(std::remove(path.c_str()), 0);
    }
}

TEST(CircleModelTest, buffer_is_no_copy) {
    const auto model = open_model("expand_dims.circle");
    ModelEditor(model).resize_inputs({{4, 6}});
    const Bytes first = model->buffer();
    const Bytes second = first;
    EXPECT_EQ(model->buffer().data(), first.data());
    EXPECT_EQ(second.data(), first.data());
    const CircleModel again(first);
    EXPECT_EQ(again.output_shapes(), (Shapes{{4, 1, 6}}));
}

TEST(CircleModelTest, buffer_outlives_the_model_and_its_resizes) {
    auto model = open_model("expand_dims.circle");
    const Bytes bytes = model->buffer();
    ModelEditor(model).resize_inputs({{4, 6}});
    model.reset();
    EXPECT_TRUE(same(bytes, read(artifact("expand_dims.circle"))));
}

TEST(CircleModelTest, moves) {
    CircleModel first(artifact("add.circle"));
    CircleModel second(std::move(first));
    EXPECT_EQ(second.output_shapes(), (Shapes{{1, 4, 4, 3}}));
    EXPECT_EQ(thrown_by([&] { first.output_shapes(); }, REQUEST), "the model has been moved away");
    first = std::move(second);
    EXPECT_EQ(first.output_shapes(), (Shapes{{1, 4, 4, 3}}));
}

TEST(CircleModelTest, model_file_not_exist_NEG) {
    const std::string path = "/not_existed.circle";
    const auto text = thrown_by([&] { CircleModel model(path); }, MODEL);
    EXPECT_THAT(text, HasSubstr("Failed to open file"));
    EXPECT_THAT(text, HasSubstr(path));
}

TEST(CircleModelTest, invalid_model_NEG) {
    const auto valid = read(artifact("add.circle"));
    for (const auto &bytes : {Buffer{1, 2, 3, 4, 5}, Buffer{}, Buffer(100, 'x'),
                              Buffer(valid.begin(), valid.begin() + 90)}) {
        const auto text = thrown_by([&] { CircleModel model(bytes); }, MODEL);
        EXPECT_THAT(text, HasSubstr("Verification of the model failed"));
    }
    EXPECT_THAT(thrown_by([] { CircleModel model(Bytes{}); }, MODEL), HasSubstr("Verification"));
}

TEST(CircleModelTest, incorrect_output_stream_NEG) {
    const CircleModel model(artifact("add.circle"));
    std::ofstream stream;
    const auto text = thrown_by([&] { model.save(stream); }, MODEL);
    EXPECT_THAT(text, HasSubstr("Failed to write to output stream"));
}

TEST(CircleModelTest, full_output_stream_NEG) {
    const CircleModel model(artifact("add.circle"));
    std::ofstream stream("/dev/full", std::ios::binary);
    const auto text = thrown_by([&] { model.save(stream); }, MODEL);
    EXPECT_THAT(text, HasSubstr("Failed to write to output stream"));
}

TEST(CircleModelTest, incorrect_output_path_NEG) {
    const CircleModel model(artifact("add.circle"));
    const auto save = [&] { model.save(std::string("/not_existed/a.circle")); };
    EXPECT_THROW(save(), circle_resizer::ResizeError);
    EXPECT_THROW(save(), std::runtime_error);
}
