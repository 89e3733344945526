"""Steps of a run: all drivers are found before the first one starts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from onelib import launch, signals
from onelib.drivers import RESIZE
from onelib.find import require

KILLED = 128


@dataclass(frozen=True)
class Step:
    """One driver and its arguments."""

    driver: str
    arguments: list[str] = field(default_factory=list)


def run_steps(steps: Iterable[Step], here: Path) -> None:
    """Run the steps in order; the first exit code that is not 0 ends the program."""
    found = [(step, locate(step.driver, here)) for step in steps]
    for step, path in found:
        succeed(path, step.arguments)


def succeed(path: Path | None, arguments: Sequence[str]) -> None:
    """Run a driver and go on only if it succeeds."""
    if code := run_step(path, arguments):
        sys.exit(code)


def locate(driver: str, here: Path) -> Path | None:
    """Where the driver is; one-resize is our own and runs in this process."""
    return None if driver == RESIZE else require(driver, here)


def run_step(path: Path | None, arguments: Sequence[str]) -> int:
    """The exit code of a driver; what it prints goes where our own output goes."""
    if path is None:
        from onelib import resize  # noqa: PLC0415  # only a run with that step needs it

        code = launch.guarded(RESIZE, resize.main, arguments)
        if not code:
            signals.resume()
        return code
    if sys.stdout is not None:
        sys.stdout.flush()
    code = run([str(path), *arguments])
    if code < 0:
        launch.complain(f"{path.name} was killed by signal {-code}")
        return KILLED - code
    return code


def run(words: Sequence[str]) -> int:
    """The exit code of a program, which does not outlive us."""
    signals.hold()  # so that none comes between its start and our knowing of it
    with subprocess.Popen(words) as process:  # noqa: S603  (a driver that was looked for)
        try:
            signals.resume()
            return process.wait()
        except BaseException:
            process.kill()
            raise
