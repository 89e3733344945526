"""Elements of CAST (its shape is in elementwise)."""

from collections.abc import Sequence

from circle_resizer.inference.rules import elements
from circle_resizer.inference.value import Element, Elements, Value
from circle_resizer.ops.arithmetic import REAL, each, number
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import Dim, Sym, never_exceeds


@elements("CAST")
def cast_elements(x: Elements, *, outs: Sequence[Value]) -> Elements:
    """Real numbers lose their fraction; a size is one number in any type."""
    kind = outs[0].type
    if kind == TensorType.BOOL:
        return each(nonzero, x)
    return each(lambda a: real(a) if kind in REAL else cut(a), x)


def nonzero(a: Element) -> Element:
    """As a truth value: true for every number but 0."""
    return never_exceeds(1, a) or bool(number(a)) if isinstance(a, Sym) else bool(a)


def real(a: Element) -> Element:
    """As a real number."""
    return a if isinstance(a, Sym) else float(a)


def cut(a: Element) -> Dim:
    """Rounded towards zero."""
    return a if isinstance(a, Sym) else int(a)
