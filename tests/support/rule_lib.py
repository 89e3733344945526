"""The rules of test.rule files, evaluated over the bytes of a model.

A line is ``RULE "NAME" $(function arguments) 'CONDITION' EXPECTED``; ``#`` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from circle_resizer.errors import ModelError
from circle_resizer.file.model import Model, Operator, Subgraph, Tensor
from circle_resizer.schema.types import TensorType

LINE = re.compile(
    r"RULE\s+\"(?P<name>[^\"]+)\"\s+\$\((?P<call>[^)]*)\)\s+"
    r"'(?P<condition>=|!=|<=|>=|<|>)'\s+(?P<expected>\S+)"
)
KERNEL = 1
"""Which operand of CONV_2D holds the weights."""


class RuleFileError(ValueError):
    """A rule that cannot be read or evaluated."""


@dataclass(frozen=True)
class Rule:
    """One line of a rule file."""

    name: str
    function: str
    arguments: tuple[str, ...]
    condition: str
    expected: str

    def __str__(self) -> str:
        return self.name

    def check(self, data: bytes) -> str | None:
        """None when the rule holds, else a sentence."""
        if self.function not in FUNCTIONS:
            raise RuleFileError(f"{self.name}: no function '{self.function}'")
        actual = str(FUNCTIONS[self.function](data, *self.arguments))
        if compare(actual, self.condition, self.expected):
            return None
        call = " ".join((self.function, *self.arguments))
        return f"{self.name}: {call} is {actual}, expected {self.condition} {self.expected}"


def read_rules(text: str) -> list[Rule]:
    """All rules of a file."""
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.split("#")[0].strip()
        if not content:
            continue
        found = LINE.fullmatch(content)
        if found is None or not found["call"].split():
            raise RuleFileError(f"line {number}: cannot read '{content}'")
        function, *arguments = found["call"].split()
        expected = found["expected"].strip("\"'")
        rules.append(Rule(found["name"], function, tuple(arguments), found["condition"], expected))
    return rules


def compare(actual: str, condition: str, expected: str) -> bool:
    """As ``expr`` does: numbers as numbers, anything else as text."""
    try:
        a, b = int(actual), int(expected)
    except ValueError:
        return _holds(actual < expected, actual == expected, condition)
    return _holds(a < b, a == b, condition)


def _holds(less: bool, equal: bool, condition: str) -> bool:  # noqa: FBT001  (both are needed)
    return {
        "=": equal,
        "!=": not equal,
        "<": less,
        "<=": less or equal,
        ">": not less and not equal,
        ">=": not less,
    }[condition]


def operators(data: bytes) -> Iterator[tuple[Subgraph, Operator]]:
    """Every operator of every graph."""
    for graph in Model(data).subgraphs:
        for operator in graph.operators:
            yield graph, operator


def kind_of(operator: Operator) -> str:
    """Name of an operator; a custom one has its own."""
    return operator.custom_code if operator.kind == "CUSTOM" else operator.kind


def tensor(data: bytes, name: str) -> Tensor:
    """A tensor by name, of the first graph that has one."""
    for graph in Model(data).subgraphs:
        for found in graph.tensors:
            if found.name == name:
                return found
    raise RuleFileError(f"no tensor '{name}'")


def verify_file_format(data: bytes) -> int:
    """1 when everything in the file can be reached."""
    try:
        model = Model(data)
        for graph in model.subgraphs:
            for each in graph.tensors:
                model.data(each)
                _ = each.name, each.dims
        _ = [(operator.option_table, operator.custom_data) for _, operator in operators(data)]
    except ModelError:
        return 0
    return 1


def conv2d_weight_not_constant(data: bytes) -> int:
    """Number of CONV_2D whose weights are computed."""
    model = Model(data)
    return sum(
        operator.kind == "CONV_2D" and not model.data(graph.tensors[operator.inputs[KERNEL]])
        for graph, operator in operators(data)
    )


def op_version(data: bytes, name: str) -> int:
    """Version of an operator."""
    for _, operator in operators(data):
        if kind_of(operator) == name:
            return operator.version
    raise RuleFileError(f"no operator '{name}'")


def const_count(data: bytes, name: str) -> int:
    """Number of constants of that name."""
    model = Model(data)
    tensors = [t for graph in model.subgraphs for t in graph.tensors]
    return sum(t.name == name and model.data(t) is not None for t in tensors)


FUNCTIONS: dict[str, Callable[..., int | str]] = {
    "file_size": len,
    "all_op_count": lambda data: len(list(operators(data))),
    "op_count": lambda data, name: sum(kind_of(o) == name for _, o in operators(data)),
    "conv2d_weight_not_constant": conv2d_weight_not_constant,
    "verify_file_format": verify_file_format,
    "op_version": op_version,
    "tensor_dtype": lambda data, name: TensorType(tensor(data, name).type).name,
    "const_count": const_count,
    "tensor_shape": lambda data, name: f"[{','.join(map(str, tensor(data, name).dims))}]",
}
