"""Image networks: mixers, squeeze-excite, dense and parallel branches, grouped convolutions."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch_pair import floats, main, network, pair, seeded, stuck


class Mixer(nn.Module):
    """MLP-Mixer: patches, token mixing over a fixed number of patches, channel mixing."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = nn.Conv2d(3, 12, 4, stride=4)
        self.norm1, self.norm2 = nn.LayerNorm(12), nn.LayerNorm(12)
        self.tokens = nn.Sequential(nn.Linear(16, 8), nn.GELU(), nn.Linear(8, 16))
        self.channels = nn.Sequential(nn.Linear(12, 24), nn.GELU(), nn.Linear(24, 12))
        self.head = nn.Linear(12, 5)

    def forward(self, x):
        x = self.patch(x).flatten(2).transpose(1, 2)
        x = x + self.tokens(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        x = x + self.channels(self.norm2(x))
        return self.head(x.mean(1))


@network
def mixer():
    module = seeded(Mixer())
    pair("mixer_b", module, (floats(1, 3, 16, 16),), (floats(3, 3, 16, 16),))
    stuck("mixer_hw", module, (floats(1, 3, 16, 16),), (floats(1, 3, 20, 20),))


class PoolFormer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 7, stride=4, padding=2)
        self.norm1, self.norm2 = nn.GroupNorm(1, 8), nn.GroupNorm(1, 8)
        self.mlp = nn.Sequential(nn.Conv2d(8, 16, 1), nn.GELU(), nn.Conv2d(16, 8, 1))
        self.scale = nn.Parameter(torch.ones(8, 1, 1))
        self.head = nn.Linear(8, 5)

    def forward(self, x):
        x = self.stem(x)
        y = self.norm1(x)
        x = x + self.scale * (F.avg_pool2d(y, 3, 1, 1, count_include_pad=False) - y)
        x = x + self.mlp(self.norm2(x))
        return self.head(x.mean((2, 3)))


@network
def poolformer():
    module = seeded(PoolFormer())
    pair("poolformer_b", module, (floats(1, 3, 32, 32),), (floats(2, 3, 32, 32),))


class SqueezeExcite(nn.Module):
    def __init__(self, width: int, less: int) -> None:
        super().__init__()
        self.down, self.up = nn.Linear(width, less), nn.Linear(less, width)

    def forward(self, x):
        b, c = x.shape[:2]
        scale = F.adaptive_avg_pool2d(x, 1).view(b, c)
        return x * torch.sigmoid(self.up(F.relu(self.down(scale)))).view(b, c, 1, 1)


class EfficientNet(nn.Module):
    """Inverted residual with depthwise convolution, SiLU and squeeze-excite."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.SiLU()
        )
        self.expand = nn.Sequential(nn.Conv2d(8, 16, 1, bias=False), nn.BatchNorm2d(16), nn.SiLU())
        self.depth = nn.Sequential(
            nn.Conv2d(16, 16, 3, 1, 1, groups=16, bias=False), nn.BatchNorm2d(16), nn.SiLU()
        )
        self.excite = SqueezeExcite(16, 4)
        self.project = nn.Sequential(nn.Conv2d(16, 8, 1, bias=False), nn.BatchNorm2d(8))
        self.head = nn.Linear(8, 5)

    def forward(self, x):
        x = self.stem(x)
        x = x + self.project(self.excite(self.depth(self.expand(x))))
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


@network
def efficientnet():
    module = seeded(EfficientNet())
    pair("efficientnet_hw", module, (floats(2, 3, 16, 16),), (floats(2, 3, 24, 20),))


class RegNet(nn.Module):
    """Bottleneck with a grouped convolution."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 2, 1)
        self.a, self.b = nn.Conv2d(8, 8, 1), nn.Conv2d(8, 8, 3, 2, 1, groups=2)
        self.c, self.skip = nn.Conv2d(8, 12, 1), nn.Conv2d(8, 12, 1, 2)
        self.head = nn.Linear(12, 5)

    def forward(self, x):
        x = F.relu(self.stem(x))
        x = F.relu(self.skip(x) + self.c(F.relu(self.b(F.relu(self.a(x))))))
        return self.head(x.mean((2, 3)))


