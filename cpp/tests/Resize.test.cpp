#include <fstream>
#include <string>

#include "support.h"

using circle_resizer::Array;
using circle_resizer::Options;
using circle_resizer::resize;
using circle_resizer::ResizeError;
using circle_resizer::Shape;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Shapes = std::vector<Shape>;

TEST(ResizeTest, same_bytes_as_the_command) {
    std::ifstream asked(artifact("asked.txt"));
    std::string name, text;
    int count = 0;
    for (; asked >> name && std::getline(asked, text); ++count) {
        const auto expected = read(artifact(name + ".resized.circle"));
        const auto shapes = circle_resizer::parse_shapes(text);
        const auto path = artifact(name + ".circle");
        EXPECT_TRUE(same(resize(read(path), shapes).bytes, expected)) << name;
        EXPECT_TRUE(same(resize(path, shapes).bytes, expected)) << name;
        const auto model = open_model(name + ".circle");
        circle_resizer::ModelEditor(model).resize_inputs(shapes);
        EXPECT_TRUE(same(model->buffer(), expected)) << name;
    }
    EXPECT_GE(count, 30);
}

TEST(ResizeTest, by_name) {
    const auto bytes = read(artifact("add.circle"));
    const auto result = resize(bytes, {{"x", {2, 4, 4, 3}}, {"y", {1, 4, 4, 3}}});
    EXPECT_EQ(result.report.inputs_before, (Shapes{{1, 4, 4, 3}, {1, 4, 4, 3}}));
    EXPECT_EQ(result.report.inputs_after, (Shapes{{2, 4, 4, 3}, {1, 4, 4, 3}}));
    EXPECT_EQ(result.report.outputs_before, (Shapes{{1, 4, 4, 3}}));
    EXPECT_EQ(result.report.outputs_after, (Shapes{{2, 4, 4, 3}}));
    EXPECT_TRUE(same(resize(bytes, {{"x", {2, 4, 4, 3}}}).bytes, result.bytes));
    EXPECT_TRUE(same(resize(bytes, Shapes{{2, 4, 4, 3}, {1, 4, 4, 3}}).bytes, result.bytes));
}

TEST(ResizeTest, from_every_kind_of_source) {
    const auto path = artifact("add.circle");
    const auto bytes = read(path);
    const Shapes shapes{{2, 4, 4, 3}, {2, 4, 4, 3}};
    const auto first = resize(bytes, shapes).bytes;
    EXPECT_TRUE(same(resize(path, shapes).bytes, first));
    EXPECT_TRUE(same(resize(path.c_str(), shapes).bytes, first));
    EXPECT_TRUE(same(resize({bytes.data(), bytes.size()}, shapes).bytes, first));
    EXPECT_TRUE(same(resize(first, Shapes{{1, 4, 4, 3}, {1, 4, 4, 3}}).bytes, bytes));
}

TEST(ResizeTest, unchanged_bytes_are_the_same_and_our_own) {
    auto bytes = read(artifact("add.circle"));
    const auto result = resize(bytes, Shapes{{1, 4, 4, 3}, {1, 4, 4, 3}});
    bytes.assign(bytes.size(), 0);
    EXPECT_TRUE(same(result.bytes, read(artifact("add.circle"))));
    EXPECT_THAT(result.report.lines, IsEmpty());
}

TEST(ResizeTest, report) {
    const auto report = resize(artifact("reshape.circle"), {{"x", {3, 2, 6}}}).report;
    EXPECT_THAT(report.lines, ElementsAre(HasSubstr("operand 1 [1, 12] -> [3, 12] (proven")));
    EXPECT_THAT(report.assumptions, IsEmpty());
    EXPECT_THAT(report.text, HasSubstr(report.lines[0]));
    EXPECT_THAT(report.text, HasSubstr("input 0: [1, 2, 6] -> [3, 2, 6]"));
}

TEST(ResizeTest, constants) {
    Options by_path, by_array;
    by_path.constants["positions"] = artifact("six.npy");
    Buffer numbers(12 * sizeof(float));
    for (int i = 0; i < 12; ++i) {
        reinterpret_cast<float *>(numbers.data())[i] = static_cast<float>(i);
    }
    by_array.constants["positions"] = Array{"float32", {1, 6, 2}, numbers};
    const auto result = resize(artifact("table.circle"), {{"x", {1, 6, 2}}}, by_array);
    EXPECT_EQ(result.report.outputs_after, (Shapes{{1, 6, 2}}));
    EXPECT_TRUE(
        same(resize(artifact("table.circle"), {{"x", {1, 6, 2}}}, by_path).bytes, result.bytes));
}

TEST(ResizeTest, array_that_does_not_fit_NEG) {
    for (const auto &array : {Array{"float32", {1, 6, 2}, Buffer(47)},
                              Array{"float32", {1, 6, 2}, Buffer(44)}, Array{"flote", {0}, {}}}) {
        Options options;
        options.constants["positions"] = array;
        const auto text = thrown_by<std::invalid_argument>(
            [&] {
                resize(artifact("table.circle"), {{"x", {1, 6, 2}}}, options);
            },
            REQUEST);
        EXPECT_THAT(text, HasSubstr("bytes cannot be read as '" + array.type + "'"));
    }
}

