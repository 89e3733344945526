"""Random networks: what was resized computes what was built at that size, number for number."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.graphs import twins
from tests.test_property import NUMBERS, outcome
from tests.zoo.judge import run_litert

MORE = range(NUMBERS.stop, NUMBERS.stop + 200)


@pytest.mark.parametrize("seed", NUMBERS)
def test_resized_random_network_computes_what_the_built_one_does(seed: int) -> None:
    t = twins(seed)
    one, two = t.finish()
    random = np.random.default_rng(seed)
    given = [random.standard_normal(shape).astype(np.float32) for shape in t.shapes(1)]
    wanted = run_litert(two, given)
    try:
        data = resize(one, t.shapes(1)).data
    except ResizeError:
        data = two
    for a, b in zip(run_litert(data, given), wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=False)


def test_more_random_networks_are_right_or_refused() -> None:
    found = [outcome(seed, twins(seed)) for seed in MORE]
    assert [o for o in found if o not in {"right", "refused"}] == []
