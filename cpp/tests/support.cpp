#include "support.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

std::string artifact(const std::string &name) {
    const char *folder = std::getenv("ARTIFACTS_PATH");
    if (folder == nullptr) {
        throw std::runtime_error("the environment variable ARTIFACTS_PATH is needed");
    }
    return std::string(folder) + "/" + name;
}

Buffer read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.good()) << path;
    return Buffer(std::istreambuf_iterator<char>(file), {});
}

bool same(const circle_resizer::Bytes &found, const Buffer &expected) {
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end());
}

std::shared_ptr<circle_resizer::CircleModel> open_model(const std::string &name) {
    return std::make_shared<circle_resizer::CircleModel>(artifact(name));
}
