"""Numbers of the file that belong to RFFT2D."""

from __future__ import annotations

import numpy as np

from circle_resizer import resize
from tests.support.nets import constants, one


def test_a_transform_of_whole_axes_stays_one() -> None:
    data = one("RFFT2D", [[1, 8, 8], np.array([8, 8], np.int32)], [1, 8, 5])
    assert constants(resize(data, [[1, 16, 32]]).data)["c1"].tolist() == [16, 32]


def test_a_transform_of_another_length_keeps_it() -> None:
    data = one("RFFT2D", [[1, 8, 8], np.array([16, 8], np.int32)], [1, 16, 5])
    assert constants(resize(data, [[1, 12, 8]]).data)["c1"].tolist() == [16, 8]
