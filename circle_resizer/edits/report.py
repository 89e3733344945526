"""What was changed, on what evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from circle_resizer.edits.plan import entries
from circle_resizer.file.model import Model, Subgraph, Tensor
from circle_resizer.generalize.holes import ASSUMED, PROVEN, Patch
from circle_resizer.generalize.second_exports import OWN_SIZE
from circle_resizer.generalize.store import Ledger
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Value
from circle_resizer.inference.verify import record_of
from circle_resizer.symbolic.dim import Sym, atoms_of, unknown

Dims = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One constant or operator that is not what it was."""

    where: str
    what: str
    old: str
    new: str
    grade: str
    why: str = ""

    def __str__(self) -> str:
        why = f": {self.why}" if self.why else ""
        return f"{self.where}: {self.what} {self.old} -> {self.new} ({self.grade}{why})"


@dataclass
class Report:
    """The changes of a run, and the shapes before and after."""

    inputs_before: list[Dims]
    inputs_after: list[Dims]
    outputs_before: list[Dims]
    outputs_after: list[Dims]
    changes: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def unchanged(cls, model: Model) -> Report:
        """Nothing was asked that is not so already."""
        inputs, outputs = model.input_shapes, model.output_shapes
        return cls(inputs, inputs, outputs, outputs)

    @property
    def lines(self) -> list[str]:
        """One line per change, then notes."""
        return [*map(str, self.changes), *self.notes]

    @property
    def assumptions(self) -> list[str]:
        """The changes that rest on a preference."""
        return [str(c) for c in self.changes if c.grade == ASSUMED]

    def __str__(self) -> str:
        before = [f"input {i}: {list(d)}" for i, d in enumerate(self.inputs_before)]
        pairs = [f"{b} -> {list(a)}" for b, a in zip(before, self.inputs_after, strict=True)]
        outs = [
            f"output {i}: {list(b)} -> {list(a)}"
            for i, (b, a) in enumerate(zip(self.outputs_before, self.outputs_after, strict=True))
        ]
        return "\n".join([*pairs, *outs, *self.lines])


def report_of(model: Model, ledger: Ledger, inference: Inference) -> Report:
    """What a ledger's decisions amount to."""
    graph = model.subgraphs[0]
    frame = inference.frames[0]
    outputs = [inference.value(graph, frame, i) for i in graph.outputs]
    inputs = [inference.value(graph, frame, i) for i in graph.inputs]
    report = Report(
        model.input_shapes, [dims_of(v) for v in inputs],
        model.output_shapes, [dims_of(v) for v in outputs],
    )  # fmt: skip
    for kind in (patched, staying, kept, regrown, swapped, inserted):
        report.changes += kind(model, ledger)
    report.notes += sorted(ledger.notes)
    for i, value in zip(graph.outputs, outputs, strict=True):
        if -1 in dims_of(value) or value.shape is None:
            report.notes.append(
                f"output '{graph.tensors[i].name}' stays dynamic: {list(dims_of(value))}"
            )
    return report


def patched(_: Model, ledger: Ledger) -> Iterator[Change]:
    """Shape constants and options with other numbers."""
    for patch in ledger.patches.values():
        new = entries(ledger.sizes, patch)
        if new != patch.old:
            what = patch.option or f"operand {patch.operand}"
            old = str(list(patch.old))
            yield Change(patch.where, what, old, str(list(new)), *grade(ledger, patch))


def staying(_: Model, ledger: Ledger) -> Iterator[Change]:
    """Entries of moving axes that a preference leaves as they are: assumed, like any other."""
    for name, free in ledger.free.items():
        stays = ledger.sizes.wanted(unknown(free.name)) == free.stored
        if stays and name not in ledger.proven and any(ledger.sizes.forms_of(free.stored)):
            what, same = f"operand {free.place[2]}, entry {free.place[3]}", str(free.stored)
            yield Change(free.where, what, same, same, ASSUMED, free.preference)


def kept(_: Model, ledger: Ledger) -> Iterator[Change]:
    """Constants that a preference leaves as they are."""
    for each in ledger.kept.values():
        what, same = f"operand {each.operand}", each.contents
        yield Change(each.where, what, same, same, ASSUMED, each.preference)


def regrown(model: Model, ledger: Ledger) -> Iterator[Change]:
    """Data constants of other extents, or with other contents."""
    for regrow in ledger.regrown.values():
        if regrow.extension.changes:
            tensor = model.subgraphs[regrow.key[0]].tensors[regrow.tensor]
            old = list(tensor.shape or ())
            new = [ledger.sizes.wanted(regrow.extents.get(a, n)) for a, n in enumerate(old)]
            grade = PROVEN if regrow.extension.proven else ASSUMED
            what, why = f"constant '{tensor.name}'", regrow.extension.rule
            yield Change(regrow.where, what, str(old), str(new), grade, why)


def swapped(_: Model, ledger: Ledger) -> Iterator[Change]:
    """RESHAPEs that become the TRANSPOSE they stand for."""
    for swap in ledger.swaps.values():
        steps = [f"RESHAPE {list(ledger.sizes.bound(swap.split))}"] if swap.split else []
        steps += [f"TRANSPOSE {list(swap.perm)}", *(["RESHAPE"] if swap.between else [])]
        new, why = ", ".join(steps), "reshape stands for a transpose"
        yield Change(swap.where, "operator", "RESHAPE", new, ASSUMED, why)


def inserted(_: Model, ledger: Ledger) -> Iterator[Change]:
    """RESHAPEs that an exporter left out and that are put back."""
    for each in ledger.inserts.values():
        new = f"RESHAPE {list(ledger.sizes.bound(each.shape))}"
        grade, why = (ASSUMED, each.heuristic) if each.heuristic else (PROVEN, "dropped reshape")
        yield Change(each.where, f"operand {each.operand}", "as it is", new, grade, why)


def record_change(graph: Subgraph, tensor: Tensor, value: Value) -> Change:
    """A recorded shape that was not what inference says."""
    where = f"subgraph {graph.index}, tensor '{tensor.name}'"
    new = str(list(dims_of(value)))
    return Change(where, "recorded shape", str(list(tensor.dims)), new, PROVEN)


def grade(ledger: Ledger, patch: Patch) -> tuple[str, str]:
    """Proven or assumed, and by which preference."""
    reasons = set(patch.assumed)
    source = ledger.witnesses.sources.get(patch.key, "")
    if source and patch.key not in ledger.witnesses.unsure:
        return PROVEN, f"by {source}"
    if patch.key in ledger.witnesses.unsure:
        reasons.add(OWN_SIZE)
    for size in patch.new:
        if not isinstance(size, Sym):
            continue
        for name in atoms_of(size) & ledger.free.keys():
            free = ledger.free[name]
            if name not in ledger.proven and free.stored != ledger.sizes.wanted_of.get(name):
                reasons.add(free.preference)
    return (ASSUMED, ", ".join(sorted(reasons))) if reasons else (PROVEN, "")


def dims_of(value: Value) -> Dims:
    """A shape with -1 for unknown sizes."""
    shape, signature = record_of(value)
    return signature or shape
