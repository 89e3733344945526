"""Small networks in tables.

    op("ADD", "2,3", "3", to="4,5;5")        one operator, resized from the shapes in the table
    net(chain, to="5,6", name="flatten")     a function that calls its ``Net`` for each operator

Operands: a shape as text is a graph input ("i:2,3" of int32), numbers and lists are constants
(int32, or float32), ``None`` is left out, ``state("2,5")`` is a variable. The shapes recorded for
what operators put out are right, stale, missing or right with a signature, in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.support.build import GraphBuilder, ModelBuilder, quantization

TYPES = {
    "f": "FLOAT32", "h": "FLOAT16", "d": "FLOAT64", "i": "INT32", "l": "INT64", "s": "INT16",
    "c": "INT8", "u": "UINT8", "o": "BOOL", "U": "UINT32", "L": "UINT64", "z": "COMPLEX64",
    "t": "STRING", "r": "RESOURCE",
}  # fmt: skip
NUMPY = {
    "f": np.float32, "h": np.float16, "d": np.float64, "i": np.int32, "l": np.int64, "s": np.int16,
    "c": np.int8, "u": np.uint8, "o": np.bool_, "U": np.uint32, "L": np.uint64, "z": np.complex64,
}  # fmt: skip
ANSWERS = {
    **dict.fromkeys(["SHAPE", "RANK", "ARG_MAX", "ARG_MIN", "BUCKETIZE"], "i"),
    **dict.fromkeys(["EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL"], "o"),
    **dict.fromkeys(["COMPLEX_ABS", "REAL", "IMAG", "DEQUANTIZE", "ONE_HOT"], "f"),
    **dict.fromkeys(["RFFT2D"], "z"),
}
"""Types of results that are not those of the first operand."""
QUANTIZED = frozenset("cus")
MODES = ("right", "stale", "missing", "signature")

Shape = tuple[int, ...]
Shapes = list[list[Shape]]
Feeds = Mapping[int, Any]


@dataclass(frozen=True)
class Ref:
    """A tensor of the net."""

    index: int
    letter: str


@dataclass(frozen=True)
class State:
    """A variable, by its shape in text."""

    text: str


def state(text: str) -> State:
    """A variable operand."""
    return State(text)


def sizes(text: str) -> Shape:
    """ "2,3" as numbers."""
    return tuple(int(part) for part in text.split(",") if part)


class Net:
    """One subgraph under construction; calling it appends an operator."""

    def __init__(self, parent: Job, graph: GraphBuilder, number: int) -> None:
        self.parent, self.graph, self.number = parent, graph, number
        self.made: list[int] = []

    def data(self, text: str) -> Ref:
        """A graph input; the main graph's are at the shape of the request when built for it."""
        letter, _, shape = text.rpartition(":")
        letter = letter or "f"
        found: Sequence[int] | None = sizes(shape)
        position = len(self.graph.inputs)
        if self.number == 0 and self.parent.at:
            found = self.parent.at[position]
        if self.number:
            found = self.parent.recorded(self.number, len(self.graph.tensors))
        index = self.graph.input(found, TYPES[letter], **quantized(letter))
        return Ref(index, letter)

    def operand(self, spec: Any) -> Ref | None:
        """A tensor for whatever the table says."""
        if spec is None or isinstance(spec, Ref):
            return spec
        if isinstance(spec, str):
            return self.data(spec)
        if isinstance(spec, State):
            shape = self.parent.states.get(spec.text, sizes(spec.text))
            return Ref(self.graph.variable(shape), "f")
        array = np.asarray(spec)
        if array.dtype.kind in "US":
            return Ref(self.graph.const(spec), "t")
        if isinstance(spec, int | float | list):
            array = array.astype({"i": np.int32, "f": np.float32, "b": np.bool_}[array.dtype.kind])
        letter = next(k for k, v in NUMPY.items() if v == array.dtype)
        return Ref(self.graph.const(array, **quantized(letter)), letter)

    def __call__(
        self, operator: str, *operands: Any, outs: str | None = None, **options: Any
    ) -> Any:
        """Append an operator; ``outs`` has a letter for each output, ``record`` their shapes."""
        record = options.pop("record", None)
        inputs = [self.operand(spec) for spec in operands]
        if outs is None:
            first = next((ref.letter for ref in inputs if ref is not None), "f")
            outs = ANSWERS.get(operator, first)
        made = []
        for k, letter in enumerate(outs):
            index = len(self.graph.tensors)
            shape = self.parent.recorded(self.number, index)
            signature = self.parent.signature(shape)
            if record is not None:
                shape, signature = sizes(record[k]), None
            self.graph.tensor(shape, TYPES[letter], signature=signature, **quantized(letter))
            made.append(Ref(index, letter))
        self.made += [ref.index for ref in made]
        tensors = [None if ref is None else ref.index for ref in inputs]
        self.graph.raw_op(operator, tensors, [ref.index for ref in made], **options)
        return made[0] if len(made) == 1 else tuple(made)

    def branch(self, build: Callable[[Net], Any]) -> int:
        """Another subgraph; answers its number."""
        number = len(self.parent.model.graphs)
        inner = Net(self.parent, self.parent.model.graph(f"graph{number}"), number)
        finish(inner, build(inner))
        return number


