"""Recurrent networks, which TICO unrolls: the batch may change, the number of steps may not."""

import torch
from torch import nn
from torch_pair import floats, main, network, pair, seeded, stuck


class Cell(nn.Module):
    def __init__(self, kind: type[nn.RNNBase]) -> None:
        super().__init__()
        self.steps, self.out = kind(5, 6, batch_first=True), nn.Linear(6, 3)

    def forward(self, x):
        return self.out(self.steps(x)[0])


@network
def lstm():
    module = seeded(Cell(nn.LSTM))
    pair("lstmpt_b", module, (floats(1, 3, 5),), (floats(4, 3, 5),))
    pair("lstmpt2_b", module, (floats(2, 3, 5),), (floats(5, 3, 5),))
    stuck("lstmpt_t", module, (floats(1, 3, 5),), (floats(1, 5, 5),))


@network
def gru():
    module = seeded(Cell(nn.GRU))
    pair("grupt_b", module, (floats(2, 3, 5),), (floats(3, 3, 5),))
    stuck("grupt_t", module, (floats(2, 3, 5),), (floats(2, 5, 5),))


@network
def rnn():
    module = seeded(Cell(nn.RNN))
    pair("rnnpt_b", module, (floats(1, 3, 5),), (floats(2, 3, 5),))


class Stepped(nn.Module):
    """One step with the state as an input and an output."""

    def __init__(self) -> None:
        super().__init__()
        self.cell, self.out = nn.LSTMCell(5, 6), nn.Linear(6, 3)

    def forward(self, x, hidden, state):
        hidden, state = self.cell(x, (hidden, state))
        return self.out(hidden), hidden, state


def state(batch: int) -> tuple[torch.Tensor, ...]:
    return floats(batch, 5), floats(batch, 6, seed=2), floats(batch, 6, seed=3)


@network
def lstmcell():
    pair("lstmcell_b", seeded(Stepped()), state(1), state(4))


class Scan(nn.Module):
    """A linear recurrence as a matrix of powers of a decay (a retention layer)."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(6, 18), nn.Linear(6, 6)
        at = torch.arange(length)
        gap = at[:, None] - at[None, :]
        self.decay = torch.where(gap >= 0, 0.75 ** gap.clamp(min=0), 0.0)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.out((q @ k.transpose(1, 2) * self.decay) @ v)


@network
def retention():
    module = seeded(Scan(5))
    pair("retention_b", module, (floats(1, 5, 6),), (floats(3, 5, 6),))
    pair("retention_s", module, (floats(2, 5, 6),), (floats(2, 8, 6),), seeded(Scan(8)))


if __name__ == "__main__":
    main()
