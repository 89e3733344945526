"""The report of a run, from the decisions in its store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from circle_resizer.edits.plan import entries
from circle_resizer.edits.report import Change, Dims, Place, Report
from circle_resizer.file.model import Model, Subgraph, Tensor
from circle_resizer.generalize.evidence import Evidence, Grade, assumed, proven
from circle_resizer.generalize.holes import Hole, Key, Patch, Regrow
from circle_resizer.generalize.registry import LONE
from circle_resizer.generalize.second_exports import OWN_SIZE
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Value
from circle_resizer.inference.verify import record_of
from circle_resizer.symbolic.dim import Sym, atoms_of, unknown

GIVEN = "given by the user"


def report_of(model: Model, store: Store, inference: Inference) -> Report:
    """A report of all decisions and of the shapes they lead to."""
    graph = model.subgraphs[inference.entry]
    frame = inference.frames[inference.entry]
    outputs = [inference.value(graph, frame, i) for i in graph.outputs]
    inputs = [inference.value(graph, frame, i) for i in graph.inputs]
    report = Report.of(model, list(map(dims_of, inputs)), list(map(dims_of, outputs)))
    for kind in (patched, staying, kept, regrown, swapped, inserted):
        report.changes += once(kind(model, store))
    report.notes += sorted(store.notes)
    for i, value in zip(graph.outputs, outputs, strict=True):
        if -1 in dims_of(value) or value.shape is None:
            report.notes.append(
                f"output '{graph.tensors[i].name}' stays dynamic: {list(dims_of(value))}"
            )
    return report


def once(changes: Iterable[Change]) -> list[Change]:
    """A RESHAPE has its target as an operand and as an option: one line for both."""
    found: dict[object, Change] = {}
    for change in changes:
        twice = change.place.kind == "RESHAPE"
        found.setdefault((change.where, change.old, change.new) if twice else change, change)
    return list(found.values())


def place_of(model: Model, key: Key, operand: int | None = None) -> Place:
    """An operator, and the constant it has as an operand."""
    graph = model.subgraphs[key[0]]
    if key[1] < 0:  # a result of the graph, which no operator holds
        return Place(*key, "", None, graph.tensors[-2 - key[1]].name)
    op = graph.operators[key[1]]
    index = -1 if operand is None else op.inputs[operand]
    name = graph.tensors[index].name if index >= 0 else ""
    return Place(*key, op.custom_code or op.kind, operand, name)


def patched(model: Model, store: Store) -> Iterator[Change]:
    """Shape constants and options with other numbers."""
    for patch in store.patches.values():
        new = entries(store.sizes, patch)
        if new != patch.old:
            operand = None if patch.option else patch.operand
            what, place = patch.option or f"operand {operand}", place_of(model, patch.key, operand)
            yield Change(patch.where, what, patch.old, new, evidence_of(store, patch), place)


def staying(model: Model, store: Store) -> Iterator[Change]:
    """Entries of moving axes that a heuristic leaves as they are: assumed, like any other."""
    for name, free in store.free.items():
        stays = store.sizes.wanted(unknown(free.name)) == free.stored
        if stays and name not in store.proven and may_follow(store, free):
            graph, op, operand, entry = free.place
            what, same = f"operand {operand}, entry {entry}", str(free.stored)
            place = place_of(model, (graph, op), operand)
            yield Change(free.where, what, same, same, assumed(free.heuristic), place)


def may_follow(store: Store, free: Hole) -> bool:
    """Whether an entry may stand for a size: a form, or a candidate, of one that is resized."""
    resized = any(map(store.sizes.changes, free.candidates))
    return resized or free.heuristic == LONE or any(store.sizes.forms_of(free.stored))


def kept(model: Model, store: Store) -> Iterator[Change]:
    """Constants that a heuristic leaves as they are."""
    for (key, operand), each in store.kept.items():
        what, same = f"operand {operand}" if operand >= 0 else "shape", each.contents
        place = place_of(model, key, operand)
        yield Change(each.where, what, same, same, assumed(each.heuristic), place)


def regrown(model: Model, store: Store) -> Iterator[Change]:
    """Data constants of other extents, or with other contents."""
    for regrow in store.regrown.values():
        if regrow.extension.changes:
            tensor = model.subgraphs[regrow.key[0]].tensors[regrow.tensor]
            old = tensor.shape or ()
            extents = [regrow.extents.get(axis, size) for axis, size in enumerate(old)]
            new, what = store.sizes.bound(extents), f"constant '{tensor.name}'"
            place = place_of(model, regrow.key, regrow.operand)
            yield Change(regrow.where, what, old, new, evidence_for(regrow), place)


def swapped(model: Model, store: Store) -> Iterator[Change]:
    """RESHAPEs that become the TRANSPOSE they stand for."""
    for swap in store.swaps.values():
        steps = [f"RESHAPE {list(store.sizes.bound(swap.split))}"] if swap.split else []
        steps += [f"TRANSPOSE {list(swap.perm)}", *(["RESHAPE"] if swap.between else [])]
        evidence, place = assumed("reshape stands for a transpose"), place_of(model, swap.key)
        yield Change(swap.where, "operator", "RESHAPE", ", ".join(steps), evidence, place)


def inserted(model: Model, store: Store) -> Iterator[Change]:
    """RESHAPEs that an exporter left out and that are put back."""
    for each in store.inserts.values():
        new = f"RESHAPE {list(store.sizes.bound(each.shape))}"
        evidence = assumed(each.heuristic) if each.heuristic else proven("dropped reshape")
        place = place_of(model, each.key, each.operand)
        yield Change(each.where, f"operand {each.operand}", "as it is", new, evidence, place)


def record_change(graph: Subgraph, tensor: Tensor, value: Value) -> Change:
    """A recorded shape that was not what inference says."""
    where = f"subgraph {graph.index}, tensor '{tensor.name}'"
    place = Place(graph.index, tensor=tensor.name)
    return Change(where, "recorded shape", tensor.dims, dims_of(value), proven(), place)


def evidence_of(store: Store, patch: Patch) -> Evidence:
    """Which heuristics new numbers rest on, or who ruled out all others."""
    witnesses = store.witnesses
    if patch.key in witnesses.sources and patch.key not in witnesses.unsure:
        return proven(f"by {witnesses.sources[patch.key]}")
    reasons = {*patch.assumed, *({OWN_SIZE} if patch.key in witnesses.unsure else ())}
    sources = [*store.refuted.get(patch.key, {}).values()]
    for size in patch.new:
        if not isinstance(size, Sym):
            continue
        for name in sorted(atoms_of(size) & store.free.keys()):
            free = store.free[name]
            if name in store.proven:
                sources.append(store.proven[name])
            elif free.stored != store.sizes.wanted_of.get(name):
                reasons.add(free.heuristic)
    return assumed(*reasons) if reasons else proven(sources=sources)


def evidence_for(regrow: Regrow) -> Evidence:
    """What the data of a constant say about it at another size."""
    rule = regrow.extension.rule
    if rule == GIVEN:
        return Evidence(Grade.GIVEN, rule)
    return proven(rule) if regrow.extension.proven else assumed(rule)


def dims_of(value: Value) -> Dims:
    """A shape with -1 for unknown sizes."""
    shape, signature = record_of(value)
    return signature or shape


def together(reports: Sequence[Report]) -> Report:
    """One report on several graphs."""
    for other in reports[1:]:
        reports[0].add(other)
    return reports[0]


def made_static(report: Report) -> bool:
    """Whether a file with unknown sizes has none left, as a compiler for static shapes wants."""
    before, after = report.inputs_before, [*report.inputs_after, *report.outputs_after]
    return any(-1 in dims for dims in before) and not any(-1 in dims for dims in after)
