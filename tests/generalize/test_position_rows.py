"""Rows of a position table that were folded for a position made from a size."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from tests.support.build_graph import GraphBuilder
from tests.support.nets import built


def cached_position(graph: GraphBuilder, n: int) -> int:
    """A step behind n others: rotary rows of position n."""
    cache, x = graph.input([1, n, 8], name="cache"), graph.input([1, 1, 8], name="x")
    angle = n * 10000.0 ** (-np.arange(4) / 4)
    row = np.concatenate([np.cos(angle), np.cos(angle)]).astype(np.float32)[None, None]
    y = graph.op("MUL", [x, graph.const(row, name="cos")], [[1, 1, 8]])
    return graph.op("CONCATENATION", [cache, y], [[1, n + 1, 8]], axis=1)


def test_a_row_of_the_position_behind_a_cache_is_refused() -> None:
    with pytest.raises(ResizeError, match="'cos' holds sines or cosines of position 5"):
        resize(built(cached_position, 5), [[1, 9, 8], [1, 1, 8]])
