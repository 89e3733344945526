"""The numbers that an exporter makes from an extent n: one table for all who look for them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from circle_resizer.lazy_numpy import np, npt


@dataclass(frozen=True, slots=True)
class Form:
    """One of these numbers, for n of 2 or more."""

    text: str
    of: Callable[[int], float]

    def __call__(self, n: int) -> float:
        """The number for an extent."""
        return self.of(n)

    def inverse(self) -> Form:
        """One over it."""
        return Form(f"1 / ({self.text})", lambda n: 1 / self.of(n))


N = Form("n", float)
LAST = Form("n - 1", lambda n: n - 1)
ROOT = Form("sqrt(n)", lambda n: n**0.5)
LAST_ROOT = Form("sqrt(n - 1)", lambda n: (n - 1) ** 0.5)
LOG = Form("log(n)", math.log)
HALF = Form("n / 2", lambda n: n / 2)
LAST_HALF = Form("(n - 1) / 2", lambda n: (n - 1) / 2)
WIDER = Form("n / (n - 1)", lambda n: n / (n - 1))

COUNTS = (N, N.inverse(), LAST, LAST.inverse())
"""How many there are, the last index, and what they divide."""
VARIANCE = (WIDER, WIDER.inverse())
"""Those by which the mean of squares becomes a variance without bias, and back."""
ROOTS = (ROOT, ROOT.inverse(), LAST_ROOT, LAST_ROOT.inverse(), LOG, LOG.inverse())
MADE = (*COUNTS, HALF.inverse(), LAST_HALF.inverse(), ROOT, ROOT.inverse(), LOG)
"""Those that fill whole tables."""
WEIGHTS = (N, N.inverse(), LAST.inverse(), ROOT.inverse(), ROOT)
"""Those that stand in the pattern of a mean."""
SHARES = (
    Form("1 - 1 / n", lambda n: 1 - 1 / n),
    Form("1 - 1 / (n - 1)", lambda n: 1 - 1 / (n - 1)),
    LAST,
)
SPANS = (
    HALF,
    LAST_HALF,
    Form("n ** 2", lambda n: n**2),
    Form("(n - 1) ** 2", lambda n: (n - 1) ** 2),
)
STARTS = (
    LAST,
    N,
    Form("n + 1", lambda n: n + 1),
    HALF,
    LAST_HALF,
    Form("(n + 1) / 2", lambda n: (n + 1) / 2),
)
"""Those at which a line may begin or end."""


@dataclass(frozen=True, slots=True)
class Grid:
    """n places spread evenly from 0 to 1: row i is ``(i + before) / (n - less)``."""

    before: float
    less: int
    said: str

    def at(self, rows: npt.NDArray[Any], n: int) -> npt.NDArray[Any]:
        """The places of some rows."""
        return np.asarray((rows + self.before) / (n - self.less or 1))


GRIDS = (
    Grid(0.0, 1, "both ends included"),
    Grid(0.5, 0, "cell centres"),
    Grid(0.0, 0, "end left out"),
    Grid(1.0, 0, "start left out"),
)
