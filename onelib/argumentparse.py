"""The command schema of a backend: which cfg keys become which words of its program.

A file ``backends/command/<backend>/codegen.py`` has a function ``command_schema`` that answers an
``ArgumentParser``.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from types import SimpleNamespace

from onelib import backends, utils
from onelib.launch import say


class DriverName:
    """Action of the program's name."""


class NormalOption:
    """Action of an option with the value of the cfg key of that name."""


class TargetOption:
    """Action of an option with the target as its value."""


ACTIONS = (DriverName, NormalOption, TargetOption)


@dataclass
class ArgumentParser:
    """A schema: options in the order in which they are added."""

    driver: str | None = None
    target: str | None = None
    options: list[tuple[str, type, type]] = field(default_factory=list)

    def add_argument(self, *names: str, action: type | None = None, dtype: type = str) -> None:
        """One word; the first name counts."""
        if action is None:
            raise RuntimeError('"action" keyword argument is required')
        if action not in ACTIONS:
            raise RuntimeError("Invalid action")
        if not names:
            raise RuntimeError("Invalid option name")
        if dtype is bool and action is not NormalOption:
            raise RuntimeError("Only normal option can be boolean type")
        if dtype is bool and not all(name.startswith("-") for name in names):
            raise RuntimeError('Boolean type option should start with dash("-")')
        if action is DriverName:
            self.driver = names[0]
        else:
            self.options.append((names[0], action, dtype))

    def program(self) -> str:
        """Where the program of the backend is."""
        if not self.driver:
            raise AssertionError("Driver should be set before making commands")
        found = [*backends.get_list(self.driver), shutil.which(self.driver)]
        if not found[0]:
            raise FileNotFoundError(f"{self.driver} not found")
        return found[0]

    def print_help(self) -> None:
        """The help of the program itself."""
        utils.run([self.program(), "-h"], err_prefix=self.driver)

    def make_cmd(self, cfg_args: SimpleNamespace) -> list[str]:
        """The command for the values of a cfg section."""
        if not self.target:
            raise AssertionError("Target should be set before making commands")
        values = dict(vars(cfg_args))
        words = [self.program()]
        for name, action, dtype in self.options:
            dashes = [name] if name.startswith("-") else []
            if action is TargetOption:
                words += [*dashes, self.target]
            elif value := values.pop(name.lstrip("-"), None):
                if dtype is bool:
                    words += dashes if str(value).lower() != "false" else []
                else:
                    words += [*dashes, str(value)]
        if values:
            say(f"WARNING: there are invalid options {list(values)}")
            self.print_help()
        return words
