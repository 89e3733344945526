"""Kinds of frozen constants, each in the smallest network that shows it."""

from __future__ import annotations

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.generalize.evidence import Grade
from circle_resizer.generalize.store import Ledger
from circle_resizer.schema.options import Pool2DOptions
from circle_resizer.symbolic.bindings import Sizes
from tests.support.build import ModelBuilder


def constant(data: bytes, operator: int, operand: int) -> list[int]:
    """The whole numbers an operator reads."""
    model = Model(data)
    graph = model.subgraphs[0]
    tensor = graph.tensors[graph.operators[operator].inputs[operand]]
    return np.frombuffer(model.data(tensor) or b"", np.int32).tolist()


def pooled() -> bytes:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, 7, 7, 3], name="x")], [[1, 7, 7, 3]])
    window = {"padding": 1, "stride_h": 1, "stride_w": 1, "filter_height": 7, "filter_width": 7}
    graph.output(graph.op("AVERAGE_POOL_2D", [x], [[1, 1, 1, 3]], **window))
    return bytes(model.finish())


def test_a_window_of_the_whole_map_is_refused() -> None:
    with pytest.raises(ResizeError, match=r"window \[7, 7\] covers the whole stored map"):
        resize(pooled(), [[1, 9, 11, 3]])


def test_a_window_of_the_whole_map_is_widened_on_request() -> None:
    model = Model(resize(pooled(), [[1, 9, 11, 3]], global_pool=True).data)
    opt = model.subgraphs[0].operators[1].options(Pool2DOptions)
    assert (opt.filter_height, opt.filter_width) == (9, 11)
    assert model.output_shapes == [(1, 1, 1, 3)]


def test_another_batch_leaves_the_window() -> None:
    model = Model(resize(pooled(), [[5, 7, 7, 3]]).data)
    assert model.output_shapes == [(5, 1, 1, 3)]


def cut(first: int, last: int) -> bytes:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, 8, 4], name="x")], [[1, 8, 4]])
    begin, end = np.array([0, first, 0], np.int32), np.array([1, last, 4], np.int32)
    operands = [x, graph.const(begin), graph.const(end), graph.const(np.ones(3, np.int32))]
    graph.output(graph.op("STRIDED_SLICE", operands, [[1, last - first, 4]]))
    return bytes(model.finish())


@pytest.mark.parametrize(("first", "last"), [(0, 4), (0, 3), (4, 8), (2, 6)])
def test_a_cut_inside_an_axis_that_changes_is_refused(first: int, last: int) -> None:
    with pytest.raises(ResizeError, match="lies inside an axis that changes"):
        resize(cut(first, last), [[1, 12, 4]])


def test_an_end_that_was_the_extent_follows_it() -> None:
    assert constant(resize(cut(0, 8), [[2, 12, 4]]).data, 1, 2) == [2, 12, 4]


def test_the_last_row_stays_the_last() -> None:
    data = resize(cut(7, 8), [[1, 12, 4]]).data
    assert constant(data, 1, 1) == [0, 11, 0]
    assert constant(data, 1, 2) == [1, 12, 4]


def test_strict_refuses_what_is_assumed() -> None:
    with pytest.raises(ResizeError, match="last row stays last"):
        resize(cut(7, 8), [[1, 12, 4]], strict=True)


def test_there_and_back_restores_the_bytes() -> None:
    data = cut(0, 8)
    there = resize(data, [[3, 12, 4]]).data
    assert resize(there, [[1, 8, 4]]).data == data


def token() -> bytes:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([1, 4, 2], name="x")], [[1, 4, 2]])
    start = graph.const(np.array([[[1.5, 2.5]]], np.float32), name="start")
    graph.output(graph.op("CONCATENATION", [start, x], [[1, 5, 2]], axis=1))
    return bytes(model.finish())


def test_a_class_token_is_repeated() -> None:
    model = Model(resize(token(), [[3, 4, 2]]).data)
    tensor = next(t for t in model.subgraphs[0].tensors if t.name == "start")
    assert tensor.shape == (3, 1, 2)
    assert np.frombuffer(model.data(tensor) or b"", np.float32).tolist() == [1.5, 2.5] * 3


