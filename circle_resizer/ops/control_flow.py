"""IF, CASE, CALL and their kin. These rules infer other subgraphs through ``call``.

What the subgraphs answer is handed to the element rules through ``state``, so that none of them
has to be inferred a second time.
"""

from collections.abc import Sequence
from dataclasses import replace

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import opaque
from circle_resizer.inference.rules import Answer, Call, State, elements, rule
from circle_resizer.inference.subgraph_values import loosen, passed
from circle_resizer.inference.value import Elements, Value, shown
from circle_resizer.schema.options import (
    CallOnceOptions,
    CallOptions,
    IfOptions,
    StablehloCaseOptions,
    StableHLOCompositeOptions,
)
from circle_resizer.symbolic.dim import differ, product


@rule("IF", axes=opaque, many=True)
def if_(
    condition: Value,
    *operands: Value,
    opt: IfOptions,
    outs: Sequence[Value],
    call: Call,
    state: State,
) -> list[Answer]:
    """The branch of a known condition, else the sizes on which both agree.

    Both are inferred in any case, as the runtime prepares both (TFLite if.cc, Prepare).
    """
    check_single("condition", condition)
    branches, known = (opt.else_subgraph_index, opt.then_subgraph_index), condition.ints()
    answers = infer_branches(branches, int(known[0] != 0) if known else None, operands, call)
    return hand_over(agreement(answers, outs, branches[1]), state)


@rule("STABLEHLO_CASE", axes=opaque, many=True)
def stablehlo_case(
    index: Value,
    *operands: Value,
    opt: StablehloCaseOptions,
    outs: Sequence[Value],
    call: Call,
    state: State,
) -> list[Answer]:
    """IF with a number instead; one out of range takes the last branch.

    (TFLite stablehlo_case.cc, Eval)
    """
    check_single("index of a branch", index)
    branches, known = opt.branch_subgraph_indices, index.ints()
    if not branches:
        raise RuleError("has no branches")
    last = len(branches) - 1
    taken = (known[0] if 0 <= known[0] <= last else last) if known else None
    answers = infer_branches(branches, taken, operands, call)
    return hand_over(agreement(answers, outs, branches[0]), state)


@rule("CALL", axes=opaque, many=True)
def call_(*operands: Value, opt: CallOptions, call: Call, state: State) -> list[Answer]:
    """What the subgraph answers."""
    return hand_over(call(opt.subgraph, passed(operands)), state)


@rule("STABLEHLO_COMPOSITE", axes=opaque, many=True)
def stablehlo_composite(
    *operands: Value, opt: StableHLOCompositeOptions, call: Call, state: State
) -> list[Answer]:
    """What the decomposition answers (TFLite stablehlo_composite.cc, Prepare)."""
    return hand_over(call(opt.decomposition_subgraph_index, passed(operands)), state)


@rule("CALL_ONCE", axes=opaque, many=True)
def call_once(*, opt: CallOnceOptions, call: Call) -> list[Answer]:
    """Runs a subgraph that initialises variables and tables (TFLite call_once.cc, Prepare)."""
    call(opt.init_subgraph_index, ())
    return []


@elements(
    "CALL", "IF", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE", "STABLEHLO_WHILE", "WHILE", many=True
)
def handed_over(*_operands: Value, outs: Sequence[Value], state: State) -> list[Elements | None]:
    """The contents that the subgraphs answered."""
    answers = (state.get(("answer", k)) for k in range(len(outs)))
    return [answer.array() if answer else None for answer in answers]


def check_single(role: str, value: Value) -> None:
    """Control flow asks for one element, of whatever rank (TFLite if.cc and while.cc, Prepare)."""
    if value.shape is not None and differ(product(value.shape), 1):
        raise RuleError(f"its {role} '{value.name}' {shown(value.shape)} is not one element")


def hand_over(answers: Sequence[Value], state: State) -> list[Answer]:
    """The shapes; contents wait in ``state`` for the element rule."""
    for k, answer in enumerate(answers):
        state["answer", k] = answer
    return [answer.shape for answer in answers]


def infer_branches(
    branches: Sequence[int], taken: int | None, operands: Sequence[Value], call: Call
) -> list[list[Value]]:
    """Answers of the branches that may run; the one known to run is inferred last."""
    order = sorted(range(len(branches)), key=lambda i: i == taken)
    answers = {i: call(branches[i], passed(operands)) for i in order}
    return list(answers.values()) if taken is None else [answers[taken]]


def agreement(answers: Sequence[Sequence[Value]], outs: Sequence[Value], label: int) -> list[Value]:
    """What holds whichever of the answers it is; anything else gets a name of its own."""
    counts = {len(answer) for answer in answers}
    if counts != {len(outs)}:
        raise RuleError(f"has {len(outs)} outputs, its branches return {sorted(counts)}")
    agreed = []
    for out, (first, *others) in zip(outs, zip(*answers, strict=True), strict=True):
        common = replace(first, name=f"{out.name}@{label}")
        for other in others:
            common = loosen(common, other)
        agreed.append(common)
    return agreed
