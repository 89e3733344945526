"""WHILE and STABLEHLO_WHILE."""

from collections.abc import Callable

import pytest

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import RULES, Context, known_elements
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.schema.options import Options, StablehloWhileOptions, WhileOptions
from circle_resizer.symbolic.dim import unknown
from tests.ops.test_control_flow import Graphs, returns

N = unknown("N")
INDICES = {"cond_subgraph_index": 0, "body_subgraph_index": 1}
Body = Callable[..., list[Value]]
Found = tuple[list[Shape | None], list[list[Element] | None]]


def scalar(element: Element) -> Value:
    """A number."""
    return Value("n", (), (element,))


def loop(
    body: Body,
    *carried: Value,
    operator: str = "WHILE",
    log: list[tuple[int, list[Value]]] | None = None,
) -> Found:
    """Shapes and contents after the loop."""
    options: Options = WhileOptions(**INDICES)
    if operator != "WHILE":
        options = StablehloWhileOptions(**INDICES)
    call = Graphs(returns(Value("go", ())), body)
    outs = [Value(f"out{i}", ()) for i in range(len(carried))]
    context = Context(options, outs, call)
    shapes = RULES[operator](carried, context)
    contents = known_elements(operator, carried, context) or []
    if log is not None:
        log.extend(call.log)
    return (
        [None if s is None else tuple(d for d in s if d is not None) for s in shapes],
        [None if c is None else c.ravel().tolist() for c in contents],
    )


def plus(value: Value, step: int) -> Value:
    """The number a bit further."""
    (element,) = value.elements or (unknown("?"),)
    assert not isinstance(element, float)
    return scalar(element + step)


@pytest.mark.parametrize("operator", ["WHILE", "STABLEHLO_WHILE"])
def test_shapes_that_a_pass_leaves_alone_survive(operator: str) -> None:
    carried = Value("a", (1, 2)), Value("b", (N, 4))
    found = loop(lambda a, b: [a, b], *carried, operator=operator)
    assert found == ([(1, 2), (N, 4)], [None, None])


def test_a_growing_axis_becomes_unknown_and_stays_apart_from_the_input() -> None:
    grow: Body = lambda a: [Value("g", (a.shape[0] + 1, a.shape[1]))]  # noqa: E731
    assert loop(grow, Value("s", (N, 4)))[0] == [(unknown("out0@loop1[0]"), 4)]


def test_what_depends_on_a_growing_axis_loosens_too() -> None:
    body: Body = lambda a, _b: [Value("g", (a.shape[0] + 1,)), Value("h", a.shape)]  # noqa: E731
    shapes, _ = loop(body, Value("a", (1,)), Value("b", (1,)))
    assert shapes == [(unknown("out0@loop1[0]"),), (unknown("out1@loop1[0]"),)]


def test_a_change_of_rank_leaves_the_rank_unknown() -> None:
    assert loop(lambda _a: [Value("g", (1, 1))], Value("a", (1,)))[0] == [None]


def test_a_counter_is_a_number_that_is_not_negative() -> None:
    _, contents = loop(lambda i: [plus(i, 1)], scalar(0))
    assert contents == [[unknown("out0@loop1(0)")]]


@pytest.mark.parametrize(("start", "step"), [(10, -1), (-3, 1)])
def test_a_counter_that_may_be_negative_is_any_number(start: int, step: int) -> None:
    _, contents = loop(lambda i: [plus(i, step)], scalar(start))
    assert contents == [[unknown("?out0@loop1(0)")]]


def test_a_counter_from_a_size_stays_a_size() -> None:
    _, contents = loop(lambda i: [plus(i, 2)], scalar(N))
    assert contents == [[unknown("out0@loop1(0)")]]


def test_a_result_written_row_by_row_keeps_its_size() -> None:
    def body(i: Value, rows: Value) -> list[Value]:
        (at,) = i.elements or (unknown("?"),)
        assert rows.shape is not None
        before, after = at, rows.shape[0] - at - 1
        return [plus(i, 1), Value("joined", (before + 1 + after, 4))]

    shapes, _ = loop(body, scalar(0), Value("rows", (N, 4)))
    assert shapes == [(), (N, 4)]


def test_contents_that_no_pass_changes_stay_known() -> None:
    target = Value("shape", (2,), (N, 4), constant=True)
    log: list[tuple[int, list[Value]]] = []
    _, contents = loop(lambda i, s: [plus(i, 1), s], scalar(0), target, log=log)
    assert contents == [[unknown("out0@loop1(0)")], [N, 4]]
    assert not any(value.constant for _, inputs in log for value in inputs)


def test_flags_and_real_numbers_that_change_are_not_known() -> None:
    before, after = (Value("flag", (), (flag,)) for flag in (True, False))
    assert loop(lambda _flag, _x: [after, scalar(0.5)], before, scalar(0.25))[1] == [None, None]


def test_the_last_pass_and_the_condition_see_what_holds_before_every_pass() -> None:
    log: list[tuple[int, list[Value]]] = []
    loop(lambda i: [plus(i, 1)], scalar(0), log=log)
    assert [index for index, _ in log] == [1, 1, 0]
    assert log[1][1] == log[2][1] == [Value("out0@loop1", (), (unknown("out0@loop1(0)"),))]


def test_the_body_must_return_what_it_takes() -> None:
    with pytest.raises(RuleError, match="the body returns 0 values for 1"):
        loop(lambda _a: [], Value("a", (1,)))


def test_there_must_be_an_output_for_each_value_carried() -> None:
    context = Context(WhileOptions(**INDICES), [], Graphs())
    with pytest.raises(RuleError, match="carries 1 values, has 0 outputs"):
        RULES["WHILE"]([Value("a", (1,))], context)


def test_a_loop_takes_one_condition() -> None:
    call = Graphs(returns(Value("go", (3,))), lambda *inputs: list(inputs))
    context = Context(WhileOptions(**INDICES), [Value("out0", ())], call)
    with pytest.raises(RuleError, match=r"its condition 'go' \[3\] is not one element"):
        RULES["WHILE"]([scalar(0)], context)
