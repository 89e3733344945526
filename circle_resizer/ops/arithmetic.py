"""Elements of arithmetic: what ADD, DIV, MAXIMUM, CEIL and their kin put into small tensors.

An element that cannot be computed, because too little is known or the kernel would fail, is
``None``. Real numbers are rounded to float32 after every step, as the kernels do.
"""

import math
import operator
from collections.abc import Callable, Sequence

from circle_resizer.inference.rules import elements
from circle_resizer.inference.value import Element, Elements, Value
from circle_resizer.lazy_numpy import np
from circle_resizer.schema.options import AddOptions, DivOptions, MulOptions, Options, SubOptions
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.dim import Sym, largest, never_exceeds, product, smallest

Function = Callable[..., Element | None]
REAL = {TensorType.FLOAT16, TensorType.FLOAT32, TensorType.FLOAT64, TensorType.BFLOAT16}
RELU, RELU6 = 1, 3


def each(function: Function, *arrays: Elements) -> Elements:
    """``function`` of the entries, the arrays stretched to one shape."""
    wide = np.broadcast_arrays(*arrays)
    out = np.empty(wide[0].size, dtype=object)
    rows = zip(*(array.ravel().tolist() for array in wide), strict=True)
    out[:] = [attempt(function, row) for row in rows]
    return out.reshape(wide[0].shape)


def attempt(function: Function, row: Sequence[Element]) -> Element | None:
    """One entry; beside an unknown size a real number that is whole counts as that number."""
    if any(isinstance(e, Sym) for e in row):
        row = [int(e) if isinstance(e, float) and e.is_integer() else e for e in row]
    try:
        found = function(*row)
    except (ArithmeticError, TypeError, ValueError):
        return None
    with np.errstate(over="ignore"):
        return float(np.float32(found)) if isinstance(found, float) else found


def register(function: Function, *operators: str) -> None:
    """``function`` of each element is what the operators compute."""

    @elements(*operators)
    def pointwise(*operands: Elements) -> Elements:
        return each(function, *operands)


def number(a: Element) -> float:
    """Refuse to compute with a size that is not known."""
    if isinstance(a, Sym):
        raise TypeError
    return a


def higher(a: Element, b: Element) -> Element:
    """The larger one."""
    if isinstance(a, float) or isinstance(b, float):
        return max(number(a), number(b))
    return largest(a, b)


def lower(a: Element, b: Element) -> Element:
    """The smaller one."""
    if isinstance(a, float) or isinstance(b, float):
        return min(number(a), number(b))
    return smallest(a, b)


def quotient(a: Element, b: Element) -> Element:
    """Division that is exact or not done at all, unless both are real numbers."""
    if isinstance(a, float) or isinstance(b, float):
        return number(a) / number(b)
    whole = a // b
    if whole * b != a:
        raise ArithmeticError
    return whole


def truncated(a: Element, b: Element) -> Element:
    """Division of whole numbers, rounded towards zero."""
    if isinstance(a, float) or isinstance(b, float):
        raise TypeError
    if never_exceeds(0, a) and never_exceeds(0, b):
        return a // b
    if isinstance(a, int) and isinstance(b, int):
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient(a, b)


def divided(a: Element, b: Element, kind: int) -> Element:
    """Division in a tensor of type ``kind``."""
    return quotient(a, b) if kind in REAL else truncated(a, b)


def floored(a: Element, b: Element) -> Element:
    """Division rounded down."""
    if isinstance(a, float) or isinstance(b, float):
        return float(math.floor(number(a) / number(b)))
    return a // b


def power(a: Element, b: Element) -> Element:
    """Whole numbers only to whole powers."""
    if isinstance(a, float) or isinstance(b, float):
        return math.pow(number(a), number(b))
    if isinstance(b, Sym) or not 0 <= b <= (4 if isinstance(a, Sym) else 64):
        raise ArithmeticError
    return product([a] * b)


def shifted(a: Element, b: Element) -> Element:
    """The sign moves in from the left."""
    if isinstance(a, float) or not isinstance(b, int) or b < 0:
        raise TypeError
    return a // (1 << b) if b < 64 else a >> 64 if isinstance(a, int) else number(a)


def magnitude(a: Element) -> Element:
    """Without the sign."""
    if isinstance(a, Sym):
        return a if never_exceeds(0, a) else number(a)
    return abs(a)


def sign(a: Element) -> Element:
    """-1, 0 or 1."""
    if isinstance(a, Sym):
        return 1 if never_exceeds(1, a) else number(a)
    return type(a)((a > 0) - (a < 0))


def rounded(function: Callable[[float], int]) -> Function:
    """To a whole number, still of real type; an unknown size is whole."""
    return lambda a: float(function(a)) if isinstance(a, float) else a


register(operator.mod, "FLOOR_MOD")
register(floored, "FLOOR_DIV")
register(higher, "MAXIMUM")
register(lower, "MINIMUM")
register(lambda a: higher(a, type(a)(0) if isinstance(a, float) else 0), "RELU")
register(lambda *terms: sum(terms[1:], start=terms[0]), "ADD_N")
register(lambda a, b: (a - b) * (a - b), "SQUARED_DIFFERENCE")
register(operator.xor, "BITWISE_XOR")
register(power, "POW")
register(shifted, "RIGHT_SHIFT")
register(operator.neg, "NEG")
register(magnitude, "ABS")
register(sign, "SIGN")
register(lambda a: a * a, "SQUARE")
register(lambda a: math.sqrt(number(a)), "SQRT")
register(rounded(math.floor), "FLOOR")
register(rounded(math.ceil), "CEIL")
register(rounded(round), "ROUND")


def fused(operator_: str, function: Function) -> None:
    """As ``register``, for operators that may end in an activation."""

    @elements(operator_)
    def arithmetic(x: Value, y: Value, *, opt: Options) -> Elements | None:
        a, b = x.array(), y.array()
        if a is None or b is None:
            return None
        return activated(opt, each(lambda p, q: function(p, q, x.type), a, b))


def activated(opt: Options, found: Elements) -> Elements | None:
    """After the fused activation; ``None`` for one that shape arithmetic never has."""
    fields = (AddOptions, SubOptions, MulOptions, DivOptions)
    kind = opt.fused_activation_function if isinstance(opt, fields) else 0
    if kind in {RELU, RELU6}:
        found = each(lambda a: higher(a, 0), found)
    if kind == RELU6:
        found = each(lambda a: lower(a, 6), found)
    return found if kind in {0, RELU, RELU6} else None


fused("ADD", lambda a, b, _: a + b)
fused("SUB", lambda a, b, _: a - b)
fused("MUL", lambda a, b, _: a * b)
fused("DIV", divided)
