"""The operators of a Python file that ``tools/mutants.py`` exchanges for others."""

from __future__ import annotations

import ast
import io
import tokenize
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

OTHERS = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
    "and": ("or",),
    "or": ("and",),
    "+": ("-",),
    "-": ("+",),
    "+=": ("-=",),
    "-=": ("+=",),
    "not": ("",),
}
"""What may stand in the place of an operator."""
WORDS = {word for text in OTHERS for word in text.split()}


@dataclass(frozen=True)
class Operator:
    """An operator, where it is (bytes of the file), and the line of the source around it."""

    text: str
    start: int
    end: int
    line: int
    column: int
    context: str

    @property
    def others(self) -> tuple[str, ...]:
        """What may stand in its place."""
        return OTHERS[self.text]


def operators(source: bytes) -> list[Operator]:
    """The operators of a file, but for those of annotations and f-strings."""
    lines = source.splitlines(keepends=True)
    begins = list(accumulate((len(line) for line in lines), initial=0))
    tokens = list(words(source, begins))
    starts = [start for start, _, _ in tokens]
    places = {gap for node in expressions(ast.parse(source)) for gap in gaps(node, begins)}
    found = []
    for low, high in sorted(places):
        inside = tokens[bisect_left(starts, low) : bisect_left(starts, high)]
        text = " ".join(word for _, _, word in inside)
        if text in OTHERS:
            start, end = inside[0][0], inside[-1][1]
            line = bisect_right(begins, start)
            context = lines[line - 1].decode().strip()
            found.append(Operator(text, start, end, line, start - begins[line - 1] + 1, context))
    return found


def words(source: bytes, begins: list[int]) -> Iterator[tuple[int, int, str]]:
    """(start, end, text) of every token that is an operator or a part of one."""
    lines = source.decode().splitlines(keepends=True)
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type in (tokenize.OP, tokenize.NAME) and token.string in WORDS:
            row, column = token.start
            start = begins[row - 1] + len(lines[row - 1][:column].encode())
            yield start, start + len(token.string), token.string


def expressions(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, without annotations and f-strings."""
    if isinstance(node, ast.JoinedStr):
        return  # before Python 3.12 nobody knows where in the file they are
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from expressions(child)


def gaps(node: ast.AST, begins: list[int]) -> Iterator[tuple[int, int]]:
    """Where the operators of a node are: between its operands, or before the only one."""
    if isinstance(node, ast.Compare):
        operands: list[ast.expr] = [node.left, *node.comparators]
    elif isinstance(node, ast.BoolOp):
        operands = node.values
    elif isinstance(node, ast.BinOp):
        operands = [node.left, node.right]
    elif isinstance(node, ast.AugAssign):
        operands = [node.target, node.value]
    else:
        if isinstance(node, ast.UnaryOp):
            yield position(node, begins), position(node.operand, begins)
        return
    for left, right in pairwise(operands):
        yield end_position(left, begins), position(right, begins)


def position(node: ast.expr, begins: list[int]) -> int:
    """The byte of the file with which an expression begins."""
    return begins[node.lineno - 1] + node.col_offset


def end_position(node: ast.expr, begins: list[int]) -> int:
    """The byte after an expression."""
    return begins[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
