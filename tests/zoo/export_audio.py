"""Audio: Whisper-like encoder, conformer, HuBERT, TDNN, WaveNet, a mask over time, spectra."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch_pair import floats, main, network, pair, seeded
from transformers import HubertConfig, HubertModel


class Whisper(nn.Module):
    """Two convolutions over the spectrum, frozen sinusoids, one layer of attention."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.one, self.two = nn.Conv1d(6, 12, 3, 1, 1), nn.Conv1d(12, 12, 3, 2, 1)
        self.layer = nn.TransformerEncoderLayer(
            12, 3, 16, batch_first=True, norm_first=True, activation="gelu"
        )
        angles = torch.arange(length)[:, None] * 10000.0 ** -(torch.arange(6) / 5)
        self.positions = torch.cat((angles.sin(), angles.cos()), 1)

    def forward(self, x):
        x = F.gelu(self.two(F.gelu(self.one(x))))
        return self.layer(x.transpose(1, 2) + self.positions)


@network
def whisper():
    module = seeded(Whisper(8))
    pair("whisper_b", module, (floats(1, 6, 16),), (floats(3, 6, 16),))
    pair("whisper_t", module, (floats(1, 6, 16),), (floats(1, 6, 24),), seeded(Whisper(12)))


class Conformer(nn.Module):
    """Half a feed-forward, a gated depthwise convolution, relative attention by shifting."""

    def __init__(self, width: int = 12) -> None:
        super().__init__()
        self.feed = nn.Sequential(nn.Linear(width, 16), nn.SiLU(), nn.Linear(16, width))
        self.gate = nn.Conv1d(width, 2 * width, 1)
        self.depth = nn.Conv1d(width, width, 5, 1, 2, groups=width)
        self.batch, self.norm = nn.BatchNorm1d(width), nn.LayerNorm(width)
        self.attend = nn.MultiheadAttention(width, 3, batch_first=True)

    def forward(self, x):
        x = x + self.feed(x) / 2
        y = F.glu(self.gate(x.transpose(1, 2)), 1)
        x = x + F.silu(self.batch(self.depth(y))).transpose(1, 2)
        return self.norm(x + self.attend(x, x, x, need_weights=False)[0])


@network
def conformer():
    module = seeded(Conformer())
    pair("conformer_t", module, (floats(1, 9, 12),), (floats(1, 14, 12),))


class Shift(nn.Module):
    """Transformer-XL's relative shift: pad a column, reread the rows one shorter, cut a row."""

    def forward(self, query, key, position):
        scores = query @ position.transpose(-1, -2)
        b, h, s, n = scores.shape
        padded = F.pad(scores, (1, 0)).view(b, h, n + 1, s)[:, :, 1:]
        return torch.softmax(query @ key.transpose(-1, -2) + padded.reshape(b, h, s, n), -1)


def triple(batch: int, length: int) -> tuple[torch.Tensor, ...]:
    return tuple(floats(batch, 2, length, 4, seed=i) for i in range(3))


@network
def shift():
    pair("relshift_s", Shift().eval(), triple(1, 5), triple(1, 8))
    pair("relshift_b", Shift().eval(), triple(2, 5), triple(3, 5))


@network
def hubert():
    config = HubertConfig(
        hidden_size=12,
        num_hidden_layers=1,
        num_attention_heads=3,
        intermediate_size=16,
        conv_dim=(8, 8),
        conv_kernel=(4, 3),
        conv_stride=(4, 2),
        num_conv_pos_embeddings=4,
        num_conv_pos_embedding_groups=3,
        feat_extract_norm="group",
        attn_implementation="eager",
    )

    class Hidden(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = HubertModel(config)

        def forward(self, x):
            return self.model(x).last_hidden_state

    module = seeded(Hidden())
    pair("hubert_t", module, (floats(1, 80),), (floats(1, 112),))


class Tdnn(nn.Module):
    """Dilated convolutions and pooled mean and deviation over time, as x-vectors have."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Conv1d(6, 8, 3), nn.Conv1d(8, 8, 3, dilation=2)
        self.weigh, self.out = nn.Conv1d(8, 8, 1), nn.Linear(16, 5)

    def forward(self, x):
        x = F.relu(self.two(F.relu(self.one(x))))
        share = torch.softmax(self.weigh(x), 2)
        mean = (share * x).sum(2)
        spread = (share * x * x).sum(2) - mean * mean
        return self.out(torch.cat((mean, spread.clamp(min=1e-4).sqrt()), 1))


@network
def tdnn():
    module = seeded(Tdnn())
    pair("tdnn_t", module, (floats(1, 6, 14),), (floats(1, 6, 20),))
    pair("tdnn_b", module, (floats(1, 6, 14),), (floats(3, 6, 14),))


class WaveNet(nn.Module):
    """Causal dilated convolutions with gates, residuals and skips cut to the same end."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv1d(1, 6, 1)
        self.gates = nn.ModuleList(nn.Conv1d(6, 12, 2, dilation=2**i) for i in range(3))
        self.skips = nn.ModuleList(nn.Conv1d(6, 5, 1) for _ in range(3))

    def forward(self, x):
        x, total = self.stem(x), 0
        end = x.shape[2] - 7
        for i, (gate, skip) in enumerate(zip(self.gates, self.skips, strict=True)):
            a, b = gate(x).chunk(2, 1)
            y = torch.tanh(a) * torch.sigmoid(b)
            x = x[:, :, 2**i :] + y
            total = total + skip(y)[:, :, y.shape[2] - end :]
        return F.relu(total)


@network
def wavenet():
    module = seeded(WaveNet())
    pair("wavenet_t", module, (floats(1, 1, 16),), (floats(1, 1, 23),))
    pair("wavenet_b", module, (floats(2, 1, 16),), (floats(5, 1, 16),))


class Separator(nn.Module):
    """Overlapping halves of chunks: [B, C, T] to chunks and back, a transposed convolution out."""

    def __init__(self) -> None:
        super().__init__()
        self.encode, self.mask = nn.Conv1d(1, 8, 4, 4), nn.Conv1d(8, 16, 1)
        self.decode = nn.ConvTranspose2d(8, 1, (4, 1), (4, 1))

    def forward(self, x):
        x = F.relu(self.encode(x))
        b, c, t = x.shape
        masks = torch.sigmoid(self.mask(x)).view(b, 2, c, t)
        split = (masks * x.unsqueeze(1)).view(b * 2, c, t)
        return self.decode(split.unsqueeze(3)).view(b, 2, -1)


@network
def separator():
    module = seeded(Separator())
    pair("separator_t", module, (floats(1, 1, 16),), (floats(1, 1, 28),))
    pair("separator_b", module, (floats(2, 1, 16),), (floats(4, 1, 16),))


if __name__ == "__main__":
    main()