def moved(*steps: tuple[str, list[int], list[int]]) -> bytes:
    """From [5, 1, 12], time first: each step is an operator, its constant and its result."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([5, 1, 12], name="x")
    for kind, numbers, shape in steps:
        options = {"new_shape": numbers} if kind == "RESHAPE" else {}
        x = graph.op(kind, [x, graph.const(np.array(numbers, np.int32))], [shape], **options)
    graph.output(x)
    return bytes(model.finish())


def steps_of(data: bytes) -> list[tuple[str, list[int], tuple[int, ...]]]:
    graph = Model(data).subgraphs[0]
    return [
        (op.kind, constant(data, op.index, 1), graph.tensors[op.outputs[0]].dims)
        for op in graph.operators
    ]


def test_rows_flattened_at_batch_1_are_a_batch_of_rows() -> None:
    result = resize(moved(("RESHAPE", [1, 60], [1, 60])), [[5, 3, 12]])
    assert steps_of(result.data) == [
        ("TRANSPOSE", [1, 0, 2], (3, 5, 12)),
        ("RESHAPE", [3, 60], (3, 60)),
    ]
    assert {c.grade for c in result.report.changes} == {Grade.ASSUMED}
    assert "TRANSPOSE [1, 0, 2], RESHAPE (assumed" in str(result.report)


def test_merged_rows_are_taken_apart_before_they_are_transposed() -> None:
    flat = ("RESHAPE", [5, 12], [5, 12])
    data = resize(moved(flat, ("RESHAPE", [1, 5, 12], [1, 5, 12])), [[5, 3, 12]]).data
    assert steps_of(data) == [
        ("RESHAPE", [15, 12], (15, 12)),
        ("RESHAPE", [5, 3, 12], (5, 3, 12)),
        ("TRANSPOSE", [1, 0, 2], (3, 5, 12)),
    ]


def test_merged_rows_are_taken_apart_transposed_and_flattened() -> None:
    flat = ("RESHAPE", [5, 12], [5, 12])
    data = resize(moved(flat, ("RESHAPE", [1, 60], [1, 60])), [[5, 3, 12]]).data
    assert steps_of(data) == [
        ("RESHAPE", [15, 12], (15, 12)),
        ("RESHAPE", [5, 3, 12], (5, 3, 12)),
        ("TRANSPOSE", [1, 0, 2], (3, 5, 12)),
        ("RESHAPE", [3, 60], (3, 60)),
    ]


def test_flattened_rows_come_back_as_they_were() -> None:
    flat = ("RESHAPE", [5, 12], [5, 12])
    data = resize(moved(flat, ("RESHAPE", [5, 1, 12], [5, 1, 12])), [[5, 3, 12]]).data
    assert [target for _, target, _ in steps_of(data)] == [[15, 12], [5, 3, 12]]


def reversed_rows(lengths: list[int]) -> bytes:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    operands = [x, graph.const(np.array(lengths, np.int32), name="lengths")]
    y = graph.op("REVERSE_SEQUENCE", operands, [[2, 5, 3]], seq_dim=1, batch_dim=0)
    graph.output(y)
    return bytes(model.finish())


@pytest.mark.parametrize("batch", [2, 4])
def test_lengths_that_were_all_of_the_sequence_stay_all_of_it(batch: int) -> None:
    result = resize(reversed_rows([5, 5]), [[batch, 7, 3]])
    assert constant(result.data, 0, 1) == [7] * batch
    assert [c.grade for c in result.report.changes] == [Grade.ASSUMED]


def picked(count: int = 3, *, behind: bool = True) -> bytes:
    """Rows 1, 2, .. of an axis of 5."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([5, 4], name="x")
    rows = graph.const(np.arange(1, 1 + count, dtype=np.int32), name="rows")
    y = graph.op("GATHER", [x, rows], [[count, 4]], axis=0)
    graph.output(graph.op("RELU", [y], [[count, 4]]) if behind else y)
    return bytes(model.finish())


@pytest.mark.parametrize(
    ("data", "shape", "name"),
    [(picked(), [7, 4], "rows"), (reversed_rows([5, 4]), [2, 7, 3], "lengths")],
)
def test_the_way_out_that_a_refusal_names_is_one(data: bytes, shape: list[int], name: str) -> None:
    with pytest.raises(ResizeError, match=f"constants={{'{name}': ARRAY}}"):
        resize(data, [shape])
    result = resize(data, [shape], constants={name: np.array([6, 5], np.int32)})
    assert constant(result.data, 0, 1) == [6, 5]
    assert result.report.changes[0].why == "given by the user"


def test_data_for_a_constant_that_stays_are_refused() -> None:
    data = np.array([1, 2, 3], np.int32)
    for shape in ([5, 4], [5, 6]):
        with pytest.raises(ResizeError, match="'rows' has no axis that changes"):
            resize(picked(), [shape], constants={"rows": data})


def test_a_shape_that_follows_from_the_inputs_cannot_be_given() -> None:
    name = Model(pooled()).subgraphs[0].tensors[1].name
    with pytest.raises(ResizeError, match="follows from the inputs"):
        resize(pooled(), [[5, 7, 7, 3]], output_shapes={name: [5, 7, 7, 3]})


