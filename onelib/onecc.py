"""onecc: run the drivers of ONE one by one, from a cfg file or from a workflow."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Container, Iterable, Sequence
from typing import NoReturn

from onelib import launch
from onelib.CfgRunner import CfgRunner
from onelib.drivers import SUBTOOLS, TOOLS
from onelib.find import optimizations, own_folder
from onelib.optimize import find_group
from onelib.parser import Parser
from onelib.steps import locate, run_step
from onelib.version import version_text
from onelib.WorkflowRunner import WorkflowRunner

NAME = "onecc"


def run() -> NoReturn:
    """The command ``onecc``."""
    launch.launch(NAME, main)


def make_parser(known: Iterable[str] | None = None) -> argparse.ArgumentParser:
    """Options; the tools stand in the help text only, and so do the ``known`` optimizations."""
    groups = [f"{group}:\n" + "\n".join(f"  {t}" for t in ts) for group, ts in SUBTOOLS.items()]
    parser = Parser(
        prog=NAME,
        usage="onecc [-h] [-v] [-V] [-C CONFIG] [-b BACKEND] [-T TARGET] [-W WORKFLOW]"
        " [-O OPTIMIZATION] [COMMAND <args>]",
        description="Run ONE driver via several commands or configuration file",
        epilog="\n\n".join(groups),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_common(parser, NAME, known)
    parser.add_argument("-W", "--workflow", metavar="WORKFLOW", help="run with a workflow file")
    parser.add_argument("-b", "--backend", help="backend of one-codegen and one-profile")
    parser.add_argument("-T", "--target", help="target that every step is told about")
    return parser


def add_common(parser: argparse.ArgumentParser, name: str, known: Iterable[str] | None) -> None:
    """The options of onecc and one-build; the help text is silent about ``known=None``."""
    version = version_text(name)
    text = "optimization group for one-optimize"
    if known is not None:
        available = ", ".join(f"-O{group}" for group in known).replace("%", "%%")
        text += f" (available: {available or 'none'})"
    parser.add_argument(
        "-v", "--version", action="version", version=version, help="print the version"
    )
    parser.add_argument("-V", "--verbose", action="store_true", help="tell every step to say more")
    parser.add_argument("-C", "--config", metavar="CONFIG", help="run with a configuration file")
    parser.add_argument("-S", "--section", help=argparse.SUPPRESS)
    parser.add_argument("-O", dest="optimization", metavar="OPTIMIZATION", help=text)


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code of the first driver that fails; 2 usage, 255 cfg, workflow or driver missing."""
    words = sys.argv[1:] if argv is None else list(argv)
    here = own_folder()
    if words and words[0] in TOOLS:
        return run_step(locate(f"one-{words[0]}", here), words[1:])
    known = optimizations(here)
    parser = make_parser(known)
    args = parser.parse_args(words)
    if problem := misuse(args, known):
        parser.error(problem)
    if args.workflow:
        WorkflowRunner(args.workflow, here).run(verbose=args.verbose)
        return 0
    groups = [find_group(args.optimization, here)] if args.optimization else []
    runner = CfgRunner(args.config, here)
    runner.add_groups(groups)
    if args.backend:
        try:
            runner.set_backend(args.backend)
        except ValueError as error:
            parser.error(str(error))
    if args.target:
        runner.set_target(args.target)
    runner.run(verbose=args.verbose)
    return 0


def misuse(args: argparse.Namespace, known: Container[str]) -> str | None:
    """What is wrong with the arguments."""
    if not args.config and not args.workflow:
        return "-C/--config or -W/--workflow argument is required"
    if args.config and args.workflow:
        return "-C/--config and -W/--workflow cannot be used together"
    if args.optimization:
        if " " in args.optimization:
            return "Not allowed to have space in the optimization name"
        if args.optimization not in known:
            return "Invalid optimization option"
    if args.backend and args.target:
        return "'backend' and 'target' are mutually exclusive option."
    if args.workflow:
        for option in ("backend", "target"):
            if getattr(args, option):
                return f"'{option}' option can be used only with 'config' option"
    return None
