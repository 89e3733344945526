"""Numbers of the file that belong to STABLEHLO_SLICE."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from tests.support.nets import one


def cut(first: int, last: int) -> bytes:
    limits = {"start_indices": [0, first], "limit_indices": [2, last], "strides": [1, 1]}
    return one("STABLEHLO_SLICE", [[2, 6]], [2, last - first], **limits)


def test_a_limit_that_was_the_extent_follows_it() -> None:
    assert resize(cut(0, 6), [[3, 9]]).outputs_after == [(3, 9)]


@pytest.mark.parametrize(("first", "last"), [(0, 3), (3, 6), (2, 4)])
def test_a_cut_inside_a_resized_axis_is_refused(first: int, last: int) -> None:
    with pytest.raises(ResizeError, match=f"rows {first} to {last} are cut out of axis 1, 6 -> 9"):
        resize(cut(first, last), [[2, 9]])