TEST(ResizeTest, cut_tables_and_strict) {
    Options options;
    const auto cut = [&] { return resize(artifact("table.circle"), {{"x", {1, 3, 2}}}, options); };
    EXPECT_THAT(thrown_by(cut, REFUSED), HasSubstr("positions"));
    options.cut_tables = true;
    const auto report = cut().report;
    EXPECT_EQ(report.outputs_after, (Shapes{{1, 3, 2}}));
    EXPECT_THAT(report.assumptions, ElementsAre(HasSubstr("'positions'")));
    options.strict = true;
    EXPECT_THAT(thrown_by(cut, REFUSED),
                StartsWith("strict: " + report.assumptions[0] + "\nhint: "));
}

TEST(ResizeTest, global_pool) {
    Options options;
    const auto call = [&] {
        return resize(artifact("pooled.circle"), Shapes{{1, 9, 11, 3}}, options).report;
    };
    EXPECT_NE(thrown_by(call, REFUSED), "");
    options.global_pool = true;
    EXPECT_THAT(call().lines, testing::Contains(HasSubstr("filter_height [7] -> [9]")));
}

TEST(ResizeTest, fold) {
    Options options;
    const auto call = [&] {
        const auto path = artifact("Net_ShapeReshape_000.circle");
        return resize(path, Shapes{{3, 2, 3}}, options).report.lines;
    };
    EXPECT_THAT(call(), ElementsAre(HasSubstr("folded")));
    options.fold = false;
    EXPECT_THAT(call(), IsEmpty());
    options.fold = true;
    EXPECT_THAT(call(), ElementsAre(HasSubstr("folded")));
}

TEST(ResizeTest, also_and_assume) {
    Options options;
    const auto call = [&] {
        return resize(artifact("reshape.circle"), {{"x", {3, 2, 6}}}, options).report;
    };
    options.also = {artifact("add.circle")};
    EXPECT_THAT(thrown_by(call, REFUSED), HasSubstr("add.circle"));
    options.also = {};
    options.assume = {"nothing of that name"};
    EXPECT_THAT(thrown_by(call, REQUEST), HasSubstr("nothing of that name"));
}

TEST(ResizeTest, output_shapes) {
    Options options;
    const auto call = [&] { return resize(artifact("custom.circle"), {{"x", {2, 4}}}, options); };
    const auto text = thrown_by(call, REFUSED);
    EXPECT_THAT(text, HasSubstr("Mystery"));
    options.output_shapes["unknown"] = {2, 8};
    EXPECT_EQ(call().report.outputs_after, (Shapes{{2, 8}}));
}

TEST(ResizeTest, fields_of_a_refusal_NEG) {
    try {
        resize(artifact("table.circle"), {{"x", {1, 6, 2}}});
        FAIL() << "nothing is thrown";
    } catch (const ResizeError &error) {
        EXPECT_EQ(error.kind(), ResizeError::Kind::Refused);
        EXPECT_EQ(error.name(), "RefusedError");
        EXPECT_THAT(error.lines(), ElementsAre(HasSubstr("positions"), StartsWith("hint: ")));
        EXPECT_EQ(error.lines()[0] + "\n" + error.lines()[1], error.what());
        ASSERT_EQ(error.causes().size(), 1);
        const auto &cause = error.causes()[0];
        EXPECT_EQ(cause.text, error.lines()[0]);
        EXPECT_EQ(cause.kind, "data-tied-to-a-size");
        EXPECT_EQ("hint: " + cause.hint, error.lines()[1]);
        EXPECT_EQ(cause.subgraph, 0);
        EXPECT_EQ(cause.operator_index, 0);
        EXPECT_EQ(cause.operator_kind, "ADD");
        EXPECT_EQ(cause.tensor, "positions");
        EXPECT_EQ(cause.operand, std::nullopt);
        EXPECT_EQ(cause.before, "4");
        EXPECT_EQ(cause.after, "6");
        EXPECT_THAT(error.traceback(), IsEmpty());
    }
}

TEST(ResizeTest, unknown_input_NEG) {
    const auto text = thrown_by([] { resize(artifact("add.circle"), {{"nobody", {1}}}); }, REQUEST);
    EXPECT_THAT(text, HasSubstr("nobody"));
}

TEST(ResizeTest, nothing_to_read_NEG) {
    const std::map<std::string, Shape> none;
    EXPECT_NE(thrown_by([&] { resize(Buffer{}, none); }, MODEL), "");
    EXPECT_NE(thrown_by([&] { resize({nullptr, 0}, none); }, MODEL), "");
    EXPECT_THAT(thrown_by([&] { resize("/not_existed.circle", none); }, MODEL),
                HasSubstr("/not_existed.circle"));
}
