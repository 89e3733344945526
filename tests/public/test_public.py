"""Public architectures: resized is what was exported there, or it is refused; never wrong."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.public.network import Direction, Network, directions
from tests.public.networks import NETWORKS
from tests.public.page import ROOT, listed

ALL = [direction for network in NETWORKS for direction in directions(network)]


def exported(network: Network) -> None:
    """See that the cache holds the network."""
    if network.missing():
        command = [sys.executable, "-m", "tests.public.export", network.source]
        subprocess.run(command, check=False, cwd=ROOT)  # noqa: S603
    assert network.missing() == []


@pytest.mark.slow
@pytest.mark.parametrize("direction", ALL, ids=str)
def test_a_resize_is_right_or_refused(direction: Direction) -> None:
    exported(direction.network)
    judge = pytest.importorskip("tests.public.judge")
    plain, helped = judge.both(direction)
    assert {plain.word, helped.word} <= {"right", "refused"}, helped.reason
    assert plain.word == "right" or listed()[str(direction)] != "right", plain.reason


def test_the_page_lists_every_direction() -> None:
    assert set(listed()) == set(map(str, ALL))


def test_nothing_on_the_page_is_wrong() -> None:
    words = {word.split()[-1] for word in listed().values()}
    assert words <= {"right", "refused", "table", "tables"}


def test_there_are_many_networks() -> None:
    assert len(NETWORKS) >= 60
    assert len({network.source for network in NETWORKS}) >= 2
