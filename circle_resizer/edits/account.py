"""The report of a run, from the decisions in its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from circle_resizer.edits.plan import entries
from circle_resizer.edits.report import Change, Dims, Place, Report
from circle_resizer.file.model import Model, Subgraph, Tensor
from circle_resizer.generalize.evidence import Evidence, Grade, assumed, proven
from circle_resizer.generalize.holes import Key, Patch, Regrow
from circle_resizer.generalize.second_exports import OWN_SIZE
from circle_resizer.generalize.store import Ledger
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Value
from circle_resizer.inference.verify import record_of
from circle_resizer.symbolic.dim import Sym, atoms_of, unknown

GIVEN = "given by the user"


def report_of(model: Model, ledger: Ledger, inference: Inference) -> Report:
    """A report of all decisions and of the shapes they lead to."""
    graph = model.subgraphs[0]
    frame = inference.frames[0]
    outputs = [inference.value(graph, frame, i) for i in graph.outputs]
    inputs = [inference.value(graph, frame, i) for i in graph.inputs]
    report = Report.of(model, list(map(dims_of, inputs)), list(map(dims_of, outputs)))
    for kind in (patched, staying, kept, regrown, swapped, inserted):
        report.changes += once(kind(model, ledger))
    report.notes += sorted(ledger.notes)
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


def patched(model: Model, ledger: Ledger) -> Iterator[Change]:
    """Shape constants and options with other numbers."""
    for patch in ledger.patches.values():
        new = entries(ledger.sizes, patch)
        if new != patch.old:
            operand = None if patch.option else patch.operand
            what, place = patch.option or f"operand {operand}", place_of(model, patch.key, operand)
            yield Change(patch.where, what, patch.old, new, evidence_of(ledger, patch), place)


def staying(model: Model, ledger: Ledger) -> Iterator[Change]:
    """Entries of moving axes that a preference leaves as they are: assumed, like any other."""
    for name, free in ledger.free.items():
        stays = ledger.sizes.wanted(unknown(free.name)) == free.stored
        if stays and name not in ledger.proven and any(ledger.sizes.forms_of(free.stored)):
            graph, op, operand, entry = free.place
            what, same = f"operand {operand}, entry {entry}", str(free.stored)
            place = place_of(model, (graph, op), operand)
            yield Change(free.where, what, same, same, assumed(free.preference), place)


def kept(model: Model, ledger: Ledger) -> Iterator[Change]:
    """Constants that a preference leaves as they are."""
    for (key, operand), each in ledger.kept.items():
        what, same = f"operand {operand}" if operand >= 0 else "shape", each.contents
        place = place_of(model, key, operand)
        yield Change(each.where, what, same, same, assumed(each.preference), place)


def regrown(model: Model, ledger: Ledger) -> Iterator[Change]:
    """Data constants of other extents, or with other contents."""
    for regrow in ledger.regrown.values():
        if regrow.extension.changes:
            tensor = model.subgraphs[regrow.key[0]].tensors[regrow.tensor]
            old = tensor.shape or ()
            extents = [regrow.extents.get(axis, size) for axis, size in enumerate(old)]
            new, what = ledger.sizes.bound(extents), f"constant '{tensor.name}'"
            place = place_of(model, regrow.key, regrow.operand)
            yield Change(regrow.where, what, old, new, evidence_for(regrow), place)


def swapped(model: Model, ledger: Ledger) -> Iterator[Change]:
    """RESHAPEs that become the TRANSPOSE they stand for."""
    for swap in ledger.swaps.values():
        steps = [f"RESHAPE {list(ledger.sizes.bound(swap.split))}"] if swap.split else []
        steps += [f"TRANSPOSE {list(swap.perm)}", *(["RESHAPE"] if swap.between else [])]
        evidence, place = assumed("reshape stands for a transpose"), place_of(model, swap.key)
        yield Change(swap.where, "operator", "RESHAPE", ", ".join(steps), evidence, place)


def inserted(model: Model, ledger: Ledger) -> Iterator[Change]:
    """RESHAPEs that an exporter left out and that are put back."""
    for each in ledger.inserts.values():
        new = f"RESHAPE {list(ledger.sizes.bound(each.shape))}"
        evidence = assumed(each.heuristic) if each.heuristic else proven("dropped reshape")
        place = place_of(model, each.key, each.operand)
        yield Change(each.where, f"operand {each.operand}", "as it is", new, evidence, place)


def record_change(graph: Subgraph, tensor: Tensor, value: Value) -> Change:
    """A recorded shape that was not what inference says."""
    where = f"subgraph {graph.index}, tensor '{tensor.name}'"
    place = Place(graph.index, tensor=tensor.name)
    return Change(where, "recorded shape", tensor.dims, dims_of(value), proven(), place)


def evidence_of(ledger: Ledger, patch: Patch) -> Evidence:
    """Which heuristics new numbers rest on, or who ruled out all others."""
    witnesses = ledger.witnesses
    if patch.key in witnesses.sources and patch.key not in witnesses.unsure:
        return proven(f"by {witnesses.sources[patch.key]}")
    reasons = {*patch.assumed, *({OWN_SIZE} if patch.key in witnesses.unsure else ())}
    sources = [*ledger.refuted.get(patch.key, {}).values()]
    for size in patch.new:
        if not isinstance(size, Sym):
            continue
        for name in sorted(atoms_of(size) & ledger.free.keys()):
            free = ledger.free[name]
            if name in ledger.proven:
                sources.append(ledger.proven[name])
            elif free.stored != ledger.sizes.wanted_of.get(name):
                reasons.add(free.preference)
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
