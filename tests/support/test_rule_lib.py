"""Rule files are read and evaluated as upstream's are."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.support.build import ModelBuilder
from tests.support.rule_lib import FUNCTIONS, RuleFileError, compare, read_rules


def model() -> bytes:
    m = ModelBuilder()
    g = m.graph()
    x = g.input([1, 4, 4, 2], name="x", signature=[-1, 4, 4, 2])
    w = g.const(np.ones((3, 1, 1, 2), np.float32), name="w")
    y = g.op("CONV_2D", [x, w], [[1, 4, 4, 3]], name="y", version=3)
    g.op("CONV_2D", [x, x], [[1, 4, 4, 1]], name="v")
    g.op("CUSTOM", [y], [[]], name="s", custom="Erf", dtype="INT64")
    return m.finish()


DATA = model()
VALUES = [
    ("file_size", len(DATA)),
    ("all_op_count", 3),
    ("op_count CONV_2D", 2),
    ("op_count Erf", 1),
    ("op_count CONV", 0),
    ("conv2d_weight_not_constant", 1),
    ("verify_file_format", 1),
    ("op_version CONV_2D", 3),
    ("tensor_dtype s", "INT64"),
    ("const_count w", 1),
    ("const_count y", 0),
    ("tensor_shape x", "[-1,4,4,2]"),
    ("tensor_shape w", "[3,1,1,2]"),
    ("tensor_shape s", "[]"),
]


@pytest.mark.parametrize(("call", "value"), VALUES, ids=[call for call, _ in VALUES])
def test_functions(call: str, value: object) -> None:
    function, *arguments = call.split()
    assert FUNCTIONS[function](DATA, *arguments) == value
    (rule,) = read_rules(f"RULE \"NAME\" $({call}) '=' {value}  # why")
    assert rule.check(DATA) is None


def test_a_damaged_file_does_not_verify() -> None:
    assert FUNCTIONS["verify_file_format"](DATA[:200]) == 0
    assert FUNCTIONS["verify_file_format"](b"no model") == 0


def test_conditions_compare_numbers_as_numbers_and_text_as_text() -> None:
    assert compare("10", ">", "9")
    assert compare("9", "<=", "9")
    assert compare("9", ">=", "8")
    assert compare("8", "<", "9")
    assert compare("[1,2]", "=", "[1,2]")
    assert compare("[1,2]", "!=", "[1,3]")
    assert not compare("10", "=", "9")
    assert not compare("FLOAT32", "=", "INT8")


def test_a_failing_rule_says_what_it_found() -> None:
    (rule,) = read_rules('# text\n\nRULE "SHAPE" $(tensor_shape w) \'=\' "[1]"\n')
    assert rule.check(DATA) == "SHAPE: tensor_shape w is [3,1,1,2], expected = [1]"


@pytest.mark.parametrize("line", ["RULE", "RULE \"A\" $() '=' 1", 'RULE "A" $(f) "=" 1', "A=1"])
def test_a_line_that_is_no_rule(line: str) -> None:
    with pytest.raises(RuleFileError, match=re.escape(f"line 1: cannot read '{line}'")):
        read_rules(line)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("nothing", "A: no function 'nothing'"),
        ("tensor_shape z", "no tensor 'z'"),
        ("op_version ADD", "no operator 'ADD'"),
    ],
)
def test_misuse(call: str, error: str) -> None:
    (rule,) = read_rules(f"RULE \"A\" $({call}) '=' 1")
    with pytest.raises(RuleFileError, match=re.escape(error)):
        rule.check(DATA)
