"""Windows of a pooling that second exports of the network decide about."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.schema.options import Pool2DOptions
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim, Sym

POOLS = {"AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D"}


def pooled(ctx: Context) -> bool:
    """Windows of a pooling that second exports decide: the whole map, bins, or a window."""
    opt, shape = ctx.site.opt, ctx.shape(0)
    names = ("filter_height", "filter_width", "stride_h", "stride_w")
    if not isinstance(opt, Pool2DOptions) or shape is None or len(shape) != 4:
        return False
    new: dict[str, Dim] = {}
    for k, name in enumerate(names):
        stored = int(getattr(opt, name))
        goal = option_goal(ctx, name, stored)
        axis = shape[1 + k % 2]
        found = goal and ctx.store.witnesses.verdict(ctx.sizes, goal, (), [[axis]])
        if not found or found.conflict or found.ambiguity:
            return False
        new[name] = found.candidates[0]
    moving = {name: size for name, size in new.items() if isinstance(size, Sym)}
    if moving and (opt.padding != Padding.VALID or not answer(ctx)):
        return False
    for name, size in moving.items():
        ctx.set_number(name, size)
    return True


def option_goal(ctx: Context, name: str, stored: int) -> tuple[int, ...] | None:
    """A number among the options, in the model and in each file."""
    found = [stored]
    for witness in ctx.store.witnesses.files:
        partner = witness.partner(ctx.site)
        if partner is None:
            return None
        found.append(int(getattr(partner[1].options(Pool2DOptions), name)))
    return tuple(found)


def answer(ctx: Context) -> bool:
    """Take the rows and columns of the result if all files record equal ones."""
    shape = ctx.shape(0) or ()
    stored = ctx.site.graph.tensors[ctx.site.op.outputs[0]].shape or ()
    others = [w.result(ctx.site) for w in ctx.store.witnesses.files]
    if len(stored) != 4 or any(o is None or o[1:3] != stored[1:3] for o in others):
        return False
    ctx.site.answers = [(shape[0], stored[1], stored[2], shape[3])]
    return True
