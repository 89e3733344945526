"""Steps of a run: everything about them is looked at before the first one starts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from onelib import launch, signals
from onelib.drivers import RESIZE
from onelib.errors import PlainValueError
from onelib.find import require, require_all
from onelib.paths import can_be_given
from onelib.printable import printable

KILLED = 128
MOST_DRIVERS = 1000
"""Different ones; each is looked for in many folders."""
LONGEST_WORD = 120_000
"""Bytes that a program can be given in one word; Linux ends at 131,072."""


@dataclass(frozen=True)
class Step:
    """One driver, its arguments, and the variables that are set for it."""

    driver: str
    arguments: list[str] = field(default_factory=list)
    environment: Mapping[str, str] = field(default_factory=dict)


def check(steps: Sequence[Step]) -> None:
    """Refuse what no program can be given, and what one-resize would not understand."""
    for step in {id(step): step for step in steps}.values():
        for word in step.arguments:
            check_word(word, f"an argument of {step.driver}")
    for environment in {id(step.environment): step.environment for step in steps}.values():
        for name, value in environment.items():
            check_word(f"{name}={value}", "a variable of [Environment]")
    for step in {id(step): step for step in steps}.values():
        judge(step)


def check_word(word: str, what: str) -> None:
    """Refuse a word that no program can be given."""
    shown = printable(word[:60])
    if not can_be_given(word):
        raise PlainValueError(f"{what} has a character that no program can be given: {shown}")
    if (size := len(os.fsencode(word))) > LONGEST_WORD:
        raise PlainValueError(f"{what} takes {size} bytes, at most {LONGEST_WORD}: {shown}..")


def run_steps(steps: Sequence[Step], here: Path, *, verbose: bool = False) -> None:
    """Run the steps in order; the first exit code that is not 0 ends the program."""
    drivers = {step.driver for step in steps}
    if len(drivers) > MOST_DRIVERS:
        raise PlainValueError(f"{len(drivers)} drivers are to run, at most {MOST_DRIVERS}")
    if verbose and steps:
        show(steps[0].environment)
    paths = require_all([step.driver for step in steps if step.driver != RESIZE], here)
    check(steps)
    for before, step in zip([*steps[:1], *steps], steps, strict=False):
        if verbose and step.environment is not before.environment:
            show(step.environment)
        succeed(paths.get(step.driver), step)


def show(environment: Mapping[str, str]) -> None:
    """Say which variables the next drivers are given."""
    for name, value in environment.items():
        launch.say(printable(f"[Environment] for the drivers: {name}={value}"))


def judge(step: Step) -> None:
    """End the program if one-resize would not understand its options."""
    if step.driver == RESIZE:
        from onelib import resize  # noqa: PLC0415  # only a run with that step needs it

        if code := launch.guarded(RESIZE, resize.judge, step.arguments):
            sys.exit(code)


def succeed(path: Path | None, step: Step) -> None:
    """Run a driver and go on only if it succeeds."""
    if code := run_step(path, step.arguments, step.environment):
        sys.exit(code)


def locate(driver: str, here: Path) -> Path | None:
    """Where the driver is; one-resize is our own and runs in this process."""
    return None if driver == RESIZE else require(driver, here)


def run_step(
    path: Path | None, arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> int:
    """The exit code of a driver; what it prints goes where our own output goes.

    The variables are for drivers that are programs of their own. What we look for, and read, does
    not depend on them.
    """
    if path is None:
        from onelib import resize  # noqa: PLC0415  # only a run with that step needs it

        code = launch.guarded(RESIZE, resize.main, arguments)
        if not code:
            signals.resume()
        return code
    if sys.stdout is not None:
        sys.stdout.flush()
    code = run([str(path), *arguments], {**os.environ, **(environment or {})})
    if code < 0:
        launch.complain(f"{path.name} was killed by signal {-code}")
        return KILLED - code
    return code


def run(words: Sequence[str], environment: Mapping[str, str]) -> int:
    """The exit code of a program, which does not outlive us."""
    signals.hold()  # so that none comes between its start and our knowing of it
    with subprocess.Popen(words, env=environment) as process:  # noqa: S603  (a driver that was looked for)
        try:
            signals.resume()
            return process.wait()
        except BaseException:
            process.kill()
            raise
