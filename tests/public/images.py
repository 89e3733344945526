"""Networks over images of timm and torchvision."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from tests.public.network import Network, Size
from tests.public.vision import LARGE, LARGE_SQUARES, width

WINDOWS = {"base": (1, 56, 56), "b": (3, 56, 56), "hw": (1, 112, 112)}
SQUARES = {"base": (1, 64, 64), "b": (3, 64, 64), "hw": (1, 128, 128)}
# As many classes as make no size of the picture.
CLASSES = 11


def build(size: Size, package: str, model: str, config: dict[str, object]):
    """A model of a package and a picture of a size."""
    parts = import_module("tests.public.image_parts")
    sized = {k: v(size) if callable(v) else v for k, v in config.items()}
    return getattr(parts, package)(model, sized), [parts.pixels(*size)]


def timm(name: str, sizes: dict[str, Size] = LARGE, **config: object) -> Network:
    made = partial(build, package="timm_model", model=name, config=config)
    return Network(name, "timm", "circle", sizes, made)


def sized(name: str, sizes: dict[str, Size] = LARGE_SQUARES, **config: object) -> Network:
    """A network that is built for one size: what a checkpoint of another size would have."""
    return timm(name, sizes, img_size=width, **config)


def torchvision(name: str, sizes: dict[str, Size] = LARGE, **config: object) -> Network:
    made = partial(build, package="torchvision_model", model=name, config=config)
    return Network(name, "torchvision", "circle", sizes, made)


NETWORKS = [
    sized("levit_128s", embed_dim=(16, 24, 32), key_dim=8, num_heads=(2, 3, 4), depth=(1, 1, 1)),
    timm(
        "twins_pcpvt_small",
        embed_dims=[16, 32, 48, 64],
        num_heads=[1, 2, 3, 4],
        depths=[1, 1, 1, 1],
    ),
    timm("twins_svt_small", embed_dims=[16, 32, 64, 64], depths=[2, 2, 2, 2]),
    sized("swin_tiny_patch4_window7_224", WINDOWS, embed_dim=12, depths=(2, 2), num_heads=(1, 2)),
    sized("swinv2_tiny_window8_256", SQUARES, embed_dim=12, depths=(2, 2), num_heads=(1, 2)),
    timm("xcit_nano_12_p8_224", LARGE, embed_dim=32, depth=2, num_heads=4),
    sized(
        "eva02_tiny_patch14_224",
        {"base": (1, 56, 56), "b": (3, 56, 56), "hw": (1, 84, 84)},
        embed_dim=48,
        depth=2,
        num_heads=3,
    ),
    sized("vit_tiny_patch16_224", embed_dim=48, depth=2),
    sized("vit_relpos_small_patch16_224", embed_dim=48, depth=2, num_heads=3),
    sized("vit_small_patch16_rope_224", embed_dim=48, depth=2, num_heads=3),
    timm("efficientnet_b0"),
    timm("mobilenetv3_small_100"),
    timm("resnet18"),
    timm("densenet121", growth_rate=8, block_config=(2, 2, 2, 2)),
    timm("ghostnet_100"),
    timm("repvgg_a0"),
    sized("mixer_s32_224"),
    timm(
        "tiny_vit_5m_224",
        SQUARES,
        embed_dims=(16, 32, 48, 64),
        depths=(1, 1, 1, 1),
        num_heads=(1, 2, 3, 4),
    ),
    torchvision("vit", LARGE_SQUARES, image_size=width),
    torchvision("maxvit", LARGE_SQUARES, input_size=lambda size: size[1:]),
    torchvision("rpn_head"),
]
