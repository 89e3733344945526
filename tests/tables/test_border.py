"""Tables that differ at their ends alone."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer.tables.border import framed, marked
from circle_resizer.tables.made_numbers import Moving


@pytest.mark.parametrize(
    ("row", "ends"),
    [
        ([9, 5, 5, 5], (1, 0)),
        ([5, 5, 5, 9], (0, 1)),
        ([9, 5, 5, 5, 9], (1, 1)),
        ([9, 5, 5, 9], None),  # two between are too few
        ([5, 5, 5, 5], None),
        ([5, 5, 9, 5, 5], None),
    ],
)
def test_three_equal_slices_frame_the_ends(row: list[int], ends: tuple[int, int] | None) -> None:
    assert framed(np.array(row), 0) == ends


@pytest.mark.parametrize(
    ("new", "expected"), [(6, [0, 1, 1, 1, 1, 0]), (3, [0, 1, 0]), (2, None), (1, None)]
)
def test_one_slice_is_left_between_the_ends(new: int, expected: list[int] | None) -> None:
    found = marked(np.array([0, 1, 1, 1, 0]), {0: new}, Moving())
    assert (found.build().tolist() if found is not None else None) == expected