def test_a_lone_operator_keeps_its_constants_and_says_so() -> None:
    result = resize(picked(behind=False), [[7, 4]])
    assert constant(result.data, 0, 1) == [1, 2, 3]
    assert "lone operator" in str(result.report)
    with pytest.raises(ResizeError, match="strict"):
        resize(picked(behind=False), [[7, 4]], strict=True)


def test_only_a_reshape_may_hold_what_stays_unknown() -> None:
    """The kind of the operator decides, not what its result is called."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([2, 3], name="x")
    y = graph.op("FILL", [graph.const(np.array([2, 3], np.int32)), graph.const(np.float32(1))],
                 [[2, 3]], name="a RESHAPE b")  # fmt: skip
    graph.output(graph.op("ADD", [x, y], [[2, 3]]))
    with pytest.raises(ResizeError, match="would have to hold what stays unknown"):
        resize(bytes(model.finish()), [[-1, 3]])


def test_a_record_that_is_set_right_is_reported() -> None:
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.op("RELU", [graph.input([2, 3], name="x")], [[2, 4]], name="stale")
    graph.output(graph.op("RELU", [x], [[2, 3]]))
    result = resize(bytes(model.finish()), [[2, 3]])
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


def put_together(kind: str, height: int, width: int) -> bytes:
    """A shape of which the batch is computed and the map is written out, as Keras does."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, height, width, 4], name="x")
    shape = graph.op("SHAPE", [x], [[4]], dtype="INT32", out_type=2)
    cut = [graph.const(np.array([n], np.int32)) for n in (0, 1, 1)]
    batch = graph.op("STRIDED_SLICE", [shape, *cut], [[]], dtype="INT32", shrink_axis_mask=1)
    scale = 2 if kind == "TRANSPOSE_CONV" else 1
    numbers = [scale * height, scale * width, 4]
    sizes = [batch, *(graph.const(np.int32(n)) for n in numbers)]
    target = graph.op("PACK", sizes, [[4]], dtype="INT32", values_count=4)
    if kind == "TRANSPOSE_CONV":
        weights = graph.const(np.ones((4, 2, 2, 4), np.float32))
        options = {"padding": 0, "stride_h": 2, "stride_w": 2}
        y = graph.op(kind, [target, weights, x], [[2, *numbers]], dtype="FLOAT32", **options)
    else:
        flat = graph.const(np.array([2, height * width, 4], np.int32))
        y = graph.op("RESHAPE", [x, flat], [[2, height * width, 4]])
        y = graph.op(kind, [y, target], [[2, *numbers]])
    graph.output(y)
    return bytes(model.finish())


@pytest.mark.parametrize("kind", ["RESHAPE", "TRANSPOSE_CONV"])
@pytest.mark.parametrize("new", [(6, 4), (8, 12), (4, 12)])
def test_sizes_written_out_in_a_computed_shape_follow(kind: str, new: tuple[int, int]) -> None:
    data = resize(put_together(kind, 4, 6), [[3, *new, 4]]).data
    wanted = Model(resize(put_together(kind, *new), [[3, *new, 4]]).data)
    assert Model(data).output_shapes == wanted.output_shapes
    pack = next(op for op in Model(data).subgraphs[0].operators if op.kind == "PACK")
    scale = 2 if kind == "TRANSPOSE_CONV" else 1
    assert [constant(data, pack.index, k)[0] for k in (1, 2)] == [scale * n for n in new]


def test_a_written_out_size_that_nobody_decides_is_refused() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([2, 5, 3], name="x")
    shape = graph.op("SHAPE", [x], [[3]], dtype="INT32", out_type=2)
    cut = [graph.const(np.array([n], np.int32)) for n in (0, 1, 1)]
    batch = graph.op("STRIDED_SLICE", [shape, *cut], [[]], dtype="INT32", shrink_axis_mask=1)
    sizes = [batch, graph.const(np.int32(5))]
    target = graph.op("PACK", sizes, [[2]], dtype="INT32", values_count=2)
    zero = graph.const(np.float32(0))
    graph.output(graph.op("FILL", [target, zero], [[2, 5]], dtype="FLOAT32"))
    with pytest.raises(ResizeError, match="the size 5 in the shape it puts together"):
        resize(bytes(model.finish()), [[2, 7, 3]])
    assert resize(bytes(model.finish()), [[4, 5, 3]]).outputs_after == [(4, 5)]


