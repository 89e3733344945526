"""What the graph returns: the last place where a wrong interpretation can be told."""

from __future__ import annotations

from collections.abc import Iterator

from circle_resizer.file.element_types import RANGES
from circle_resizer.file.model import Tensor
from circle_resizer.generalize.holes import Kept
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.inference.value import Value, shown
from circle_resizer.symbolic.dim import Dim, Sym
from circle_resizer.tables.constant_results import as_constant

MAX_COUNTS = 16
"""A longer result holds data, not counts."""


def check(inference: Inference, store: Store) -> None:
    """Block results that do not follow although they may have to."""
    graph, frame = inference.model.main, inference.frames[inference.entry]
    paths = Paths(graph)
    for index in graph.outputs:
        tensor, value = graph.tensors[index], inference.value(graph, frame, index)
        value = as_constant(inference.model, graph, index, value) or value
        for why in reasons(store, tensor, value):
            if not value.constant and 1 in (tensor.shape or ()):  # where a batch has a place
                store.search.backtrack((graph.index, -2 - index), graph.producers, [index])
            store.add_conflict(f"the result '{tensor.name}' {why}")
        if batch_is_behind(store, value):  # where nothing better is found, so be it
            store.search.backtrack((graph.index, -2 - index), graph.producers, [index])
        if not paths.is_fed(index) and not confirmed(store, index, value):
            note_kept(inference, store, paths, index)


def reasons(store: Store, tensor: Tensor, value: Value) -> Iterator[str]:
    """Reasons why a result may belong to the stored sizes, or to one batch alone."""
    if value.constant:
        moving = {n for n in store.sizes.moving_numbers() if n > 1}
        return constant(tensor, value, moving)
    return joined(store, value)


def note_kept(inference: Inference, store: Store, paths: Paths, index: int) -> None:
    """Report a result of constants alone that holds a number that may be made from a size."""
    graph, frame = paths.graph, inference.frames[inference.entry]
    numbers = {n for i in made_of(paths, index) for n in counts(inference.value(graph, frame, i))}
    if any(any(store.sizes.forms_of(n)) for n in numbers):
        tensor = graph.tensors[index]
        place = f"subgraph {graph.index}, result '{tensor.name}'"
        kept = Kept(place, -1, shown(tensor.shape), "result made of constants")
        store.kept[(graph.index, -2 - index), -1] = kept


def confirmed(store: Store, index: int, value: Value) -> bool:
    """Whether the shapes that second exports record for a result decide its origin."""
    witnesses, sizes = store.witnesses, store.sizes
    if not witnesses or value.shape is None:
        return False
    for witness in witnesses.files:
        dims = witness.output(index)
        if dims is None or not witness.gives(sizes, value.shape, dims):
            return False
    return all(witnesses.tells(sizes, d) for d in value.shape)


def batch_is_behind(store: Store, value: Value) -> bool:
    """Whether a batch stands behind an axis of 1, where it might stand in front."""
    first, *others = value.shape or (0,)
    return first == 1 and any(map(store.sizes.is_batch, others))


def made_of(paths: Paths, tensor: int) -> set[int]:
    """A result that no input reaches, and everything it is computed from."""
    found, todo = set[int](), [tensor]
    while todo:
        here = todo.pop()
        if here >= 0 and here not in found:
            found.add(here)
            op = paths.graph.producers.get(here)
            todo.extend(op.inputs if op is not None else ())
    return found


def counts(value: Value) -> set[int]:
    """The extents of a tensor, and its contents if they may be counts."""
    elements = value.elements or ()
    held = elements if len(elements) <= MAX_COUNTS else ()
    numbers = {e for e in (*held, *(value.shape or ())) if not isinstance(e, Sym)}
    return {int(n) for n in numbers if n > 1 and n % 1 == 0}


def constant(tensor: Tensor, value: Value, moving: set[int]) -> Iterator[str]:
    """Reasons why a constant result may belong to the stored sizes."""
    held = sorted(set(tensor.shape or ()) & moving)
    numbers = set(value.ints() or ()) if value.type in RANGES else set()
    if not held and len(value.elements or ()) <= MAX_COUNTS:
        held = sorted(numbers & moving - {2})
    if held:
        yield (
            f"is a constant of shape {shown(tensor.shape)} that may have been made for the stored "
            f"size {held[0]}, which changes"
        )


def joined(store: Store, value: Value) -> Iterator[str]:
    """Axes on which a batch was merged with other rows since no constraint placed it."""
    for axis, size in enumerate(value.shape or ()):
        if not size_is_joined(store, size):
            continue
        held = f"would hold {store.sizes.wanted(size)} rows on axis {axis}"
        if any(str(unit) in store.sizes.stored_of for unit in store.sizes.merged_units(size)):
            yield (
                f"{held}, those of all batches beside each other: the file does not say where its "
                "batch of 1 has to go"
            )
        else:
            yield (
                f"{held}: an axis of one place, mostly a map that a window covered whole, has more "
                "places now, and the file does not say where they go"
            )


def size_is_joined(store: Store, size: Dim) -> bool:
    """Whether a size was merged by heuristic from a batch of one and something else."""
    flattened = isinstance(size, Sym) and size.terms in store.flattened
    return flattened and bool(store.sizes.merged_units(size))
