"""What two files of one network at the same sizes are said to differ in, and the command for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from circle_resizer import ResizeError
from circle_resizer.api import compare
from onelib import resize as one_resize
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder
from tests.witnesses.nets import ALL, built, ints, random

Change = dict[str, object]


def pooled(window: int = 2, bias: float = 0, rows: int = 3, act: int = 0) -> bytes:
    model = ModelBuilder(kind="tflite")
    graph: GraphBuilder = model.graph()
    x = graph.input([1, 4, 4, 3], name="x")
    y = graph.op(
        "MAX_POOL_2D", [x], [[1, 4 - window + 1, 4, 3]], filter_height=window, filter_width=1,
        stride_h=1, stride_w=1, padding=1,
    )  # fmt: skip
    begin = ints(graph, 0, 0, 0, 0)
    y = graph.op("SLICE", [y, begin, ints(graph, 1, rows - 1, 4, 3)], [[1, rows - 1, 4, 3]])
    table = graph.const(random(3) + np.float32(bias), name="table")
    y = graph.op("ADD", [y, table], [[1, rows - 1, 4, 3]], fused_activation_function=act)
    graph.output(y)
    return bytes(model.finish())


def test_a_file_does_not_differ_from_itself() -> None:
    assert compare(pooled(), pooled()) == []


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ({"window": 1}, "MAX_POOL_2D 't1': its result is [1, 3, 4, 3] in the model, [1, 4, 4, 3]"),
        ({"window": 1}, "operator 0 MAX_POOL_2D 't1': filter_height is 2 in the model, 1 there"),
        ({"bias": 1}, "constant 'table' is ["),
        ({"rows": 2}, "SLICE 't4': its result is [1, 2, 4, 3] in the model, [1, 1, 4, 3] there"),
        ({"rows": 2}, "constant 't3' is [1, 2, 4, 3] in the model, [1, 1, 4, 3] there"),
        ({"act": 1}, "fused_activation_function is 0 in the model, 1 there"),
    ],
)  # fmt: skip
def test_a_difference_is_a_line(other: dict[str, int], line: str) -> None:
    assert any(line in found for found in compare(pooled(), pooled(**other)))


def test_rounding_is_no_difference() -> None:
    assert compare(pooled(), pooled(bias=1e-6)) == []


def test_other_sizes_are_not_compared() -> None:
    with pytest.raises(ResizeError, match=r"an input is \[2, 16, 3\] here and \[2, 24, 3\] there"):
        compare(built(ALL["half"], 16), built(ALL["half"], 24))


def test_another_network_is_one_difference() -> None:
    (line,) = compare(built(ALL["half"], 16), built(ALL["every_second"], 16))
    assert line.startswith("'export 3' is no other export of this network: operator 0 SLICE")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    for size in (16, 24, 32):
        (tmp_path / f"half.{size}.tflite").write_bytes(built(ALL["half"], size))
    monkeypatch.chdir(tmp_path)
    return lambda *words: one_resize.main(["-i", "half.16.tflite", *words])


Run = Callable[..., int]


def test_the_command_takes_other_exports(files: Run, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["-o", "out.tflite", "-s", "[2,32,3]", "-V"]
    assert files(*asked) == 1
    assert "move with the axis" in capfd.readouterr().err
    assert files(*asked, "--also", "half.24.tflite") == 0
    out = capfd.readouterr().out
    assert "half.24.tflite" in out
    assert compare("out.tflite", "half.32.tflite") == []


@pytest.mark.usefixtures("files")
def test_the_cfg_takes_them_as_well() -> None:
    Path("a.cfg").write_text(
        "[one-resize]\ninput_path=half.16.tflite\noutput_path=out.tflite\n"
        "input_shapes=[2,32,3]\nalso=half.24.tflite\n"
    )
    assert one_resize.main(["-C", "a.cfg"]) == 0
    assert compare("out.tflite", "half.32.tflite") == []


def test_an_export_that_is_read_is_not_written_over(
    files: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = ["-s", "[2,32,3]", "--also", "half.24.tflite", "-o", "half.24.tflite"]
    assert files(*asked) != 0
    assert "half.24.tflite" in capfd.readouterr().err
    assert Path("half.24.tflite").read_bytes() == built(ALL["half"], 24)


def test_the_result_is_compared(files: Run, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["-s", "[2,32,3]", "--also", "half.24.tflite", "--compare", "half.32.tflite"]
    assert files(*asked) == 0
    assert "no difference from" in capfd.readouterr().out
    assert not list(Path().glob("*.log"))


def test_a_file_is_compared_as_it_is(files: Run, capfd: pytest.CaptureFixture[str]) -> None:
    Path("other.tflite").write_bytes(built(ALL["all_but_three"], 16))
    assert files("--compare", "half.16.tflite") == 0
    assert files("--compare", "other.tflite") == 1
    assert "constant 't1' is [0, 0, 0] in the model, [0, 3, 0] there" in capfd.readouterr().out
    assert files("--compare", "half.24.tflite") == 1
    assert "[2, 16, 3] here and [2, 24, 3] there" in capfd.readouterr().err
