"""Values that go into another subgraph and come back, perhaps changed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from circle_resizer.errors import RuleError
from circle_resizer.inference.value import Element, Value
from circle_resizer.symbolic.dim import Dim, Sym, never_exceeds, unknown


def passed(operands: Sequence[Value]) -> list[Value]:
    """Operands as another subgraph sees them: no constants of its own."""
    return [replace(operand, constant=False) for operand in operands]


def named(carried: Sequence[Value], outs: Sequence[Value], body: int) -> list[Value]:
    """Arguments of a loop, named after the outputs so that no two loops share an unknown."""
    if len(carried) != len(outs):
        raise RuleError(f"carries {len(carried)} values, has {len(outs)} outputs")
    pairs = zip(passed(carried), outs, strict=True)
    return [replace(value, name=f"{out.name}@loop{body}") for value, out in pairs]


def loosen(before: Value, after: Value) -> Value:
    """What two values have in common: [4,8] and [5,8] become [?,8], elements likewise."""
    name, shape, other = before.name, before.shape, after.shape
    if shape is None or other is None or len(shape) != len(other):
        return replace(before, shape=None, elements=None)
    pairs = zip(shape, other, strict=True)
    sizes: list[Dim | None] = [a if a == b else None for a, b in pairs]
    common = Value.named(name, sizes).shape
    return replace(before, shape=common, elements=common_elements(before, after))


def common_elements(before: Value, after: Value) -> tuple[Element, ...] | None:
    """Equal elements, and names for the others; only whole numbers can be unknown."""
    old, new = before.elements, after.elements
    if old is None or new is None or len(old) != len(new):
        return None
    merged: list[Element] = []
    for i, (a, b) in enumerate(zip(old, new, strict=True)):
        same = a if a == b else unknown_element(f"{before.name}({i})", a, b)
        if same is None:
            return None
        merged.append(same)
    return tuple(merged)


def unknown_element(name: str, a: Element, b: Element) -> Sym | None:
    """A number that may be a or b: with a name for sizes if neither can be negative."""
    if not isinstance(a, (int, Sym)) or not isinstance(b, (int, Sym)) or bool in {type(a), type(b)}:
        return None
    anything = unknown(f"?{name}")
    if a == anything or not (never_exceeds(0, a) and never_exceeds(0, b)):
        return anything
    return unknown(name)


def variable(resource: Value) -> Hashable:
    """Under which name ``state`` holds a variable."""
    return ("variable", resource.elements)
