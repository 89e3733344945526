"""Commands of the programs behind the import drivers and one-optimize."""

from __future__ import annotations

import argparse
import sys

from onelib.constant import CONSTANT
from onelib.paths import home
from onelib.utils import is_valid_attr

FALSE = ("false", "0", "n")


def make_tf2tfliteV2_cmd(  # noqa: N802
    args: argparse.Namespace, driver_path: str, input_path: str, output_path: str
) -> list[str]:
    """TensorFlow to tflite."""
    formats = (choice(args, "model_format", "graph_def"), choice(args, "converter_version", "v1"))
    words = [sys.executable, home(driver_path), *flag(args, "verbose"), *formats]
    for key, path in (("input_path", input_path), ("output_path", output_path)):
        words += [f"--{key}", home(path)] if is_valid_attr(args, key) else []
    for key in ("input_arrays", "input_shapes", "output_arrays"):
        words += [f"--{key}", getattr(args, key)] if is_valid_attr(args, key) else []
    return [*words, *flag(args, "experimental_disable_batchmatmul_unfold")]


def make_tflite2circle_cmd(driver_path: str, input_path: str, output_path: str) -> list[str]:
    """A tflite model to a circle model."""
    return [home(word) for word in (driver_path, input_path, output_path)]


def make_circle2circle_cmd(
    args: argparse.Namespace, driver_path: str, input_path: str, output_path: str
) -> list[str]:
    """Circle to circle through the passes that are switched on."""
    passes = [name for name, _ in CONSTANT.OPTIMIZATION_OPTS]
    flags = [word for name in ("generate_profile_data", *passes) for word in flag(args, name)]
    return [*make_tflite2circle_cmd(driver_path, input_path, output_path), *flags]


def choice(args: argparse.Namespace, key: str, default: str) -> str:
    """One of several flags: from the command line, else from the cfg, else the default."""
    if is_valid_attr(args, f"{key}_cmd"):
        return str(getattr(args, f"{key}_cmd"))
    return f"--{getattr(args, key, None) or default}"


def flag(args: argparse.Namespace, key: str) -> list[str]:
    """The flag, unless its value says no."""
    value = getattr(args, key, None)
    return [f"--{key}"] if value and str(value).lower() not in FALSE else []
