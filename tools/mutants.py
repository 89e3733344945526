"""How many small faults the tests notice: ``python -m tools.mutants [options] FOLDER-OR-FILE...``.

A mutant is the project with one operator changed, as ``a < b`` to ``a <= b`` or ``not a`` to ``a``.
The same seed makes the same mutants. Each is tried in a copy of the project, one copy for each
processor; the checkout is not touched. A mutant that no test notices has survived: either a test is
missing, or the operator makes no difference and can go.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

from tools.operators import Operator, operators

ROOT = Path(__file__).resolve().parent.parent
LEAST = 92
"""Percent of the mutants that the tests should notice."""
TESTS = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
"""For ``python``; a mutant is tried with the nearest tests first, and with all if these pass."""
PINS = Path("tests/test_pins.py")
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", ".*_cache", "__pycache__", ".hypothesis", "*.egg-info"
)


@dataclass(frozen=True)
class Mutant:
    """A file of the project, one of its operators, and what stands in its place."""

    path: str
    operator: Operator
    other: str

    def source(self, text: bytes) -> bytes:
        """The file with the fault."""
        return text[: self.operator.start] + self.other.encode() + text[self.operator.end :]

    def __str__(self) -> str:
        spot = f"{self.path}:{self.operator.line}:{self.operator.column}"
        return f"{spot}: '{self.operator.text}' -> '{self.other}' in {self.operator.context}"


class Copies:
    """Copies of the project, one for each mutant that is tried at a time."""

    def __init__(self, root: Path, folder: Path, count: int) -> None:
        self.free: Queue[Path] = Queue()
        self.limit: float | None = None
        for number in range(count):
            copy = folder / str(number)
            shutil.copytree(root, copy, ignore=NOT_COPIED)
            self.free.put(copy)

    def measure(self) -> bool:
        """Whether the tests pass as they are; from then on one that takes far longer has failed."""
        copy = self.free.get()
        start = time.monotonic()
        passed = passes(copy, (), None)
        self.limit = 5 * (time.monotonic() - start) + 60
        self.free.put(copy)
        return passed

    def survives(self, mutant: Mutant) -> bool:
        """Whether all tests pass although the fault is there."""
        copy = self.free.get()
        path = copy / mutant.path
        kept = path.read_bytes()
        try:
            put(path, mutant.source(kept))
            near = nearest(copy, mutant.path)
            return passes(copy, near, self.limit) and passes(copy, (), self.limit)
        finally:
            put(path, kept)
            self.free.put(copy)


def put(path: Path, text: bytes) -> None:
    """Write a module with a time of its own: old bytecode is told by size and second alone."""
    later = path.stat().st_mtime + 2
    path.write_bytes(text)
    os.utime(path, (later, later))


def nearest(copy: Path, module: str) -> tuple[str, ...]:
    """The tests that most likely notice a fault in a module: those of its room, and the pins."""
    room = Path("tests", *Path(module).parts[1:-1])
    return tuple(str(p) for p in (room, PINS) if p != Path("tests") and (copy / p).exists())


def passes(copy: Path, chosen: Sequence[str], limit: float | None) -> bool:
    """Whether the chosen tests of a copy, or all without a choice, pass in time."""
    tests = subprocess.Popen(  # noqa: S603  # our own tests
        [sys.executable, *TESTS, *chosen],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},  # not the modules of the checkout
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return tests.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if tests.poll() is None:
            os.killpg(tests.pid, signal.SIGKILL)  # with the commands that the tests have started
            tests.wait()


def modules(root: Path, names: Sequence[str]) -> Iterator[str]:
    """The Python files below the folders, and the files, that are named."""
    for name in names:
        place = root / name
        if not place.exists():
            raise SystemExit(f"mutants: there is no {name} in {root}")
        files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        yield from (str(path.relative_to(root)) for path in files)


def sampled(root: Path, names: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants, each of another operator; fewer if there are not as many operators."""
    found = [
        (path, operator)
        for path in dict.fromkeys(modules(root, names))
        for operator in operators((root / path).read_bytes())
    ]
    chance = random.Random(seed)  # noqa: S311  # no secret
    picked = chance.sample(found, min(count, len(found)))
    return [Mutant(path, operator, chance.choice(operator.others)) for path, operator in picked]


def main(argv: Sequence[str], root: Path = ROOT) -> int:
    """Try the mutants; exit code 0 if the tests notice enough of them."""
    parser = argparse.ArgumentParser(prog="mutants", description="Which small faults no test sees")
    parser.add_argument("modules", nargs="+", help="folders and files below the project's own")
    parser.add_argument("--count", type=int, default=200, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    args = parser.parse_args(argv)
    mutants = sampled(root, args.modules, args.count, args.seed)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        copies = Copies(root, Path(folder), args.jobs)
        if not copies.measure():
            raise SystemExit("mutants: the tests fail as they are: see 'make test'")
        survivors = 0
        for mutant, survived in zip(mutants, pool.map(copies.survives, mutants), strict=True):
            survivors += survived
            print("SURVIVED" if survived else "caught  ", mutant, flush=True)  # noqa: T201
    caught = len(mutants) - survivors
    print(f"{caught} of {len(mutants)} mutants caught, {survivors} survived")  # noqa: T201
    return int(100 * caught < LEAST * len(mutants))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
