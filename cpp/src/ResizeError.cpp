#include <circle_resizer/ResizeError.h>

#include <sstream>
#include <utility>

namespace circle_resizer {
namespace {

std::vector<std::string> split(const std::string &message) {
    std::vector<std::string> lines;
    std::istringstream stream(message);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

ResizeError::ResizeError(Kind kind, std::string name, const std::string &message,
                         std::string traceback, std::vector<Cause> causes)
    : kind_(kind),
      name_(std::move(name)),
      lines_(split(message)),
      causes_(std::move(causes)),
      traceback_(std::move(traceback)) {}

ResizeError::ResizeError(const ResizeError &) = default;
ResizeError &ResizeError::operator=(const ResizeError &) = default;
ResizeError::~ResizeError() = default;

ResizeError::Kind ResizeError::kind() const noexcept { return kind_; }
const std::string &ResizeError::name() const noexcept { return name_; }
const std::vector<std::string> &ResizeError::lines() const noexcept { return lines_; }
const std::vector<Cause> &ResizeError::causes() const noexcept { return causes_; }
const std::string &ResizeError::traceback() const noexcept { return traceback_; }

}  // namespace circle_resizer
