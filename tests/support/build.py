"""A small model builder for tests: circle and tflite files from the schema alone.

    m = ModelBuilder("circle")
    g = m.graph()
    x = g.input([1, 4, 4, 3], name="x", signature=[-1, 4, 4, 3])
    w = g.const(np.ones((8, 1, 1, 3), np.float32), name="w")
    y = g.op("CONV_2D", [x, w, None], [[1, 4, 4, 8]], name="y", stride_w=1, stride_h=1)
    g.output(y)
    data = m.finish()

The same calls always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.build_graph import GraphBuilder
from tests.support.build_parts import Parts, quantization, sparsity, strings
from tests.support.flatwrite import Shared, Table, Writer, options_table

__all__ = [
    "GraphBuilder",
    "ModelBuilder",
    "Shared",
    "Table",
    "options_table",
    "quantization",
    "sparsity",
    "strings",
]

IDENTIFIERS = {"circle": "CIR0", "tflite": "TFL3"}
VERSIONS = {"circle": 0, "tflite": 3}


class ModelBuilder:
    """One file."""

    def __init__(self, kind: str = "circle", **fields: Any) -> None:
        """``fields``: any of the Model table (description=, version=, ...), or extra=."""
        self.kind = kind
        self.parts = Parts()
        self.graphs: list[GraphBuilder] = []
        extra = fields.pop("extra", {})
        self.table = Table("Model", {"version": VERSIONS[kind], **fields}, extra)
        self.signatures: list[Table] = []
        self.notes: list[Table] = []

    def graph(self, name: str | None = None, **fields: Any) -> GraphBuilder:
        """A new subgraph; the first is the main one."""
        self.graphs.append(GraphBuilder(self.parts, name, **fields))
        return self.graphs[-1]

    def buffer(self, data: bytes | None, *, outside: bool = False) -> int:
        """A new buffer, for ``buffer=`` of tensors and constants."""
        return self.parts.buffer(data, outside=outside)

    def signature_def(
        self, key: str, inputs: Mapping[str, int], outputs: Mapping[str, int], graph: int = 0
    ) -> None:
        """Names for the inputs and outputs of a subgraph."""
        maps = [
            [Table("TensorMap", {"name": n, "tensor_index": i}) for n, i in side.items()]
            for side in (inputs, outputs)
        ]
        fields = {"inputs": maps[0], "outputs": maps[1], "subgraph_index": graph}
        self.signatures.append(Table("SignatureDef", {**fields, "signature_key": key}))

    def metadata(self, name: str, data: bytes) -> None:
        """A named block of bytes."""
        self.notes.append(Table("Metadata", {"name": name, "buffer": self.buffer(data)}))

    def finish(self, trailing: bytes = b"") -> bytes:
        """The file; ``trailing`` bytes come last."""
        values = self.table.values
        values["operator_codes"] = self.parts.codes
        values["subgraphs"] = [graph.finish() for graph in self.graphs]
        values["buffers"] = self.parts.buffers
        values["signature_defs"] = self.signatures or None
        values["metadata"] = self.notes or None
        identifier = IDENTIFIERS[self.kind]
        data = Writer().finish(self.table, identifier)
        if self.parts.outside:
            tail = self.parts.place(len(data))
            data = Writer().finish(self.table, identifier) + tail
        return data + trailing
