"""What LiteRT makes of a file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

from circle_resizer.file.model import Model
from tests.oracle.kernel import Feeds, Shape, Shapes


class Run:
    """A file in LiteRT: its shapes after allocation, and after it ran."""

    def __init__(self, data: bytes, asked: Sequence[Shape] | None = None) -> None:
        self.model = Model(data)
        self.interpreter = Interpreter(
            model_content=data,
            num_threads=1,
            experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
        )
        if asked is not None:
            for index, shape in zip(self.model.subgraphs[0].inputs, asked, strict=True):
                self.interpreter.resize_tensor_input(index, list(shape))
        self.interpreter.allocate_tensors()
        self.allocated = self.shapes()

    def shapes(self) -> Shapes:
        """Shape of every tensor of every graph."""
        read = self.interpreter._get_tensor_details  # noqa: SLF001  (the only way to inner graphs)
        return [
            [tuple(map(int, read(i, g)["shape"])) for i in range(len(graph.tensors))]
            for g, graph in enumerate(self.model.subgraphs)
        ]

    def invoke(self, feed: Feeds) -> Shapes:
        """Run on small numbers, or those of the case."""
        for position, details in enumerate(self.interpreter.get_input_details()):
            shape, kind = tuple(details["shape"]), details["dtype"]
            if position in feed:
                value = np.resize(np.asarray(feed[position], kind), shape)
            elif kind in {np.float32, np.float16, np.float64}:
                value = np.linspace(0.25, 1, max(1, int(np.prod(shape)))).astype(kind)
                value = np.resize(value, shape)
            else:
                value = np.zeros(shape, kind)
            self.interpreter.set_tensor(details["index"], value)
        self.interpreter.invoke()
        return self.shapes()
