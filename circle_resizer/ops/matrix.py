"""Diagonals: MATRIX_DIAG, MATRIX_SET_DIAG."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, stays
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.symbolic.dim import differ, smallest


def matrix_axes(x: Value) -> Axes:
    """Matrices are apart; within one a row depends on where it is."""
    return stays(0, x, {-1: AxisKind.OPAQUE})


@rule("MATRIX_DIAG", axes=matrix_axes)
def matrix_diag(x: Value) -> Sizes | None:
    """[..,n] -> [..,n,n] (TFLite matrix_diag.cc, Prepare)."""
    if x.shape is None:
        return None
    if not x.shape:
        raise RuleError(f"'{x.name}' has rank 0, expected at least 1")
    return *x.shape, x.shape[-1]


def matrix_set_diag_axes(x: Value, diagonal: Value) -> Axes:
    """Matrices are apart; within one a row depends on where it is."""
    opaque = {-1: AxisKind.OPAQUE, -2: AxisKind.OPAQUE}
    return stays(0, x, opaque) | stays(1, diagonal, {-1: AxisKind.OPAQUE})


@rule("MATRIX_SET_DIAG", axes=matrix_set_diag_axes)
def matrix_set_diag(x: Value, diagonal: Value) -> Sizes | None:
    """[..,r,c] with [..,min(r,c)] -> [..,r,c] (TFLite matrix_set_diag.cc, Prepare)."""
    if x.shape is None:
        return None
    if len(x.shape) < 2:
        raise RuleError(f"'{x.name}' has rank {len(x.shape)}, expected at least 2")
    wanted = (*x.shape[:-2], smallest(x.shape[-2], x.shape[-1]))
    for axis, (size, known) in enumerate(zip(diagonal.dims(len(wanted)), wanted, strict=True)):
        if differ(size, known):
            raise RuleError(f"'{diagonal.name}' has size {size} in axis {axis}, expected {known}")
    return x.shape
