"""Copies of subgraphs in front of the old bytes: tables of their own, over the same buffers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from circle_resizer.file.flatbuffer_grow import NewTable, Refs, Target, rebuilt
from circle_resizer.file.flatbuffer_reader import CODEC, Table
from circle_resizer.file.model import MODEL, Model, Subgraph
from circle_resizer.file.new_objects import ints, string
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.file.signatures import SIGNATURE, TENSOR_MAP
from circle_resizer.file.tensor import TENSOR
from circle_resizer.file.written import subgraph_of
from circle_resizer.schema.tables import TABLES


@dataclass
class Copies(Rewrite):
    """Changes of copies of some subgraphs; nothing of the old ones changes."""

    is_copy: ClassVar[bool] = True
    base: Rewrite = field(kw_only=True)
    """The rewrite of the whole file, which numbers the new buffers, codes and subgraphs."""
    made: dict[bytes, int] = field(kw_only=True)
    """New buffers by their contents: copies share those that are alike."""

    def is_single(self, at: int) -> bool:  # noqa: ARG002  (whatever it is)
        """No vector may be changed where it is: the old subgraph has it as well."""
        return False

    def overwrite(self, at: int, new: bytes, why: str) -> None:
        """No byte of the old file changes."""
        raise AssertionError(f"{why}: byte {at} would become {new!r} for a copy")

    def set_option(
        self,
        key: tuple[int, int],
        table: Table,  # noqa: ARG002  (it stays as it is)
        named: tuple[str, int, str],
        new: int,
        why: str,  # noqa: ARG002
    ) -> None:
        """Put a number into the options of the copied operator."""
        self.options.setdefault(key, {})[named[0]] = new

    def add_buffer(self, data: bytes) -> int:
        """A new buffer of the file; its index."""
        found = self.made.get(data)
        if found is None:
            found = self.made[data] = self.base.add_buffer(data)
        return found

    def operator_code(self, kind: str, version: int) -> int:
        """Index of an operator code of the file."""
        return self.base.operator_code(kind, version)

    def same(self, table: Table, name: str) -> Target:
        """Readers bound how often tables may be shared, so each copy has its own."""
        return rebuilt(table, name, TABLES[name], {})

    def touched(self) -> set[int]:
        """The subgraphs that anything changes in."""
        changes = (self.tensors, self.operators, self.options, self.before)
        return {key[0] for each in changes for key in each} | {*self.new_tensors, *self.removed}

    def redirect(
        self, key: tuple[int, int], name: str, old: object, new: Mapping[int, int]
    ) -> None:
        """Let an operator run the copies of subgraphs."""
        if isinstance(old, tuple):
            numbers = [new.get(index, index) for index in old]
            self.options.setdefault(key, {})[name] = ints(numbers)
        elif isinstance(old, int) and old in new:
            self.options.setdefault(key, {})[name] = new[old]

    def finish(self, names: Mapping[int, str]) -> None:
        """Put the copies behind the subgraphs that there are, in this order, with new names."""
        for index, name in names.items():
            self.base.new_graphs.append(subgraph_of(self, index, name=string(name)))


def signature_table(
    key: str, graph: int, inputs: Iterable[NewTable], outputs: Iterable[NewTable]
) -> NewTable:
    """A signature that runs a subgraph."""
    return NewTable(
        {
            SIGNATURE["inputs"]: Refs(list(inputs)),
            SIGNATURE["outputs"]: Refs(list(outputs)),
            SIGNATURE["signature_key"]: string(key),
            SIGNATURE["subgraph_index"]: CODEC["uint32"].pack(graph),
        }
    )


def names_of(model: Model, graph: Subgraph) -> list[list[NewTable]]:
    """Names for the inputs and outputs of a graph: those of its first signature, or of tensors."""
    for table in model.root.tables(MODEL["signature_defs"]):
        if table.integer(SIGNATURE["subgraph_index"], "uint32") == graph.index:
            sides = [table.tables(SIGNATURE[side]) for side in ("inputs", "outputs")]
            return [[renamed(entry) for entry in side] for side in sides]
    return [
        [named(graph.tensors[index].table, TENSOR["name"], index) for index in side]
        for side in (graph.inputs, graph.outputs)
    ]


def renamed(entry: Table) -> NewTable:
    """A name that another signature has for a tensor."""
    return named(entry, TENSOR_MAP["name"], entry.integer(TENSOR_MAP["tensor_index"], "uint32"))


def named(table: Table, slot: int, index: int) -> NewTable:
    """A tensor under the name that a table has in a field: the very same text."""
    name: Target = table.target(slot) or string(f"tensor_{index}")
    number = CODEC["uint32"].pack(index)
    return NewTable({TENSOR_MAP["name"]: name, TENSOR_MAP["tensor_index"]: number})
