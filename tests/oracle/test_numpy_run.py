"""The numpy kernels of the tests compute what LiteRT does."""

from __future__ import annotations

import numpy as np
import pytest

from tests.soundness.along import ALONG
from tests.soundness.test_batches_apart import LAYOUTS, flattened
from tests.soundness.test_chance import CLEAR, OPERATORS, attention, dropped
from tests.soundness.test_guesses import HALVES, by_gather, by_slice, by_strides, halves, rows
from tests.soundness.test_literals import MADE, beside
from tests.soundness.test_no_rows_lost import RIGHT, file_of
from tests.soundness.test_unit_axes import windows
from tests.support.numpy_run import run
from tests.support.two_sizes import built, samples
from tests.zoo.judge import run_litert

KNOWN = set(ALONG) - {"rms_norm"}
FILES = {
    **{f"along {n}": built(flattened(n, LAYOUTS[3], back=True), 3) for n in sorted(KNOWN)},
    **{f"dropped {n}": built(dropped(n, CLEAR[0], swap=False), 3) for n in OPERATORS},
    **{f"halves {n}": built(halves(n), 8) for n in HALVES},
    **{f"rows {r.__name__}": built(rows(r, 2, "ADD", None), 8)
       for r in (by_slice, by_strides, by_gather)},
    **{f"made {m.__name__}": built(beside(m, int, None), 8) for m in MADE},
    **{f"read {i}": file_of(r) for i, r in enumerate(RIGHT)},
    "attention": built(lambda g, n: attention(g, n, (4, 2, 4)), 2),
    "windows": built(windows, 4),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_numpy_computes_what_litert_does(name: str) -> None:
    given = samples(FILES[name])
    for a, b in zip(run(FILES[name], given), run_litert(FILES[name], given), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
