"""Workflow commands as arguments."""

from __future__ import annotations

import pytest

from onelib import resize
from onelib.OptionBuilder import OptionBuilder

BUILT = [
    ("one-pack", {"a": "x", "b": "True"}, "--a x --b True"),
    ("one-import-tflite", {"save_intermediate": "True"}, "--save_intermediate True"),
    ("one-import-tf", {"save_intermediate": "True", "v": "1"}, "--save_intermediate --v 1"),
    ("one-import-pytorch", {"save_intermediate": "False"}, ""),
    ("one-import-strange", {"a": "x"}, "--a x"),
    ("one-optimize", {"input_path": "a", "fuse": "True", "fold": "False"}, "--input_path a --fuse"),
    ("one-optimize", {"change_outputs": "x", "nonsense": "7"}, "--change_outputs x"),
    ("one-quantize", {"print_mae": "True", "force_quantparam": "False"}, "--print_mae"),
    ("one-quantize", {"requantize": "True", "mode": "channel"}, "--requantize --mode channel"),
    ("one-profile", {"backend": "b", "command": "-x  1"}, "--backend b -- -x 1"),
    ("one-infer", {"driver": "d"}, "--driver d"),
    ("one-resize", {"input_path": "a", "input_shapes": "[1]"}, "--input_path a --input_shapes [1]"),
    ("one-resize", {"strict": "True", "cut_tables": "False"}, "--strict"),
    ("one-resize", {"fold": "False", "global_pool": "True"}, "--no-fold --global-pool"),
    ("one-resize", {"output_shape": "a=[1]\nb=[2]"}, "--output-shape a=[1] --output-shape b=[2]"),
]


@pytest.mark.parametrize(("driver", "commands", "expected"), BUILT)
def test_arguments(driver: str, commands: dict[str, str], expected: str) -> None:
    assert expected == " ".join(OptionBuilder(driver).build(commands))


def test_one_resize_understands_what_is_built_for_it() -> None:
    flags = dict.fromkeys(("strict", "cut_tables", "global_pool", "fold", "dry_run"), "True")
    texts = {"input_path": "a", "output_path": "b", "input_shapes": "[1]", "constant": "a=b"}
    args = resize.make_parser().parse_args(OptionBuilder("one-resize").build(flags | texts))
    assert all(getattr(args, key) is True for key in flags)
    assert args.constant == ["a=b"]


def test_unknown_driver_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown driver 'one-pakc'.*'one-pack'"):
        OptionBuilder("one-pakc")
