"""The bytes of a rewrite: new tables in front of the old bytes, and edits in these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_edit import Edit
from circle_resizer.file.flatbuffer_grow import Node, Refs, Target, block, rebuilt
from circle_resizer.file.flatbuffer_reader import CODEC, Table
from circle_resizer.file.model import BUFFER, MODEL, OPERATOR, Model
from circle_resizer.file.new_objects import buffer_table, fields_of
from circle_resizer.file.rewrite import Changes, Rewrite
from circle_resizer.schema.options import BUILTIN_OPTIONS, BUILTIN_OPTIONS_2
from circle_resizer.schema.tables import TABLES


@dataclass
class Written:
    """A new file as what goes in front of the old bytes and what is overwritten in them."""

    front: bytes
    edits: list[Edit]


def written(rewrite: Rewrite) -> Written:
    """Everything collected, as bytes."""
    root = root_of(rewrite)
    if isinstance(root, int):
        return Written(b"", [*rewrite.edits.values(), *rewrite.conflicts])
    identifier = bytes(rewrite.model.flat.view(4, 4))
    front = block(root, identifier)
    edits = [*rewrite.edits.values(), *rewrite.conflicts, *moved_offsets(rewrite.model, len(front))]
    return Written(bytes(front), edits)


def moved_offsets(model: Model, shift: int) -> list[Edit]:
    """Absolute file offsets, moved along."""
    found = []
    pack = CODEC["uint64"].pack
    for table, slot in absolute_offsets(model):
        old = table.integer(slot, "uint64")
        if old > 1:
            found.append(Edit(table.field(slot), pack(old), pack(old + shift), "file offset"))
    return found


def absolute_offsets(model: Model) -> Iterator[tuple[Table, int]]:
    """Fields that may hold offsets from the beginning of the file."""
    yield from ((table, BUFFER["offset"]) for table in model.buffers)
    for graph in model.subgraphs:
        slot = OPERATOR["large_custom_options_offset"]
        yield from ((op, slot) for op in graph.operators)


def root_of(rewrite: Rewrite) -> Target:
    """The root table: where it is, or a new one."""
    changes: Changes = {}
    graphs = [subgraph_of(rewrite, i) for i in range(len(rewrite.model.subgraphs))]
    if any(isinstance(g, Node) for g in graphs):
        changes["subgraphs"] = Refs(graphs)
    if rewrite.new_codes:
        old = [t.at for t in rewrite.model.root.tables(MODEL["operator_codes"])]
        changes["operator_codes"] = Refs([*old, *rewrite.new_codes])
    if rewrite.buffers or rewrite.new_buffers:
        changes["buffers"] = Refs(buffers_of(rewrite))
    if not changes:
        return rewrite.model.root.at
    return rebuilt(rewrite.model.root, "Model", TABLES["Model"], changes)


def buffers_of(rewrite: Rewrite) -> list[Target]:
    """All buffers: those of the file, those with other contents, and new ones."""
    tables: list[Target] = [t.at for t in rewrite.model.buffers]
    for index, data in rewrite.buffers.items():
        tables[index] = buffer_table(data)
    return [*tables, *map(buffer_table, rewrite.new_buffers)]


def subgraph_of(rewrite: Rewrite, index: int) -> Target:
    """A subgraph: where it is, or a new one."""
    graph = rewrite.model.subgraphs[index]
    changes: Changes = {}
    tensors: list[Target] = [t.table.at for t in graph.tensors]
    for (g, i), fields in rewrite.tensors.items():
        if g == index:
            table = graph.tensors[i].table
            tensors[i] = rebuilt(table, "Tensor", TABLES["Tensor"], fields)
    tensors += rewrite.new_tensors.get(index, [])
    if any(isinstance(t, Node) for t in tensors):
        changes["tensors"] = Refs(tensors)
    operators = operators_of(rewrite, index)
    if any(isinstance(o, Node) for o in operators) or len(operators) < len(graph.operators):
        changes["operators"] = Refs(operators)
    if not changes:
        return graph.table.at
    return rebuilt(graph.table, "SubGraph", TABLES["SubGraph"], changes)


def operators_of(rewrite: Rewrite, index: int) -> list[Target]:
    """Operators that stay, changed ones, and new ones before them."""
    graph = rewrite.model.subgraphs[index]
    removed = rewrite.removed.get(index, set())
    found: list[Target] = []
    for op in graph.operators:
        if op.index in removed:
            continue
        changes = dict(rewrite.operators.get((index, op.index), {}))
        inner = rewrite.options.get((index, op.index))
        if inner:
            changes.update(options_of(op.table, inner))
        table = rebuilt(op.table, "Operator", TABLES["Operator"], changes) if changes else None
        found += rewrite.before.get((index, op.index), [])
        found.append(table or op.table.at)
    return found


def options_of(table: Table, changes: Changes) -> Changes:
    """The field of an operator that holds its options, with other values in them."""
    for union, name in (
        (BUILTIN_OPTIONS, "builtin_options"),
        (BUILTIN_OPTIONS_2, "builtin_options2"),
    ):
        inner = table.child(OPERATOR[name])
        cls = union.get(table.integer(OPERATOR[f"{name}_type"], "uint8"))
        if inner is not None and cls is not None:
            return {name: rebuilt(inner, cls.__name__, fields_of(cls), changes)}
    raise ModelError("an operator without options cannot take new ones")
