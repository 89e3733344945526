"""Networks over images and sound of transformers."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from tests.public.network import Network, Size
from tests.public.text import SMALL

IMAGES = {"base": (1, 32, 32), "b": (3, 32, 32), "hw": (1, 48, 32)}
SQUARES = {"base": (1, 32, 32), "b": (3, 32, 32), "hw": (1, 48, 48)}
LARGE = {"base": (1, 64, 64), "b": (2, 64, 64), "hw": (1, 96, 64)}
LARGE_SQUARES = {"base": (1, 64, 64), "b": (2, 64, 64), "hw": (1, 96, 96)}
WAVES = {"base": (1, 400), "b": (3, 400), "s": (1, 560)}
STEPS = {"base": (1, 16), "b": (3, 16), "s": (1, 24)}

PICTURE: dict[str, object] = SMALL | {
    "num_channels": 3,
    "patch_size": 8,
    "projection_dim": 16,
    "num_encoder_blocks": 2,
    "num_stages": 2,
    "embedding_size": 8,
    "stem_hidden_sizes": [8, 8],
}
MAPS: dict[str, object] = {
    "depths": [1, 1],
    "hidden_sizes": [8, 16],
    "embed_dim": 8,
    "sr_ratios": [2, 1],
    "patch_sizes": [7, 3],
    "strides": [4, 2],
    "mlp_ratios": [2, 2],
}
LEVIT: dict[str, object] = {
    "hidden_sizes": [16, 16, 16],
    "num_attention_heads": [1, 2, 2],
    "depths": [1, 1, 1],
    "key_dim": [4, 4, 4],
    "patch_size": 16,
}
SOUND: dict[str, object] = SMALL | {
    "conv_dim": (8, 8, 8),
    "conv_stride": (5, 2, 2),
    "conv_kernel": (10, 3, 3),
    "num_conv_pos_embeddings": 8,
    "num_conv_pos_embedding_groups": 2,
    "num_mel_bins": 16,
    "apply_spec_augment": False,
}


def width(size: Size) -> int:
    return size[-1]


def build(size: Size, model: str, config: dict[str, object], takes: str):
    """A model of transformers and what it takes at a size."""
    parts = import_module("tests.public.torch_parts")
    sized = {k: v(size) if callable(v) else v for k, v in config.items()}
    names = takes.split()
    return parts.model(model, sized, names), [parts.INPUTS[name](*size) for name in names]


def picture(name: str, model: str, sizes: dict[str, Size] = IMAGES, **more: object) -> Network:
    """``image_size`` is that of the export: what a checkpoint of another size would have."""
    config = PICTURE | {"image_size": lambda size: list(size[1:])} | more
    made = partial(build, model=model, config=config, takes="pixel_values")
    return Network(name, "transformers", "circle", sizes, made)


def pyramid(name: str, model: str, sizes: dict[str, Size] = LARGE, **more: object) -> Network:
    return picture(name, model, sizes, **(MAPS | more))


def sound(
    name: str,
    model: str,
    takes: str = "input_values",
    sizes: dict[str, Size] = WAVES,
    **more: object,
) -> Network:
    made = partial(build, model=model, config=SOUND | more, takes=takes)
    return Network(name, "transformers", "circle", sizes, made)


NETWORKS = [
    picture("vit", "ViTModel"),
    picture("deit", "DeiTModel"),
    picture("beit", "BeitModel", SQUARES, use_absolute_position_embeddings=True),
    picture("dinov2", "Dinov2Model", SQUARES),
    picture("clip_vision", "CLIPVisionModel", SQUARES, image_size=width),
    picture("siglip_vision", "SiglipVisionModel", SQUARES, image_size=width),
    pyramid("resnet", "ResNetModel"),
    pyramid("regnet", "RegNetModel", groups_width=8),
    pyramid("convnext", "ConvNextModel"),
    pyramid("segformer", "SegformerModel", num_attention_heads=[1, 2]),
    pyramid("poolformer", "PoolFormerModel", padding=[2, 1], pool_size=3),
    pyramid("swin", "SwinModel", patch_size=4, num_heads=[1, 2], window_size=4),
    picture("levit", "LevitModel", LARGE_SQUARES, image_size=width, **LEVIT),
    pyramid("pvt_v2", "PvtV2Model", num_attention_heads=[1, 2]),
    sound("wav2vec2", "Wav2Vec2Model"),
    sound("hubert", "HubertModel"),
    sound("wavlm", "WavLMModel"),
    sound("sew", "SEWModel", squeeze_factor=2),
    sound(
        "whisper",
        "WhisperModel",
        "mel decoder_input_ids",
        STEPS,
        max_source_positions=lambda size: size[1] // 2,
        max_target_positions=32,
    ),
    sound(
        "ast",
        "ASTModel",
        "spectrum",
        STEPS,
        max_length=lambda size: size[1],
        patch_size=4,
        frequency_stride=4,
        time_stride=4,
    ),
]
