"""Detectors: DETR, RetinaNet and SSD heads, a YOLO with spatial pooling, an anchor-free head."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch_pair import floats, main, network, pair, seeded, stuck


class Detr(nn.Module):
    """Learned queries attend to the flattened map; the sine positions come from an input size."""

    def __init__(self, height: int, width: int, queries: int = 3) -> None:
        super().__init__()
        self.backbone = nn.Conv2d(3, 12, 4, 4)
        self.query = nn.Parameter(torch.zeros(queries, 12))
        self.attend = nn.MultiheadAttention(12, 3, batch_first=True)
        self.classes, self.boxes = nn.Linear(12, 4), nn.Linear(12, 4)
        y, x = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
        rates = 10.0 ** -(torch.arange(3) / 3)
        waves = [f(p[..., None] * rates) for p in (y, x) for f in (torch.sin, torch.cos)]
        self.positions = torch.cat(waves, -1).flatten(0, 1)[None]

    def forward(self, image):
        memory = self.backbone(image).flatten(2).transpose(1, 2)
        query = self.query.unsqueeze(0).repeat(image.shape[0], 1, 1)
        key = memory + self.positions
        found = query + self.attend(query, key, memory, need_weights=False)[0]
        return self.classes(found), self.boxes(found).sigmoid()


@network
def detr():
    pair("detr_b", seeded(Detr(4, 4)), (floats(1, 3, 16, 16),), (floats(2, 3, 16, 16),))
    pair("detr3_b", seeded(Detr(3, 4)), (floats(3, 3, 12, 16),), (floats(4, 3, 12, 16),))
    pair(
        "detr_hw",
        seeded(Detr(4, 4)),
        (floats(1, 3, 16, 16),),
        (floats(1, 3, 16, 24),),
        seeded(Detr(4, 6)),
    )


class Retina(nn.Module):
    """Two levels, one head for both, answers flattened to [B, anchors, classes] and joined."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Conv2d(3, 8, 3, 4, 1), nn.Conv2d(8, 8, 3, 2, 1)
        self.lateral = nn.Conv2d(8, 8, 1)
        self.classes, self.boxes = nn.Conv2d(8, 2 * 3, 3, 1, 1), nn.Conv2d(8, 2 * 4, 3, 1, 1)

    def forward(self, x):
        one = F.relu(self.one(x))
        two = F.relu(self.two(one))
        one = self.lateral(one) + F.interpolate(two, scale_factor=2, mode="nearest")
        answers = []
        for head, size in ((self.classes, 3), (self.boxes, 4)):
            flat = []
            for level in (one, two):
                y = head(level)
                b, _, h, w = y.shape
                y = y.view(b, 2, size, h, w).permute(0, 3, 4, 1, 2)
                flat.append(y.reshape(b, h * w * 2, size))
            answers.append(torch.cat(flat, 1))
        return answers[0].sigmoid(), answers[1]


@network
def retina():
    module = seeded(Retina())
    pair("retina_hw", module, (floats(1, 3, 16, 16),), (floats(1, 3, 32, 24),))


class Ssd(nn.Module):
    """Boxes decoded against a frozen table of anchors."""

    def __init__(self, anchors: int) -> None:
        super().__init__()
        self.one, self.two = nn.Conv2d(3, 6, 3, 2, 1), nn.Conv2d(6, 6, 3, 2, 1)
        self.heads = nn.ModuleList(nn.Conv2d(6, 3 * 4, 1) for _ in range(2))
        self.register_buffer("anchors", torch.zeros(anchors, 4))

    def forward(self, x):
        one = F.relu(self.one(x))
        two = F.relu(self.two(one))
        maps = [h(m).permute(0, 2, 3, 1) for h, m in zip(self.heads, (one, two), strict=True)]
        boxes = torch.cat([m.reshape(m.shape[0], -1, 4) for m in maps], 1)
        centre = boxes[..., :2] * self.anchors[:, 2:] + self.anchors[:, :2]
        return torch.cat((centre, torch.exp(boxes[..., 2:]) * self.anchors[:, 2:]), -1)


@network
def ssd():
    module = seeded(Ssd(3 * (16 + 4)))
    pair("ssd_b", module, (floats(1, 3, 8, 8),), (floats(3, 3, 8, 8),))
    stuck("ssd_hw", module, (floats(1, 3, 8, 8),), (floats(1, 3, 8, 16),))


class Yolo(nn.Module):
    """SPPF, a cross-stage split, and a head that decodes distances on a frozen grid."""

    def __init__(self, height: int, width: int) -> None:
        super().__init__()
        self.stem, self.pool = nn.Conv2d(3, 8, 3, 4, 1), nn.Conv2d(16, 8, 1)
        self.inner, self.head = nn.Conv2d(4, 4, 3, 1, 1), nn.Conv2d(12, 4 * 4 + 3, 1)
        y, x = torch.meshgrid(torch.arange(height) + 0.5, torch.arange(width) + 0.5, indexing="ij")
        self.grid = torch.stack((x, y)).flatten(1)[None]
        self.register_buffer("bins", torch.arange(4.0), persistent=False)

    def forward(self, x):
        x = F.silu(self.stem(x))
        x = F.silu(self.pool(torch.cat((x, F.max_pool2d(x, 5, 1, 2)), 1)))
        a, b = x.chunk(2, 1)
        x = torch.cat((a, b, b + F.silu(self.inner(b))), 1)
        y = self.head(x).flatten(2)
        boxes, classes = y.split((16, 3), 1)
        b, _, n = boxes.shape
        boxes = boxes.view(b, 4, 4, n).transpose(2, 3).softmax(3)
        near, far = (boxes * self.bins).sum(3).view(b, 2, 2, n).unbind(1)
        corners = torch.cat((self.grid - near, self.grid + far), 1)
        return torch.cat((corners, classes.sigmoid()), 1)


@network
def yolo():
    pair("yolo_b", seeded(Yolo(4, 4)), (floats(1, 3, 16, 16),), (floats(2, 3, 16, 16),))
    pair("yolo4_b", seeded(Yolo(2, 4)), (floats(4, 3, 8, 16),), (floats(2, 3, 8, 16),))
    pair(
        "yolo_hw",
        seeded(Yolo(4, 4)),
        (floats(1, 3, 16, 16),),
        (floats(1, 3, 24, 16),),
        seeded(Yolo(6, 4)),
    )


class Fcos(nn.Module):
    """Anchor-free: every level keeps its map, offsets relative to the cell, no table."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Conv2d(3, 8, 3, 2, 1), nn.Conv2d(8, 8, 3, 2, 1)
        self.norm, self.head = nn.GroupNorm(2, 8), nn.Conv2d(8, 5, 3, 1, 1)

    def forward(self, x):
        one = F.relu(self.one(x))
        maps = [self.head(F.relu(self.norm(m))) for m in (one, self.two(one))]
        flat = torch.cat([m.flatten(2) for m in maps], 2).transpose(1, 2)
        return flat[..., :4].exp(), flat[..., 4:].sigmoid()


@network
def fcos():
    module = seeded(Fcos())
    pair("fcos_hw", module, (floats(1, 3, 8, 8),), (floats(1, 3, 16, 12),))
    pair("fcos_bhw", module, (floats(2, 3, 8, 8),), (floats(3, 3, 12, 8),))


if __name__ == "__main__":
    main()
