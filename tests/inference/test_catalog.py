"""The list of operators."""

from circle_resizer.inference.catalog import NO_RULE, operator_rows
from circle_resizer.inference.rules import RULES
from circle_resizer.schema.operators import BUILTIN_OPERATORS

ROWS = {name: (dialect, rule, values) for name, dialect, rule, values in operator_rows()}


def test_every_operator_of_the_schema_and_every_rule_is_listed_once() -> None:
    assert set(ROWS) == {*BUILTIN_OPERATORS.values(), *RULES}
    assert len(ROWS) == len(operator_rows())


def test_the_dialect_is_that_of_the_code() -> None:
    assert ROWS["INSTANCE_NORM"][0] == "circle"
    assert ROWS["CONV_2D"][0] == "both"
    assert ROWS["CUSTOM:FlexErf"][0] == "custom"


def test_every_operator_has_one_line_of_text() -> None:
    assert [name for name, (_, rule, _) in ROWS.items() if not rule or "\n" in rule] == []


def test_an_operator_without_a_rule_says_why() -> None:
    assert ROWS["DELEGATE"][1] == f"no rule: {NO_RULE['DELEGATE']}"


def test_shape_arithmetic_is_marked() -> None:
    assert (ROWS["SHAPE"][2], ROWS["CONV_2D"][2]) == ("yes", "no")
