"""What a report says about whole files."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from circle_resizer.edits.account import made_static


@pytest.mark.parametrize(
    ("before", "inputs", "outputs", "static"),
    [
        ([(-1, 3)], [(2, 3)], [(2, 1)], True),
        ([(-1, 3)], [(1, 3)], [(1, 1)], True),
        ([(-1, 3)], [(2, 3)], [(-1, 1)], False),
        ([(-1, 3), (-1, 3)], [(2, 3), (-1, 3)], [(2, 1)], False),
        ([(1, 3)], [(2, 3)], [(2, 4)], False),  # it was static before
    ],
)
def test_a_file_without_unknown_sizes_any_more_is_static(
    before: Any,
    inputs: Any,
    outputs: Any,
    static: bool,  # noqa: FBT001
) -> None:
    report: Any = SimpleNamespace(inputs_before=before, inputs_after=inputs, outputs_after=outputs)
    assert made_static(report) is static
