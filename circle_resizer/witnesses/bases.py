"""Sizes that a number of an operator may be made from."""

from __future__ import annotations

from collections.abc import Sequence

from circle_resizer.inference.engine import Site
from circle_resizer.inference.value import Value
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, bind, factors_of, smallest, unknown
from circle_resizer.symbolic.generic import unclamped
from circle_resizer.witnesses.forms import Numbers

CUTTING = {"SLICE", "STRIDED_SLICE", "PAD", "PADV2", "MIRROR_PAD", "STABLEHLO_SLICE"}
RESIZING = {"RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"}
"""Operators whose entries belong to axes: the first, and the second on."""


def bases_of(
    sizes: Sizes, site: Site, operands: Sequence[Value | None], entry: int
) -> list[list[Dim]]:
    """Sizes that a number of an operator may be made from, the nearest first."""
    shapes = [
        tuple(plain(sizes, d) for d in v.shape) for v in operands if v is not None and v.shape
    ]
    own = shapes[0][entry : entry + 1] if shapes and site.kind in CUTTING else ()
    if shapes and site.kind in RESIZING:
        own = shapes[0][entry + 1 : entry + 2]
    if shapes and site.kind == "TOPK_V2":
        own = shapes[0][-1:]
    near = [d for shape in shapes for d in shape]
    parts = [f for d in near for f in (*factors_of(d), *atoms_in(d))]
    asked: list[Dim] = [unknown(n) for n in sorted(sizes.asked & sizes.stored_of.keys())]
    return [list(own), [*near, *parts], asked]


def usual(site: Site, levels: Sequence[Sequence[Dim]], goal: Numbers) -> list[Dim]:
    """What an operator's number is made of by its very purpose: the best 20, or all if fewer."""
    return [smallest(n, max(goal)) for n in levels[0]] if site.kind == "TOPK_V2" else []


def plain(sizes: Sizes, dim: Dim) -> Dim:
    """A size without free variables, and without limits that do not take hold."""
    whole = unclamped(sizes.expanded(dim), sizes.stored, sizes.wanted)
    return bind(whole, {name: unknown(name) for name in atoms_of(whole)})


def atoms_in(dim: Dim) -> list[Dim]:
    """What a size is a product of: ``floor(h/4)`` and ``floor(w/4)`` of a number of windows."""
    if isinstance(dim, int) or len(dim.terms) != 1:
        return []
    return [Sym((((atom,), 1),)) for atom in dim.terms[0][0]]
