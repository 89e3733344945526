"""Rules, operators and tests keep in step."""

from pathlib import Path

import pytest

import circle_resizer.generalize.ops
import circle_resizer.ops
from circle_resizer.generalize.registry import GENERALIZERS
from circle_resizer.inference.catalog import NO_RULE
from circle_resizer.inference.rules import ELEMENTS, RULES
from circle_resizer.schema.operators import BUILTIN_OPERATORS

ROOT = Path(__file__).parent.parent
FAMILIES = sorted(p.stem for p in (ROOT / "circle_resizer" / "ops").glob("*.py"))
FAMILIES.remove("__init__")
GENERALIZED = {p.stem for p in (ROOT / "circle_resizer/generalize/ops").glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("operator", BUILTIN_OPERATORS.values())
def test_every_operator_has_a_rule_or_a_reason(operator: str) -> None:
    assert (operator in RULES) != (operator in NO_RULE)


def test_every_rule_is_for_an_operator_there_is() -> None:
    strangers = {name for name in RULES if name not in BUILTIN_OPERATORS.values()}
    assert {name for name in strangers if not name.startswith("CUSTOM:")} == set()


def test_whatever_computes_elements_infers_shapes() -> None:
    assert set(ELEMENTS) - set(RULES) == set()


def test_both_rules_of_an_operator_read_the_same_options() -> None:
    with_options = {name: entry for name, entry in ELEMENTS.items() if "opt" in entry.keywords}
    other = [n for n, entry in with_options.items() if RULES[n].options is not entry.options]
    assert other == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_its_tests(family: str) -> None:
    assert (ROOT / "tests" / "ops" / f"test_{family}.py").is_file()


def test_every_test_of_operators_has_its_family() -> None:
    tested = {p.stem.removeprefix("test_") for p in (ROOT / "tests" / "ops").glob("test_*.py")}
    assert tested - set(FAMILIES) == set()


def test_every_family_that_registers_rules_is_listed() -> None:
    modules = {entry.function.__module__.rpartition(".")[2] for entry in RULES.values()}
    assert modules - set(circle_resizer.ops.__all__) == set()
    assert set(circle_resizer.ops.__all__) - set(FAMILIES) == set()


def test_every_rule_says_what_it_does() -> None:
    assert [name for name, entry in RULES.items() if not entry.function.__doc__] == []


def test_numbers_of_a_family_are_generalized_in_a_file_of_its_name() -> None:
    assert GENERALIZED - set(FAMILIES) == set()
    assert set(circle_resizer.generalize.ops.__all__) == GENERALIZED


@pytest.mark.parametrize("family", sorted(GENERALIZED))
def test_every_generalized_family_has_its_tests(family: str) -> None:
    text = (ROOT / f"tests/generalize/ops/test_{family}.py").read_text()
    module = f"circle_resizer.generalize.ops.{family}"
    operators = [name for name, function in GENERALIZERS.items() if function.__module__ == module]
    assert operators
    assert [n for n in operators if f'"{n.removeprefix("CUSTOM:")}"' not in text] == []
