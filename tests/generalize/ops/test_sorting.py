"""Numbers of the file that belong to TOPK_V2."""

from __future__ import annotations

import numpy as np

from circle_resizer import resize
from tests.support.nets import constants, one


def test_a_full_sort_stays_one() -> None:
    data = one("TOPK_V2", [[2, 8], np.array(8, np.int32)], [2, 8], [2, 8])
    assert constants(resize(data, [[2, 12]]).data)["c1"].tolist() == 12


def test_a_few_largest_stay_as_many() -> None:
    data = one("TOPK_V2", [[2, 8], np.array(3, np.int32)], [2, 3], [2, 3])
    assert constants(resize(data, [[2, 12]]).data)["c1"].tolist() == 3


def test_what_is_sorted_is_the_last_axis() -> None:
    data = one("TOPK_V2", [[2, 3, 8], np.array(8, np.int32)], [2, 3, 8], [2, 3, 8])
    assert constants(resize(data, [[2, 3, 12]]).data)["c1"].tolist() == 12
