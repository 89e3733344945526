"""Several targets of one run, and graphs by their signatures."""

from __future__ import annotations

from pathlib import Path

import pytest

from circle_resizer import CircleModel
from circle_resizer.file.model import Model
from onelib import resize
from tests.test_signatures import two_graphs
from tests.ui.models import all_models

SHAPES = {"a": "[2,4,4,3],[2,4,4,3]", "b": "[5,4,4,3],[5,4,4,3]"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("add.circle").write_bytes(all_models()["add.circle"])
    Path("two.tflite").write_bytes(two_graphs())
    return tmp_path


def batch(path: str) -> int:
    return int(CircleModel(model_path=path).input_shapes()[0][0])


def test_pairs_of_outputs_and_shapes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-i", "add.circle", "-o", "a", "-s", SHAPES["a"], "-o", "b", "-s", SHAPES["b"]]
    assert resize.main(words) == 0
    assert (batch("a"), batch("b")) == (2, 5)
    assert capsys.readouterr().out.count("Resizing complete") == 2
    assert f"-s {SHAPES['b']}" not in Path("a.log").read_text()
    assert SHAPES["b"] in Path("b.log").read_text()


LINES = f"""
# comment
a {SHAPES["a"]}
"b c" [5, 4, 4, 3], [5, 4, 4, 3]   # five
"""


def test_a_file_of_targets() -> None:
    Path("list").write_text(LINES)
    assert resize.main(["-i", "add.circle", "--targets", "list"]) == 0
    assert (batch("a"), batch("b c")) == (2, 5)


def test_a_refused_target_does_not_keep_others_from_being_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("list").write_text(f"a [2,4,4,3],[3,4,4,3]\nb {SHAPES['b']}\n")
    assert resize.main(["-i", "add.circle", "--targets", "list"]) == 1
    assert not Path("a").exists()
    assert batch("b") == 5
    assert "Resizing complete" in capsys.readouterr().out


def test_targets_of_a_cfg() -> None:
    Path("list").write_text(LINES)
    Path("cfg").write_text("[one-resize]\ninput_path=add.circle\ntargets=list\n")
    assert resize.main(["-C", "cfg"]) == 0
    assert (batch("a"), batch("b c")) == (2, 5)


def test_a_model_is_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    original = Model.open.__func__  # type: ignore[attr-defined]

    def counting(cls: type[Model], source: object) -> Model:
        opened.append(source)
        return original(cls, source)  # type: ignore[no-any-return]

    monkeypatch.setattr(Model, "open", classmethod(counting))
    Path("list").write_text(LINES)
    assert resize.main(["-i", "add.circle", "--targets", "list"]) == 0
    assert len(opened) == 1


def steps(path: str) -> list[int]:
    model = Model.open(Path(path).read_bytes())
    return [graph.tensors[graph.inputs[0]].dims[1] for graph in model.subgraphs]


TWO = [
    ["--signature", "decode", "-s", "[1,5,8]"],
    ["--signature", "decode", "-s", "[1,5,8]", "--signature", "prefill", "-s", "[1,9,8]"],
    ["--signature", "decode", "--signature", "prefill", "-s", "[1,5,8];[1,9,8]"],
]


@pytest.mark.parametrize(("words", "expected"), [*zip(TWO, ([8, 5], [9, 5], [9, 5]), strict=True)])
def test_signatures(words: list[str], expected: list[int]) -> None:
    assert resize.main(["-i", "two.tflite", "-o", "out", *words]) == 0
    assert steps("out") == expected


def test_signatures_of_several_targets() -> None:
    words = ["-o", "a", "-s", "[1,5,8]", "-s", "[1,9,8]", "-o", "b", "-s", "[1,3,8]"]
    words += ["-s", "[1,4,8]", "--signature", "decode", "--signature", "prefill"]
    assert resize.main(["-i", "two.tflite", *words]) == 0
    assert (steps("a"), steps("b")) == ([9, 5], [4, 3])


def test_signatures_of_a_cfg() -> None:
    lines = ["[one-resize]", "input_path=two.tflite", "output_path=out"]
    lines += ["signature=decode", "  prefill", "input_shapes=[1,5,8]", "  [1,9,8]"]
    Path("cfg").write_text("\n".join(lines))
    assert resize.main(["-C", "cfg"]) == 0
    assert steps("out") == [9, 5]


USAGE = [
    (["-o", "a", "-o", "b", "-s", "[1]"], "-s is given 1 times and -o 2 times"),
    (["-o", "a", "-s", "[1]", "-s", "[2]"], "-s is given 2 times and -o 1 times"),
    (["-o", "a", "-o", "./a", "-s", "[1]", "-s", "[2]"], "two outputs are ./a"),
    (["-o", "a.log", "-o", "a", "-s", "[1]", "-s", "[2]"], "a.log is the log of a"),
    (["-o", "a", "-o", "-", "-s", "[1]", "-s", "[2]"], "only a single output can go to"),
    (["--targets", "list", "-o", "a"], "the lines of --targets stand instead of -s and -o"),
    (["--targets", "list", "--log", "log"], "--log is for a single output"),
    (["-o", "a", "-s", "[1]", "-s", "[1]", "-s", "[1]", "--signature", "x", "--signature", "y"],
     "every output needs shapes for each of 2 signatures"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "text"), USAGE, ids=lambda v: str(v)[:40])
def test_what_does_not_fit_together(
    words: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        resize.main(["-i", "add.circle", *words])
    assert stop.value.code == 2
    assert text in " ".join(capsys.readouterr().err.split())


BAD = {
    "a\n": "line 1 of list: an output and its shapes are needed",
    "# none\n": "list holds 0 targets",
    'a "[1]\n': "line 1 of list: No closing quotation",
    "a [1]\nb [2]\na [3]\n": "list: two outputs are a",
}


@pytest.mark.parametrize("text", BAD)
def test_a_file_that_holds_no_targets(text: str) -> None:
    Path("list").write_text(text)
    with pytest.raises(AssertionError) as error:
        resize.main(["-i", "add.circle", "--targets", "list"])
    assert BAD[text] in str(error.value)


def test_a_file_of_targets_that_is_not_there() -> None:
    with pytest.raises(AssertionError, match="the targets in none cannot be read: No such file"):
        resize.main(["-i", "add.circle", "--targets", "none"])
