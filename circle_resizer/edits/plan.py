"""From decisions to a rewrite: which bytes change, and where a constant has to be split."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from circle_resizer.edits.computed_constants import Contents, Results, Use
from circle_resizer.edits.reshape_to_transpose import carry_out, insert
from circle_resizer.errors import RefusedError
from circle_resizer.file.element_types import RANGES, WIDEST, packed, width
from circle_resizer.file.flatbuffer_reader import CODEC
from circle_resizer.file.model import Model, Tensor
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.file.shared_vectors import option_class
from circle_resizer.generalize.holes import Patch, Regrow
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.verify import is_recorded, record_of
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.bounds import LARGEST, MAX_BYTES, check_room
from circle_resizer.symbolic.dim import Dim, Sym


@dataclass
class Planner:
    """Turns a store and the shapes at the wanted sizes into a rewrite."""

    model: Model
    store: Store
    rewrite: Rewrite = field(init=False)

    def __post_init__(self) -> None:
        self.rewrite = Rewrite(self.model)

    def plan(self, inference: Inference) -> Rewrite:
        """All changes of the file."""
        self._shapes(inference)
        for patch in self.store.patches.values():
            if patch.option:
                self._option(patch)
        self._constants(self._wanted(), inference)
        for swap in self.store.swaps.values():
            carry_out(self.rewrite, swap, self.store.sizes)
        for reshape in self.store.inserts.values():
            insert(self.rewrite, reshape, self.store.sizes)
        return self.rewrite

    def _shapes(self, inference: Inference) -> None:
        for index, frame in inference.frames.items():
            tensors = self.model.subgraphs[index].tensors
            for tensor, value in zip(tensors, frame, strict=True):
                if value is None or value.constant:
                    continue
                shape, signature = record_of(value)
                check_sizes(tensor, shape)
                if not is_recorded(tensor, shape, signature):
                    self.rewrite.set_shape(index, tensor.index, shape, signature)

    def _option(self, patch: Patch) -> None:
        new = entries(self.store.sizes, patch)
        if new == patch.old:
            return
        graph, op = patch.key
        operator = self.model.subgraphs[graph].operators[op]
        inner = operator.option_table
        cls = option_class(operator.table)
        if inner is None or cls is None:
            return
        slot, kind = next((s, k) for n, s, k in cls.FIELDS if n == patch.option)
        check_entries(patch, TensorType.INT32, new)
        why = f"{patch.option} of {patch.where}"
        if not kind.endswith("[]"):
            self.rewrite.overwrite(inner.field(slot), CODEC[kind].pack(new[0]), why)
            return
        vector = self.rewrite.set_vector(inner, slot, kind.removesuffix("[]"), new, why)
        if vector is not None:
            self.rewrite.options.setdefault(patch.key, {})[patch.option] = vector

    def _wanted(self) -> dict[Use, Contents]:
        """What each use of a constant needs, where that is not what the file holds."""
        found: dict[Use, Contents] = {}
        for patch in self.store.patches.values():
            if patch.option:
                continue
            tensor = self.model.subgraphs[patch.key[0]].tensors[patch.tensor]
            new = entries(self.store.sizes, patch)
            if new != patch.old:
                shape = tensor.shape or ()
                shape = shape if len(new) == len(patch.old) else (len(new),)
                check_entries(patch, tensor.type, new)
                found[(*patch.key, patch.operand)] = Contents(packed(tensor.type, new), shape)
        regrown = [r for r in self.store.regrown.values() if r.extension.changes]
        check_room("the file", self._grown(regrown))
        made: dict[bytes, bytes] = {}
        for regrow in regrown:
            contents = Contents.of(regrow.extension)
            data = made.setdefault(contents.data, contents.data)
            found[(*regrow.key, regrow.operand)] = replace(contents, data=data)
        return found

    def _grown(self, regrown: Sequence[Regrow]) -> int:
        """Bytes of the file with all constants that grow, each tensor's once."""
        sizes = {}
        for regrow in regrown:
            tensor = self.model.subgraphs[regrow.key[0]].tensors[regrow.tensor]
            extents = {**dict(enumerate(tensor.shape or ())), **regrow.extents}
            shape = self.store.sizes.bound(extents.values())
            use = regrow.key[0], regrow.tensor, shape
            sizes[use] = abs(math.prod(shape)) * (width(tensor.type) or 0)
        whole = self.model.flat.size
        return sum(sizes.values()) + (whole if whole <= MAX_BYTES else 0)

    def _constants(self, wanted: dict[Use, Contents], inference: Inference) -> None:
        """In place where all uses of the bytes agree; otherwise a copy for those that differ."""
        everywhere = all_uses(self.model) if wanted else []
        readers: dict[tuple[int, int], list[Use]] = {}
        for use, tensor in everywhere:
            readers.setdefault((use[0], tensor.index), []).append(use)
        Results(self.model, self.rewrite, inference).settle(wanted, readers)
        for span, users in self._by_span(wanted, everywhere).items():
            needs = [wanted.get(use) for use, _ in users]
            if all(n == needs[0] for n in needs) and needs[0] is not None:
                self._replace(span, users, needs[0])
            else:
                self._split(users, wanted)

    def _by_span(
        self, wanted: Collection[Use], everywhere: list[tuple[Use, Tensor]]
    ) -> dict[tuple[int, int], list[tuple[Use, Tensor]]]:
        """All uses of the bytes that one of the ``wanted`` uses reads, by (offset, length)."""
        tensors = [self._tensor(use) for use in wanted]
        spans = {self.model.buffer_span(t.buffer) for t in tensors}
        uses: dict[tuple[int, int], list[tuple[Use, Tensor]]] = {span: [] for span in spans}
        for use, tensor in everywhere:
            span = self.model.buffer_span(tensor.buffer)
            if span in uses:
                uses[span].append((use, tensor))
        return uses

    def _tensor(self, use: Use) -> Tensor:
        graph = self.model.subgraphs[use[0]]
        return graph.tensors[graph.operators[use[1]].inputs[use[2]]]

    def _replace(
        self, span: tuple[int, int], users: list[tuple[Use, Tensor]], contents: Contents
    ) -> None:
        tensors = {(use[0], tensor.index): tensor for use, tensor in users}
        in_place = len(contents.data) == span[1]
        if in_place:
            names = ", ".join(f"'{t.name}'" for t in tensors.values())
            self.rewrite.overwrite(span[0], contents.data, f"constant {names}")
        for (graph, index), tensor in tensors.items():
            if not in_place:
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


