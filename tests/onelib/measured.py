"""Commands as processes of their own: what they say, and what time and memory they take.

As a program it runs a command and writes down what that took: the memory of a process counts from
the size of the one that starts it, so a small one has to.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Run:
    """What a command has left behind."""

    code: int
    out: str
    err: str
    seconds: float
    """Of the processor."""
    megabytes: float


def measured(folder: Path, command: str, *words: str) -> Run:
    """Run a command in a folder, without any driver of ONE in reach."""
    out, err, used = (folder / f"{name} of it" for name in ("stdout", "stderr", "usage"))
    env = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONUTF8": "1"}
    with out.open("wb") as stdout, err.open("wb") as stderr:
        subprocess.run(  # noqa: S603  # our own programs
            [sys.executable, __file__, str(used), str(ROOT / command), *words],
            check=True, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
        )  # fmt: skip
    code, seconds, megabytes = json.loads(used.read_text())
    return Run(code, out.read_text(), err.read_text(), seconds, megabytes)


def refused_at_once(run: Run, code: int = 255) -> None:
    """One sentence, in under 2 seconds and 100 MB."""
    lines = [line for line in run.err.splitlines() if not line.startswith("UserWarning: ")]
    assert (run.code, run.out, len(lines)) == (code, "", 1), run.err[:2000]
    assert len(lines[0]) < 5000
    assert "Traceback" not in lines[0]
    assert run.seconds < 2
    assert run.megabytes < 100


def main(usage: str, *words: str) -> None:
    """Run the words as a command of Python."""
    child = os.posix_spawn(sys.executable, [sys.executable, *words], os.environ)
    _, status, used = os.wait4(child, 0)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    Path(usage).write_text(json.dumps([os.waitstatus_to_exitcode(status), seconds, megabytes]))


if __name__ == "__main__":
    main(*sys.argv[1:])
