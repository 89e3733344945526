"""SELECT and SELECT_V2, and the elements of what decides them: comparisons and logic.

An element is ``None`` while the unknowns leave it open.
"""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, elementwise, placed
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Element, Elements, Shape, Sizes, Value, shown
from circle_resizer.ops.arithmetic import each, register
from circle_resizer.ops.broadcast import broadcast, same
from circle_resizer.symbolic.dim import Sym, differ, never_exceeds


def less(a: Element, b: Element) -> bool | None:
    """``a < b`` if that holds for all unknowns, or for none."""
    if isinstance(a, float) or isinstance(b, float):
        return None if isinstance(a, Sym) or isinstance(b, Sym) else a < b
    return True if never_exceeds(a + 1, b) else False if never_exceeds(b, a) else None


def equal(a: Element, b: Element) -> bool | None:
    """``a == b`` if that holds for all unknowns, or for none."""
    if a == b:
        return True
    if isinstance(a, float) or isinstance(b, float):
        return None if isinstance(a, Sym) or isinstance(b, Sym) else False
    return False if differ(a, b) or less(a, b) or less(b, a) else None


def negated(a: Element | None) -> bool | None:
    """The other truth value."""
    return not a if isinstance(a, bool) else None


def both(a: Element | None, b: Element | None) -> Element | None:
    """``a and b``; one that is false settles it."""
    if a is False or b is False:
        return False
    return b if a is True else a if b is True else None


def either(a: Element | None, b: Element | None) -> Element | None:
    """``a or b``; one that is true settles it."""
    if a is True or b is True:
        return True
    return b if a is False else a if b is False else None


def chosen(condition: Element, a: Element, b: Element) -> Element | None:
    """``a`` or ``b``; an open condition does not matter where they are equal."""
    if isinstance(condition, bool):
        return a if condition else b
    return a if a == b and type(a) is type(b) else None


register(less, "LESS")
register(lambda a, b: less(b, a), "GREATER")
register(lambda a, b: negated(less(b, a)), "LESS_EQUAL")
register(lambda a, b: negated(less(a, b)), "GREATER_EQUAL")
register(equal, "EQUAL")
register(lambda a, b: negated(equal(a, b)), "NOT_EQUAL")
register(both, "LOGICAL_AND")
register(either, "LOGICAL_OR")
register(negated, "LOGICAL_NOT")


def select_axes(condition: Value, x: Value, y: Value, *, outs: Sequence[Value]) -> Axes:
    """A condition of one axis stands for whole rows."""
    found = select_v2_axes(condition, x, y, outs=outs)
    rows = found and condition.shape is not None and len(condition.shape) == 1
    return found | placed(0, [0]) if rows else found


def select_v2_axes(condition: Value, x: Value, y: Value, *, outs: Sequence[Value]) -> Axes:
    """As they stretch, if the result has the rank they stretch to."""
    ranks = [len(v.shape) for v in (condition, x, y) if v.shape is not None]
    kept = outs[0].shape is not None and len(outs[0].shape) == max(ranks, default=-1)
    return elementwise(condition, x, y) if kept else {}


@rule("SELECT", axes=select_axes)
def select(condition: Value, x: Value, y: Value, *, outs: Sequence[Value] = ()) -> Sizes | None:
    """[a,b] from two operands [a,b] by a condition [a,b], [a] (whole rows) or [] (all).

    (TFLite select.cc, SelectPrepare)
    """
    alike = same(x, y)
    if alike is None or condition.shape is None:
        return alike
    if (kept := kept_record(outs, condition, x, y)) is not None:
        return kept
    row = alike[: len(condition.shape)]
    if len(condition.shape) not in {0, 1, len(alike)} or any(map(differ, condition.shape, row)):
        shapes = f"'{condition.name}' {shown(condition.shape)} from '{x.name}' {shown(alike)}"
        raise RuleError(f"cannot select by {shapes}")
    return alike


@rule("SELECT_V2", axes=select_v2_axes)
def select_v2(condition: Value, x: Value, y: Value, *, outs: Sequence[Value] = ()) -> Sizes | None:
    """All three stretch to one shape (TFLite select.cc, SelectPrepare)."""
    kept = kept_record(outs, condition, x, y)
    return broadcast(condition, x, y) if kept is None else kept


def kept_record(outs: Sequence[Value], *operands: Value) -> Shape | None:
    """The recorded shape: it stands if it and all operands hold one element, of whatever rank."""
    if not outs or any(v.shape is None or any(d != 1 for d in v.shape) for v in operands):
        return None
    shape = outs[0].shape or ()
    return None if any(isinstance(d, int) and d != 1 for d in shape) else (1,) * len(shape)


@elements("SELECT")
def select_elements(condition: Elements, x: Elements, y: Elements) -> Elements:
    """A condition of one rank less stands for whole rows."""
    rows = condition.shape + (1,) * (x.ndim - 1 if condition.ndim == 1 else 0)
    return each(chosen, condition.reshape(rows), x, y)


@elements("SELECT_V2")
def select_v2_elements(condition: Elements, x: Elements, y: Elements) -> Elements:
    """Entry by entry."""
    return each(chosen, condition, x, y)
