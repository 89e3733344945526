// resize_and_run MODEL SHAPE NEW_MODEL: one float input, one float output, run by onert
#include <circle_resizer/circle_resizer.h>
#include <nnfw/nnfw.h>

#include <iostream>

std::vector<float> zeros(const circle_resizer::Shape &shape) {
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) count *= shape[axis].value();
    return std::vector<float>(count);
}

int main(int, char **argv) try {
    const auto model = std::make_shared<circle_resizer::CircleModel>(std::string(argv[1]));
    circle_resizer::ModelEditor(model).resize_inputs(circle_resizer::parse_shapes(argv[2]));
    model->save(std::string(argv[3]));

    auto in = zeros(model->input_shapes()[0]), out = zeros(model->output_shapes()[0]);
    nnfw_session *session = nullptr;
    const bool ran =
        !nnfw_create_session(&session) && !nnfw_load_model_from_file(session, argv[3]) &&
        !nnfw_prepare(session) &&
        !nnfw_set_input(session, 0, NNFW_TYPE_TENSOR_FLOAT32, in.data(), 4 * in.size()) &&
        !nnfw_set_output(session, 0, NNFW_TYPE_TENSOR_FLOAT32, out.data(), 4 * out.size()) &&
        !nnfw_run(session) && !nnfw_close_session(session);
    std::cout << (ran ? "ran, output " : "failed, output ") << model->output_shapes()[0] << '\n';
    return ran ? 0 : 1;
} catch (const circle_resizer::ResizeError &error) {
    return std::cerr << "resize_and_run: " << error.what() << '\n', 1;
}
