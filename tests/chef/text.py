"""Protobuf text format to a tree that knows its line numbers; no schema yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"""(?P<skip>[ \t\r\n\f\v]+|\#[^\n]*)
      | (?P<text>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
      | (?P<number>(?:0[xX][0-9a-fA-F]+ | (?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?)(?![\w.]))
      | (?P<word>[A-Za-z_]\w*)
      | (?P<sign>[{}<>\[\]:;,-])""",
    re.VERBOSE,
)
ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
NAMED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class RecipeError(ValueError):
    """The recipe cannot be read; the message starts with the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")


@dataclass(frozen=True)
class Token:
    """``kind`` is text, number, word, sign or end."""

    kind: str
    value: str
    line: int


@dataclass(frozen=True)
class Scalar:
    """A value that is not a message."""

    kind: str
    value: str
    line: int


@dataclass
class Block:
    """A message: (field name, line, value) in the order of the file."""

    line: int
    fields: list[tuple[str, int, Scalar | Block]] = field(default_factory=list)


def unescape(quoted: str) -> str:
    """Contents of a quoted string."""

    def one(found: re.Match[str]) -> str:
        octal, hexadecimal, letter = found.groups()
        if octal:
            return chr(int(octal, 8))
        return chr(int(hexadecimal, 16)) if hexadecimal else NAMED.get(letter, letter)

    return ESCAPE.sub(one, quoted[1:-1])


def tokens(text: str) -> list[Token]:
    """All tokens, the last one of kind end."""
    found, at, line = [], 0, 1
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise RecipeError(line, f"unexpected character {text[at]!r}")
        if match.lastgroup != "skip":
            found.append(Token(str(match.lastgroup), match.group(), line))
        line += match.group().count("\n")
        at = match.end()
    return [*found, Token("end", "end of file", line)]


class Parser:
    """Recursive descent over the tokens."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        """The next token, consumed."""
        token = self.next
        self.at += token.kind != "end"
        return token

    def accept(self, *signs: str) -> Token | None:
        """Consume one of these signs if it is next."""
        return self.take() if self.next.kind == "sign" and self.next.value in signs else None

    def block(self, line: int, close: str | None) -> Block:
        """Fields up to the closing sign; None means up to the end of the file."""
        block = Block(line)
        while True:
            token = self.take()
            if token.kind == "end":
                if close is not None:
                    raise RecipeError(
                        token.line, f"'{close}' missing for the message of line {line}"
                    )
                return block
            if token.kind == "sign" and token.value == close:
                return block
            if token.kind != "word":
                raise RecipeError(token.line, f"expected a field name, found '{token.value}'")
            colon = self.accept(":")
            for value in self.values(token, needs_message=colon is None):
                block.fields.append((token.value, token.line, value))
            self.accept(",", ";")

    def values(self, name: Token, *, needs_message: bool) -> list[Scalar | Block]:
        """One value, or those of a list."""
        if self.accept("["):
            found: list[Scalar | Block] = []
            while not self.accept("]"):
                found.append(self.value(name))
                if not self.accept(",") and self.next.value != "]":
                    raise RecipeError(
                        self.next.line, f"expected ',' or ']', found '{self.next.value}'"
                    )
            return found
        if needs_message and self.next.value not in {"{", "<"}:
            raise RecipeError(self.next.line, f"expected ':' or '{{' after '{name.value}'")
        return [self.value(name)]

    def value(self, name: Token) -> Scalar | Block:
        """A message, or a scalar; strings side by side are one."""
        opening = self.accept("{", "<")
        if opening:
            return self.block(opening.line, "}" if opening.value == "{" else ">")
        minus = "-" if self.accept("-") else ""
        token = self.take()
        if token.kind == "text" and not minus:
            parts = [token.value]
            while self.next.kind == "text":
                parts.append(self.take().value)
            return Scalar("text", "".join(map(unescape, parts)), token.line)
        if token.kind == "number" or (token.kind == "word" and token.value != ""):
            return Scalar(token.kind, minus + token.value, token.line)
        raise RecipeError(token.line, f"'{name.value}' has no value, found '{token.value}'")


def parse(text: str) -> Block:
    """The root message."""
    return Parser(text).block(1, None)
