"""Signatures: the graphs of a file that are run by name, such as ``prefill`` and ``decode``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from circle_resizer.errors import InputError, ModelError
from circle_resizer.file.flatbuffer_reader import Table
from circle_resizer.file.model import MODEL, Model, Subgraph, slots
from circle_resizer.file.tensor import name_of

SIGNATURE, TENSOR_MAP = slots("SignatureDef"), slots("TensorMap")
Shape = TypeVar("Shape")
SHOWN = 16
"""Keys that a sentence has room for."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A name for a graph, and names for its inputs and outputs; tensors by their indices."""

    key: str
    graph: int
    inputs: dict[str, int]
    outputs: dict[str, int]


def signatures(model: Model) -> list[Signature]:
    """The signatures of a file, in its order."""
    return [signature_of(model, table) for table in model.root.tables(MODEL["signature_defs"])]


def signature_of(model: Model, table: Table) -> Signature:
    """One signature, checked."""
    key = name_of(table, SIGNATURE["signature_key"])
    index = table.integer(SIGNATURE["subgraph_index"], "uint32")
    if index >= len(model.subgraphs):
        raise ModelError(
            f"damaged file: signature '{key}' runs subgraph {index} of {len(model.subgraphs)}"
        )
    graph = model.subgraphs[index]
    inputs, outputs = (tensors(table, graph, key, side) for side in ("inputs", "outputs"))
    return Signature(key, index, inputs, outputs)


def tensors(table: Table, graph: Subgraph, key: str, side: str) -> dict[str, int]:
    """The tensors of a graph that a signature names."""
    found: dict[str, int] = {}
    for entry in table.tables(SIGNATURE[side]):
        index = entry.integer(TENSOR_MAP["tensor_index"], "uint32")
        if index >= len(graph.tensors):
            raise ModelError(
                f"damaged file: signature '{key}' names tensor {index} of {len(graph.tensors)}"
            )
        found[name_of(entry, TENSOR_MAP["name"])] = index
    return found


def chosen(model: Model, keys: list[str]) -> list[Signature]:
    """The signatures of the given names; no two may run one graph."""
    known = {signature.key: signature for signature in signatures(model)}
    found: dict[int, Signature] = {}
    for key in keys:
        signature = known.get(key)
        if signature is None:
            raise InputError(f"no signature is named '{key}'{hint(key, list(known))}")
        other = found.setdefault(signature.graph, signature)
        if other is not signature:
            raise InputError(f"signatures '{other.key}' and '{key}' run the same subgraph")
        if keys.count(key) > 1:
            raise InputError(f"signature '{key}' is asked for twice")
    return list(found.values())


def by_tensor(
    graph: Subgraph, signature: Signature, shapes: Mapping[str, Shape]
) -> dict[str, Shape]:
    """Shapes by the names of tensors; the names that a signature has for inputs do as well."""
    own = {graph.tensors[index].name for index in graph.inputs}
    found: dict[str, Shape] = {}
    for name, shape in shapes.items():
        index = signature.inputs.get(name)
        known = name if name in own or index is None else graph.tensors[index].name
        if known in found:
            raise InputError(f"input '{known}' of signature '{signature.key}' is given twice")
        found[known] = shape
    return found


def hint(key: str, known: Sequence[str]) -> str:
    """What may have been meant."""
    if not known:
        return "; the model has no signatures"
    near = get_close_matches(key, known, 1)
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    listed = ", ".join(f"'{each}'" for each in known[:SHOWN])
    return f"; did you mean '{near[0]}'?" if near else f"; there is {listed}{more}"
