"""No row is lost: what slices read whole at the stored sizes they read whole at the requested ones.

A network unrolled over time reads the rows of its input one by one, ``x[:, 0:1]``, ``x[:, 1:2]``.
Each of these slices is well-formed for a longer input, and all of them leave its end out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from circle_resizer.file.model import Operator, Subgraph
from circle_resizer.generalize.ops.strided_slice import sliced_axes
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.masks import on
from circle_resizer.inference.value import Element, Shape
from circle_resizer.schema.options import StridedSliceOptions
from circle_resizer.symbolic.dim import Dim

Span: TypeAlias = tuple[Dim, Dim]
"""The first row that is read, and the one behind the last."""
Number: TypeAlias = Callable[[Dim], "int | None"]


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as it was inferred, with what was decided about its constants."""

    inference: Inference
    store: Store
    graph: Subgraph

    def shape(self, tensor: int) -> Shape:
        """Sizes of a tensor."""
        frame = self.inference.frames[self.graph.index]
        return self.inference.value(self.graph, frame, tensor).shape or ()

    def entries(self, op: Operator, operand: int) -> Sequence[Element]:
        """The numbers of an operand, as they were decided; none where they are not known."""
        value = self.store.replaced.get(((self.graph.index, op.index), operand))
        if value is None:
            frame = self.inference.frames[self.graph.index]
            value = self.inference.value(self.graph, frame, op.inputs[operand])
        return value.elements or ()


def check(inference: Inference, store: Store) -> None:
    """Block slices that together read an axis whole and would no longer."""
    for index in sorted(inference.frames):
        graph = Graph(inference, store, inference.model.subgraphs[index])
        for tensor, readers in Paths(graph.graph).readers.items():
            is_cut = all(op.kind in SPANS and op.inputs[0] == tensor for op in readers)
            known = tensor >= 0 and inference.frames[index][tensor] is not None
            if is_cut and known and tensor not in graph.graph.outputs:
                check_tensor(graph, tensor, readers)


def check_tensor(graph: Graph, tensor: int, readers: Sequence[Operator]) -> None:
    """The axes of one tensor that nothing but slices reads."""
    sizes = graph.store.sizes
    for axis, size in enumerate(graph.shape(tensor)):
        if not sizes.changes(size) or sizes.is_dynamic(size):
            continue
        left = left_out(graph, axis, size, readers)
        if left is not None:
            name = graph.graph.tensors[tensor].name
            count = f"{len(readers)} slice{'s read' if len(readers) > 1 else ' reads'}"
            graph.store.add_conflict(
                f"subgraph {graph.graph.index}: {count} all "
                f"{sizes.stored(size)} rows of axis {axis} of '{name}', and would leave out row "
                f"{left} of {sizes.wanted(size)}; export the network at that size",
                (graph.graph.index, readers[0].index),
            )


def left_out(graph: Graph, axis: int, size: Dim, readers: Sequence[Operator]) -> int | None:
    """The first row that no slice reads at the wanted size, where all were read before."""
    sizes = graph.store.sizes
    stored, wanted = sizes.stored(size), sizes.wanted_int(size)
    spans = [SPANS[op.kind](graph, op, axis, size) for op in readers]
    known = [span for span in spans if span is not None]
    if stored is None or wanted is None or len(known) < len(spans):
        return None
    left = missing(known, wanted, sizes.wanted_int)
    return left[0] if left and not missing(known, stored, sizes.stored) else None


def missing(spans: Sequence[Span], extent: int, number: Number) -> list[int]:
    """The first row of every gap that spans leave in an axis; none where they are not known."""
    ends = [(number(low), number(high)) for low, high in spans]
    known = sorted((low, high) for low, high in ends if low is not None and high is not None)
    gaps, reached = list[int](), 0
    for low, high in known if len(known) == len(ends) else ((0, extent),):
        if low > reached:
            gaps.append(reached)
        reached = max(reached, high)
    return gaps if reached >= extent else [*gaps, reached]


def slice_span(graph: Graph, op: Operator, axis: int, size: Dim) -> Span | None:
    """Rows that SLICE reads."""
    begin, count = (graph.entries(op, k) for k in (1, 2))
    if axis >= min(len(begin), len(count)):
        return None
    low, rows = begin[axis], count[axis]
    if isinstance(low, float) or isinstance(rows, float):
        return None
    return low, size if rows == -1 else low + rows


def strided_span(graph: Graph, op: Operator, axis: int, size: Dim) -> Span | None:
    """Rows that STRIDED_SLICE reads; of steps other than 1 nothing is said."""
    opt = op.options(StridedSliceOptions)
    entries = [graph.entries(op, k) for k in (1, 2, 3)]
    count = min(map(len, entries))
    if not count or opt.offset:
        return None
    cuts = sliced_axes(opt, count, len(graph.shape(op.inputs[0])))
    entry = next((entry for entry, cut in cuts if cut == axis), None)
    return (0, size) if entry is None else cut_span(opt, entries, entry, size)


def cut_span(
    opt: StridedSliceOptions, entries: Sequence[Sequence[Element]], entry: int, size: Dim
) -> Span | None:
    """Rows between an entry of begin and one of end; ``entries``: those of begin, end, strides."""
    begin, end, strides = (found[entry] for found in entries)
    low = 0 if on(opt.begin_mask, entry) else from_front(begin, size)
    high = size if on(opt.end_mask, entry) else from_front(end, size)
    if low is None or high is None or strides != 1:
        return None
    return low, low + 1 if on(opt.shrink_axis_mask, entry) else high


def from_front(entry: Element, size: Dim) -> Dim | None:
    """A row counted from the front."""
    if isinstance(entry, float):
        return None
    return entry + size if isinstance(entry, int) and entry < 0 else entry


SPANS = {"SLICE": slice_span, "STRIDED_SLICE": strided_span}
