// All tests in a program that runs Python itself, and holds its lock meanwhile.
#include <Python.h>

#include <iostream>

#include "support.h"

namespace {

/// Python as it was set up, with what the host has put into it; raises nothing.
bool is_untouched() {
    return Py_IsInitialized() != 0 && PyGILState_Check() != 0 && PyErr_Occurred() == nullptr &&
           PyRun_SimpleString("assert sys.path == path") == 0;
}

}  // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    Py_Initialize();
    PyRun_SimpleString("import sys; path = sys.path.copy()");
    int code = RUN_ALL_TESTS();
    auto model = open_model("add.circle");
    auto bytes = model->buffer();
    if (!is_untouched()) {
        std::cout << "FAILED: Python is not as the host has left it\n";
        code = 1;
    }
    if (Py_FinalizeEx() != 0) {
        std::cout << "FAILED: Python cannot be ended by its host\n";
        code = 1;
    }
    model.reset();  // after the end of Python: nothing is left to give back
    bytes = circle_resizer::Bytes();
    if (Py_IsInitialized() != 0) {
        std::cout << "FAILED: Python has been started again\n";
        code = 1;
    }
    return code;
}
