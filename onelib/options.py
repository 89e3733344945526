"""The options of one-resize: one table for the command line and for the cfg section."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from configparser import SectionProxy
from dataclasses import dataclass
from typing import Literal

from onelib import cfg
from onelib.actions import ALONE, Again, mode_of
from onelib.drivers import RESIZE
from onelib.paths import STDOUT, absolute

Kind = Literal["path", "text", "flag", "switch", "list", "mode"]


@dataclass(frozen=True)
class Option:
    """One option; its cfg key is its long name with underscores."""

    flags: tuple[str, ...]
    kind: Kind
    help: str
    metavar: str | None = None
    again: bool = False
    """Whether several values of it stand for several targets."""

    @property
    def key(self) -> str:
        """The name in a cfg section, and of the attribute."""
        return self.flags[-1].lstrip("-").replace("-", "_")

    def value(self, section: str, text: str) -> object:
        """What a text of a cfg means, as the command line gives it; a list has an entry a line."""
        if self.kind == "list":
            return [line.strip() for line in text.splitlines() if line.strip()]
        if self.kind == "mode" and text.strip() == self.metavar:
            return self.metavar
        if self.kind in ("flag", "switch", "mode"):
            return cfg.boolean(section, self.key, text)
        return text

    def words(self, value: object) -> list[str]:
        """The words of a command line that give it this value; none if it may be left out."""
        flag = self.flags[-1]
        if self.kind == "mode" and value:
            return [f"{flag}={ALONE if value is True else value}"]
        if isinstance(value, bool):
            off = [flag.replace("--", "--no-")] if self.kind == "switch" else []
            return [flag] if value else off
        if isinstance(value, list):
            return [word for entry in value for word in (flag, entry)]
        return [flag, value] if isinstance(value, str) else []


OPPOSITES = [("log", "no_log")]
"""Keys of which one on the command line overrules the other in the cfg."""
NEGATIVE = re.compile(r"-\d")
REQUIRED = ("input_path", "output_path", "input_shapes")
OPTIONS = [
    Option(("-i", "--input_path"), "path", "full filepath of the input model", "FILE"),
    Option(
        ("-o", "--output_path"),
        "path",
        "full filepath of the resized model; - is standard output",
        "FILE",
        again=True,
    ),
    Option(
        ("-s", "--input_shapes"),
        "text",
        "new shapes of all inputs in their order, such as [1,2],[3,4], or of some by name, such as"
        " ids:[1,128]; _ keeps an axis, -1 is a size known only at run time, [] a scalar",
        "SHAPES",
        again=True,
    ),
    Option(
        ("--signature",),
        "list",
        "graph to resize, by its signature; may be given again, with -s for each",
        "KEY",
    ),
    Option(
        ("--add-signature",),
        "list",
        "add the network at these shapes as one more signature over the same weights; may be given"
        " again",
        "KEY=SHAPES",
    ),
    Option(
        ("--targets",),
        "path",
        "instead of -o and -s: a file with a line for each output, its path and its shapes",
        "FILE",
    ),
    Option(
        ("--batch",),
        "text",
        "rows of every input, where the rows of all inputs are independent",
        "N",
    ),
    Option(
        ("--dim",),
        "list",
        "size of an axis that inputs share, by its name in --list-inputs or in SHAPES; may be given"
        " again",
        "NAME=N",
    ),
    Option(("--strict",), "flag", "refuse every change that is assumed rather than proven"),
    Option(
        ("--constant",),
        "list",
        "contents of a constant whose size changes; may be given again",
        "NAME=FILE.npy",
    ),
    Option(
        ("--output-shape",),
        "list",
        "output shape of an operator that cannot be inferred; may be given again",
        "NAME=[..]",
    ),
    Option(("--cut-tables",), "flag", "cut the front part out of tables that get shorter"),
    Option(("--global-pool",), "flag", "let a pooling window as large as its input stay so"),
    Option(
        ("--assume",),
        "list",
        "use a heuristic that is off otherwise, as a refusal names it; may be given again",
        "NAME",
    ),
    Option(
        ("--also",),
        "list",
        "another export of the same network at other sizes, which decides what one file cannot say;"
        " may be given again",
        "FILE",
    ),
    Option(
        ("--compare",),
        "path",
        "print where the result, or without -s the input, differs from an export at its sizes",
        "FILE",
    ),
    Option(
        ("--verify",),
        "mode",
        "run the old and the new model and compare what must be equal, if a runtime is installed;"
        " --verify=required refuses a result that could not be run",
        "required",
    ),
    Option(("--fold",), "switch", "compute shape arithmetic that has become constant"),
    Option(("--log",), "path", "log of the run (default: OUTPUT_PATH.log)", "FILE"),
    Option(("--no-log",), "flag", "keep no log"),
    Option(("--no-sync",), "flag", "leave it to the system when the output gets to the disk"),
    Option(
        ("--report",), "path", "say in a file what was done: .json, or .html for a page", "FILE"
    ),
    Option(("--dry-run",), "flag", "print what would change and write nothing"),
    Option(("--check",), "path", "say what is wrong with a model and write nothing", "FILE"),
    Option(
        ("--mend",),
        "path",
        "write a model to the output path with its stale records set right",
        "FILE",
    ),
    Option(
        ("--list-inputs",),
        "flag",
        "list inputs, outputs and signatures of the model, and which axes can change",
    ),
    Option(("--inspect",), "flag", "print the shapes of the model with a name for each axis"),
    Option(("--explain",), "text", "print what the manual says about a kind of refusal", "KIND"),
    Option(("--list-operators",), "flag", "list the operators that are understood"),
    Option(("-T", "--target"), "text", "accepted from onecc, without effect", "TARGET"),
    Option(("-V", "--verbose"), "flag", "print every change"),
]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The table as arguments; what is left out is ``None``."""
    for option in OPTIONS:
        add: Callable[..., object] = parser.add_argument
        common = {"dest": option.key, "help": option.help, "default": None}
        if option.kind == "flag":
            add(*option.flags, action="store_true", **common)
        elif option.kind == "switch":
            add(*option.flags, action=argparse.BooleanOptionalAction, **common)
        elif option.kind == "mode":
            add(
                *option.flags,
                nargs="?",
                type=mode_of(option.metavar),
                metavar=option.metavar,
                **common,
            )
        else:
            action = Again if option.again else "append" if option.kind == "list" else "store"
            add(*option.flags, action=action, metavar=option.metavar, **common)


