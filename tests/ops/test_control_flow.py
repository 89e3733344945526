"""IF, STABLEHLO_CASE, CALL, STABLEHLO_COMPOSITE and CALL_ONCE."""

from collections.abc import Callable, Sequence

import pytest

import circle_resizer.ops  # noqa: F401  (fills the tables)
from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import RULES, Context, known_elements
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.schema.options import (
    CallOnceOptions,
    CallOptions,
    IfOptions,
    Options,
    StablehloCaseOptions,
    StableHLOCompositeOptions,
)
from circle_resizer.symbolic.dim import Dim, unknown

N, M = unknown("N"), unknown("M")
Graph = Callable[..., list[Value]]


class Graphs:
    """Subgraphs as functions; notes who was called with what."""

    def __init__(self, *graphs: Graph) -> None:
        self.graphs, self.log = graphs, list[tuple[int, list[Value]]]()

    def __call__(self, index: int, inputs: Sequence[Value]) -> list[Value]:
        self.log.append((index, list(inputs)))
        return self.graphs[index](*inputs)


def returns(*answers: Value) -> Graph:
    """A subgraph that answers the same whatever goes in."""
    return lambda *_inputs: list(answers)


def same(*inputs: Value) -> list[Value]:
    """A subgraph that answers its inputs."""
    return list(inputs)


def vector(*numbers: Element) -> Value:
    """A vector of known numbers."""
    return Value("v", (len(numbers),), numbers)


def run(
    operator: str, opt: Options, call: Graphs, *operands: Value, outs: int = 1
) -> tuple[list[Shape | None], list[list[Element] | None]]:
    """Shapes and contents that the rules answer."""
    records = [Value(f"out{k}", ()) for k in range(outs)]
    context = Context(opt, records, call)
    shapes = RULES[operator](operands, context)
    contents = known_elements(operator, operands, context) or []
    return (
        [None if s is None else tuple(d for d in s if d is not None) for s in shapes],
        [None if c is None else c.ravel().tolist() for c in contents],
    )


BRANCHES = IfOptions(then_subgraph_index=1, else_subgraph_index=0)
YES, NO, MAYBE = (Value("c", (), (e,)) for e in (True, False, unknown("?c")))
TWO = Graphs(returns(Value("e", (4, 5))), returns(Value("t", (N, 5))))
CONDITIONS: list[tuple[Value, tuple[Dim, ...]]] = [
    (YES, (N, 5)),
    (NO, (4, 5)),
    (Value("c", (1,), (1,)), (N, 5)),
    (MAYBE, (unknown("out0@1[0]"), 5)),
    (Value("c", ()), (unknown("out0@1[0]"), 5)),
]


@pytest.mark.parametrize(("condition", "shape"), CONDITIONS, ids=str)
def test_if_takes_the_known_branch_else_what_both_agree_on(
    condition: Value, shape: tuple[Dim, ...]
) -> None:
    shapes, _ = run("IF", BRANCHES, TWO, condition, Value("x", (2,)))
    assert shapes == [shape]


@pytest.mark.parametrize(("condition", "last"), [(YES, 1), (NO, 0)], ids=str)
def test_both_branches_are_inferred_and_the_taken_one_last(condition: Value, last: int) -> None:
    call = Graphs(same, same)
    run("IF", BRANCHES, call, condition, Value("x", (2,)))
    assert sorted(index for index, _ in call.log) == [0, 1]
    assert call.log[-1][0] == last


def test_branches_of_different_rank_leave_the_rank_unknown() -> None:
    call = Graphs(returns(Value("e", (4,))), returns(Value("t", (4, 1))))
    assert run("IF", BRANCHES, call, MAYBE)[0] == [None]


AGREEMENTS = [
    (vector(1, 2), vector(1, 2), [1, 2]),
    (vector(1, 3, 224), vector(4, 3, 224), [unknown("out0@1(0)"), 3, 224]),
    (vector(-1, 3), vector(4, 3), [unknown("?out0@1(0)"), 3]),
    (vector(N, 3), vector(4, 3), [unknown("out0@1(0)"), 3]),
    (vector(N - 1, 3), vector(4, 3), [unknown("?out0@1(0)"), 3]),
    (vector(1.5), vector(2.5), None),
    (Value("v", (1,), (True,)), Value("v", (1,), (False,)), None),
    (Value("v", (2,)), vector(4, 3), None),
]


