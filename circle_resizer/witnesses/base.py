"""Which of several exports is resized: the one that has all the operators the others have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from circle_resizer.file.model import Model
from circle_resizer.witnesses.alignment import input_order
from circle_resizer.witnesses.weights import are_same, compared, note
from circle_resizer.witnesses.witness import Witness

Labelled = tuple[Model, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """One of the files to start from, the others as witnesses, and what to say of it."""

    model: Model
    witnesses: Sequence[Witness]
    wanted: Sequence[tuple[int, ...]]
    notes: Sequence[str]


def plans(
    model: Model, others: Sequence[Labelled], wanted: Sequence[tuple[int, ...]]
) -> list[Plan]:
    """The files to start from, the best one first.

    That is the model, unless another file has operators that it lacks. The others follow in case
    it is refused. A file with other weights is never started from.
    """
    witnesses = [Witness.of(model, other, label) for other, label in others]
    likeness = [compared(w) for w in witnesses]
    notes = [text for w, f in zip(witnesses, likeness, strict=True) if (text := note(w, f))]
    found = [Plan(model, witnesses, wanted, [*notes, *map(differences, witnesses)])]
    for k, (other, label) in enumerate(others):
        if not are_same(likeness[k]):
            continue
        rest = [each for i, each in enumerate(others) if i != k]
        seen = [witnesses[k].turned("the model")]
        seen += [Witness.of(other, each, name) for each, name in rest]
        order = input_order(model.subgraphs[0], other.subgraphs[0])
        asked = [shape for _, shape in sorted(zip(order, wanted, strict=True))]
        said = f"resized from '{label}', which has operators that other sizes need"
        found.append(Plan(other, seen, asked, [*notes, said]))
    first = min(found, key=generality)
    return [first, *(plan for plan in found if plan is not first)]


def generality(plan: Plan) -> tuple[int, int]:
    """Fewer is more general: operators that the others have, then axes of 1 that are more there."""
    alignments = [w.alignment for w in plan.witnesses]
    if all(alignment.is_exact for alignment in alignments):
        return 0, 0
    units = 0
    for witness in plan.witnesses:
        mine, theirs = plan.model.input_shapes, witness.model.input_shapes
        order = input_order(plan.model.subgraphs[0], witness.model.subgraphs[0])
        pairs = [(shape, theirs[at]) for shape, at in zip(mine, order, strict=True)]
        units += sum(n == 1 != m for s, t in pairs for n, m in zip(s, t, strict=True))
    return units, sum(len(a.extra) - len(a.alone) for a in alignments)


def differences(witness: Witness) -> str:
    """What one file has and the other has not, in words; empty where nothing differs."""
    alignment, parts = witness.alignment, []
    for found, where in ((alignment.alone, "not in"), (alignment.extra, "only in")):
        if found:
            named = [f"{op.kind} '{graph.tensors[op.outputs[0]].name}'" for graph, op in found[:3]]
            more = f" and {len(found) - 3} more" if len(found) > 3 else ""
            parts.append(f"{', '.join(named)}{more} {where} '{witness.label}'")
    return "; ".join(parts)
