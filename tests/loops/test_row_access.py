"""Rows read at a position that is partly computed: what was read whole goes on to be read whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.generalize.ops.test_loops import Graph, content
from tests.support.build import ModelBuilder

Read = Callable[[Graph, int, int, int], int]
"""Row ``i`` [B,3] of ``x`` [S,B,3]: (graph, x, i, B)."""


def begin(g: Graph, i: int) -> int:
    """``(i, 0, 0)`` put together by PACK."""
    zero = g.number(0)
    return int(g.op("PACK", i, zero, zero, shape=[3], dtype="INT32", values_count=3))


def joined_begin(g: Graph, i: int) -> int:
    """The same by CONCATENATION."""
    first = g.op("RESHAPE", i, g.vector(1), shape=[1], dtype="INT32")
    return int(g.op("CONCATENATION", first, g.vector(0, 0), shape=[3], dtype="INT32", axis=0))


def flat(g: Graph, row: int, b: int) -> int:
    return int(g.op("RESHAPE", row, g.vector(b, 3), shape=[b, 3]))


def by_slice(g: Graph, x: int, i: int, b: int) -> int:
    row = g.op("SLICE", x, begin(g, i), g.vector(1, b, 3), shape=[1, b, 3])
    return flat(g, row, b)


def by_joined_slice(g: Graph, x: int, i: int, b: int) -> int:
    row = g.op("SLICE", x, joined_begin(g, i), g.vector(1, b, 3), shape=[1, b, 3])
    return flat(g, row, b)


def by_packed_size(g: Graph, x: int, i: int, b: int) -> int:
    size = g.op(
        "PACK", g.number(1), g.number(b), g.number(3), shape=[3], dtype="INT32", values_count=3
    )
    return flat(g, g.op("SLICE", x, begin(g, i), size, shape=[1, b, 3]), b)


def by_strided_slice(g: Graph, x: int, i: int, b: int) -> int:
    one = g.number(1)
    end = g.op(
        "PACK", g.scalar("ADD", i, one), g.number(b), g.number(3),
        shape=[3], dtype="INT32", values_count=3,
    )  # fmt: skip
    cuts = (begin(g, i), end, g.vector(1, 1, 1))
    return int(g.op("STRIDED_SLICE", x, *cuts, shape=[b, 3], shrink_axis_mask=1))


def by_dynamic_slice(g: Graph, x: int, i: int, b: int) -> int:
    zero = g.number(0)
    starts = (i, zero, zero)
    row = g.op("STABLEHLO_DYNAMIC_SLICE", x, *starts, shape=[1, b, 3], slice_sizes=[1, b, 3])
    return flat(g, row, b)


@dataclass(frozen=True)
class Sum:
    """A loop that adds up the rows of ``x`` [S,B,3], which came in as [B,S,3]."""

    read: Read
    kind: str = "tflite"

    def make(self, s: int, b: int) -> bytes:
        model = ModelBuilder(self.kind)
        main, cond, body = (Graph(model.graph()) for _ in range(3))
        shapes: list[list[int]] = [[], [s, b, 3], [b, 3]]
        types = ["INT32", "FLOAT32", "FLOAT32"]
        x = main.graph.input([b, s, 3], name="x")
        x = main.op("TRANSPOSE", x, main.vector(1, 0, 2), shape=[s, b, 3])
        graphs = {"cond_subgraph_index": 1, "body_subgraph_index": 2}
        states = [main.number(0), x, main.zeros(b, 3)]
        outs = main.graph.op("WHILE", states, shapes, dtype=types, **graphs)
        main.graph.output(outs[2])
        i, *_ = [cond.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
        cond.graph.output(cond.test("LESS", i, cond.number(s)))
        i, x, h = [body.graph.input(d, t) for d, t in zip(shapes, types, strict=True)]
        h = body.op("ADD", h, self.read(body, x, i, b), shape=[b, 3])
        body.graph.output(body.scalar("ADD", i, body.number(1)), x, h)
        return bytes(model.finish())


READS = {
    "slice": by_slice,
    "slice from a joined begin": by_joined_slice,
    "strided slice": by_strided_slice,
    "dynamic slice of stablehlo": by_dynamic_slice,
}


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize(
    ("old", "new"), [((5, 1), (5, 13)), ((5, 4), (5, 1)), ((5, 2), (7, 3)), ((5, 1), (8, 1))]
)
def test_all_batches_of_a_row_are_read(
    name: str, kind: str, old: tuple[int, int], new: tuple[int, int]
) -> None:
    net = Sum(READS[name], kind)
    result = resize(net.make(*old), [[new[1], new[0], 3]])
    assert content(result.data) == content(net.make(*new))


def results(data: bytes) -> list[tuple[str, tuple[int, ...]]]:
    """Shapes of what is computed; a PACK of constants may have become one."""
    graphs = Model(data).subgraphs
    made = [(op, g.tensors[i]) for g in graphs for op in g.operators for i in op.outputs]
    return [(op.kind, tensor.dims) for op, tensor in made if tensor.dims != (3,)]


@pytest.mark.parametrize("kind", ["circle", "tflite"])
@pytest.mark.parametrize(("old", "new"), [(1, 13), (4, 1), (2, 3)])
def test_a_literal_in_a_packed_size_follows(kind: str, old: int, new: int) -> None:
    net = Sum(by_packed_size, kind)
    result = resize(net.make(5, old), [[new, 5, 3]])
    assert results(result.data) == results(net.make(5, new))


def outside(rows: int, *, position: str) -> bytes:
    """One of 6 rows of ``x`` [B,6,4], at a position that comes in."""
    model = ModelBuilder("tflite")
    g = Graph(model.graph())
    x, at = g.graph.input([rows, 6, 4], name="x"), g.graph.input([], "INT32", name="at")
    zero = g.number(0)
    if position == "GATHER_ND":
        where = g.op("PACK", zero, at, shape=[2], dtype="INT32", values_count=2)
        g.graph.output(g.op("GATHER_ND", x, where, shape=[4]))
        return bytes(model.finish())
    where = g.op("PACK", zero, at, zero, shape=[3], dtype="INT32", values_count=3)
    if position == "shared":
        other = g.op("SLICE", x, where, where, shape=[0, 6, 0])
        g.graph.output(g.op("SHAPE", other, shape=[3], dtype="INT32"))
    size = g.vector(rows, 1, 4)
    g.graph.output(g.op("SLICE", x, where, size, shape=[rows, 1, 4]))
    return bytes(model.finish())


@pytest.mark.parametrize(("old", "new"), [(1, 3), (4, 2)])
def test_rows_at_a_position_from_outside_are_those_of_all_batches(old: int, new: int) -> None:
    result = resize(outside(old, position="SLICE"), [[new, 6, 4], []])
    assert content(result.data) == content(outside(new, position="SLICE"))


def test_the_only_batch_that_gather_nd_picks_is_not_all() -> None:
    with pytest.raises(ResizeError, match="row 0 is picked from axis 0, the only one there was"):
        resize(outside(1, position="GATHER_ND"), [[3, 6, 4], []])


def last_rows(n: int, *, shared: bool = False) -> bytes:
    """The last 3 rows of ``x`` [n,6], two columns from a position on, beside 3 other rows."""
    model = ModelBuilder("tflite")
    g = Graph(model.graph())
    x, at = g.graph.input([n, 6], name="x"), g.graph.input([], "INT32", name="at")
    other = g.graph.input([3, 2], name="other")
    where = g.op("PACK", g.number(n - 3), at, shape=[2], dtype="INT32", values_count=2)
    rows = g.op("SLICE", x, where, g.vector(3, 2), shape=[3, 2])
    g.graph.output(g.op("ADD", rows, other, shape=[3, 2]))
    if shared:
        g.graph.output(g.op("NEG", where, shape=[2], dtype="INT32"))
    return bytes(model.finish())


def test_a_literal_of_a_computed_begin_follows_where_it_stands() -> None:
    result = resize(last_rows(8), [[12, 6], [], [3, 2]])
    assert content(result.data) == content(last_rows(12))


def test_a_literal_that_others_read_as_well_does_not_follow() -> None:
    with pytest.raises(ResizeError, match="entry 0 of 't4' is 5 and would have to become 9"):
        resize(last_rows(8, shared=True), [[12, 6], [], [3, 2]])


def stablehlo(rows: int, kind: str) -> bytes:
    """Parts of ``x`` [rows,6,4] by operators with sizes in their attributes."""
    model = ModelBuilder("tflite")
    g = Graph(model.graph())
    x, at = g.graph.input([rows, 6, 4], name="x"), g.graph.input([], "INT32", name="at")
    cut = {"start_indices": [0, 1, 0], "strides": [1, 1, 1]}
    if kind == "columns":
        y = g.op("STABLEHLO_SLICE", x, shape=[rows, 4, 4], limit_indices=[rows, 5, 4], **cut)
    elif kind == "gather":
        at = g.op("RESHAPE", at, g.vector(1, 1), shape=[1, 1], dtype="INT32")
        options = {"offset_dims": [1, 2], "collapsed_slice_dims": [1], "start_index_map": [1]}
        sizes = {"index_vector_dim": 1, "slice_sizes": [rows, 1, 4]}
        y = g.op("STABLEHLO_GATHER", x, at, shape=[1, rows, 4], **options, **sizes)
    else:
        starts = (at, at, at) if kind == "any row" else (g.number(0), at, g.number(0))
        options = {"slice_sizes": [rows, 1, 4]}
        y = g.op("STABLEHLO_DYNAMIC_SLICE", x, *starts, shape=[rows, 1, 4], **options)
    g.graph.output(y)
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["columns", "gather", "row"])
@pytest.mark.parametrize(("old", "new"), [(1, 3), (4, 2)])
def test_sizes_in_attributes_span_all_batches(kind: str, old: int, new: int) -> None:
    result = resize(stablehlo(old, kind), [[new, 6, 4], []])
    assert content(result.data) == content(stablehlo(new, kind))


def test_rows_cut_by_an_attribute_are_ambiguous() -> None:
    with pytest.raises(ResizeError, match="rows 1 to 5 are cut out of axis 1, 6 -> 8"):
        resize(stablehlo(2, "columns"), [[2, 8, 4], []])


def test_the_only_row_at_a_computed_place_is_ambiguous() -> None:
    with pytest.raises(ResizeError, match="the only row of axis 0 is picked, which becomes 3"):
        resize(stablehlo(1, "any row"), [[3, 6, 4], []])


def counted(rows: int, *, step: int = 1) -> bytes:
    """All batches of two columns from a position on; the end is counted from the begin."""
    model = ModelBuilder("tflite")
    g = Graph(model.graph())
    x, at = g.graph.input([rows, 6], name="x"), g.graph.input([], "INT32", name="at")
    begin = g.op("PACK", g.number(0), at, shape=[2], dtype="INT32", values_count=2)
    cuts = (begin, g.vector(rows, 2), g.vector(step, 1))
    shape = [-(-rows // step), 2]
    g.graph.output(g.op("STRIDED_SLICE", x, *cuts, shape=shape, offset=True))
    return bytes(model.finish())


@pytest.mark.parametrize(("old", "new"), [(1, 3), (4, 2), (4, 6)])
def test_an_end_counted_from_the_begin_spans_all_batches(old: int, new: int) -> None:
    result = resize(counted(old), [[new, 6], []])
    assert content(result.data) == content(counted(new))


def test_counted_steps_are_refused() -> None:
    with pytest.raises(ResizeError, match="axis 0 is cut in steps of 2 and becomes 6"):
        resize(counted(4, step=2), [[6, 6], []])
