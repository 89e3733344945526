"""Elements of CAST."""

import pytest

from circle_resizer.schema.types import TensorType
from tests.support.case import Case, gives, typed

FLOAT, INT, LONG, BOOL = (
    [typed("?", kind)]
    for kind in (TensorType.FLOAT32, TensorType.INT32, TensorType.INT64, TensorType.BOOL)
)

CAST = [
    gives([1.7, -1.7, 2.0], outs=INT, elements=[1, -1, 2]),
    gives([1, -2, "N"], outs=FLOAT, elements=[1.0, -2.0, "N"]),
    gives(["N", 3], outs=LONG, elements=["N", 3]),
    gives([True, False], outs=INT, elements=[1, 0]),
    gives([0, 2, "N+1", "N"], outs=BOOL, elements=[False, True, True, "_"]),
    gives([0.0, 0.5], outs=BOOL, elements=[False, True]),
    gives([float("inf"), 1.0], outs=INT, elements=["_", 1]),
    gives(3, outs=FLOAT, elements=3.0),
    gives("2", outs=FLOAT, elements=None),
]


@pytest.mark.parametrize("c", CAST, ids=str)
def test_cast(c: Case) -> None:
    c.check("CAST")
