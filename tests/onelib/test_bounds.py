"""Cfg and workflow files that were made to take hours, or all memory, get one sentence at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .measured import measured, refused_at_once

FULL = (1 << 20) - 200
"""About as many bytes as a text may have."""


def filled(start: str, piece: str, end: str = "") -> str:
    """Pieces in a row, as many as there is room for."""
    room = FULL - len((start + end).encode())
    return start + piece * (room // len(piece.encode())) + end


def numbered(start: str, form: str, end: str = "") -> str:
    """Pieces in a row, each with a number of its own."""
    count = FULL // (len(form.encode()) + 6)
    return start + "".join(form.replace("#", str(i)) for i in range(count)) + end


CFG = {
    "blanks in a line": filled("[SECTION]\nx", " ", "y\n"),
    "blanks before anything": filled("", " ", "x"),
    "blanks in a header": filled("[SECTION", " ", "\n"),
    "tabs and other blanks": filled("[SECTION]\nx", "\t\u3000\x1c", "y\n"),
    "words and blanks": filled("[SECTION]\n", "a ", "\n"),
    "marks of comments": filled("[SECTION]\nx", "#a;"),
    "brackets": filled("[SECTION]\n", "["),
    "a long key": filled("[SECTION]\n", "k", "=1\n"),
    "a long section": filled("[", "s", "]\n"),
    "a long value of a switch": filled("[SECTION]\nKEY=", "v", "\n"),
    "lines without a key": filled("[SECTION]\n", "x\n"),
    "lines that are short": filled("[SECTION]\n", "\n"),
    "many keys": numbered("[SECTION]\n", "k#=\n"),
    "many sections": numbered("", "[s#]\n"),
    "many defaults": numbered("[SECTION]\n[DEFAULT]\n", "d#=%(d0)s\n"),
    "a zero byte": "[SECTION]\nKEY=\0\n",
    "a file that is all one value": filled("[SECTION]\nKEY=\n", " v\n"),
    "values that grow": "[SECTION]\nKEY=%(a)s\na=" + "%(b)s" * 50_000 + "\nb=" + "c" * 500,
    "only sections of others": numbered("", "[s#]\nx=1\n")[:200_000],
}
SECTIONS = {"one-resize": "strict", "onecc": "one-pack", "one-build": "one-pack"}


COMMANDS = sorted(SECTIONS)


@pytest.mark.parametrize(("number", "kind"), list(enumerate(CFG)))
def test_cfg(number: int, kind: str, tmp_path: Path) -> None:
    command = COMMANDS[number % 3]  # all three read in the same way
    text = CFG[kind].replace("SECTION", command).replace("KEY", SECTIONS[command])
    (tmp_path / "a.cfg").write_text(text, encoding="utf-8")
    refused_at_once(measured(tmp_path, command, "-C", "a.cfg"))


ONECC = {
    "groups again and again": filled("[onecc]\ninclude=", "O1 "),
    "groups of all names": numbered("[onecc]\ninclude=", "O# "),
    "steps of all names": "[onecc]\n"
    + "".join(f"one-import-{i}=1\n[one-import-{i}]\n[onecc{i}]\n" for i in range(6000)),
    "drivers that nobody has": "[onecc]\n"
    + "".join(f"one-import-{i}=1\n" for i in range(8000))
    + "".join(f"[one-import-{i}]\n" for i in range(8000)),
    "a variable that no driver can be given": "[Environment]\nX="
    + "v" * 900_000
    + "\n[onecc]\none-resize=1\n[one-resize]\n",
}


@pytest.mark.parametrize("kind", ONECC)
def test_cfg_of_onecc(kind: str, tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(ONECC[kind])
    run = measured(tmp_path, "onecc", "-C", "a.cfg")
    refused_at_once(run, run.code)
    assert run.code in (2, 255)


def shapes(text: str) -> str:
    """A cfg for one-resize."""
    return f"[one-resize]\ninput_path=no\noutput_path=out\ninput_shapes={text}\n"


SHAPES = {
    "sizes": filled("[", "1,", "1]"),
    "scalars": filled("", "[],", "[]"),
    "brackets": filled("", "["),
    "digits": filled("[", "1", "]"),
    "blanks": filled("[1],", " ", "x"),
    "lines": "[1],\n" + "  [2],\n" * 15_000,
}


@pytest.mark.parametrize("kind", SHAPES)
def test_shape_text(kind: str, tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(shapes(SHAPES[kind][: FULL - 200]))
    refused_at_once(measured(tmp_path, "one-resize", "-C", "a.cfg", "--no-fold"))


def test_constants_of_all_names(tmp_path: Path) -> None:
    lines = "".join(f" c{i}=x\n" for i in range(19_000))
    (tmp_path / "a.cfg").write_text(f"{shapes('[1]')}constant=\n{lines}")
    run = measured(tmp_path, "one-resize", "-C", "a.cfg")
    assert (run.code, run.out) == (2, "")
    assert run.err.splitlines()[-1].endswith(
        "19000 entries --constant NAME=FILE.npy, at most 10000"
    )


def workflow(**step: object) -> dict[str, object]:
    """One workflow with one step."""
    return {"steps": ["s"], "s": {"one-cmd": "one-pack", "commands": {}, **step}}


def chain(count: int, first: str) -> dict[str, object]:
    """Workflows that each wait for the one before."""
    flows = {str(i): {**workflow(), "run-after": [str(i - 1)]} for i in range(count)}
    flows["0"]["run-after"] = [first] if first else []
    return {"workflows": [str(i) for i in range(count)], **flows}


LONG = ["形" * 70_000, "状" * 70_000]
MANY = {f"k{i}": "True" for i in range(50_000)}


def given(**commands: str) -> dict[str, object]:
    """A step of one-resize with such commands."""
    return workflow(**{"one-cmd": "one-resize", "commands": commands})


def referred(path: str) -> dict[str, object]:
    """A workflow that is a cfg file."""
    return {"cfg-reference": {"path": path}}


ONE: dict[str, Callable[[], object]] = {
    "a long name to run after": lambda: {"run-after": LONG},
    "a long name of a step": lambda: {"steps": LONG, "a" * 70_000: 1},
    "a long name of a driver": lambda: workflow(**{"one-cmd": LONG[0]}),
    "a name like thousands": lambda: {
        "steps": ["ab" * 400], **{"ba" * 40 + str(i): 1 for i in range(9000)}
    },
    "a step again and again": lambda: {**workflow(), "steps": ["s"] * 150_000},
    "a large step as often as allowed": lambda: {
        **workflow(commands=MANY), "steps": ["s"] * 10_000
    },
    "switches of one-quantize": lambda: workflow(**{"one-cmd": "one-quantize", "commands": MANY}),
    "words after a command": lambda: workflow(
        **{"one-cmd": "one-infer", "commands": {"command": "a " * 400_000}}
    ),
    "a word that no driver can be given": lambda: given(input_path="x" * 900_000),
    "a zero byte": lambda: given(output_path="\0"),
    "half a character": lambda: given(input_path="\ud800"),
    "a path with a zero byte": lambda: referred("\0"),
    "a path that is no text": lambda: referred("\ud800"),
    "a path of 300,000 letters": lambda: referred("x/" * 150_000),
}  # fmt: skip
ALL: dict[str, Callable[[], object]] = {
    "two long names": lambda: {"workflows": [LONG[0]], LONG[1]: workflow()},
    "a chain": lambda: chain(9000, ""),
    "a circle": lambda: chain(9000, "8999"),
    "a workflow again and again": lambda: {"workflows": ["w"] * 150_000, "w": workflow()},
    "one cfg file for every workflow": lambda: {
        "workflows": [str(i) for i in range(9000)],
        **{str(i): referred("./" * (i % 9) + "large.cfg") for i in range(9000)},
    },
}
TEXT = {
    "lists in lists": filled("", "["),
    "objects in objects": filled("", '{"a":'),
    "lists in a name": filled('{"workflows":', "["),
    "a long number": filled('{"workflows":', "9", "}"),
    "a long fraction": filled('{"workflows":0.', "9", "}"),
    "a text without end": filled('{"workflows":"', "9"),
    "many empty lists": filled('{"workflows":[', "[],", "[]]}"),
    "many empty objects": filled('{"workflows":[', "{},", "{}]}"),
    "blanks": filled("", " "),
}


def refuse_workflow(folder: Path, text: str) -> None:
    """Run the workflow file, with a large cfg file at hand."""
    (folder / "large.cfg").write_text(
        "[onecc]\none-pack=1\n[one-pack]\n[Environment]\n"
        + "".join(f"V{i}={'v' * 40}\n" for i in range(19_000))
    )
    (folder / "a.json").write_text(text, encoding="utf-8")
    refused_at_once(measured(folder, "onecc", "-W", "a.json"))


@pytest.mark.parametrize("kind", ONE)
def test_workflow(kind: str, tmp_path: Path) -> None:
    refuse_workflow(tmp_path, json.dumps({"workflows": ["w"], "w": ONE[kind]()}))


@pytest.mark.parametrize("kind", ALL)
def test_workflows(kind: str, tmp_path: Path) -> None:
    refuse_workflow(tmp_path, json.dumps(ALL[kind](), ensure_ascii=False))


@pytest.mark.parametrize("kind", TEXT)
def test_workflow_file(kind: str, tmp_path: Path) -> None:
    refuse_workflow(tmp_path, TEXT[kind])


@pytest.mark.parametrize("command", ["one-resize", "circle-resizer"])
@pytest.mark.parametrize("what", ["input", "output", "shapes"])
def test_words_of_100_kilobytes(what: str, command: str, tmp_path: Path) -> None:
    values = {"input": "no", "output": "out", "shapes": "[1]"} | {what: "x/" * 50_000}
    words = [f"--input_path={values['input']}", f"--output_path={values['output']}"]
    run = measured(tmp_path, command, *words, f"--input_shapes={values['shapes']}")
    refused_at_once(run, run.code)
    assert run.code in (1, 255)


def test_a_constant_with_a_path_of_100_kilobytes(tmp_path: Path) -> None:
    words = ["-i", "no", "-o", "out", "-s", "[1]", "--constant", "c=" + "x/" * 50_000]
    refused_at_once(measured(tmp_path, "one-resize", *words), 1)
