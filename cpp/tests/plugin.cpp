// A library that a Python program loads: the host is Python itself.
#include <circle_resizer/circle_resizer.h>

/// The number of bytes of the resized model, or minus the number of causes of the refusal.
extern "C" long resized(const char *path, const char *shapes) {
    try {
        const auto result = circle_resizer::resize(path, circle_resizer::parse_shapes(shapes));
        return static_cast<long>(result.bytes.size());
    } catch (const circle_resizer::ResizeError &error) {
        return -static_cast<long>(error.causes().size());
    }
}
