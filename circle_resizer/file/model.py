"""Model > Subgraph > Operator, Tensor: read-only views over the bytes of a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeAlias, TypeVar

from circle_resizer.errors import ArgumentError, ModelError
from circle_resizer.file.flatbuffer_reader import Bytes, Flat, Table
from circle_resizer.file.mapped_file import Mapped
from circle_resizer.schema.operators import BUILTIN_OPERATORS
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2, Options
from circle_resizer.schema.tables import TABLES

IDENTIFIERS = {b"CIR0": "circle", b"TFL3": "tflite"}
SHAPE, SHAPE_SIGNATURE, TYPE = (
    TABLES["Tensor"][name][0] for name in ("shape", "shape_signature", "type")
)
INPUTS, OUTPUTS = (TABLES["Operator"][name][0] for name in ("inputs", "outputs"))
Code: TypeAlias = tuple[str, str, int]
"""(kind, custom code, version) of an operator code."""
AnyOptions = TypeVar("AnyOptions", bound=Options)


def slots(table: str) -> dict[str, int]:
    """Vtable offset by field name."""
    return {name: slot for name, (slot, _) in TABLES[table].items()}


MODEL, CODE, SUBGRAPH = slots("Model"), slots("OperatorCode"), slots("SubGraph")
TENSOR, OPERATOR, BUFFER = slots("Tensor"), slots("Operator"), slots("Buffer")


class Tensor:
    """One tensor: what the file records about it."""

    __slots__ = ("_name", "index", "shape", "shape_at", "signature", "table", "type")

    def __init__(self, table: Table, index: int) -> None:
        self.table, self.index = table, index
        self.shape_at = table.target(SHAPE)
        self.shape = whole(table, self.shape_at) if self.shape_at else None
        self.signature = table.integers(SHAPE_SIGNATURE)
        self.type = table.integer(TYPE, "int8")
        self._name = ""

    @property
    def name(self) -> str:
        """Its name; ``tensor 7`` when the file gives none."""
        if not self._name:
            self._name = self.table.string(TENSOR["name"]) or f"tensor {self.index}"
        return self._name

    @property
    def buffer(self) -> int:
        """Index of its buffer."""
        return self.table.integer(TENSOR["buffer"], "uint32")

    @property
    def is_variable(self) -> bool:
        """Whether it keeps its contents from run to run."""
        return bool(self.table.scalar(TENSOR["is_variable"], "bool"))

    @property
    def sparse(self) -> bool:
        """Whether its buffer is encoded, so that the shape does not describe its bytes."""
        return bool(
            self.table.field(TENSOR["sparsity"])
            or self.table.integer(TENSOR["compression_type"], "int8")
        )

    @property
    def has_rank(self) -> bool:
        """Whether an empty shape means a scalar for sure."""
        return bool(self.table.scalar(TENSOR["has_rank"], "bool"))

    @property
    def dims(self) -> tuple[int, ...]:
        """The recorded sizes, -1 where the signature says so."""
        shape = self.shape or ()
        signature = self.signature or ()
        if len(signature) != len(shape):
            return shape
        return tuple(-1 if s == -1 else d for d, s in zip(shape, signature, strict=True))


class Operator:
    """One operator: its kind, operands and results as tensor indices (-1: left out)."""

    __slots__ = (
        "_data", "_options", "custom_code", "index", "inputs", "inputs_at", "kind", "outputs",
        "outputs_at", "table", "version",
    )  # fmt: skip

    def __init__(self, table: Table, index: int, codes: Sequence[Code]) -> None:
        self.table, self.index = table, index
        code = table.integer(OPERATOR["opcode_index"], "uint32")
        if code >= len(codes):
            raise ModelError(f"damaged file: operator {index} has code {code} of {len(codes)}")
        self.kind, self.custom_code, self.version = codes[code]
        self.inputs_at, self.outputs_at = table.target(INPUTS), table.target(OUTPUTS)
        self.inputs = whole(table, self.inputs_at) if self.inputs_at else ()
        self.outputs = whole(table, self.outputs_at) if self.outputs_at else ()
        self._options: Options | None = None
        self._data: bytes | None = None

    @property
    def option_table(self) -> Table | None:
        """The builtin options as a table."""
        return self.table.table(OPERATOR["builtin_options"]) or self.table.table(
            OPERATOR["builtin_options2"]
        )

    def options(self, wanted: type[AnyOptions]) -> AnyOptions:
        """The builtin options, all defaults when the file holds none of the wanted class."""
        if not wanted.FIELDS:
            return PLAIN.setdefault(wanted, wanted())  # type: ignore[return-value]
        if not isinstance(self._options, wanted):
            self._options = self._read_options(wanted)
        return self._options

    def _read_options(self, wanted: type[AnyOptions]) -> AnyOptions:
        for union, kind, table in (
            (BUILTIN_OPTIONS, "builtin_options_type", "builtin_options"),
            (BUILTIN_OPTIONS_2, "builtin_options2_type", "builtin_options2"),
        ):
            found = union.get(self.table.integer(OPERATOR[kind], "uint8"))
            if found is not None and issubclass(found, wanted):
                return read_options(found, self.table.table(OPERATOR[table]))
        return wanted()

    @property
    def custom_data(self) -> bytes:
        """The bytes a custom operator carries in the FlatBuffer."""
        if self._data is None:
            vector = self.table.vector(OPERATOR["custom_options"], 1)
            self._data = vector.copy() if vector else b""
        return self._data


PLAIN: dict[type[Options], Options] = {}
"""The one instance of every option class without fields."""


def whole(table: Table, at: int) -> tuple[int, ...]:
    """The 32-bit numbers of the vector at byte ``at``."""
    return table.numbers_at(at, "int32")  # type: ignore[return-value]


def read_options(cls: type[AnyOptions], table: Table | None) -> AnyOptions:
    """An option table with the fields that the file holds."""
    opt = cls()
    if table is None:
        return opt
    for name, slot, kind in cls.FIELDS:
        if not table.field(slot):
            continue
        if kind == "string":
            setattr(opt, name, table.string(slot))
        elif kind.endswith("[]"):
            setattr(opt, name, table.numbers(slot, kind[:-2]))
        elif kind != "table":
            setattr(opt, name, table.scalar(slot, kind))
    return opt


class Subgraph:
    """One graph: tensors, operators in order, and which tensors go in and out."""

    def __init__(self, codes: Sequence[Code], table: Table, index: int) -> None:
        self.table, self.index = table, index
        self.tensors = [Tensor(t, i) for i, t in enumerate(table.tables(SUBGRAPH["tensors"]))]
        self.operators = [
            Operator(t, i, codes) for i, t in enumerate(table.tables(SUBGRAPH["operators"]))
        ]
        self.inputs = table.integers(SUBGRAPH["inputs"]) or ()
        self.outputs = table.integers(SUBGRAPH["outputs"]) or ()
        self.values: dict[int, object] = {}
        """What inference has read of the constants, by tensor."""
        self._check()

    @cached_property
    def producers(self) -> dict[int, Operator]:
        """The operator that makes each computed tensor."""
        return {tensor: op for op in self.operators for tensor in op.outputs if tensor >= 0}

    @property
    def name(self) -> str:
        """Its name."""
        return self.table.string(SUBGRAPH["name"]) or f"subgraph {self.index}"

    def _check(self) -> None:
        count = len(self.tensors)
        groups = [(-1, "operator", (o.inputs, o.outputs)) for o in self.operators]
        for low, what, lists in [*groups, (0, "subgraph", (self.inputs, self.outputs))]:
            for indices in lists:
                if indices and not (count and low <= min(indices) <= max(indices) < count):
                    raise ModelError(
                        f"damaged file: {what} uses tensor {max(indices)} of {count} "
                        f"in subgraph {self.index}"
                    )


class Model:
    """A circle or tflite file; ``data`` is mapped, never copied."""

    def __init__(self, data: Bytes, mapped: Mapped | None = None) -> None:
        self.flat, self.mapped = Flat(data), mapped
        if self.flat.size < 8:
            raise ModelError(f"not a model: {self.flat.size} bytes")
        self.kind = IDENTIFIERS.get(bytes(self.flat.data[4:8]), "")
        if not self.kind:
            raise ModelError("not a model: neither CIR0 (circle) nor TFL3 (tflite) at byte 4")
        self.root = self.flat.root()
        self._spans: dict[int, tuple[int, int]] = {}
        self.visits = 0
        """Tensors and operators of subgraphs that inference has gone through, each time."""

    @classmethod
    def open(cls, source: Bytes | str | os.PathLike[str]) -> Model:
        """Read a model from bytes, or map the file at a path."""
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls(source)
        if not isinstance(source, (str, os.PathLike)):
            raise ArgumentError(f"a model is bytes or a path, not {type(source).__name__}")
        mapped = Mapped(Path(source))
        return cls(mapped.view, mapped)

    @cached_property
    def codes(self) -> list[Code]:
        """What every operator code says."""
        found = []
        for table in self.root.tables(MODEL["operator_codes"]):
            number = code_of(table)
            kind = BUILTIN_OPERATORS.get(number, f"OPERATOR_{number}")
            custom = table.string(CODE["custom_code"]) or ""
            found.append((kind, custom, table.integer(CODE["version"], "int32", 1)))
        return found

    @cached_property
    def subgraphs(self) -> list[Subgraph]:
        """All graphs; the first is the one that runs."""
        graphs = self.root.tables(MODEL["subgraphs"])
        found = [Subgraph(self.codes, table, i) for i, table in enumerate(graphs)]
        if not found:
            raise ModelError("not a model: it has no subgraph")
        return found

    @cached_property
    def buffers(self) -> list[Table]:
        """The buffer tables."""
        return list(self.root.tables(MODEL["buffers"]))

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

    def data(self, tensor: Tensor) -> memoryview | None:
        """The bytes of a constant, not copied; ``None`` for anything else."""
        at, size = self.buffer_span(tensor.buffer)
        return self.flat.data[at : at + size] if size else None

    @property
    def input_shapes(self) -> list[tuple[int, ...]]:
        """Recorded shapes of the main graph's inputs, -1 for unknown sizes."""
        graph = self.subgraphs[0]
        return [graph.tensors[i].dims for i in graph.inputs]

    @property
    def output_shapes(self) -> list[tuple[int, ...]]:
        """Recorded shapes of the main graph's outputs, -1 for unknown sizes."""
        graph = self.subgraphs[0]
        return [graph.tensors[i].dims for i in graph.outputs]


def code_of(table: Table) -> int:
    """The builtin operator of an operator code, whichever field of whichever version holds it."""
    code = table.integer(CODE["builtin_code"], "int32")
    old = table.integer(CODE["deprecated_builtin_code"], "int8")
    if 128 <= code <= 255 and code not in BUILTIN_OPERATORS:
        code -= 256
    return code if code < 0 or code > old else old
