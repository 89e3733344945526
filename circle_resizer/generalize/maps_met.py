"""The maps that a graph has computed so far: rows and columns, by what they were in the file."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from circle_resizer.generalize.context import Context
from circle_resizer.inference.engine import Frame, Inference
from circle_resizer.inference.value import Shape


class Met:
    """Rows and columns of the maps of a graph, by what they were; each is looked at once."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.done = frame, 0
        self.maps: dict[tuple[int | None, ...], dict[Shape, None]] = {}

    def go_on(self, ctx: Context) -> None:
        """As far as the operator at hand."""
        graph, end = ctx.site.graph, ctx.site.op.index
        tensors = () if self.done else graph.inputs
        for tensor in (
            *tensors,
            *(t for op in graph.operators[self.done : end] for t in op.outputs),
        ):
            value = self.frame[tensor] if tensor >= 0 else None
            if value is not None and value.shape is not None and len(value.shape) == 4:
                for first in (1, 2):  # they come before the channels, or behind them
                    rows = value.shape[first : first + 2]
                    self.maps.setdefault(tuple(map(ctx.sizes.stored, rows)), {})[rows] = None
        self.done = end


METS: WeakKeyDictionary[Inference, dict[int, Met]] = WeakKeyDictionary()
"""What was met in the graphs of a run."""


def maps_so_far(ctx: Context) -> dict[tuple[int | None, ...], dict[Shape, None]]:
    """Those of the operators before the one at hand."""
    known = METS.setdefault(ctx.engine, {})
    met = known.get(ctx.site.graph.index)
    is_back = met is not None and met.done > ctx.site.op.index  # the search has gone back
    if met is None or is_back or met.frame is not ctx.site.frame:
        met = known[ctx.site.graph.index] = Met(ctx.site.frame)
    met.go_on(ctx)
    return met.maps
