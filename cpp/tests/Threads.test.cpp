#include <Python.h>

#include <atomic>
#include <thread>

#include "support.h"

using circle_resizer::Bytes;
using circle_resizer::CircleModel;
using circle_resizer::ModelEditor;
using circle_resizer::Shape;

namespace {

/// Lets Python's lock go if this thread holds it, as a host has to that waits for other threads.
class Waiting {
  public:
    Waiting() {
        if (Py_IsInitialized() != 0 && PyGILState_Check() != 0) {
            state_ = PyEval_SaveThread();
        }
    }
    ~Waiting() {
        if (state_ != nullptr) {
            PyEval_RestoreThread(state_);
        }
    }

  private:
    PyThreadState *state_ = nullptr;
};

template <class Work>
void at_once(std::uint32_t count, Work &&work) {
    const Waiting waiting;
    std::vector<std::thread> threads;
    for (std::uint32_t number = 0; number < count; ++number) {
        threads.emplace_back(work, number);
    }
    for (auto &thread : threads) {
        thread.join();
    }
}

}  // namespace

TEST(ThreadsTest, a_model_for_every_thread) {
    std::atomic<int> done{0};
    at_once(8, [&](std::uint32_t number) {
        const auto model = open_model("add_sqrt_rsqrt.circle");
        for (std::uint32_t batch = number + 1; batch < number + 6; ++batch) {
            const Shape shape{batch, 4, 4, 3};
            ModelEditor(model).resize_inputs({shape, shape});
            const std::vector<Shape> both(2, shape);
            done += model->output_shapes() == both;
            done += CircleModel(model->buffer()).output_shapes() == both;
        }
    });
    EXPECT_EQ(done, 8 * 5 * 2);
}

TEST(ThreadsTest, one_source_for_all_threads) {
    const auto source = read(artifact("Net_Attention_000.circle"));
    const auto shapes = CircleModel(source).input_shapes();
    std::vector<Bytes> results(8);
    at_once(8, [&](std::uint32_t number) {
        results[number] = circle_resizer::resize(source, shapes).bytes;
    });
    for (const auto &result : results) {
        EXPECT_TRUE(same(result, source));
    }
}

TEST(ThreadsTest, errors_of_every_thread_are_its_own) {
    std::vector<std::string> texts(8);
    at_once(8, [&](std::uint32_t number) {
        try {
            const std::vector<Shape> shapes(number + 3, Shape{1});
            ModelEditor(open_model("add.circle")).resize_inputs(shapes);
        } catch (const circle_resizer::ResizeError &error) {
            texts[number] = error.what();
        }
    });
    for (std::size_t number = 0; number < texts.size(); ++number) {
        EXPECT_THAT(texts[number], testing::HasSubstr("Expected 2 shapes but provided " +
                                                      std::to_string(number + 3)));
    }
}

TEST(ThreadsTest, let_go_in_another_thread) {
    auto model = open_model("add.circle");
    auto bytes = model->buffer();
    const auto expected = read(artifact("add.circle"));
    at_once(1, [&](std::uint32_t) {
        model.reset();
        bytes = Bytes();
    });
    EXPECT_TRUE(bytes.empty());
    EXPECT_TRUE(same(open_model("add.circle")->buffer(), expected));
}

TEST(ThreadsTest, let_go_while_an_exception_is_pending) {
    auto model = open_model("add.circle");
    const PyGILState_STATE state = PyGILState_Ensure();
    PyErr_SetString(PyExc_KeyError, "of the host");
    model.reset();
    EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_KeyError));
    PyErr_Clear();
    PyGILState_Release(state);
}
