"""one-resize: change the input shapes of a circle or tflite model, and all that follows."""

from __future__ import annotations

import argparse
import traceback
from collections.abc import Sequence
from configparser import SectionProxy
from typing import TYPE_CHECKING, NoReturn

from circle_resizer.errors import ResizeError, ShapeTextError
from circle_resizer.shapes import Shape, parse_shapes
from onelib import blocks, cfg, launch
from onelib.journal import Journal
from onelib.options import (
    REQUIRED,
    add_options,
    command_line,
    expand_paths,
    fill_from_cfg,
    join_shapes,
)
from onelib.paths import check_log, check_output, home
from onelib.version import version_text

if TYPE_CHECKING:
    from circle_resizer.resize import Result

NAME = "one-resize"
DONE, REFUSED, UNREADABLE = 0, 1, 255


def run() -> NoReturn:
    """The command ``one-resize``."""
    launch.launch(NAME, main)


def make_parser() -> argparse.ArgumentParser:
    """All the options; what is left out may come from a cfg section."""
    parser = argparse.ArgumentParser(
        prog=NAME,
        description="command line tool to change shape of model inputs",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = version_text(NAME)
    parser.add_argument(
        "-v", "--version", action="version", version=version, help="print the version"
    )
    parser.add_argument("-C", "--config", metavar="CONFIG", help="read options from a cfg file")
    parser.add_argument("-S", "--section", default=NAME, help=argparse.SUPPRESS)
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
    wanted = [key for key in REQUIRED if key != "output_path" or not args.dry_run]
    if missing := [key for key in wanted if not getattr(args, key)]:
        parser.error(f"the following arguments are required: {' '.join(missing)}")
    try:
        constants = pairs(args.constant, "--constant NAME=FILE.npy")
        shapes = pairs(args.output_shape, "--output-shape NAME=[..]")
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    expand_paths(args)
    return carry_out(args, constants, shapes)


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


def list_operators() -> int:
    """Print what is known about every operator."""
    from circle_resizer.catalog import operator_rows  # noqa: PLC0415  # loads every rule

    rows = [[str(cell) for cell in row] for row in operator_rows()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    launch.say("\n".join(lines))
    return DONE


def carry_out(
    args: argparse.Namespace, constants: dict[str, str], output_shapes: dict[str, str]
) -> int:
    """Resize and save, or refuse with one sentence and leave nothing but the log."""
    with Journal(NAME) as journal:
        try:
            if not args.dry_run:
                check_output(args.output_path)
                check_log(args.output_path, [args.input_path, args.config, *constants.values()])
                journal.open(f"{args.output_path}.log", command_line(NAME, vars(args)))
            result = resized(args, constants, output_shapes)
            if not args.dry_run:
                result.save(args.output_path)
        except Exception as error:  # noqa: BLE001  # the log must hold whatever happened
            if args.verbose:
                journal.note("".join(traceback.format_exception(error)).rstrip())
            refused = isinstance(error, ResizeError)
            journal.complain(str(error) if refused else launch.sentence(error))
            return REFUSED if refused and not isinstance(error, ShapeTextError) else UNREADABLE
        journal.say(story(result, args))
    return DONE


def resized(
    args: argparse.Namespace, constants: dict[str, str], output_shapes: dict[str, str]
) -> Result:
    """The resized model, still in memory."""
    shapes = parse_shapes(args.input_shapes)
    outputs = {name: one_shape(text) for name, text in output_shapes.items()}
    from circle_resizer.resize import resize  # noqa: PLC0415  # the text is checked first

    return resize(
        args.input_path,
        shapes,
        strict=bool(args.strict),
        constants=constants,
        output_shapes=outputs,
        cut_tables=bool(args.cut_tables),
        global_pool=bool(args.global_pool),
        fold=args.fold,
    )


def one_shape(text: str) -> Shape:
    """A text with one shape."""
    shapes = parse_shapes(text)
    if len(shapes) != 1:
        raise ShapeTextError(f"Expected one shape but found {len(shapes)}: {text}")
    return shapes[0]


def story(result: Result, args: argparse.Namespace) -> list[str]:
    """Everything for stdout."""
    changes = result.report.lines if args.verbose or args.dry_run else []
    end = ["Dry run, nothing is written" if args.dry_run else blocks.saved(args.output_path)]
    return [
        *blocks.shapes("before", result.inputs_before, result.outputs_before),
        *blocks.shapes("after", result.inputs_after, result.outputs_after),
        *changes,
        *end,
    ]
