"""Names that act on a terminal, or look like lines of ours, do neither in any output or log."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from onelib import launch, one_build, onecc, resize, resizer
from tests.support.build import ModelBuilder

EVIL = "x\x1b[2J\x1b]0;pwn\x07\x85\x9b31m\u202e\u2066\u200b\r\nResizing complete"
SHOWN = EVIL.encode("unicode_escape").decode()
MAINS = {
    "one-resize": resize.main,
    "circle-resizer": resizer.main,
    "onecc": onecc.main,
    "one-build": one_build.main,
}


def assumed(end: str = "") -> bytes:
    """A batch of 1 that a heuristic takes for the leading one of two."""
    model = ModelBuilder("circle")
    graph = model.graph(EVIL)
    x = graph.input([1, 4], name=f"{EVIL}{end}")
    target = graph.const(np.array([1, 1, 4], np.int32), name=f"{EVIL} target")
    graph.output(graph.op("RESHAPE", [x, target], [[1, 1, 4]], name=f"{EVIL} out"))
    return model.finish()


def custom() -> bytes:
    """Two custom operators in the way of a size that changes."""
    model = ModelBuilder("circle")
    graph = model.graph(EVIL)
    x = graph.input([1, 4], name=EVIL)
    for each in "ab":
        out = graph.op("CUSTOM", [x], [[1, 4]], custom=f"{EVIL}{each}", name=f"{EVIL}{each}")
        graph.output(out)
    return model.finish()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "assumed.circle").write_bytes(assumed())
    (tmp_path / "custom.circle").write_bytes(custom())
    yield tmp_path
    for log in tmp_path.glob("*.log"):
        harmless(log.read_text())


def harmless(text: str) -> None:
    """Only line ends of ours are in it, and no line is the fake one."""
    for line in text.removesuffix("\n").split("\n"):
        assert line.isprintable()
        assert not line.removeprefix("one-resize: ").startswith("Resizing complete\\n")
        assert line.removeprefix("one-resize: ") != "Resizing complete"


def said(capsys: pytest.CaptureFixture[str], command: str, *words: str) -> tuple[int, str]:
    """Exit code and output, of which nothing acts on a terminal."""
    code = launch.guarded(command, MAINS[command], words)
    out, err = capsys.readouterr()
    harmless(out)
    harmless(err)
    return code, out + err


RUNS = [["-V"], ["--dry-run"], ["--strict"], ["--strict", "-V"]]


@pytest.mark.parametrize("more", RUNS, ids=" ".join)
def test_names_in_changes(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-i", "assumed.circle", "-o", "out.circle", "-s", "[3,4]", *more]
    code, text = said(capsys, "one-resize", *words)
    assert code == int("--strict" in more)
    assert f"RESHAPE '{SHOWN} out': operand 1" in text


@pytest.mark.parametrize("more", [[], ["-V"]], ids=" ".join)
def test_names_in_refusals(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-i", "custom.circle", "-o", "out.circle", "-s", "[3,4]", *more]
    code, text = said(capsys, "one-resize", *words)
    assert code == 1
    assert f"--output-shape '{SHOWN}a" in text


def test_names_in_refusals_of_the_plain_tool(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--input_path", "custom.circle", "--output_path", "out", "--input_shapes", "[3,4]"]
    code, text = said(capsys, "circle-resizer", *words)
    assert code == 1
    assert EVIL not in text
    assert SHOWN in text


def test_names_of_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"  {SHOWN}  " in said(capsys, "one-resize", "-i", "assumed.circle", "--list-inputs")[1]
    words = ["-i", "assumed.circle", "-o", "out", "-s", "[1],[2]"]
    assert f"the inputs are '{SHOWN}' [1, 4]" in said(capsys, "one-resize", *words)[1]


def test_a_long_name_is_cut(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "long.circle").write_bytes(assumed("n" * 100_000))
    text = said(capsys, "one-resize", "-i", "long.circle", "--list-inputs")[1]
    assert re.search(r"n{50}\.\.[0-9a-f]{8}\.\.n{50}", text)
    assert len(text) < 5000


TEXTS = [
    f"[one-resize]\n{EVIL.splitlines()[0]}=1\n",
    f"[one-resize]\nstrict={EVIL.splitlines()[0]}\n",
    f"[onecc]\n{EVIL.splitlines()[0]}=True\n",
    f"[one-build]\n{EVIL.splitlines()[0]}=True\n",
    f"[onecc]\ninclude=O{EVIL.splitlines()[0]}\n",
    f"[{EVIL.splitlines()[0]}]\n[{EVIL.splitlines()[0]}]\n",
    f"{EVIL}\n",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize("command", ["one-resize", "onecc", "one-build"])
def test_names_in_a_cfg(
    command: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.cfg").write_text(text)
    code, text = said(capsys, command, "-C", "a.cfg")
    lines = [line for line in text.splitlines() if not line.startswith("UserWarning: ")]
    assert (code, len(lines)) == (255, 1)


def test_names_in_a_workflow(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = {"one-cmd": "one-resize", "commands": {EVIL: "1"}}
    workflow = {"workflows": ["w"], "w": {"steps": ["s"], "s": step}}
    for root in ({"workflows": [EVIL]}, workflow):
        (folder / "a.json").write_text(json.dumps(root))
        code, output = said(capsys, "onecc", "-W", "a.json")
        assert code in (2, 255)
        assert "pwn" in output


@pytest.mark.parametrize("command", MAINS)
def test_names_in_words(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, command, f"--{EVIL}")
    assert code == 2
    assert SHOWN in text.splitlines()[-1] or "required" in text


@pytest.mark.parametrize("command", ["one-resize", "onecc", "one-build"])
def test_names_of_files(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, command, "-C", EVIL)
    assert (code, text.count("\n")) == (255, 1)
    assert SHOWN in text
