"""Sizes as a reader writes them."""

from __future__ import annotations

import pytest

from circle_resizer.symbolic.dim import Dim, bind, largest, unknown
from circle_resizer.symbolic.readable import readable

H, W = unknown("H"), unknown("W")
TEXTS: list[tuple[Dim, str]] = [
    (7, "7"),
    (H, "H"),
    (H + 1, "H + 1"),
    (H - 1, "H - 1"),
    (2 * H - W, "2*H - W"),
    (H // 2, "H//2"),
    ((H + 1) // 2, "(H + 1)//2"),
    (((H + 1) // 2 + 1) // 2, "(H + 3)//4"),
    ((H // 4) // 2 * 3 + 1, "3*(H//8) + 1"),
    (H // W, "H//W"),
    (largest(H, W), "max(H, W)"),
    ((H * W * 123456789 + 1234567891) // (W * 987654321), ".."),
]


@pytest.mark.parametrize(("size", "text"), TEXTS)
def test_text(size: Dim, text: str) -> None:
    assert readable(size) in {text, swapped(text)}


def swapped(text: str) -> str:
    """Terms may stand in another order."""
    return " + ".join(reversed(text.split(" + ")))


@pytest.mark.parametrize("size", [s for s, t in TEXTS if "max" not in t and t != ".."])
def test_the_text_is_worth_what_the_size_is(size: Dim) -> None:
    for n in (1, 7, 16, 33, 250):
        number = bind(size, {"H": n, "W": 5})
        assert eval(readable(size), {"H": n, "W": 5}) == number  # noqa: S307  # our own text
