"""Text from files and requests, as messages, logs and reports show it."""

from __future__ import annotations

from zlib import crc32

from circle_resizer.printable import printable

LONGEST_NAME, HEAD, TAIL = 400, 200, 100
"""Letters of a name that is shown whole; letters at both ends of one that is not."""
LONGEST_LINE, MOST_LINES = 2000, 16
"""Of a message; what is shown of a report has its own bounds."""


def shown_name(raw: bytes | memoryview) -> str:
    """A name of a file: printable, and short.

    Of a long one both ends are shown and a checksum between them, so that long names that differ
    stay different: ``layer_with_a_very..5d41402a..long_name``.
    """
    count = len(raw)
    if count <= 4 * LONGEST_NAME:
        text = printable(str(raw, "utf-8", "surrogateescape"))
        if len(text) <= LONGEST_NAME:
            return text
    head = printable(str(raw[:HEAD], "utf-8", "ignore"))[:HEAD]
    tail = printable(str(raw[max(0, count - TAIL) :], "utf-8", "ignore"))[-TAIL:]
    return f"{head}..{crc32(raw):08x}..{tail}"


def known_as(name: str) -> str:
    """A name as the user writes it, in the form that ``shown_name`` gives it."""
    return name if len(name) <= LONGEST_NAME and name.isprintable() else shown_name(encoded(name))


def encoded(name: str) -> bytes:
    """The bytes of a name in a file."""
    return name.encode("utf-8", "surrogateescape" if is_plain(name) else "surrogatepass")


def is_plain(name: str) -> bool:
    """Whether all surrogates in a text stand for bytes that are not UTF-8."""
    return all(not "\ud800" <= c <= "\udfff" or "\udc80" <= c <= "\udcff" for c in name)


def brief(text: str) -> str:
    """A message in printable lines, neither too long nor too many."""
    lines = text.split("\n", MOST_LINES)
    more = lines[MOST_LINES:]
    shown = [line_of(line) for line in lines[:MOST_LINES]]
    return "\n".join([*shown, f"({more[0].count(chr(10)) + 1} more lines)"] if more else shown)


def line_of(line: str) -> str:
    """One line of a message; of a long one both ends."""
    if len(line) > LONGEST_LINE:
        half = LONGEST_LINE // 2
        line = f"{line[:half]} .. {line[-half:]}"
    return printable(line)
