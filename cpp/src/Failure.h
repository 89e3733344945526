#ifndef CIRCLE_RESIZER_FAILURE_H
#define CIRCLE_RESIZER_FAILURE_H

#include <circle_resizer/ResizeError.h>

#include <string>
#include <utility>
#include <vector>

namespace circle_resizer {

/// What is thrown: a ResizeError that is a standard exception too.
///
/// ResizeError itself derives from nothing, since a class with two std::exception bases would not
/// be caught as one.
template <class Standard>
class Failure final : public Standard, public ResizeError {
  public:
    Failure(Kind kind, const std::string &message, std::string name = {},
            std::string traceback = {}, std::vector<Cause> causes = {})
        : Standard(message),
          ResizeError(kind, std::move(name), message, std::move(traceback), std::move(causes)) {}

    const char *what() const noexcept override { return Standard::what(); }
};

}  // namespace circle_resizer

#endif
