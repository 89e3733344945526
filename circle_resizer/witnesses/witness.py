"""A second export: its sizes, and the number it has where the model has one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from circle_resizer.errors import RefusedError
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.inference.engine import Site
from circle_resizer.inference.stored_values import constant
from circle_resizer.inference.value import Shape, Value
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, bind, unknown
from circle_resizer.tables.constant_results import as_constant, constant_results
from circle_resizer.witnesses.aligner import aligned
from circle_resizer.witnesses.alignment import Alignment, foreign


@dataclass(slots=True)
class Witness:
    """Another export of the model, aligned with it."""

    label: str
    base: Model
    """The model that is resized."""
    model: Model
    alignment: Alignment
    numbers: dict[str, Dim] = field(default_factory=dict)
    """What the symbols of the inputs are in it."""

    @classmethod
    def of(cls, model: Model, other: Model, label: str) -> Witness:
        """Align a file with a model, or refuse it."""
        if model.kind != other.kind:
            raise foreign(label, f"it is a {other.kind} file, the model a {model.kind} file")
        return cls(label, model, other, either_way(model, other, label))

    def turned(self, label: str) -> Witness:
        """The model as a second export of this file."""
        return Witness(label, self.model, self.base, self.alignment.turned(self.base))

    def at(self, sizes: Sizes, dim: Dim) -> int | None:
        """The number of a size in this file; ``None`` where it depends on what is undecided."""
        if isinstance(dim, int):
            return dim
        found = bind(sizes.expanded(dim), self.numbers)
        return found if isinstance(found, int) else None

    def partner(self, site: Site) -> tuple[Subgraph, Operator] | None:
        """The operator of this file that is the partner of ``site``, with its graph."""
        found = self.alignment.partners.get(site.key)
        return None if found is None else (self.model.subgraphs[site.graph.index], found)

    def is_loose(self, site: Site) -> bool:
        """Whether one file has an operator more just before or behind ``site``."""
        alignment = self.alignment
        return site.key in alignment.loose or site.key in alignment.crossed

    def operand(self, site: Site, k: int) -> Value | None:
        """What this file holds in the place of an operand, as far as it is a constant."""
        found = self.partner(site)
        if found is None or not 0 <= k < len(found[1].inputs) or found[1].inputs[k] < 0:
            return None
        return constant_of(self.model, found[0], found[1].inputs[k])

    def entry(self, site: Site, k: int, entry: int, stored: int) -> int | None:
        """The number this file has where the model has ``stored``.

        That is an entry of a constant, the end of a slice that is written as begin and size, or
        the extent of an operand's axis.
        """
        mine, theirs = self.ints(site, k)
        if mine is not None and theirs is not None and len(mine) == len(theirs) > entry:
            if mine[entry] == stored:
                return theirs[entry]
            first, others = self.ints(site, 1)
            if k == 2 and first is not None and others is not None:
                begin, other = first[entry], others[entry]
                return other + theirs[entry] if begin + mine[entry] == stored else None
        return self.extent(site, k, entry, stored)

    def extent(self, site: Site, k: int, axis: int, stored: int) -> int | None:
        """The extent of an operand's axis in this file, if it is ``stored`` in the model."""
        found = self.partner(site)
        if found is None or not 0 <= k < min(len(found[1].inputs), len(site.op.inputs)):
            return None
        mine = site.graph.tensors[site.op.inputs[k]].dims
        theirs = found[0].tensors[found[1].inputs[k]].dims
        fits = len(mine) == len(theirs) > axis and mine[axis] == stored and theirs[axis] > 0
        return theirs[axis] if fits else None

    def ints(self, site: Site, k: int) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
        """The whole numbers of a constant operand in the model and in this file."""
        mine, theirs = self.own(site, k), self.operand(site, k)
        return (
            mine.ints() if mine is not None else None,
            theirs.ints() if theirs is not None else None,
        )

    def own(self, site: Site, k: int) -> Value | None:
        """What the model holds in the place of an operand, as far as it is a constant."""
        index = site.op.inputs[k] if k < len(site.op.inputs) else -1
        return constant_of(self.base, site.graph, index)

    def perm(self, site: Site) -> tuple[int, ...] | None:
        """How this file transposes where the model has a RESHAPE."""
        found = self.partner(site)
        if found is None or found[1].kind != "TRANSPOSE":
            return None
        value = self.operand(site, 1)
        return value.ints() if value is not None else None

    def result(self, site: Site) -> tuple[int, ...] | None:
        """The recorded shape of the first result in this file, if it is static."""
        found = self.partner(site)
        if found is None or not found[1].outputs or found[1].outputs[0] < 0:
            return None
        return static(found[0].tensors[found[1].outputs[0]].dims)

    def gives(self, sizes: Sizes, dims: Shape, shape: Sequence[int]) -> bool:
        """Whether a shape is, or may be, what this file records."""
        if len(dims) != len(shape):
            return False
        pairs = zip((self.at(sizes, d) for d in dims), shape, strict=True)
        return all(n in {None, size} for n, size in pairs)

    def allows(self, sizes: Sizes, dims: Shape, shape: Sequence[int]) -> bool:
        """Whether a shape is what this file records, but for sizes that nobody asks to change.

        A size that stays may differ in this file as much as an input's size that stays does.
        """
        if len(dims) != len(shape):
            return False
        pairs = zip(dims, shape, strict=True)
        return all(self.at(sizes, d) in {None, n} or self.stays(sizes, d, n) for d, n in pairs)

    def stays(self, sizes: Sizes, size: Dim, number: int) -> bool:
        """Whether ``size`` is not asked to change, and differs here by what does not either."""
        stored = sizes.stored(size)
        kept = [n for n in self.numbers if n in sizes.stored_of and not sizes.changes(unknown(n))]
        pairs = [(sizes.stored_of[n], self.numbers[n]) for n in kept]
        return not sizes.changes(size) and any(
            isinstance(old, int) and stored is not None and stored * new == number * old
            for old, new in pairs
        )

    def evidence(
        self, sizes: Sizes, site: Site, k: int, value: Value | None
    ) -> tuple[int, ...] | None:
        """The shape of an operand in this file, where it has to be that of the model's."""
        found = self.partner(site)
        index = found[1].inputs[k] if found is not None else -1
        if found is None or value is None or value.shape is None or index < 0:
            return None
        graph, recorded = found[0], site.graph.tensors[site.op.inputs[k]].dims
        dims = graph.tensors[index].dims
        if is_constant(graph, index) or -1 in dims or len(dims) != len(recorded):
            return None
        if value.constant or self.is_fixed(site, k):
            return None
        return dims if is_recorded(sizes, value.shape, recorded) else None

    def is_fixed(self, site: Site, k: int) -> bool:
        """Whether an operand's shape is no evidence.

        One made of constants alone follows only where it is read; one beside an operator that
        only one file has need not be alike.
        """
        index = site.op.inputs[k]
        producer = site.graph.producers.get(index)
        key = (site.graph.index, producer.index) if producer is not None else None
        if key in self.alignment.reshaped or key in self.alignment.loose:
            return True
        return index in constant_results(self.base, site.graph)

    def output(self, index: int) -> tuple[int, ...] | None:
        """The recorded shape of the output that a tensor of the main graph is in the model."""
        at = self.base.subgraphs[0].outputs.index(index)
        graph = self.model.subgraphs[0]
        return static(graph.tensors[graph.outputs[at]].dims)


