"""Sizes as a reader writes them: ``floor((floor((H + 1)/(2)) + 1)/(2))`` is ``(H + 3)//4``."""

from __future__ import annotations

from circle_resizer.symbolic.dim import Atom, Dim, Func, Sym

LONGEST = 40
"""Letters of a size that is shown whole."""


def readable(size: Dim) -> str:
    """A size in a few letters; ``..`` stands for one that takes more."""
    text = str(size) if isinstance(size, int) else written(size)
    return text if len(text) <= LONGEST else ".."


def written(size: Dim) -> str:
    """A size with ``//`` for divisions that round down."""
    if isinstance(size, int):
        return str(size)
    text = " + ".join(product_of(term, count) for term, count in size.terms)
    return text.replace("+ -1*", "- ").replace("+ -", "- ")


def product_of(term: tuple[Atom, ...], count: int) -> str:
    """One term."""
    number = [str(count)] if count != 1 or not term else []
    alone = not number and len(term) == 1
    return "*".join([*number, *(atom(part, alone=alone) for part in term)])


def atom(part: Atom, *, alone: bool) -> str:
    """One factor; a division among others takes brackets."""
    if isinstance(part, str):
        return part
    if part.op != "floor":
        return f"{part.op}({', '.join(map(written, part.args))})"
    above, below = flat(*part.args)
    text = f"{bracketed(above)}//{bracketed(below)}"
    return text if alone else f"({text})"


def flat(above: Dim, below: Dim) -> tuple[Dim, Dim]:
    """One division for two: ``(x // a + c) // b`` is ``(x + a * c) // (a * b)``."""
    while isinstance(below, int) and isinstance(above, Sym):
        whole = sum(count for term, count in above.terms if not term)
        rest = above - whole
        inner = lone_floor(rest)
        if inner is None or not isinstance(inner.args[1], int):
            break
        top, by = inner.args[0], inner.args[1]
        above, below = top + by * whole, by * below
    return above, below


def lone_floor(size: Dim) -> Func | None:
    """The division that a size is, if it is nothing else."""
    if not isinstance(size, Sym) or len(size.terms) != 1:
        return None
    (term, count), *_ = size.terms
    part = term[0] if len(term) == 1 and count == 1 else None
    return part if isinstance(part, Func) and part.op == "floor" else None


def bracketed(size: Dim) -> str:
    """A size that binds as one factor."""
    text = written(size)
    return text if text.isalnum() else f"({text})"
