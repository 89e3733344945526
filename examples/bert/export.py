"""Write bert.circle: a small BERT with random weights, exported by TICO at batch 1.

    pip install torch==2.13.0 tico
    python export.py

The batch of 1 ends up in every shape that the network holds as a constant.
"""
# ruff: noqa: INP001  # a script beside its model, no package

from __future__ import annotations

import warnings
from pathlib import Path

import tico
import torch
from torch import Tensor, nn

WORDS, LENGTH, WIDTH, HEADS = 50, 16, 32, 4
HEAD = WIDTH // HEADS


class Attention(nn.Module):
    """Self-attention written with view and permute, as BERT's own code has it."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """[b,s,w] -> [b,s,w]."""
        batch, length = x.shape[:2]
        q, k, v = (
            layer(x).view(batch, length, HEADS, HEAD).permute(0, 2, 1, 3)
            for layer in (self.query, self.key, self.value)
        )
        scores = torch.softmax(q @ k.transpose(-1, -2) / HEAD**0.5 + mask, -1)
        return self.out((scores @ v).permute(0, 2, 1, 3).reshape(batch, length, WIDTH))


class Layer(nn.Module):
    """Attention and a feed-forward network, each with its skip connection."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = Attention()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.wide, self.narrow = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """[b,s,w] -> [b,s,w]."""
        x = self.norm1(x + self.attention(x, mask))
        return self.norm2(x + self.narrow(nn.functional.gelu(self.wide(x))))


class Bert(nn.Module):
    """Token numbers and a padding mask in, two scores for each row out."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.start = nn.Parameter(torch.randn(1, 1, WIDTH))
        self.layers = nn.ModuleList([Layer(), Layer()])
        self.pooler, self.scores = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 2)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """[b,s], [b,s+1] -> [b,2]."""
        x = self.words(ids) + self.places(torch.arange(LENGTH).expand(ids.shape[0], -1))
        x = torch.cat((self.start.expand(ids.shape[0], -1, -1), x), 1)
        hidden = (1.0 - mask[:, None, None, :]) * -10000.0
        for layer in self.layers:
            x = layer(x, hidden)
        return self.scores(torch.tanh(self.pooler(x[:, 0])))


def main() -> None:
    """Export with fixed weights."""
    torch.manual_seed(0)
    ids = torch.ones(1, LENGTH, dtype=torch.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = tico.convert(Bert().eval(), (ids, torch.ones(1, LENGTH + 1)))
    (Path(__file__).parent / "bert.circle").write_bytes(model.circle_binary)


if __name__ == "__main__":
    main()
