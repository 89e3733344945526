// package MODEL [WORDS]: opens a model; with WORDS that has to fail twice, in one sentence with
// them.
#include <circle_resizer/circle_resizer.h>

#include <clocale>
#include <csignal>
#include <iostream>
#include <string>

using circle_resizer::ResizeError;

namespace {

bool fails(const char *path, const std::string &words) {
    try {
        circle_resizer::CircleModel model{std::string(path)};
    } catch (const ResizeError &error) {
        std::cout << error.what() << '\n';
        return error.kind() == ResizeError::Kind::Package && error.lines().size() == 1 &&
               error.lines()[0].find(words) != std::string::npos;
    }
    return false;
}

/// Starting Python changes neither how signals are answered nor the locale.
bool opens(const char *path) {
    std::signal(SIGINT, SIG_DFL);
    const std::string locale = std::setlocale(LC_ALL, nullptr);
    const circle_resizer::CircleModel model{std::string(path)};
    return model.output_shapes().size() == 1 && std::setlocale(LC_ALL, nullptr) == locale &&
           std::signal(SIGINT, SIG_DFL) == SIG_DFL && std::signal(SIGPIPE, SIG_DFL) == SIG_DFL;
}

}  // namespace

int main(int argc, char **argv) {
    const bool fine =
        argc == 2 ? opens(argv[1]) : fails(argv[1], argv[2]) && fails(argv[1], argv[2]);
    std::cout << (fine ? "passed\n" : "FAILED\n");
    return fine ? 0 : 1;
}
