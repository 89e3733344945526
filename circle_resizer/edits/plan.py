"""From decisions to a rewrite: which bytes change, and where a constant has to be split."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from circle_resizer.edits.computed_constants import Contents, Use
from circle_resizer.edits.place_constants import Constants
from circle_resizer.edits.reshape_to_transpose import carry_out, insert
from circle_resizer.errors import RefusedError
from circle_resizer.file.element_types import RANGES, WIDEST, packed, width
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


def planned(model: Model, stores: Sequence[Store], inference: Inference) -> Rewrite:
    """All changes of the file, from what was decided and the shapes at the wanted sizes."""
    rewrite = Rewrite(model)
    plan_into(rewrite, stores, inference)
    return rewrite


def plan_into(rewrite: Rewrite, stores: Sequence[Store], inference: Inference) -> None:
    """Put all changes into a rewrite."""
    model = rewrite.model
    planners = [Planner(model, store, rewrite) for store in stores]
    set_shapes(rewrite, inference)
    wanted: dict[Use, Contents] = {}
    for planner in planners:
        planner.options()
        wanted |= planner.wanted()
    Constants(model, rewrite).put(wanted, inference)
    for planner in planners:
        planner.operators()


def set_shapes(rewrite: Rewrite, inference: Inference) -> None:
    """Record every shape that has changed."""
    for index, frame in inference.frames.items():
        tensors = rewrite.model.subgraphs[index].tensors
        for tensor, value in zip(tensors, frame, strict=True):
            if value is None or value.constant:
                continue
            shape, signature = record_of(value)
            check_sizes(tensor, shape)
            if not is_recorded(tensor, shape, signature):
                rewrite.set_shape(index, tensor.index, shape, signature)


@dataclass(frozen=True, slots=True)
class Planner:
    """Turns what a store holds into changes of a file."""

    model: Model
    store: Store
    rewrite: Rewrite

    def options(self) -> None:
        """Sizes in the options of operators."""
        for patch in self.store.patches.values():
            if patch.option:
                self._option(patch)

    def operators(self) -> None:
        """Operators that become others, and new ones."""
        for swap in self.store.swaps.values():
            carry_out(self.rewrite, swap, self.store.sizes)
        for reshape in self.store.inserts.values():
            insert(self.rewrite, reshape, self.store.sizes)

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
        named = next(field for field in cls.FIELDS if field[0] == patch.option)
        _, slot, kind = named
        check_entries(patch, TensorType.INT32, new)
        why = f"{patch.option} of {patch.where}"
        if not kind.endswith("[]"):
            self.rewrite.set_option(patch.key, inner, named, new[0], why)
            return
        vector = self.rewrite.set_vector(inner, slot, kind.removesuffix("[]"), new, why)
        if vector is not None:
            self.rewrite.options.setdefault(patch.key, {})[patch.option] = vector

    def wanted(self) -> dict[Use, Contents]:
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
