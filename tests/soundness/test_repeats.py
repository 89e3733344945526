"""Guesses in many layers cost no more each, and a request for what is there changes nothing."""

from __future__ import annotations

import pytest

from circle_resizer import resize
from circle_resizer.file.model import Model
from circle_resizer.inference.engine import Inference
from tests.soundness.test_chance import attention, swapped
from tests.support.build_graph import GraphBuilder
from tests.support.two_sizes import KINDS, built, floats, ints


def batch_second(layers: int, tokens: int) -> bytes:
    """Layers over ``x`` [T,B,8]: in each, the batch of 1 may go to either of its neighbours."""

    def net(g: GraphBuilder, n: int) -> int:
        x = g.op("TRANSPOSE", [g.input([n, tokens, 8]), ints(g, 1, 0, 2)], [[tokens, n, 8]])
        for layer in range(layers):
            x = g.op("ADD", [x, heads_of(g, x, n, tokens, layer)], [[tokens, n, 8]])
        return int(x)

    return built(net, 1)


def heads_of(g: GraphBuilder, x: int, batch: int, tokens: int, layer: int) -> int:
    """Heads of 4 as torch has them: [T,B*2,4] -> [B*2,T,4]."""

    def head(name: str) -> int:
        shape = [tokens, batch, 8]
        weights = floats(g, 8, 8, name=f"{name}{layer}")
        y = g.op("FULLY_CONNECTED", [x, weights], [shape], keep_num_dims=True)
        shape = [tokens, 2 * batch, 4]
        y = g.op("RESHAPE", [y, ints(g, *shape)], [shape])
        return int(g.op("TRANSPOSE", [y, ints(g, 1, 0, 2)], [[2 * batch, tokens, 4]]))

    scores, shape = [2 * batch, tokens, tokens], [2 * batch, tokens, 4]
    y = g.op("BATCH_MATMUL", [head("q"), head("k")], [scores], adjoint_rhs=True)
    y = g.op("BATCH_MATMUL", [y, head("v")], [shape])
    y = g.op("TRANSPOSE", [y, ints(g, 1, 0, 2)], [[tokens, 2 * batch, 4]])
    return int(g.op("RESHAPE", [y, ints(g, tokens, batch, 8)], [[tokens, batch, 8]]))


def steps(data: bytes, batch: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often an operator was inferred."""
    count, plain = 0, Inference._operator  # noqa: SLF001

    def counted(*args: object) -> None:
        nonlocal count
        count += 1
        plain(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(Inference, "_operator", counted)
    resize(data, [[batch, *Model(data).input_shapes[0][1:]]])
    monkeypatch.undo()
    return count


def test_guesses_in_all_layers_cost_what_they_do_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few, many = (steps(batch_second(layers, 5), 3, monkeypatch) for layers in (4, 32))
    assert many < 8 * few * 1.3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", [(4, 2, 4), (1, 1, 8)])
def test_the_shapes_that_are_there_give_the_same_bytes(
    sizes: tuple[int, int, int], kind: str
) -> None:
    data = built(lambda g, n: attention(g, n, sizes), 1, kind)
    result = resize(data, Model(data).input_shapes)
    assert result.data == data
    assert result.report.changes == []


def stale(kind: str) -> bytes:
    """A file whose record of an inner tensor is not what its operator makes."""

    def net(g: GraphBuilder, _: int) -> int:
        x = g.input([1, 2, 3, 4])
        return swapped(g, g.op("RELU", [x], [[1, 2, 3, 5]]), [1, 2, 3, 4])

    return built(net, 1, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_mended_is_said_and_can_be_left_out(kind: str) -> None:
    data = stale(kind)
    assert resize(data, [[1, 2, 3, 4]], mend=False).data == data
    mended = resize(data, [[1, 2, 3, 4]])
    assert mended.data != data
    assert [c.what for c in mended.report.changes] == ["recorded shape"]
