"""WHILE of both dialects."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import opaque
from circle_resizer.inference.rules import Answer, Call, State, rule
from circle_resizer.inference.subgraph_values import loosen, named
from circle_resizer.inference.value import Value
from circle_resizer.ops.control_flow import hand_over
from circle_resizer.schema.options import StablehloWhileOptions, WhileOptions


@rule("WHILE", axes=opaque, many=True)
def while_(
    *carried: Value, opt: WhileOptions, outs: Sequence[Value], call: Call, state: State
) -> list[Answer]:
    """What a pass through the body leaves alone (TFLite while.cc, Prepare)."""
    cond, body = opt.cond_subgraph_index, opt.body_subgraph_index
    return hand_over(settle(named(carried, outs, body), cond, body, call), state)


@rule("STABLEHLO_WHILE", axes=opaque, many=True)
def stablehlo_while(
    *carried: Value, opt: StablehloWhileOptions, outs: Sequence[Value], call: Call, state: State
) -> list[Answer]:
    """What a pass through the body leaves alone."""
    cond, body = opt.cond_subgraph_index, opt.body_subgraph_index
    return hand_over(settle(named(carried, outs, body), cond, body, call), state)


def settle(before: list[Value], cond: int, body: int, call: Call) -> list[Value]:
    """What holds before every pass.

    A value loosens where the body changes it. A counter, that is an element that starts at 0 or
    more and that the body leaves there, stays usable as a size: assumed on one pass, verified by
    the next. Ends, as each size and element loosens at most twice.
    """
    while True:
        after = call(body, before)
        if len(after) != len(before):
            raise RuleError(f"the body returns {len(after)} values for {len(before)}")
        loosened = [loosen(a, b) for a, b in zip(before, after, strict=True)]
        if loosened == before:
            call(cond, before)
            return before
        before = loosened
