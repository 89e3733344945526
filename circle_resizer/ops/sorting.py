"""Operators that rank or pick elements: TOPK_V2, UNIQUE, WHERE."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, opaque, parameters, stays
from circle_resizer.inference.rules import Answer, elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np, npt
from circle_resizer.ops.scalar import scalar
from circle_resizer.symbolic.dim import Sym


def topk_v2_axes(x: Value, k: Value) -> Axes:
    """Rows of the last axis are picked."""
    return stays(0, x, {-1: AxisKind.GATHERED}, 2) | parameters(1, k)


@rule("TOPK_V2", axes=topk_v2_axes, many=True)
def topk_v2(x: Value, k: Value) -> list[Answer]:
    """[a,b] -> values [a,k], indices [a,k] (TFLite topk_v2.cc, ResizeOutput)."""
    size = scalar(k)
    if x.shape == ():
        raise RuleError(f"'{x.name}' is a scalar")
    if isinstance(size, int) and size < 0:
        raise RuleError(f"k is {size}")
    if x.shape is None:
        return [None, None]
    last = x.shape[-1]
    if isinstance(size, int) and isinstance(last, int) and size > last:
        raise RuleError(f"k is {size}, but the last axis of '{x.name}' {shown(x.shape)} is {last}")
    sizes: Sizes = [*x.shape[:-1], None if isinstance(size, float) else size]
    return [sizes, sizes]


@elements("TOPK_V2", many=True)
def topk_v2_elements(x: Elements, k: Elements) -> list[Elements | None]:
    """Largest first, of equal ones the first first."""
    rows = numbers(x)
    if rows is None:
        return [None, None]
    order = np.argsort(-rows, axis=-1, kind="stable")[..., : int(k.item())]
    return [np.take_along_axis(x, order, axis=-1), order.astype(object)]


def numbers(x: Elements) -> "npt.NDArray[np.float64] | None":
    """The elements as numbers, unless one is not known."""
    entries = x.ravel().tolist()
    return (
        None
        if any(isinstance(e, Sym) for e in entries)
        else np.array(entries, np.float64).reshape(x.shape)
    )


@rule("UNIQUE", axes=opaque, many=True)
def unique(x: Value) -> list[Answer]:
    """[a] -> the distinct elements, and where each went (TFLite unique.cc, Prepare)."""
    entries = x.elements
    known = entries is not None and not any(isinstance(e, Sym) for e in entries)
    return [[len(set(entries)) if entries is not None and known else None], x.dims(1)]


@elements("UNIQUE", many=True)
def unique_elements(x: Elements) -> list[Elements | None]:
    """In the order of their first appearance."""
    entries = x.tolist()
    if numbers(x) is None:
        return [None, None]
    first = list(dict.fromkeys(entries))
    places = [first.index(entry) for entry in entries]
    return [np.array(first, dtype=object), np.array(places, dtype=object)]


@rule("WHERE", axes=opaque)
def where(x: Value) -> Sizes:
    """[a,b] -> [n,2], the positions of all n elements but 0: known from data (TFLite where.cc)."""
    if x.shape == ():
        raise RuleError(f"'{x.name}' is a scalar")
    entries = x.array()
    found = None if entries is None else where_elements(entries)
    return [None if found is None else len(found), None if x.shape is None else len(x.shape)]


@elements("WHERE")
def where_elements(x: Elements) -> Elements | None:
    """In row-major order."""
    rows = numbers(x)
    return None if rows is None else np.argwhere(rows).astype(object)
