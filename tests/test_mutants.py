"""The faults that ``make mutants`` makes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools import mutants
from tools.operators import OTHERS, operators

OPERATORS = [
    ("a == b", ["=="]),
    ("a < b <= c", ["<", "<="]),
    ("a is not b", ["is not"]),
    ("not a in b", ["not", "in"]),
    ("not (a not in b)", ["not", "not in"]),
    ("(a) or (b # or\n and c)", ["or", "and"]),
    ("a - -b + (c - d)", ["-", "-", "+", "-"]),
    ("x += 'é - é' + y", ["+=", "+"]),
    ("[a for a in b if a > 1]", [">"]),
    ("for a in b: pass", []),
    ("a: C[-1] = f'{x < y}'", []),
    ("def f(a: 'b' = -1) -> C[-1]: 'a < b'  # and", ["-"]),
    ("f(*a, **b) * c @ d", []),
]


@pytest.mark.parametrize(("source", "found"), OPERATORS)
def test_operators_are_found_and_nothing_else(source: str, found: list[str]) -> None:
    assert [operator.text for operator in operators(source.encode())] == found


def test_a_mutant_differs_in_one_operator() -> None:
    source = "é = a < b\nif (not c\n    is not d): e += é\n".encode()
    made = [
        mutants.Mutant("a.py", operator, other).source(source).decode()
        for operator in operators(source)
        for other in operator.others
    ]
    kept = source.decode()
    changes = [("<", "<="), ("<", ">="), ("not c", " c"), ("is not", "is"), ("+=", "-=")]
    assert sorted(made) == sorted(kept.replace(*change) for change in changes)


def test_every_operator_has_others_and_all_of_them_compile() -> None:
    assert all(text not in others for text, others in OTHERS.items())
    for path in sorted((mutants.ROOT / "onelib").glob("*.py"))[:5]:
        source = path.read_bytes()
        for operator in operators(source):
            assert source[operator.start : operator.end].decode().split() == operator.text.split()
            for other in operator.others:
                ast.parse(mutants.Mutant("", operator, other).source(source))


SMALL = {
    "room/a.py": "def f(a):\n    return a + 1\n\ndef g(a):\n    return a < 5\n",
    "room/__init__.py": "",
    "test_a.py": "from room.a import f\n\ndef test_f():\n    assert f(2) == 3\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in SMALL.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_no_test_notices_survives(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["room", "--jobs", "1"], project) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "caught   room/a.py:2:14: '+' -> '-' in return a + 1" in lines
    assert [line[:24] for line in lines if "SURVIVED" in line] == ["SURVIVED room/a.py:5:14:"]
    assert lines[-1] == "1 of 2 mutants caught, 1 survived"
    assert {name: (project / name).read_text() for name in SMALL} == SMALL


def test_the_same_seed_makes_the_same_mutants() -> None:
    first, again, other = (
        mutants.sampled(mutants.ROOT, ["onelib/steps.py", "onelib"], 20, seed) for seed in (3, 3, 4)
    )
    assert first == again != other
    assert len(set(first)) == 20


def test_a_folder_that_is_missing_is_named(project: Path) -> None:
    with pytest.raises(SystemExit, match="there is no rooms in"):
        mutants.main(["room", "rooms"], project)


def test_tests_that_fail_by_themselves_judge_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "passes", lambda *_: False)
    with pytest.raises(SystemExit, match="the tests fail as they are"):
        mutants.main(["room", "--jobs", "1"], project)


def test_the_nearest_tests_are_those_of_the_room_and_the_pins() -> None:
    near = mutants.nearest(mutants.ROOT, "circle_resizer/generalize/ops/pad.py")
    assert near == ("tests/generalize/ops", "tests/test_pins.py")
    assert mutants.nearest(mutants.ROOT, "circle_resizer/api.py") == ("tests/test_pins.py",)
