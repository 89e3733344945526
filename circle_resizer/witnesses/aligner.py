"""Find which operators of two exports of one network are the same.

The graphs are walked from their inputs. The partner of an operator reads the partners of its
operands in the same places; of several that do, names and weights tell. What an exporter leaves
out at one size (a RESHAPE that changes nothing at batch 1) is stepped over and listed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.graph_paths import Paths
from circle_resizer.witnesses.alignment import (
    LAYOUT,
    MOST_STEPS,
    OPTIONAL,
    SAMPLE,
    Alignment,
    Key,
    foreign,
    inputs,
)


def aligned(model: Model, other: Model, label: str) -> Alignment:
    """The alignment of two files, or a refusal that names the first difference."""
    mine, theirs = model.subgraphs, other.subgraphs
    if len(mine) != len(theirs):
        raise foreign(label, f"it has {len(theirs)} subgraphs, the model {len(mine)}")
    found = Alignment()
    for graph, partner in zip(mine, theirs, strict=True):
        Aligner(model, other, graph, partner, label, found).run()
    return found


@dataclass(slots=True)
class Aligner:
    """Walks one graph and finds the partners of its operators in another."""

    model: Model
    other: Model
    graph: Subgraph
    partner: Subgraph
    label: str
    found: Alignment
    images: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each tensor the tensors of the other file that hold the same."""
    readers: dict[int, list[Operator]] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    fixed: set[int] = field(default_factory=set)
    """Results of constants alone, which are matched from where they are read."""

    def run(self) -> None:
        """Match all operators, and the outputs."""
        self.match_inputs()
        self.readers = Paths(self.partner).readers
        for op in self.graph.operators:
            if any(i in self.images for i in op.inputs):
                self.match(op)
            else:
                self.fixed.update(op.outputs)
        self.match_outputs()
        fed = set(self.partner.inputs)
        for op in self.partner.operators:
            if fed.isdisjoint(op.inputs):
                continue
            fed.update(op.outputs)
            if op.index not in self.taken:
                self.found.extra.append((self.partner, op))
        for _, op in self.found.extra:
            if op.kind not in OPTIONAL:
                raise foreign(self.label, f"the model has no partner for its {words(op)}")

    def match_inputs(self) -> None:
        """Pair inputs by name, or by order; types and ranks must be equal."""
        for one, two in inputs(self.graph, self.partner, self.label):
            self.images[one] = (two,)

    def match_outputs(self) -> None:
        """The results are partners, with optional operators between at most."""
        mine, theirs = self.graph.outputs, self.partner.outputs
        if len(mine) != len(theirs):
            raise foreign(self.label, f"it has {len(theirs)} outputs, the model {len(mine)}")
        for one, two in zip(mine, theirs, strict=True):
            images = self.images.get(one)
            if one in self.fixed:
                self.match_back(one, two)
            if images and two not in self.reach(images):
                name = self.graph.tensors[one].name
                other = self.partner.tensors[two].name
                raise foreign(self.label, f"the output '{name}' is computed otherwise ('{other}')")

    def match(self, op: Operator) -> None:
        """Find the partner of an operator that reads something computed."""
        found = self.candidates(op, {op.kind})
        if not found and op.kind in LAYOUT:
            found = self.reading(op, LAYOUT, as_they_are)
        if found:
            self.pair(op, max(found, key=lambda other: self.likeness(op, other)))
        elif op.kind in OPTIONAL:
            self.step_over(op)
        else:
            raise foreign(self.label, self.no_partner(op))

    def step_over(self, op: Operator) -> None:
        """An operator that the other file does not have: its result is its operand there."""
        self.found.alone.append((self.graph, op))
        self.images[op.outputs[0]] = self.images.get(op.inputs[0], ())
        producer = self.graph.producers.get(op.inputs[0])
        if producer is not None:
            self.found.loose.add((self.graph.index, producer.index))
        near = [o.index for o in self.graph.operators if op.outputs[0] in o.inputs]
        self.found.loose.update((self.graph.index, i) for i in near)

    def candidates(self, op: Operator, kinds: Collection[str]) -> list[Operator]:
        """Operators that read the partners of all computed operands."""
        for reach in (as_they_are, self.reach, self.reach_around):
            if found := self.reading(op, kinds, reach):
                return found
        return []

    def reading(
        self, op: Operator, kinds: Collection[str], reach: Callable[[Sequence[int]], Sequence[int]]
    ) -> list[Operator]:
        """Operators of some kinds at equal places behind equal operands."""
        places = [
            (k, reach(self.images[i])) for k, i in enumerate(op.inputs) if i in self.images
        ]  # fmt: skip
        tensors = places[0][1]
        found = {o.index: o for t in tensors for o in self.readers.get(t, ())}
        return [
            other for other in found.values()
            if other.kind in kinds and other.custom_code == op.custom_code
            and other.index not in self.taken
            and (len(other.inputs) == len(op.inputs) or op.kind in LAYOUT)
            and all(k < len(other.inputs) and other.inputs[k] in ts for k, ts in places)
        ]  # fmt: skip

    def reach_around(self, tensors: Sequence[int]) -> Sequence[int]:
        """With what they were laid out from: two layouts in a row may be one in the other file."""
        found = list(tensors)
        for tensor in found:
            producer = self.partner.producers.get(tensor)
            if producer is not None and producer.kind in LAYOUT:
                found.append(producer.inputs[0])
        return self.reach(found)

    def reach(self, tensors: Sequence[int]) -> Sequence[int]:
        """Tensors of the other file, and what optional operators without partner make of them."""
        found = list(tensors)
        todo = [(t, 0) for t in tensors]
        while todo:
            tensor, steps = todo.pop()
            for op in self.readers.get(tensor, ()) if steps < MOST_STEPS else ():
                if op.kind in OPTIONAL and op.index not in self.taken and op.inputs[0] == tensor:
                    found.append(op.outputs[0])
                    todo.append((op.outputs[0], steps + 1))
        return found

    def likeness(self, op: Operator, other: Operator) -> tuple[int, int, int, int]:
        """What speaks for a partner: its weights, names, few operators between, and its place."""
        pairs = list(zip(op.inputs, other.inputs, strict=False))
        held = [(a, b) for a, b in pairs if a >= 0 and b >= 0 and a not in self.images]
        tensors, others = self.graph.tensors, self.partner.tensors
        names = [(tensors[a].name, others[b].name) for a, b in held]
        names += [
            (tensors[a].name, others[b].name)
            for a, b in zip(op.outputs, other.outputs, strict=False) if a >= 0 and b >= 0
        ]  # fmt: skip
        equal = sum(self.same(a, b) for a, b in held)
        direct = sum(b in self.images.get(a, ()) for a, b in pairs)
        return equal, sum(a == b for a, b in names), direct, -other.index

    def pair(self, op: Operator, other: Operator) -> None:
        """Pair two operators and their results."""
        key = self.graph.index, op.index
        self.taken.add(other.index)
        self.found.partners[key] = other
        if op.kind != other.kind:
            self.found.crossed.append(key)
        for one, two in zip(op.inputs, other.inputs, strict=False):
            if one in self.images and two not in self.images[one]:
                self.between(key, one)
            elif one in self.fixed:
                self.match_back(one, two)
        for one, two in zip(op.outputs, other.outputs, strict=False):
            if one >= 0 <= two:
                self.images[one] = (two,)
                mine, theirs = self.graph.tensors[one], self.partner.tensors[two]
                if len(mine.dims) != len(theirs.dims) or self.turned(op, other):
                    self.found.reshaped.append(key)

    def turned(self, op: Operator, other: Operator) -> bool:
        """Whether two TRANSPOSEs move the axes otherwise."""
        if op.kind != "TRANSPOSE" or other.kind != "TRANSPOSE":
            return False
        return not self.same(op.inputs[1], other.inputs[1])

    def same(self, one: int, two: int) -> bool:
        """Whether two constants begin alike."""
        mine, theirs = self.graph.tensors[one], self.partner.tensors[two]
        return same_data(self.model.data(mine), self.other.data(theirs))

    def between(self, key: Key, tensor: int) -> None:
        """The other file has more operators in front of an operand."""
        self.found.loose.add(key)
        producer = self.graph.producers.get(tensor)
        if producer is not None:
            self.found.loose.add((self.graph.index, producer.index))

    def match_back(self, one: int, two: int) -> None:
        """Match what computes an operand of constants alone."""
        op, other = self.graph.producers[one], self.partner.producers.get(two)
        key = self.graph.index, op.index
        if other is None or key in self.found.partners or other.kind != op.kind:
            return
        self.taken.add(other.index)
        self.found.partners[key] = other
        for a, b in zip(op.inputs, other.inputs, strict=False):
            if a in self.fixed and b >= 0:
                self.match_back(a, b)

    def no_partner(self, op: Operator) -> str:
        """The first difference, in words."""
        behind = sorted({o.kind for o in self.next(op)}) or ["nothing else"]
        return f"{words(op)} of the model has no partner; there it is {', '.join(behind)}"

    def next(self, op: Operator) -> Iterator[Operator]:
        """What stands in an operator's place in the other file."""
        for tensor in {t for i in op.inputs for t in self.images.get(i, ())}:
            yield from (o for o in self.readers.get(tensor, ()) if o.index not in self.taken)


def as_they_are(tensors: Sequence[int]) -> Sequence[int]:
    """No operator between."""
    return tensors


def same_data(one: memoryview | None, two: memoryview | None) -> bool:
    """Whether two constants begin alike."""
    if one is None or two is None or len(one) != len(two):
        return False
    return bytes(one[:SAMPLE]) == bytes(two[:SAMPLE])


def words(op: Operator) -> str:
    """An operator by its place and kind."""
    return f"operator {op.index} {op.custom_code if op.kind == 'CUSTOM' else op.kind}"
