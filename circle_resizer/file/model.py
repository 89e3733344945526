"""Model > Subgraph > Operator, Tensor: read-only views over the bytes of a file."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from circle_resizer.errors import ArgumentError, ModelError
from circle_resizer.file.flatbuffer_bytes import Bytes, Flat
from circle_resizer.file.flatbuffer_reader import Table, Tables
from circle_resizer.file.opened_file import OpenedFile, Pages
from circle_resizer.file.operator import OPERATOR, Code, Operator, Passing
from circle_resizer.file.tensor import TENSOR, Tensor, name_of
from circle_resizer.schema.operators import BUILTIN_OPERATORS
from circle_resizer.schema.tables import TABLES

__all__ = [
    "BUFFER", "CODE", "MODEL", "OPERATOR", "SUBGRAPH", "TENSOR", "Model", "Operator", "Subgraph",
    "Tensor", "code_of",
]  # fmt: skip

IDENTIFIERS = {b"CIR0": "circle", b"TFL3": "tflite"}
READ, MADE = 1, 2
"""What operators have done to a tensor so far."""
LEAST_CODE, LEAST_OPERATOR, LEAST_SUBGRAPH = 16, 32, 64
"""Bytes that these count for at least, however little of them the file holds."""


def slots(table: str) -> dict[str, int]:
    """Vtable offset by field name."""
    return {name: slot for name, (slot, _) in TABLES[table].items()}


MODEL, CODE, SUBGRAPH, BUFFER = map(slots, ("Model", "OperatorCode", "SubGraph", "Buffer"))


class Subgraph:
    """One graph: tensors, operators in order, and which tensors go in and out."""

    operators: Sequence[Operator]

    def __init__(
        self, codes: Sequence[Code], table: Table, index: int, *, passing: bool = False
    ) -> None:
        self.table, self.index, self._codes = table, index, codes
        table.flat.keep(LEAST_SUBGRAPH)
        tensors, operators = (table.tables(SUBGRAPH[name]) for name in ("tensors", "operators"))
        self.tensors = [Tensor(*place, i) for i, place in enumerate(tensors.places())]
        table.flat.indices = [tensor.index for tensor in self.tensors]
        self.operators = Passing(operators, self._operator)
        if not passing:
            table.flat.keep(LEAST_OPERATOR * len(operators))
            self.operators = list(self.operators)
        self.inputs = table.kept(table.target(SUBGRAPH["inputs"]))
        self.outputs = table.kept(table.target(SUBGRAPH["outputs"]))
        self.values: dict[int, object] = {}
        """What inference has read of the constants, by tensor."""
        self._check("subgraph", 0, self.inputs)
        self._check("subgraph", 0, self.outputs)
        if not passing:
            self._check_order()

    @cached_property
    def producers(self) -> dict[int, Operator]:
        """The operator that makes each computed tensor."""
        return {tensor: op for op in self.operators for tensor in op.outputs if tensor >= 0}

    @cached_property
    def readers(self) -> dict[int, list[Operator]]:
        """The operators that read each tensor, by its index."""
        found: dict[int, list[Operator]] = {}
        for op in self.operators:
            for tensor in op.inputs:
                found.setdefault(tensor, []).append(op)
        return found

    @property
    def name(self) -> str:
        """Its name."""
        return name_of(self.table, SUBGRAPH["name"]) or f"subgraph {self.index}"

    def _operator(self, flat: Flat, at: int, index: int) -> Operator:
        op = Operator(flat, at, index, self._codes)
        self._check("operator", -1, op.inputs)
        self._check("operator", -1, op.outputs)
        return op

    def _check_order(self) -> None:
        """Operators are in the order in which they run, and each tensor is computed once."""
        met = bytearray(len(self.tensors))
        for tensor in self.inputs:
            met[tensor] = MADE
        for op in self.operators:
            for tensor in op.inputs:
                if tensor >= 0 and not met[tensor]:
                    met[tensor] = READ
            for tensor in op.outputs:
                if tensor >= 0 and met[tensor]:
                    raise self._disorder(op, tensor, met[tensor])
                if tensor >= 0:
                    met[tensor] = MADE

    def _disorder(self, op: Operator, tensor: int, met: int) -> ModelError:
        """An operator computes a tensor that is computed or read before."""
        wrong = "is there already" if met == MADE else "was read before that"
        return ModelError(
            f"damaged file: operator {op.index} of subgraph {self.index} makes "
            f"'{self.tensors[tensor].name}', which {wrong}"
        )

    def _check(self, what: str, low: int, indices: tuple[int, ...]) -> None:
        count = len(self.tensors)
        if indices and not low <= min(indices) <= max(indices) < count:
            wrong = max(indices) if max(indices) >= count else min(indices)
            raise ModelError(
                f"damaged file: {what} uses tensor {wrong} of {count} in subgraph {self.index}"
            )


class Model:
    """A circle or tflite file; of a file on the disk only what is looked at is read."""

    def __init__(
        self, data: Bytes | Pages, file: OpenedFile | None = None, *, passing: bool = False
    ) -> None:
        self.flat, self.file, self._passing = Flat(data), file, passing
        self.flat.is_trusted = passing
        self.lock = threading.RLock()
        """Threads share models, one run after the other."""
        if self.flat.size < 8:
            raise ModelError(f"not a model: {self.flat.size} bytes")
        self.kind = IDENTIFIERS.get(bytes(self.flat.view(4, 4)), "")
        if not self.kind:
            raise ModelError("not a model: neither CIR0 (circle) nor TFL3 (tflite) at byte 4")
        self.root = Table(self.flat, self.flat.u32(0))
        self._spans: dict[int, tuple[int, int]] = {}
        self.entry = 0
        """The subgraph that is run: the first, or that of the signature that is asked for."""
        self.pointers: object = None
        """What is known of shared vectors."""
        self.is_kept = False
        """Whether more is asked of it, so that what was read of it stays in memory."""
        self.visits = 0
        """Tensors and operators of subgraphs that inference has gone through, each time."""

    @classmethod
    def open(cls, source: Bytes | str | os.PathLike[str]) -> Model:
        """Read a model from bytes, or open the file at a path."""
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls(source)
        if not isinstance(source, (str, os.PathLike)):
            raise ArgumentError(f"a model is bytes or a path, not {type(source).__name__}")
        file = OpenedFile(Path(os.fsdecode(source)))
        return cls(file.pages(), file)

    @cached_property
    def codes(self) -> list[Code]:
        """What every operator code says."""
        found = []
        for table in self.root.tables(MODEL["operator_codes"]):
            number = code_of(table)
            kind = BUILTIN_OPERATORS.get(number, f"OPERATOR_{number}")
            self.flat.keep(LEAST_CODE)
            custom = name_of(table, CODE["custom_code"])
            found.append((kind, custom, table.integer(CODE["version"], "int32", 1)))
        return found

    @cached_property
    def subgraphs(self) -> list[Subgraph]:
        """All graphs."""
        graphs = self.root.tables(MODEL["subgraphs"])
        passing = self._passing
        found = [Subgraph(self.codes, t, i, passing=passing) for i, t in enumerate(graphs)]
        if not found:
            raise ModelError("not a model: it has no subgraph")
        return found

    @property
    def main(self) -> Subgraph:
        """The graph that is run."""
        return self.subgraphs[self.entry]

    def forget(self) -> None:
        """Give back the memory of tensors and operators; they are read again when asked for."""
        if self.is_kept:
            return
        self.__dict__.pop("subgraphs", None)
        self.flat.kept, self.flat.indices = 0, []

    @cached_property
    def buffers(self) -> Tables:
        """The buffer tables."""
        return self.root.tables(MODEL["buffers"])

    def buffer_span(self, index: int) -> tuple[int, int]:
        """(byte offset, length) of a buffer's data; length 0 when it holds none."""
        found = self._spans.get(index)
        if found is None:
            found = self._spans[index] = self._read_span(index)
        return found

    def _read_span(self, index: int) -> tuple[int, int]:
        if index >= len(self.buffers):
            raise ModelError(f"damaged file: no buffer {index} of {len(self.buffers)}")
        table = self.buffers[index]
        at = table.integer(BUFFER["offset"], "uint64")
        if at > 1:
            size = table.integer(BUFFER["size"], "uint64")
            if at + size > self.flat.size:
                raise ModelError(f"damaged file: buffer {index} lies outside the file")
            return at, size
        vector = table.vector(BUFFER["data"], 1)
        return (vector.at + 4, vector.count) if vector else (0, 0)

    def holds(self, tensor: Tensor) -> bool:
        """Whether a tensor has bytes in the file; they are not read."""
        return self.buffer_span(tensor.buffer)[1] > 0

    def data(self, tensor: Tensor) -> memoryview | None:
        """The bytes of a constant, not copied; ``None`` for anything else."""
        at, size = self.buffer_span(tensor.buffer)
        return self.flat.view(at, size) if size else None

    @property
    def input_shapes(self) -> list[tuple[int, ...]]:
        """Recorded shapes of the main graph's inputs, -1 for unknown sizes."""
        graph = self.main
        return [graph.tensors[i].dims for i in graph.inputs]

    @property
    def output_shapes(self) -> list[tuple[int, ...]]:
        """Recorded shapes of the main graph's outputs, -1 for unknown sizes."""
        graph = self.main
        return [graph.tensors[i].dims for i in graph.outputs]


def code_of(table: Table) -> int:
    """The builtin operator of an operator code, whichever field of whichever version holds it."""
    code = table.integer(CODE["builtin_code"], "int32")
    old = table.integer(CODE["deprecated_builtin_code"], "int8")
    if 128 <= code <= 255 and code not in BUILTIN_OPERATORS:
        code -= 256
    return code if code < 0 or code > old else old
