#ifndef CIRCLE_RESIZER_TESTS_SUPPORT_H
#define CIRCLE_RESIZER_TESTS_SUPPORT_H

#include <circle_resizer/circle_resizer.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using Buffer = std::vector<std::uint8_t>;

/// The path of a file that tests/cpp_artifacts.py has made.
std::string artifact(const std::string &name);

/// The bytes of a file.
Buffer read(const std::string &path);

/// Whether the bytes are the same; gtest would print all of them if not.
bool same(const circle_resizer::Bytes &found, const Buffer &expected);

/// A model among the artifacts.
std::shared_ptr<circle_resizer::CircleModel> open_model(const std::string &name);

/// What `call` throws as a `Standard`, which has to be a ResizeError with the same text as well.
template <class Standard = std::runtime_error, class Call>
std::string thrown_by(Call &&call, circle_resizer::ResizeError::Kind kind) {
    try {
        call();
    } catch (const Standard &error) {
        const auto *same_error = dynamic_cast<const circle_resizer::ResizeError *>(&error);
        EXPECT_NE(same_error, nullptr) << error.what();
        if (same_error != nullptr) {
            EXPECT_STREQ(same_error->what(), error.what());
            EXPECT_EQ(same_error->kind(), kind) << error.what();
            EXPECT_EQ(same_error->traceback(), "");
        }
        return error.what();
    }
    ADD_FAILURE() << "nothing is thrown";
    return {};
}

constexpr auto REQUEST = circle_resizer::ResizeError::Kind::Request;
constexpr auto MODEL = circle_resizer::ResizeError::Kind::Model;
constexpr auto REFUSED = circle_resizer::ResizeError::Kind::Refused;

#endif
