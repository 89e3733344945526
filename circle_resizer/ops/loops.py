"""WHILE of both dialects."""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import opaque
from circle_resizer.inference.rules import Answer, Call, State, rule
from circle_resizer.inference.subgraph_values import loosen, named
from circle_resizer.inference.value import Value
from circle_resizer.ops.control_flow import check_single, hand_over
from circle_resizer.schema.options import StablehloWhileOptions, WhileOptions


@rule("WHILE", axes=opaque, many=True)
def while_(
    *arguments: Value, opt: WhileOptions, outs: Sequence[Value], call: Call, state: State
) -> list[Answer]:
    """The sizes that an iteration returns as they were (TFLite while.cc, Prepare)."""
    cond, body = opt.cond_subgraph_index, opt.body_subgraph_index
    return hand_over(settle(named(arguments, outs, body), cond, body, call), state)


@rule("STABLEHLO_WHILE", axes=opaque, many=True)
def stablehlo_while(
    *arguments: Value, opt: StablehloWhileOptions, outs: Sequence[Value], call: Call, state: State
) -> list[Answer]:
    """The sizes that an iteration returns as they were."""
    cond, body = opt.cond_subgraph_index, opt.body_subgraph_index
    return hand_over(settle(named(arguments, outs, body), cond, body, call), state)


def settle(before: list[Value], cond: int, body: int, call: Call) -> list[Value]:
    """What holds before every iteration.

    A size or element that the body changes becomes an unknown. An induction variable, that is an
    element that starts at 0 or more and stays there, remains usable as a size: assumed for one
    iteration, verified by the next. Ends, as each size and element changes at most twice.
    """
    while True:
        after = call(body, before)
        if len(after) != len(before):
            raise RuleError(f"the body returns {len(after)} values for {len(before)}")
        loosened = [loosen(a, b) for a, b in zip(before, after, strict=True)]
        if loosened == before:
            for condition in call(cond, before):
                check_single("condition", condition)
            return before
        before = loosened
