"""Networks over images of timm and torchvision."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from tests.public.network import Network, Size
from tests.public.vision import LARGE, LARGE_SQUARES, width

TALL = {"base": (1, 64, 64), "b": (3, 64, 64), "hw": (1, 128, 64)}
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
    timm("twins_pcpvt_small", embed_dims=[16, 32, 48, 64], num_heads=[1, 2, 3, 4], depths=[1, 1, 1, 1]),
    timm("twins_svt_small", embed_dims=[16, 32, 64, 64], depths=[2, 2, 2, 2]),
    timm("davit_tiny", embed_dims=(16, 32, 48, 64), depths=(1, 1, 1, 1), num_heads=(1, 2, 3, 4), num_groups=None) ,
    timm("mobilevit_xxs"),
    timm("mobilevitv2_050"),
    sized("lambda_resnet26t", SQUARES),
    sized("swin_tiny_patch4_window7_224", WINDOWS, embed_dim=12, depths=(2, 2), num_heads=(1, 2)),
    sized("swinv2_tiny_window8_256", SQUARES, embed_dim=12, depths=(2, 2), num_heads=(1, 2)),
    timm("xcit_nano_12_p8_224", LARGE, embed_dim=32, depth=2, num_heads=4),
    timm("edgenext_xx_small"),
    sized("eva02_tiny_patch14_224", {"base": (1, 56, 56), "b": (3, 56, 56), "hw": (1, 84, 84)}, embed_dim=48, depth=2, num_heads=3),
    sized("vit_tiny_patch16_224", embed_dim=48, depth=2),
    sized("vit_relpos_small_patch16_224", embed_dim=48, depth=2, num_heads=3),
    sized("vit_small_patch16_rope_224", embed_dim=48, depth=2, num_heads=3),
    sized("maxvit_pico_rw_256", SQUARES, embed_dim=(32, 32, 64, 64), depths=(1, 1, 1, 1)),
    sized("coatnet_pico_rw_224", embed_dim=(32, 32, 64, 64), depths=(1, 1, 1, 1)),
    timm("convnext_atto", depths=(1, 1, 1, 1), dims=(8, 16, 24, 32)),
    timm("efficientnet_b0"),
    timm("mobilenetv3_small_100"),
    timm("regnety_002"),
    timm("resnet18"),
    timm("densenet121", growth_rate=8, block_config=(2, 2, 2, 2)),
    timm("ghostnet_100"),
    timm("repvgg_a0"),
    sized("mixer_s32_224"),
    timm("poolformer_s12"),
    timm("pvt_v2_b0", depths=(1, 1, 1, 1)),
    timm("fastvit_t8", layers=(1, 1, 1, 1)),
    timm("focalnet_tiny_srf"),
    timm("repvit_m0_9"),
    timm("tiny_vit_5m_224", SQUARES, embed_dims=(16, 32, 48, 64), depths=(1, 1, 1, 1), num_heads=(1, 2, 3, 4)),
    timm("inception_next_atto", depths=(1, 1, 1, 1)),
    sized("coat_lite_tiny", embed_dims=(16, 32, 48, 64), serial_depths=(1, 1, 1, 1)),
    sized("visformer_tiny", embed_dim=48, depth=(1, 1, 1)),
    timm("starnet_s1"),
    timm("mambaout_femto", depths=(1, 1, 1, 1)),
    sized("resmlp_12_224"),
    sized("crossvit_tiny_240", {"base": (1, 96, 96), "b": (3, 96, 96), "hw": (1, 144, 144)}, img_scale=(1.0, 1.0), embed_dim=(24, 48), num_heads=(3, 3), depth=((1, 1, 0),)),
    sized("cait_xxs24_224", embed_dim=48, depth=2, num_heads=4),
    sized("beit_base_patch16_224", embed_dim=48, depth=2, num_heads=3),
    sized("gcvit_xxtiny", {"base": (1, 64, 64), "b": (3, 64, 64), "hw": (1, 128, 128)}),
    timm("caformer_s18"),
    sized("nest_tiny", SQUARES),
    sized("convit_tiny", embed_dim=48, depth=2, num_heads=4, local_up_to_layer=1),
    timm("efficientvit_b0"),
    sized("efficientvit_m0", SQUARES),
    timm("sequencer2d_s", embed_dims=(16, 32, 32, 32), hidden_sizes=(4, 8, 8, 8), layers=(1, 1, 1, 1)),
    sized("botnet26t_256", SQUARES),
    timm("eca_nfnet_l0"),
    timm("hrnet_w18_small"),
    timm("res2net50_26w_4s"),
    torchvision("resnet18"),
    torchvision("mobilenet_v3_small"),
    torchvision("efficientnet_b0"),
    torchvision("convnext"),
    torchvision("swin", LARGE),
    torchvision("vit", LARGE_SQUARES, image_size=width),
    torchvision("maxvit", LARGE_SQUARES, input_size=lambda size: size[1:]),
    torchvision("regnet_y_400mf"),
    torchvision("rpn_head"),
    torchvision("shufflenet_v2_x0_5"),
    torchvision("squeezenet1_1"),
    torchvision("mnasnet0_5"),
    torchvision("densenet121"),
    torchvision("googlenet", aux_logits=False, init_weights=False),
    torchvision("lraspp_mobilenet_v3_large"),
]
