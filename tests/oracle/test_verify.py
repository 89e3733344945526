"""``verify`` with real runtimes: right results pass, and results made wrong are noticed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from circle_resizer import RefusedError, resize, verify
from circle_resizer.file.model import Model
from onelib import resize as command
from tests.support.build import ModelBuilder
from tests.support.build_parts import quantization

ROOT = Path(__file__).resolve().parents[2]
BERT, CLASSIFIER = ROOT / "examples/bert/bert.circle", ROOT / "examples/pipeline/classifier.tflite"


@pytest.mark.parametrize("path", [BERT, CLASSIFIER], ids=lambda path: path.name)
def test_a_batch(path: Path) -> None:
    pytest.importorskip("tico")
    found = verify(path, resize(path, batch=4).data, required=True)
    assert "4 rows of '" in found.lines[0]
    assert found.largest is not None
    assert found.largest < 1e-5


@pytest.mark.parametrize("path", [BERT, CLASSIFIER], ids=lambda path: path.name)
def test_a_constant_that_is_another_is_noticed(path: Path) -> None:
    pytest.importorskip("tico")
    data = bytearray(resize(path, batch=4).data)
    model = Model(bytes(data))
    sizes = [model.buffer_span(t.buffer) for t in model.main.tensors if t.type == 0]
    start, length = max(sizes, key=lambda span: span[1])
    data[start : start + length] = (
        np.frombuffer(data, np.float32, length // 4, start) * 2
    ).tobytes()
    with pytest.raises(RefusedError, match=r"4 rows of '.*' differ from the old model's"):
        verify(path, bytes(data))


def test_the_command_with_an_open_size(tmp_path: Path) -> None:
    """Static to dynamic and back: the whole outputs are compared, at the size that is known."""
    opened, closed = tmp_path / "open.tflite", tmp_path / "closed.tflite"
    words = ["--no-log", "--verify=required"]
    assert command.main([str(CLASSIFIER), str(opened), "-s", "[-1,_,_,_]", *words]) == 0
    assert command.main([str(opened), str(closed), "-s", "[3,_,_,_]", *words]) == 0
    assert Model.open(closed).input_shapes[0][0] == 3


def test_signatures(tmp_path: Path) -> None:
    target = tmp_path / "two.tflite"
    words = ["--add-signature", "eight=[8,_,_,_]", "--no-log", "--verify=required"]
    assert command.main([str(CLASSIFIER), str(target), *words]) == 0
    assert "8 rows of" in verify(CLASSIFIER, target, new_signature="eight").lines[0]


def test_quantised_numbers() -> None:
    builder = ModelBuilder(kind="tflite")
    graph = builder.graph()
    scale = {"quantization": quantization(scale=[0.1], zero_point=[0])}
    x = graph.input([1, 6], "INT8", **scale)
    y = graph.tensor([1, 2, 3], "INT8", **scale)
    graph.raw_op("RESHAPE", [x, graph.const(np.array([1, 2, 3], np.int32))], [y])
    graph.output(y)
    data = bytes(builder.finish())
    assert "4 rows of" in verify(data, resize(data, batch=4).data, required=True).lines[0]
