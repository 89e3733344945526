"""The parser of every command: help that cannot be printed is an error."""

from __future__ import annotations

import argparse
import sys

from onelib import launch


class Parser(argparse.ArgumentParser):
    """As argparse has it, which drops what cannot be written."""

    def _print_message(self, message: str, file: object = None) -> None:
        """The one place where argparse prints."""
        if file is sys.stdout:
            launch.say(message, end="")
        else:
            launch.complain(message, end="")