@pytest.mark.parametrize(("a", "b", "common"), AGREEMENTS, ids=str)
def test_contents_on_which_branches_agree_stay_known(
    a: Value, b: Value, common: list[Element] | None
) -> None:
    assert run("IF", BRANCHES, Graphs(returns(a), returns(b)), MAYBE)[1] == [common]


def test_a_known_branch_hands_over_its_contents() -> None:
    call = Graphs(returns(vector(7)), returns(vector(1, N)))
    assert run("IF", BRANCHES, call, YES)[1] == [[1, N]]


def test_branches_must_return_what_the_operator_has() -> None:
    call = Graphs(returns(), returns(Value("t", ())))
    with pytest.raises(RuleError, match=r"has 1 outputs, its branches return \[0, 1\]"):
        run("IF", BRANCHES, call, MAYBE)


def test_a_constant_operand_is_not_a_constant_of_the_branch() -> None:
    call = Graphs(same, same)
    run("IF", BRANCHES, call, MAYBE, Value("k", (1,), (3,), constant=True))
    assert [(v.elements, v.constant) for _, inputs in call.log for v in inputs] == [
        ((3,), False)
    ] * 2


CASES = StablehloCaseOptions(branch_subgraph_indices=(0, 1, 2))
THREE = Graphs(*(returns(Value("b", (n, 5))) for n in (4, 6, 7)))
PICKS: list[tuple[Value, tuple[Dim, ...]]] = [
    (Value("i", (), (0,)), (4, 5)),
    (Value("i", (1,), (1,)), (6, 5)),
    (Value("i", (), (3,)), (7, 5)),
    (Value("i", (), (-1,)), (7, 5)),
    (Value("i", ()), (unknown("out0@0[0]"), 5)),
]


@pytest.mark.parametrize(("index", "shape"), PICKS, ids=str)
def test_case_takes_the_branch_of_a_known_number_the_last_out_of_range(
    index: Value, shape: tuple[Dim, ...]
) -> None:
    assert run("STABLEHLO_CASE", CASES, THREE, index)[0] == [shape]


def test_case_needs_branches() -> None:
    with pytest.raises(RuleError, match="has no branches"):
        run("STABLEHLO_CASE", StablehloCaseOptions(), THREE, YES)


CALLERS: list[tuple[str, Options]] = [
    ("CALL", CallOptions(subgraph=1)),
    ("STABLEHLO_COMPOSITE", StableHLOCompositeOptions(decomposition_subgraph_index=1)),
]


@pytest.mark.parametrize(("operator", "opt"), CALLERS, ids=str)
def test_a_call_answers_what_the_subgraph_answers(operator: str, opt: Options) -> None:
    call = Graphs(returns(), same)
    found = run(operator, opt, call, vector(2, N), Value("x", (N, M)), outs=2)
    assert found == ([(2,), (N, M)], [[2, N], None])
    assert [index for index, _ in call.log] == [1]


def test_call_once_runs_the_subgraph_for_its_effects() -> None:
    call = Graphs(returns(), returns())
    assert run("CALL_ONCE", CallOnceOptions(init_subgraph_index=1), call, outs=0) == ([], [])
    assert call.log == [(1, [])]


@pytest.mark.parametrize("shape", [(2,), (1, 3), (0,)])
def test_control_flow_takes_one_condition(shape: tuple[int, ...]) -> None:
    branches, condition = Graphs(same, same), Value("go", shape)
    if_options = IfOptions(then_subgraph_index=0, else_subgraph_index=1)
    with pytest.raises(RuleError, match=r"its condition 'go' \[.*\] is not one element"):
        run("IF", if_options, branches, condition, vector(1))
    options = StablehloCaseOptions(branch_subgraph_indices=(0, 1))
    with pytest.raises(RuleError, match="its index of a branch 'go'"):
        run("STABLEHLO_CASE", options, branches, condition, vector(1))


@pytest.mark.parametrize("shape", [None, (), (1,), (1, 1), (N,)])
def test_one_condition_may_have_any_rank(shape: Shape | None) -> None:
    options = IfOptions(then_subgraph_index=0, else_subgraph_index=1)
    shapes, _ = run("IF", options, Graphs(same, same), Value("go", shape), vector(1))
    assert shapes == [(1,)]
