"""Writes what an installation has under ``share``: ``python -m tools.share [FOLDER]``.

The default folder is ``build/share``; ``setup.py`` puts the same files into a wheel.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import gen_completion, gen_man


def main(folder: Path) -> None:
    """Write man pages and completions of every command."""
    for parser in gen_man.parsers():
        name = parser.prog
        write(folder / f"man/man1/{name}.1", gen_man.page(parser))
        write(folder / f"bash-completion/completions/{name}", gen_completion.bash(parser))
        write(folder / f"zsh/site-functions/_{name}", gen_completion.zsh(parser))


def write(path: Path, text: str) -> None:
    """One file, and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or ["build/share"]))
