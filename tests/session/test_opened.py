"""Looking at a model: inputs, outputs, signatures, and axes that can change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import circle_resizer
from circle_resizer import ModelError, OpenedModel, Signature, TensorInfo, resize
from onelib import resize as command
from tests.session.test_asking import BERT, masked
from tests.support.build import GraphBuilder, ModelBuilder
from tests.ui import models


def image() -> bytes:
    """Three convolutions: with a stride, with one and SAME padding, and a point one."""
    model = ModelBuilder("tflite")
    graph = model.graph("main")
    x = graph.input([1, 16, 24, 3], name="image")
    for size, channels, stride in ((8, 3, 2), (4, 4, 2)):
        kernel = graph.const(np.ones((4, 3, 3, channels), np.float32))
        bias = graph.const(np.zeros(4, np.float32))
        shape = [1, size, size * 3 // 2, 4]
        x = graph.op(
            "CONV_2D", [x, kernel, bias], [shape], padding=0, stride_h=stride, stride_w=stride,
            dilation_h_factor=1, dilation_w_factor=1,
        )  # fmt: skip
    graph.output(x)
    return model.finish()


def signed() -> bytes:
    """A model with a signature."""
    model = ModelBuilder("tflite")
    graph: GraphBuilder = model.graph("main")
    x = graph.input([1, 4], name="serving_default_x:0")
    y = graph.op("RELU", [x], [[1, 4]], name="PartitionedCall:0")
    graph.output(y)
    model.signature_def("serving_default", {"x": x}, {"y": y})
    return model.finish()


def test_inputs_and_outputs() -> None:
    model = circle_resizer.open(BERT)
    assert isinstance(model, OpenedModel)
    assert model.inputs == (
        TensorInfo("tico::ids", (1, 16), "INT64"),
        TensorInfo("tico::mask", (1, 17), "FLOAT32"),
    )
    assert [t.shape for t in model.outputs] == [(1, 2)]
    assert model.signatures == ()


def test_signatures() -> None:
    found = circle_resizer.open(signed()).signatures
    assert found == (
        Signature(
            "serving_default",
            {"x": "serving_default_x:0"},
            {"y": "PartitionedCall:0"},
            {"x": (1, 4)},
            {"y": (1, 4)},
        ),
    )


def test_axes_of_a_network_that_takes_a_mask() -> None:
    model = circle_resizer.open(masked())
    first, second, third = model.axes
    assert (first.name, first.independent) == ("B", True)
    assert first.sizes == {(t.name, 0): "B" for t in model.inputs}
    assert second.sizes == {("net::ids", 1): "S", ("net::mask", 1): "S"}
    assert third.sizes == {("serving_default_scale:0", 1): "T"}
    assert model.symbolic_inputs == [("B", "S"), ("B", "S"), ("B", "T")]
    assert model.symbolic_outputs == [("B", "S"), ("B", "T")]
    assert model.fixed_axes == {}


def test_axes_of_an_image() -> None:
    model = circle_resizer.open(image())
    assert model.symbolic_inputs == [("B", "H", "W", "3")]
    assert model.symbolic_outputs == [("B", "(H + 3)//4", "(W + 3)//4", "4")]
    ((name, axis), why), *others = model.fixed_axes.items()
    assert (name, axis, others) == ("image", 3, [])
    assert "channels" in why


@pytest.mark.parametrize("numbers", [{"H": 32, "W": 12}, {"B": 3, "H": 17, "W": 25}])
def test_the_symbolic_shapes_are_those_of_the_resized_model(numbers: dict[str, int]) -> None:
    model, result = circle_resizer.open(image()), resize(image(), dims=numbers)
    sides = [(model.symbolic_inputs, result.inputs_after)]
    sides += [(model.symbolic_outputs, result.outputs_after)]
    for symbols, shapes in sides:
        worth = [tuple(eval(s, {"B": 1, **numbers}) for s in shape) for shape in symbols]  # noqa: S307
        assert worth == shapes


def test_an_axis_tied_to_data_stays_and_says_why() -> None:
    model = circle_resizer.open(models.table())
    assert [axis.name for axis in model.axes] == ["B"]
    assert "'positions' is tied to the stored size" in model.fixed_axes["x", 1]


def test_unknown_sizes_are_axes_too() -> None:
    model = ModelBuilder("tflite")
    graph = model.graph("main")
    x = graph.input([1, 4], name="x", signature=[-1, 4])
    graph.output(graph.op("RELU", [x], [[1, 4]], name="y"))
    found = circle_resizer.open(model.finish())
    assert found.inputs[0].shape == (-1, 4)
    assert found.symbolic_outputs == [("B", "S")]


def test_no_model() -> None:
    with pytest.raises(ModelError, match="not a model"):
        circle_resizer.open(b"no model at all")


def printed(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    assert command.main(list(words)) == 0
    return capfd.readouterr().out


def test_list_inputs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.tflite"
    path.write_bytes(signed())
    text = printed(capfd, "-i", str(path), "--list-inputs")
    shapes = "inputs x = serving_default_x:0 [1, 4]; outputs y = PartitionedCall:0 [1, 4]"
    assert f"signature 'serving_default': {shapes}\n" in text
    assert text.splitlines()[1].split() == ["0", "serving_default_x:0", "[1,", "4]", "FLOAT32"]
    path.write_bytes(models.table())
    text = printed(capfd, "-i", str(path), "--list-inputs")
    assert "B     x[0] = B  --batch N\n" in text
    assert "x[1]   subgraph 0, operator 0 ADD 'placed': the data of constant 'positions'" in text


def test_list_inputs_has_the_shapes_of_every_signature(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.tflite"
    path.write_bytes(circle_resizer.add_signatures(signed(), {"wide": [[3, 4]]}).data)
    lines = [
        line for line in printed(capfd, str(path), "--list-inputs").splitlines() if "'" in line
    ]
    assert [line.count("[1, 4]") for line in lines] == [2, 0]
    assert [line.count("[3, 4]") for line in lines] == [0, 2]
    first, second = circle_resizer.open(path).signatures
    assert (first.input_shapes, second.output_shapes) == ({"x": (1, 4)}, {"y": (3, 4)})


def test_list_inputs_of_a_model_without_inputs(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    model = ModelBuilder("circle")
    graph = model.graph("main")
    graph.output(graph.op("RELU", [graph.const(np.ones((2, 2), np.float32))], [[2, 2]], name="y"))
    (tmp_path / "a.circle").write_bytes(model.finish())
    text = printed(capfd, str(tmp_path / "a.circle"), "--list-inputs")
    assert text.splitlines()[-1].split() == ["0", "y", "[2,", "2]", "FLOAT32"]


def test_inspect(capfd: pytest.CaptureFixture[str]) -> None:
    lines = printed(capfd, str(BERT), "--inspect").splitlines()
    assert lines[1].split() == ["input", "tico::ids", "[B,", "16]", "INT64"]
    assert lines[3].endswith("  [B, 2]   FLOAT32")
