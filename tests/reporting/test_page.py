"""The report for people: well-formed, complete, and nothing from elsewhere."""

from __future__ import annotations

import itertools
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from circle_resizer import RefusedError, resize
from circle_resizer.file.model import Model
from circle_resizer.reporting import page
from circle_resizer.reporting.drawing import HEIGHT, WIDTH, nodes_of, stored_dims
from onelib import resize as command
from tests.session.test_asking import BERT
from tests.support.build import ModelBuilder
from tests.ui import models

VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Elements with their attributes, texts, and whether every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in {"p", "li"} and self.open[-1] != tag:
            return
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def page_of(data: bytes, **asked: int) -> str:
    model, result = Model(data), resize(data, **asked)  # type: ignore[arg-type]
    return page.done("title", result.report, Model(result.data), stored_dims(model))


def test_every_operator_and_every_change_is_there() -> None:
    data = BERT.read_bytes()
    found = read(page_of(data, batch=3))
    boxes = [a for tag, a in found.elements if tag == "g"]
    graph = Model(data).subgraphs[0]
    assert len(boxes) == len(graph.operators) + len(graph.inputs)
    decided = [a for a in boxes if "decided" in (a["class"] or "")]
    assert len(decided) == 24
    assert [a for a in boxes if "assumed" in (a["class"] or "")]
    assert "24 changes, 1 assumed" in found.texts
    rows = [a for tag, a in found.elements if tag == "tr" and "item" in (a.get("class") or "")]
    assert len(rows) == 24
    assert "[1, 16] → [3, 16]" in found.texts


def test_nothing_comes_from_elsewhere() -> None:
    text = page_of(BERT.read_bytes(), batch=3)
    found = read(text)
    assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in found.elements}
    assert [a for _, a in found.elements if "src" in a or "href" in a] == []
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "@import" not in text


def test_it_can_be_read_without_scripts() -> None:
    text = re.sub(r"<script>.*</script>", "", page_of(BERT.read_bytes(), batch=3), flags=re.DOTALL)
    found = read(text)
    hidden = [(tag, a) for tag, a in found.elements if "hidden" in a]
    assert hidden == [("p", {"id": "tools", "hidden": None})]
    assert [t for t in found.texts if "operator 7 RESHAPE" in t]


def test_names_are_text() -> None:
    evil = "</script><script>alert('1')</script>\"'&"
    model = ModelBuilder("circle")
    graph = model.graph(evil)
    x = graph.input([1, 4], name=evil)
    graph.output(graph.op("CUSTOM", [x], [[1, 4]], name=f"{evil}y", custom="</title>"))
    data = model.finish()
    result = resize(data, [[2, 4]], output_shapes={f"{evil}y": [2, 4]})
    text = page.done(evil, result.report, Model(result.data), stored_dims(Model(data)))
    found = read(text)
    assert [tag for tag, _ in found.elements].count("script") == 1
    assert evil in "".join(found.texts)


def chain(count: int) -> bytes:
    """Two columns of operators that meet at every tenth."""
    model = ModelBuilder("circle")
    graph = model.graph("main")
    left = right = graph.input([1, 8], name="x")
    for k in range(count // 2):
        left = graph.op("RELU", [left], [[1, 8]], name=f"left{k}")
        joins = k % 10 == 9
        operands = [right, left] if joins else [right]
        right = graph.op("ADD" if joins else "TANH", operands, [[1, 8]], name=f"right{k}")
    graph.output(right)
    return model.finish()


def test_boxes_do_not_lie_over_each_other() -> None:
    for data in (chain(60), BERT.read_bytes()):
        model = Model(data)
        nodes = nodes_of(model.subgraphs[0], stored_dims(model)[0], [])
        places = {(n.x // WIDTH, n.y // HEIGHT, n.x, n.y) for n in nodes}
        assert len(places) == len(nodes)
        assert all(nodes[k].y < each.y for each in nodes for k in each.sources)
        spots = sorted((n.y, n.x) for n in nodes)
        pairs = itertools.pairwise(spots)
        assert all(a[0] != b[0] or b[1] - a[1] >= WIDTH for a, b in pairs)


def test_thousands_of_operators() -> None:
    start = time.process_time()
    text = page_of(chain(6000), batch=3)
    assert text.count("<g ") == 6001
    assert len(text) < 6_000_000
    assert time.process_time() - start < 60


def test_a_refusal() -> None:
    with pytest.raises(RefusedError) as error:
        resize(models.table(), [[1, 6, 2]])
    found = read(page.refused("title", error.value))
    assert "data-tied-to-a-size" in found.texts


@pytest.mark.parametrize("more", [["--dry-run"], []])
def test_the_command_writes_it(tmp_path: Path, more: list[str]) -> None:
    target = tmp_path / "a.circle"
    target.write_bytes(models.reshape())
    words = [str(target), str(target), "-s", "[5,2,6]", "--report", str(tmp_path / "r.html")]
    assert command.main([*words, *more]) == 0
    found = read((tmp_path / "r.html").read_text())
    assert "[1, 2, 6] → [5, 2, 6]" in found.texts
    assert "one-resize a.circle" in found.texts
