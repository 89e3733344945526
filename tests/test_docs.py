"""Every command and every program of the readme and the manual runs, on the model that it names."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from onelib import onecc
from onelib import resize as one_resize
from tools import gen_reference

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NETWORKS = {
    "model.circle": "bert/bert.circle",
    "bert.circle": "bert/bert.circle",
    "classifier.tflite": "pipeline/classifier.tflite",
}


def blocks(language: str) -> Iterator[tuple[str, str]]:
    """Page and text of every block in a language; plain ones have none."""
    for page in PAGES:
        for found, text in BLOCK.findall(page.read_text()):
            if found == language:
                yield page.stem, text


def commands(language: str) -> Iterator[tuple[str, str]]:
    """Page and text of every line that calls the command."""
    for page, text in blocks(language):
        yield from ((page, line) for line in text.splitlines() if line.startswith("one-resize "))


def sessions() -> Iterator[tuple[str, list[str]]]:
    """Page and commands of every block: one goes on with the files of those before it."""
    for page, text in blocks(""):
        if lines := [line for line in text.splitlines() if line.startswith("one-resize ")]:
            yield page, lines


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, source in NETWORKS.items():
        shutil.copy(ROOT / "examples" / source, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("page", "lines"), list(sessions()))
@pytest.mark.usefixtures("folder")
def test_commands(page: str, lines: list[str]) -> None:
    for line in lines:
        words = shlex.split(line, comments=True)
        expected = re.search(r"# exits with (\d+)", line)
        assert one_resize.main(words[1:]) == int(expected[1] if expected else 0), (page, line)


@pytest.mark.parametrize(("page", "line"), list(commands("sh")))
def test_command_for_a_network_of_yours(page: str, line: str) -> None:
    assert one_resize.judge(shlex.split(line)[1:]) == 0, page


@pytest.mark.parametrize(("page", "program"), list(blocks("python")))
def test_program(page: str, program: str, folder: Path) -> None:
    before = set(folder.iterdir())
    exec(program, {})  # noqa: S102  # our own text
    assert set(folder.iterdir()) - before, f"{page}: it saves something"


@pytest.mark.parametrize("name", ["one-resize", "onecc"])
def test_cfg(name: str, folder: Path) -> None:
    texts = [text for page, text in blocks("") if page == "cfg" and text.startswith("[onecc]")]
    assert len(texts) == 1
    (folder / "a.cfg").write_text(texts[0])
    main = one_resize.main if name == "one-resize" else onecc.main
    assert main(["-C", "a.cfg"]) == 0
    assert (folder / "bert.b4.circle").exists()


def test_workflow(folder: Path) -> None:
    ((_, text),) = blocks("json")
    (folder / "a.json").write_text(text)
    assert onecc.main(["-W", "a.json"]) == 0
    assert (folder / "bert.b4.circle").exists()


@pytest.mark.parametrize("name", gen_reference.PAGES)
def test_reference_is_made_from_the_code(name: str) -> None:
    assert (gen_reference.DOCS / name).read_text() == gen_reference.PAGES[name]()


LINK = re.compile(r"\]\(([^)]+)\)")


def anchors(text: str) -> set[str]:
    """What the headings of a page are called in links."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        path, _, anchor = target.partition("#")
        other = page.parent / path if path else page
        assert other.exists(), target
        assert not anchor or anchor in anchors(other.read_text()), target
