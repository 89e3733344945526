"""A rule test in one line: ``case("1,H,8,3", "16,3,3,3", out="1,H-2,6,16", padding=VALID)``.

Operands: a shape as text (letters are unknown sizes, ``?`` unknown rank, "" a scalar), a number
(constant scalar), a list or nested lists (constant; an entry given as text is a size that is not
known), ``None`` (left out), or a ready ``Value``. Every case runs again with its letters bound to
numbers, and the answers must be the bound ones; a refusal is fine there, but not every time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import pytest

import circle_resizer.ops  # noqa: F401  (fills RULES)
from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import AxisKind
from circle_resizer.inference.rules import (
    ELEMENTS,
    RULES,
    Call,
    Context,
    known_elements,
    operator_axes,
)
from circle_resizer.inference.value import Element, Shape, Value
from circle_resizer.symbolic.dim import Dim, Sym, atoms_of, bind, differ, largest, smallest, unknown

Nested: TypeAlias = Any  # a number, text, or nested lists of them
Operand: TypeAlias = Nested | Value | None
BOUND = (3, 4, 7, 16)
"""What letters become: the first of a case one of these, each further one 1 more."""


def entry(spec: Element | str | None) -> Element | None:
    """A number, or an expression such as "(N+1)//2"; "_" is ``None``, some unknown."""
    if not isinstance(spec, str):
        return spec
    names: dict[str, object] = {name: unknown(name) for name in re.findall(r"[A-Z]\w*", spec)}
    names |= {"min": smallest, "max": largest, "_": None}
    size: Dim | None = eval(spec, {}, names)  # noqa: S307  (our own literals)
    return size


def sizes(text: str) -> list[Any] | None:
    """Parse "1,H,(W+1)//2,max(1,H-2)"; "_" is some unknown size, "?" an unknown rank."""
    if text == "?":
        return None
    pieces = re.split(r",(?![^(]*\))", text) if text else []
    return [entry(piece) for piece in pieces]


def operand(spec: Operand, name: str) -> Value | None:
    """Build the operand that ``spec`` stands for."""
    if spec is None or isinstance(spec, Value):
        return spec
    if isinstance(spec, str):
        return Value.named(name, sizes(spec))
    array = np.array(spec, dtype=object)
    known = tuple(entry(e) for e in array.ravel().tolist())
    elements = tuple(unknown(f"?{name}[{i}]") if e is None else e for i, e in enumerate(known))
    return Value(name, array.shape, elements, constant=not any(isinstance(e, Sym) for e in known))


def scalar(text: str, name: str = "scalar") -> Value:
    """A scalar whose only element is a size that is not known."""
    element = entry(text)
    return Value(name, (), (unknown(f"?{name}") if element is None else element,))


def typed(spec: Operand, type_: int, name: str = "typed") -> Value:
    """An operand or recorded output of a certain ``TensorType``."""
    value = operand(spec, name)
    assert value is not None
    return replace(value, type=type_)


@dataclass(frozen=True)
class Case:
    """Operands, options, and what the rules must answer."""

    operands: tuple[Operand, ...]
    options: Mapping[str, Any]
    out: str | Sequence[str] | None = None
    elements: Nested = None
    wants_elements: bool = False
    error: str = ""
    outs: Sequence[Operand] = ()
    call: Call | None = None
    state: Mapping[object, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        operands = " ".join(map(str, self.operands))
        options = " ".join(f"{k}={v}" for k, v in self.options.items())
        result = self.error or (self.elements if self.wants_elements else self.out)
        return f"{operands} {options} -> {result}"

    def check(self, operator: str) -> None:
        """Run the rules and compare; then compare again with every letter bound to a number."""
        values = [operand(spec, f"in{i}") for i, spec in enumerate(self.operands)]
        if self.error:
            with pytest.raises(RuleError, match=re.escape(self.error)):
                RULES[operator](values, self.context(operator))
            return
        answers = self.shapes(operator, values)
        self.contents(operator, values, answers)
        accepted, names = 0, letters(values)
        for binding in bindings(names):
            concrete = [value and bound(value, binding) for value in values]
            try:
                again = self.shapes(operator, concrete, binding)
                self.contents(operator, concrete, again, binding)
            except RuleError:
                continue
            accepted += 1
        assert accepted or not names, "every binding of the letters is refused"

    def context(self, operator: str) -> Context:
        """Everything of the operator but its operands."""
        outs = [operand(spec, f"out{i}") for i, spec in enumerate(self.outs)]
        opt = RULES[operator].options(**self.options)
        return Context(opt, [v for v in outs if v is not None], self.call, dict(self.state))

    def shapes(
        self, operator: str, values: list[Value | None], binding: Mapping[str, int] | None = None
    ) -> list[Shape | None]:
        """Run the shape rule; its answers are the wanted ones."""
        answers = RULES[operator](values, self.context(operator))
        if self.out is not None:
            texts = [self.out] if isinstance(self.out, str) else self.out
            assert len(answers) == len(texts)
            for answer, text in zip(answers, texts, strict=True):
                compare(answer, sizes(text), binding)
        outs = [Value.named(f"out{i}", answer) for i, answer in enumerate(answers)]
        self.axes(operator, values, outs)
        return [out.shape for out in outs]

    def axes(self, operator: str, values: list[Value | None], outs: list[Value]) -> None:
        """What is said of the axes fits the shapes: a PARALLEL axis keeps its size."""
        recorded = [v for spec in self.outs if (v := operand(spec, "out")) is not None]
        typed_outs = [
            replace(out, type=same.type) for out, same in zip(outs, recorded, strict=False)
        ]
        found = operator_axes(
            operator, values, self.context(operator).opt, [*typed_outs, *outs[len(recorded) :]]
        )
        for (k, axis), how in found.items():
            shape = getattr(values[k], "shape", ())
            for output, to in how.into:
                out = outs[output].shape
                assert out is None or to < len(out)
                if out is not None and how.kind is AxisKind.PARALLEL:
                    assert not differ(shape[axis], out[to])

    def contents(
        self,
        operator: str,
        values: list[Value | None],
        shapes: list[Shape | None],
        binding: Mapping[str, int] | None = None,
    ) -> None:
        """Run the element rule; its answers are the wanted ones and have the shapes given."""
        answers = known_elements(operator, values, self.context(operator))
        if answers is None or all(answer is None for answer in answers):
            assert not self.wants_elements or self.elements is None
            return
        for answer, shape in zip(answers, shapes, strict=True):
            if answer is not None and shape is not None:
                assert len(answer.shape) == len(shape)
                pairs = zip(answer.shape, shape, strict=True)
                assert all(size == dim or isinstance(dim, Sym) for size, dim in pairs)
        if self.wants_elements:
            spread = ELEMENTS[operator].many and self.elements is not None
            wanted = self.elements if spread else [self.elements] * len(answers)
            for answer, want in zip(answers, wanted, strict=True):
                compare_elements(answer, want, binding)


def compare(
    answer: Sequence[Dim | None] | None,
    wanted: list[Any] | None,
    binding: Mapping[str, int] | None,
) -> None:
    """The sizes agree; once letters are bound, an unknown may have become known."""
    if wanted is None:
        assert answer is None or binding is not None
        return
    assert answer is not None
    assert all(type(d) in (int, Sym, type(None)) for d in answer), f"odd sizes in {answer!r}"
    assert len(answer) == len(wanted)
    for got, want in zip(answer, wanted, strict=True):
        if want is None:
            assert binding is not None or nameless(got)
        else:
            assert got == bind(want, binding or {})


def nameless(size: Element | None) -> bool:
    """Not known, and not in terms of the letters either."""
    names = atoms_of(size) if isinstance(size, Sym) else set()
    return size is None or (bool(names) and all("[" in n or n.startswith("?") for n in names))


def compare_elements(answer: Any, wanted: Nested, binding: Mapping[str, int] | None) -> None:
    """Same numbers of the same kinds; "_" is any unknown."""
    if wanted is None:
        assert answer is None or binding is not None
        return
    assert answer is not None
    array = np.array(wanted, dtype=object)
    assert answer.shape == array.shape
    for got, spec in zip(answer.ravel().tolist(), array.ravel().tolist(), strict=True):
        want = entry(spec)
        assert type(got) in (int, bool, float, Sym, type(None)), f"odd element {got!r}"
        if want is None:
            assert binding is not None or nameless(got)
        else:
            want = bind(want, binding or {}) if isinstance(want, Sym) else want
            assert got == want
            assert binding is not None or type(got) is type(want)


def letters(values: Sequence[Value | None]) -> list[str]:
    """The unknowns in the operands, those of "_" left out."""
    dims = [d for v in values if v for d in (*(v.shape or ()), *(v.elements or ()))]
    names = {name for d in dims if isinstance(d, Sym) for name in atoms_of(d)}
    return sorted(name for name in names if "[" not in name)


def bindings(names: Sequence[str]) -> Iterator[dict[str, int]]:
    """Numbers for the letters: all different, and all the same."""
    for n in BOUND if names else ():
        yield {name: n + i for i, name in enumerate(names)}
        yield dict.fromkeys(names, n)


def bound(value: Value, binding: Mapping[str, int]) -> Value:
    """Every letter replaced by its number."""
    elements = value.elements and tuple(
        bind(e, binding) if isinstance(e, Sym) else e for e in value.elements
    )
    shape = None if value.shape is None else tuple(bind(d, binding) for d in value.shape)
    return replace(value, shape=shape, elements=elements)


def case(
    *operands: Operand,
    out: str | Sequence[str],
    outs: Sequence[Operand] = (),
    call: Call | None = None,
    state: Mapping[object, Value] | None = None,
    **options: object,
) -> Case:
    """The shape rule answers ``out``; a list has one shape per output."""
    return Case(operands, options, out, outs=outs, call=call, state=state or {})


def gives(
    *operands: Operand, elements: Nested, outs: Sequence[Operand] = (), **options: object
) -> Case:
    """The element rule answers ``elements`` (``None``: not known), the shape rule their shape."""
    return Case(operands, options, elements=elements, wants_elements=True, outs=outs)


def fails(*operands: Operand, error: str, outs: Sequence[Operand] = (), **options: object) -> Case:
    """The shape rule refuses with a message that contains ``error``."""
    return Case(operands, options, error=error, outs=outs)
