"""Values written to positions of a new tensor: SCATTER_ND, SPARSE_TO_DENSE."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, placed
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Shape, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.target import any_target
from circle_resizer.symbolic.dim import differ


def scatter_nd_axes(indices: Value, updates: Value, shape: Value) -> Axes:
    """Entries go to the first axes; the axes that no index reaches stay."""
    rows = len(indices.shape or ())
    found = placed(0, [AxisKind.SCATTERED] * rows) | parameters(2, shape)
    depth = indices.shape[-1] if indices.shape else None
    if updates.shape is None or not isinstance(depth, int):
        return found
    kept = range(depth, depth + len(updates.shape) - rows + 1)
    return found | placed(1, [AxisKind.SCATTERED] * (rows - 1) + [*kept])


@rule("SCATTER_ND", axes=scatter_nd_axes)
def scatter_nd(indices: Value, updates: Value, shape: Value) -> Sizes | None:
    """[i..,k] and [i..,b..] -> [n1..nk,b..], which ``shape`` spells out.

    (TFLite scatter_nd.cc, CheckShapes)
    """
    out = any_target(shape)
    if out is None or indices.shape is None or updates.shape is None:
        return out
    if not indices.shape:
        raise RuleError(f"'{indices.name}' has rank 0, expected at least 1")
    depth = indices.shape[-1]
    if isinstance(depth, int):
        check_updates(indices.shape[:-1], updates, out[depth:])
    return out


def check_updates(outer: Shape, updates: Value, inner: Sizes) -> None:
    """One update of shape ``inner`` for each index."""
    sizes, wanted = updates.shape or (), (*outer, *inner)
    pairs = zip(sizes, wanted, strict=False)
    if len(sizes) != len(wanted) or any(b is not None and differ(a, b) for a, b in pairs):
        text = ", ".join("?" if size is None else str(size) for size in wanted)
        raise RuleError(f"'{updates.name}' has shape {shown(sizes)}, expected [{text}]")


@elements("SCATTER_ND")
def scatter_nd_elements(indices: Elements, updates: Elements, shape: Elements) -> Elements:
    """Zeros, and at each position the sum of its updates."""
    out = np.zeros(tuple(shape.astype(np.intp).tolist()), dtype=object)
    for at in np.ndindex(indices.shape[:-1]):
        position = tuple(indices[at].astype(np.intp).tolist())
        if any(not 0 <= i < size for i, size in zip(position, out.shape, strict=False)):
            raise RuleError(f"position {list(position)} is outside the shape {shown(out.shape)}")
        out[position] = out[position] + updates[at]
    return out


def sparse_to_dense_axes(indices: Value, shape: Value, values: Value, _default: Value) -> Axes:
    """Entries go to positions."""
    ranks = len(indices.shape or ()), len(values.shape or ())
    written = placed(0, [AxisKind.SCATTERED] * ranks[0]) | placed(
        2, [AxisKind.SCATTERED] * ranks[1]
    )
    return written | parameters(1, shape)


@rule("SPARSE_TO_DENSE", axes=sparse_to_dense_axes)
def sparse_to_dense(indices: Value, shape: Value, values: Value, _default: Value) -> Sizes | None:
    """[i,k] and [i] -> ``shape`` of k sizes; one value may do for all.

    (TFLite sparse_to_dense.cc, CheckDimensionsMatch)
    """
    out = any_target(shape)
    check_rank(indices, 2)
    check_rank(values, 1)
    if indices.shape is None or out is None:
        return out
    depth = indices.shape[1] if len(indices.shape) == 2 else 1
    if differ(depth, len(out)):
        raise RuleError(f"'{indices.name}' has {depth} columns for {len(out)} axes")
    if values.shape and indices.shape and differ(values.shape[0], indices.shape[0]):
        raise RuleError(f"{values.shape[0]} values for {indices.shape[0]} positions")
    return out


def check_rank(operand: Value, most: int) -> None:
    """An operand has at most ``most`` axes."""
    if operand.shape is not None and len(operand.shape) > most:
        raise RuleError(f"'{operand.name}' has rank {len(operand.shape)}, expected {most}")
