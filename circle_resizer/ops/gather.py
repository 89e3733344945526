"""Entries picked by index: GATHER along one axis, GATHER_ND along several."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, Target, placed
from circle_resizer.inference.rules import elements, rule
from circle_resizer.inference.value import Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.schema.options import GatherOptions
from circle_resizer.symbolic.dim import differ


def gather_axes(x: Value, indices: Value, *, opt: GatherOptions) -> Axes:
    """A row for each index; all other axes stay."""
    if x.shape is None or indices.shape is None:
        return {}
    at, rank = x.axis(opt.axis), len(indices.shape)
    batch = opt.batch_dims + (rank if opt.batch_dims < 0 else 0)
    more = rank - batch - 1
    targets: list[Target] = [i + (more if i > at else 0) for i in range(len(x.shape))]
    targets[at] = AxisKind.GATHERED
    return placed(0, targets) | placed(
        1, [i + (at - batch if i >= batch else 0) for i in range(rank)]
    )


@rule("GATHER", axes=gather_axes)
def gather(x: Value, indices: Value, *, opt: GatherOptions) -> Sizes | None:
    """[a..,n,b..] picked by [i..] along n -> [a..,i..,b..].

    The first ``batch_dims`` axes are common to both; negative ones count from the end of indices
    (TFLite gather.cc, Prepare).
    """
    if x.shape is None or indices.shape is None:
        return None
    at, rank = x.axis(opt.axis), len(indices.shape)
    batch = opt.batch_dims + (rank if opt.batch_dims < 0 else 0)
    if not 0 <= batch <= min(at, rank):
        raise RuleError(f"batch_dims {opt.batch_dims} does not fit axis {at} and rank {rank}")
    for i in range(batch):
        if differ(x.shape[i], indices.shape[i]):
            raise RuleError(
                f"'{x.name}' {shown(x.shape)} and '{indices.name}' {shown(indices.shape)}"
                f" differ in batch axis {i}"
            )
    return *x.shape[:at], *indices.shape[batch:], *x.shape[at + 1 :]


@elements("GATHER")
def gather_elements(x: Elements, indices: Elements, *, opt: GatherOptions) -> Elements:
    """The entries."""
    batch = opt.batch_dims + (indices.ndim if opt.batch_dims < 0 else 0)
    return picked(x, indices.astype(np.intp), opt.axis % x.ndim, batch)


def picked(x: Elements, indices: "np.ndarray", axis: int, batch: int) -> Elements:
    """Batch by batch."""
    if batch:
        rows = zip(x, indices, strict=True)
        return np.stack([picked(part, np.asarray(at), axis - 1, batch - 1) for part, at in rows])
    within(indices, x.shape[axis])
    return np.asarray(np.take(x, indices, axis), dtype=object)


def within(indices: "np.ndarray", size: int) -> None:
    """TFLite takes no index that counts from the end."""
    outside = indices[(indices < 0) | (indices >= size)]
    if outside.size:
        raise RuleError(f"index {outside.flat[0]} is outside the size {size}")


def gather_nd_axes(x: Value, indices: Value) -> Axes:
    """An entry for each index vector; the axes that no vector reaches stay."""
    if x.shape is None or not indices.shape or not isinstance(indices.shape[-1], int):
        return {}
    depth, outer = indices.shape[-1], len(indices.shape) - 1
    kept = [outer + i for i in range(len(x.shape) - depth)]
    found = placed(0, [*[AxisKind.GATHERED] * depth, *kept])
    return found | placed(1, [*range(outer), AxisKind.REDUCED])


@rule("GATHER_ND", axes=gather_nd_axes)
def gather_nd(x: Value, indices: Value) -> Sizes | None:
    """[n1..nk,b..] picked by [i..,k] -> [i..,b..] (TFLite gather_nd.cc, Prepare)."""
    if x.shape is None or indices.shape is None:
        return None
    if not indices.shape:
        raise RuleError(f"'{indices.name}' has rank 0, expected at least 1")
    depth = indices.shape[-1]
    if not isinstance(depth, int):
        return None
    if depth > len(x.shape):
        raise RuleError(f"indices of {depth} axes into the rank {len(x.shape)} of '{x.name}'")
    return *indices.shape[:-1], *x.shape[depth:]


@elements("GATHER_ND")
def gather_nd_elements(x: Elements, indices: Elements) -> Elements:
    """The entries."""
    columns = np.moveaxis(indices.astype(np.intp), -1, 0)
    for column, size in zip(columns, x.shape, strict=False):
        within(column, size)
    return x[(*columns, ...)]
