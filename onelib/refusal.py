"""The lines of a refusal: one for each obstacle, and none that a name has made."""

from __future__ import annotations

from circle_resizer.errors import RefusedError, ResizeError
from circle_resizer.file.model import Model
from onelib.paths import oneline
from onelib.printable import LONGEST_LINE, clipped, printable


def lines_of(error: ResizeError, model: str, *paths: str) -> list[str]:
    """What an error says; only a refusal has several lines, and not if a name has a line break."""
    text = oneline(error, model, *paths)
    several = isinstance(error, RefusedError) and "\n" in text and not breaks_lines(model)
    lines = text.split("\n") if several else [text]
    return [clipped(printable(line), LONGEST_LINE) for line in lines]


def breaks_lines(path: str) -> bool:
    """Whether a name in the model has a line break; one that cannot be read may have."""
    try:
        model = Model.open(path)
        names = (tensor.name for graph in model.subgraphs for tensor in graph.tensors)
        return any("\n" in name for name in names) or any("\n" in code[1] for code in model.codes)
    except ResizeError:
        return True
