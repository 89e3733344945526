"""STABLEHLO operators that slide a window, contract, reduce or sort."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import (
    Axes,
    Axis,
    AxisKind,
    Place,
    Target,
    opaque,
    placed,
    together,
    window_kind,
)
from circle_resizer.inference.axis_kinds import without as moved_up
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Shape, Sizes, Value, shown
from circle_resizer.ops.broadcast import same
from circle_resizer.schema.options import (
    StablehloConvolutionOptions,
    StablehloDotGeneralOptions,
    StablehloReduceOptions,
    StablehloReduceWindowOptions,
    StablehloSortOptions,
)
from circle_resizer.symbolic.dim import Dim, differ


def convolution_axes(x: Value, kernel: Value, *, opt: StablehloConvolutionOptions) -> Axes:
    """Batches and filters are apart, unless they are grouped."""
    rank = len(opt.input_spatial_dimensions) + 2
    image: list[Target] = [AxisKind.REDUCED] * len(x.dims(rank))
    filters: list[Target] = [AxisKind.REDUCED] * len(kernel.dims(rank))
    spatial = zip(opt.input_spatial_dimensions, opt.output_spatial_dimensions, strict=True)
    for axis, out in spatial:
        image[axis] = (AxisKind.WINDOWED, out)
    apart = opt.batch_group_count <= 1
    alike = apart and opt.feature_group_count <= 1
    batch, filter_axis = opt.input_batch_dimension, opt.kernel_output_feature_dimension
    image[batch] = opt.output_batch_dimension if apart else AxisKind.OPAQUE
    filters[filter_axis] = opt.output_feature_dimension if alike else AxisKind.OPAQUE
    return placed(0, image) | placed(1, filters)


@rule("STABLEHLO_CONVOLUTION", axes=convolution_axes)
def convolution(x: Value, kernel: Value, *, opt: StablehloConvolutionOptions) -> Sizes:
    """Layouts, strides, padding, dilation of both sides and groups as the options say."""
    spatial, kernel_spatial = opt.input_spatial_dimensions, opt.kernel_spatial_dimensions
    rank = len(spatial) + 2
    sizes, weights = x.dims(rank), kernel.dims(rank)
    groups, batch_groups = max(opt.feature_group_count, 1), max(opt.batch_group_count, 1)
    c_in, c_kernel = sizes[opt.input_feature_dimension], weights[opt.kernel_input_feature_dimension]
    if differ(c_in, c_kernel * groups):
        raise RuleError(f"{c_in} input channels for {groups} groups of {c_kernel} in the kernel")
    out: list[Dim] = [0] * rank
    out[opt.output_batch_dimension] = sizes[opt.input_batch_dimension] // batch_groups
    out[opt.output_feature_dimension] = weights[opt.kernel_output_feature_dimension]
    windows = slid(
        [sizes[axis] for axis in spatial],
        [weights[axis] for axis in kernel_spatial],
        (opt.window_strides, opt.padding, opt.lhs_dilation, opt.rhs_dilation),
    )
    for axis, size in zip(opt.output_spatial_dimensions, windows, strict=True):
        out[axis] = size
    return out


def reduce_window_axes(*operands: Value, opt: StablehloReduceWindowOptions) -> Axes:
    """Those along which the window is longer than 1; inputs are reduced together."""
    inputs = inputs_of(operands)
    rank = len(opt.window_dimensions)
    ones, edges = (1,) * rank, opt.padding or (0,) * (2 * rank)
    windows = zip(
        opt.window_dimensions, opt.window_strides or ones, edges[::2], edges[1::2],
        opt.base_dilations or ones, strict=True,
    )  # fmt: skip
    special = {
        i: window_kind(size, stride, still=(low, high, base) == (0, 0, 1))
        for i, (size, stride, low, high, base) in enumerate(windows)
    }
    return together(inputs, special, len(inputs))


@rule("STABLEHLO_REDUCE_WINDOW", axes=reduce_window_axes, many=True)
def reduce_window(*operands: Value, opt: StablehloReduceWindowOptions) -> list[Answer]:
    """A window of every size slides over each input (TFLite stablehlo_reduce_window.cc)."""
    attributes = (opt.window_strides, opt.padding, opt.base_dilations, opt.window_dilations)
    rank = len(opt.window_dimensions)
    return [slid(x.dims(rank), opt.window_dimensions, attributes) for x in inputs_of(operands)]


def reduce_axes(*operands: Value, opt: StablehloReduceOptions) -> Axes:
    """Those that the options name; inputs are reduced together."""
    inputs = inputs_of(operands)
    found: Axes = {}
    for k, x in enumerate(inputs):
        gone = {x.axis(axis) for axis in opt.dimensions} if x.shape is not None else set[int]()
        found |= placed(k, moved_up(len(x.shape or ()), gone), len(inputs))
    return found


@rule("STABLEHLO_REDUCE", axes=reduce_axes, many=True)
def reduce(*operands: Value, opt: StablehloReduceOptions) -> list[Answer]:
    """The axes that are reduced disappear."""
    return [without(x, opt.dimensions) for x in inputs_of(operands)]


def dot_general_axes(x: Value, y: Value, *, opt: StablehloDotGeneralOptions) -> Axes:
    """Batch axes are common to both, contracted ones are summed over."""
    batches = (opt.lhs_batching_dimensions, opt.rhs_batching_dimensions)
    contracted = (opt.lhs_contracting_dimensions, opt.rhs_contracting_dimensions)
    free, found = iter(range(len(batches[0]), 64)), dict[Place, Axis]()
    for k, operand in enumerate((x, y)):
        if operand.shape is None:
            return {}
        found |= placed(k, [
            batches[k].index(axis) if axis in batches[k]
            else AxisKind.REDUCED if axis in contracted[k]
            else next(free)
            for axis in range(len(operand.shape))
        ])  # fmt: skip
    return found


@rule("STABLEHLO_DOT_GENERAL", axes=dot_general_axes)
def dot_general(x: Value, y: Value, *, opt: StablehloDotGeneralOptions) -> Sizes | None:
    """Batch axes, then the rest of x, then the rest of y."""
    batches = (opt.lhs_batching_dimensions, opt.rhs_batching_dimensions)
    contracted = (opt.lhs_contracting_dimensions, opt.rhs_contracting_dimensions)
    left, right = without(x, batches[0] + contracted[0]), without(y, batches[1] + contracted[1])
    if x.shape is None or y.shape is None or left is None or right is None:
        return None
    for a, b in zip(batches[0] + contracted[0], batches[1] + contracted[1], strict=True):
        if differ(x.shape[a], y.shape[b]):
            raise RuleError(
                f"axis {a} of {shown(x.shape)} and axis {b} of {shown(y.shape)} differ in size"
            )
    return [*(x.shape[axis] for axis in batches[0]), *left, *right]


def sort_axes(*operands: Value, opt: StablehloSortOptions) -> Axes:
    """The one that is sorted along, by all operands together."""
    return together(operands, {opt.dimension: AxisKind.REDUCED}, len(operands))


@rule("STABLEHLO_SORT", axes=sort_axes, many=True)
def sort(*operands: Value) -> list[Answer]:
    """All operands are sorted together."""
    return [same(x, operands[0]) for x in operands]


@rule("STABLEHLO_RNG_BIT_GENERATOR", axes=opaque, many=True)
def rng_bit_generator(state: Value, *, outs: Sequence[Value]) -> list[Answer]:
    """The new state, and numbers in the recorded shape (TFLite rng_bit_generator.cc, Prepare)."""
    return [state.shape, outs[-1].shape]


def inputs_of(operands: Sequence[Value]) -> Sequence[Value]:
    """The first half; the other holds the start values."""
    if len(operands) % 2:
        raise RuleError(f"has {len(operands)} operands, not an input for every start value")
    return operands[: len(operands) // 2]


def without(x: Value, axes: Sequence[int]) -> Shape | None:
    """The sizes of all other axes."""
    if x.shape is None:
        return None
    gone = {x.axis(axis) for axis in axes}
    return tuple(size for axis, size in enumerate(x.shape) if axis not in gone)


def slid(sizes: Sequence[Dim], window: Sequence[Dim], opt: Sequence[Sequence[int]]) -> list[Dim]:
    """Sizes after a window slid; ``opt``: strides, padding pairs, dilation of input and window."""
    rank = len(sizes)
    strides, edges, base, dilation = (tuple(values) for values in opt)
    strides, base, dilation = (v or (1,) * rank for v in (strides, base, dilation))
    edges = edges or (0,) * (2 * rank)
    return [
        slid_axis(size, width, sum(edges[2 * i : 2 * i + 2]), (strides[i], base[i], dilation[i]))
        for i, (size, width) in enumerate(zip(sizes, window, strict=True))
    ]


def slid_axis(size: Dim, width: Dim, padding: int, opt: tuple[int, int, int]) -> Dim:
    """The extent of one axis; ``opt``: stride, dilation of the input and of the window."""
    stride, base, dilation = opt
    if min(opt) < 1:
        raise RuleError(f"stride {stride} and dilations {base}, {dilation} below 1")
    spread = ((size - 1) * base + 1 if size != 0 else 0) + padding
    reach = (width - 1) * dilation + 1
    if isinstance(spread, int) and isinstance(reach, int) and spread < reach:
        return 0
    return (spread - reach) // stride + 1
