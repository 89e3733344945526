"""Graphs that are run by name: one or several are resized, what they share goes along."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import circle_resizer
from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model, Subgraph
from circle_resizer.file.signatures import signatures
from circle_resizer.inference.verify import findings
from onelib import resize as command
from tests.support.build import GraphBuilder, ModelBuilder

WEIGHTS = np.arange(32, dtype=np.float32).reshape(4, 8)


def dense(graph: GraphBuilder, steps: int, weights: int, target: int) -> None:
    """``tokens [1, steps, 8]`` -> FULLY_CONNECTED -> RESHAPE ``[steps, 4]``."""
    x = graph.input([1, steps, 8], name=f"tokens_{steps}:0")
    matrix = graph.const(b"", dtype="FLOAT32", shape=[4, 8], buffer=weights, name="weights")
    shape = graph.const(b"", dtype="INT32", shape=[2], buffer=target, name="target")
    y = graph.op("FULLY_CONNECTED", [x, matrix, None], [[1, steps, 4]], keep_num_dims=True)
    graph.output(graph.op("RESHAPE", [y, shape], [[steps, 4]], name="out"))


def two_graphs() -> bytes:
    """``prefill`` and ``decode`` of the same eight steps, over the same weights and target."""
    model = ModelBuilder("tflite")
    weights, target = model.buffer(WEIGHTS.tobytes()), model.buffer(np.int32([8, 4]).tobytes())
    for index, key in enumerate(("prefill", "decode")):
        graph = model.graph(key)
        dense(graph, 8, weights, target)
        model.signature_def(key, {"tokens": graph.inputs[0]}, {"logits": graph.outputs[0]}, index)
    return model.finish()


def shapes(data: bytes, graph: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    model = Model.open(data)
    model.entry = graph
    assert findings(model) == []
    return model.input_shapes, model.output_shapes


STORED = [(1, 8, 8)], [(8, 4)]


def test_the_signatures_are_listed() -> None:
    found = signatures(Model.open(two_graphs()))
    assert [(s.key, s.graph, list(s.inputs), list(s.outputs)) for s in found] == [
        ("prefill", 0, ["tokens"], ["logits"]),
        ("decode", 1, ["tokens"], ["logits"]),
    ]


def decode_of_one() -> bytes:
    """The graph of ``decode`` takes one step, that of ``prefill`` eight."""
    return resize(two_graphs(), [[1, 1, 8]], signature="decode").data


def test_a_model_is_opened_for_a_signature() -> None:
    data = decode_of_one()
    assert [i.shape for i in circle_resizer.open(data).inputs] == [(1, 8, 8)]
    decode = circle_resizer.open(data, signature="decode")
    assert [i.shape for i in decode.inputs] == [(1, 1, 8)]
    assert [s.input_shapes for s in decode.signatures] == [
        {"tokens": (1, 8, 8)},
        {"tokens": (1, 1, 8)},
    ]
    assert decode.axes
    assert shapes(resize(decode, [[1, 4, 8]]).data, 1)[0] == [(1, 4, 8)]
    assert shapes(resize(decode, [[1, 4, 8]], signature="prefill").data, 0)[0] == [(1, 4, 8)]
    with pytest.raises(ResizeError, match="no signature is named 'decod'; did you mean 'decode'"):
        circle_resizer.open(data, signature="decod")


@pytest.mark.parametrize("look", ["--list-inputs", "--inspect"])
def test_a_signature_is_looked_at(
    look: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tflite").write_bytes(decode_of_one())
    words = ["-i", str(tmp_path / "a.tflite"), look, "--signature"]
    assert command.main([*words, "decode"]) == 0
    assert "tokens_8:0  [" in (text := capfd.readouterr().out)
    assert ", 8, 8]" not in text.split("signature 'prefill'")[0]
    assert command.main([*words, "nobody"]) == 1
    assert "no signature is named 'nobody'" in capfd.readouterr().err


@pytest.mark.parametrize(("key", "changed"), [("prefill", 0), ("decode", 1), (None, 0)])
def test_one_graph_is_resized_and_the_other_stays(key: str | None, changed: int) -> None:
    result = resize(two_graphs(), [[1, 16, 8]], signature=key)
    assert (result.inputs_after, result.outputs_after) == ([(1, 16, 8)], [(16, 4)])
    assert shapes(result.data, changed) == ([(1, 16, 8)], [(16, 4)])
    assert shapes(result.data, 1 - changed) == STORED


@pytest.mark.parametrize("name", ["tokens", "tokens_8:0"])
def test_inputs_go_by_the_names_of_the_signature_and_of_the_tensors(name: str) -> None:
    result = resize(two_graphs(), {name: [1, 5, 8]}, signature="decode")
    assert shapes(result.data, 1) == ([(1, 5, 8)], [(5, 4)])


@pytest.mark.parametrize("steps", [(3, 5), (5, 5), (8, 5), (5, 8)])
def test_several_graphs_are_resized_at_once(steps: tuple[int, int]) -> None:
    asked = [[[1, steps[1], 8]], {"tokens": [1, steps[0], 8]}]
    result = resize(two_graphs(), asked, signature=["decode", "prefill"])
    assert [shapes(result.data, i) for i in (0, 1)] == [([(1, n, 8)], [(n, 4)]) for n in steps]
    assert result.inputs_after == [(1, steps[1], 8), (1, steps[0], 8)]


def test_weights_stay_shared() -> None:
    data = two_graphs()
    result = resize(data, [[[1, 3, 8]], [[1, 5, 8]]], signature=["prefill", "decode"])
    assert result.data.count(WEIGHTS.tobytes()) == data.count(WEIGHTS.tobytes()) == 1


def test_what_is_so_already_changes_nothing() -> None:
    data = two_graphs()
    both = [[[1, 8, 8]], [[1, 8, 8]]]
    assert resize(data, both, signature=["prefill", "decode"]).data == data


def test_an_opened_model_is_read_once_for_many_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    plain = Subgraph.__init__

    def counting(self: Subgraph, *args: object, passing: bool = False) -> None:
        made.append(passing)
        plain(self, *args, passing=passing)  # type: ignore[arg-type]

    data = two_graphs()
    expected = [resize(data, [[1, n, 8]], signature="decode").data for n in (3, 16, 3)]
    monkeypatch.setattr(Subgraph, "__init__", counting)
    opened = circle_resizer.open(data)
    found = [resize(opened, [[1, n, 8]], signature="decode").data for n in (3, 16, 3)]
    assert found == expected
    assert made.count(False) == 2  # the two graphs; proofs read what is written


WRONG: list[tuple[object, object, str]] = [
    ("decide", [[1, 16, 8]], "no signature is named 'decide'; did you mean 'decode'?"),
    ("x", [[1, 16, 8]], "no signature is named 'x'; there is 'prefill', 'decode'"),
    (["decode", "decode"], [[[1, 9, 8]], [[1, 9, 8]]], "'decode' is asked for twice"),
    (["decode"], [], "1 signatures, but shapes for 0"),
    ([], [], "0 signatures"),
    (5, [[1, 16, 8]], "signature is a key or a list of keys"),
    ([5], [[[1, 16, 8]]], "a signature's key is a text, not 5"),
    (["decode"], {"tokens": [1, 9, 8]}, "take a list of shapes"),
    ("decode", {"tokens": [1, 9, 8], "tokens_8:0": [1, 9, 8]}, "is given twice"),
]


@pytest.mark.parametrize(("key", "asked", "text"), WRONG, ids=lambda w: f"{w!r:.30}")
def test_what_cannot_be_meant_is_refused(key: object, asked: object, text: str) -> None:
    with pytest.raises(ResizeError) as error:
        resize(two_graphs(), asked, signature=key)  # type: ignore[arg-type]
    assert text in str(error.value)


def test_a_model_without_signatures_says_so() -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    graph.output(graph.op("ABS", [graph.input([1, 4])], [[1, 4]]))
    with pytest.raises(ResizeError, match="the model has no signatures"):
        resize(model.finish(), [[2, 4]], signature="main")


@pytest.mark.parametrize("index", [2, 2**32 - 1])
def test_a_signature_of_no_subgraph_is_damage(index: int) -> None:
    model = ModelBuilder("tflite")
    graph = model.graph()
    graph.output(graph.op("ABS", [graph.input([1, 4])], [[1, 4]]))
    model.signature_def("main", {}, {}, index)
    with pytest.raises(ResizeError, match=f"damaged file: signature 'main' runs subgraph {index}"):
        resize(model.finish(), [[2, 4]], signature="main")


def callers() -> bytes:
    """Two graphs that run the same third."""
    model = ModelBuilder("tflite")
    for index, key in enumerate(("prefill", "decode")):
        graph = model.graph(key)
        x = graph.input([1, 8], name="x")
        graph.output(graph.op("CALL", [x], [[1, 8]], subgraph=2))
        model.signature_def(key, {"x": 0}, {"y": 1}, index)
    inner = model.graph("inner")
    y = inner.input([1, 8], name="inner x")
    target = inner.const(np.int32([8]), name="flat")
    inner.output(
        inner.op("RESHAPE", [inner.op("RESHAPE", [y, target], [[8]]), rows(inner)], [[1, 8]])
    )
    return model.finish()


def rows(graph: GraphBuilder) -> int:
    return graph.const(np.int32([1, 8]), name="rows")


def test_a_subgraph_that_another_signature_runs_does_not_change_behind_its_back() -> None:
    with pytest.raises(ResizeError) as error:
        resize(callers(), [[1, 6]], signature="decode")
    assert str(error.value).split("\nhint: ")[0] == (
        "subgraph 2 would change, and signature 'prefill' runs it as well; ask for both"
    )


def test_a_subgraph_that_both_run_changes_for_both() -> None:
    result = resize(callers(), [[[1, 6]], [[1, 6]]], signature=["prefill", "decode"])
    assert [shapes(result.data, i) for i in (0, 1)] == [([(1, 6)], [(1, 6)])] * 2
    assert len({str(change) for change in result.report.changes}) == len(result.report.changes)


def test_a_subgraph_cannot_be_two_things() -> None:
    with pytest.raises(ResizeError) as error:
        resize(callers(), [[[1, 6]], [[1, 7]]], signature=["prefill", "decode"])
    assert str(error.value).split("\nhint: ")[0] == (
        "subgraph 2 is run by several signatures, and 'inner x' in it would be [1, 6] for one and "
        "[1, 7] for 'decode'"
    )


def caches(first: Sequence[int], second: Sequence[int]) -> bytes:
    """Two graphs that put what they are given into one variable."""
    model = ModelBuilder("tflite")
    for index, (key, shape) in enumerate((("prefill", first), ("decode", second))):
        graph = model.graph(key)
        x = graph.input(list(shape), name="x")
        handle = graph.op("VAR_HANDLE", [], [[]], dtype="RESOURCE", shared_name="cache")
        graph.raw_op("ASSIGN_VARIABLE", [handle, x], [])
        graph.output(graph.op("READ_VARIABLE", [handle], [list(shape)], name="y"))
        model.signature_def(key, {"x": x}, {"y": graph.outputs[0]}, index)
    return model.finish()


def test_a_variable_does_not_change_behind_the_back_of_another_signature() -> None:
    with pytest.raises(ResizeError) as error:
        resize(caches([1, 16], [1, 16]), [[1, 32]], signature="decode")
    assert str(error.value).split("\nhint: ")[0] == (
        "variable 'cache' would become [1, 32] instead of [1, 16], and signature 'prefill' uses it "
        "as well; ask for both"
    )


def test_a_variable_changes_for_all() -> None:
    asked = [[[1, 32]], [[1, 32]]]
    result = resize(caches([1, 16], [1, 16]), asked, signature=["prefill", "decode"])
    assert [shapes(result.data, i)[1] for i in (0, 1)] == [[(1, 32)]] * 2


def test_a_variable_cannot_be_two_things() -> None:
    asked = [[[1, 32]], [[1, 24]]]
    with pytest.raises(ResizeError, match=r"would be \[1, 32\] in one place and \[1, 24\] in"):
        resize(caches([1, 16], [1, 16]), asked, signature=["prefill", "decode"])


def test_an_input_of_the_same_name_that_stays_is_named() -> None:
    result = resize(two_graphs(), [[1, 16, 8]], signature="decode")
    (note,) = result.report.notes
    assert note == (
        "input 'tokens' becomes [1, 16, 8] in signature 'decode' and stays [1, 8, 8] in signature "
        "'prefill'"
    )
