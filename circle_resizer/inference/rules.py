"""The tables from operator to shape rule and to element rule, and the decorators that fill them.

A rule is a pure function. Its positional parameters are the operator's operands in file order
(``| None = None`` when the file may omit one, ``*name`` for any number). It returns the output's
``Sizes`` (``many=True``: a list, one entry per output); ``None`` in place of a size, or of all
sizes, means "not known". Keyword parameters it may ask for:

- ``opt``: the operator's option table, of the annotated class;
- ``outs``: the outputs as recorded, for what only the file knows (their type, a custom shape);
- ``call``: infer another subgraph (control flow);
- ``state``: shapes of variables and resources by name (VAR_HANDLE and its kin).

Beside its rule every operator has a function that says what it does with each axis (see
``axis_kinds``). It takes the same operands and may ask for ``opt`` and for ``outs``, which are here
the outputs as inferred. No operator can be registered without it.

Custom operators are registered as ``CUSTOM:Name``; their ``opt`` is a ``Custom``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from circle_resizer.errors import RuleError, TooLargeError
from circle_resizer.inference.axis_kinds import Axes, AxesRule, Axis, AxisKind, Place, opaque
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.schema.options import Options

Answer: TypeAlias = Sizes | None
State: TypeAlias = MutableMapping[object, Value]
Function = TypeVar("Function", bound=Callable[..., Any])
Parameters: TypeAlias = Mapping[str, inspect.Parameter]


class Call(Protocol):
    """Infer subgraph ``index`` for the given inputs and return its outputs."""

    def __call__(self, index: int, inputs: Sequence[Value]) -> list[Value]:
        """The outputs of the subgraph."""
        ...


class Custom(Options):
    """What a custom operator carries instead of an option table."""

    code: str = ""
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Context:
    """Everything of an operator but its operands."""

    opt: Options
    outs: Sequence[Value] = ()
    call: Call | None = None
    state: State = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """A registered function and what its signature says about the operator."""

    function: Callable[..., Any]
    options: type[Options]
    many: bool
    names: tuple[str, ...]
    required: int
    variadic: bool
    gaps: bool
    """Whether one of any number of operands may be left out."""
    keywords: tuple[str, ...]
    wants_value: tuple[bool, ...]
    axes: AxesRule
    """What the operator does with each axis."""
    axes_keywords: tuple[str, ...]

    def __call__(self, operands: Sequence[Value | None], context: Context) -> list[Answer]:
        """Check the operands against the signature, then run the rule."""
        self.check(operands)
        keywords = {name: getattr(context, name) for name in self.keywords}
        answer = self.function(*operands, **keywords)
        return list(answer) if self.many else [answer]

    def check(self, operands: Sequence[object]) -> None:
        """A count or a missing operand that does not fit is the model's fault."""
        if len(operands) > len(self.names) and not self.variadic:
            raise RuleError(f"has {len(operands)} operands, takes at most {len(self.names)}")
        for i in range(self.required):
            if i >= len(operands) or operands[i] is None:
                raise RuleError(f"operand {i} '{self.names[i]}' is missing")
        if self.variadic and not self.gaps:
            for i in range(self.required, len(operands)):
                if operands[i] is None:
                    raise RuleError(f"operand {i} is missing")

    def wants(self, index: int) -> bool:
        """Whether parameter ``index`` is annotated ``Value`` (and not ``Elements``)."""
        return self.wants_value[min(index, len(self.wants_value) - 1)]


RULES: dict[str, Rule] = {}
ELEMENTS: dict[str, Rule] = {}


def rule(*operators: str, axes: AxesRule, many: bool = False) -> Callable[[Function], Function]:
    """Register the decorated function as the shape rule of ``operators``.

    ``axes`` says what they do with each axis of their operands.
    """
    return _registrar(RULES, operators, axes, many=many)


def elements(*operators: str, many: bool = False) -> Callable[[Function], Function]:
    """Register a function that computes the outputs' elements.

    Parameters annotated ``Value`` receive the operand, all others its elements as an object array
    in the operand's shape; the function is only called when those are known (an unknown element
    is a ``Sym``). A TypeError from arithmetic on unknowns means that nothing is known.
    """
    return _registrar(ELEMENTS, operators, opaque, many=many)