def join_shapes(argv: Sequence[str] | None) -> list[str]:
    """Words as argparse takes them for what they are.

    ``-s -1,2`` has the text joined to its option, and ``--verify`` does not take the next word.
    """
    alone = {option.flags[-1] for option in OPTIONS if option.kind == "mode"}
    words: list[str] = []
    for word in sys.argv[1:] if argv is None else argv:
        if word in alone:
            words.append(f"{word}={ALONE}")
        elif words and words[-1] in ("-s", "--input_shapes") and NEGATIVE.match(word):
            words[-1] = f"--input_shapes={word}"
        else:
            words.append(word)
    return words


def fill_from_cfg(args: argparse.Namespace, section: SectionProxy) -> None:
    """Give ``args`` what the command line left out; it wins, also with ``--no-fold``."""
    known = {option.key: option for option in OPTIONS}
    for key in section:
        if key not in known and key not in section.parser.defaults():
            raise cfg.unknown_key(section.name, key, known)
    given = {key for key in known if getattr(args, key) not in (None, "")}
    overruled = {each for pair in OPPOSITES for each in pair if given.intersection(pair)}
    for key, option in known.items():
        if key in section and key not in given | overruled:
            setattr(args, key, option.value(section.name, section[key]))


def expand_paths(args: argparse.Namespace) -> None:
    """Fill in ``~`` and the current folder, as the tool behind the driver sees the paths."""
    for option in OPTIONS:
        path = getattr(args, option.key)
        if option.key == "also" and path:
            args.also = [absolute(each) for each in path]
        if option.kind == "path" and path and (option.key, path) != ("output_path", STDOUT):
            setattr(args, option.key, absolute(path))


def command_line(args: Mapping[str, object]) -> str:
    """The command with every value in force, for the first line of the log."""
    return " ".join([RESIZE, *(w for option in OPTIONS for w in option.words(args[option.key]))])
