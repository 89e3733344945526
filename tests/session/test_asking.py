"""Asking for shapes: by position, by name, by batch, by the name of an axis."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.errors import InputError, RefusedError
from onelib import resize as command
from tests.support.build import ModelBuilder

BERT = Path(__file__).resolve().parents[2] / "examples/bert/bert.circle"


def masked(batch: int = 1, *, kind: str = "circle") -> bytes:
    """Scores of a sequence, a mask added, and a softmax: [b,s] + [b,s]; and one input beside."""
    model = ModelBuilder(kind)
    graph = model.graph("main")
    x = graph.input([batch, 8], name="net::ids")
    mask = graph.input([batch, 8], name="net::mask")
    scale = graph.input([batch, 4], name="serving_default_scale:0")
    total = graph.op("ADD", [x, mask], [[batch, 8]], name="sum")
    graph.output(graph.op("SOFTMAX", [total], [[batch, 8]], name="weights"))
    graph.output(graph.op("RELU", [scale], [[batch, 4]], name="scaled"))
    return model.finish()


def summed() -> bytes:
    """The sum over all rows."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([2, 4], name="x")
    axis = graph.const(np.array([0], np.int32))
    graph.output(graph.op("SUM", [x, axis], [[4]], name="sum"))
    return model.finish()