@network
def regnet():
    module = seeded(RegNet())
    pair("regnet_b", module, (floats(2, 3, 16, 16),), (floats(3, 3, 16, 16),))
    pair("regnet_hw", module, (floats(1, 3, 16, 16),), (floats(1, 3, 32, 24),))


class DenseNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 6, 3, 1, 1)
        self.layers = nn.ModuleList(nn.Conv2d(6 + 4 * i, 4, 3, 1, 1) for i in range(3))
        self.norms = nn.ModuleList(nn.BatchNorm2d(6 + 4 * i) for i in range(3))
        self.shrink = nn.Conv2d(18, 8, 1)

    def forward(self, x):
        kept = [self.stem(x)]
        for norm, layer in zip(self.norms, self.layers, strict=True):
            kept.append(layer(F.relu(norm(torch.cat(kept, 1)))))
        return F.avg_pool2d(self.shrink(torch.cat(kept, 1)), 2)


@network
def densenet():
    module = seeded(DenseNet())
    pair("densenet_hw", module, (floats(1, 3, 8, 8),), (floats(1, 3, 12, 10),))


class Inception(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Conv2d(3, 4, 1)
        self.three = nn.Sequential(nn.Conv2d(3, 4, 1), nn.ReLU(), nn.Conv2d(4, 6, 3, padding=1))
        self.wide = nn.Sequential(
            nn.Conv2d(3, 4, (1, 7), padding=(0, 3)), nn.Conv2d(4, 4, (7, 1), padding=(3, 0))
        )
        self.pooled = nn.Conv2d(3, 4, 1)

    def forward(self, x):
        pool = F.max_pool2d(x, 3, 1, 1)
        branches = self.one(x), self.three(x), self.wide(x), self.pooled(pool)
        return F.max_pool2d(torch.cat(branches, 1), 3, 2)


@network
def inception():
    module = seeded(Inception())
    pair("inception_hw", module, (floats(1, 3, 9, 9),), (floats(2, 3, 13, 15),))


class UNet(nn.Module):
    """Skips, transposed convolution on the way up, bilinear and nearest interpolation."""

    def __init__(self) -> None:
        super().__init__()
        self.d1, self.d2, self.d3 = (nn.Conv2d(i, o, 3, 1, 1) for i, o in ((3, 6), (6, 8), (8, 8)))
        self.up = nn.ConvTranspose2d(8, 8, 2, 2)
        self.u2, self.u1 = nn.Conv2d(16, 6, 3, 1, 1), nn.Conv2d(12, 4, 3, 1, 1)

    def forward(self, x):
        a = F.relu(self.d1(x))
        b = F.relu(self.d2(F.max_pool2d(a, 2)))
        c = F.relu(self.d3(F.max_pool2d(b, 2)))
        b = F.relu(self.u2(torch.cat((self.up(c), b), 1)))
        b = F.interpolate(b, scale_factor=2, mode="nearest")
        return self.u1(torch.cat((b, a), 1))


@network
def unet():
    module = seeded(UNet())
    pair("unetpt_hw", module, (floats(1, 3, 16, 16),), (floats(1, 3, 24, 32),))


class SubPixel(nn.Module):
    """PixelShuffle and its inverse, as exporters write them: RESHAPE, TRANSPOSE, RESHAPE."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Conv2d(12, 8, 3, 1, 1), nn.Conv2d(8, 12, 3, 1, 1)

    def forward(self, x):
        y = F.pixel_unshuffle(x, 2)
        return x + F.pixel_shuffle(self.b(F.relu(self.a(y))), 2)


@network
def subpixel():
    module = seeded(SubPixel())
    pair("subpixel_hw", module, (floats(1, 3, 8, 12),), (floats(1, 3, 16, 8),))
    pair("subpixel_b", module, (floats(2, 3, 8, 8),), (floats(4, 3, 8, 8),))


if __name__ == "__main__":
    main()
