#ifndef CIRCLE_RESIZER_PYTHON_H
#define CIRCLE_RESIZER_PYTHON_H

#include <circle_resizer/Bytes.h>
#include <circle_resizer/ResizeError.h>
#include <pybind11/embed.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "Failure.h"

namespace circle_resizer {

namespace py = pybind11;

/// Holds Python's lock while it lives, whether or not the thread holds it already.
/// The first one starts Python where nobody has; nothing ever ends it, as others may use it by
/// then.
class Lock {
  public:
    Lock();
    ~Lock();
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

  private:
    PyGILState_STATE state_;
};

/// A Python object that may be let go anywhere: in any thread, without the lock, after Python's
/// end.
class Handle {
  public:
    explicit Handle(py::object object) : object_(object.release().ptr()) {}
    ~Handle();
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;

    py::object get() const { return py::reinterpret_borrow<py::object>(object_); }

    /// The bytes of a `bytes` object, where they are.
    static Bytes bytes_of(const py::object &object);

    /// The `bytes` object behind what bytes_of() has returned.
    static py::object object_of(const Bytes &bytes);

  private:
    PyObject *object_;
};

/// The package, or a sentence that says why there is none.
py::module_ package();

/// A Python exception as one of ours; the lock is held.
[[noreturn]] void rethrow(py::error_already_set &error);

/// What `work(package)` returns, which must not be a Python object: the lock is gone by then.
template <class Work>
auto with_python(Work &&work) {
    const Lock lock;
    try {
        return work(package());
    } catch (py::error_already_set &error) {
        rethrow(error);
    } catch (const py::builtin_exception &error) {
        throw Failure<std::runtime_error>(ResizeError::Kind::Internal, error.what());
    }
}

/// `str(object)` in UTF-8; bytes of a path that are none come back as they were.
std::string text_of(const py::handle &object);

/// A path as Python has it, whatever its bytes.
py::object path_object(std::string_view path);

/// A name in UTF-8 as Python has it.
py::object name_object(std::string_view name);

}  // namespace circle_resizer

#endif
