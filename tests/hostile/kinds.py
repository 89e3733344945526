"""Files that cost much for their size, each of any size: (file, shapes to ask)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.support.build import ModelBuilder, Shared

Asked = list[list[int]]
Made = tuple[bytes, Asked]
KINDS: dict[str, Callable[[int], Made]] = {}
INTS = np.int32


def kind(make: Callable[[int], Made]) -> Callable[[int], Made]:
    KINDS[make.__name__] = make
    return make


def loop_over(count: int, condition: Callable[[object, int, int], int]) -> Made:
    """A WHILE that counts to 4; ``condition`` makes what it asks of (graph, comparison)."""
    model = ModelBuilder("circle")
    main, cond, body = model.graph(), model.graph(), model.graph()
    x = main.input([2, 3])
    states = [main.const(INTS(0)), x]
    _, y = main.op(
        "WHILE", states, [[], [2, 3]], dtype=["INT32", "FLOAT32"],
        cond_subgraph_index=1, body_subgraph_index=2,
    )  # fmt: skip
    main.output(y)
    i, _ = cond.input([], "INT32"), cond.input([2, 3])
    less = cond.op("LESS", [i, cond.const(INTS(4))], [[]], dtype="BOOL")
    cond.output(condition(cond, less, count))
    i, y = body.input([], "INT32"), body.input([2, 3])
    body.output(body.op("ADD", [i, body.const(INTS(1))], [[]], dtype="INT32"), y)
    return model.finish(), [[4, 3]]


@kind
def condition_of_ands(count: int) -> Made:
    def ands(cond, less, count):
        for _ in range(count):
            less = cond.op("LOGICAL_AND", [less, less], [[]], dtype="BOOL")
        return less

    return loop_over(count, ands)


@kind
def condition_of_two_ands_in_turn(count: int) -> Made:
    def ands(cond, less, count):
        a, b = less, less
        for _ in range(count // 2):
            a, b = (cond.op("LOGICAL_AND", pair, [[]], dtype="BOOL") for pair in ([a, b], [b, a]))
        return b

    return loop_over(count, ands)


def chain(count: int, name: str, *constants: object, asked: tuple[int, int] = (4, 3)) -> Made:
    """An operator again and again, with the same constants."""
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    operands = [graph.const(each) for each in constants]
    for _ in range(count):
        x = graph.op(name, [x, *operands], [[2, 3]])
    graph.output(x)
    return model.finish(), [list(asked)]


@kind
def operators(count: int) -> Made:
    return chain(count, "ABS")


@kind
def operators_of_unknown_size(count: int) -> Made:
    return chain(count, "ABS", asked=(-1, 3))


@kind
def reshapes(count: int) -> Made:
    return chain(count, "RESHAPE", np.array([2, 3], INTS))


@kind
def tables(count: int) -> Made:
    """Constants that have to follow, one for all."""
    return chain(count, "ADD", np.ones((2, 3), np.float32))


@kind
def factors(count: int) -> Made:
    return chain(count, "MUL", np.ones((1, 3), np.float32))


@kind
def squares(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    for _ in range(count // 2):
        y = graph.op("ABS", [x], [[2, 3]])
        x = graph.op("MUL", [x, y], [[2, 3]])
    graph.output(x)
    return model.finish(), [[4, 3]]


@kind
def sums_over_the_batch(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([1, 3])
    axis = graph.const(np.array([0], INTS))
    for _ in range(count // 2):
        y = graph.op("SUM", [x, axis], [[1, 3]], keep_dims=True)
        x = graph.op("ADD", [x, y], [[1, 3]])
    graph.output(x)
    return model.finish(), [[4, 3]]


@kind
def refusals(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([1, 7])
    w = graph.const(np.ones((5, 7), np.float32))
    for _ in range(count):
        y = graph.op("ADD", [x, w], [[5, 7]])
    graph.output(y)
    return model.finish(), [[4, 7]]


@kind
def long_name(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([1, 7], name="n" * (200 * count))
    w = graph.const(np.ones((5, 7), np.float32))
    for _ in range(count // 8):
        y = graph.op("ADD", [x, w], [[5, 7]])
    graph.output(y)
    return model.finish(), [[4, 7]]


@kind
def slices(count: int) -> Made:
    """Halves of one input, each of which meets an input of its own."""
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([8, 4])
    begin, stride = graph.const(np.array([0, 0], INTS)), graph.const(np.array([1, 1], INTS))
    for _ in range(count // 8):
        end = graph.const(np.array([4, 4], INTS))
        half = graph.op("STRIDED_SLICE", [x, begin, end, stride], [[4, 4]])
        graph.output(graph.op("ADD", [half, graph.input([4, 4])], [[4, 4]]))
    return model.finish(), [[12, 4], *[[6, 4]] * (count // 8)]


@kind
def slices_of_slices(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([8, 4])
    begin, stride = graph.const(np.array([0, 0], INTS)), graph.const(np.array([1, 1], INTS))
    for _ in range(count // 4):
        end = graph.const(np.array([4, 4], INTS))
        half = graph.op("STRIDED_SLICE", [x, begin, end, stride], [[4, 4]])
        y = graph.op("ADD", [half, graph.input([4, 4])], [[4, 4]])
        x = graph.op("CONCATENATION", [y, y], [[8, 4]], axis=0)
    graph.output(x)
    return model.finish(), [[12, 4], *[[6, 4]] * (count // 4)]


@kind
def halves(count: int) -> Made:
    """Padded and halved again and again: floors inside floors."""
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([64, 3])
    zero, stride = (graph.const(np.array(each, INTS)) for each in ([0, 0], [2, 1]))
    pads = graph.const(np.array([[33, 33], [0, 0]], INTS))
    for _ in range(count // 2):
        x = graph.op("PAD", [x, pads], [[130, 3]])
        x = graph.op("STRIDED_SLICE", [x, zero, zero, stride], [[65, 3]], begin_mask=3, end_mask=3)
    graph.output(x)
    return model.finish(), [[80, 3]]


@kind
def inputs_and_outputs(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    for _ in range(count):
        graph.output(graph.op("ABS", [graph.input([2, 3])], [[2, 3]]))
    return model.finish(), [[4, 3]] * count


@kind
def readers_of_one_tensor(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    for _ in range(count):
        graph.output(graph.op("MUL", [x, x], [[2, 3]]))
    return model.finish(), [[4, 3]]


@kind
def slices_of_an_input(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 9])
    begin, size = graph.const(np.array([0, 3], INTS)), graph.const(np.array([2, 3], INTS))
    for _ in range(count // 2):
        graph.output(graph.op("SLICE", [x, begin, size], [[2, 3]]))
    return model.finish(), [[4, 9]]


@kind
def parts_of_one_axis(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    many = [graph.op("ABS", [x], [[2, 3]]) for _ in range(count // 2)]
    graph.output(graph.op("CONCATENATION", many, [[2 * len(many), 3]], axis=0))
    return model.finish(), [[4, 3]]


@kind
def resized_images(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([1, 4, 4, 3])
    for _ in range(count // 8):
        size = graph.const(np.array([8, 8], INTS))
        y = graph.op("RESIZE_BILINEAR", [x, size], [[1, 8, 8, 3]])
        x = graph.op(
            "MAX_POOL_2D", [y], [[1, 4, 4, 3]],
            stride_w=2, stride_h=2, filter_width=2, filter_height=2,
        )  # fmt: skip
    graph.output(x)
    return model.finish(), [[1, 6, 6, 3]]


@kind
def calls(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    for index in range(count // 8):
        x = graph.op("CALL", [x], [[2, 3]], subgraph=index + 1)
        inner = model.graph()
        inner.output(inner.op("ABS", [inner.input([2, 3])], [[2, 3]]))
    graph.output(x)
    return model.finish(), [[4, 3]]


@kind
def operators_on_one_table(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    y = graph.op("ADD_N", [x] * 60, [[2, 3]])
    graph.operators *= 16 * count
    graph.output(y)
    return model.finish(), [[4, 3]]


@kind
def subgraphs_on_one_table(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    graph.output(graph.op("ABS", [graph.input([2, 3])], [[2, 3]]))
    model.graphs *= 16 * count
    return model.finish(), [[4, 3]]


@kind
def tensors_on_one_table(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    graph.output(graph.op("ABS", [x], [[2, 3]]))
    graph.tensors += [graph.tensors[0]] * (16 * count)
    return model.finish(), [[4, 3]]


@kind
def operators_on_one_vector(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    many = Shared([x] * count)
    for _ in range(count):
        graph.op("ADD_N", [x], [[2, 3]])
        graph.operators[-1].values["inputs"] = many
    graph.output(x)
    return model.finish(), [[4, 3]]


@kind
def segment_ids(count: int) -> Made:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    ids = graph.const(np.array([count << 16, 0, 1, 1], INTS))
    data = graph.const(np.array([1, 2, 3, 4], INTS))
    graph.output(graph.op("SEGMENT_SUM", [data, ids], [[2]], dtype="INT32"))
    graph.output(graph.op("ABS", [x], [[2, 3]]))
    return model.finish(), [[4, 3]]
