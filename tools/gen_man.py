"""The man pages, from the parsers; ``tools/share.py`` writes them."""

from __future__ import annotations

import argparse

from onelib import one_build, onecc, resize, resizer
from onelib.drivers import SEQUENCE, TOOLS
from onelib.version import COPYRIGHT, VERSION

DATE = "November 2026"
UNPRINTED = "cannot be written; a model that is saved by then stays"
STOPPED = ("129, 130, 143", "hung up, interrupted or terminated before the work was done")
REPLACED = (
    "An older output is replaced if it is a regular file with write permission and none that the"
    " run reads, but for the model itself. It appears whole or not at all."
)
CODES = {
    "one-resize": [
        ("0", "the model is saved"),
        ("1", "the change is refused, or the model is missing or damaged"),
        ("2", "wrong usage, or a value is missing"),
        (
            "255",
            f"shape text, cfg or output folder at fault, or log or standard output {UNPRINTED}",
        ),
        STOPPED,
    ],
    "circle-resizer": [
        ("0", "the model is saved"),
        ("1", "the change is refused, or the model is missing or damaged"),
        ("2", "wrong usage"),
        ("255", f"the shape text is at fault, or standard output {UNPRINTED}"),
        STOPPED,
    ],
    "onecc": [
        ("0", "every step has succeeded"),
        ("2", "wrong usage"),
        ("255", "the cfg file or the workflow is at fault, or a driver is missing"),
        STOPPED,
        ("other", "the code of the step that failed"),
    ],
}
CODES["one-build"] = CODES["onecc"]
DRIVERS = (
    "A driver is looked for in the folder of the running command, in $ONE_BIN_DIR, in"
    " /usr/share/one/bin and on PATH. All drivers are found before the first step runs."
)
KEYS = (
    "Every option has a key of the same name, with underscores, in the section [one-resize] of a"
    " cfg file; the command line wins. Several entries of one key stand on lines of their own."
)
LOG = (
    "What is printed also goes to the file OUTPUT_PATH.log; a refused run writes nothing but this"
    " log. A link, or a file that is no log of one-resize, is never overwritten by it."
)
VERIFIED = (
    "With --verify both models run on random numbers, each in a process of its own, in"
    " ai-edge-litert, onert or tico. Rows that do not meet, such as those of a batch, must be what"
    " the old model answers to them, up to 1e-5 and 1e-3 of the largest number of an output. A"
    " difference is a refusal. Without a runtime the run says so and goes on, unless it is"
    " --verify=required."
)
NOTES = {
    "one-resize": [
        KEYS,
        "With --list-inputs only the input path is needed, and nothing is written.",
        LOG,
        REPLACED,
        VERIFIED,
    ],
    "circle-resizer": [REPLACED],
    "onecc": [
        DRIVERS,
        f"Steps run in this order: import drivers, {', '.join(SEQUENCE)}.",
        f"COMMAND is one of {', '.join(TOOLS)}.",
    ],
    "one-build": [DRIVERS],
}


EXAMPLES = {
    "one-resize": [
        "one-resize model.circle --inspect",
        "one-resize model.circle model.b4.circle --batch 4",
        'one-resize model.circle model.s128.circle -s "ids:[_,128]"',
        "one-resize model.circle model.b4.circle --batch 4 --verify",
        "one-resize --explain data-tied-to-a-size",
    ],
    "circle-resizer": [
        "circle-resizer --input_path in.circle --output_path out.circle --input_shapes [4,16]"
    ],
    "onecc": ["onecc -C model.cfg", "onecc resize model.circle model.b4.circle --batch 4"],
    "one-build": ["one-build -C model.cfg"],
}
ENVIRONMENT = {
    "one-resize": [
        ("NO_COLOR", "if set and not empty, a terminal gets no colours"),
        ("HOME", "what a leading ~ stands for"),
    ],
    "onecc": [("ONE_BIN_DIR", "a folder of drivers"), ("HOME", "what a leading ~ stands for")],
}
ENVIRONMENT["one-build"] = ENVIRONMENT["onecc"]
FILES = {
    "one-resize": [("OUTPUT_PATH.log", "the log of the run, unless --log or --no-log is given")],
    "onecc": [("/usr/share/one/bin", "the drivers of ONE")],
}
FILES["one-build"] = FILES["onecc"]


def parsers() -> list[argparse.ArgumentParser]:
    """The parsers of all commands, without what depends on the machine."""
    return [command.make_parser() for command in (resize, resizer, onecc, one_build)]


def escaped(text: str) -> str:
    """Text that roff prints as it is."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + plain if plain.startswith((".", "'")) else plain


def page(parser: argparse.ArgumentParser) -> str:
    """One man page."""
    name = parser.prog
    title = f'.TH {name.upper()} 1 "{DATE}" "{name} version {VERSION}" "User Commands"'
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    lines = [title, ".SH NAME", f"{escaped(name)} \\- {escaped(parser.description or '')}"]
    lines += [".SH SYNOPSIS", escaped(usage), ".SH OPTIONS"]
    for action in listed(parser):
        lines += [".TP", heading(action), escaped(action.help or "")]
    if NOTES[name]:
        lines += [".SH DESCRIPTION"]
        lines += ".PP\n".join(f"{escaped(note)}\n" for note in NOTES[name]).splitlines()
    lines.append(".SH EXIT STATUS")
    for code, meaning in CODES[name]:
        lines += [".TP", f"\\fB{code}\\fR", escaped(meaning)]
    for head, found in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        lines += [f".SH {head}"] if name in found else []
        for what, meaning in found.get(name, []):
            lines += [".TP", f"\\fB{escaped(what)}\\fR", escaped(meaning)]
    lines += [".SH EXAMPLES", *(f".PP\n.nf\n{escaped(line)}\n.fi" for line in EXAMPLES[name])]
    others = ", ".join(f"\\fB{escaped(p)}\\fR(1)" for p in CODES if p != name)
    lines += [".SH COPYRIGHT", escaped(COPYRIGHT), ".SH SEE ALSO", others]
    return "\n".join(lines) + "\n"


def listed(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options that the help text shows."""
    actions = parser._actions  # noqa: SLF001  # argparse has no public way
    return [action for action in actions if action.help != argparse.SUPPRESS]


def heading(action: argparse.Action) -> str:
    """The spellings of an option and its value."""
    if not action.option_strings:
        return f"\\fB{escaped(action.dest)}\\fR"
    if action.nargs == "?":
        return f"\\fB{escaped(action.option_strings[-1])}\\fR[={action.metavar}]"
    value = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    return ", ".join(f"\\fB{escaped(flag)}\\fR{escaped(value)}" for flag in action.option_strings)
