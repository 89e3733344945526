"""Changes of a model that keep it a FlatBuffer: numbers of its fields, options, constants, codes.

Bytes drawn at random seldom get past the first offset; these get as far as the rules and repairs.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from circle_resizer.file.flatbuffer_reader import LETTER, WIDTH, Table
from circle_resizer.file.model import MODEL, OPERATOR, SUBGRAPH, TENSOR, Model, Operator
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2
from circle_resizer.schema.tables import TABLES

SMALL = 256
"""Bytes of a constant that may be arithmetic on shapes."""
NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 16, 64, 100, 127, 128, 255, 256, 1000, 65535, 65536, 1 << 20,
           (1 << 30) - 1, 1 << 30, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 62)  # fmt: skip
SIZES = (1, 1, 2, 3, 5, 7, -1, 64, 1000, 65536, (1 << 31) - 1)
Request = tuple[list[list[int]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """A number of the file: where it lies and how it is written."""

    at: int
    kind: str
    role: str


class Source:
    """A model and the places that may be changed in it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.model = Model(data)
        self.shapes = [list(shape) for shape in self.model.input_shapes]
        self.places = list(places(self.model))
        self.names = [t.name for graph in self.model.subgraphs for t in graph.tensors][:50]
        self.by_role: dict[str, list[Place]] = {}
        for place in self.places:
            self.by_role.setdefault(place.role, []).append(place)


def places(model: Model) -> Iterator[Place]:
    """All of them."""
    for code in model.root.tables(MODEL["operator_codes"]):
        yield from scalars(code, "OperatorCode", "code")
    for graph in model.subgraphs:
        for name in ("inputs", "outputs"):
            yield from entries(graph.table, SUBGRAPH[name], "int32", "index")
        for tensor in graph.tensors:
            yield from scalars(tensor, "Tensor", "tensor")
            for name in ("shape", "shape_signature"):
                yield from entries(tensor, TENSOR[name], "int32", "size")
            at, size = model.buffer_span(tensor.buffer)
            if size <= SMALL:
                yield from (Place(at + i, "int32", "constant") for i in range(0, size - 3, 4))
        for op in graph.operators:
            yield from scalars(op, "Operator", "operator")
            for name in ("inputs", "outputs"):
                yield from entries(op, OPERATOR[name], "int32", "index")
            yield from options(op)


def scalars(table: Table, name: str, role: str) -> Iterator[Place]:
    """The numbers in a table itself."""
    for slot, kind in TABLES[name].values():
        if kind in WIDTH and table.field(slot):
            yield Place(table.field(slot), kind, role)


def entries(table: Table, slot: int, kind: str, role: str) -> Iterator[Place]:
    """The length and the numbers of a vector."""
    vector = table.vector(slot, WIDTH[kind])
    if vector is not None:
        yield Place(vector.at, "uint32", "length")
        yield from (Place(vector.item(i), kind, role) for i in range(vector.count))


def options(op: Operator) -> Iterator[Place]:
    """The numbers of an operator's options."""
    for union, name in ((BUILTIN_OPTIONS, "builtin_options"),
                        (BUILTIN_OPTIONS_2, "builtin_options2")):  # fmt: skip
        cls = union.get(op.integer(OPERATOR[f"{name}_type"], "uint8"))
        inner = op.child(OPERATOR[name])
        for _, slot, kind in cls.FIELDS if cls and inner else ():
            if kind in WIDTH and inner.field(slot):
                yield Place(inner.field(slot), kind, "option")
            elif kind.removesuffix("[]") in WIDTH and kind.endswith("[]"):
                yield from entries(inner, slot, kind.removesuffix("[]"), "option")


def mutant(source: Source, dice: random.Random) -> bytes:
    """The model with a few numbers changed."""
    out = bytearray(source.data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        role = dice.choice(list(source.by_role))
        place = dice.choice(source.by_role[role])
        if place.at + WIDTH[place.kind] > len(out):
            continue
        old = struct.unpack_from(f"<{LETTER[place.kind]}", out, place.at)[0]
        put(out, place, new_number(source, dice, place, old))
    if dice.random() < 0.02:
        at = dice.randrange(len(out))
        out[at] ^= 1 << dice.randrange(8)
    return bytes(out[: dice.randrange(len(out))] if dice.random() < 0.005 else out)


def new_number(source: Source, dice: random.Random, place: Place, old: float) -> float:
    """Near the old one, from another place of its kind, or at an edge."""
    way = dice.random()
    if place.kind.startswith("float"):
        return dice.choice((0.0, -1.0, 0.5, 1e30, float("nan"), float("inf"), old * 2))
    if way < 0.3:
        return int(old) + dice.choice((-2, -1, 1, 2))
    if way < 0.6:
        other = dice.choice(source.by_role[place.role])
        if other.kind == place.kind:
            return struct.unpack_from(f"<{LETTER[other.kind]}", source.data, other.at)[0]
    number = dice.choice(NUMBERS)
    return -number if dice.random() < 0.3 else number


def put(out: bytearray, place: Place, number: float) -> None:
    """Write a number, wrapped to its width."""
    if place.kind.startswith("float") or place.kind == "bool":
        struct.pack_into(f"<{LETTER[place.kind]}", out, place.at, number)
        return
    width = WIDTH[place.kind]
    out[place.at : place.at + width] = (int(number) % (1 << 8 * width)).to_bytes(width, "little")


def request(source: Source, dice: random.Random) -> Request:
    """Shapes to ask and options of the call."""
    shapes = [[changed(n, dice) for n in shape] for shape in source.shapes]
    if dice.random() < 0.02:
        shapes = shapes[1:] or [[2]]
    given: dict[str, Any] = {}
    for option in ("strict", "cut_tables", "global_pool"):
        if dice.random() < 0.2:
            given[option] = True
    if dice.random() < 0.3:
        given["fold"] = dice.random() < 0.5
    if source.names and dice.random() < 0.05:
        given["output_shapes"] = {dice.choice(source.names): [dice.choice((1, 2, 3, 64))] * 2}
    return shapes, given


def changed(size: int, dice: random.Random) -> int:
    """A size to ask: mostly the old one, twice it, or any."""
    return dice.choice((size, size, size, 2 * size if size > 0 else 3, dice.choice(SIZES)))
