"""Several graphs of one file that are resized together, and those that are left as they are.

Graphs that are run by name (signatures) may share constants, subgraphs and variables. Constants
are split where they have to differ. What else is shared either moves for all who use it, or the
request is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from circle_resizer.errors import RefusedError, refused
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.file.signatures import Signature, signatures
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Frame, Inference
from circle_resizer.inference.rules import RULES
from circle_resizer.inference.site import options_of
from circle_resizer.inference.value import Value, shown
from circle_resizer.inference.verify import is_recorded, record_of
from circle_resizer.schema.options import VarHandleOptions

Variable = tuple[str, str]
"""Container and name, by which all graphs of a file know it."""


class Decided(NamedTuple):
    """One graph of a request: what was decided, and all its shapes at the wanted sizes."""

    entry: int
    key: str
    """The signature that runs it, if it was asked for by that."""
    store: Store
    inference: Inference


def joined(model: Model, decided: Sequence[Decided]) -> Inference:
    """The shapes of all graphs; a subgraph that several run has one shape for all.

    What was decided about it by the first stands for the others too.
    """
    whole = decided[0].inference
    for one in decided[1:]:
        shared = whole.frames.keys() & one.inference.frames.keys()
        for index in sorted(shared):
            check_equal(model.subgraphs[index], whole.frames[index], one)
        disown(one.store, shared)
        whole.frames |= {i: f for i, f in one.inference.frames.items() if i not in shared}
    return whole


def check_equal(graph: Subgraph, frame: Frame, other: Decided) -> None:
    """Refuse different shapes for one tensor."""
    for tensor, a, b in zip(graph.tensors, frame, other.inference.frames[graph.index], strict=True):
        if a is not None and b is not None and record_of(a) != record_of(b):
            raise RefusedError(
                f"subgraph {graph.index} is run by several signatures, and '{tensor.name}' in it "
                f"would be {shown(a.shape)} for one and {shown(b.shape)} for '{other.key}'"
            )


def disown(store: Store, graphs: set[int]) -> None:
    """Forget what was decided about graphs that others have decided about."""
    for swap in [key for key in store.swaps if key[0] in graphs]:
        del store.swaps[swap]
    for table in (store.patches, store.regrown, store.inserts):
        for key in [key for key in table if key[0][0] in graphs]:
            del table[key]  # type: ignore[arg-type]


def check_others(model: Model, decided: Sequence[Decided], whole: Inference) -> list[str]:
    """Refuse a change of what graphs use that stay; notes on what they keep of the same name."""
    known = signatures(model)
    names = {0: "the first subgraph"} | {s.graph: f"signature '{s.key}'" for s in known}
    asked = {one.entry for one in decided}
    others = {entry: name for entry, name in names.items() if entry not in asked}
    if not others and len(decided) == 1:
        return []
    changed = [index for index in whole.frames if is_changed(model.subgraphs[index], whole)]
    moving = moved_variables(whole)
    problems = []
    for entry, name in others.items():
        reached = graphs_of(model, entry)
        problems += [
            f"subgraph {index} would change, and {name} runs it as well; ask for both"
            for index in changed
            if index in reached and index not in asked
        ]
        for variable in sorted(variables_in(model, reached) & moving.keys()):
            old, new = moving[variable]
            problems.append(
                f"variable '{variable[1]}' would become {new} instead of {old}, and {name} uses "
                "it as well; ask for both"
            )
    if problems:
        raise refused(problems)
    return [*left_behind(model, decided, known)]


def is_changed(graph: Subgraph, whole: Inference) -> bool:
    """Whether a tensor of a graph gets another shape."""
    pairs = zip(graph.tensors, whole.frames[graph.index], strict=True)
    return any(v is not None and not is_recorded(t, *record_of(v)) for t, v in pairs)


def graphs_of(model: Model, entry: int) -> set[int]:
    """A graph and all that it runs."""
    found, todo = {entry}, [entry]
    while todo:
        for op in model.subgraphs[todo.pop()].operators:
            new = set(called(op)) - found
            found |= new
            todo += [index for index in new if 0 <= index < len(model.subgraphs)]
    return found


def called(op: Operator) -> Iterator[int]:
    """The graphs that an operator runs, whatever its options call them."""
    opt = options_of(op, RULES.get(op.kind))
    for field, _, _ in opt.FIELDS:
        if "subgraph" in field:
            value = getattr(opt, field)
            yield from value if isinstance(value, tuple) else (value,)


def variables_in(model: Model, graphs: set[int]) -> set[Variable]:
    """The variables that graphs use."""
    found = set()
    for index in graphs & set(range(len(model.subgraphs))):
        for op in model.subgraphs[index].operators:
            if op.kind == "VAR_HANDLE":
                opt = op.options(VarHandleOptions)
                found.add((opt.container or "", opt.shared_name or ""))
    return found


def moved_variables(whole: Inference) -> dict[Variable, tuple[str, str]]:
    """Variables whose contents get another shape, with both shapes; refuses two new ones."""
    found: dict[Variable, tuple[str, str]] = {}
    seen: dict[Variable, dict[str, str]] = {}
    for variable, old, new in contents(whole):
        if seen.setdefault(variable, {}).setdefault(old, new) != new:
            raise RefusedError(
                f"variable '{variable[1]}' would be {seen[variable][old]} in one place and {new} "
                f"in another; both were {old}"
            )
        if old != new:
            found[variable] = old, new
    return found


def contents(whole: Inference) -> Iterator[tuple[Variable, str, str]]:
    """Everything that is put into a variable or taken out of it: the shape before and after."""
    for index, frame in sorted(whole.frames.items()):
        graph = whole.model.subgraphs[index]
        for op in graph.operators:
            tensors = {"ASSIGN_VARIABLE": op.inputs[1:2], "READ_VARIABLE": op.outputs[:1]}
            for tensor in tensors.get(op.kind, ()):
                maker = graph.producers.get(op.inputs[0])
                value = frame[tensor] if tensor >= 0 else None
                if maker is not None and maker.kind == "VAR_HANDLE" and value is not None:
                    opt = maker.options(VarHandleOptions)
                    name = opt.container or "", opt.shared_name or ""
                    old = str(list(graph.tensors[tensor].dims))
                    yield name, old, text_of(value)


def text_of(value: Value) -> str:
    """A shape, -1 for what stays unknown."""
    shape, signature = record_of(value)
    return str(list(signature or shape))


def left_behind(
    model: Model, decided: Sequence[Decided], known: Sequence[Signature]
) -> Iterator[str]:
    """Tensors that other signatures keep although those of equal name and shape change here."""
    graphs = {one.entry: one for one in decided}
    ours = [signature for signature in known if signature.graph in graphs]
    for other in known:
        if other.graph in graphs:
            continue
        tensors = model.subgraphs[other.graph].tensors
        for mine in ours:
            before = model.subgraphs[mine.graph].tensors
            frame = graphs[mine.graph].inference.frames[mine.graph]
            for name in [name for name in mine.inputs if name in other.inputs]:
                old, value = before[mine.inputs[name]].dims, frame[mine.inputs[name]]
                new = text_of(value) if value is not None else str(list(old))
                if tensors[other.inputs[name]].dims == old and new != str(list(old)):
                    yield (
                        f"input '{name}' becomes {new} in signature '{mine.key}' and stays "
                        f"{list(old)} in signature '{other.key}'"
                    )