def axis_kinds(
    operator: str,
    operands: Sequence[Value | None],
    opt: Options,
    outs: Sequence[Value] | None = None,
) -> Mapping[Place, AxisKind]:
    """The kind of every axis of every operand whose rank is known, by (operand, axis)."""
    found = operator_axes(operator, operands, opt, outs)
    return {place: axis.kind for place, axis in found.items()}


def operator_axes(
    operator: str,
    operands: Sequence[Value | None],
    opt: Options,
    outs: Sequence[Value] | None = None,
) -> Axes:
    """As ``axis_kinds``, and the output axes that each axis becomes.

    ``outs`` are the outputs as inferred; without them the shape rule is asked where they matter.
    Operands that the shape rule refuses may be refused here, too.
    """
    found = _opaque_axes(operands)
    entry = RULES.get(operator)
    if entry is None:
        return found
    keywords: dict[str, object] = {"opt": opt} if "opt" in entry.axes_keywords else {}
    if "outs" in entry.axes_keywords:
        keywords["outs"] = _inferred(entry, operands, opt) if outs is None else outs
    known = entry.axes(*operands, **keywords)
    return {place: known.get(place, how) for place, how in found.items()}


def _opaque_axes(operands: Sequence[Value | None]) -> Axes:
    ranks = [len(x.shape or ()) if x is not None else 0 for x in operands]
    return {(k, i): Axis(AxisKind.OPAQUE) for k, n in enumerate(ranks) for i in range(n)}


def _inferred(entry: Rule, operands: Sequence[Value | None], opt: Options) -> list[Value]:
    answers = enumerate(entry(operands, Context(opt)))
    return [Value.named(f"out{k}", answer) for k, answer in answers]


def known_elements(
    operator: str, operands: Sequence[Value | None], context: Context
) -> list[Any] | None:
    """Arrays (or ``None``) the operator puts into its outputs, if its operands tell."""
    entry = ELEMENTS.get(operator)
    if entry is None:
        return None
    arguments: list[Any] = []
    for i, operand in enumerate(operands):
        if operand is None or entry.wants(i):
            arguments.append(operand)
            continue
        if operand.elements is None:
            return None
        arguments.append(operand.array())
    keywords = {name: getattr(context, name) for name in entry.keywords}
    try:
        answer = entry.function(*arguments, **keywords)
    except (TypeError, TooLargeError):
        return None
    return list(answer) if entry.many else [answer]


def _registrar(
    table: dict[str, Rule], operators: Sequence[str], axes: AxesRule, *, many: bool
) -> Callable[[Function], Function]:
    asked = inspect.signature(axes, eval_str=True).parameters

    def register(function: Function) -> Function:
        entry = _read(function, axes, asked, many=many)
        for operator in operators:
            if operator in table:
                raise ValueError(f"{operator} is already registered: {table[operator].function}")
            table[operator] = entry
        return function

    return register


def _read(function: Function, axes: AxesRule, asked: Parameters, *, many: bool) -> Rule:
    """What the signatures of a rule and of its ``axes`` say."""
    parameters = inspect.signature(function, eval_str=True).parameters
    positional = [p for p in parameters.values() if p.kind is not p.KEYWORD_ONLY]
    star = next((p for p in positional if p.kind is p.VAR_POSITIONAL), None)
    opt = parameters.get("opt") or asked.get("opt")
    return Rule(
        function,
        opt.annotation if opt else Options,
        many,
        tuple(p.name for p in positional),
        sum(p.default is p.empty for p in positional if p is not star),
        star is not None,
        star is not None and star.annotation == Value | None,
        _keywords(parameters),
        tuple(p.annotation in (Value, Value | None) for p in positional) or (True,),
        axes,
        _keywords(asked),
    )


def _keywords(parameters: Parameters) -> tuple[str, ...]:
    return tuple(p.name for p in parameters.values() if p.kind is p.KEYWORD_ONLY)
