"""Names and texts out of files, as a reader may see them: nothing in them acts on a terminal.

Only the standard library is imported here, as the commands load this module without the package.
"""

from __future__ import annotations

LONGEST, LONGEST_LINE = 1000, 4000
"""Characters of a name, and of a sentence, that are shown."""


class Escapes:
    """What ``str.translate`` puts in the place of a character, by its number."""

    def __init__(self, keep: str) -> None:
        self.keep = keep

    def __getitem__(self, point: int) -> str:
        character = chr(point)
        if character.isprintable() or character in self.keep:
            return character
        return character.encode("unicode_escape").decode("ascii")


def printable(text: str, keep: str = "") -> str:
    r"""The text with escapes for all characters that are not printable, or in ``keep``.

    Line breaks, control and escape characters, signs that turn the direction of writing,
    characters without width and halves of surrogate pairs are escaped as Python writes them:
    ``printable("a" + chr(27) + "[2J")`` is ``a\x1b[2J``, a text of eight characters.
    """
    return text if text.isprintable() else text.translate(Escapes(keep))


def clipped(text: str, most: int = LONGEST) -> str:
    """The text, or its beginning and how long it is."""
    return text if len(text) <= most else f"{text[:most]}.. ({len(text)} characters)"
