"""Writes docs/commands.md and docs/python.md from the parsers, the tables and the docstrings."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import circle_resizer
from onelib.options import OPTIONS
from tools.gen_man import CODES

DOCS = Path(__file__).resolve().parent.parent / "docs"
COMMANDS = """\
# The commands

`one-resize` changes the input shapes of a model. `circle-resizer` is the plain tool behind it, with
`--input_path`, `--output_path` and `--input_shapes` only and without a log. `onecc` and `one-build`
run the steps of a [cfg file](cfg.md), `one-resize` among them.

## Options of one-resize

`one-resize IN OUT` is the same as `one-resize -i IN -o OUT`. Every option is a key of the section
`[one-resize]` of a cfg file as well.

"""
PYTHON = """\
# The Python package

Everything here is imported from `circle_resizer`. The package has types for mypy and needs nothing
but NumPy.

"""
CALLS = ("resize", "verify", "open", "add_signatures", "parse_shapes")
ANSWERS = ("Result", "Report", "Change", "Place", "Grade", "Evidence", "Verification",
           "OpenedModel", "TensorInfo", "Signature", "Axis")  # fmt: skip
ERRORS = ("ResizeError", "InputError", "ArgumentError", "ShapeTextError", "ModelError",
          "RefusedError", "UnsupportedError", "Cause")  # fmt: skip
BINDING = ("CircleModel", "ModelEditor", "Shape", "Dim")


def commands() -> str:
    """The page of the commands."""
    lines = ["| option | key in a cfg | means |", "|---|---|---|"]
    for option in OPTIONS:
        value = f" {option.metavar}" if option.metavar else ""
        flags = ", ".join(f"`{flag}{value}`" for flag in option.flags)
        if option.kind == "mode":
            flags = f"`{option.flags[-1]}`, `{option.flags[-1]}={option.metavar}`"
        if option.kind == "switch":
            flags += f", `{option.flags[-1].replace('--', '--no-')}`"
        lines.append(f"| {flags} | `{option.key}` | {option.help} |")
    return COMMANDS + "\n".join(lines) + "\n\n## Exit codes\n\n" + "\n".join(exit_codes()) + "\n"


def exit_codes() -> Iterator[str]:
    """A table for each command; one-build has those of onecc."""
    for name, codes in CODES.items():
        yield f"### {name}\n"
        yield "| code | means |\n|---|---|"
        yield from (f"| {code} | {meaning} |" for code, meaning in codes)
        yield ""


def python() -> str:
    """The page of the package."""
    parts = [PYTHON]
    for title, names in (
        ("Calls", CALLS), ("What they answer", ANSWERS), ("What they raise", ERRORS),
        ("The classes of ONE's binding", BINDING),
    ):  # fmt: skip
        parts.append(f"## {title}\n\n")
        parts += [f"{described(name)}\n\n" for name in names]
    return "".join(parts).rstrip() + "\n"


def described(name: str) -> str:
    """One public name: how it is called, what its docstring says, and its fields."""
    thing = getattr(circle_resizer, name)
    head = f"### {name}\n\n{ticked(inspect.getdoc(thing) or '')}"
    if inspect.isfunction(thing):
        signature = str(inspect.signature(thing)).replace("'", "")
        call = name + re.sub(r", (?=\w+: |\*)", ",\n    ", signature)
        return f"### {name}\n\n```\n{call}\n```\n\n{ticked(inspect.getdoc(thing) or '')}"
    members = list(fields(thing))
    return f"{head}\n\n" + "\n".join(members) if members else head


def fields(thing: type) -> Iterator[str]:
    """Fields, properties and methods of a class."""
    if dataclasses.is_dataclass(thing):
        yield from (f"- `{f.name}`: `{f.type}`" for f in dataclasses.fields(thing))
    for name, member in vars(thing).items():
        if name.startswith("_") or name in {"count", "index"}:
            continue
        target = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
        target = target.fget if isinstance(target, property) else target
        text = inspect.getdoc(target) if callable(target) else None
        if text:
            call = "" if isinstance(member, property) else "()"
            yield f"- `{name}{call}`: {ticked(text.partition(chr(10) + chr(10))[0])}"


def ticked(text: str) -> str:
    """A docstring as Markdown; it has the code in double backticks."""
    return text.replace("``", "`")


PAGES = {"commands.md": commands, "python.md": python}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page())
