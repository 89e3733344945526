"""LSTM and its sequences. Sequences are [b,t,i], or [t,b,i] when time_major.

The operands of one direction are, in this order: 4 weights of the input, 4 of the recurrent
output, 3 of the cell, 4 biases (always for the input, forget, cell and output gate), projection
weights and bias. Some may be left out: the input gate, the cell weights, the projection.
"""

from collections.abc import Sequence

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, parameters, stays
from circle_resizer.inference.rules import Answer, rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.recurrent import (
    bidirectional_axes,
    expect,
    expect_count,
    memories,
    steps,
)
from circle_resizer.schema.options import (
    BidirectionalSequenceLSTMOptions,
    LSTMOptions,
    UnidirectionalSequenceLSTMOptions,
)
from circle_resizer.symbolic.dim import Dim

BASIC = 1
"""``kernel_type`` of the fused form: one weight matrix for all gates."""
DIRECTION = 17
"""Number of operands of one direction."""


def lstm_axes(x: Value, *rest: Value | None, opt: LSTMOptions) -> Axes:
    """Rows of the batch are apart."""
    basic_form = opt.kernel_type == BASIC
    outputs, places = (4, (0, 3)) if basic_form else (1, (DIRECTION, DIRECTION + 1))
    found = stays(0, x, {1: AxisKind.REDUCED}, outputs) | parameters(1, *rest)
    return found | memories(rest, places, 0, outputs)


@rule("LSTM", axes=lstm_axes, many=True)
def lstm(x: Value, *rest: Value | None, opt: LSTMOptions) -> list[Answer]:
    """[b,i] -> [b,o] (TFLite lstm.cc, full::Prepare and basic::Prepare)."""
    if opt.kernel_type == BASIC:
        return basic(x, rest)
    batch, depth = x.dims(2)
    cells, outputs = direction(rest[:DIRECTION], depth)
    states(rest[DIRECTION:], batch, cells, outputs)
    return [(batch, outputs)]


def basic(x: Value, rest: Sequence[Value | None]) -> list[Answer]:
    """[b,i], activation [b,a], [4a,i+a], [4a], state [b,a] -> activation, state, two scratches."""
    names = ("activation", "weights", "bias", "state")
    activation, weights, bias, state = (needed(rest, i, n) for i, n in enumerate(names))
    batch, depth = x.dims(2)
    _, units = activation.dims(2)
    expect(activation, batch, units)
    expect(weights, 4 * units, depth + units)
    expect(bias, 4 * units)
    expect(state, batch, units)
    return [(batch, units), (batch, units), (batch, depth + units), (batch, 4 * units)]


def sequence_lstm_axes(
    x: Value, *rest: Value | None, opt: UnidirectionalSequenceLSTMOptions
) -> Axes:
    """Rows of the batch are apart."""
    found = steps(0, x, time_major=opt.time_major) | parameters(1, *rest)
    batch = 1 if opt.time_major else 0
    return found | memories(rest, (DIRECTION, DIRECTION + 1), batch, 1)


@rule("UNIDIRECTIONAL_SEQUENCE_LSTM", axes=sequence_lstm_axes)
def unidirectional_sequence_lstm(
    x: Value, *rest: Value | None, opt: UnidirectionalSequenceLSTMOptions
) -> Sizes:
    """[b,t,i] -> [b,t,o] (TFLite unidirectional_sequence_lstm.cc, Prepare)."""
    first, second, depth = x.dims(3)
    cells, outputs = direction(rest[:DIRECTION], depth)
    states(rest[DIRECTION:], second if opt.time_major else first, cells, outputs)
    return first, second, outputs


def bidirectional_lstm_axes(
    x: Value, *rest: Value | None, opt: BidirectionalSequenceLSTMOptions
) -> Axes:
    """The four states follow the weights of both directions."""
    return bidirectional_axes(x, rest, range(2 * DIRECTION, 2 * DIRECTION + 4), opt)


@rule("BIDIRECTIONAL_SEQUENCE_LSTM", axes=bidirectional_lstm_axes, many=True)
def bidirectional_sequence_lstm(
    x: Value, *rest: Value | None, opt: BidirectionalSequenceLSTMOptions
) -> list[Answer]:
    """[b,t,i] -> [b,t,o] and [b,t,p], or both in one [b,t,o+p] when merged.

    (TFLite bidirectional_sequence_lstm.cc, Prepare)
    """
    first, second, depth = x.dims(3)
    batch = second if opt.time_major else first
    tail = rest[2 * DIRECTION :]
    check_auxiliary(tail[4:], first, second)
    cells, outputs = direction(rest[:DIRECTION], depth)
    back_cells, back_outputs = direction(rest[DIRECTION : 2 * DIRECTION], depth)
    states(tail[:2], batch, cells, outputs)
    states(tail[2:4], batch, back_cells, back_outputs)
    if opt.merge_outputs:
        return [(first, second, outputs + back_outputs)]
    return [(first, second, outputs), (first, second, back_outputs)]


def direction(operands: Sequence[Value | None], depth: Dim) -> tuple[Dim, Dim]:
    """(number of cells, number of outputs) of one direction, its weights checked."""
    cells, _ = needed(operands, 3, "input_to_output_weights").dims(2)
    back = needed(operands, 7, "recurrent_to_output_weights")
    diagonal = back.shape is not None and len(back.shape) == 1
    outputs = cells if diagonal else back.dims(2)[1]
    for weights in filter(None, operands[:4]):
        expect(weights, cells, depth)
    for weights in filter(None, operands[4:8]):
        expect(weights, *((cells,) if diagonal else (cells, outputs)))
    for vector in filter(None, operands[8:15]):
        expect(vector, cells)
    for projection in filter(None, operands[15:16]):
        expect(projection, outputs, cells)
    for bias in filter(None, operands[16:17]):
        expect(bias, outputs)
    return cells, outputs


def check_auxiliary(operands: Sequence[Value | None], first: Dim, second: Dim) -> None:
    """The auxiliary input is [first,second,depth], and all of its weights [rows,depth]."""
    if operands and operands[0] is not None:
        depth = operands[0].dims(3)[2]
        expect(operands[0], first, second, depth)
        for weights in filter(None, operands[1:]):
            expect(weights, weights.dims(2)[0], depth)


def states(operands: Sequence[Value | None], batch: Dim, cells: Dim, outputs: Dim) -> None:
    """Activation and cell state hold one row for each of the batch; what follows is per cell."""
    expect_count(needed(operands, 0, "activation_state"), batch, outputs)
    expect_count(needed(operands, 1, "cell_state"), batch, cells)
    for coefficients in filter(None, operands[2:]):
        expect(coefficients, cells)


def needed(operands: Sequence[Value | None], index: int, name: str) -> Value:
    """An operand that must be there."""
    found = operands[index] if index < len(operands) else None
    if found is None:
        raise RuleError(f"operand '{name}' is missing")
    return found
