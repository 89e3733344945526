"""MediaPipe's custom operators that cut the part of an image around landmarks.

Their kernels compute the first image of a batch and leave the others out.
"""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    AxisKind,
    last_reduced,
    parameters,
    placed,
    stays,
)
from circle_resizer.inference.rules import Custom, State, rule
from circle_resizer.inference.value import Sizes, Value, shown
from circle_resizer.ops.custom_options import attributes, number, numbers
from circle_resizer.symbolic.dim import Dim, differ, product


def all_reduced(x: Value) -> Axes:
    """Every number of the result depends on every landmark."""
    return placed(0, [AxisKind.REDUCED] * len(x.shape or ()))


@rule("CUSTOM:Landmarks2TransformMatrix", axes=all_reduced)
def landmarks_to_transform_matrix(
    x: Value, *, opt: Custom, outs: Sequence[Value], state: State
) -> Sizes:
    """The landmarks of one image, [1,1,1,3n] or [1,n,3] -> where it lies, as a matrix [1,4,4].

    In its first version the options hold the height and width of the image, for whoever uses the
    matrix (MediaPipe landmarks_to_transform_matrix.cc, Prepare and LandmarksToTransformMatrixV1).
    """
    one_image(x, x.shape[:-1] if x.shape and len(x.shape) == 4 else (x.shape or ())[:1])
    if "input_hw" in attributes(opt):
        image = tuple(numbers(opt, "input_hw"))
        state["image of", outs[0].name] = Value(outs[0].name, (len(image),), image)
    return 1, 4, 4


@rule("CUSTOM:TransformLandmarks", axes=last_reduced)
def transform_landmarks(x: Value, matrix: Value) -> Sizes | None:
    """The landmarks [1,h,w,3n] or [1,n,3] of one image, each turned by the matrix.

    (MediaPipe transform_landmarks.cc, TransformLandmarks and TransformLandmarksV2)
    """
    check_matrix(matrix)
    one_image(x, (x.shape or ())[:1])
    return x.shape


def seen_axes(x: Value, matrix: Value) -> Axes:
    """Rows and columns are those of another image."""
    return stays(0, x, dict.fromkeys((1, 2), AxisKind.WINDOWED)) | parameters(1, matrix)


@rule("CUSTOM:TransformTensor", "CUSTOM:TransformTensorBilinear", axes=seen_axes)
def transform_tensor(x: Value, matrix: Value, *, opt: Custom, state: State) -> Sizes:
    """[1,h,w,c] seen through the matrix, as an image of the size in the options.

    (MediaPipe transform_tensor_bilinear.cc, TransformTensor and TransformTensorBilinearV2)
    """
    batch, *image, channels = x.dims(4)
    one_image(x, (batch,))
    check_matrix(matrix)
    made_for = state.get(("image of", matrix.name))
    if made_for and any(map(differ, image, made_for.sizes() or ())):
        raise RuleError(
            f"'{matrix.name}' is made for images of {shown(made_for.sizes())}, "
            f"'{x.name}' is {shown(image)}"
        )
    found = attributes(opt)
    if "output_size" in found:
        height, width = numbers(opt, "output_size")[:2]
    else:
        height, width = number(opt, "output_height"), number(opt, "output_width")
    return batch, height, width, channels


def one_image(x: Value, batches: Sequence[Dim]) -> None:
    """Nothing but a single image is computed."""
    for size in batches:
        if differ(size, 1):
            raise RuleError(f"handles one image at a time, '{x.name}' {shown(x.shape)} has {size}")


def check_matrix(matrix: Value) -> None:
    """One matrix of four rows."""
    if matrix.shape is not None and differ(product(matrix.shape), 16):
        raise RuleError(f"'{matrix.name}' {shown(matrix.shape)} is not one matrix of 4 by 4")
