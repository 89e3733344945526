"""Resize the inputs of a circle or tflite model and make everything else follow."""

from typing import TYPE_CHECKING

from circle_resizer.adding import add_signatures
from circle_resizer.api import resize
from circle_resizer.edits.report import Change, Place, Report
from circle_resizer.edits.result import Result
from circle_resizer.errors import (
    ArgumentError,
    InputError,
    ModelError,
    RefusedError,
    ResizeError,
    ShapeTextError,
    UnsupportedError,
)
from circle_resizer.generalize.evidence import Evidence, Grade
from circle_resizer.one.binding import CircleModel, ModelEditor
from circle_resizer.one.shapes import Dim, Shape, parse_shapes
from circle_resizer.refusals.causes import Cause as Cause
from circle_resizer.session.opened import Axis, OpenedModel, Signature, TensorInfo
from circle_resizer.session.opened import open_model as open  # noqa: A004  (it is called by its full name)

if TYPE_CHECKING:
    from circle_resizer.verifying.outcome import Verification as Verification
    from circle_resizer.verifying.verification import verify as verify

__version__ = "0.2.0"
__all__ = [
    "ArgumentError",
    "Axis",
    "Change",
    "CircleModel",
    "Dim",
    "Evidence",
    "Grade",
    "InputError",
    "ModelEditor",
    "ModelError",
    "OpenedModel",
    "Place",
    "RefusedError",
    "Report",
    "ResizeError",
    "Result",
    "Shape",
    "ShapeTextError",
    "Signature",
    "TensorInfo",
    "UnsupportedError",
    "add_signatures",
    "open",
    "parse_shapes",
    "resize",
]


def __getattr__(name: str) -> object:
    """Load ``verify`` and its answer on first use."""
    if name in {"Verification", "verify"}:
        from circle_resizer.verifying import verification  # noqa: PLC0415  (on first use)

        return getattr(verification, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
