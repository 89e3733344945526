"""Where the new contents of constants go: in place, or a copy for those who need others."""

from __future__ import annotations

from dataclasses import dataclass

from circle_resizer.edits.computed_constants import Contents, Results, Use
from circle_resizer.file.model import Model, Tensor
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.inference.engine import Inference


@dataclass(frozen=True, slots=True)
class Constants:
    """Puts new contents of constants into a file."""

    model: Model
    rewrite: Rewrite

    def put(self, wanted: dict[Use, Contents], inference: Inference) -> None:
        """In place where all uses of the bytes agree; otherwise a copy for those that differ."""
        everywhere = all_uses(self.model) if wanted else []
        readers: dict[tuple[int, int], list[Use]] = {}
        for use, tensor in everywhere:
            readers.setdefault((use[0], tensor.index), []).append(use)
        Results(self.model, self.rewrite, inference).settle(wanted, readers)
        tensors = {use: self._tensor(use) for use in wanted}
        spans = {self.model.buffer_span(t.buffer) for t in tensors.values()}
        uses: dict[object, list[tuple[Use, Tensor]]] = {}
        for use, tensor in everywhere:
            span = self.model.buffer_span(tensor.buffer)
            if span in spans:  # a copy of a graph changes its own tensors, never their bytes
                what = (use[0], tensor.index) if self.rewrite.is_copy else span
                uses.setdefault(what, []).append((use, tensor))
        for users in uses.values():
            needs = [wanted.get(use) for use, _ in users]
            if all(n == needs[0] for n in needs) and needs[0] is not None:
                self._replace(users, needs[0])
            else:
                self._split(users, wanted)

    def _tensor(self, use: Use) -> Tensor:
        graph = self.model.subgraphs[use[0]]
        return graph.tensors[graph.operators[use[1]].inputs[use[2]]]

    def _replace(self, users: list[tuple[Use, Tensor]], contents: Contents) -> None:
        tensors = {(use[0], tensor.index): tensor for use, tensor in users}
        at, size = self.model.buffer_span(users[0][1].buffer)
        in_place = len(contents.data) == size
        if in_place and not self.rewrite.is_copy:
            names = ", ".join(f"'{t.name}'" for t in tensors.values())
            self.rewrite.overwrite(at, contents.data, f"constant {names}")
        for (graph, index), tensor in tensors.items():
            if self.rewrite.is_copy:
                buffer = self.rewrite.add_buffer(contents.data)
                self.rewrite.tensors.setdefault((graph, index), {})["buffer"] = buffer
            elif not in_place:
                self.rewrite.buffers[tensor.buffer] = contents.data
            signature = tensor.signature if contents.shape == tensor.shape else None
            self.rewrite.set_shape(graph, index, contents.shape, signature)

    def _split(self, users: list[tuple[Use, Tensor]], wanted: dict[Use, Contents]) -> None:
        made: dict[tuple[int, int, Contents], int] = {}
        for use, tensor in users:
            contents = wanted.get(use)
            if contents is None:
                continue
            key = use[0], tensor.index, contents
            if key not in made:
                name = f"{tensor.name}/resized_{len(made) + 1}"
                made[key] = self.rewrite.copy_tensor(
                    use[0], tensor.index, contents.data, contents.shape, name
                )
            self.rewrite.set_input(*use, made[key])


def all_uses(model: Model) -> list[tuple[Use, Tensor]]:
    """Every operand of every operator, and every graph output, with its tensor."""
    found: list[tuple[Use, Tensor]] = []
    for graph in model.subgraphs:
        for op in graph.operators:
            for k, index in enumerate(op.inputs):
                if index >= 0:
                    found.append(((graph.index, op.index, k), graph.tensors[index]))
        for k, index in enumerate(graph.outputs):
            found.append(((graph.index, -1, k), graph.tensors[index]))
    return found
