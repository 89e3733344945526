"""The work of one-resize once its options are known."""

from __future__ import annotations

import argparse
import os
import re
import traceback
from collections.abc import Iterator, Sequence
from functools import partial
from tempfile import TemporaryDirectory

from circle_resizer.adding import add_signatures
from circle_resizer.api import compare, resize
from circle_resizer.edits.result import Result
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ResizeError, ShapeTextError
from circle_resizer.file.model import Model
from circle_resizer.refusals import wording
from onelib import launch, signals, story
from onelib.drivers import RESIZE
from onelib.given import Given
from onelib.inputs import named
from onelib.journal import Journal
from onelib.options import command_line
from onelib.paths import STDOUT, check_others, check_output
from onelib.printable import printable
from onelib.refusal import lines_of
from onelib.reportfile import ReportFile
from onelib.shapetext import asked_shapes, one_shape
from onelib.targets import texts

DONE, REFUSED, UNREADABLE = 0, 1, 255
WRONG_COUNT = re.compile(r"Expected \d+ shapes but provided \d+")


class Source:
    """The model of a run, opened for the first target and kept for the others."""

    def __init__(self, path: str, *, is_kept: bool) -> None:
        self.path, self.is_kept = path, is_kept
        self._model: Model | None = None

    def model(self) -> Model:
        """The model; whatever is wrong with it is said for the target that asks."""
        if self._model is None:
            with plainly():
                self._model = Model.open(self.path)
                self._model.is_kept = self.is_kept
        return self._model


def carry_out_all(runs: Sequence[argparse.Namespace], given: Given) -> int:
    """All targets of a run; the exit code of the first that is refused."""
    source = Source(runs[0].input_path, is_kept=len(runs) > 1)
    codes = []
    for args in runs:
        args.source = source
        codes.append(carry_out(args, given))
    return next(filter(None, codes), DONE)


def carry_out(args: argparse.Namespace, given: Given) -> int:
    """Resize and save, or refuse with one sentence and leave nothing but the log."""
    with wording.spoken(wording.COMMAND), Journal(RESIZE) as journal:
        try:
            code = tried(journal, args, given)
        except Exception as error:  # the log must hold whatever happened
            if stop := signals.swallowed():
                raise stop from error
            code = refused(journal, args, given, error)
        if journal.problem:
            launch.complain(f"{RESIZE}: {journal.problem}")
        return code or (UNREADABLE if journal.problem else DONE)


def tried(journal: Journal, args: argparse.Namespace, given: Given) -> int:
    """All of a run that meets no obstacle."""
    if args.compare and not (args.input_shapes or args.batch or args.dim):
        return compared(journal, args, args.input_path, aside=False)
    args.dry_run = args.dry_run or not args.output_path
    if not args.dry_run:
        begin(journal, args, given)
    report = ReportFile(args.report, args.input_path) if args.report else None
    if report:
        read = [*given.constants.values(), *exports(args)]
        report.begin([args.output_path, args.config, *read])
    try:
        result = resized(args, given)
        checked = list(verified(args, given, result)) if args.verify else []
    except ResizeError as error:
        if report:
            report.refused(error)
        raise
    saved = None if args.dry_run or args.output_path == STDOUT else args.output_path
    if saved:
        signals.save(partial(result.save, sync=not args.no_sync), saved)
    elif not args.dry_run:
        launch.pour(result.data)
    shown = story.table(result.report, args, checked) if story.on_terminal() else ""
    aside = not args.dry_run and not saved
    journal.say(story.lines(result.report, args, checked), shown=shown, aside=aside)
    if report:
        report.done(result, saved)
    return compared(journal, args, result.data, aside=aside) if args.compare else DONE


def verified(args: argparse.Namespace, given: Given, result: Result) -> Iterator[str]:
    """What a run of the old and of the new model says; a difference is an error."""
    from circle_resizer.verifying.verification import verify  # noqa: PLC0415  # seldom asked for

    keys: Sequence[str | None] = args.signature or [None]
    added: Sequence[str | None] = list(given.added)
    pairs = [(keys[0], key) for key in added] or [(key, key) for key in keys]
    with TemporaryDirectory(prefix="one-resize-") as folder:
        path = os.path.join(folder, "new")  # noqa: PTH118
        result.save(path, sync=False)
        for old, new in pairs:
            found = verify(
                args.source.model(), path, signature=old, new_signature=new,
                required=isinstance(args.verify, str),
            )  # fmt: skip
            yield from found.lines


def compared(journal: Journal, args: argparse.Namespace, model: bytes | str, *, aside: bool) -> int:
    """Say where a model differs from another export; the exit code."""
    lines = compare(model, args.compare)
    journal.say(lines or [f"no difference from {args.compare}"], aside=aside)
    return REFUSED if lines else DONE


def exports(args: argparse.Namespace) -> list[str]:
    """Other exports of the network that are read."""
    return [*(args.also or ()), *([args.compare] if args.compare else [])]


def begin(journal: Journal, args: argparse.Namespace, given: Given) -> None:
    """Look at the output, and start the log: beside it only once it is known to be possible."""
    output, log = args.output_path, None if args.no_log else args.log
    beside = not log and not args.no_log and output != STDOUT
    if beside:
        log = f"{output}.log"
    others = [*given.constants.values(), *exports(args)]
    check_others(output, log, args.config, others, args.input_path)
    command = command_line(vars(args))
    if log and not beside:
        journal.open(log, command)
    if output != STDOUT:
        check_output(output)
    if log and beside:
        journal.open(log, command)


def refused(journal: Journal, args: argparse.Namespace, given: Given, error: Exception) -> int:
    """Say why there is no result; the exit code."""
    if args.verbose:
        journal.note(traced(error))
    if not isinstance(error, ResizeError):
        journal.complain(launch.sentence(error))
        return UNREADABLE
    outputs = [args.output_path] if args.output_path else []
    paths = [*given.constants.values(), *exports(args), *outputs]
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


def with_signatures(args: argparse.Namespace, given: Given) -> Result:
    """The model with more signatures, still in memory."""
    return add_signatures(
        args.source.model(),
        {key: asked_shapes(text) for key, text in given.added.items()},
        signature=args.signature[0] if args.signature else None,
        strict=bool(args.strict),
        constants=given.constants,
        output_shapes={name: one_shape(text) for name, text in given.output_shapes.items()},
        cut_tables=bool(args.cut_tables),
        global_pool=bool(args.global_pool),
        assume=args.assume or (),
    )


def resized(args: argparse.Namespace, given: Given) -> Result:
    """The resized model, still in memory."""
    if given.added:
        return with_signatures(args, given)
    shapes = [asked_shapes(text, given.dims) for text in texts(args)]
    keys = args.signature or ()
    return resize(
        args.source.model(),
        (shapes or None) if len(keys) > 1 else shapes[0] if shapes else None,
        signature=keys if len(keys) > 1 else keys[0] if keys else None,
        batch=given.batch,
        dims=given.dims,
        strict=bool(args.strict),
        constants=given.constants,
        output_shapes={name: one_shape(text) for name, text in given.output_shapes.items()},
        cut_tables=bool(args.cut_tables),
        global_pool=bool(args.global_pool),
        assume=args.assume or (),
        also=args.also or (),
        fold=args.fold,
    )
