"""A command of a driver, built option by option."""  # noqa: N999  # the name drivers import

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from onelib import utils
from onelib.printable import printable

if TYPE_CHECKING:
    from typing_extensions import Self


class Command:
    """A program, its arguments and the log for what it says."""

    def __init__(self, driver: str, args: argparse.Namespace, log_file: IO[bytes]) -> None:
        self.cmd = [driver]
        self.driver, self.args, self.log_file = driver, args, log_file

    def add_option_with_valid_args(self, option: str, attrs: Sequence[str]) -> Self:
        """An option with the values of all ``attrs``, if each has one."""
        if all(utils.is_valid_attr(self.args, attr) for attr in attrs):
            self.cmd += [option, *(getattr(self.args, attr) for attr in attrs)]
        return self

    def add_option_with_values(self, option: str, values: Sequence[str]) -> Self:
        """An option with these values."""
        self.cmd += [option, *values]
        return self

    def add_noarg_option_if_valid_arg(self, option: str, attr: str) -> Self:
        """An option without a value, if ``attr`` has one."""
        if utils.is_valid_attr(self.args, attr):
            self.cmd.append(option)
        return self

    def run(self) -> None:
        """Run it; what it prints goes to the terminal and to the log."""
        self.log_file.write((printable(" ".join(self.cmd)) + "\n").encode())
        utils.run(self.cmd, err_prefix=self.driver, logfile=self.log_file)