def steps_first() -> bytes:
    """A running sum over the first axis: the batch is the second one."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([2, 2, 4], name="x")
    graph.output(graph.op("CUMSUM", [x, graph.const(np.int32(0))], [[2, 2, 4]], name="sums"))
    return model.finish()


A, B, C = (1, 8), (1, 8), (1, 4)
ASKED: list[tuple[Any, dict[str, Any], list[tuple[int, ...]]]] = [
    ([[1, 9], [1, 9], [1, 5]], {}, [(1, 9), (1, 9), (1, 5)]),
    ([[None, 9], [None, 9], [3, None]], {}, [(1, 9), (1, 9), (3, 4)]),
    ({"net::ids": [1, 9], "net::mask": [1, 9]}, {}, [(1, 9), (1, 9), C]),
    ({"ids": [None, 9]}, {}, [(1, 9), (1, 9), C]),
    ({"scale": [2, None]}, {}, [A, B, (2, 4)]),
    ({"scale:0": [2, 5]}, {}, [A, B, (2, 5)]),
    (None, {"batch": 3}, [(3, 8), (3, 8), (3, 4)]),
    ({"ids": [None, 9]}, {"batch": 3}, [(3, 9), (3, 9), (3, 4)]),
    (None, {"dims": {"S": 12}}, [(1, 12), (1, 12), C]),
    (None, {"dims": {"B": 2, "S": 12, "T": 5}}, [(2, 12), (2, 12), (2, 5)]),
    ({"ids": ["N", "L"]}, {"dims": {"N": 2, "L": 6}}, [(2, 6), (1, 6), C]),
    ([["N", 8], ["N", 8], ["N", 4]], {"dims": {"N": 2, "T": 5}}, [(2, 8), (2, 8), (2, 5)]),
]


@pytest.mark.parametrize(("shapes", "given", "expected"), ASKED)
def test_what_is_asked_for(
    shapes: Any, given: dict[str, Any], expected: list[tuple[int, ...]]
) -> None:
    result = resize(masked(), shapes, **given)
    assert result.inputs_after == expected
    assert result.outputs_after == [expected[0], expected[2]]


def test_an_input_that_follows_is_in_the_report() -> None:
    report = resize(masked(), {"ids": [1, 9]}).report
    assert "input 'net::mask' follows: [1, 9]" in report.notes


def test_an_input_that_may_stay_is_in_the_report() -> None:
    result = resize(BERT, {"ids": [4, None]})
    assert result.inputs_after == [(4, 16), (1, 17)]
    assert "input 'tico::mask' stays: [1, 17]" in result.report.notes


def test_an_input_of_a_shape_of_its_own_does_not_follow() -> None:
    for shapes in ([[1, 9], [1, 8], [1, 4]], {"ids": [1, 9], "mask": [1, 8]}):
        with pytest.raises(RefusedError, match=r"ask for 'net::mask' \[1, 9\] as well"):
            resize(masked(), shapes)  # type: ignore[arg-type]


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (None, {}, "nothing is asked for"),
    ({"nobody": [1]}, {}, "no input is named 'nobody'"),
    ({"ds": [1, 9]}, {}, "no input is named 'ds'"),
    ({"ids": [1, 9], "net::ids": [1, 9]}, {}, "both mean input 'net::ids'"),
    ([[1, 9]], {}, "Expected 3 shapes but provided 1"),
    ({"ids": [1, 9, None]}, {}, r"no axis 2 to keep, only \[1, 8\]"),
    ({"ids": [1, "Q"]}, {}, "size 'Q', of which no number is given"),
    ({"ids": [5, 9]}, {"batch": 3}, "batch 3"),
    ({"ids": [1, 9]}, {"dims": {"S": 12}}, "S=12"),
    (None, {"dims": {"Q": 12}}, "no axis of the inputs is named 'Q'; there are B, S, T"),
    (None, {"batch": 0}, "the batch cannot have size 0"),
    (None, {"batch": "3"}, "the batch cannot have size '3'"),
    (None, {"batch": True}, "the batch cannot have size True"),
    (None, {"dims": {"S": 0}}, "axis 'S' cannot have size 0"),
    (None, {"dims": {3: 3}}, "has the key 3"),
    (None, {"dims": [3]}, "dims is a mapping"),
]


@pytest.mark.parametrize(("shapes", "given", "text"), WRONG)
def test_what_cannot_be_asked_for(shapes: Any, given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text):
        resize(masked(), shapes, **given)


def test_an_ending_of_two_names_is_refused() -> None:
    model = ModelBuilder("circle")
    graph = model.graph("main")
    for name in ("a/ids", "b/ids"):
        graph.output(graph.op("RELU", [graph.input([1, 4], name=name)], [[1, 4]], name=f"{name}_"))
    with pytest.raises(InputError, match="'ids' may be 'a/ids' and 'b/ids'"):
        resize(model.finish(), {"ids": [1, 5]})


def test_a_batch_of_rows_that_meet_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"meet in subgraph 0, operator 0 SUM 'sum'"):
        resize(summed(), batch=3)


def test_the_batch_may_be_the_second_axis() -> None:
    assert resize(steps_first(), batch=5).inputs_after == [(2, 5, 4)]


def test_a_scalar_has_no_batch() -> None:
    model = ModelBuilder("circle")
    graph = model.graph("main")
    graph.output(graph.op("RELU", [graph.input([], name="x")], [[]], name="y"))
    with pytest.raises(ResizeError, match="input 'x' is a scalar"):
        resize(model.finish(), batch=3)


def test_the_batch_of_a_network_with_a_class_token() -> None:
    assert resize(BERT, batch=3).data == resize(BERT, [[3, 16], [3, 17]]).data


def bert(folder: Path, *words: str) -> list[tuple[int, ...]]:
    """Input shapes that the command makes of BERT."""
    target = str(folder / "out.circle")
    assert command.main([str(BERT), target, *words]) == 0
    return resize(target, {}).inputs_before


@pytest.mark.parametrize(
    "words",
    [
        ["-s", "ids:[4,_],mask:[4,?]"],
        ["-s", "tico::ids:[4,16],mask:[4,17]"],
        ["-s", '"tico::ids":[4,_],"mask":[4,_]'],
        ["-s", "[4,_],[4,_]"],
        ["-s", "[N,16],[N,17]", "--dim", "N=4"],
        ["--batch", "4"],
        ["--dim", "B=4"],
    ],
    ids=" ".join,
)
def test_the_command_asks_in_the_same_words(tmp_path: Path, words: list[str]) -> None:
    assert bert(tmp_path, *words) == [(4, 16), (4, 17)]


@pytest.mark.parametrize("lines", ["batch=4", "dim=B=4", "input_shapes=ids:[4,_],mask:[4,_]"])
def test_a_cfg_asks_in_the_same_words(tmp_path: Path, lines: str) -> None:
    (tmp_path / "a.cfg").write_text(f"[one-resize]\n{lines}\n")
    assert bert(tmp_path, "-C", str(tmp_path / "a.cfg")) == [(4, 16), (4, 17)]


@pytest.mark.parametrize(
    "words", [["--batch", "x"], ["--batch", "0"], ["--dim", "S"], ["--dim", "S=-1"]]
)
def test_numbers_that_are_none(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        command.main([str(BERT), "out.circle", *words])
    assert stop.value.code == 2
    assert words[0] in capfd.readouterr().err
