"""Workflow commands as arguments."""

from __future__ import annotations

import argparse

import pytest

from onelib import cfg, resize
from onelib.OptionBuilder import OptionBuilder
from onelib.options import OPTIONS, Option, fill_from_cfg

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
    ("one-resize", {"strict": "false", "cut_tables": "true", "fold": "yes"}, "--cut-tables --fold"),
    ("one-resize", {"list_operators": "1", "verbose": "off"}, "--list-operators"),
    ("one-resize", {"config": "a.cfg", "section": "s"}, "--config a.cfg --section s"),
]


@pytest.mark.parametrize(("driver", "commands", "expected"), BUILT)
def test_arguments(driver: str, commands: dict[str, str], expected: str) -> None:
    assert expected == " ".join(OptionBuilder(driver).build(commands))


VALUES = {"path": ["/a"], "text": ["b"], "list": ["c=1", "c=1\nd=2"]}
EVERY = [(o, v) for o in OPTIONS for v in VALUES.get(o.kind, ["True", "no"])]


@pytest.mark.parametrize(("option", "text"), EVERY, ids=lambda v: getattr(v, "key", v))
def test_one_resize_reads_a_workflow_as_it_reads_a_cfg(option: Option, text: str) -> None:
    parser = cfg.Parser()
    parser.read_dict({"one-resize": {option.key: text}})
    by_cfg = resize.make_parser().parse_args([])
    fill_from_cfg(by_cfg, parser["one-resize"])
    words = OptionBuilder("one-resize").build({option.key: text})
    by_workflow = resize.make_parser().parse_args(words)
    if option.kind in {"flag", "mode"}:  # there are no words for False
        by_workflow = argparse.Namespace(**{k: bool(v) for k, v in vars(by_workflow).items()})
    assert getattr(by_workflow, option.key) == getattr(by_cfg, option.key)


def test_value_that_is_no_boolean_is_named() -> None:
    with pytest.raises(ValueError, match=r"^Not a boolean: 2 \(key 'fold' of \[one-resize\]\)$"):
        OptionBuilder("one-resize").build({"fold": "2"})


def test_unknown_driver_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown driver 'one-pakc'.*'one-pack'"):
        OptionBuilder("one-pakc")
