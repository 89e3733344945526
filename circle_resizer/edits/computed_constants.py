"""Where the new contents go of what operators compute from constants.

A float16 token [1,1,8] behind a DEQUANTIZE that shall be [3,1,8]: the token itself becomes
[3,1,8], and the operator computes the rest. Where an operator cannot do that, or where readers of
its result need different contents, the result is stored in the file instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from circle_resizer.edits.unused_operators import feeders
from circle_resizer.file.model import Model, Operator, Subgraph, Tensor
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.inference.engine import Inference
from circle_resizer.tables.compare import Extension
from circle_resizer.tables.constant_results import constant_results

Use = tuple[int, int, int]
"""(subgraph, operator, operand); operator -1 is the graph's own outputs."""
SHAPED = {"RESHAPE", "BROADCAST_TO", "STRIDED_SLICE", "SLICE", "TILE", "FILL"}
"""Operators that have the shape of their result written beside them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a constant shall hold."""

    data: bytes
    shape: tuple[int, ...]
    source: Extension | None = field(default=None, compare=False)
    """How the contents came about, if by the rules for tables."""

    @classmethod
    def of(cls, extension: Extension) -> Contents:
        """The contents that an extension builds."""
        array = extension.build()
        return cls(array.tobytes(), tuple(int(n) for n in array.shape), extension)


@dataclass(frozen=True, slots=True)
class Results:
    """The computed constants among what is to be written."""

    model: Model
    rewrite: Rewrite
    inference: Inference

    def settle(
        self, wanted: dict[Use, Contents], uses: Mapping[tuple[int, int], list[Use]]
    ) -> None:
        """Take the uses of results out of ``wanted``; put in those of the constants beneath."""
        for graph in self.model.subgraphs if wanted else ():
            results, stored = constant_results(self.model, graph), list[int]()
            for op in reversed(graph.operators if results else ()):
                index = op.outputs[0] if len(op.outputs) == 1 else -1
                readers = uses.get((graph.index, index), []) if index in results else []
                if self._is_stored(op, wanted, (graph, readers)):
                    stored.append(index)
            if stored:
                gone = feeders(graph, stored)
                self.rewrite.removed.setdefault(graph.index, set()).update(gone)

    def _is_stored(
        self, op: Operator, wanted: dict[Use, Contents], readers: tuple[Subgraph, list[Use]]
    ) -> bool:
        """Put new contents of a result where they belong; whether that is the result itself."""
        graph, uses = readers
        needs = {use: wanted.pop(use) for use in uses if use in wanted}
        if not needs:
            return False
        tensor = graph.tensors[op.outputs[0]]
        if len(needs) < len(uses) or len(set(needs.values())) > 1:
            self._copy(tensor, needs)
            return False
        contents = next(iter(needs.values()))
        self._record(graph.index, tensor, contents)
        operands = contents.source.operands if contents.source else {}
        if operands and op.kind not in SHAPED:
            for k, part in operands.items():
                wanted[graph.index, op.index, k] = Contents.of(part)
            return False
        buffer = self.rewrite.add_buffer(contents.data)
        self.rewrite.tensors.setdefault((graph.index, tensor.index), {})["buffer"] = buffer
        return True

    def _copy(self, tensor: Tensor, needs: Mapping[Use, Contents]) -> None:
        """A constant of its own for every reader that needs other contents."""
        made: dict[Contents, int] = {}
        for use, contents in needs.items():
            if contents not in made:
                name = f"{tensor.name}/resized_{len(made) + 1}"
                made[contents] = self.rewrite.copy_tensor(
                    use[0], tensor.index, contents.data, contents.shape, name
                )
            self.rewrite.set_input(*use, made[contents])

    def _record(self, graph: int, tensor: Tensor, contents: Contents) -> None:
        """The shape of a result that all readers need alike."""
        signature = tensor.signature if contents.shape == tensor.shape else None
        self.rewrite.set_shape(graph, tensor.index, contents.shape, signature)
        value = self.inference.frames[graph][tensor.index]
        if value is not None:
            new = replace(value, shape=contents.shape, elements=None)
            self.inference.frames[graph][tensor.index] = new
