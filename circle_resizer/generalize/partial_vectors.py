"""Vectors of positions and sizes, of which some entries are constants and others are computed.

A loop reads row i of ``x`` [T,1,3] by a SLICE whose begin is ``PACK(i, 0, 0)``: the first entry is
computed, the others are constants of the file all the same. An entry that has to change is changed
in the constant that it was put together from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from circle_resizer.file.model import Operator
from circle_resizer.generalize.context import Context
from circle_resizer.generalize.holes import Patch
from circle_resizer.inference.value import Element, Value
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of

Entries: TypeAlias = "tuple[int | None, ...]"
"""The entries that are constants, ``None`` for those that are computed at run time."""

JOINING = {"PACK", "CONCATENATION"}
COPYING = {"CAST", "EXPAND_DIMS", "RESHAPE", "SQUEEZE"}
"""Operators that hand the numbers of a vector on in their order."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the file holds an entry: an operand of an operator, and the entry there."""

    op: Operator
    operand: int
    entry: int
    value: Value


def known_entries(ctx: Context, operand: int, count: int) -> Entries:
    """The constant entries of an operand; all are ``None`` where nothing is known about it."""
    value = ctx.operand(operand)
    elements = value.elements if value is not None else None
    if elements is None or len(elements) != count:
        return (None,) * count
    return tuple(constant_part(ctx, e) for e in elements)


def constant_part(ctx: Context, element: Element) -> int | None:
    """The number of an entry, also while it is a free variable that some consumer decides."""
    if isinstance(element, Sym) and atoms_of(element) <= ctx.store.free.keys():
        return ctx.sizes.stored(element)
    return element if isinstance(element, int) else None


def change_entries(ctx: Context, operand: int, new: Sequence[Dim | None]) -> None:
    """Give an operand new entries; ``None`` leaves one as it is."""
    value = ctx.operand(operand)
    if value is None or value.elements is None or len(value.elements) != len(new):
        return
    if ctx.specialised(operand) is not None:
        if tuple(new) != value.elements:
            ctx.set_entries(operand, [n for n in new if n is not None])
        return
    whole = list(value.elements)
    for entry, (old, size) in enumerate(zip(value.elements, new, strict=True)):
        if size is not None and size != old:
            whole[entry] = changed_entry(ctx, operand, entry, old, size)
    ctx.operands[operand] = Value(value.name, value.shape, tuple(whole), value.type)


def changed_entry(ctx: Context, operand: int, entry: int, old: Element, new: Dim) -> Dim:
    """A new number for a computed entry: constants behind it follow, or it is refused."""
    if isinstance(old, Sym):
        fits = ctx.agree(old, new) is not None
    else:
        fits = patch_origin(ctx, operand, entry, new)
    if not fits:
        value, wanted = ctx.operand(operand), ctx.sizes.wanted
        was = constant_part(ctx, old)
        ctx.conflict(
            f"entry {entry} of '{value.name if value else ''}' is {was} and would have to become "
            f"{wanted(new)}, but it is computed from numbers that other operators read as well; "
            f"export the network at that size"
        )
    return new


def patch_origin(ctx: Context, operand: int, entry: int, new: Dim) -> bool:
    """Change the constant that an entry comes from; whether that changes nothing else."""
    found = origin(ctx, operand, entry)
    old = found.value.ints() if found is not None else None
    if found is None or old is None:
        return False
    key = ctx.site.graph.index, found.op.index
    known = ctx.store.patches.get((key, found.operand, ""))
    numbers: list[Dim] = list(old if known is None else known.new)
    if known is not None and known.where != str(ctx.site):
        return False
    numbers[found.entry] = new
    tensor = found.op.inputs[found.operand]
    patch = Patch(key, found.op.kind, found.operand, str(ctx.site), tensor, old, tuple(numbers))
    ctx.store.patches[key, found.operand, ""] = patch
    value = found.value
    changed = Value(value.name, value.shape, tuple(numbers), value.type, constant=True)
    ctx.store.replaced[key, found.operand] = changed
    return True


def origin(ctx: Context, operand: int, entry: int) -> Origin | None:
    """The constant behind an entry, if it is put together for this operator alone."""
    readers = [i for op in ctx.site.graph.operators for i in op.inputs]
    for op, k, tensor, here in steps(ctx, ctx.site.op.inputs[operand], entry):
        value = ctx.engine.value(ctx.site.graph, ctx.site.frame, tensor)
        if readers.count(op.outputs[0]) != 1 or op.outputs[0] in ctx.site.graph.outputs:
            return None
        if value.constant:
            return Origin(op, k, here, value)
    return None


def steps(ctx: Context, tensor: int, entry: int) -> Iterator[tuple[Operator, int, int, int]]:
    """(operator, operand, tensor, entry) of the operators by which an entry was put together."""
    producers, before = ctx.site.graph.producers, ctx.site.op.index
    while (op := producers.get(tensor)) is not None and op.index < before:  # a file may hold rings
        before = op.index
        if op.kind in COPYING:
            operand = 0
        elif op.kind in JOINING and (place := joined_place(ctx, op, entry)) is not None:
            operand, entry = place
        else:
            return
        tensor = op.inputs[operand]
        yield op, operand, tensor, entry


def joined_place(ctx: Context, op: Operator, entry: int) -> tuple[int, int] | None:
    """(operand, its entry) that an entry of a joined vector comes from."""
    for operand, tensor in enumerate(op.inputs):
        elements = ctx.engine.value(ctx.site.graph, ctx.site.frame, tensor).elements
        if elements is None:
            return None
        if entry < len(elements):
            return operand, entry
        entry -= len(elements)
    return None
