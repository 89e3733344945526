"""one-resize: change the input shapes of a circle or tflite model, and all that follows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from configparser import SectionProxy
from typing import NoReturn

from onelib import blocks, cfg, launch
from onelib.drivers import RESIZE
from onelib.options import REQUIRED, add_options, expand_paths, fill_from_cfg, join_shapes
from onelib.parser import Parser
from onelib.paths import absolute, home, oneline
from onelib.version import version_text


def run() -> NoReturn:
    """The command ``one-resize``."""
    launch.launch(RESIZE, main)


def make_parser() -> argparse.ArgumentParser:
    """All the options; what is left out may come from a cfg section."""
    parser = Parser(
        prog=RESIZE,
        description="command line tool to change shape of model inputs",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = version_text(RESIZE)
    parser.add_argument(
        "-v", "--version", action="version", version=version, help="print the version"
    )
    parser.add_argument("-C", "--config", metavar="CONFIG", help="read options from a cfg file")
    parser.add_argument("-S", "--section", default=RESIZE, help=argparse.SUPPRESS)
    add_options(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code: 0 done, 1 refused, 2 usage, 255 shape text, cfg or output folder."""
    parser = make_parser()
    args = parser.parse_args(join_shapes(argv))
    if args.config:
        fill_from_cfg(args, section_of(args.config, args.section))
    if args.list_operators:
        return list_operators()
    wanted = required(args)
    if missing := [key for key in wanted if not getattr(args, key)]:
        parser.error(f"the following arguments are required: {' '.join(missing)}")
    if args.list_inputs:
        return list_inputs(absolute(args.input_path))
    if args.check or args.mend:
        return looked_at(args)
    try:
        constants = pairs(args.constant, "--constant NAME=FILE.npy")
        shapes = pairs(args.output_shape, "--output-shape NAME=[..]")
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    expand_paths(args)
    from onelib.work import carry_out  # noqa: PLC0415  # loads numpy and every rule

    return carry_out(args, constants, shapes)


def required(args: argparse.Namespace) -> Sequence[str]:
    """What has to be given for what is asked."""
    if args.list_inputs:
        return ("input_path",)
    if args.check or args.mend:
        return () if args.check else ("output_path",)
    return [key for key in REQUIRED if key != "output_path" or not args.dry_run]


def section_of(path: str, name: str) -> SectionProxy:
    """The section of a cfg file with the values for this run."""
    _, parser = cfg.read_cfg(path)
    if not parser.has_section(name):
        raise AssertionError(f"configuration file must have '{name}' section")
    return parser[name]


def pairs(entries: Sequence[str] | None, form: str) -> dict[str, str]:
    """NAME=VALUE entries by name."""
    found: dict[str, str] = {}
    for entry in entries or []:
        name, _, value = entry.partition("=")
        if not name or not value:
            raise argparse.ArgumentTypeError(f"'{entry}' is not of the form {form}")
        if name in found:
            raise argparse.ArgumentTypeError(f"'{name}' is given twice")
        found[name] = home(value)
    return found


def looked_at(args: argparse.Namespace) -> int:
    """A model checked, or mended as well."""
    expand_paths(args)
    from onelib import check  # noqa: PLC0415  # loads numpy and every rule

    return check.check(args.check) if args.check else check.mend(args.mend, args.output_path)


def list_operators() -> int:
    """Print what is known about every operator."""
    from circle_resizer.inference.catalog import operator_rows  # noqa: PLC0415  # loads every rule

    launch.say(blocks.table(["operator", "dialect", "rule", "elements"], operator_rows()))
    return 0


def list_inputs(path: str) -> int:
    """Print what there is to give shapes for."""
    from circle_resizer.errors import ResizeError  # noqa: PLC0415  # slow
    from onelib import inputs  # noqa: PLC0415  # loads the model's schema

    try:
        rows = inputs.rows(path)
    except ResizeError as error:
        launch.complain(f"{RESIZE}: {oneline(error, path)}")
        return 1
    launch.say(blocks.table(["index", "name", "shape", "type"], rows))
    return 0
