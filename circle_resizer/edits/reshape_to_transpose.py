"""A RESHAPE that stands for a TRANSPOSE is made one, with the RESHAPEs around it that it takes."""

from __future__ import annotations

from circle_resizer.file.flatbuffer_grow import NewTable, Numbers
from circle_resizer.file.flatbuffer_reader import CODEC
from circle_resizer.file.model import OPERATOR, Tensor
from circle_resizer.file.new_objects import ints
from circle_resizer.file.rewrite import Rewrite
from circle_resizer.generalize.holes import Insert, Swap
from circle_resizer.schema.options import (
    BUILTIN_OPTIONS,
    Options,
    ReshapeOptions,
    TransposeOptions,
)
from circle_resizer.schema.types import TensorType
from circle_resizer.symbolic.bindings import Sizes


def carry_out(rewrite: Rewrite, swap: Swap, sizes: Sizes) -> None:
    """RESHAPE becomes TRANSPOSE; what else it takes comes before it."""
    graph, index = swap.key
    op = rewrite.model.subgraphs[graph].operators[index]
    out = rewrite.model.subgraphs[graph].tensors[op.outputs[0]]
    source, before = op.inputs[0], rewrite.before.setdefault(swap.key, [])
    if swap.split is not None:
        shape = sizes.bound(swap.split)
        target = rewrite.add_numbers(graph, shape, f"{out.name}/split_shape")
        whole = rewrite.add_result(graph, out.index, shape, f"{out.name}/split")
        options = NewTable({ReshapeOptions.FIELDS[0][1]: ints(shape)})
        code = rewrite.operator_code("RESHAPE", 1)
        operands = ints((source, target))
        before.append(operator(code, operands, whole, ReshapeOptions, options))
        source = whole
    code = rewrite.operator_code("TRANSPOSE", transpose_version(out, len(swap.perm)))
    operands = ints((source, rewrite.add_numbers(graph, swap.perm, f"{out.name}/perm")))
    if swap.between is not None:
        shape = sizes.bound(swap.between)
        moved = rewrite.add_result(graph, out.index, shape, f"{out.name}/transposed")
        before.append(operator(code, operands, moved, TransposeOptions, NewTable({})))
        rewrite.set_input(*swap.key, 0, moved)
        return
    rewrite.operators.setdefault(swap.key, {}).update(
        opcode_index=code, inputs=operands,
        builtin_options_type=union_of(TransposeOptions), builtin_options=NewTable({}),
    )  # fmt: skip


def insert(rewrite: Rewrite, reshape: Insert, sizes: Sizes) -> None:
    """Put a RESHAPE in front of an operand."""
    graph, index = reshape.key
    source = rewrite.model.subgraphs[graph].operators[index].inputs[reshape.operand]
    name = rewrite.model.subgraphs[graph].tensors[source].name
    shape = sizes.bound(reshape.shape)
    target = rewrite.add_numbers(graph, shape, f"{name}/restored_shape")
    whole = rewrite.add_result(graph, source, shape, f"{name}/restored")
    options = NewTable({ReshapeOptions.FIELDS[0][1]: ints(shape)})
    code = rewrite.operator_code("RESHAPE", 1)
    table = operator(code, ints((source, target)), whole, ReshapeOptions, options)
    rewrite.before.setdefault(reshape.key, []).append(table)
    rewrite.set_input(graph, index, reshape.operand, whole)


def operator(
    code: int, operands: Numbers, result: int, kind: type[Options], options: NewTable
) -> NewTable:
    """A new operator with one result."""
    return NewTable(
        {
            OPERATOR["opcode_index"]: CODEC["uint32"].pack(code),
            OPERATOR["inputs"]: operands,
            OPERATOR["outputs"]: ints((result,)),
            OPERATOR["builtin_options_type"]: CODEC["uint8"].pack(union_of(kind)),
            OPERATOR["builtin_options"]: options,
        }
    )


def union_of(kind: type[Options]) -> int:
    """The number of an option class in its union."""
    return next(n for n, cls in BUILTIN_OPTIONS.items() if cls is kind)


def transpose_version(out: Tensor, rank: int) -> int:
    """The version of TRANSPOSE that knows the type and rank (TFLite op_version.cc)."""
    if rank > 4:
        return 6 if rank > 5 else 5
    known: dict[int, int] = {TensorType.INT8: 2, TensorType.INT16: 4, TensorType.BOOL: 3}
    return known.get(out.type, 1)
