"""Resized with a second export, a network is what an exporter would write at the third size."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.api import compare
from circle_resizer.file.model import Model
from tests.witnesses.nets import ALL, Net, built

A, B = 16, 24
SIZES = (8, 12, 17, 20, 24, 32, 48)
HALVES = {"half", "larger_half", "second_half", "filled", "widened", "split_in_two", "counted"}
REFUSED = {
    **{name: {17} for name in HALVES},  # rounded down or up: both files are even
    "pooled_into_bins": {17},
    "windows": {17},
    "four_groups": {17},
    "padded_to_eight": {12, 17, 20},  # both files are multiples of 8
    "positions": {32, 48},  # rows that no file holds
    "centre_of_a_window": {17, 32, 48},
    "kept_rows": {8, 12},  # there are no 16 rows
}


def shapes(net: Net, size: int) -> list[tuple[int, ...]]:
    return Model(built(net, size)).input_shapes


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ALL)
def test_the_third_size_is_that_of_an_export(name: str, size: int) -> None:
    net = ALL[name]
    if size in REFUSED.get(name, ()):
        with pytest.raises(ResizeError):
            resize(built(net, A), shapes(net, size), also=[built(net, B)])
        return
    result = resize(built(net, A), shapes(net, size), also=[built(net, B)], strict=True)
    assert compare(result.data, built(net, size)) == []


@pytest.mark.parametrize("name", ["half", "larger_half", "second_half", "filled", "counted"])
@pytest.mark.parametrize("size", [9, 17, 33])
def test_a_third_export_decides_what_two_leave_open(name: str, size: int) -> None:
    net = ALL[name]
    also = [built(net, B), built(net, 31)]
    result = resize(built(net, A), shapes(net, size), also=also, strict=True)
    assert compare(result.data, built(net, size)) == []


def test_two_forms_that_part_are_both_named() -> None:
    net = ALL["half"]
    with pytest.raises(ResizeError) as caught:
        resize(built(net, A), shapes(net, 17), also=[built(net, B)])
    message = str(caught.value)
    assert "the constant 8 is 12 in 'export 2'" in message
    assert "part here, 8 and 9" in message
    assert "a third export" in message


def test_a_number_that_no_form_gives_is_refused_with_both_numbers() -> None:
    odd = ALL["all_but_three"]
    with pytest.raises(ResizeError, match="'export 2'"):
        resize(built(odd, A), shapes(odd, 32), also=[built(ALL["half"], B)])


@pytest.mark.parametrize("name", ["half", "first_rows", "all_but_three", "roll"])
def test_the_report_names_the_file(name: str) -> None:
    net = ALL[name]
    result = resize(built(net, A), shapes(net, 32), also=[built(net, B)])
    assert result.report.assumptions == []
    without = [line for line in result.report.lines if "by 'export 2'" not in line]
    assert without == []


def test_a_learned_table_is_refused_at_sizes_that_no_file_holds() -> None:
    net = ALL["positions"]
    with pytest.raises(ResizeError, match="constant 'table'"):
        resize(built(net, A), shapes(net, 32), also=[built(net, B)])


def test_an_export_of_the_sizes_asked_for_is_reproduced() -> None:
    net = ALL["best"]
    result = resize(built(net, A), shapes(net, B), also=[built(net, B)], strict=True)
    assert compare(result.data, built(net, B)) == []


def test_a_second_export_of_the_same_sizes_says_nothing() -> None:
    net = ALL["half"]
    with pytest.raises(ResizeError, match="it may stay 8 or move with the axis"):
        resize(built(net, A), shapes(net, 32), also=[built(net, A)])
