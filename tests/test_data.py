"""Constants tied to a size: repeated, cut, rebuilt by a rule, or refused."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer.data import extension

TYPES = ("?", "i1", "u1", "i2", "f2", "i4", "f4", "i8", "f8", "c8", "c16", ">f4", "V2")


@pytest.mark.parametrize("dtype", TYPES)
def test_equal_slices_are_repeated_and_cut_in_their_own_type(dtype: str) -> None:
    row = np.ones(128, "u1").view(dtype)[:8].reshape(1, 1, -1)
    table = np.repeat(row, 4, axis=1)
    for new in (1, 9):
        found = extension(table, {1: new})
        assert found is not None
        assert found.proven
        assert found.rule == "all slices along axis 1 are equal"
        built = found.build()
        assert built.dtype == table.dtype
        assert built.tobytes() == np.repeat(row, new, axis=1).tobytes()
