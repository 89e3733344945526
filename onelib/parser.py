"""The parser of every command: help that cannot be printed is an error."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from onelib import launch
from onelib.printable import LONGEST_LINE, clipped, printable


class Parser(argparse.ArgumentParser):
    """As argparse has it, which drops what cannot be written."""

    def _print_message(self, message: str, file: object = None) -> None:
        """The one place where argparse prints."""
        if file is sys.stdout:
            launch.say(message, end="")
        else:
            launch.complain(message, end="")

    def error(self, message: str) -> NoReturn:
        """The usage and one line, whatever was given."""
        super().error(clipped(printable(message), LONGEST_LINE))