def check_sizes(tensor: Tensor, shape: tuple[int, ...]) -> None:
    """What the file can record of a tensor."""
    size = max(shape, default=0)
    if size > LARGEST:
        raise RefusedError(
            f"axis {shape.index(size)} of '{tensor.name}' would become {size}; a size is at most "
            f"{LARGEST}"
        )


def entries(sizes: Sizes, patch: Patch) -> tuple[int, ...]:
    """The numbers to write; a -1 of the file stays, an unknown becomes the only -1."""
    if patch.bound is None:
        patch.bound = bound_entries(sizes, patch)
    return patch.bound


def bound_entries(sizes: Sizes, patch: Patch) -> tuple[int, ...]:
    """``entries``, computed."""
    bound = [sizes.wanted(d) for d in patch.new]
    open_at = placeholders(patch, bound)
    numbers = [-1 if i in open_at or isinstance(d, Sym) else d for i, d in enumerate(bound)]
    unknown = [d for i, d in enumerate(bound) if isinstance(d, Sym) and i not in open_at]
    if unknown and (len(unknown) > 1 or patch.kind != "RESHAPE"):
        raise RefusedError(
            f"{patch.where}: its constant {list(patch.old)} would have to hold what stays unknown "
            f"({', '.join(map(str, unknown))}); ask for numbers there instead of -1"
        )
    return tuple(numbers)


def placeholders(patch: Patch, bound: Sequence[Dim]) -> set[int]:
    """Entries of a RESHAPE target that stay -1, which means: whatever is left.

    None do if others are unknown as well, as a target has room for one -1.
    """
    if patch.kind != "RESHAPE" or len(patch.new) != len(patch.old):
        return set()
    found = {i for i, number in enumerate(patch.old) if number == -1}
    others = {i for i, size in enumerate(bound) if isinstance(size, Sym)}
    return found if len(found | others) <= 1 else set()


def check_entries(patch: Patch, kind: int, numbers: Sequence[int]) -> None:
    """What a constant of a type can hold."""
    low, high = RANGES.get(kind, WIDEST)
    if numbers and not low <= min(numbers) <= max(numbers) <= high:
        raise RefusedError(
            f"{patch.where}: its constant {list(patch.old)} would have to hold {list(numbers)}, "
            f"each {low} to {high}"
        )


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
