"""Variable tensors that hold the state of recurrent operators."""

from __future__ import annotations

from circle_resizer.generalize.context import Context
from circle_resizer.generalize.registry import generalizes
from circle_resizer.schema.options import (
    BidirectionalSequenceLSTMOptions,
    BidirectionalSequenceRNNOptions,
    Options,
    SequenceRNNOptions,
    UnidirectionalSequenceLSTMOptions,
)
from circle_resizer.symbolic.dim import Sym


@generalizes(
    "LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM", "BIDIRECTIONAL_SEQUENCE_LSTM", "RNN",
    "UNIDIRECTIONAL_SEQUENCE_RNN", "BIDIRECTIONAL_SEQUENCE_RNN", "SVDF",
)  # fmt: skip
def recurrent(ctx: Context) -> None:
    """A variable tensor as long as the batch, such as the state [B,64] of an LSTM, follows it."""
    shape = ctx.shape(0)
    if not shape:
        return
    batch = shape[1] if is_time_major(ctx.site.opt) and len(shape) == 3 else shape[0]
    stored = ctx.sizes.stored(batch)
    for k, value in enumerate(ctx.operands):
        if value is None or not value.shape or not ctx.is_variable(k):
            continue
        if isinstance(batch, Sym) and stored in {None, value.shape[0]}:
            ctx.follow_variable(k, 0, batch)


def is_time_major(opt: Options) -> bool:
    """Whether time comes before the batch."""
    sequences = (
        BidirectionalSequenceLSTMOptions, BidirectionalSequenceRNNOptions, SequenceRNNOptions,
        UnidirectionalSequenceLSTMOptions,
    )  # fmt: skip
    return isinstance(opt, sequences) and bool(opt.time_major)