def is_constant(graph: Subgraph, index: int) -> bool:
    """Whether a tensor is neither computed nor given."""
    return index not in graph.producers and index not in graph.inputs


def is_recorded(sizes: Sizes, shape: Shape, dims: Sequence[int]) -> bool:
    """Whether the model records what inference finds; else no other record is evidence."""
    return tuple(map(sizes.stored, shape)) == tuple(dims)


def either_way(model: Model, other: Model, label: str) -> Alignment:
    """The alignment of two files, found from the one that has more operators if need be."""
    try:
        return aligned(model, other, label)
    except RefusedError:
        with suppress(RefusedError):
            return aligned(other, model, label).turned(other)
        raise


def constant_of(model: Model, graph: Subgraph, index: int) -> Value | None:
    """A tensor as a constant: stored, or computed from constants alone."""
    if index < 0 or index in graph.inputs or graph.tensors[index].is_variable:
        return None
    if index in graph.producers:
        tensor = graph.tensors[index]
        found = as_constant(
            model, graph, index, Value(tensor.name, tensor.shape, None, tensor.type)
        )
    else:
        found = constant(model, graph, index)
    return found if found is not None and found.constant else None


def static(dims: tuple[int, ...]) -> tuple[int, ...] | None:
    """A recorded shape, if nothing in it is unknown."""
    return None if -1 in dims else dims
