"""Boxes chosen by score: NON_MAX_SUPPRESSION_V4 and V5."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import opaque
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Value
from circle_resizer.ops.scalar import scalar
from circle_resizer.symbolic.dim import Dim, differ, never_exceeds


@rule("NON_MAX_SUPPRESSION_V4", axes=opaque, many=True)
def non_max_suppression_v4(
    boxes: Value, scores: Value, most: Value, _overlap: Value, _score: Value
) -> list[Answer]:
    """[n,4] boxes, [n] scores -> [most] indices, filled up with 0, and how many there are."""
    return [[chosen(boxes, scores, most)], ()]


@rule("NON_MAX_SUPPRESSION_V5", axes=opaque, many=True)
def non_max_suppression_v5(
    boxes: Value, scores: Value, most: Value, _overlap: Value, *_thresholds: Value
) -> list[Answer]:
    """As V4, with the scores of the chosen in between."""
    count = chosen(boxes, scores, most)
    return [[count], [count], ()]


def chosen(boxes: Value, scores: Value, most: Value) -> Dim | None:
    """How many entries the result has; data tells if ``most`` is not known.

    (TFLite non_max_suppression.cc, Prepare)
    """
    count, four = boxes.dims(2)
    if differ(four, 4):
        raise RuleError(f"boxes '{boxes.name}' have {four} coordinates, expected 4")
    if differ(count, scores.dims(1)[0]):
        raise RuleError(f"{scores.dims(1)[0]} scores for {count} boxes")
    limit = scalar(most)
    if limit is None or isinstance(limit, float):
        return None
    if never_exceeds(limit, -1):
        raise RuleError(f"max_output_size {limit} is negative")
    return limit
