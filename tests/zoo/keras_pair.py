"""Export one Keras network at shape A and at shape B, with the same weights.

Needs tensorflow; never imported by the product or by a test.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import keras
import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

TFLITE = Path(__file__).parent / "tflite"
MAKERS: dict[str, Callable[[], None]] = {}
Shapes = list[tuple[int, ...]]
Build = Callable[[Shapes], keras.Model]


def network(make: Callable[[], None]) -> Callable[[], None]:
    """Enter a maker under its own name."""
    MAKERS[make.__name__] = make
    return make


def sample(shapes: Shapes, seed: int = 1) -> list[NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    return [random.standard_normal(shape).astype(np.float32) for shape in shapes]


def weighed(model: keras.Model) -> keras.Model:
    random = np.random.default_rng(7)
    for weight in model.weights:
        if not np.issubdtype(np.dtype(weight.dtype), np.floating):
            continue
        fan = max(1, int(np.prod(weight.shape[:-1])))
        noise = random.standard_normal(weight.shape) / (fan**0.5 if len(weight.shape) > 1 else 4)
        if "variance" in weight.name:
            noise = 1 + np.abs(noise)
        elif "gamma" in weight.name:
            noise = noise + 1
        weight.assign(noise)
    return model


def converted(model: keras.Model, shapes: Shapes, how: str) -> bytes:
    specs = [tf.TensorSpec(s, tf.float32) for s in shapes]
    with TemporaryDirectory() as folder:
        model.export(folder, verbose=False, input_signature=[specs if len(specs) > 1 else specs[0]])
        return optimised(tf.lite.TFLiteConverter.from_saved_model(folder), shapes, how)


def optimised(converter: tf.lite.TFLiteConverter, shapes: Shapes, how: str) -> bytes:
    if how:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
    if how == "float16":
        converter.target_spec.supported_types = [tf.float16]
    if how == "int8":

        def samples() -> Iterable[list[NDArray[np.float32]]]:
            fixed = [tuple(1 if d is None else d for d in s) for s in shapes]
            return (sample(fixed, seed) for seed in range(8))

        converter.representative_dataset = samples
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = converter.inference_output_type = tf.int8
    return converter.convert()


def answers(data: bytes, given: list[NDArray[np.float32]]) -> dict[str, NDArray[np.float32]]:
    """What LiteRT says; quantised inputs are made from the floats."""
    interpreter = tf.lite.Interpreter(
        model_content=data,
        experimental_op_resolver_type=tf.lite.experimental.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
    )
    for detail, x in zip(interpreter.get_input_details(), given, strict=True):
        interpreter.resize_tensor_input(detail["index"], x.shape)
    interpreter.allocate_tensors()
    arrays = {}
    for i, (detail, x) in enumerate(zip(interpreter.get_input_details(), given, strict=True)):
        scale, zero = detail["quantization"]
        if scale:
            x = np.clip(np.round(x / scale) + zero, -128, 127).astype(detail["dtype"])  # noqa: PLW2901
        arrays[f"x{i}"] = x
        interpreter.set_tensor(detail["index"], x)
    interpreter.invoke()
    for i, detail in enumerate(interpreter.get_output_details()):
        arrays[f"y{i or ''}"] = interpreter.get_tensor(detail["index"])
    return arrays


def pair(
    name: str, build: Build, at_a: Shapes, at_b: Shapes, *, how: str = "", dynamic: bool = False
) -> None:
    """Write both sizes; ``dynamic``: A is exported with None for whatever differs."""
    model_b = weighed(build(at_b))
    given = sample(at_b)
    loose = at_a
    if dynamic:
        loose = [tuple(None if p != q else p for p, q in zip(a, b, strict=True))
                 for a, b in zip(at_a, at_b, strict=True)]  # fmt: skip
    model_a = weighed(build(loose))
    made = {"A": converted(model_a, loose, how), "B": converted(model_b, at_b, how)}
    if how == "int8":
        # Other scales come out of other samples: B has no file, and its answers are A's own.
        del made["B"]
        wanted = answers(made["A"], given)
    else:
        wanted = answers(made["B"], given)
        result = model_b(given if len(given) > 1 else given[0], training=False)
        first = np.asarray(result[0] if isinstance(result, (list, tuple)) else result)
        limit = 1e-2 if how else 1e-4
        alike = [y for key, y in wanted.items() if key[0] == "y" and y.shape == first.shape]
        assert min(np.abs(first - y).max() for y in alike) <= limit * np.abs(first).max()
    for size, data in made.items():
        (TFLITE / f"{name}.{size}.tflite").write_bytes(data)
    np.savez_compressed(TFLITE / f"{name}.B.npz", **wanted)
    np.savez_compressed(TFLITE / f"{name}.A.npz", **answers(made["A"], sample(at_a)))
    print(f"{name:24} {[len(data) for data in made.values()]}", flush=True)  # noqa: T201


def main() -> None:
    """Make the networks named on the command line, or all of the script."""
    TFLITE.mkdir(exist_ok=True)
    for name in sys.argv[1:] or MAKERS:
        MAKERS[name]()
