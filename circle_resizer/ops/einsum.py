"""Custom operator Einsum, plain or as FlexEinsum."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, Target, placed
from circle_resizer.inference.rules import Custom, rule
from circle_resizer.inference.value import Sizes, Value, shown
from circle_resizer.ops.broadcast import broadcast
from circle_resizer.ops.custom_options import word
from circle_resizer.symbolic.dim import Dim, factors_of

DIGITS = "9876543210"
"""Names of the axes that "..." stands for, from the right; no equation has them."""


def terms_of(operands: tuple[Value, ...], opt: Custom) -> tuple[list[str], str]:
    """The letters of each operand, and of the result."""
    terms, _, result = word(opt, "equation").replace(" ", "").partition("->")
    names = terms.split(",")
    if len(names) != len(operands):
        raise RuleError(f"equation {terms} names {len(names)} operands, there are {len(operands)}")
    return names, result


def einsum_axes(*operands: Value, opt: Custom) -> Axes:
    """A letter that the result has stays; one that it lacks is summed over."""
    names, result = terms_of(operands, opt)
    rests = [
        len(x.shape or ()) - len(term.replace("...", ""))
        for term, x in zip(names, operands, strict=True)
        if "..." in term
    ]
    goal = spelled(result, len(result.replace("...", "")) + max(rests, default=0))
    found: Axes = {}
    for k, (term, operand) in enumerate(zip(names, operands, strict=True)):
        if operand.shape is None:
            return {}
        letters = spelled(term, len(operand.shape))
        sizes = zip(letters, operand.shape, strict=True)
        found |= placed(k, [target(letter, size, letters, goal) for letter, size in sizes])
    return found


def spelled(term: str, rank: int) -> str:
    """The letters with digits in place of "...", the last of which is 0: "...ab" -> "10ab"."""
    return term.replace("...", DIGITS[len(DIGITS) - rank + len(term.replace("...", "")) :])


def target(letter: str, size: Dim, letters: str, goal: str) -> Target:
    """Where the axis of a letter goes; a letter that stands twice takes a diagonal."""
    if letters.count(letter) > 1:
        return AxisKind.OPAQUE
    if letter not in goal:
        return AxisKind.REDUCED
    stretches = letter in DIGITS and size == 1
    return AxisKind.BROADCAST if stretches else AxisKind.PARALLEL, goal.index(letter)


@rule("CUSTOM:Einsum", "CUSTOM:FlexEinsum", axes=einsum_axes)
def einsum(*operands: Value, opt: Custom) -> Sizes | None:
    """Letters name axes; "..." stands for leading axes that stretch."""
    names, result = terms_of(operands, opt)
    sizes: dict[str, Dim] = {}
    rests = []
    for term, operand in zip(names, operands, strict=True):
        if operand.shape is None:
            return None
        rests.append(Value(operand.name, label(term, operand, sizes)))
    rest = (broadcast(*rests) or ()) if "..." in result else ()
    before, _, after = result.partition("...")
    return [*(sizes[k] for k in before), *rest, *(sizes[k] for k in after)]


def label(term: str, operand: Value, sizes: dict[str, Dim]) -> tuple[Dim, ...]:
    """Note the size of every letter; answers the axes that "..." stands for."""
    shape = operand.shape or ()
    before, dots, after = term.partition("...")
    kept = len(before) + len(after)
    if kept > len(shape) or (not dots and kept < len(shape)):
        raise RuleError(f"'{operand.name}' {shown(shape)} does not fit {term}")
    tail = len(shape) - len(after)
    pairs = [*zip(before, shape, strict=False), *zip(after, shape[tail:], strict=True)]
    for letter, size in pairs:
        sizes[letter] = unified(letter, sizes.get(letter, size), size)
    return shape[len(before) : tail]


def unified(letter: str, known: Dim, size: Dim) -> Dim:
    """One size for two axes of a letter: the number, or the one whose factors are known."""
    if isinstance(known, int):
        if isinstance(size, int) and known != size:
            raise RuleError(f"axis {letter} is {known} and {size}")
        return known
    return size if isinstance(size, int) or len(factors_of(size)) > 1 else known
