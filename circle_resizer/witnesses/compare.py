"""Where two files of one network at the same sizes differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from circle_resizer.errors import RefusedError
from circle_resizer.file.model import Model, Operator, Subgraph
from circle_resizer.file.operator import read_options
from circle_resizer.file.shared_vectors import option_class
from circle_resizer.inference.value import shown
from circle_resizer.schema.options import Options, StridedSliceOptions
from circle_resizer.tables.constant_results import array_at
from circle_resizer.witnesses.alignment import foreign
from circle_resizer.witnesses.weights import Pair, close, is_made, spread
from circle_resizer.witnesses.witness import Witness

TARGETS = {"new_shape"}
"""Options that say what the shape of the result says as well."""
SHOWN = 8


def differences(model: Model, other: Model, label: str) -> list[str]:
    """One line for each difference; none where both are one network at equal sizes."""
    if model.input_shapes != other.input_shapes:
        pairs = zip(model.input_shapes, other.input_shapes, strict=False)
        one, two = next((a, b) for a, b in pairs if a != b)
        raise foreign(label, f"an input is {shown(one)} here and {shown(two)} there")
    try:
        witness = Witness.of(model, other, label)
    except RefusedError as error:
        return [str(error)]
    return list(Comparison(witness).run())


@dataclass(frozen=True, slots=True)
class Comparison:
    """A model and the export it is compared with."""

    witness: Witness

    def run(self) -> Iterator[str]:
        """All differences, in the order of the operators."""
        alignment = self.witness.alignment
        for graph, op in alignment.alone:
            yield f"{words(graph, op)}: only in the model"
        for graph, op in alignment.extra:
            yield f"{words(graph, op)}: only in '{self.witness.label}'"
        for (index, at), partner in sorted(alignment.partners.items()):
            graph, other = self.witness.base.subgraphs[index], self.witness.model.subgraphs[index]
            yield from self.operators(graph, graph.operators[at], other, partner)

    def operators(
        self, graph: Subgraph, op: Operator, other: Subgraph, partner: Operator
    ) -> Iterator[str]:
        """What differs between two operators."""
        where = words(graph, op)
        if op.kind != partner.kind:
            yield f"{where}: {op.kind} in the model, {partner.kind} there"
            return
        for one, two in zip(op.outputs, partner.outputs, strict=False):
            if one < 0 or two < 0:
                continue
            mine, theirs = graph.tensors[one].dims, other.tensors[two].dims
            if not agree(mine, theirs):
                yield f"{where}: its result is {shown(mine)} in the model, {shown(theirs)} there"
        yield from self.options(where, op, partner)
        for k, (one, two) in enumerate(zip(op.inputs, partner.inputs, strict=False)):
            if one < 0 or two < 0 or is_made(graph, one) or is_made(other, two):
                continue
            if op.kind == "RESHAPE" and k == 1:
                continue
            pair = Pair(graph, op, k, graph.tensors[one], other.tensors[two])
            why = self.constants(pair, other)
            if why:
                yield f"{where}: constant '{graph.tensors[one].name}' {why}"

    def options(self, where: str, op: Operator, partner: Operator) -> Iterator[str]:
        """Attributes that differ."""
        mine, theirs = attributes(op), attributes(partner)
        for name in sorted(mine.keys() - TARGETS):
            if mine[name] != theirs.get(name):
                yield f"{where}: {name} is {mine[name]} in the model, {theirs.get(name)} there"

    def constants(self, pair: Pair, other: Subgraph) -> str:
        """How two constants differ; empty where they do not, up to rounding."""
        skipped = ignored(pair.op, pair.operand)
        mine = array_at(self.witness.base, pair.graph, pair.mine.index)
        theirs = array_at(self.witness.model, other, pair.theirs.index)
        if mine is None or theirs is None:
            return ""
        if mine.shape != theirs.shape and spread(pair.op.kind, mine, theirs):
            return ""  # one that is broadcast, and the same repeated
        if mine.shape != theirs.shape:
            return f"is {shown(mine.shape)} in the model, {shown(theirs.shape)} there"
        flat, others = mine.reshape(-1), theirs.reshape(-1)
        kept = [k for k in range(flat.size) if not skipped >> k & 1] if skipped else slice(None)
        if mine.dtype == theirs.dtype and close(flat[kept], others[kept]):
            return ""
        if flat.size > SHOWN:
            return "holds other numbers there"
        return f"is {shown(flat.tolist())} in the model, {shown(others.tolist())} there"


def attributes(op: Operator) -> dict[str, object]:
    """The options that the file holds for an operator."""
    cls = option_class(op.table) or Options
    found = read_options(cls, op.option_table)
    return {name: getattr(found, name) for name, _, kind in found.FIELDS if kind != "table"}


def agree(one: Sequence[int], two: Sequence[int]) -> bool:
    """Whether two recorded shapes are one, as far as their sizes are known."""
    pairs = zip(one, two, strict=False)
    return len(one) == len(two) and all(n == m or -1 in {n, m} for n, m in pairs)


def ignored(op: Operator, operand: int) -> int:
    """The mask of entries that a STRIDED_SLICE does not read."""
    if op.kind != "STRIDED_SLICE" or operand not in {1, 2}:
        return 0
    opt = op.options(StridedSliceOptions)
    return opt.begin_mask if operand == 1 else opt.end_mask | opt.shrink_axis_mask


def words(graph: Subgraph, op: Operator) -> str:
    """An operator by its place, kind and result."""
    name = f" '{graph.tensors[op.outputs[0]].name}'" if op.outputs and op.outputs[0] >= 0 else ""
    return f"subgraph {graph.index}, operator {op.index} {op.kind}{name}"
