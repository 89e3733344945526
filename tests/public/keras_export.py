"""Export networks of Keras with TensorFlow's converter."""

from __future__ import annotations

from zlib import crc32

import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

from tests.public.network import Network
from tests.zoo.judge import run_litert


def export(network: Network, point: str) -> None:
    """Write the network at a point, after a look that LiteRT agrees with Keras."""
    model, inputs = network.build(network.sizes[point])
    model = seeded(model)
    wanted = [np.asarray(y) for y in tf.nest.flatten(model(pack(model, inputs), training=False))]
    data = converted(model, inputs)
    answers = run_litert(data, inputs)
    # The converter gives the answers an order of its own.
    for want in wanted:
        near = [a for a in answers if a.shape == want.shape]
        assert min(np.abs(a - want).max() for a in near) <= 1e-3 * np.abs(want).max()
    network.keep(point, data, inputs, answers)


def pack(model, inputs):
    """Inputs the way the model takes them."""
    return inputs[0] if len(inputs) == 1 else tf.nest.pack_sequence_as(model.input, inputs)


def converted(model, inputs) -> bytes:
    """The model for inputs of these shapes, its weights as constants."""
    specs = [tf.TensorSpec(x.shape, x.dtype, name=f"x{i}") for i, x in enumerate(inputs)]
    run = tf.function(lambda *xs: model(pack(model, list(xs)), training=False))
    frozen = convert_variables_to_constants_v2(run.get_concrete_function(*specs))
    return tf.lite.TFLiteConverter.from_concrete_functions([frozen]).convert()


def seeded(model):
    """Trained-looking weights, each drawn for its name: a wrong element shows in the answer."""
    for weight in model.weights:
        if not (weight.trainable or "moving_variance" in weight.path):
            continue
        random = np.random.default_rng(crc32(weight.path.encode()))
        noise = random.standard_normal(weight.shape)
        if len(weight.shape) > 1:
            noise /= max(1, int(np.prod(weight.shape[:-1]))) ** 0.5
        elif "variance" in weight.path:
            noise = 1 + np.abs(noise) / 4
        elif "gamma" in weight.path:
            noise = 1 + noise / 8
        else:
            noise /= 4
        weight.assign(noise)
    return model
