"""One export of a decoder with a cache; prefill of 8, 32 and 128 and decode from the file.

pip install torch tico onert one-resize
python recipe.py
"""
# ruff: noqa: INP001, T201  # a script, no package

import onert
import tico
import torch
from torch import Tensor, nn

from circle_resizer import resize

WORDS, WIDTH, HEADS, PAST = 50, 32, 4, 128


class Decoder(nn.Module):
    """Tokens, a mask and the keys and values of before; logits and the keys and values of now."""

    def __init__(self) -> None:
        super().__init__()
        self.embed, self.head = nn.Embedding(WORDS, WIDTH), nn.Linear(WIDTH, WORDS)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(
        self, ids: Tensor, mask: Tensor, keys: Tensor, values: Tensor
    ) -> tuple[Tensor, ...]:
        """[1,s] -> [1,s,words] and the keys and values of s steps."""
        x, (batch, steps) = self.embed(ids), ids.shape
        parts = self.qkv(x).view(batch, steps, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        k, v = torch.cat([keys, parts[1]], 2), torch.cat([values, parts[2]], 2)
        scores = torch.softmax(parts[0] @ k.transpose(-1, -2) / 8**0.5 + mask, -1)
        mixed = (scores @ v).permute(0, 2, 1, 3).reshape(batch, steps, WIDTH)
        return self.head(x + self.out(mixed)), parts[1], parts[2]


def inputs(steps: int) -> tuple[Tensor, ...]:
    """Tokens, a causal mask over cache and tokens, and a cache."""
    mask = torch.triu(torch.full((1, 1, steps, PAST + steps), -100.0), PAST + 1)
    cache = torch.randn(2, 1, HEADS, PAST, WIDTH // HEADS)
    return torch.randint(WORDS, (1, steps)), mask, cache[0], cache[1]


network = Decoder().eval()
tico.convert(network, inputs(4)).save("decoder.circle")
for name, steps in (("prefill8", 8), ("prefill32", 32), ("prefill128", 128), ("decode", 1)):
    resize("decoder.circle", {"ids": [None, steps]}).save(f"{name}.circle")
    given = inputs(steps)
    answer = onert.infer.session(f"{name}.circle", "cpu").infer([x.numpy() for x in given])
    error = (torch.tensor(answer[0]) - network(*given)[0]).abs().max()
    print(f"{name}: logits {list(answer[0].shape)}, off by {error:.1e}")
