"""Resize the inputs of a circle or tflite model and make everything else follow."""

from circle_resizer.api import resize
from circle_resizer.errors import ResizeError
from circle_resizer.one.binding import CircleModel, ModelEditor
from circle_resizer.one.shapes import Dim, Shape, parse_shapes

__version__ = "0.1.0"
__all__ = [
    "CircleModel",
    "Dim",
    "ModelEditor",
    "ResizeError",
    "Shape",
    "parse_shapes",
    "resize",
]
