#ifndef CIRCLE_RESIZER_START_H
#define CIRCLE_RESIZER_START_H

#include <string>

namespace circle_resizer {

/// Starts Python in this process unless it runs; empty, or why it cannot be started.
/// The thread does not hold Python's lock afterwards if it was started here.
const std::string &start_python();

/// The version that this library is built for: `3.11`.
std::string python_version();

/// The folder in the environment `$VIRTUAL_ENV` that holds packages for this Python, if there is
/// one.
std::string environment_folder();

}  // namespace circle_resizer

#endif
