"""One operator of a file, and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar, overload

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_bytes import Flat
from circle_resizer.file.flatbuffer_reader import Table, Tables
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2, Options
from circle_resizer.schema.tables import TABLES

OPERATOR = {name: slot for name, (slot, _) in TABLES["Operator"].items()}
INPUTS, OUTPUTS = OPERATOR["inputs"], OPERATOR["outputs"]
Code: TypeAlias = tuple[str, str, int]
"""(kind, custom code, version) of an operator code."""
AnyOptions = TypeVar("AnyOptions", bound=Options)


class Operator(Table):
    """One operator: its kind, operands and results as tensor indices (-1: left out)."""

    __slots__ = (
        "_data", "_options", "custom_code", "index", "inputs", "kind", "outputs", "version",
    )  # fmt: skip

    def __init__(self, flat: Flat, at: int, index: int, codes: Sequence[Code]) -> None:
        super().__init__(flat, at)
        self.index = index
        code = self.integer(OPERATOR["opcode_index"], "uint32")
        if code >= len(codes):
            raise ModelError(f"damaged file: operator {index} has code {code} of {len(codes)}")
        self.kind, self.custom_code, self.version = codes[code]
        self.inputs = self.kept_indices(self.target(INPUTS))
        self.outputs = self.kept_indices(self.target(OUTPUTS))
        self._options: Options | None = None
        self._data: bytes | None = None

    @property
    def table(self) -> Table:
        """The table that describes it."""
        return self

    @property
    def option_table(self) -> Table | None:
        """The builtin options as a table."""
        return self.child(OPERATOR["builtin_options"]) or self.child(OPERATOR["builtin_options2"])

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
            found = union.get(self.integer(OPERATOR[kind], "uint8"))
            if found is not None and issubclass(found, wanted):
                return read_options(found, self.child(OPERATOR[table]))
        return wanted()

    @property
    def custom_data(self) -> bytes:
        """The bytes a custom operator carries in the FlatBuffer."""
        if self._data is None:
            vector = self.vector(OPERATOR["custom_options"], 1)
            self._data = vector.copy() if vector else b""
        return self._data


class Passing(Sequence[Operator]):
    """The operators of a graph that is gone through once: each is made when its turn comes."""

    def __init__(self, tables: Tables, make: Callable[[Flat, int, int], Operator]) -> None:
        self._tables, self._make = tables, make

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Operator]:
        return (self._make(*place, i) for i, place in enumerate(self._tables.places()))

    @overload
    def __getitem__(self, index: int) -> Operator: ...
    @overload
    def __getitem__(self, index: slice) -> list[Operator]: ...
    def __getitem__(self, index: int | slice) -> Operator | list[Operator]:
        if isinstance(index, slice):
            return list(self)[index]
        table = self._tables[index % len(self)]
        return self._make(table.flat, table.at, index % len(self))


PLAIN: dict[type[Options], Options] = {}
"""The one instance of every option class without fields."""


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
