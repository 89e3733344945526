"""Encoder-decoders: T5 with its relative bias, BART and Marian, cross attention alone."""

import torch
from torch import nn
from torch_pair import floats, main, network, pair, seeded, stuck, tokens
from transformers import (
    BartConfig,
    BartModel,
    MarianConfig,
    MarianModel,
    T5Config,
    T5EncoderModel,
)


class Pair(nn.Module):
    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, source, target):
        out = self.model(input_ids=source, decoder_input_ids=target, use_cache=False)
        return out.last_hidden_state


class Encoder(nn.Module):
    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids):
        return self.model(input_ids=ids).last_hidden_state


T5 = T5Config(
    vocab_size=20,
    d_model=12,
    d_kv=4,
    d_ff=16,
    num_layers=1,
    num_heads=3,
    relative_attention_num_buckets=8,
    relative_attention_max_distance=12,
)


class RelativeBias(nn.Module):
    """T5-like encoder: no positions, a learned bias per head and (bucketed) distance, frozen."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.embed, self.qkv = nn.Embedding(20, 12), nn.Linear(12, 36, bias=False)
        self.out, self.norm = nn.Linear(12, 12, bias=False), nn.RMSNorm(12, eps=1e-6)
        self.register_buffer("table", torch.zeros(7, 3))
        at = torch.arange(length)
        self.bucket = (at[None, :] - at[:, None]).clamp(-3, 3) + 3

    def forward(self, ids):
        x = self.embed(ids)
        b, s, _ = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, s, 3, 3, 4).permute(2, 0, 3, 1, 4)
        bias = self.table[self.bucket].permute(2, 0, 1).unsqueeze(0)
        weights = torch.softmax(q @ k.transpose(-1, -2) + bias, -1)
        return x + self.out((weights @ v).transpose(1, 2).reshape(b, s, 12))


@network
def t5():
    pair("t5_b", seeded(RelativeBias(7)), (tokens(1, 7),), (tokens(2, 7),))
    pair("t5rows_b", seeded(RelativeBias(5)), (tokens(5, 5),), (tokens(3, 5),))
    longer = seeded(RelativeBias(9))
    pair("t5_s", seeded(RelativeBias(7)), (tokens(1, 7),), (tokens(1, 9),), longer)
    encoder = seeded(Encoder(T5EncoderModel(T5)))
    pair("t5enc_b", encoder, (tokens(1, 7),), (tokens(2, 7),))
    pair("t5enc_s", encoder, (tokens(1, 7),), (tokens(1, 5),))


BART = {
    "vocab_size": 20,
    "d_model": 12,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 3,
    "decoder_attention_heads": 3,
    "encoder_ffn_dim": 16,
    "decoder_ffn_dim": 16,
    "max_position_embeddings": 24,
    "pad_token_id": 1,
    "attn_implementation": "eager",
}


@network
def bart():
    module = seeded(Pair(BartModel(BartConfig(**BART))))
    stuck("bart_s", module, (tokens(1, 6), tokens(1, 4)), (tokens(1, 8), tokens(1, 5)))


@network
def marian():
    config = MarianConfig(**BART, decoder_vocab_size=20, static_position_embeddings=True)
    module = seeded(Pair(MarianModel(config)))
    pair("marian_b", module, (tokens(1, 5), tokens(1, 3)), (tokens(4, 5), tokens(4, 3)))


class Cross(nn.Module):
    """Queries of one length attend to a memory of another; two inputs with their own lengths."""

    def __init__(self) -> None:
        super().__init__()
        self.attend = nn.MultiheadAttention(12, 3, batch_first=True)
        self.norm, self.feed = nn.LayerNorm(12), nn.Linear(12, 12)

    def forward(self, x, memory):
        x = self.norm(x + self.attend(x, memory, memory, need_weights=False)[0])
        return x + torch.relu(self.feed(x))


@network
def cross():
    module = seeded(Cross())
    pair(
        "cross_q",
        module,
        (floats(2, 4, 12), floats(2, 6, 12)),
        (floats(2, 7, 12), floats(2, 6, 12)),
    )
    pair(
        "cross_bm",
        module,
        (floats(1, 4, 12), floats(1, 6, 12)),
        (floats(3, 4, 12), floats(3, 9, 12)),
    )


@network
def transformer():
    """nn.Transformer's own layers, batch second: [S, B, D]."""
    layer = nn.TransformerEncoderLayer(12, 3, 16)
    module = seeded(nn.TransformerEncoder(layer, 1, enable_nested_tensor=False))
    pair("torchencoder_b", module, (floats(5, 1, 12),), (floats(5, 4, 12),))
    pair("torchencoder_s", module, (floats(5, 2, 12),), (floats(8, 2, 12),))


if __name__ == "__main__":
    main()
