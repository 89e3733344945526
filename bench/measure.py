"""A command as a process: how long it takes and how much memory."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

Command = Sequence[str]


def run(command: Command) -> tuple[float, float]:
    """(seconds, peak MB); it must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def cpu_of(command: Command) -> float:
    """CPU seconds of a command, which must succeed."""
    before = children()
    run(command)
    return children() - before


def children() -> float:
    """CPU seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def alternate(
    runs: int, *commands: Command, reset: Callable[[], None]
) -> list[tuple[float, float]]:
    """Medians of (seconds, peak MB) of commands that take turns, so that a busy machine is fair."""
    found: list[list[tuple[float, float]]] = [[] for _ in commands]
    for _ in range(runs):
        for one, command in zip(found, commands, strict=True):
            reset()
            one.append(run(command))
    return [
        (statistics.median(s for s, _ in one), statistics.median(m for _, m in one))
        for one in found
    ]
