"""Results of operators without a rule, as the user gives them."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.support.build import ModelBuilder


def mystery(stored: list[int], inputs: list[list[int]], *, joined: bool) -> bytes:
    """An operator without a rule, and a RESHAPE to rows of all elements or an ADD behind it."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    operands = [graph.input(shape, name=f"x{k}") for k, shape in enumerate(inputs)]
    found = graph.op("CUSTOM", operands, [stored], name="told", custom="Mystery")
    if joined:
        graph.output(graph.op("ADD", [found, operands[0]], [stored]))
    else:
        rows = np.array([1, int(np.prod(stored))], np.int32)
        graph.output(graph.op("RESHAPE", [found, graph.const(rows)], [rows.tolist()]))
    return bytes(model.finish())


@pytest.mark.parametrize("batch", [3, 4, 8])
def test_a_given_batch_is_the_batch(batch: int) -> None:
    data = mystery([1, 4, 4], [[1, 8]], joined=False)
    result = resize(data, [[batch, 8]], output_shapes={"told": [batch, 4, 4]})
    assert Model(result.data).output_shapes == [(batch, 16)]
    assert Model(result.data).subgraphs[0].tensors[1].shape == (batch, 4, 4)


def test_a_given_batch_meets_the_batch() -> None:
    data = mystery([1, 8], [[1, 8]], joined=True)
    result = resize(data, [[3, 8]], output_shapes={"told": [3, 8]})
    assert Model(result.data).output_shapes == [(3, 8)]


def test_of_two_axes_it_is_the_one_in_the_same_place() -> None:
    data = mystery([1, 2, 8], [[1, 8], [2, 1]], joined=False)
    result = resize(data, [[3, 8], [2, 3]], output_shapes={"told": [3, 2, 8]})
    assert Model(result.data).output_shapes == [(3, 16)]


def test_of_two_batches_it_is_the_first() -> None:
    data = mystery([1, 8], [[1, 8], [1, 8]], joined=True)
    result = resize(data, [[3, 8], [3, 8]], output_shapes={"told": [3, 8]})
    assert Model(result.data).output_shapes == [(3, 8)]


def test_another_rank_is_taken_as_it_is() -> None:
    data = mystery([1, 4, 4], [[1, 8]], joined=False)
    with pytest.raises(ResizeError, match="48 elements"):
        resize(data, [[3, 8]], output_shapes={"told": [48]})


def test_the_message_shows_what_the_file_says() -> None:
    data = mystery([1, 4, 4], [[1, 8]], joined=False)
    with pytest.raises(
        ResizeError, match=r"its result, \[1, 4, 4\] in the file, with output_shapes="
    ):
        resize(data, [[3, 8]])
