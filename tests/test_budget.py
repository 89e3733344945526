"""Sizes that keep the code readable: what is over its budget may shrink, nothing may join it."""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import circle_resizer

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "circle_resizer"
WRITTEN = [
    path
    for folder in ("circle_resizer", "onelib", "tools", "bench")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path.parent != CORE / "schema"
]
OPS = [path for path in WRITTEN if path.parent == CORE / "ops"]
LINES_IN_OPS, LINES = 200, 250
LINES_OF_FUNCTION, LINES_OF_RULE, MEDIAN_OF_RULES = 32, 40, 12
PARAMETERS = 5
PUBLIC_NAMES = 24  # five of ONE's bindings, resize and open, what they answer, what they raise
Function = ast.FunctionDef

# What was over its budget when the budget came; numbers go down, never up.
LONG_FILES = {}
LONG_FUNCTIONS: dict[str, int] = {}
MANY_PARAMETERS: dict[str, int] = {}


def functions(path: Path) -> Iterator[Function]:
    found = ast.walk(ast.parse(path.read_text()))
    yield from (node for node in found if isinstance(node, ast.FunctionDef))


def is_rule(function: Function) -> bool:
    """Whether a decorator registers it: its parameters are an operator's operands."""
    calls = (d.func for d in function.decorator_list if isinstance(d, ast.Call))
    return any(isinstance(c, ast.Name) and c.id in {"rule", "elements"} for c in calls)


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: Function) -> int:
    """Without self, and without those that have to be named: they explain themselves."""
    return len([a for a in function.args.args if a.arg not in {"self", "cls"}])


def over(found: dict[str, int], budget: int, known: dict[str, int]) -> dict[str, int]:
    """What exceeds the budget, and what it was known to need."""
    return {name: n for name, n in found.items() if n > max(budget, known.get(name, 0))}


def test_files_are_short() -> None:
    lines = {str(p.relative_to(ROOT)): len(p.read_text().splitlines()) for p in WRITTEN}
    ops = {name: n for name, n in lines.items() if name.startswith("circle_resizer/ops/")}
    assert over(ops, LINES_IN_OPS, LONG_FILES) == {}
    assert over(lines, LINES, LONG_FILES) == {}
    assert {name for name in LONG_FILES if lines.get(name, 0) <= LINES} == set()


def test_rules_are_short() -> None:
    rules = {f"{p.stem}.{f.name}": length(f) for p in OPS for f in functions(p) if is_rule(f)}
    assert over(rules, LINES_OF_RULE, {}) == {}
    assert statistics.median(rules.values()) <= MEDIAN_OF_RULES


def no_rules(measure: Callable[[Function], int]) -> dict[str, int]:
    """The largest measure of all functions of one name in a file: methods may share one."""
    found: dict[str, int] = {}
    for path in WRITTEN:
        for function in functions(path):
            if not is_rule(function):
                name = f"{path.relative_to(ROOT)}: {function.name}"
                found[name] = max(found.get(name, 0), measure(function))
    return found


def test_functions_are_short() -> None:
    found = no_rules(length)
    assert over(found, LINES_OF_FUNCTION, LONG_FUNCTIONS) == {}
    assert {name for name in LONG_FUNCTIONS if found.get(name, 0) <= LINES_OF_FUNCTION} == set()


def test_functions_take_few_parameters() -> None:
    found = no_rules(parameters)
    assert over(found, PARAMETERS, MANY_PARAMETERS) == {}
    assert {name for name in MANY_PARAMETERS if found.get(name, 0) <= PARAMETERS} == set()


def test_rules_ask_no_questions_of_types() -> None:
    words = re.compile(r"(?:getattr|hasattr)\(|import Any|[:[>] ?Any\b|type: ignore")
    found = {p.name: words.findall(p.read_text()) for p in OPS}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_the_package_has_few_public_names() -> None:
    assert len(circle_resizer.__all__) <= PUBLIC_NAMES
