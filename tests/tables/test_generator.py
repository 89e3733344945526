"""The acceptance of generators: each of its demands, by a family that meets all but one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from circle_resizer.tables.compare import Array
from circle_resizer.tables.generator import Family, Generator, Rows, accepted

LINE = np.arange(8) * 3 + 2


def line(first: int, step: int, parameters: int = 2) -> Generator:
    return Generator("line", lambda i, _: first + i * step, parameters=parameters)


def lines(rows: Rows) -> Iterator[Generator]:
    """The line through the first and the last row."""
    rise = int(rows.values[-1] - rows.values[0])
    yield line(int(rows.values[0]), rise // int(rows.numbers[-1]))


def drawn(table: Array, new: int, family: Family) -> list[int] | None:
    found = accepted(table, len(table), new, family)
    numbers = found.table(new) if found is not None else None
    return None if numbers is None else numbers.tolist()


def test_a_family_that_explains_the_rows_draws_others() -> None:
    assert drawn(LINE, 10, lines) == [2 + 3 * i for i in range(10)]


def test_every_stored_row_has_to_be_drawn() -> None:
    for row in range(1, 8):
        table = LINE.copy()
        table[row] += 1
        assert drawn(table, 10, lines) is None


def test_there_have_to_be_more_rows_than_parameters() -> None:
    assert drawn(LINE[:3], 5, lambda _: iter([line(2, 3, parameters=2)])) == [2, 5, 8, 11, 14]
    assert drawn(LINE[:3], 5, lambda _: iter([line(2, 3, parameters=3)])) is None


def test_a_family_that_only_remembers_is_not_accepted() -> None:
    def remembered(rows: Rows) -> Iterator[Generator]:
        known = dict(zip(rows.numbers.tolist(), rows.values.tolist(), strict=True))
        yield Generator("known", lambda i, _: np.array([known.get(k, 0) for k in i.tolist()]))

    assert drawn(LINE, 10, remembered) is None


def test_a_rival_that_goes_on_otherwise_is_a_doubt() -> None:
    def rivals(rows: Rows) -> Iterator[Generator]:
        yield from lines(rows)
        yield Generator("made from n", lambda i, n: 2 + i * (n - 5))

    assert drawn(LINE, 10, rivals) is None
    assert drawn(LINE, 8, rivals) is None


def test_a_rival_that_says_the_same_is_none() -> None:
    def twins(rows: Rows) -> Iterator[Generator]:
        yield from lines(rows)
        yield Generator("the same", lambda i, _: 3 * i + 2)

    assert drawn(LINE, 10, twins) == [2 + 3 * i for i in range(10)]


def test_the_number_of_rows_has_to_follow_from_the_extent() -> None:
    def doubled(_: Rows) -> Iterator[Generator]:
        yield Generator("pairs", lambda i, _: i // 2, lambda n: n * 2)

    table = np.arange(12) // 2
    found = accepted(table, 6, 4, doubled)
    assert found is not None
    assert found.table(4) is not None
    assert accepted(table, 5, 4, doubled) is None


def test_floats_may_be_off_by_their_slack() -> None:
    def loose(_: Rows) -> Iterator[Generator]:
        yield Generator("even", lambda i, n: i / n, slack=lambda _: 1e-3)

    table = np.arange(8) / 8
    assert drawn(table + 9e-4, 10, loose) == [i / 10 for i in range(10)]
    assert drawn(table + 2e-3, 10, loose) is None
