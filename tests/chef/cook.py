"""A checked recipe to the bytes of a model."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from circle_resizer.schema.types import TensorType
from tests.support.build import GraphBuilder, ModelBuilder, Table, quantization, sparsity

from .fill import contents, fill
from .operation import builtin, custom_code, custom_options, options_of
from .proto import Message, message
from .text import RecipeError, parse

INDEX_KINDS = {1: "Int32", 2: "Uint16", 3: "Uint8"}
SPARSE = 1


@cache
def read(text: str) -> Message:
    """A checked recipe."""
    return message("ModelRecipe", parse(text))


def cook(text: str, kind: str = "circle") -> bytes:
    """The model of a recipe, as circle or tflite."""
    root = read(text)
    model = ModelBuilder(kind, description="cooked from a recipe")
    tables = [graph(model, root, "main")]
    for number, extra in enumerate(root.graph, start=1):
        tables.append(graph(model, extra, f"sub_{number}"))
    for definition in root.signature_def:
        signature(model, definition, tables)
    return model.finish()


def graph(model: ModelBuilder, recipe: Message, name: str) -> dict[str, int]:
    """One subgraph; answers its tensors by name."""
    builder = model.graph(recipe.name if recipe.has("name") else name)
    table: dict[str, int] = {}
    for operand in recipe.operand:
        if not operand.has("name") or not operand.has("type"):
            raise RecipeError(operand.line, "an operand wants a name and a type")
        if operand.name in table:
            raise RecipeError(operand.line, f"operand '{operand.name}' is given twice")
        table[operand.name] = tensor(builder, operand)

    def index(of: str, line: int) -> int:
        if of and of not in table:
            raise RecipeError(line, f"no operand '{of}'")
        return table[of] if of else -1

    for operation in recipe.operation:
        operator(builder, operation, index)
    builder.inputs = [index(of, recipe.lines["input"]) for of in recipe.input]
    builder.outputs = [index(of, recipe.lines["output"]) for of in recipe.output]
    return table


def tensor(builder: GraphBuilder, operand: Message) -> int:
    """One operand: a constant when it has a filler."""
    dtype = TensorType(operand.type).name
    fields: dict[str, Any] = {"name": operand.name, "is_variable": operand.is_variable}
    if operand.has("quant"):
        names = ("min", "max", "scale", "zero_point", "quantized_dimension")
        fields["quantization"] = quantization(**{n: getattr(operand.quant, n) for n in names})
    if operand.has("shape_signature"):
        fields["signature"] = operand.shape_signature.dim
    if operand.has("sparsity"):
        fields["sparsity"] = given_sparsity(operand.sparsity)
    elif operand.make_sparse:
        fields["sparsity"] = made_sparsity(operand, dtype)
    shape = operand.shape.dim if operand.has("shape") else None
    if operand.has("filler"):
        return builder.const(contents(operand, dtype), shape=shape, dtype=dtype, **fields)
    return builder.tensor(shape, dtype, **fields)


def given_sparsity(recipe: Message) -> Table:
    """Sparsity as the recipe spells it out."""
    dims = []
    for dim in recipe.dim_metadata:
        entry: dict[str, Any] = {"dense_size": dim.dense_size}
        if dim.format == SPARSE:
            entry["segments"] = dim.array_segments.dim
            entry["indices"] = dim.array_indices.dim
            entry["index_kind"] = INDEX_KINDS.get(dim.array_segments.type, "Int32")
        dims.append(entry)
    order = recipe.traversal_order.dim if recipe.has("traversal_order") else []
    return sparsity(order, dims, recipe.block_map.dim if recipe.has("block_map") else [])


def made_sparsity(operand: Message, dtype: str) -> Table:
    """All axes dense but the last, which lists where it is not zero."""
    if not dtype.startswith("FLOAT") or not operand.has("filler"):
        raise RecipeError(operand.line, "make_sparse wants a FLOAT32 or FLOAT16 constant")
    sizes = operand.shape.dim
    rows = np.reshape(fill(operand, dtype), (-1, sizes[-1]))
    kept = [np.flatnonzero(row).tolist() for row in rows]
    segments = np.cumsum([0, *map(len, kept)]).tolist()
    dims: list[dict[str, Any]] = [{"dense_size": size} for size in sizes[:-1]]
    dims.append({"segments": segments, "indices": [i for row in kept for i in row]})
    return sparsity(list(range(len(sizes))), dims, [])


def operator(builder: GraphBuilder, recipe: Message, index: Callable[[str, int], int]) -> None:
    """One operation."""
    inputs = [index(name, recipe.lines["input"]) for name in recipe.input]
    outputs = [index(name, recipe.lines["output"]) for name in recipe.output]
    code = custom_code(recipe)
    if code is not None:
        raw = custom_options(options_of(recipe))
        builder.raw_op("CUSTOM", inputs, outputs, custom=code, custom_options=raw)
    else:
        name, options = builtin(recipe)
        builder.raw_op(name, inputs, outputs, version=recipe.version, options=options)


def signature(model: ModelBuilder, recipe: Message, tables: list[dict[str, int]]) -> None:
    """Names of a subgraph's inputs and outputs."""
    if recipe.subgraph_index >= len(tables):
        raise RecipeError(recipe.line, f"no subgraph {recipe.subgraph_index}")
    table, sides = tables[recipe.subgraph_index], []
    for maps in (recipe.inputs, recipe.outputs):
        side = {}
        for entry in maps:
            if entry.has("tensor") and entry.tensor not in table:
                raise RecipeError(entry.line, f"no operand '{entry.tensor}'")
            side[entry.name] = table[entry.tensor] if entry.has("tensor") else entry.tensor_index
        sides.append(side)
    model.signature_def(recipe.signature_key, *sides, graph=recipe.subgraph_index)
