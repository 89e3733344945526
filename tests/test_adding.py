"""One file with a graph at several shapes, over the same weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from circle_resizer import ResizeError, add_signatures, resize
from circle_resizer.file.model import Model
from circle_resizer.file.signatures import signatures
from circle_resizer.inference.verify import findings
from onelib import resize as command
from tests.support.build import ModelBuilder
from tests.test_signatures import STORED, WEIGHTS, caches, callers, shapes, two_graphs

SIZES = {"prefill_3": 3, "prefill_16": 16}


def variants(data: bytes, sizes: dict[str, int] = SIZES) -> bytes:
    return add_signatures(data, {key: [[1, n, 8]] for key, n in sizes.items()}).data


def test_each_variant_has_its_shapes_and_the_old_graphs_stay() -> None:
    data = variants(two_graphs())
    found = {s.key: s for s in signatures(Model.open(data))}
    assert [(key, s.graph) for key, s in found.items()] == [
        ("prefill", 0), ("decode", 1), ("prefill_3", 2), ("prefill_16", 3),
    ]  # fmt: skip
    assert [shapes(data, i) for i in range(4)] == [
        STORED, STORED, ([(1, 3, 8)], [(3, 4)]), ([(1, 16, 8)], [(16, 4)]),
    ]  # fmt: skip
    assert [list(s.inputs) + list(s.outputs) for s in found.values()] == [["tokens", "logits"]] * 4


def test_weights_are_there_once_and_a_variant_is_small() -> None:
    data = two_graphs()
    one, two = variants(data, {"a": 3}), variants(data, {"a": 3, "b": 5})
    assert two.count(WEIGHTS.tobytes()) == 1
    assert len(two) - len(one) < 1024


def test_the_old_bytes_stay_as_they_are() -> None:
    data = two_graphs()
    assert variants(data).endswith(data)


def test_a_variant_is_what_resize_makes() -> None:
    data = two_graphs()
    alone = Model.open(resize(data, [[1, 3, 8]]).data)
    made = Model.open(variants(data)).subgraphs[2]
    assert made.name == "prefill_3"
    computed = [t for op in made.operators for t in (*made.inputs, *op.outputs)]
    for a, b in ((alone.subgraphs[0].tensors[t], made.tensors[t]) for t in computed):
        assert (a.name, a.shape, a.type) == (b.name, b.shape, b.type)
    assert [op.kind for op in made.operators] == ["FULLY_CONNECTED", "RESHAPE"]


def test_the_stored_shapes_are_another_name_for_the_graph() -> None:
    data = variants(two_graphs(), {"same": 8})
    assert [(s.key, s.graph) for s in signatures(Model.open(data))][2:] == [("same", 0)]
    assert len(Model.open(data).subgraphs) == 2


def test_another_graph_may_be_the_first() -> None:
    result = add_signatures(callers(), {"more": [[1, 6]]}, signature="decode")
    model = Model.open(result.data)
    assert signatures(model)[-1].graph == 3
    assert shapes(result.data, 3) == ([(1, 6)], [(1, 6)])


def test_a_subgraph_that_changes_is_copied_and_the_copy_is_run() -> None:
    data = add_signatures(callers(), {"more": [[1, 6]], "most": [[1, 7]]}).data
    names = [graph.name for graph in Model.open(data).subgraphs]
    assert names == ["prefill", "decode", "inner", "more", "more/2", "most", "most/2"]
    assert [shapes(data, i)[1] for i in (0, 1, 3, 5)] == [[(1, n)] for n in (8, 8, 6, 7)]
    assert findings(Model.open(data)) == []


def branches() -> bytes:
    """A graph that runs two others, of which one has no input and stays as it is."""
    model = ModelBuilder("tflite")
    graph = model.graph("main")
    x, flag = graph.input([2, 8], name="x"), graph.input([1], "BOOL", name="flag")
    count = graph.op("IF", [flag], [[1]], then_subgraph_index=1, else_subgraph_index=1, name="n")
    y = graph.op("CALL", [x], [[2, 8]], subgraph=2, name="y")
    graph.output(graph.op("MUL", [y, count], [[2, 8]], name="z"))
    one = model.graph("one")
    one.output(one.op("ABS", [one.const(np.float32([2]))], [[1]], name="two"))
    inner = model.graph("inner")
    inner.output(inner.op("ABS", [inner.input([2, 8], name="a")], [[2, 8]], name="b"))
    return model.finish()


def test_a_subgraph_that_stays_is_shared() -> None:
    data = add_signatures(branches(), {"more": {"x": [5, 8]}}).data
    model = Model.open(data)
    assert [graph.name for graph in model.subgraphs] == ["main", "one", "inner", "more", "more/2"]
    assert shapes(data, 3)[1] == [(5, 8)]


def test_variants_of_variants() -> None:
    data = variants(variants(two_graphs()), {"more": 5})
    assert shapes(data, 4) == ([(1, 5, 8)], [(5, 4)])
    again = resize(data, [[1, 9, 8]], signature="prefill_3").data
    assert [shapes(again, i)[1] for i in range(5)] == [[(n, 4)] for n in (8, 8, 9, 16, 5)]


def test_many_variants_of_a_small_model_can_be_read() -> None:
    model = ModelBuilder("circle")
    graph = model.graph("main")
    x = graph.input([1, 4], name="x")
    for k in range(2000):
        x = graph.op("ABS", [x], [[1, 4]], name=f"x{k}")
    graph.output(x)
    data = add_signatures(model.finish(), {f"b{n}": [[n, 4]] for n in range(2, 12)}).data
    assert len(Model.open(data).subgraphs) == 11
    assert shapes(data, 10)[1] == [(11, 4)]


def test_a_variable_that_is_shared_keeps_its_shape() -> None:
    with pytest.raises(ResizeError) as error:
        add_signatures(caches([1, 16], [1, 16]), {"more": [[1, 32]]})
    assert str(error.value).split("\nhint: ")[0] == (
        "signature 'more': variable 'cache' would become [1, 32] instead of [1, 16], and the graph "
        "that it is made from uses it as well"
    )


WRONG = [
    ({"prefill": [[1, 3, 8]]}, "the model has a signature 'prefill' already"),
    ({"": [[1, 3, 8]]}, "a signature needs a name"),
    ({}, "no signature is to be added"),
    ({"a": [[1, 3, 9]]}, "FULLY_CONNECTED"),
    ({"a": 5}, "input shapes are a list"),
]


@pytest.mark.parametrize(("asked", "text"), WRONG, ids=lambda v: f"{v!r:.30}")
def test_what_cannot_be_added_is_refused(asked: dict[str, object], text: str) -> None:
    with pytest.raises(ResizeError, match=text):
        add_signatures(two_graphs(), asked)  # type: ignore[arg-type]


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_bytes(two_graphs())
    words = [f"--add-signature={key}=[1,{n},8]" for key, n in SIZES.items()]
    assert command.main(["-i", "in", "-o", "out", *words]) == 0
    assert Path("out").read_bytes() == variants(two_graphs())


def test_in_a_cfg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_bytes(two_graphs())
    lines = "\n".join(f"  {key}=[1,{n},8]" for key, n in SIZES.items())
    Path("cfg").write_text(f"[one-resize]\ninput_path=in\noutput_path=out\nadd_signature=\n{lines}")
    assert command.main(["-C", "cfg"]) == 0
    assert Path("out").read_bytes() == variants(two_graphs())


@pytest.mark.parametrize("words", [["-s", "[1]"], ["--batch", "2"], ["--dim", "S=2"]], ids=str)
def test_shapes_of_its_own(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["-i", "in", "-o", "out", "--add-signature", "a=[1,3,8]", *words])
    assert "--add-signature has shapes of its own" in capsys.readouterr().err


def test_the_report_names_the_signature_of_every_line() -> None:
    report = add_signatures(two_graphs(), {"one": [[1, 1, 8]], "same": [[1, 8, 8]]}).report
    assert {c.place.signature for c in report.changes} == {"one"}
    assert all(str(c).startswith("signature 'one', subgraph 0") for c in report.changes)
    assert report.input_names == ["one: tokens_8:0", "same: tokens_8:0"]
    assert report.notes == ["signature 'one' added", "signature 'same' added"]
