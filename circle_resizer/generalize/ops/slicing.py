"""SLICE and DYNAMIC_UPDATE_SLICE: ends and sizes that were the extent of a resized axis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from circle_resizer.generalize.context import Job, ancestors
from circle_resizer.generalize.operand_axes import is_fixed
from circle_resizer.generalize.ops.broadcast import settle
from circle_resizer.generalize.partial_vectors import change_entries, known_entries
from circle_resizer.generalize.registry import repair
from circle_resizer.inference.value import Shape
from circle_resizer.schema.options import ConcatenationOptions
from circle_resizer.symbolic.dim import Dim, Sym

PADS = {"PAD", "PADV2"}
JOINERS = {"CONCATENATION", *PADS}
CUT = "a cut inside the axis stays where it is"
SQUARE = "a relative shift keeps as many columns as rows"
LAST = "last row stays last"
CROP = "the padding of a transposed convolution is cut off at both ends"


@dataclass(frozen=True, slots=True)
class Cut:
    """A slice of one axis that changes."""

    entry: int
    axis: int
    size: Sym
    extent: int
    """The stored size."""
    stride: int = 1
    from_last: bool = False
    """Whether it begins at the last row, to run backward."""


def pick_only_row(job: Job, axis: int, index: int, size: Dim) -> None:
    """The one row of an axis was picked; it will have more."""
    if not job.sizes.changes(size):
        return
    if index == -1:
        job.doubt(LAST)
        return
    job.blocked(
        f"row {index} is picked from axis {axis}, the only one there was; the axis becomes "
        f"{job.sizes.wanted(size)}, and the others would be lost"
    )


def refuse_only_row(job: Job, shape: Shape) -> None:
    """Block a constant coordinate beside computed ones, ``(0, i)``, on an axis that was 1."""
    indices = job.operand(1)
    elements = (indices.elements if indices is not None else None) or ()
    depth = indices.shape[-1] if indices is not None and indices.shape else 0
    for entry, row in enumerate(elements):
        axis = entry % depth if isinstance(depth, int) else 0
        if isinstance(row, int) and job.sizes.stored(shape[axis]) == 1:
            pick_only_row(job, axis, row, shape[axis])


def start(job: Job, cut: Cut, low: int, *, is_last: bool) -> Dim:
    """A begin, or the index of a row that is picked; ``is_last``: nothing lies behind that row."""
    if cut.stride < 0:
        return start_backward(job, cut, low)
    if low == -cut.extent:  # the first row counted from the end, or so many rows from the end
        return inside(job, 1, cut, low)
    if low <= 0 or low < cut.stride or low > cut.extent:
        return low
    if is_last and low == cut.extent - 1:
        choices: list[Dim] = [cut.size - 1, low] if cut.extent > 2 else []
        return job.free(1, cut.entry, low, choices, LAST)
    return inside(job, 1, cut, low)


def start_backward(job: Job, cut: Cut, low: int) -> Dim:
    """The begin of a slice with a negative stride: its last row stays the last."""
    if low == cut.extent - 1:
        return job.free(1, cut.entry, low, [cut.size - 1], LAST)
    return low if low >= cut.extent or -cut.extent < low < 0 else inside(job, 1, cut, low)


def stop(job: Job, cut: Cut, high: int) -> Dim:
    """An end: the extent of the axis stays that, a cut inside stays where it is.

    Example: of [2,1,3], a slice to row 1 took all rows, or the first or last one of the only row.
    """
    if cut.stride < 0:
        return stop_backward(job, cut, high)
    if high == cut.extent:
        may_be_row = high == 1 and cut.axis and job.sizes.changes(cut.size) and cuts_nothing(job)
        return job.free(2, cut.entry, high, [], CUT) if may_be_row else cut.size
    if high > cut.extent or high <= 0:
        return high
    return inside(job, 2, cut, high)


def stop_backward(job: Job, cut: Cut, high: int) -> Dim:
    """The end of a slice with a negative stride: one before the first row stays that."""
    if high == -cut.extent - 1 and (cut.from_last or not job.is_bare):
        return -1 * cut.size - 1
    return high if high == 0 or (high < 0 and high != -cut.extent) else inside(job, 2, cut, high)


def inside(job: Job, operand: int, cut: Cut, at: int) -> Dim:
    """A cut that is at neither end of its axis."""
    boundary = (job.site.graph.index, job.site.op.inputs[0], cut.axis, at)
    choices, heuristic = cut_choices(job, cut, at), CUT
    if not choices and (squares := square_cut(job, at)):
        choices, heuristic = squares, SQUARE
    if not job.sizes.moves(cut.size):
        choices, heuristic = [at], "literal size"
    return job.free(operand, cut.entry, at, choices, heuristic, shared=boundary)


def square_cut(job: Job, at: int) -> list[Dim]:
    """Behind a relative shift ``[L, 2 * L - 1]`` is cut to ``[L, L]``."""
    if (job.site.graph.index, job.site.op.inputs[0]) not in job.ledger.reordered:
        return []
    rows = [d for d in job.shape(0) or () if job.sizes.changes(d) and job.sizes.stored(d) == at]
    return [rows[0], at] if rows else []


def cut_choices(job: Job, cut: Cut, at: int) -> list[Dim]:
    """A first row stays one row; any other cut has two readings, which a consumer must decide.

    Where the slice is the only operator, its constants stay.
    """
    seams = seams_of(job, cut.axis)
    if seams is not None:
        joined = [seam for seam in seams if job.sizes.stored(seam) == at]
    else:
        joined = joint(job, at, cut.size)
    if joined:
        return joined
    return [at] if job.is_bare or (at == 1 and not is_seam(job, cut.entry, at)) else []


def cuts_nothing(job: Job) -> bool:
    """Whether the operator leaves the stored shape as it is."""
    before, after = job.original(job.site.op.inputs[0]), job.original(job.site.op.outputs[0])
    return before is not None and after is not None and before.shape == after.shape


def seams_of(job: Job, axis: int) -> list[Dim] | None:
    """Where operands meet along an axis of what a CONCATENATION has just made; else ``None``."""
    graph, frame = job.site.graph, job.site.frame
    op = graph.producers.get(job.site.op.inputs[0])
    if op is None or op.kind != "CONCATENATION":
        return None
    shapes = [job.engine.value(graph, frame, i).shape for i in op.inputs]
    rank = len(job.shape(0) or ())
    if op.options(ConcatenationOptions).axis % max(rank, 1) != axis:
        return None
    sizes = [shape[axis] for shape in shapes if shape is not None and len(shape) == rank]
    return list(accumulate(sizes))[:-1] if len(sizes) == len(shapes) else None


def joint(job: Job, cut: int, size: Sym) -> list[Dim]:
    """Where an axis was joined from a fixed part and one that changes, a cut between the two."""
    fixed = sum(number for monomial, number in size.terms if not monomial)
    if fixed < 1 or (fixed == 1 and not joins_before(job)):
        return []
    padded = list(pad_seams(job, fixed, size))
    places: list[Dim] = padded[0] if padded else [fixed, size - fixed]
    return found if len(found := [p for p in places if job.sizes.stored(p) == cut]) == 1 else []


def pad_seams(job: Job, fixed: int, size: Sym) -> Iterator[list[Dim]]:
    """Where a PAD on the way here, of so many rows, has joined them: none for both ends."""
    graph, frame = job.site.graph, job.site.frame
    operators = [graph.operators[i] for i in sorted(ancestors(job.site), reverse=True)]
    for op in operators:
        ends = job.engine.value(graph, frame, op.inputs[1]).ints() if op.kind in PADS else None
        for before, behind in zip(*[iter(ends or ())] * 2, strict=True):
            if before + behind == fixed:
                yield [fixed] if not behind else [size - fixed] if not before else []


def joins_before(job: Job) -> bool:
    """Whether something is joined on the way here: other operators add 1 to a size as well."""
    operators = job.site.graph.operators
    return any(operators[i].kind in JOINERS for i in ancestors(job.site))


def is_seam(job: Job, entry: int, cut: int) -> bool:
    """Whether slices of one tensor meet at ``cut``: halves, which may grow, or a fixed part."""
    site = job.site
    begins, ends = set(), set()
    for op in site.graph.operators:
        if op.kind not in {"SLICE", "STRIDED_SLICE"} or op.inputs[0] != site.op.inputs[0]:
            continue
        values = [job.engine.value(site.graph, site.frame, i).ints() for i in op.inputs[1:3]]
        first, last = values[0], values[1]
        if first is None or last is None or entry >= min(len(first), len(last)):
            continue
        begins.add(first[entry])
        ends.add(last[entry] if op.kind == "STRIDED_SLICE" else first[entry] + last[entry])
    return cut in begins and cut in ends


def crops(job: Job, axis: int, low: int, high: int) -> bool:
    """Whether as many rows are cut off at both ends of what a transposed convolution made."""
    graph = job.site.graph
    op = graph.producers.get(job.site.op.inputs[0])
    if op is None or op.kind != "TRANSPOSE_CONV" or axis not in {1, 2}:
        return False
    kernel = graph.tensors[op.inputs[1]].shape or ()
    return 0 < low == high and len(kernel) > axis and low < kernel[axis]


@repair("SLICE")
def slice_(job: Job) -> None:
    """A size that reached the end still does."""
    shape = job.shape(0)
    if shape is None:
        return
    begin, size = (known_entries(job, k, len(shape)) for k in (1, 2))
    first, sizes = list[Dim | None](begin), list[Dim | None](size)
    for axis, extent in enumerate(shape):
        stored = job.sizes.stored(extent)
        if isinstance(extent, Sym) and stored is not None:
            cut = Cut(axis, axis, extent, stored)
            first[axis], sizes[axis] = part(job, cut, begin[axis], size[axis])
    change_entries(job, 1, first)
    change_entries(job, 2, sizes)


def part(job: Job, cut: Cut, low: int | None, count: int | None) -> tuple[Dim | None, Dim | None]:
    """(begin, size) of a slice of one axis; ``None`` for a computed one."""
    if low is None:
        return None, window(job, cut, count)
    if count is not None and crops(job, cut.axis, low, cut.extent - low - count):
        end = job.free(2, cut.entry, low + count, [cut.size - low], CROP)
        return low, end - low
    first = start(job, cut, low, is_last=count is not None and low + count == cut.extent)
    if count is None or count == -1:
        return first, count
    return first, stop(job, cut, low + count) - first


def window(job: Job, cut: Cut, count: int | None) -> Dim | None:
    """How many rows are read from a computed position on.

    As many as there were leave no position but 0: all rows are read, as they go on to be. Of one
    row among one, either all of them or a single one was meant.
    """
    if count != cut.extent:
        return count
    return cut.size if count > 1 else job.free(2, cut.entry, count, [], CUT)


@repair("DYNAMIC_UPDATE_SLICE", "STABLEHLO_DYNAMIC_UPDATE_SLICE")
def dynamic_update_slice(job: Job) -> None:
    """An update goes on to be written over every batch, and a constant over every row it was.

    A prompt that was as long as its cache may have another length than that.
    """
    x, update = job.shape(0), job.shape(1)
    if x is None or update is None or len(x) != len(update):
        return
    for axis, (size, count) in enumerate(zip(x, update, strict=True)):
        was_whole = job.sizes.stored(size) == job.sizes.stored(count)
        if not was_whole or not job.sizes.changes(size) or job.sizes.is_inner(size):
            continue
        if job.sizes.stored(size) == 1 or is_fixed(job, (1, axis)):
            settle(job, [(0, axis), (1, axis)], ones_too=True)
