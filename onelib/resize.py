"""one-resize: change the input shapes of a circle or tflite model, and all that follows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from configparser import SectionProxy
from typing import NoReturn

from onelib import blocks, cfg, launch, targets
from onelib.drivers import RESIZE
from onelib.given import Given
from onelib.nearest import nearest
from onelib.options import OPTIONS, REQUIRED, add_options, expand_paths, fill_from_cfg, join_shapes
from onelib.parser import Parser
from onelib.paths import STDOUT, absolute, home
from onelib.version import version_text

NAMES = {"input_path": "IN", "output_path": "OUT"}
"""What may stand without an option in front."""
MOST = 10_000
"""Constants, and shapes of results, that may be given."""
LOOKING = ("list_operators", "list_inputs", "inspect", "check", "mend")
"""Options of runs that resize nothing."""
LONGEST_NUMBER = 20
"""Digits of a size."""
EXAMPLE = 'for example: one-resize -i in.circle -o out.circle -s "[1,2],[3,4]"'


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
    for key, name in NAMES.items():
        parser.add_argument(name, nargs="?", help=f"instead of --{key}")
    add_options(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code: 0 done, 1 refused, 2 usage, 255 shape text, cfg or output folder."""
    args, given = understood(argv)
    if args.list_operators:
        return list_operators()
    if args.explain:
        return explain(args.explain)
    if args.list_inputs or args.inspect:
        return look(args)
    if args.check or args.mend:
        return looked_at(args)
    runs = list(targets.each_target(args))
    for run in runs:
        expand_paths(run)
    from onelib.work import carry_out_all  # noqa: PLC0415  # loads numpy and every rule

    return carry_out_all(runs, given)


def judge(argv: Sequence[str] | None = None) -> int:
    """0 if the words and the cfg section that they name can be understood; no file is touched."""
    understood(argv)
    return 0


def understood(argv: Sequence[str] | None) -> tuple[argparse.Namespace, Given]:
    """The options, and what is given by name."""
    parser = make_parser()
    args = parser.parse_intermixed_args(join_shapes(argv))
    for key, flag in (("input_path", "-i"), ("output_path", "-o")):
        if problem := take_positional(args, key, flag):
            parser.error(problem)
    if args.config:
        fill_from_cfg(args, section_of(args.config, args.section))
    if missing := [key for key in required(args) if not getattr(args, key)]:
        parser.error(lacking(missing, args.config))
    if args.compare and args.signature:
        parser.error("--compare looks at the first graph of both files: leave --signature out")
    if args.log and args.no_log:
        parser.error("--log and --no-log exclude each other")
    if args.report and not args.report.endswith((".json", ".html")):
        parser.error(f"--report takes a file that ends in .json or .html, not '{args.report}'")
    try:
        if not any(getattr(args, key) for key in LOOKING):
            targets.check(args)
        return args, given_by_name(args)
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))


def given_by_name(args: argparse.Namespace) -> Given:
    """Files for constants, shapes of results, sizes of axes, and the batch."""
    constants = pairs(args.constant, "--constant NAME=FILE.npy")
    return Given(
        {name: home(path) for name, path in constants.items()},
        pairs(args.output_shape, "--output-shape NAME=[..]"),
        {name: size(text, "--dim") for name, text in pairs(args.dim, "--dim NAME=N").items()},
        None if args.batch is None else size(args.batch, "--batch"),
        pairs(args.add_signature, "--add-signature KEY=SHAPES"),
    )


def size(text: str, option: str) -> int:
    """One size."""
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_NUMBER or not int(text):
        raise argparse.ArgumentTypeError(f"{option} takes a number of 1 or more, not '{text}'")
    return int(text)


def take_positional(args: argparse.Namespace, key: str, flag: str) -> str | None:
    """Let ``IN`` or ``OUT`` be the same as its option; what is wrong if both are given."""
    name = NAMES[key]
    path = getattr(args, name)
    if path is None:
        return None
    if path.startswith("-") and path != STDOUT:  # an option with a blank in it, for argparse
        return f"unrecognized arguments: {path}"
    if getattr(args, key) is not None:
        return f"{name} is given twice, as {path} and as {flag} {getattr(args, key)}"
    setattr(args, key, path)
    return None


def required(args: argparse.Namespace) -> Sequence[str]:
    """What has to be given for what is asked."""
    if args.list_operators or args.explain:
        return ()
    if args.list_inputs or args.inspect:
        return ("input_path",)
    if args.check or args.mend:
        return () if args.check else ("output_path",)
    others = args.batch or args.dim or args.targets or args.add_signature
    if args.compare and not (args.input_shapes or others):
        return ("input_path",)
    spared = {"output_path"} if args.dry_run or args.targets or args.compare else set()
    spared |= {"input_shapes"} if others else set()
    return [key for key in REQUIRED if key not in spared]


def lacking(missing: Sequence[str], config: str | None) -> str:
    """How to give what is missing; where some is there, by the names that ONE has for it."""
    known = {option.key: f"{option.flags[0]} {option.metavar}" for option in OPTIONS}
    flags = ", ".join(known[key] for key in missing)
    start = "the following arguments are required:"
    if not config and len(missing) == len(REQUIRED):
        return f"{start} {flags}; {EXAMPLE}"
    place = f"in the section of {config} or as {flags}" if config else flags
    return f"{start} {' '.join(missing)} ({place})"


def section_of(path: str, name: str) -> SectionProxy:
    """The section of a cfg file with the values for this run."""
    _, parser = cfg.read_cfg(path)
    if not parser.has_section(name):
        raise AssertionError(f"configuration file must have '{name}' section")
    return parser[name]


def pairs(entries: Sequence[str] | None, form: str) -> dict[str, str]:
    """NAME=VALUE entries by name."""
    found: dict[str, str] = {}
    if len(entries or []) > MOST:
        raise argparse.ArgumentTypeError(f"{len(entries or [])} entries {form}, at most {MOST}")
    for entry in entries or []:
        name, _, value = entry.partition("=")
        if not name or not value:
            raise argparse.ArgumentTypeError(f"'{entry}' is not of the form {form}")
        if name in found:
            raise argparse.ArgumentTypeError(f"'{name}' is given twice")
        found[name] = value
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


def explain(kind: str) -> int:
    """Print what the manual says about a kind of refusal."""
    from circle_resizer.refusals import wording  # noqa: PLC0415  # slow
    from circle_resizer.refusals.causes import explained  # noqa: PLC0415  # slow
    from circle_resizer.refusals.kinds import REFUSALS  # noqa: PLC0415  # slow

    with wording.spoken(wording.COMMAND):
        text = explained(kind)
    if text:
        launch.say(text)
        return 0
    kinds = [each.kind for each in REFUSALS]
    near = nearest(kind, kinds)
    launch.complain(f"{RESIZE}: no kind of refusal is named '{kind}'{near}; {', '.join(kinds)}")
    return 2


def look(args: argparse.Namespace) -> int:
    """Print what there is to give shapes for, or the shapes with names for their axes."""
    from circle_resizer.errors import ResizeError  # noqa: PLC0415  # slow
    from circle_resizer.refusals import wording  # noqa: PLC0415  # slow
    from onelib import looking, refusal  # noqa: PLC0415  # loads every rule

    path = absolute(args.input_path)
    look_at = looking.listing if args.list_inputs else looking.inspection
    try:
        with wording.spoken(wording.COMMAND):
            for key in args.signature or (None,):
                for line in look_at(path, key):
                    launch.say(line)
    except ResizeError as error:
        launch.complain(f"{RESIZE}: {refusal.lines_of(error, path)[0]}")
        return 1
    return 0
