"""Twice the file, twice the work and twice the memory: whatever the kind of file."""

from __future__ import annotations

import contextlib
import gc
import sys
import tracemalloc
from types import FrameType

import pytest

from circle_resizer import ResizeError, resize
from tests.hostile.kinds import KINDS, Made

SIZE = 250
GROWTH, SLACK_CALLS, SLACK_BYTES = 2.5, 20_000, 200_000
CALLS_OF_A_BYTE, BYTES_OF_A_BYTE, BYTES_ANYWAY = 60, 60, 2_000_000


def answer(made: Made) -> None:
    with contextlib.suppress(ResizeError):
        assert resize(*made).data


def calls(made: Made) -> int:
    """Calls of functions, which no other load on the machine can change."""
    count = 0

    def note(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        answer(made)
    finally:
        sys.setprofile(None)
    return count


def memory(made: Made) -> int:
    """The most bytes at a time; what other tests have left decides when garbage is collected."""
    gc.collect()
    gc.freeze()
    tracemalloc.start()
    try:
        answer(made)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.unfreeze()


@pytest.mark.parametrize("name", KINDS)
def test_twice_the_file_is_twice_the_work(name: str) -> None:
    small, large = (KINDS[name](count) for count in (SIZE, 2 * SIZE))
    answer(small)  # what is loaded on first use is not counted
    work = calls(large)
    assert work <= GROWTH * calls(small) + SLACK_CALLS
    assert work <= CALLS_OF_A_BYTE * len(large[0]) + SLACK_CALLS


@pytest.mark.parametrize("name", KINDS)
def test_twice_the_file_is_twice_the_memory(name: str) -> None:
    small, large = (KINDS[name](count) for count in (SIZE, 2 * SIZE))
    answer(small)
    room = memory(large)
    assert room <= GROWTH * memory(small) + SLACK_BYTES
    assert room <= BYTES_OF_A_BYTE * len(large[0]) + BYTES_ANYWAY
