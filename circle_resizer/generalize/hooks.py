"""Generalizing while inferring: the hook that resizes specialised constants, by operator."""

from __future__ import annotations

from collections.abc import Sequence

import circle_resizer.generalize.ops  # noqa: F401  (fills the table)
from circle_resizer.errors import ResizeError, UnsupportedError
from circle_resizer.file.model import Tensor
from circle_resizer.generalize.batch_mixing import keep_batches_apart
from circle_resizer.generalize.constant_axes import settle_dependencies
from circle_resizer.generalize.context import Context, Settings, backtrack
from circle_resizer.generalize.registry import GENERALIZERS, LITERAL
from circle_resizer.generalize.second_exports import (
    check_operands,
    decide_numbers,
    decided_whole,
)
from circle_resizer.generalize.store import Store
from circle_resizer.inference.engine import Inference, Site
from circle_resizer.inference.stored_values import recorded
from circle_resizer.inference.value import Element, Value, shown
from circle_resizer.refusals import wording
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of
from circle_resizer.tables.constant_results import as_constant


class GeneralizeHook:
    """The hook of the symbolic run."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    def mark(self, position: int) -> None:
        """A conflict further on may have to come back here."""
        self.store.mark(position)

    def before(
        self, engine: Inference, site: Site, operands: list[Value | None]
    ) -> list[Value | None]:
        """Mend the operator's constants where its operands change."""
        check_operands(self.store, site, operands)
        literal = site.kind in LITERAL and not self.store.sizes.all_dynamic
        if not literal and not any(map(self._is_resized, operands)):
            return operands
        function = GENERALIZERS.get(site.kind)
        self.store.search.where = f"{site.kind} of operator {site.op.index}"
        pairs = zip(site.op.inputs, operands, strict=True)
        operands = [as_constant(engine.model, site.graph, i, value) for i, value in pairs]
        ctx = Context(engine, self.store, site, list(operands), self.settings)
        if function is not None and not decided_whole(ctx):
            function(ctx)
        decide_numbers(ctx)
        keep_batches_apart(ctx)
        settle_dependencies(ctx)
        self._note_replaced(ctx, operands)
        return ctx.operands

    def _note_replaced(self, ctx: Context, operands: Sequence[Value | None]) -> None:
        """Note new constants, variables and reshaped operands for the run with plain numbers."""
        for k, (old, new) in enumerate(zip(operands, ctx.operands, strict=True)):
            if new is None or new is old:
                continue
            inserted = (ctx.site.key, k) in self.store.inserts
            if inserted or new.constant or ctx.is_variable(k):
                self.store.replaced[ctx.site.key, k] = new

    def _is_resized(self, value: Value | None) -> bool:
        """Whether an operand has a size that changes and that a constant of the file may hold."""
        return (
            value is not None
            and value.shape is not None
            and any(type(d) is Sym and not self.store.sizes.is_dynamic(d) for d in value.shape)
        )

    def without_rule(self, site: Site, operands: Sequence[Value | None]) -> list[Value]:
        """Unchanged if nothing that changes comes in; as the user says; else unsupported."""
        tensors = [site.graph.tensors[i] for i in site.op.outputs if i >= 0]
        given = self.settings.output_shapes
        self.store.used.update(t.name for t in tensors if t.name in given)
        if all(t.name in given for t in tensors):
            return [self._given(t, given[t.name], operands) for t in tensors]
        changed = next((v for v in operands if v is not None and self._may_change(v)), None)
        if changed is not None:
            raise self._unsupported(changed, tensors)
        return [recorded(t) for t in tensors]

    def _may_change(self, value: Value) -> bool:
        """Whether an operand has another shape than in the file, or none that is known."""
        return value.shape is None or any(map(self.store.sizes.changes, value.shape))

    def _unsupported(self, value: Value, results: Sequence[Tensor]) -> UnsupportedError:
        """The error of an operator without a rule, one operand of which changes."""
        wanted = shown(value.shape and tuple(map(self.store.sizes.wanted, value.shape)))
        if not results:
            return UnsupportedError(
                f"no rule is known for this operator and '{value.name}' becomes {wanted}"
            )
        return UnsupportedError(
            f"no rule is known for this operator and its operand '{value.name}' becomes "
            f"{wanted}; give its result, {shown(results[0].shape)} in the file, with "
            f"{wording.output_shape(results[0].name)}"
        )

    def _given(
        self, tensor: Tensor, sizes: Sequence[int], operands: Sequence[Value | None]
    ) -> Value:
        """A result of the shape that the user gives.

        A size is that of an operand's axis where both go from one number to another: [1,8] ->
        [3,8] beside an operand [1,5] -> [3,5]. What comes behind then knows that it is the batch
        and not some 3. Of several such axes the first one at this position is taken.
        """
        stored = tensor.shape or ()
        shape: list[Dim] = list(sizes)
        if len(stored) == len(sizes):
            places = [(a, d) for v in operands if v for a, d in enumerate(v.shape or ())]
            shape = [
                self._sized(a, pair, places)
                for a, pair in enumerate(zip(stored, sizes, strict=True))
            ]
        return Value(tensor.name, tuple(shape), None, tensor.type)

    def _sized(self, axis: int, pair: tuple[int, int], places: Sequence[tuple[int, Dim]]) -> Dim:
        """The size among (axis, size) ``places`` that goes from one number to another alike."""
        known = self.store.sizes
        alike = [
            (place, d)
            for place, d in places
            if known.changes(d) and (known.stored(d), known.wanted(d)) == pair
        ]
        same_place = [d for place, d in alike if place == axis]
        if same_place:
            return same_place[0]
        return alike[0][1] if len({d for _, d in alike}) == 1 else pair[1]

    def failed(self, site: Site, error: ResizeError) -> list[Value]:
        """Try another interpretation upstream; else note the error and go on to find the others."""
        backtrack(self.store, site)
        self.store.add_conflict(str(error), site.key, follows=True)
        return [Value(site.graph.tensors[i].name, None) for i in site.op.outputs]