def test_a_joined_batch_is_no_result() -> None:
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x = graph.input([5, 1, 12], name="x")
    flat = graph.op("RESHAPE", [x, graph.const(np.array([5, 12], np.int32))], [[5, 12]])
    graph.output(graph.op("RELU", [flat], [[5, 12]]))
    with pytest.raises(ResizeError, match="would hold 15 rows on axis 0, those of all batches"):
        resize(bytes(model.finish()), [[5, 3, 12]])


def masked(steps: int) -> bytes:
    """A causal mask beside a padding mask that is given: its rows meet a 1 before they are used."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    x, given = graph.input([2, steps, 4], name="x"), graph.input([2, 1, steps], "BOOL", name="mask")
    causal = graph.const(np.tril(np.ones((1, steps, steps), bool)))
    both = graph.op("LOGICAL_AND", [causal, given], [[2, steps, steps]], dtype="BOOL")
    zero, low = graph.const(np.float32(0)), graph.const(np.float32(-1e9))
    bias = graph.op("SELECT_V2", [both, zero, low], [[2, steps, steps]], dtype="FLOAT32")
    scores = graph.op("BATCH_MATMUL", [x, x], [[2, steps, steps]], adjoint_rhs=True)
    graph.output(graph.op("ADD", [scores, bias], [[2, steps, steps]]))
    return bytes(model.finish())


@pytest.mark.parametrize(("old", "new"), [(6, 9), (9, 6)])
def test_a_mask_that_meets_a_single_row_follows_its_consumer(old: int, new: int) -> None:
    data = resize(masked(old), {"x": [2, new, 4], "mask": [2, 1, new]}).data
    wanted, got = (Model(d).subgraphs[0] for d in (masked(new), data))
    assert [t.dims for t in got.tensors] == [t.dims for t in wanted.tensors]
    index = got.operators[0].inputs[0]
    held = Model(data).data(got.tensors[index])
    assert held is not None
    assert np.array_equal(np.frombuffer(held, bool).reshape(new, new), np.tril(np.ones((new, new))))


def enlarged(height: int) -> bytes:
    """ConvTranspose2d(kernel 3, stride 2, padding 1): the padding is cut off behind it."""
    model = ModelBuilder(kind="circle")
    graph = model.graph()
    x = graph.input([1, height, 5, 4], name="x")
    full = [1, 2 * height + 1, 11, 4]
    operands = [graph.const(np.array(full, np.int32)), graph.const(np.ones((4, 3, 3, 4), "f4")), x]
    options = {"padding": 1, "stride_h": 2, "stride_w": 2}
    y = graph.op("TRANSPOSE_CONV", operands, [full], dtype="FLOAT32", **options)
    cut = [1, 2 * height - 1, 9, 4]
    begin, size = (graph.const(np.array(n, np.int32)) for n in ([0, 1, 1, 0], cut))
    graph.output(graph.op("SLICE", [y, begin, size], [cut]))
    return bytes(model.finish())


def test_the_padding_of_a_transposed_convolution_is_cut_off_again() -> None:
    result = resize(enlarged(4), [[1, 7, 5, 4]])
    assert constant(result.data, 1, 2) == [1, 13, 9, 4]
    assert "cut off at both ends" in str(result.report)


def test_a_refusal_shows_no_symbols_of_ours() -> None:
    ledger = Ledger(Sizes())
    ledger.block("axis 1 becomes 2*~0.29.1.1 + 3, not 7")
    assert ledger.blockers == ["axis 1 becomes 2*? + 3, not 7"]


def picked_by(operator: str, rows: np.ndarray, **options: int) -> bytes:
    """One operator that picks many rows of a graph input."""
    model = ModelBuilder(kind="tflite")
    graph = model.graph()
    operands = [graph.input([100, 3], name="x"), graph.const(rows.astype(np.int32), name="rows")]
    graph.output(graph.op(operator, operands, [[80, 3]], **options))
    return bytes(model.finish())


@pytest.mark.parametrize("operator", ["GATHER", "GATHER_ND"])
def test_rows_that_are_gone_cannot_be_picked(operator: str) -> None:
    rows = np.arange(89, 9, -1).reshape((80,) if operator == "GATHER" else (80, 1))
    options = {"axis": 0} if operator == "GATHER" else {}
    data = picked_by(operator, rows, **options)
    with pytest.raises(ResizeError, match=r"'rows' picks rows \[.*89\] of axis 0, 100 -> 89"):
        resize(data, [[89, 3]])
    assert Model(resize(data, [[90, 3]]).data).output_shapes == [(80, 3)]
    assert Model(resize(data, [[120, 3]]).data).output_shapes == [(80, 3)]
