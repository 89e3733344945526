"""Tables, hashes and n-grams."""

import pytest

from tests.support.case import Case, case, fails, gives

EMBEDDING_LOOKUP = [
    case("3", "6,4", out="3,4"),
    case("N", "6,4,H", out="N,4,H"),
    case("?", "6,4", out="_,4"),
    case("3", "?", out="?"),
    gives([1, 0], [["N", 2], [3, 4]], elements=[[3, 4], ["N", 2]]),
    fails("3,2", "6,4", error="'in0' has rank 2, expected 1"),
    fails("3", "6", error="'in1' has rank 1, expected at least 2"),
]

EMBEDDING_LOOKUP_SPARSE = [
    case("4", "4,2", [3, 2], "4", "5,4,2", out="3,4,2"),
    case("N", "N,3", ["A", 5, 2], "N", "5,H", out="A,5,H"),
    case("4", "4,2", "2", "4", "5,4", out="_,4"),
    case("4", "4,H", "?", "4", "5,4", out="?"),
    case("4", "4,2", [3, 2], "4", "?", out="?"),
    fails("4", "3,2", [3, 2], "4", "5,4", error="3 positions for 4 ids"),
    fails("4", "4,2", [3, 2], "5", "5,4", error="5 weights for 4 ids"),
    fails("4", "4,3", [3, 2], "4", "5,4", error="'in2' has 2 elements, expected 3"),
]

SPARSE, DENSE = {"type": 1}, {"type": 2}

LSH_PROJECTION = [
    case("3,2", "6", out="3", **SPARSE),
    case("3,2", "N,2", "N", out="6", **DENSE),
    case("A,B", "?", "5", out="A*B", **DENSE),
    fails("3,2", "5", "6", error="'in1' does not have one entry for each of 6 weights", **SPARSE),
    fails("3,2", "", "6", error="'in1' does not have one entry for each of 6 weights", **SPARSE),
    fails("3,2", "5", error="hash type 0 is not known"),
    fails("3", "5", error="'in0' has rank 1, expected 2", **SPARSE),
]


@pytest.mark.parametrize("c", EMBEDDING_LOOKUP, ids=str)
def test_embedding_lookup(c: Case) -> None:
    c.check("EMBEDDING_LOOKUP")


@pytest.mark.parametrize("c", EMBEDDING_LOOKUP_SPARSE, ids=str)
def test_embedding_lookup_sparse(c: Case) -> None:
    c.check("EMBEDDING_LOOKUP_SPARSE")


@pytest.mark.parametrize("c", LSH_PROJECTION, ids=str)
def test_lsh_projection(c: Case) -> None:
    c.check("LSH_PROJECTION")


@pytest.mark.parametrize("c", [case("1", out="_"), case("", out="_"), case("?", out="_")], ids=str)
def test_skip_gram(c: Case) -> None:
    c.check("SKIP_GRAM")
