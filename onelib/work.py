"""The work of one-resize once its options are known."""

from __future__ import annotations

import argparse
import traceback

from circle_resizer.errors import ResizeError, ShapeTextError
from circle_resizer.resize import Result, resize
from circle_resizer.shapes import Shape, parse_shapes
from onelib import blocks, launch
from onelib.drivers import RESIZE
from onelib.journal import Journal
from onelib.options import command_line
from onelib.paths import check_log, check_output

DONE, REFUSED, UNREADABLE = 0, 1, 255


def carry_out(
    args: argparse.Namespace, constants: dict[str, str], output_shapes: dict[str, str]
) -> int:
    """Resize and save, or refuse with one sentence and leave nothing but the log."""
    with Journal(RESIZE) as journal:
        try:
            if not args.dry_run:
                check_output(args.output_path)
                check_log(args.output_path, [args.input_path, args.config, *constants.values()])
                journal.open(f"{args.output_path}.log", command_line(vars(args)))
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