def finish(net: Net, result: Any) -> None:
    """Make what the function returned the outputs of the graph."""
    refs = result if isinstance(result, tuple | list) else [] if result is None else [result]
    net.graph.output(*(ref.index for ref in refs))


def quantized(letter: str) -> dict[str, Any]:
    """Fields of a tensor of small integers."""
    if letter not in QUANTIZED:
        return {}
    return {"quantization": quantization(scale=[0.5], zero_point=[0])}


@dataclass
class Job:
    """One way to write a case: at which input shapes, with which shapes recorded."""

    mode: str
    known: Shapes = field(default_factory=list)
    at: Sequence[Shape] = ()
    states: Mapping[str, Shape] = field(default_factory=dict)
    kind: str = "tflite"

    def __post_init__(self) -> None:
        self.model = ModelBuilder(self.kind)

    def recorded(self, graph: int, tensor: int) -> Shape | None:
        """What the file says about a tensor that is computed."""
        if self.mode == "missing" or graph >= len(self.known):
            return None
        shape = self.known[graph][tensor]
        return tuple(size + 1 for size in shape[::-1]) if self.mode == "stale" else shape

    def signature(self, shape: Shape | None) -> Shape | None:
        """Unknown everywhere, in the mode that has signatures."""
        return (-1,) * len(shape) if self.mode == "signature" and shape else None

    def write(self, build: Callable[[Net], Any]) -> tuple[bytes, Net]:
        """The file."""
        net = Net(self, self.model.graph("main"), 0)
        finish(net, build(net))
        return self.model.finish(), net


@dataclass(frozen=True)
class Case:
    """A network and the shapes that are asked for."""

    name: str
    build: Callable[[Net], Any]
    to: str
    feed: Feeds = field(default_factory=dict)
    unknown: Mapping[int, Sequence[int] | None] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    refused: bool = False

    def __str__(self) -> str:
        return f"{self.name} -> [{self.to}]"

    @property
    def asked(self) -> list[Shape]:
        """The shapes."""
        return [sizes(text) for text in self.to.split(";")] if self.to != "-" else []


def op(operator: str, *operands: Any, to: str | Sequence[str], **more: Any) -> list[Case]:
    """Cases of one operator, one for each request."""
    about = {key: more.pop(key) for key in list(more) if key in Case.__dataclass_fields__}
    name = about.pop("name", operator)

    def build(net: Net) -> Any:
        return net(operator, *operands, **more)

    return net(build, to=to, name=name, **about)


def net(
    build: Callable[[Net], Any], *, to: str | Sequence[str], name: str, **about: Any
) -> list[Case]:
    """Cases of a network, one for each request."""
    return [Case(name, build, text, **about) for text in ([to] if isinstance(to, str) else to)]


def refused(cases: list[Case]) -> list[Case]:
    """The same, but neither LiteRT nor we accept them."""
    return [Case(**{**vars(case), "refused": True}) for case in cases]
