"""The table of forms: what each makes of an extent, and that no two are the same."""

from __future__ import annotations

import itertools
import math

import pytest

from circle_resizer.tables import extent_forms as forms

GROUPS = (
    forms.COUNTS, forms.VARIANCE, forms.ROOTS, forms.MADE, forms.WEIGHTS, forms.SHARES,
    forms.SPANS, forms.STARTS,
)  # fmt: skip


@pytest.mark.parametrize("form", {form.text: form for group in GROUPS for form in group}.values())
@pytest.mark.parametrize("n", [2, 7, 64])
def test_a_form_makes_what_it_says(form: forms.Form, n: int) -> None:
    names = {"n": n, "sqrt": math.sqrt, "log": math.log}
    assert form(n) == pytest.approx(eval(form.text, names))  # noqa: S307


@pytest.mark.parametrize("group", GROUPS)
def test_no_form_is_listed_twice(group: tuple[forms.Form, ...]) -> None:
    assert len({round(form(7), 9) for form in group}) == len(group)


@pytest.mark.parametrize("grid", forms.GRIDS)
def test_places_of_a_grid_are_even_and_lie_between_0_and_1(grid: forms.Grid) -> None:
    places = [float(grid.at(row, 5)) for row in range(5)]
    assert places == sorted(places)
    assert 0 <= places[0] < places[-1] <= 1
    assert {round(b - a, 9) for a, b in itertools.pairwise(places)} == {
        round(1 / (5 - grid.less), 9)
    }