class Overlay:
    """The hook of the run with plain numbers: decisions are taken from the store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    def mark(self, _: int) -> None:
        """Nothing is decided here."""

    def before(self, _: Inference, site: Site, operands: list[Value | None]) -> list[Value | None]:
        """Constants as they will be."""
        found = list(operands)
        for k in range(len(found)):
            new = self.store.replaced.get((site.key, k))
            if new is None:
                continue
            found[k] = bound = self._bound(new)
            index = site.op.inputs[k]
            if site.graph.tensors[index].is_variable:
                site.frame[index] = bound
        opt = self.store.options.get(site.key)
        if opt is not None:
            values = {n: self._numbers(v) for n, v in vars(opt).items()}
            site.opt = type(opt)(**values)
        return found

    def _numbers(self, value: object) -> object:
        if isinstance(value, tuple):
            return tuple(self.store.sizes.wanted(v) if isinstance(v, Sym) else v for v in value)
        return self.store.sizes.wanted(value) if isinstance(value, Sym) else value

    def _bound(self, value: Value) -> Value:
        sizes = self.store.sizes
        shape = value.shape and tuple(map(sizes.wanted, value.shape))
        elements = bound_elements(value, sizes)
        return Value(value.name, shape, elements, value.type, value.constant)

    def without_rule(self, site: Site, operands: Sequence[Value | None]) -> list[Value]:  # noqa: ARG002
        """As the user says, or as recorded: the symbolic run has made sure."""
        given = self.settings.output_shapes
        tensors = [site.graph.tensors[i] for i in site.op.outputs if i >= 0]
        return [
            Value(t.name, tuple(given[t.name]), None, t.type) if t.name in given else recorded(t)
            for t in tensors
        ]

    def failed(self, site: Site, error: ResizeError) -> list[Value]:
        """Try another interpretation upstream; else note the error and go on."""
        backtrack(self.store, site)
        self.store.add_conflict(str(error), site.key, follows=True)
        return [Value(site.graph.tensors[i].name, None) for i in site.op.outputs]


def bound(inference: Inference, sizes: Sizes) -> Inference | None:
    """A symbolic run at the wanted sizes; ``None`` when it left something open."""
    open_names = {n for n in sizes.asked if n not in sizes.wanted_of}
    found = Inference(inference.model)
    for index, frame in inference.frames.items():
        numbers = found.frames[index] = list(frame)
        for i, value in enumerate(frame):
            if value is None or value.constant:
                continue
            if value.shape is None:
                return None
            shape = tuple(map(sizes.wanted, value.shape))
            if any(isinstance(d, Sym) and not atoms_of(d) <= open_names for d in shape):
                return None
            numbers[i] = Value(value.name, shape, bound_elements(value, sizes), value.type)
    return found


def bound_elements(value: Value, sizes: Sizes) -> tuple[Element, ...] | None:
    """The elements of a value at the wanted sizes."""
    if value.elements is None:
        return None
    return tuple(sizes.wanted(e) if isinstance(e, Sym) else e for e in value.elements)
