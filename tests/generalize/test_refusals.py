"""What refusals and reports say."""

from __future__ import annotations

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.generalize.store import Store
from circle_resizer.symbolic.bindings import Sizes
from tests.generalize.ops.test_strided_slice import cut
from tests.support.build import ModelBuilder


def test_a_record_that_is_set_right_is_reported() -> None:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([2, 3], name="x")], [[2, 4]], name="stale")
    graph.output(graph.op("RELU", [x], [[2, 3]]))
    data = bytes(model.finish())
    assert resize(data, [[2, 3]], mend=False).data == data
    result = resize(data, [[2, 3]], mend=True)
    assert [str(change) for change in result.report.changes] == [
        "subgraph 0, tensor 'stale': recorded shape [2, 4] -> [2, 3] (proven)"
    ]


def attention(cached: int, new: int) -> bytes:
    """Scores over the keys of before and the new ones, and a mask over both."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    keys, total = graph.input([1, cached, 4], name="past_k"), cached + new
    query, mask = graph.input([1, new, 4], name="query"), graph.input([1, 1, total], name="mask")
    whole = graph.op("CONCATENATION", [keys, query], [[1, total, 4]], axis=1)
    scores = graph.op("BATCH_MATMUL", [query, whole], [[1, new, total]], adjoint_rhs=True)
    graph.output(graph.op("ADD", [scores, mask], [[1, new, total]]))
    return bytes(model.finish())


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ([[1, 32, 4], [1, 2, 4], [1, 1, 18]], "'mask' [1, 1, 34]"),
        ([[1, 16, 4], [1, 2, 4], [1, 1, 34]], "'past_k' [1, 32, 4]"),
        ([[1, 32, 4], [1, 3, 4], [1, 1, 18]], "'mask' [1, 1, 35]"),
    ],
)
def test_inputs_that_have_to_move_along_are_named(asked: list[list[int]], others: str) -> None:
    with pytest.raises(ResizeError, match="agreed and no longer do") as refusal:
        resize(attention(16, 2), asked)
    last = [n for n in str(refusal.value).splitlines() if not n.startswith("hint: ")][-1]
    assert last == f"inputs have to move together: ask for {others} as well"


@pytest.mark.parametrize(
    ("asked", "shapes"),
    [
        ({"past_k": [1, 32, 4]}, [(1, 32, 4), (1, 2, 4), (1, 1, 34)]),
        ({"mask": [1, 1, 34]}, [(1, 32, 4), (1, 2, 4), (1, 1, 34)]),
        ({"past_k": [1, 32, 4], "query": [1, 3, 4]}, [(1, 32, 4), (1, 3, 4), (1, 1, 35)]),
    ],
)
def test_inputs_that_are_not_named_follow(
    asked: dict[str, list[int]], shapes: list[tuple[int, ...]]
) -> None:
    result = resize(attention(16, 2), asked)
    assert result.inputs_after == shapes
    assert [note for note in result.report.notes if "follows" in note]


def test_a_refusal_for_another_reason_names_no_inputs() -> None:
    with pytest.raises(ResizeError) as refusal:
        resize(cut(0, 4), [[1, 12, 4]])
    assert "ask for" not in str(refusal.value)


def test_a_refusal_shows_no_symbols_of_ours() -> None:
    store = Store(Sizes())
    store.add_conflict("axis 1 becomes 2*~0.29.1.1 + 3, not 7")
    assert store.conflicts == ["axis 1 becomes 2*undecided + 3, not 7"]
