"""What tensors were in the file: inferred, since recorded shapes may be stale."""

from __future__ import annotations

from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.inference.engine import Inference
from circle_resizer.inference.value import Value
from circle_resizer.inference.verify import inferred


class Original:
    """An inference of the file as it is, made when somebody asks for it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._inference: Inference | None = None

    def value(self, graph: int, tensor: int) -> Value | None:
        """A tensor at the stored sizes; ``None`` where the file cannot be inferred."""
        if tensor < 0:
            return None
        if self._inference is None:
            try:
                self._inference = inferred(self.model)
            except ResizeError:
                self._inference = Inference(self.model)
        frame = self._inference.frames.get(graph)
        subgraph = self.model.subgraphs[graph]
        return self._inference.value(subgraph, frame, tensor) if frame is not None else None
