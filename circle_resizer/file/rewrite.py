"""From decisions to bytes: edits in place where they fit, growth where they do not."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from circle_resizer.file.flatbuffer_edit import Edit
from circle_resizer.file.flatbuffer_grow import (
    NewTable,
    Numbers,
    Target,
    rebuilt,
)
from circle_resizer.file.flatbuffer_reader import CODEC, LETTER, WIDTH, Table
from circle_resizer.file.model import CODE, MODEL, OPERATOR, TENSOR, Model, Tensor, code_of
from circle_resizer.file.new_objects import ints, string
from circle_resizer.file.shared_vectors import Pointers
from circle_resizer.schema.operators import BUILTIN_OPERATORS
from circle_resizer.schema.tables import TABLES
from circle_resizer.schema.types import TensorType

CODES = {name: code for code, name in BUILTIN_OPERATORS.items()}
Changes = dict[str, object]


@dataclass
class Rewrite:
    """Changes of a model, collected and then carried out all at once."""

    model: Model
    edits: dict[int, Edit] = field(default_factory=dict)
    """In place, by byte offset."""
    conflicts: list[Edit] = field(default_factory=list)
    """Edits of the same place with other bytes: an error when all are put together."""
    buffers: dict[int, bytes] = field(default_factory=dict)
    tensors: dict[tuple[int, int], Changes] = field(default_factory=dict)
    operators: dict[tuple[int, int], Changes] = field(default_factory=dict)
    options: dict[tuple[int, int], Changes] = field(default_factory=dict)
    new_buffers: list[bytes] = field(default_factory=list)
    new_tensors: dict[int, list[NewTable]] = field(default_factory=dict)
    before: dict[tuple[int, int], list[NewTable]] = field(default_factory=dict)
    """New operators right before an old one."""
    new_codes: list[NewTable] = field(default_factory=list)
    removed: dict[int, set[int]] = field(default_factory=dict)
    """Operators to leave out, by subgraph."""
    _pointers: Pointers | None = None
    _same: dict[bytes, bytes] = field(default_factory=dict)
    """Bytes of edits: most of them are alike."""

    def overwrite(self, at: int, new: bytes, why: str) -> None:
        """Edit bytes in place; two equal edits are one."""
        old = bytes(self.model.flat.view(at, len(new)))
        if old != new:
            old, new = (self._same.setdefault(each, each) for each in (old, new))
            known = self.edits.setdefault(at, Edit(at, old, new, why))
            if known.new != new:
                self.conflicts.append(Edit(at, old, new, why))

    def set_vector(
        self, table: Table, slot: int, kind: str, new: Sequence[int], why: str
    ) -> Numbers | None:
        """Put numbers into a vector of a table where it is; a new vector if it does not fit."""
        at = table.target(slot)
        data = struct.pack(f"<{len(new)}{LETTER[kind]}", *new)
        if at and table.integers(slot, kind) == tuple(new):
            return None
        if at and self.model.flat.u32(at) == len(new) and self.is_single(at):
            self.overwrite(at + 4, data, why)
            return None
        return Numbers(data, WIDTH[kind], max(WIDTH[kind], 4))

    def is_single(self, at: int) -> bool:
        """Whether one field alone of the model points at the vector at byte ``at``."""
        if self._pointers is None:
            self._pointers = Pointers(self.model)
        return self._pointers.is_single(at)

    def set_shape(
        self, graph: int, index: int, shape: tuple[int, ...], signature: tuple[int, ...] | None
    ) -> None:
        """Record a tensor's shape and signature."""
        tensor = self.model.subgraphs[graph].tensors[index]
        changes: Changes = {}
        if (tensor.shape or ()) != shape:
            changes |= self._recorded(tensor, "shape", shape)
        if signature is None:
            if tensor.signature is not None:
                changes["shape_signature"] = None
        elif tensor.signature != signature:
            changes |= self._recorded(tensor, "shape_signature", signature)
        if tensor.has_rank and shape == () != (tensor.shape or ()):
            changes["has_rank"] = True
        if changes:
            self.tensors.setdefault((graph, index), {}).update(changes)

    def _recorded(self, tensor: Tensor, name: str, sizes: tuple[int, ...]) -> Changes:
        """Write sizes into a field of a tensor; the change of its table if they do not fit."""
        why = "shape of a tensor"
        vector = self.set_vector(tensor.table, TENSOR[name], "int32", sizes, why)
        return {} if vector is None else {name: vector}

    def add_buffer(self, data: bytes) -> int:
        """A new buffer; its index."""
        self.new_buffers.append(data)
        return len(self.model.buffers) + len(self.new_buffers) - 1

    def add_tensor(self, graph: int, table: NewTable) -> int:
        """A new tensor at the end of a subgraph; its index."""
        added = self.new_tensors.setdefault(graph, [])
        added.append(table)
        return len(self.model.subgraphs[graph].tensors) + len(added) - 1

    def add_numbers(self, graph: int, numbers: Sequence[int], name: str) -> int:
        """A new constant vector of 32-bit numbers; its tensor index."""
        data = struct.pack(f"<{len(numbers)}i", *numbers)
        table = NewTable(
            {
                TENSOR["shape"]: ints((len(numbers),)),
                TENSOR["type"]: CODEC["int8"].pack(TensorType.INT32),
                TENSOR["buffer"]: CODEC["uint32"].pack(self.add_buffer(data)),
                TENSOR["name"]: string(name),
            }
        )
        return self.add_tensor(graph, table)

    def add_result(self, graph: int, index: int, sizes: Sequence[int], name: str) -> int:
        """A new computed tensor like another one, of other sizes (-1: unknown); its index."""
        changes: Changes = {
            "shape": ints([max(size, 1) for size in sizes]),
            "shape_signature": ints(sizes) if -1 in sizes else None,
            "name": string(name),
        }
        table = self.model.subgraphs[graph].tensors[index].table
        return self.add_tensor(graph, rebuilt(table, "Tensor", TABLES["Tensor"], changes))

    def copy_tensor(
        self, graph: int, index: int, data: bytes, shape: tuple[int, ...], name: str
    ) -> int:
        """A constant like another one, with contents of its own."""
        tensor = self.model.subgraphs[graph].tensors[index]
        changes: Changes = {"buffer": self.add_buffer(data), "name": string(name)}
        if (tensor.shape or ()) != shape:
            changes["shape"] = ints(shape)
        table = rebuilt(tensor.table, "Tensor", TABLES["Tensor"], changes)
        return self.add_tensor(graph, table)

    def set_input(self, graph: int, op: int, operand: int, tensor: int) -> None:
        """Let an operator read another tensor."""
        operator = self.model.subgraphs[graph].operators[op]
        inputs = list(operator.inputs)
        pending = self.operators.get((graph, op), {}).get("inputs")
        if isinstance(pending, Numbers):
            inputs = list(struct.unpack(f"<{len(pending.data) // 4}i", pending.data))
        at = operator.table.target(OPERATOR["inputs"])
        if pending is None and self.is_single(at):
            self.overwrite(at + 4 + 4 * operand, struct.pack("<i", tensor), f"operand {operand}")
            return
        inputs[operand] = tensor
        self.operators.setdefault((graph, op), {})["inputs"] = ints(inputs)

    def operator_code(self, kind: str, version: int) -> int:
        """Index of the code of a builtin operator, added if the file has none."""
        wanted = CODES[kind]
        for i, table in enumerate(self.model.root.tables(MODEL["operator_codes"])):
            known = table.integer(CODE["version"], "int32", 1)
            if code_of(table) == wanted and known >= version:
                return i
        known_codes = len(self.model.codes)
        small = CODEC["int8"].pack(min(wanted, 127))
        values: dict[int, bytes | Target] = {
            CODE["deprecated_builtin_code"]: small,
            CODE["builtin_code"]: CODEC["int32"].pack(wanted),
            CODE["version"]: CODEC["int32"].pack(version),
        }
        for i, code in enumerate(self.new_codes):
            if code.values == values:
                return known_codes + i
        self.new_codes.append(NewTable(values))
        return known_codes + len(self.new_codes) - 1
