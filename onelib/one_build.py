"""one-build: run the drivers of ONE from the ``[one-build]`` section of a cfg file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import NoReturn

from onelib import launch
from onelib.CfgRunner import CfgRunner
from onelib.find import optimizations, own_folder
from onelib.onecc import add_common
from onelib.optimize import find_group
from onelib.parser import Parser
from onelib.steps import run_steps

NAME = "one-build"
ONE_OF = {"one-import-tf", "one-import-tflite", "one-import-bcq", "one-import-onnx"}


def run() -> NoReturn:
    """The command ``one-build``."""
    launch.launch(NAME, main)


def make_parser(known: Iterable[str] | None = None) -> argparse.ArgumentParser:
    """The options that onecc has as well."""
    parser = Parser(
        prog=NAME,
        description="command line tool that runs the drivers of a configuration file",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_common(parser, NAME, known)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code of the first driver that fails; 2 usage, 255 cfg or driver missing."""
    here = own_folder()
    parser = make_parser(optimizations(here))
    args = parser.parse_args(argv)
    if not args.config:
        parser.error("-C/--config argument is required")
    groups = [find_group(args.optimization, here)] if args.optimization else []
    runner = CfgRunner(args.config, here, ("one-build",))
    runner.add_groups(groups)
    drivers = [driver for driver in runner.active() if driver != "one-infer"]
    if len(ONE_OF.intersection(drivers)) > 1:
        raise AssertionError("Only one import-* driver can be executed")
    run_steps(runner.steps(verbose=args.verbose, drivers=drivers), here, verbose=args.verbose)
    return 0
