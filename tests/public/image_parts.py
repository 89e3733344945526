"""Models of timm and torchvision with plain inputs and outputs, and the input."""

from __future__ import annotations

from functools import partial

import timm
import torch
from torchvision.models import ConvNeXt, MaxVit, SwinTransformer, VisionTransformer, get_model
from torchvision.models.convnext import CNBlockConfig
from torchvision.models.detection.rpn import RPNHead, concat_box_prediction_layers

from tests.public.images import CLASSES


class Proposals(torch.nn.Module):
    """Scores and boxes of all places of two scales, as in a region proposal network."""

    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Conv2d(3, 8, 3, stride=8, padding=1)
        self.second = torch.nn.Conv2d(8, 8, 3, stride=2, padding=1)
        self.head = RPNHead(8, 3)

    def forward(self, x):
        first = self.first(x).relu()
        return concat_box_prediction_layers(*self.head([first, self.second(first).relu()]))


class Plain(torch.nn.Module):
    """A tuple of the answers."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, x):
        found = self.model(x)
        if isinstance(found, dict):
            found = tuple(found.values())
        return found if isinstance(found, tuple) else (found,)


def timm_model(name: str, config: dict[str, object]) -> Plain:
    return Plain(timm.create_model(name, pretrained=False, num_classes=CLASSES, **config))


def torchvision_model(name: str, config: dict[str, object]) -> Plain:
    if name in OWN:
        return Plain(OWN[name](**config))
    weights = {"weights_backbone": None} if name.startswith("lraspp") else {}
    return Plain(get_model(name, weights=None, num_classes=CLASSES, **weights, **config))


def pixels(batch: int, height: int, width: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return torch.randn(batch, 3, height, width, generator=generator)


OWN = {
    "rpn_head": Proposals,
    "convnext": partial(
        ConvNeXt, [CNBlockConfig(8, 16, 1), CNBlockConfig(16, None, 1)], num_classes=CLASSES
    ),
    "swin": partial(SwinTransformer, [4, 4], 12, [2, 2], [1, 2], [7, 7], num_classes=CLASSES),
    "vit": partial(
        VisionTransformer,
        patch_size=16,
        num_layers=2,
        num_heads=3,
        hidden_dim=48,
        mlp_dim=96,
        num_classes=CLASSES,
    ),
    "maxvit": partial(
        MaxVit,
        stem_channels=16,
        partition_size=2,
        block_channels=[16, 32],
        block_layers=[1, 1],
        head_dim=8,
        stochastic_depth_prob=0.0,
        num_classes=CLASSES,
    ),
}
