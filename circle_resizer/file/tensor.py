"""One tensor of a file."""

from __future__ import annotations

from circle_resizer.file.flatbuffer_bytes import Flat, Vector
from circle_resizer.file.flatbuffer_reader import Table
from circle_resizer.schema.tables import TABLES
from circle_resizer.text import LONGEST_NAME, shown_name

TENSOR = {name: slot for name, (slot, _) in TABLES["Tensor"].items()}
SHAPE, SHAPE_SIGNATURE, TYPE = TENSOR["shape"], TENSOR["shape_signature"], TENSOR["type"]
LEAST = 24
"""Bytes that a tensor counts for at least, however little of it the file holds."""


class Tensor(Table):
    """One tensor: what the file records about it."""

    __slots__ = ("_name", "index", "shape", "signature", "type")

    def __init__(self, flat: Flat, at: int, index: int) -> None:
        super().__init__(flat, at)
        flat.keep(max(4 * len(self.fields), LEAST))
        self.index = index
        shape_at, signature_at = self.target(SHAPE), self.target(SHAPE_SIGNATURE)
        self.shape = self.kept(shape_at) if shape_at else None
        self.signature = self.kept(signature_at) if signature_at else None
        self.type = self.integer(TYPE, "int8")
        self._name = ""

    @property
    def table(self) -> Table:
        """The table that describes it."""
        return self

    @property
    def name(self) -> str:
        """Its name as it is shown; ``tensor 7`` when the file gives none."""
        if not self._name:
            self._name = name_of(self, TENSOR["name"]) or f"tensor {self.index}"
        return self._name

    @property
    def buffer(self) -> int:
        """Index of its buffer."""
        return self.integer(TENSOR["buffer"], "uint32")

    @property
    def is_variable(self) -> bool:
        """Whether the tensor keeps its contents from run to run."""
        return bool(self.scalar(TENSOR["is_variable"], "bool"))

    @property
    def sparse(self) -> bool:
        """Whether its buffer is encoded, so that the shape does not describe its bytes."""
        return bool(
            self.field(TENSOR["sparsity"]) or self.integer(TENSOR["compression_type"], "int8")
        )

    @property
    def has_rank(self) -> bool:
        """Whether an empty shape means a scalar for sure."""
        return bool(self.scalar(TENSOR["has_rank"], "bool"))

    @property
    def dims(self) -> tuple[int, ...]:
        """The recorded sizes, -1 where the signature says so."""
        shape = self.shape or ()
        signature = self.signature or ()
        if len(signature) != len(shape):
            return shape
        return tuple(-1 if s == -1 else d for d, s in zip(shape, signature, strict=True))


def name_of(table: Table, slot: int) -> str:
    """A text of the file as messages, logs and requests hold it."""
    at = table.target(slot)
    if not at:
        return ""
    vector = Vector(table.flat, at, 1)
    table.flat.keep(min(vector.count, LONGEST_NAME))
    if vector.count > LONGEST_NAME:
        table.flat.charge(vector.count)
    return shown_name(vector.view())
