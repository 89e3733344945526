#ifndef CIRCLE_RESIZER_H
#define CIRCLE_RESIZER_H

/// Change the input shapes of a circle or tflite model, and all that follows from them.
///
/// The work is done by the Python package circle_resizer. The first call starts Python inside the
/// process unless the process already runs it; docs/cpp.md says how the package is found.

#include <circle_resizer/Bytes.h>
#include <circle_resizer/CircleModel.h>
#include <circle_resizer/Dim.h>
#include <circle_resizer/ModelEditor.h>
#include <circle_resizer/Resize.h>
#include <circle_resizer/ResizeError.h>
#include <circle_resizer/Shape.h>
#include <circle_resizer/ShapeParser.h>

#endif
