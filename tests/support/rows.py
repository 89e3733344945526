"""Batches one by one: a file for a batch must compute what the file for one does, row by row."""

from __future__ import annotations

import numpy as np

from circle_resizer.file.model import Model
from tests.support.numpy_run import Array, run
from tests.support.two_sizes import samples


def row_difference(one: bytes, many: bytes) -> str:
    """How the results for a batch differ from those for each of its rows; nothing if they do not.

    All inputs have the batch first; where the results have it is looked for.
    """
    given = samples(many)
    count = given[0].shape[0]
    rows = [run(one, [x[i : i + 1] for x in given]) for i in range(count)]
    for k, name in enumerate(names(many)):
        try:
            found = run(many, given)[k]
        except (ValueError, IndexError) as error:
            return str(error)
        wanted = [row[k] for row in rows]
        if not any(holds_rows(found, axis, wanted) for axis in range(found.ndim)):
            return f"result '{name}' {found.shape} holds other rows"
    return ""


def names(data: bytes) -> list[str]:
    graph = Model(data).subgraphs[0]
    return [graph.tensors[i].name for i in graph.outputs]


def holds_rows(found: Array, axis: int, wanted: list[Array]) -> bool:
    """Whether the parts of an array along an axis are some rows, as blocks or in turns."""
    count = len(wanted)
    if found.shape[axis] % count or found.size != sum(w.size for w in wanted):
        return False
    lead, behind = found.shape[:axis], found.shape[axis + 1 :]
    blocks = np.moveaxis(found.reshape(*lead, count, -1, *behind), axis, 0)
    turns = np.moveaxis(found.reshape(*lead, -1, count, *behind), axis + 1, 0)
    rows = np.stack([w.ravel() for w in wanted])
    return any(np.allclose(a.reshape(rows.shape), rows, 1e-4, 1e-5) for a in (blocks, turns))
