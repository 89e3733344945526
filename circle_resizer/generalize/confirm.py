"""The proof by example: resized to the sizes of a second export, the model has its constants.

What decides for the wanted sizes is asked for the sizes of the other file as well. Every constant
then has to be what that file holds; a rule for a table that redraws it is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from circle_resizer.errors import RefusedError
from circle_resizer.file.model import Model, Operator
from circle_resizer.generalize.context import Settings
from circle_resizer.generalize.holes import Key
from circle_resizer.generalize.search import decide
from circle_resizer.generalize.second_exports import ignored_entries
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.request import symbolic_inputs
from circle_resizer.inference.value import Shape, shown
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.tables.compare import Array
from circle_resizer.tables.constant import array_of
from circle_resizer.tables.constant_results import array_at, constant_results
from circle_resizer.witnesses.alignment import input_order
from circle_resizer.witnesses.compare import TARGETS, attributes
from circle_resizer.witnesses.decide import Witnesses
from circle_resizer.witnesses.weights import (
    OTHER,
    Pair,
    are_same,
    close,
    compared,
    likeness,
    pairs,
    spread,
)
from circle_resizer.witnesses.witness import Witness, extend_inputs, tells

Place: TypeAlias = tuple[Key, int]
"""((subgraph, operator), operand)."""
SHOWN = 8


def started(
    model: Model, wanted: Sequence[tuple[int, ...]], witnesses: Sequence[Witness]
) -> tuple[Store, Callable[[], Sequence[Shape]]]:
    """A store for a request, and the shapes of the inputs."""
    sizes = Sizes()
    shapes = symbolic_inputs(model, wanted, sizes)
    store = Store(sizes)
    telling = [w for w in witnesses if tells(w, model, shapes, sizes)]
    for silent in [w for w in witnesses if w not in telling]:
        store.notes[f"'{silent.label}' has the sizes that change as the model has them"] = True
    if telling:
        shapes = extend_inputs(model, shapes, sizes, telling)
        store.equations.witnesses = store.witnesses = Witnesses(telling)
    return store, lambda: shapes


def confirm(model: Model, store: Store, settings: Settings) -> None:
    """Refuse decisions that miss a constant of the files; tables that match are proven."""
    files = store.witnesses.files
    redrawn: list[set[Place]] = []
    for witness in files:
        found = Example.of(model, witness, files, settings)
        if found is None:
            redrawn.append(set())
            continue
        for why in found.differences():
            store.add_conflict(why)
        redrawn.append(found.redrawn)
    sizes = store.sizes
    told = all(store.witnesses.is_told(sizes, n) for n in store.witnesses.changing(sizes))
    for place in set.intersection(*redrawn) if redrawn and told else ():
        regrow = store.regrown.get(place)
        if regrow is not None and not regrow.extension.proven:
            rule = f"{regrow.extension.rule}; redraws {store.witnesses.label()}"
            extension = replace(regrow.extension, proven=True, rule=rule)
            store.regrown[place] = replace(regrow, extension=extension)


@dataclass(slots=True)
class Example:
    """The model at the sizes of another file."""

    model: Model
    witness: Witness
    store: Store
    inference: Inference
    redrawn: set[Place]

    @classmethod
    def of(
        cls, model: Model, witness: Witness, files: Sequence[Witness], settings: Settings
    ) -> Example | None:
        """Decide for the sizes of a file; ``None`` where that is refused."""
        order = input_order(model.subgraphs[0], witness.model.subgraphs[0])
        wanted = [witness.model.input_shapes[at] for at in order]
        store, shapes = started(model, wanted, files)
        try:
            inference = decide(model, shapes, store, settings, numeric=False)
        except RefusedError:
            return None
        return cls(model, witness, store, inference, set())

    def differences(self) -> Iterator[str]:
        """Constants that would be others than those of the file."""
        for place in self.store.regrown:
            yield from self.table(place)
        for key, partner in self.witness.alignment.partners.items():
            yield from self.attributes(key, partner)
        weights = are_same(compared(self.witness))
        for pair in pairs(self.witness):
            key = pair.graph.index, pair.op.index
            if key in self.witness.alignment.unlike:
                continue
            if (key, pair.operand) in self.store.regrown or self.is_beneath(pair):
                continue
            if (patch := self.store.patches.get((key, pair.operand, ""))) is not None:
                yield from self.numbers(pair, self.store.sizes.bound(patch.new))
            elif weights and likeness(self.witness, pair) == OTHER:
                yield from self.left(pair)

    def attributes(self, key: Key, partner: Operator) -> Iterator[str]:
        """Attributes of an operator that are others there, and not because of its sizes."""
        op = self.model.subgraphs[key[0]].operators[key[1]]
        if op.kind != partner.kind or key in self.witness.alignment.unlike:
            return
        theirs = attributes(partner)
        for name, value in attributes(op).items():
            patch = self.store.patches.get((key, -1, name))
            here = self.store.sizes.bound(patch.new)[0] if patch is not None else value
            if name not in TARGETS and here != theirs.get(name):
                yield (
                    f"subgraph {key[0]}, operator {key[1]} {op.kind}: {name} is {here} in the "
                    f"model, {theirs.get(name)} in '{self.witness.label}', for no reason"
                )

    def is_beneath(self, pair: Pair) -> bool:
        """Whether a constant result is made of it, which is looked at where it is read."""
        return pair.op.outputs[0] in constant_results(self.model, pair.graph)

    def table(self, place: Place) -> Iterator[str]:
        """A table that was drawn anew."""
        (graph, index), operand = place
        partner = self.witness.alignment.partners.get(place[0])
        if partner is None or operand >= len(partner.inputs):
            return
        if place[0] in self.witness.alignment.unlike:
            return
        other = self.witness.model.subgraphs[graph]
        theirs = array_at(self.witness.model, other, partner.inputs[operand])
        if theirs is None:
            return
        op = self.model.subgraphs[graph].operators[index]
        mine = self.model.subgraphs[graph].tensors[op.inputs[operand]]
        made = self.store.regrown[place].extension.build()
        if made.shape == theirs.shape and close(made.reshape(-1), theirs.reshape(-1)):
            self.redrawn.add(place)
        elif not spread(op.kind, made, theirs):
            pair = Pair(self.model.subgraphs[graph], op, operand, mine, mine)
            yield self.sentence(pair, f"the rule draws {text(made)} there, not {text(theirs)}")

    def numbers(self, pair: Pair, made: Sequence[int]) -> Iterator[str]:
        """Sizes that were decided."""
        theirs = array_of(self.witness.model, pair.theirs)
        if theirs is None or self.same_result(pair):
            return
        held = [int(n) for n in theirs.reshape(-1).tolist()]
        skipped = ignored_entries(pair.op, pair.operand, len(held))
        if len(held) == len(made) and all(
            a == b for k, (a, b) in enumerate(zip(held, made, strict=True)) if k not in skipped
        ):
            return
        yield self.sentence(pair, f"it would be {shown(made)} there and is {shown(held)}")

    def left(self, pair: Pair) -> Iterator[str]:
        """A constant that nothing changes although the files hold two."""
        if self.same_result(pair):
            return
        mine, theirs = array_of(self.model, pair.mine), array_of(self.witness.model, pair.theirs)
        if mine is None or theirs is None or spread(pair.op.kind, mine, theirs):
            return
        skipped = ignored_entries(pair.op, pair.operand, mine.size)
        if mine.shape == theirs.shape and all(
            k in skipped or a == b
            for k, (a, b) in enumerate(zip(mine.reshape(-1), theirs.reshape(-1), strict=True))
        ):
            return
        yield self.sentence(pair, f"it is {text(mine)} in the model and {text(theirs)} there")

    def same_result(self, pair: Pair) -> bool:
        """Whether it is the target of a RESHAPE, whose results are known to be alike."""
        return pair.op.kind == "RESHAPE" and pair.operand == 1

    def sentence(self, pair: Pair, why: str) -> str:
        """Where, and what of it."""
        where = f"subgraph {pair.graph.index}, operator {pair.op.index} {pair.op.kind}"
        name = self.witness.label
        return (
            f"{where}: constant '{pair.mine.name}' differs in '{name}' in no explained way: {why}"
        )


def text(array: Array) -> str:
    """A constant in a message."""
    if array.size <= SHOWN and array.dtype.kind in "iuf":
        return shown([f"{n:.6g}" for n in array.reshape(-1).tolist()])
    return f"{array.dtype.name} {shown(array.shape)} with other numbers"
