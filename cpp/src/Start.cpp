#include "Start.h"

#include <pybind11/embed.h>
#include <signal.h>

#include <cstddef>
#include <cstdlib>
#include <mutex>

namespace circle_resizer {

namespace py = pybind11;

namespace {

/// Leaves the process as it is: its locale, its signal handlers, its standard streams. Paths are
/// UTF-8 with any other byte kept, so that the locale does not matter.
PyStatus initialize() {
    PyPreConfig before;
    PyPreConfig_InitPythonConfig(&before);
    before.parse_argv = 0;
    before.configure_locale = 0;
    before.coerce_c_locale = 0;
    before.utf8_mode = 1;
    PyStatus status = Py_PreInitialize(&before);
    if (PyStatus_Exception(status)) {
        return status;
    }
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    config.parse_argv = 0;
    config.install_signal_handlers = 0;
    config.configure_c_stdio = 0;
    config.pathconfig_warnings = 0;
    status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    return status;
}

/// Packages of the environment come before those of the system, and after PYTHONPATH.
///
/// Only packages are taken from it: its Python may be another build than the one in this process,
/// and a library of that one would not fit.
void use_environment() {
    const std::string folder = environment_folder();
    if (folder.empty()) {
        return;
    }
    try {
        const auto site = py::module_::import("site");
        const auto sys = py::module_::import("sys");
        py::list path(sys.attr("path"));
        const auto size = path.size();
        site.attr("addsitedir")(folder);  // appends, and reads .pth files
        py::list systems(site.attr("getsitepackages")());
        systems.append(site.attr("getusersitepackages")());
        std::size_t at = 0;
        while (at < size && !systems.contains(path[at])) {
            ++at;
        }
        const py::list appended = path[py::slice(size, path.size(), 1)];
        path[py::slice(size, path.size(), 1)] = py::list();
        path[py::slice(at, at, 1)] = appended;
    } catch (const py::error_already_set &) {
        // The package is then looked for without it, and a sentence says where.
    }
}

/// Python 3.10 takes SIGINT over when its module `signal` is imported, whatever it is told.
class Interrupts {
  public:
    Interrupts() { sigaction(SIGINT, nullptr, &action_); }
    ~Interrupts() { sigaction(SIGINT, &action_, nullptr); }

  private:
    struct sigaction action_ {};
};

std::string start() {
    const Interrupts interrupts;
    const PyStatus status = initialize();
    if (PyStatus_Exception(status)) {
        return "Python " + python_version() + " cannot be started (" +
               (status.err_msg == nullptr ? "no reason is given" : status.err_msg) +
               "): look at PYTHONHOME and PYTHONPATH";
    }
    PyObject *signals = PyImport_ImportModule("signal");
    Py_XDECREF(signals);
    PyErr_Clear();
    use_environment();
    PyEval_SaveThread();
    return {};
}

}  // namespace

const std::string &start_python() {
    static std::mutex mutex;
    static std::string failure;  // a second attempt would meet a Python that is half there
    const std::lock_guard<std::mutex> guard(mutex);
    if (failure.empty() && Py_IsInitialized() == 0) {
        failure = start();
    }
    return failure;
}

std::string python_version() {
    return std::to_string(PY_MAJOR_VERSION) + "." + std::to_string(PY_MINOR_VERSION);
}

std::string environment_folder() {
    const char *environment = std::getenv("VIRTUAL_ENV");
    if (environment == nullptr || *environment == '\0') {
        return {};
    }
    return std::string(environment) + "/lib/python" + python_version() + "/site-packages";
}

}  // namespace circle_resizer
