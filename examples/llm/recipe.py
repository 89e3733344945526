"""Prefill of 8, 32 and 128 and decode from one export. Needs torch, tico, onert, one-resize."""

import onert
import tico
import torch

from circle_resizer import resize

WORDS, WIDTH, HEADS, PAST = 50, 32, 4, 128


class Decoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = torch.nn.Embedding(WORDS, WIDTH), torch.nn.Linear(WIDTH, WORDS)
        self.qkv, self.out = torch.nn.Linear(WIDTH, 3 * WIDTH), torch.nn.Linear(WIDTH, WIDTH)

    def forward(self, ids, mask, keys, values):  # -> logits, and keys and values of these steps
        x, (batch, steps) = self.embed(ids), ids.shape
        q, k, v = self.qkv(x).view(batch, steps, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        scores = q @ torch.cat([keys, k], 2).mT / 8**0.5 + mask
        mixed = (scores.softmax(-1) @ torch.cat([values, v], 2)).permute(0, 2, 1, 3)
        return self.head(x + self.out(mixed.reshape(batch, steps, WIDTH))), k, v


def inputs(steps):  # tokens, a causal mask over cache and tokens, a cache
    mask = torch.triu(torch.full((1, 1, steps, PAST + steps), -100.0), PAST + 1)
    return torch.randint(WORDS, (1, steps)), mask, *torch.randn(2, 1, HEADS, PAST, WIDTH // HEADS)


network = Decoder().eval()
tico.convert(network, inputs(4)).save("decoder.circle")
for name, steps in {"prefill8": 8, "prefill32": 32, "prefill128": 128, "decode": 1}.items():
    resize("decoder.circle", {"ids": [None, steps]}).save(f"{name}.circle")
    given = inputs(steps)
    logits = onert.infer.session(f"{name}.circle").infer([x.numpy() for x in given])[0]
    error = (torch.tensor(logits) - network(*given)[0]).abs().max()
    print(f"{name}: logits {list(logits.shape)}, off by {error:.1e}")
