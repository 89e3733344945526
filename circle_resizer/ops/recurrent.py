"""RNN, its sequences and SVDF. Sequences are [b,t,i], or [t,b,i] when time_major."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, Axis, AxisKind, parameters, placed, stays
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Sizes, Value, shown
from circle_resizer.schema.options import (
    BidirectionalSequenceLSTMOptions,
    BidirectionalSequenceRNNOptions,
    SequenceRNNOptions,
    SVDFOptions,
)
from circle_resizer.symbolic.dim import Dim, differ, product

Bidirectional: TypeAlias = BidirectionalSequenceLSTMOptions | BidirectionalSequenceRNNOptions


def steps(operand: int, x: Value | None, outputs: int = 1, *, time_major: bool) -> Axes:
    """[b,t,i] (or [t,b,i]): rows of the batch are apart, steps follow one another."""
    special = {0 if time_major else 1: AxisKind.SEQUENTIAL, 2: AxisKind.REDUCED}
    return stays(operand, x, special, outputs) if x and x.shape and len(x.shape) == 3 else {}


def memory(operand: int, state: Value | None, batch: int, outputs: int = 1) -> Axes:
    """A state [b,u]: one row for each of the batch, which is axis ``batch`` of the outputs."""
    ready = state is not None and state.shape is not None and len(state.shape) == 2
    return placed(operand, [batch, AxisKind.REDUCED], outputs) if ready else {}


def rnn_axes(x: Value, *rest: Value) -> Axes:
    """Rows of the batch are apart."""
    return stays(0, x, {1: AxisKind.REDUCED}) | parameters(1, *rest[:3]) | memory(4, rest[3], 0)


@rule("RNN", axes=rnn_axes)
def rnn(x: Value, weights: Value, recurrent: Value, bias: Value, state: Value) -> Sizes:
    """[b,i] with weights [u,i] and [u,u], bias [u], state [b,u] -> [b,u].

    (TFLite basic_rnn.cc, Prepare)
    """
    batch, depth = x.dims(2)
    units = simple_cell(depth, weights, recurrent, bias)
    expect(state, batch, units)
    return batch, units


def sequence_rnn_axes(x: Value, *rest: Value, opt: SequenceRNNOptions) -> Axes:
    """Rows of the batch are apart."""
    batch = 1 if opt.time_major else 0
    sequence = steps(0, x, time_major=opt.time_major)
    return sequence | parameters(1, *rest[:3]) | memory(4, rest[3], batch)


@rule("UNIDIRECTIONAL_SEQUENCE_RNN", axes=sequence_rnn_axes)
def unidirectional_sequence_rnn(
    x: Value,
    weights: Value,
    recurrent: Value,
    bias: Value,
    state: Value,
    *,
    opt: SequenceRNNOptions,
) -> Sizes:
    """[b,t,i] -> [b,t,u] (TFLite unidirectional_sequence_rnn.cc, Prepare)."""
    first, second, depth = x.dims(3)
    units = simple_cell(depth, weights, recurrent, bias)
    expect(state, second if opt.time_major else first, units)
    return first, second, units


def memories(rest: Sequence[Value | None], places: Iterable[int], batch: int, outputs: int) -> Axes:
    """The states among the operands behind the first; one of another rank is opaque."""
    found: Axes = {}
    for i in places:
        state = rest[i] if i < len(rest) else None
        rank = len(state.shape or ()) if state is not None else 0
        found |= {(i + 1, axis): Axis(AxisKind.OPAQUE) for axis in range(rank)}
        found |= memory(i + 1, state, batch, outputs)
    return found


def bidirectional_axes(
    x: Value, rest: Sequence[Value | None], states: Sequence[int], opt: Bidirectional
) -> Axes:
    """Rows of the batch are apart, also in the auxiliary input, which follows the last state."""
    batch, outputs = 1 if opt.time_major else 0, 1 if opt.merge_outputs else 2
    found = steps(0, x, outputs, time_major=opt.time_major) | parameters(1, *rest)
    auxiliary = states[-1] + 1
    if len(rest) > auxiliary:
        found |= steps(auxiliary + 1, rest[auxiliary], outputs, time_major=opt.time_major)
    return found | memories(rest, states, batch, outputs)


def bidirectional_rnn_axes(
    x: Value, *rest: Value | None, opt: BidirectionalSequenceRNNOptions
) -> Axes:
    """The states follow the weights of their direction."""
    return bidirectional_axes(x, rest, (3, 7), opt)


@rule("BIDIRECTIONAL_SEQUENCE_RNN", axes=bidirectional_rnn_axes, many=True)
def bidirectional_sequence_rnn(  # noqa: PLR0917  (operands of the file)
    x: Value,
    weights: Value,
    recurrent: Value,
    bias: Value,
    state: Value,
    back_weights: Value,
    back_recurrent: Value,
    back_bias: Value,
    back_state: Value,
    aux: Value | None = None,
    aux_weights: Value | None = None,
    back_aux_weights: Value | None = None,
    *,
    opt: BidirectionalSequenceRNNOptions,
) -> list[Answer]:
    """[b,t,i] -> [b,t,u] and [b,t,v], or both in one [b,t,u+v] when merged.

    (TFLite bidirectional_sequence_rnn.cc, Prepare)
    """
    first, second, depth = x.dims(3)
    batch = second if opt.time_major else first
    units = simple_cell(depth, weights, recurrent, bias)
    back_units = simple_cell(depth, back_weights, back_recurrent, back_bias)
    expect(state, batch, units)
    expect(back_state, batch, back_units)
    if aux and aux_weights and back_aux_weights:
        expect(aux, first, second, aux.dims(3)[2])
        expect(aux_weights, units, aux.dims(3)[2])
        expect(back_aux_weights, back_units, aux.dims(3)[2])
    if opt.merge_outputs:
        return [(first, second, units + back_units)]
    return [(first, second, units), (first, second, back_units)]


def svdf_axes(x: Value, *rest: Value | None) -> Axes:
    """Rows of the batch are apart."""
    state = memory(4, rest[3], 0) if len(rest) > 3 else {}
    return stays(0, x, {1: AxisKind.REDUCED}) | parameters(1, *rest[:3]) | state


@rule("SVDF", axes=svdf_axes)
def svdf(
    x: Value,
    feature: Value,
    time: Value,
    bias: Value | None = None,
    state: Value | None = None,
    *,
    opt: SVDFOptions,
) -> Sizes:
    """[b,i] with [filters,i] and [filters,memory] -> [b,filters/rank].

    The state is [b,memory*filters] (TFLite svdf.cc, Prepare).
    """
    batch, depth = x.dims(2)
    filters, memory = time.dims(2)
    if opt.rank < 1 or differ(filters % opt.rank, 0):
        raise RuleError(f"{filters} filters are not a multiple of the rank {opt.rank}")
    expect(feature, filters, depth)
    if bias is not None:
        expect(bias, filters // opt.rank)
    if state is not None:
        expect(state, batch, memory * filters)
    return batch, filters // opt.rank


def simple_cell(depth: Dim, weights: Value, recurrent: Value, bias: Value) -> Dim:
    """Number of units of a plain recurrent cell, its weights checked."""
    units, _ = weights.dims(2)
    expect(weights, units, depth)
    expect(recurrent, units, units)
    expect(bias, units)
    return units


def expect(value: Value, *sizes: Dim) -> None:
    """The tensor has exactly these sizes."""
    dims = value.dims(len(sizes))
    if any(map(differ, dims, sizes)):
        raise RuleError(f"'{value.name}' is {shown(dims)}, expected {shown(sizes)}")


def expect_count(value: Value, *sizes: Dim) -> None:
    """The tensor has as many elements as these sizes, in whatever rank."""
    if value.shape is not None and differ(product(value.shape), product(sizes)):
        raise RuleError(
            f"'{value.name}' {shown(value.shape)} holds {product(value.shape)} elements, "
            f"expected {shown(sizes)}"
        )
