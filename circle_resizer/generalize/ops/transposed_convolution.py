"""TRANSPOSE_CONV and CONV_3D_TRANSPOSE: output shapes written out by the exporter."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.inference.value import Shape
from circle_resizer.schema.options import Conv3DOptions, Options, TransposeConvOptions
from circle_resizer.symbolic.dim import Dim, Sym


@generalizes("TRANSPOSE_CONV", "CONV_3D_TRANSPOSE")
def transpose_conv(ctx: Context) -> None:
    """Stride times the input, keeping the stored remainder."""
    value, shape = ctx.operand(0), ctx.shape(2)
    sizes = value.sizes() if value is not None else None
    target = [n for d in sizes or () if (n := ctx.sizes.stored(d)) is not None]
    if not sizes or shape is None or not len(target) == len(sizes) == len(shape):
        return
    new = output_shape(ctx, shape, target)
    if ctx.specialised(0) is None:
        unify_target(ctx, sizes, new)
        ctx.site.answers = [new]
        return
    ctx.set_entries(0, new)
    if new != target:
        ctx.assume("same remainder of the stride")


def output_shape(ctx: Context, shape: Shape, target: Sequence[int]) -> list[Dim]:
    """The output shape ``target`` of the stored sizes for an input of ``shape``."""
    new: list[Dim] = list(target)
    if isinstance(shape[0], Sym) and ctx.sizes.stored(shape[0]) == target[0]:
        new[0] = shape[0]
    for axis, stride in enumerate(strides_of(ctx.site.opt), start=1):
        stored = ctx.sizes.stored(shape[axis])
        if isinstance(shape[axis], Sym) and stored is not None:
            new[axis] = shape[axis] * stride + (target[axis] - stored * stride)
    return new


def unify_target(ctx: Context, sizes: Sequence[Dim], new: Sequence[Dim]) -> None:
    """An output shape that an operator puts together: literals in it have to follow."""
    for own, size in zip(sizes, new, strict=True):
        if own != size and ctx.agree(own, size) is None:
            ctx.conflict(f"its output shape has {own} where there would have to be {size}")


def strides_of(opt: Options) -> tuple[int, ...]:
    """Strides of the spatial axes in their order."""
    if isinstance(opt, TransposeConvOptions):
        return opt.stride_h, opt.stride_w
    if isinstance(opt, Conv3DOptions):
        return opt.stride_d, opt.stride_h, opt.stride_w
    return ()
