"""Resize an exported network from one point to another, and compare it with the export there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from circle_resizer.file.model import Model
from circle_resizer.tables.constant import array_of
from tests.public.network import LOST, REFUSED, RIGHT, ROOT, WRONG, Direction, Verdict
from tests.zoo.cases import Case
from tests.zoo.judge import wrong

# Seconds for one resize: the slowest takes a tenth of it.
LIMIT = 120
# One message asks for the tables it knows of; the next of them for those behind.
ROUNDS = 12
ASKED = re.compile(r"--constant (?:'(.+?)=FILE\.npy'|(\S+)=FILE\.npy)")


def command() -> list[str]:
    """The command under test; ONE_RESIZE is another one."""
    plain = shlex.join([sys.executable, str(ROOT / "one-resize")])
    return shlex.split(os.environ.get("ONE_RESIZE", plain))


def both(direction: Direction) -> tuple[Verdict, Verdict]:
    """Without any help, and with the tables that are asked for, if any are."""
    plain = verdict(direction)
    return plain, verdict_with_tables(direction) if plain.word == REFUSED else plain


def verdict(direction: Direction) -> Verdict:
    """Resize without any help."""
    with tempfile.TemporaryDirectory() as folder:
        return attempt(direction, [], Path(folder))


def verdict_with_tables(direction: Direction) -> Verdict:
    """Resize, and give every table that is asked for, if the export at the wanted size has it."""
    with tempfile.TemporaryDirectory() as folder:
        given: dict[str, Path] = {}
        for _ in range(ROUNDS):
            orders = [w for name, path in given.items() for w in ("--constant", f"{name}={path}")]
            found = attempt(direction, orders, Path(folder))._replace(tables=len(given))
            asked = {a or b for a, b in ASKED.findall(found.reason)} - set(given)
            tables = taken(direction, asked, Path(folder), len(given))
            if found.word != REFUSED or not tables:
                break
            given |= tables
    return found


def taken(direction: Direction, names: set[str], folder: Path, count: int) -> dict[str, Path]:
    """Constants of the export at the wanted size, as files."""
    model = Model.open(str(direction.network.file(direction.end)))
    found = {}
    for graph in model.subgraphs:
        for tensor in graph.tensors:
            array = array_of(model, tensor) if tensor.name in names else None
            if array is not None:
                found[tensor.name] = folder / f"{count + len(found)}.npy"
                np.save(found[tensor.name], array)
    return found


def attempt(direction: Direction, orders: list[str], folder: Path) -> Verdict:
    """One run of the command, judged by the numbers of what it writes."""
    network = direction.network
    given, wanted = network.sample(direction.end)
    shapes = ",".join(str(list(x.shape)).replace(" ", "") for x in given)
    out = folder / f"out.{network.kind}"
    files = ["-i", str(network.file(direction.start)), "-o", str(out), "-s", shapes]
    try:
        done = subprocess.run(  # noqa: S603
            [*command(), "-V", *files, *orders],
            capture_output=True, text=True, check=False, timeout=LIMIT,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Verdict(LOST, f"no answer in {LIMIT} s")
    told = done.stderr.strip()
    if "Traceback" in told:
        return Verdict(LOST, told.splitlines()[-1])
    if done.returncode:
        return Verdict(REFUSED, told or "no word")
    why = wrong(out.read_bytes(), given, wanted, Case(network.name, "", network.kind))
    grade = "assumed" if "assumed" in done.stdout + done.stderr else "proven"
    return Verdict(WRONG if why else RIGHT, why, grade)
