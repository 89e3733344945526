"""Completion for bash and zsh, from the parsers; ``tools/share.py`` writes it."""

from __future__ import annotations

import argparse

from onelib import onecc
from onelib.drivers import TOOLS
from onelib.options import OPTIONS
from tools.gen_man import listed

REPEATED = {option.key for option in OPTIONS if option.kind == "list"}
FILES = {
    "input_path": "circle|tflite",
    "output_path": "circle|tflite",
    "config": "cfg",
    "workflow": "json",
}
BASH = """\
# bash completion for {name}
_{function}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    shopt -s extglob
    case $before in
{cases}
    esac
    COMPREPLY=($(compgen -W "{words}" -- "$word"))
    [[ ${{#COMPREPLY[@]}} -gt 0 ]] || compopt -o default
}}
complete -F _{function} {name}
"""
CASE = """\
        {flags})
            compopt -o filenames
            COMPREPLY=($(compgen -d -- "$word") $(compgen -f -X '!*.@({endings})' -- "$word"))
            return
            ;;
"""
OTHER = """\
        {flags})
            compopt -o default
            return
            ;;
"""


def bash(parser: argparse.ArgumentParser) -> str:
    """The completion of one command for bash."""
    cases = ""
    flags: list[str] = []
    for action in listed(parser):
        flags += action.option_strings
        if action.nargs == "?" and action.option_strings:
            flags.append(f"{action.option_strings[-1]}={action.metavar}")
        if action.nargs in (0, "?") or not action.option_strings:
            continue
        form = CASE if action.dest in FILES else OTHER
        endings = FILES.get(action.dest, "")
        cases += form.format(flags="|".join(action.option_strings), endings=endings)
    tools = TOOLS if parser.prog == onecc.NAME else []
    function = parser.prog.replace("-", "_")
    words = " ".join([*flags, *tools])
    return BASH.format(name=parser.prog, function=function, cases=cases.rstrip(), words=words)


def zsh(parser: argparse.ArgumentParser) -> str:
    """The completion of one command for zsh."""
    lines = [f"    {spec}" for action in listed(parser) for spec in specs(action)]
    if parser.prog == onecc.NAME:
        lines += [f"    '1:command:({' '.join(TOOLS)})'", "    '*::argument:_files'"]
    arguments = " \\\n".join(lines)
    return f"#compdef {parser.prog}\n_arguments -s \\\n{arguments}\n"


def specs(action: argparse.Action) -> list[str]:
    """The option in the words of ``_arguments``, once for each spelling."""
    if not action.option_strings:
        return [f"':{action.dest}:_files'"]
    text = f"[{quoted(action.help or '')}]"
    if action.nargs == "?":
        return [f"'{action.option_strings[-1]}=-{text}::{action.metavar}:({action.metavar})'"]
    value = ""
    if action.nargs != 0:
        pattern = FILES.get(action.dest)
        files = f'_files -g "*.({pattern})"' if pattern else "_files"
        value = f":{action.dest}:{files}"
    repeated = "*" if action.dest in REPEATED else ""
    return [f"'{repeated}{flag}{text}{value}'" for flag in action.option_strings]


def quoted(text: str) -> str:
    """Text inside the brackets of a specification."""
    for mark in "\\[]:":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("'", "'\\''")
