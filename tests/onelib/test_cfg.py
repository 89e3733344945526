"""Configuration files."""

from __future__ import annotations

from pathlib import Path

import pytest

from onelib import cfg
from onelib.nearest import nearest


def section(text: str) -> dict[str, str]:
    parser = cfg.Parser()
    parser.read_string(f"[s]\n{text}")
    return dict(parser["s"])


VALUES = [
    ("key = value", "value"),
    ("key=[1, 2] , [3] ; note", "[1, 2] , [3]"),
    ("key=a#b;c # note", "a#b;c"),
    ("key=100%", "100%"),
    ("key=100%%", "100%"),
    ("key=%%(other)s\nother=x", "%(other)s"),
    ("key=%(other)s.circle\nother=x", "x.circle"),
    ("key=%(other)s\nother=%(third)s\nthird=50%", "50%"),
    ("key=%(nobody)s", "%(nobody)s"),
    ("key=%s %d %(", "%s %d %("),
    ("key:value", "value"),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_value(text: str, expected: str) -> None:
    assert expected == section(text)["key"]


def test_keys_keep_their_case() -> None:
    assert section("TF-style_maxpool=True") == {"TF-style_maxpool": "True"}


@pytest.mark.parametrize("text", ["key=%(key)s", "key=%(a)s\na=%(key)s"])
def test_value_that_contains_itself_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="the value of 'key' contains itself"):
        section(text)


@pytest.mark.parametrize("end", ["", "x"])
def test_value_that_grows_without_end_is_an_error(end: str) -> None:
    keys = [f"k{i}=" + f"%(k{i + 1})s" * 100 for i in range(9)]
    with pytest.raises(ValueError, match="the value of 'k0' grows too long"):
        section("\n".join([*keys, f"k9={end}"]))


NAMES = ["input_path", "input_shapes", "dry_run", "O1"]
NEAR = [("INPUT_PATH", "input_path"), ("shapes", "input_shapes"), ("O2", "O1"), ("quick", None)]


@pytest.mark.parametrize(("name", "near"), NEAR)
def test_only_what_is_near_is_named(name: str, near: str | None) -> None:
    expected = f", the nearest known one is '{near}'" if near else ""
    assert expected == nearest(name, NAMES)


def test_file_and_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "a.cfg").write_text("[s]\nk=v\n")
    path, parser = cfg.read_cfg("~/a.cfg")
    assert path == str(tmp_path / "a.cfg")
    assert parser["s"]["k"] == "v"


def test_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_bytes(b"[s]\nk=\xff\n")
    with pytest.raises(ValueError, match="is not UTF-8 text"):
        cfg.read_cfg(str(tmp_path / "a.cfg"))


@pytest.mark.parametrize("text", ["1", "yes", "True", "ON"])
def test_true(text: str) -> None:
    assert cfg.boolean("s", "k", text) is True


@pytest.mark.parametrize("text", ["0", "No", "false", "off"])
def test_false(text: str) -> None:
    assert cfg.boolean("s", "k", text) is False


def test_neither_true_nor_false() -> None:
    with pytest.raises(ValueError, match=r"^Not a boolean: 2 \(key 'k' of \[s\]\)$"):
        cfg.boolean("s", "k", "2")
