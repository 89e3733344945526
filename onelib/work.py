"""The work of one-resize once its options are known."""

from __future__ import annotations

import argparse
import re
import traceback

from circle_resizer.api import Result, compare, resize
from circle_resizer.errors import ResizeError, ShapeTextError
from onelib import blocks, launch, signals
from onelib.drivers import RESIZE
from onelib.inputs import named
from onelib.journal import Journal
from onelib.options import command_line
from onelib.paths import STDOUT, check_others, check_output
from onelib.printable import printable
from onelib.refusal import lines_of
from onelib.shapetext import all_shapes, one_shape

DONE, REFUSED, UNREADABLE = 0, 1, 255
WRONG_COUNT = re.compile(r"Expected \d+ shapes but provided \d+")


def carry_out(
    args: argparse.Namespace, constants: dict[str, str], output_shapes: dict[str, str]
) -> int:
    """Resize and save, or refuse with one sentence and leave nothing but the log."""
    with Journal(RESIZE) as journal:
        try:
            code = tried(journal, args, constants, output_shapes)
        except Exception as error:  # the log must hold whatever happened
            if stop := signals.swallowed():
                raise stop from error
            code = refused(journal, args, constants, error)
        if journal.problem:
            launch.complain(f"{RESIZE}: {journal.problem}")
        return code or (UNREADABLE if journal.problem else DONE)


def tried(
    journal: Journal,
    args: argparse.Namespace,
    constants: dict[str, str],
    output_shapes: dict[str, str],
) -> int:
    """All of a run that meets no obstacle."""
    if args.compare and not args.input_shapes:
        return compared(journal, args, args.input_path, aside=False)
    writes = not args.dry_run and bool(args.output_path)
    if writes:
        begin(journal, args, constants)
    result = resized(args, constants, output_shapes)
    aside = writes and args.output_path == STDOUT
    if aside:
        launch.pour(result.data)
    elif writes:
        signals.save(result.save, args.output_path)
    journal.say(story(result, args), aside=aside)
    return compared(journal, args, result.data, aside=aside) if args.compare else DONE


def compared(journal: Journal, args: argparse.Namespace, model: bytes | str, *, aside: bool) -> int:
    """Say where a model differs from another export; the exit code."""
    lines = compare(model, args.compare)
    journal.say(lines or [f"No difference from {args.compare}"], aside=aside)
    return REFUSED if lines else DONE


def begin(journal: Journal, args: argparse.Namespace, constants: dict[str, str]) -> None:
    """Look at the output, and start the log: beside it only once it is known to be possible."""
    output, log = args.output_path, None if args.no_log else args.log
    beside = not log and not args.no_log and output != STDOUT
    if beside:
        log = f"{output}.log"
    others = [*(args.also or ()), *([args.compare] if args.compare else [])]
    check_others(output, log, args.config, [*constants.values(), *others], args.input_path)
    command = command_line(vars(args))
    if log and not beside:
        journal.open(log, command)
    if output != STDOUT:
        check_output(output)
    if log and beside:
        journal.open(log, command)


def refused(
    journal: Journal, args: argparse.Namespace, constants: dict[str, str], error: Exception
) -> int:
    """Say why there is no result; the exit code."""
    if args.verbose:
        journal.note(traced(error))
    if not isinstance(error, ResizeError):
        journal.complain(launch.sentence(error))
        return UNREADABLE
    paths = [*constants.values(), *(args.also or ()), *([args.output_path] if args.output_path else [])]
    lines = lines_of(error, args.input_path, *paths)
    if WRONG_COUNT.fullmatch(lines[0]):
        lines.append(named(args.input_path))
    journal.complain(*lines)
    return UNREADABLE if isinstance(error, ShapeTextError) else REFUSED


def traced(error: BaseException) -> str:
    """The traceback, in which no message makes lines of its own."""
    text = "".join(traceback.format_exception(error)).rstrip()
    chain: list[BaseException] = []
    left: list[BaseException | None] = [error]
    while left:
        each = left.pop()
        if each is not None and each not in chain:  # a chain of causes may lead back to itself
            chain.append(each)
            left += [each.__cause__, each.__context__]
    for message in sorted(filter(str.strip, {str(each) for each in chain}), key=len, reverse=True):
        text = text.replace(message, printable(message))
    return text


def resized(
    args: argparse.Namespace, constants: dict[str, str], output_shapes: dict[str, str]
) -> Result:
    """The resized model, still in memory."""
    shapes = all_shapes(args.input_shapes)
    outputs = {name: one_shape(text) for name, text in output_shapes.items()}
    return resize(
        args.input_path,
        shapes,
        strict=bool(args.strict),
        constants=constants,
        output_shapes=outputs,
        cut_tables=bool(args.cut_tables),
        global_pool=bool(args.global_pool),
        assume=args.assume or (),
        also=args.also or (),
        fold=args.fold,
    )


def story(result: Result, args: argparse.Namespace) -> list[str]:
    """Everything for stdout."""
    changes = result.report.lines if args.verbose or args.dry_run else []
    writes = not args.dry_run and args.output_path
    end = [blocks.saved(args.output_path) if writes else "Dry run, nothing is written"]
    return [
        *blocks.shapes("before", result.inputs_before, result.outputs_before),
        *blocks.shapes("after", result.inputs_after, result.outputs_after),
        *changes,
        *end,
    ]
