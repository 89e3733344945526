"""Decoders: one step or a chunk with the KV cache as inputs, and the whole sequence at once."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch_pair import floats, main, network, pair, seeded, tokens
from transformers import (
    Gemma2Config,
    Gemma2Model,
    GPTNeoXConfig,
    GPTNeoXModel,
    MistralConfig,
    MistralModel,
    PhiConfig,
    PhiModel,
    Qwen2Config,
    Qwen2Model,
)
from transformers.cache_utils import DynamicCache

SMALL = {
    "vocab_size": 20,
    "hidden_size": 16,
    "intermediate_size": 24,
    "num_hidden_layers": 1,
    "num_attention_heads": 4,
    "max_position_embeddings": 64,
    "attn_implementation": "eager",
}


class Whole(nn.Module):
    """Token numbers in, hidden states out; masks and rotary tables are the model's own."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids):
        return self.model(input_ids=ids, use_cache=False).last_hidden_state


class Cached(nn.Module):
    """Hidden states and new keys and values from a chunk, its mask, positions and the cache."""

    def __init__(self, model: nn.Module, layers: int) -> None:
        super().__init__()
        self.model, self.layers = model, layers

    def forward(self, ids, mask, positions, *cache):
        old = [(cache[2 * i], cache[2 * i + 1]) for i in range(self.layers)]
        past = DynamicCache(old)
        out = self.model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=positions,
            past_key_values=past,
            use_cache=True,
        )
        new = [t for layer in past.layers for t in (layer.keys, layer.values)]
        return out.last_hidden_state, *new


def step(batch: int, past: int, chunk: int, layers: int = 1) -> tuple[torch.Tensor, ...]:
    mask = torch.zeros(batch, 1, chunk, past + chunk)
    mask[..., 0] = -100.0
    positions = torch.arange(past, past + chunk).repeat(batch, 1)
    cache = [floats(batch, 2, past, 4, seed=5 + i) for i in range(2 * layers)]
    return tokens(batch, chunk), mask, positions, *cache


@network
def mistral():
    config = MistralConfig(**SMALL, num_key_value_heads=2, sliding_window=None)
    whole = seeded(Whole(MistralModel(config)))
    pair("mistral_s", whole, (tokens(1, 6),), (tokens(1, 9),))


@network
def mistral_kv():
    config = MistralConfig(**SMALL, num_key_value_heads=2, sliding_window=None)
    cached = seeded(Cached(MistralModel(config), 1))
    pair("mistralkv_bp", cached, step(1, 7, 1), step(2, 11, 1))
    pair("mistralkv_cp", cached, step(1, 8, 2), step(1, 12, 3))


@network
def qwen():
    config = Qwen2Config(**SMALL, num_key_value_heads=2)
    pair("qwen_b", seeded(Whole(Qwen2Model(config))), (tokens(1, 5),), (tokens(2, 5),))
    cached = seeded(Cached(Qwen2Model(config), 1))
    pair("qwenkv_p", cached, step(1, 6, 1), step(1, 3, 1))


@network
def gemma():
    config = Gemma2Config(**SMALL, num_key_value_heads=1, head_dim=4, sliding_window=4)
    whole = seeded(Whole(Gemma2Model(config)))
    pair("gemma_b", whole, (tokens(1, 6),), (tokens(2, 6),))
    pair("gemma_s", whole, (tokens(1, 7),), (tokens(1, 10),))


@network
def phi():
    config = PhiConfig(**SMALL, num_key_value_heads=4, partial_rotary_factor=0.5)
    whole = seeded(Whole(PhiModel(config)))
    pair("phi_bs", whole, (tokens(2, 5),), (tokens(3, 8),))


@network
def gptneox():
    config = GPTNeoXConfig(**SMALL, rotary_pct=0.5)
    whole = seeded(Whole(GPTNeoXModel(config)))
    pair("gptneox_b", whole, (tokens(1, 6),), (tokens(4, 6),))


class Alibi(nn.Module):
    """BLOOM-like attention: a bias of slope times distance, and a causal mask, both frozen."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.embed, self.qkv, self.out = nn.Embedding(20, 12), nn.Linear(12, 36), nn.Linear(12, 12)
        at = torch.arange(length)
        slopes = 2.0 ** -torch.arange(1, 5).view(4, 1, 1)
        bias = slopes * (at[None, :] - at[:, None])
        self.bias = bias.masked_fill(at[None, :] > at[:, None], -1e4)[None]

    def forward(self, ids):
        x = self.embed(ids)
        b, s, _ = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, 4, 3).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) + self.bias
        return self.out((F.softmax(scores, -1) @ v).transpose(1, 2).reshape(b, s, 12))


@network
def alibi():
    module, longer = seeded(Alibi(6)), seeded(Alibi(9))
    pair("alibi_b", module, (tokens(1, 6),), (tokens(3, 6),))
    pair("alibi6_b", module, (tokens(4, 6),), (tokens(6, 6),))
    pair("alibi_s", module, (tokens(1, 6),), (tokens(1, 9),), longer)


if __name__ == "__main__":
    main()
