"""Video: 3-D convolution, TimeSformer, a convolution per frame, temporal shift."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch_pair import floats, main, network, pair, seeded, stuck


class Cube(nn.Module):
    """3-D convolutions, which TICO writes as slices, 2-D convolutions and sums."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Conv3d(2, 4, 3, padding=1)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        return self.head(F.relu(self.one(x)).mean((2, 3, 4)))


@network
def cube():
    module = seeded(Cube())
    pair("conv3d_b", module, (floats(1, 2, 3, 6, 6),), (floats(2, 2, 3, 6, 6),))
    pair("conv3d_hw", module, (floats(1, 2, 3, 6, 6),), (floats(1, 2, 3, 8, 10),))
    stuck("conv3d_t", module, (floats(1, 2, 3, 6, 6),), (floats(1, 2, 4, 6, 6),))


class TimeSformer(nn.Module):
    """Attention over time at each place, then over places in each frame."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = nn.Conv2d(3, 12, 4, 4)
        self.time = nn.MultiheadAttention(12, 3, batch_first=True)
        self.space = nn.MultiheadAttention(12, 3, batch_first=True)
        self.head = nn.Linear(12, 5)

    def forward(self, video):
        b, t, c, h, w = video.shape
        x = self.patch(video.reshape(b * t, c, h, w)).flatten(2)
        p = x.shape[2]
        x = x.reshape(b, t, 12, p).permute(0, 3, 1, 2).reshape(b * p, t, 12)
        x = x + self.time(x, x, x, need_weights=False)[0]
        x = x.reshape(b, p, t, 12).transpose(1, 2).reshape(b * t, p, 12)
        x = x + self.space(x, x, x, need_weights=False)[0]
        return self.head(x.reshape(b, t * p, 12).mean(1))


@network
def timesformer():
    module = seeded(TimeSformer())
    pair("timesformer_b", module, (floats(1, 3, 3, 8, 8),), (floats(2, 3, 3, 8, 8),))
    pair("timesformer4_t", module, (floats(1, 4, 3, 8, 8),), (floats(1, 6, 3, 8, 8),))
    pair("timesformer_hw", module, (floats(1, 3, 3, 8, 8),), (floats(1, 3, 3, 8, 12),))


class Frames(nn.Module):
    """The same picture network for each frame, then a convolution over time."""

    def __init__(self) -> None:
        super().__init__()
        self.frame, self.time = nn.Conv2d(3, 6, 3, 2, 1), nn.Conv1d(6, 5, 3, 1, 1)

    def forward(self, video):
        b, t = video.shape[:2]
        x = F.relu(self.frame(video.flatten(0, 1))).mean((2, 3))
        return self.time(x.view(b, t, 6).transpose(1, 2))


@network
def frames():
    module = seeded(Frames())
    pair("frames_t", module, (floats(1, 4, 3, 8, 8),), (floats(1, 7, 3, 8, 8),))
    pair("frames_bt", module, (floats(2, 3, 3, 8, 8),), (floats(3, 5, 3, 8, 8),))


class TemporalShift(nn.Module):
    """A third of the channels from the frame before, a third from the frame after."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Conv2d(6, 6, 1)

    def forward(self, x):
        b, t, c, h, w = x.shape
        none = torch.zeros(b, 1, 2, h, w)
        before = torch.cat((none, x[:, : t - 1, :2]), 1)
        after = torch.cat((x[:, 1:, 2:4], none), 1)
        y = torch.cat((before, after, x[:, :, 4:]), 2)
        return self.one(y.view(b * t, c, h, w)).view(b, t, c, h, w) + x


@network
def temporalshift():
    module = seeded(TemporalShift())
    pair("temporalshift_t", module, (floats(1, 4, 6, 3, 3),), (floats(1, 6, 6, 3, 3),))
    pair("temporalshift_b", module, (floats(2, 4, 6, 3, 3),), (floats(3, 4, 6, 3, 3),))


if __name__ == "__main__":
    main()
