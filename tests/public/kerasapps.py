"""Networks of keras.applications."""

from __future__ import annotations

from functools import partial
from importlib import import_module

import numpy as np

from tests.public.network import Network, Size

SIZES = {"base": (1, 64, 64), "b": (3, 64, 64), "hw": (1, 96, 64)}
LARGE = {"base": (1, 96, 96), "b": (3, 96, 96), "hw": (1, 128, 96)}


def build(size: Size, model: str, more: dict[str, object]):
    """A model without its weights, for images of one size, and an image."""
    keras = import_module("keras")
    batch, *image = size
    keras.backend.clear_session()  # counts layers from 1 again, in their names
    made = getattr(keras.applications, model)(
        weights=None, input_shape=(*image, 3), include_top=False, pooling="avg", **more
    )
    random = np.random.default_rng(1)
    return made, [random.standard_normal((batch, *image, 3)).astype(np.float32)]


def image(name: str, model: str, sizes: dict[str, Size] = SIZES, **more: object) -> Network:
    made = partial(build, model=model, more=more)
    return Network(name, "keras.applications", "tflite", sizes, made)


NETWORKS = [
    image("mobilenet", "MobileNet", alpha=0.25),
    image("mobilenet_v2", "MobileNetV2", alpha=0.35),
    image("mobilenet_v3_small", "MobileNetV3Small", alpha=0.75, minimalistic=False),
    image("mobilenet_v3_large", "MobileNetV3Large", alpha=0.75),
    image("efficientnet_b0", "EfficientNetB0"),
    image("efficientnet_v2_b0", "EfficientNetV2B0"),
    image("nasnet_mobile", "NASNetMobile"),
    image("densenet121", "DenseNet121"),
    image("resnet50", "ResNet50"),
    image("resnet50_v2", "ResNet50V2"),
    image("vgg16", "VGG16"),
    image("xception", "Xception", LARGE),
    image("inception_v3", "InceptionV3", LARGE),
    image("inception_resnet_v2", "InceptionResNetV2", LARGE),
    image("convnext_tiny", "ConvNeXtTiny"),
]
