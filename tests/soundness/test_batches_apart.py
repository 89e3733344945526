"""No two batches are mixed: a RESHAPE that drops the batch of 1, and an operator behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.soundness.along import ALONG
from tests.support.build_graph import GraphBuilder
from tests.support.rows import row_difference
from tests.support.two_sizes import ASSUMED, KINDS, PROVEN, REFUSED, built, grade, ints, outcome

Layout = tuple[Sequence[int], Sequence[int]]
"""Shapes of the input and in front of the operator, 0 for the batch."""


def flattened(name: str, layout: Layout, *, back: bool) -> Callable[[GraphBuilder, int], int]:
    """``x -> RESHAPE -> operator -> RESHAPE``: at a batch of 1 there may be no trace of it."""

    def net(g: GraphBuilder, n: int) -> int:
        first, inner = ([d or n for d in shape] for shape in layout)
        if n > 1 and 0 not in layout[1]:
            inner = [n, *inner]
        x = g.input(first, name="x")
        y, out = ALONG[name](g, g.op("RESHAPE", [x, ints(g, *inner)], [inner]), inner)
        last = [*first[:-1], out[-1]]
        return int(g.op("RESHAPE", [y, ints(g, *last)], [last])) if back else y

    return net


DROPPED: list[Layout] = [([0, 1, 8], [8]), ([0, 8], [8])]
LAYOUTS: list[Layout] = [
    *DROPPED, ([0, 1, 1, 8], [1, 8]), ([0, 1, 8], [1, 8]), ([0, 8, 8], [8, 8]),
    ([0, 1, 8], [1, 1, 8]), ([0, 2, 8], [2, 8]), ([0, 8], [1, 8]), ([0, 8], [1, 1, 1, 8]),
]  # fmt: skip
ROW_BY_ROW = {"rms_norm", "softmax", "log_softmax", "l2_norm", "top_two", "channels"}
"""Those that name no axis: right without the RESHAPE as well."""
FROM_THE_LAST = {"cumsum_of_the_last"}
"""Those that count axes from the last: the same."""


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ALONG)
def test_every_batch_is_worked_on_by_itself(name: str, layout: Layout, *, back: bool) -> None:
    net = flattened(name, layout, back=back)
    one = built(net, 1)
    for count in (3, 8):  # 8 are as many as there are numbers in a row
        shapes = Model(built(net, count)).input_shapes
        data, refusal = None, ""
        try:
            data = resize(one, shapes).data
        except ResizeError as error:
            refusal = str(error)
        if data is not None:
            assert row_difference(one, data) == ""
            continue
        assert layout in DROPPED or not back or name == "update"
        assert name not in ROW_BY_ROW | FROM_THE_LAST
        assert "operator" in refusal


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", DROPPED)
@pytest.mark.parametrize("name", ALONG)
def test_a_batch_that_left_no_trace_is_never_proven(name: str, layout: Layout, kind: str) -> None:
    """``[1,8] -> [8] -> operator -> [1,8]`` at batch 3: [24] and [3,8] have as many elements."""
    found = outcome(flattened(name, layout, back=True), 1, 3, kind)
    if name == "channels":  # [24] does not fit 8 channels
        assert found == PROVEN
    elif name in ROW_BY_ROW | FROM_THE_LAST:
        assert found == ASSUMED
    else:
        assert found.startswith(REFUSED)
        assert "subgraph 0, operator" in found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS[2:6])
def test_rows_that_a_batch_joins_are_proven_where_nothing_else_fits(
    layout: Layout, kind: str
) -> None:
    net = flattened("rms_norm", layout, back=True)
    one = built(net, 1, kind)
    assert grade(one, Model(built(net, 3, kind)).input_shapes) == PROVEN
