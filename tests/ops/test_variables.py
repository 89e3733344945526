"""Variables and hash tables."""

import pytest

from circle_resizer.inference.rules import RULES, Context, known_elements
from circle_resizer.inference.value import Shape, Value
from circle_resizer.schema.options import Options, VarHandleOptions
from circle_resizer.symbolic.dim import unknown
from tests.support.case import Case, case, fails


def handle(name: str, container: str = "") -> Value:
    """What VAR_HANDLE answers."""
    context = Context(VarHandleOptions(container=container, shared_name=name))
    (shape,) = RULES["VAR_HANDLE"]([], context)
    (elements,) = known_elements("VAR_HANDLE", [], context) or ()
    assert (shape, elements.shape) == ((), ())
    return Value("handle", (), (elements.item(),))


N = unknown("N")
STATE: dict[object, Value] = {("variable", handle("w").elements): Value("w", (N, 3))}
READ = [
    (handle("w"), (N, 3)),
    (handle("other"), (2, 5)),
    (handle("w", "box"), (2, 5)),
    (Value("handle", ()), (2, 5)),
]


@pytest.mark.parametrize(("resource", "shape"), READ, ids=str)
def test_a_variable_has_the_shape_last_assigned_else_the_recorded_one(
    resource: Value, shape: Shape
) -> None:
    context = Context(Options(), [Value("out", (2, 5))], None, dict(STATE))
    assert RULES["READ_VARIABLE"]([resource], context) == [shape]


def test_assigning_is_seen_by_every_reader_of_that_name() -> None:
    state: dict[object, Value] = {}
    context = Context(VarHandleOptions(), [Value("out", (9,))], None, state)
    assign = RULES["ASSIGN_VARIABLE"]
    assert assign([handle("w"), Value("x", (4, 5))], context) == []
    assert assign([handle("v"), Value("y", (7,))], context) == []
    assert RULES["READ_VARIABLE"]([handle("w")], context) == [(4, 5)]
    assert RULES["READ_VARIABLE"]([handle("v")], context) == [(7,)]


def test_assigning_to_an_unknown_variable_changes_no_other() -> None:
    state: dict[object, Value] = {}
    context = Context(VarHandleOptions(), [Value("out", (9,))], None, state)
    RULES["ASSIGN_VARIABLE"]([Value("handle", ()), Value("x", (4, 5))], context)
    assert RULES["READ_VARIABLE"]([Value("handle", ())], context) == [(9,)]


TABLE = [case(out="1", table_id=3)]


@pytest.mark.parametrize("c", TABLE, ids=str)
def test_hashtable(c: Case) -> None:
    c.check("HASHTABLE")


FIND = [
    case("1", "2,3", "1", out="2,3"),
    case("1", "N", "1", out="N"),
    case("1", "?", "1", out="?"),
]


@pytest.mark.parametrize("c", FIND, ids=str)
def test_hashtable_find(c: Case) -> None:
    c.check("HASHTABLE_FIND")


IMPORT = [
    case("1", "3", "3", out=[]),
    case("1", "N", "N", out=[]),
    fails("1", "3", "4", error="'in1' [3] and 'in2' [4] must have the same shape"),
]


@pytest.mark.parametrize("c", IMPORT, ids=str)
def test_hashtable_import(c: Case) -> None:
    c.check("HASHTABLE_IMPORT")


SIZE = [case("1", out="1")]


@pytest.mark.parametrize("c", SIZE, ids=str)
def test_hashtable_size(c: Case) -> None:
    c.check("HASHTABLE_SIZE")


LOOKUP = [
    case("5", "4", "4,2,3", out=["5,2,3", "5"]),
    case("N", "4", "4", out=["N", "N"]),
    case("N", "4", "?", out=["?", "N"]),
    fails("5", "4", "3,2", error="4 keys for values [3, 2]"),
    fails("5,1", "4", "4,2", error="'in0' has rank 2, expected 1"),
]


@pytest.mark.parametrize("c", LOOKUP, ids=str)
def test_hashtable_lookup(c: Case) -> None:
    c.check("HASHTABLE_LOOKUP")
