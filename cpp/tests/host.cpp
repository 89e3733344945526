// All tests in a program that runs Python itself, and holds its lock meanwhile.
#include <pybind11/embed.h>

#include <iostream>

#include "support.h"

namespace py = pybind11;

namespace {

/// Whether Python still is the host's: as it was set up, with what the host has put into it.
bool is_untouched(const py::object &path) {
    return Py_IsInitialized() != 0 && PyGILState_Check() != 0 && PyErr_Occurred() == nullptr &&
           py::object(py::module_::import("sys").attr("path")).equal(path) &&
           py::eval("kept + 1").cast<int>() == 42;
}

}  // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    std::shared_ptr<circle_resizer::CircleModel> model;
    circle_resizer::Bytes bytes;
    int code = 1;
    {
        const py::scoped_interpreter python;
        py::exec("kept = 41");
        const py::list path(py::module_::import("sys").attr("path"));
        const py::object before = path.attr("copy")();
        code = RUN_ALL_TESTS();
        model = open_model("add.circle");
        bytes = model->buffer();
        if (!is_untouched(before)) {
            std::cout << "FAILED: Python is not as the host has left it\n";
            code = 1;
        }
    }
    model.reset();  // after the end of Python: nothing left to give back
    bytes = circle_resizer::Bytes();
    if (Py_IsInitialized() != 0) {
        std::cout << "FAILED: Python has been started again\n";
        code = 1;
    }
    return code;
}
