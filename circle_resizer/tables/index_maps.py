"""Row numbers along one axis, written out: padding, rolls, flips, copies and frames for GATHER.

Where several families draw the stored numbers ([1, 0, 1, 0] of two rows is a reflection or goes
round) nobody knows which it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from circle_resizer.lazy_numpy import np
from circle_resizer.tables.compare import Array
from circle_resizer.tables.generator import Generator, Rows, accepted

Place: TypeAlias = Callable[[Array, int], Array]
MOST = 1 << 20
"""Numbers of a constant; more are data."""
TRIED = 4
"""Shifts that are tried: that of the longest part in order, and the next ones."""
REFLECTED = "row numbers reflect at the ends"


def reflected(i: Array, n: int) -> Array:
    """2 1 0 1 2 3 2 1: the ends are there once."""
    place = np.mod(i, max(2 * (n - 1), 1))
    return np.asarray(np.minimum(place, 2 * (n - 1) - place))


def mirrored(i: Array, n: int) -> Array:
    """1 0 0 1 2 3 3 2: the ends are there twice."""
    place = np.mod(i, 2 * n)
    return np.asarray(np.minimum(place, 2 * n - 1 - place))


def repeated(i: Array, n: int) -> Array:
    """0 0 0 1 2 3 3 3: the ends go on."""
    return np.clip(i, 0, n - 1)


def around(i: Array, n: int) -> Array:
    """2 3 0 1 2 3 0 1: the rows go round."""
    return np.mod(i, n)


PADDING: dict[str, Place] = {
    "row numbers in order, the ends repeated": repeated,
    REFLECTED: reflected,
    "row numbers reflect behind the ends": mirrored,
    "row numbers go round": around,
}


def index_map(numbers: Array, n: int, new: int) -> Generator | None:
    """What draws row numbers of an axis of n rows, the last one among them, for a new extent."""
    if numbers.size > MOST or n < 2 or len(numbers) < 2:
        return None
    if numbers.ndim == 2:
        return accepted(numbers, n, new, frames)
    if int(numbers.max()) != n - 1 or int(numbers.min()) < 0 or len(set(numbers.tolist())) < n - 1:
        return None
    return accepted(numbers, n, new, listings)


def listings(rows: Rows) -> Iterator[Generator]:
    """Ways to list a whole axis."""
    n, more, factor = rows.n, rows.count - rows.n, rows.count // rows.n
    shifts = Counter((rows.numbers - rows.values).tolist()).most_common(TRIED)
    for rule, place in PADDING.items() if abs(more) < n else ():
        for shift, _ in shifts:
            if 2 * abs(shift) < n:  # the shorter way round: a roll by n - 2 is one by -2
                ends = max(shift, more - shift) + (rule == REFLECTED)
                yield Generator(rule, padded(place, shift, ends), lambda n: n + more)
    if not more:
        yield Generator("row numbers from the last to the first", lambda i, n: n - 1 - i)
    if factor > 1 and factor * n == rows.count:
        yield Generator(f"each row {factor} times", lambda i, _: i // factor, lambda n: n * factor)
        yield Generator(f"all rows {factor} times", around, lambda n: n * factor)


def padded(place: Place, shift: int, ends: int) -> Callable[[Array, int], Array | None]:
    """Row numbers that begin ``shift`` rows before the first; n rows are enough for ``ends``."""
    return lambda i, n: place(i - shift, n) if ends <= n else None


def frames(rows: Rows) -> Iterator[Generator]:
    """``i * hop + j``: frames of a signal of n samples, as many as fit."""
    width = rows.values.shape[1]
    hop, left = divmod(int(rows.values[1, 0] - rows.values[0, 0]), int(rows.numbers[1]))
    if hop > 0 and not left and rows.count > 2 and width > 1:
        rule = f"frames of {width} samples, {hop} apart, as many as fit"
        yield Generator(
            rule,
            lambda i, _: np.asarray(i[:, None] * hop + np.arange(width)),
            lambda n: (n - width) // hop + 1,
            parameters=2,
        )
