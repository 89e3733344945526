"""Candidates that give the numbers of all files, and what to say of those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from circle_resizer.inference.engine import Site
from circle_resizer.inference.value import Value, shown
from circle_resizer.layouts.permutations import Interpretation
from circle_resizer.symbolic.bindings import Sizes
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, unknown
from circle_resizer.witnesses.forms import Numbers, equal, involved, simple
from circle_resizer.witnesses.witness import Witness


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the files say of a number: candidates that agree at the wanted sizes, or why not."""

    candidates: tuple[Dim, ...] = ()
    ambiguity: str = ""
    conflict: str = ""
    source: str = ""
    """The files that decided."""


@dataclass(slots=True)
class Witnesses:
    """All second exports of a run."""

    files: Sequence[Witness] = ()
    sources: dict[object, str] = field(default_factory=dict)
    """By operator, the files that decided a number of it."""
    open: set[str] = field(default_factory=set)
    """Hole variables for which other forms would give the numbers of all files as well."""
    unsure: set[object] = field(default_factory=set)
    """Operators with numbers that two inputs of the same sizes could both have made."""
    goals: dict[str, Numbers] = field(default_factory=dict)
    """By free variable, its number in the model and in each of the files."""

    def __bool__(self) -> bool:
        return bool(self.files)

    def label(self) -> str:
        """The files in words."""
        return " and ".join(f"'{w.label}'" for w in self.files)

    def numbers(self, sizes: Sizes, dim: Dim) -> Numbers | None:
        """What a size is in the model and in each of the files."""
        found = (sizes.stored(dim), *(w.at(sizes, dim) for w in self.files))
        known = tuple(n for n in found if n is not None)
        return known if len(known) == len(found) else None

    def goal(self, site: Site, operand: int, entry: int, stored: int) -> Numbers | None:
        """The number of an entry in the model and in each of the files."""
        found = [w.entry(site, operand, entry, stored) for w in self.files]
        known = [n for n in found if n is not None]
        return (stored, *known) if found and len(known) == len(found) else None

    def confirm(self, sizes: Sizes, dims: Sequence[Dim], numbers: Sequence[Numbers]) -> bool:
        """Whether new entries are the numbers of all files, and made of what the files tell."""
        moving = [d for d in dims if sizes.changes(d)]
        pairs = zip(dims, numbers, strict=True)
        return all(self.numbers(sizes, d) == n for d, n in pairs) and all(
            self.tells(sizes, d) for d in moving
        )

    def allow(self, sizes: Sizes, name: str, size: Dim) -> bool:
        """Whether a free variable may be ``size``: the files hold no other number for it."""
        goal = self.goals.get(name)
        if goal is None:
            return True
        found = [w.at(sizes, size) for w in self.files]
        return all(n in {None, g} for n, g in zip(found, goal[1:], strict=True))

    def link(self, sizes: Sizes, name: str, size: Dim) -> bool:
        """Whether an axis of an input is ``size`` in all files as well."""
        return all(w.numbers.get(name) in {None, w.at(sizes, size)} for w in self.files)

    def tells(self, sizes: Sizes, dim: Dim) -> bool:
        """Whether all inputs that change and that a size is made of are others in some file.

        Two inputs that are one number in every file must not part at the wanted sizes: nothing
        tells which of them a number was made from.
        """
        names = {n for n in atoms_of(sizes.expanded(dim)) if sizes.changes(unknown(n))}
        return all(self.is_told(sizes, name) for name in names)

    def tells_apart(self, sizes: Sizes, dim: Dim) -> bool:
        """Whether a size is another in a file: the number in the model is no fixed one."""
        found = self.numbers(sizes, dim) if self.files else None
        return found is not None and len(set(found)) > 1 and self.tells(sizes, dim)

    def changing(self, sizes: Sizes) -> list[str]:
        """The inputs' sizes that change."""
        asked = sizes.asked & sizes.stored_of.keys()
        return sorted(n for n in asked if sizes.changes(unknown(n)))

    def is_told(self, sizes: Sizes, name: str) -> bool:
        """Whether one input axis has other sizes in some file."""
        row = self.row(sizes, name)
        if len(set(row)) < 2:
            return False
        twins = [n for n in sizes.asked & sizes.stored_of.keys() if self.row(sizes, n) == row]
        return len({sizes.wanted_of.get(n) for n in twins}) == 1

    def row(self, sizes: Sizes, name: str) -> tuple[object, ...]:
        """An input's size in the model and in each of the files."""
        stored = sizes.stored_of.get(name)
        return (stored, *(w.numbers.get(name, stored) for w in self.files))

    def verdict(
        self,
        sizes: Sizes,
        goal: Numbers,
        candidates: Sequence[Dim],
        levels: Sequence[Sequence[Dim]],
    ) -> Verdict | None:
        """The decision about a number; ``None`` if the files leave it open.

        ``candidates`` are the operator's own candidates, ``levels`` sizes that it may be made from,
        the nearest first. The number itself is a candidate where what it may be made from differs.
        """
        fitting = [c for c in candidates if self.numbers(sizes, c) == goal]
        if len(set(goal)) == 1:
            return self.literal(sizes, goal[0], fitting, len(candidates), levels)
        plain = True
        if not fitting:
            fitting, plain = self.made(sizes, goal, levels)
        if not fitting:
            return Verdict(conflict=f"{' and '.join(map(str, goal[1:]))} in {self.label()}")
        rivals = list({sizes.wanted(c): c for c in reversed(fitting)}.values())[::-1]
        if len(rivals) > 1:
            return Verdict(ambiguity=self.ambiguity(sizes, goal, rivals))
        sure = self.is_there(sizes) or (plain and all(self.tells(sizes, c) for c in fitting))
        return Verdict((fitting[0],), source=self.label() if sure else "")

    def is_there(self, sizes: Sizes) -> bool:
        """Whether the wanted sizes are those of one of the files."""
        changing = self.changing(sizes)
        return any(
            all(w.numbers.get(name) == sizes.wanted_of.get(name) for name in changing)
            for w in self.files
        )

    def literal(
        self, sizes: Sizes, number: int, fitting: Sequence[Dim], count: int,
        levels: Sequence[Sequence[Dim]],
    ) -> Verdict | None:  # fmt: skip
        """A number that is one in all files: a literal where what it may be made of differs."""
        bases = [d for level in levels for d in level if sizes.changes(d)]
        if not bases or any(self.tells(sizes, d) for d in bases):
            return Verdict((number,), source=self.label())
        return Verdict(tuple(fitting)) if 0 < len(fitting) < count else None

    def made(
        self, sizes: Sizes, goal: Numbers, levels: Sequence[Sequence[Dim]]
    ) -> tuple[list[Dim], bool]:
        """Forms of sizes that give all the numbers: the plainest, and those of its own axis first.

        A fraction of another size may give the numbers by chance, so all of these count as
        rivals. The answer also says whether the numbers leave no other form: an involved one has
        as many parameters as two files have numbers.
        """
        near = [list(dict.fromkeys(d for d in level if isinstance(d, Sym))) for level in levels]
        whole = list(dict.fromkeys(d for level in near for d in level))

        def numbers(dim: Dim) -> Numbers | None:
            return self.numbers(sizes, dim)

        for forms, bases in (
            (equal, whole), (simple, near[0]), (simple, whole), (involved, near[0]),
            (involved, whole),
        ):  # fmt: skip
            if found := forms(bases, goal, numbers):
                return found, forms is not involved or len(set(goal)) > 2
        return [], False

    def ambiguity(self, sizes: Sizes, goal: Numbers, rivals: Sequence[Dim]) -> str:
        """Two expressions that fit all files and part at the wanted sizes."""
        one, two = rivals[:2]
        return (
            f"the constant {goal[0]} is {' and '.join(map(str, goal[1:]))} in {self.label()}; both "
            f"{one} and {two} give that and part here, {sizes.wanted(one)} and "
            f"{sizes.wanted(two)}: "
            "a third export, at the sizes asked for or others at which they part, would decide"
        )

    def layouts(
        self, sizes: Sizes, site: Site, interpretations: Sequence[Interpretation]
    ) -> list[Interpretation]:
        """The layouts of a RESHAPE that have the shape of each file there."""
        left = list(interpretations)
        for witness in self.files:
            shape = witness.result(site)
            recorded = site.graph.tensors[site.op.outputs[0]].dims
            if shape is None or len(recorded) != len(shape):
                continue
            if site.key in witness.alignment.loose:
                continue
            if site.key in witness.alignment.crossed:
                perm = witness.perm(site)
                left = [r for r in left if perm is None or r.perm == perm]
            else:
                left = [r for r in left if witness.gives(sizes, r.dims, shape)]
        return left

    def mismatch(self, sizes: Sizes, site: Site, operands: Sequence[Value | None]) -> str:
        """An operand that would not have the shape that a file records."""
        for witness in self.files:
            found = witness.partner(site)
            if found is None or witness.is_loose(site):
                continue
            for k, value in enumerate(operands[: len(found[1].inputs)]):
                dims = witness.evidence(sizes, site, k, value)
                if value is None or dims is None or value.shape is None:
                    continue
                if not witness.allows(sizes, value.shape, dims):
                    would = shown([witness.at(sizes, d) or "?" for d in value.shape])
                    return (
                        f"'{value.name}' would be {would} at the sizes of '{witness.label}', which "
                        f"has {shown(dims)} there"
                    )
        return ""
