"""What is said of a file: in plain characters, short, and not more than anybody reads."""

from __future__ import annotations

import re

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.errors import CAUSES, InputError
from circle_resizer.file.model import Model
from circle_resizer.text import LONGEST_LINE, LONGEST_NAME, known_as, printable, shown_name
from tests.hostile.kinds import KINDS
from tests.support.build import ModelBuilder

EVIL = "a\x1b[2J\x07\r\nb\x9b31m\u202ec\u2028d\u200b"
SHOWN = r"a\x1b[2J\x07\r\nb\x9b31m\u202ec\u2028d\u200b"


def named(name: str, custom: str = "Unheard") -> bytes:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([1, 4], name=name)
    graph.output(graph.op("CUSTOM", [x], [[1, 4]], custom=custom, name=name))
    return model.finish()


def test_names_do_nothing_to_a_terminal() -> None:
    with pytest.raises(ResizeError) as error:
        resize(named(EVIL, EVIL), [[3, 4]])
    first, hint = str(error.value).split("\n")
    assert first.isprintable()
    assert hint.isprintable()
    assert f"operator 0 {SHOWN} '{SHOWN}'" in first


def test_the_report_shows_names_as_messages_do() -> None:
    result = resize(named(EVIL), [[3, 4]], output_shapes={EVIL: [3, 4]})
    assert all(line.isprintable() for line in str(result.report).split("\n"))


@pytest.mark.parametrize("name", [EVIL, "n" * 100_000, "größe"])
def test_an_input_goes_by_its_name_as_it_is_and_as_it_is_shown(name: str) -> None:
    data = named(name)
    shown = Model(data).subgraphs[0].tensors[0].name
    for key in (name, shown):
        assert resize(data, {key: [1, 4]}).outputs_after == [(1, 4)]
    with pytest.raises(InputError, match="no input is named 'other'; the inputs are"):
        resize(data, {"other": [3, 4]})


def test_two_keys_for_one_name() -> None:
    with pytest.raises(InputError, match="input shapes has two keys for"):
        resize(named(EVIL), {EVIL: [1, 4], SHOWN: [3, 4]})


def test_long_names_that_differ_stay_different() -> None:
    ends = b"a" * 500, b"z" * 500
    names = {shown_name(ends[0] + bytes([65 + i]) * 9 + ends[1]) for i in range(20)}
    assert len(names) == 20
    assert max(map(len, names)) <= LONGEST_NAME
    assert {known_as(name) for name in names} == names


def test_plain_text_is_shown_as_it_is() -> None:
    for text in ("größe", "模型/输入:0", "a b", r"c:\x"):
        assert printable(text) == shown_name(text.encode()) == known_as(text) == text


def test_ten_causes_and_a_count() -> None:
    with pytest.raises(ResizeError) as error:
        resize(*KINDS["refusals"](300))
    lines = str(error.value).split("\n")
    assert len(lines) == CAUSES + 2
    assert lines[-2] == "and 290 more"
    assert lines[-1].startswith("hint: ")


def test_a_long_message_is_cut() -> None:
    with pytest.raises(ResizeError, match="no tensor is named 'n") as error:
        resize(named("x"), [[3, 4]], constants={"n" * 10**6: np.zeros(1)})
    assert len(str(error.value)) < LONGEST_LINE
    assert len(str(ResizeError("x" * 10**6))) < 2 * LONGEST_LINE
    assert re.search(r"\(100 more lines\)$", str(ResizeError("\n".join("x" * 116))))
