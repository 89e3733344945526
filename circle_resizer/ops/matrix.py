"""Diagonals: MATRIX_DIAG, MATRIX_SET_DIAG."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.symbolic.dim import differ, smallest


@rule("MATRIX_DIAG")
def matrix_diag(x: Value) -> Sizes | None:
    """[..,n] -> [..,n,n] (TFLite matrix_diag.cc, Prepare)."""
    if x.shape is None:
        return None
    if not x.shape:
        raise RuleError(f"'{x.name}' has rank 0, expected at least 1")
    return *x.shape, x.shape[-1]


@rule("MATRIX_SET_DIAG")
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
