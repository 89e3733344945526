"""How argparse takes options that have values of their own kind."""

from __future__ import annotations

import argparse
from collections.abc import Callable

ALONE = "yes"
"""What an option with one word behind ``=`` stands for without it."""


def mode_of(word: str | None) -> Callable[[str], object]:
    """What the text behind ``=`` of an option means that may have one word there."""

    def meant(text: str) -> object:
        if text not in (ALONE, word):
            raise argparse.ArgumentTypeError(f"it is '{word}' or left out, not '{text}'")
        return text == ALONE or text

    return meant


class Again(argparse.Action):
    """One value as it is, several as a list."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        """Keep a value beside those that were given before."""
        before = getattr(namespace, self.dest)
        more = before if isinstance(before, list) else [before]
        setattr(namespace, self.dest, values if before is None else [*more, values])
