"""Attention over a whole map that may have been one window of a larger one.

A map of 7x7 that is flattened for attention says nothing of windows: global attention flattens it,
and so does attention within windows of 7x7. At another size the two part.
"""

from __future__ import annotations

from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.refusals import wording
from circle_resizer.schema.options import Options
from circle_resizer.symbolic.dim import Dim, Sym, factors_of

GLOBAL = "global attention"


def remember(store: Store, size: Dim) -> None:
    """Note that an axis holds the rows and columns of a map, both of which change."""
    if isinstance(size, Sym):
        found = [store.sizes.stored(f) or 1 for f in factors_of(size) if store.sizes.changes(f)]
        extents = tuple(n for n in found if n > 1)
        if len(extents) == 2:
            store.maps[size.terms] = (extents[0], extents[1])


def check(inference: Inference, store: Store, settings: Settings) -> None:
    """Refuse attention over square maps of one size, unless the user assumes that it is global.

    Maps of two sizes, or one that is not square, cannot all be one window.
    """
    if not store.maps or GLOBAL in settings.assume:
        return
    attended = attended_maps(inference, store)
    if len(attended) != 1:
        return
    ((rows, columns), site), *_ = attended.items()
    if rows == columns:
        store.add_conflict(
            f"{site}: it works along all {rows * columns} places of a map of {rows}x{columns}, "
            f"which may have been one window of that size; export the network at a second "
            f"size, or say {wording.assume(GLOBAL)}"
        )


def attended_maps(inference: Inference, store: Store) -> dict[tuple[int, int], Site]:
    """(rows, columns) of the maps that a SOFTMAX works along, and the first operator that does."""
    graph, frame = inference.model.main, inference.frames[inference.entry]
    found: dict[tuple[int, int], Site] = {}
    for op in graph.operators:
        value = frame[op.inputs[0]] if op.kind == "SOFTMAX" else None
        last = value.shape[-1] if value is not None and value.shape else 0
        extents = store.maps.get(last.terms) if isinstance(last, Sym) else None
        if extents is not None and not store.witnesses.tells_apart(store.sizes, last):
            found.setdefault(extents, Site(graph, op, op.kind, frame, Options()))
    return found
