#include "Python.h"

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <utility>

#include "Start.h"

namespace circle_resizer {
namespace {

using Kind = ResizeError::Kind;

bool python_ends() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

std::string first_line(const std::string &text) {
    const auto start = text.find_first_not_of(" \n");
    return start == std::string::npos ? text : text.substr(start, text.find('\n', start) - start);
}

std::string where_to_look() {
    std::string text =
        "install one-resize for this Python, or name its folder in PYTHONPATH or its"
        " environment in VIRTUAL_ENV";
    const char *environment = std::getenv("VIRTUAL_ENV");
    if (environment != nullptr) {
        text += ", which is " + std::string(environment) + " now";
    }
    return text;
}

std::string traceback_of(const py::error_already_set &error) {
    const auto format = py::module_::import("traceback").attr("format_exception");
    const py::object trace = error.trace() ? error.trace() : py::none();
    return text_of(py::str("").attr("join")(format(error.type(), error.value(), trace)));
}

[[noreturn]] void no_package(const std::string &reason, std::string traceback = {}) {
    throw Failure<std::runtime_error>(
        Kind::Package,
        "the Python package circle_resizer cannot be used by Python " + python_version() + " (" +
            reason + "): " + where_to_look(),
        {}, std::move(traceback));
}

/// The classes of a class, by name: what they are called inside the package is its own affair.
bool is_a(const py::handle &type, const char *name) {
    for (const auto &base : type.attr("__mro__")) {
        if (text_of(base.attr("__name__")) == name) {
            return true;
        }
    }
    return false;
}

Kind kind_of(const py::handle &type) {
    if (!is_a(type, "ResizeError")) {
        return Kind::Internal;
    }
    if (is_a(type, "InputError")) {
        return Kind::Request;
    }
    return is_a(type, "ModelError") ? Kind::Model : Kind::Refused;
}

std::optional<int> number_of(const py::handle &number) {
    return number.is_none() ? std::nullopt : std::optional<int>(number.cast<int>());
}

/// What the package says of its own errors in fields.
std::vector<Cause> causes_of(const py::handle &error) {
    std::vector<Cause> causes;
    for (const auto &each : py::getattr(error, "causes", py::tuple())) {
        const auto text = [&](const char *field) { return text_of(each.attr(field)); };
        const auto number = [&](const char *field) { return number_of(each.attr(field)); };
        causes.push_back({text("text"), text("kind"), text("hint"), number("subgraph"),
                          number("operator"), text("operator_kind"), text("tensor"),
                          number("operand"), text("old"), text("new")});
    }
    return causes;
}

}  // namespace

Lock::Lock() {
    const std::string &failure = start_python();
    if (!failure.empty()) {
        throw Failure<std::runtime_error>(Kind::Package, failure);
    }
    state_ = PyGILState_Ensure();
}

Lock::~Lock() { PyGILState_Release(state_); }

Handle::~Handle() {
    if (Py_IsInitialized() == 0 || python_ends()) {
        return;  // the host has ended Python, and the object with it
    }
    const PyGILState_STATE state = PyGILState_Ensure();
    {
        const py::error_scope pending;  // a caller may be about to raise an exception of its own
        Py_DECREF(object_);
    }
    PyGILState_Release(state);
}

Bytes Handle::bytes_of(const py::object &object) {
    const py::bytes exact(object);
    Bytes bytes;
    bytes.data_ = reinterpret_cast<const std::uint8_t *>(PyBytes_AS_STRING(exact.ptr()));
    bytes.size_ = static_cast<std::size_t>(PyBytes_GET_SIZE(exact.ptr()));
    bytes.owner_ = std::make_shared<Handle>(exact);
    return bytes;
}

py::object Handle::object_of(const Bytes &bytes) {
    return bytes.owner_ ? static_cast<const Handle *>(bytes.owner_.get())->get() : py::bytes();
}

py::module_ package() {
    try {
        auto found = py::module_::import("circle_resizer");
        for (const char *name : {"CircleModel", "ModelEditor", "parse_shapes", "resize"}) {
            if (!py::hasattr(found, name)) {
                no_package("another one of that name is found first, without '" +
                           std::string(name) + "'");
            }
        }
        return found;
    } catch (const py::error_already_set &error) {
        no_package(first_line(text_of(error.value())), traceback_of(error));
    }
}

void rethrow(py::error_already_set &error) {
    const Kind kind = kind_of(error.type());
    const auto name = text_of(error.type().attr("__name__"));
    auto message = text_of(error.value());
    std::string traceback;
    auto causes = causes_of(error.value());
    if (kind == Kind::Internal) {
        message = "a bug in circle_resizer, please report it: " + name + ": " + message;
        traceback = traceback_of(error);
    }
    if (error.matches(PyExc_ValueError)) {
        throw Failure<std::invalid_argument>(kind, message, name, traceback, std::move(causes));
    }
    if (error.matches(PyExc_IndexError)) {
        throw Failure<std::out_of_range>(kind, message, name, traceback, std::move(causes));
    }
    throw Failure<std::runtime_error>(kind, message, name, traceback, std::move(causes));
}

std::string text_of(const py::handle &object) {
    const py::str text(object);
    for (const char *errors : {"surrogateescape", "backslashreplace"}) {
        PyObject *encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", errors);
        if (encoded != nullptr) {
            return py::reinterpret_steal<py::bytes>(encoded);
        }
        PyErr_Clear();
    }
    return {};
}

py::object path_object(std::string_view path) {
    const auto size = static_cast<Py_ssize_t>(path.size());
    PyObject *decoded = PyUnicode_DecodeFSDefaultAndSize(path.data(), size);
    if (decoded == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(decoded);
}

py::object name_object(std::string_view name) {
    const auto size = static_cast<Py_ssize_t>(name.size());
    PyObject *decoded = PyUnicode_DecodeUTF8(name.data(), size, "surrogateescape");
    if (decoded == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(decoded);
}

}  // namespace circle_resizer
