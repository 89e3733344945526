"""Several resized models of one run: pairs of -s and -o, or a file with a line for each."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Iterator, Sequence

from onelib.paths import STDOUT, absolute, read_text

APART = re.compile(r"[;\n]")
"""Between the shapes of several signatures."""
MOST = 10_000
"""Targets of one run."""


def check(args: argparse.Namespace) -> None:
    """Whether as many shapes are given as outputs and signatures need."""
    if args.targets and (args.output_path or args.input_shapes):
        raise argparse.ArgumentTypeError("the lines of --targets stand instead of -s and -o")
    if args.add_signature:
        check_added(args)
    found = [] if args.targets else paired(args)
    if (args.targets or len(found) > 1) and args.log:
        raise argparse.ArgumentTypeError(
            "--log is for a single output; several have a log beside each"
        )


def check_added(args: argparse.Namespace) -> None:
    """Signatures are added to one model as it is."""
    others = {"-s": args.input_shapes, "--targets": args.targets, "--batch": args.batch}
    for flag, value in {**others, "--dim": args.dim}.items():
        if value:
            raise argparse.ArgumentTypeError(f"--add-signature has shapes of its own: no {flag}")
    if len(args.signature or ()) > 1:
        raise argparse.ArgumentTypeError("--add-signature starts from a single --signature")


def paired(args: argparse.Namespace) -> list[tuple[str | None, str | None]]:
    """Outputs with their shapes; those of several signatures in one text."""
    outputs, shapes = listed(args.output_path), listed(args.input_shapes)
    signatures = max(1, len(args.signature or ()))
    if not outputs and (args.dry_run or args.compare):
        outputs = [None] * max(1, len(shapes) // signatures)
    if len(shapes) == signatures * len(outputs):
        groups = [shapes[i : i + signatures] for i in range(0, len(shapes), signatures)]
        shapes = [";".join(text for text in group if text) for group in groups]
    if not shapes and (args.batch or args.dim or args.add_signature or args.compare):
        shapes = [None] * len(outputs)
    if len(shapes) != len(outputs):
        each = f" for each of {signatures} signatures" if signatures > 1 else ""
        raise argparse.ArgumentTypeError(
            f"-s is given {len(shapes)} times and -o {len(outputs)} times; every output needs "
            f"shapes{each}"
        )
    if len(outputs) > 1:
        check_outputs([output for output in outputs if output])
    return list(zip(outputs, shapes, strict=True))


def listed(value: str | list[str] | None) -> list[str | None]:
    """A value that may be a list of them."""
    return [*value] if isinstance(value, list) else [value] if value else []


def check_outputs(outputs: Sequence[str]) -> None:
    """Several outputs are different files, and none is the log beside another."""
    seen: set[str] = set()
    for path in outputs:
        if path == STDOUT:
            raise argparse.ArgumentTypeError("only a single output can go to standard output")
        real = os.path.realpath(absolute(path))
        if real in seen:
            raise argparse.ArgumentTypeError(f"two outputs are {path}")
        seen.add(real)
    for path in outputs:
        if f"{os.path.realpath(absolute(path))}.log" in seen:
            raise argparse.ArgumentTypeError(f"the output {path}.log is the log of {path}")


def each_target(args: argparse.Namespace) -> Iterator[argparse.Namespace]:
    """The options of every target."""
    found = lines_of(args.targets) if args.targets else paired(args)
    for output, shapes in found:
        yield argparse.Namespace(**{**vars(args), "output_path": output, "input_shapes": shapes})


def lines_of(path: str) -> list[tuple[str | None, str | None]]:
    """The lines of a file of targets: an output and its shapes; ``#`` begins a comment."""
    try:
        text = read_text(absolute(path))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", "") or "it is no text"
        raise AssertionError(f"the targets in {path} cannot be read: {why}") from error
    found: list[tuple[str | None, str | None]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise AssertionError(f"line {number} of {path}: {error}") from error
        if len(words) == 1:
            raise AssertionError(f"line {number} of {path}: an output and its shapes are needed")
        if words:
            found.append((words[0], " ".join(words[1:])))
    if not 0 < len(found) <= MOST:
        raise AssertionError(f"{path} holds {len(found)} targets; there may be 1 to {MOST}")
    try:
        check_outputs([output for output, _ in found if output])
    except argparse.ArgumentTypeError as error:
        raise AssertionError(f"{path}: {error}") from error
    return found


def texts(args: argparse.Namespace) -> list[str]:
    """The shapes of one target, a text for every signature; none if there are no shapes."""
    text: str = args.input_shapes or ""
    if len(args.signature or ()) < 2:
        return [text] if text else []
    return [t for t in APART.split(text) if t.strip()]
