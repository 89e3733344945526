"""The runtimes there are, and a model run in one of them in a process of its own."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np

from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.file.signatures import chosen
from circle_resizer.session.running import Source, opened
from circle_resizer.text import brief

Array: TypeAlias = "np.ndarray[Any, Any]"
Arrays: TypeAlias = "list[Array]"
CHILD = Path(__file__).with_name("child.py")
START = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')"
TIMEOUT = 600.0
"""Seconds that all runs of a model may take."""


class NoRunError(ResizeError):
    """A runtime did not run a model."""


class TooSlowError(NoRunError):
    """It was not done in time."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime: its module, its name on the package index, and what it can do."""

    module: str
    package: str
    signatures: bool = False
    """Whether it runs graphs by the key of their signature."""

    @property
    def label(self) -> str:
        """Name and version, such as ``onert 0.1.0``."""
        try:
            return f"{self.package} {importlib.metadata.version(self.package)}"
        except importlib.metadata.PackageNotFoundError:
            return self.package


LITERT = Runtime("ai_edge_litert", "ai-edge-litert", signatures=True)
ONERT, TICO = Runtime("onert", "onert"), Runtime("tico", "tico")
FOR_FORMAT = {b"TFL3": (LITERT, ONERT), b"CIR0": (ONERT, TICO, LITERT)}
"""By the identifier of a file, the runtimes in the order in which they are tried."""


def installed(identifier: bytes, *, signature: bool) -> Iterator[Runtime]:
    """The runtimes for a format that are installed; none of them is imported."""
    for each in FOR_FORMAT.get(identifier, ()):
        if (each.signatures or not signature) and importlib.util.find_spec(each.module):
            yield each


@dataclass(frozen=True, slots=True)
class Program:
    """A graph of a model file, for a runtime."""

    path: str
    model: Model
    graph: int = 0
    signature: str = ""

    def run(self, runtime: Runtime, runs: Sequence[Arrays]) -> list[Arrays]:
        """The outputs of each run, in a process of its own; a failure is a ``NoRunError``."""
        graph = self.model.subgraphs[self.graph]
        job = {
            "runtime": runtime.module, "model": self.path, "signature": self.signature,
            "runs": len(runs), "inputs": list(graph.inputs), "outputs": list(graph.outputs),
        }  # fmt: skip
        with TemporaryDirectory(prefix="one-resize-") as name:
            folder = Path(name)
            (folder / "job.json").write_text(json.dumps(job))
            for number, values in enumerate(runs):
                for k, value in enumerate(values):
                    np.save(folder / f"{number}.in.{k}.npy", value)
            carry_out(folder)
            counts = range(len(graph.outputs))
            return [[answer(folder, r, k) for k in counts] for r in range(len(runs))]


def program(source: Source, signature: str | None, path: Path) -> Program:
    """A graph of a model that lies in a file, if need be in a temporary one."""
    model = opened(source)
    if model.file is not None:
        path = Path(model.file.path).absolute()
    else:
        path.write_bytes(model.flat.data)
    if signature is None:
        return Program(str(path), model)
    (found,) = chosen(model, [signature])
    return Program(str(path), model, found.graph, found.key if found.graph else "")


def answer(folder: Path, run: int, output: int) -> Array:
    """One output of one run."""
    try:
        found: Array = np.load(folder / f"{run}.out.{output}.npy")
    except (OSError, ValueError) as error:
        raise NoRunError(f"it gave no output {output}") from error
    return found


def carry_out(folder: Path) -> None:
    """Run the job in a folder; why it did not end well is said in one line."""
    python = sys.executable or "python3"
    silent = {"TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(  # noqa: S603  # our own program
            [python, "-c", START, str(CHILD), str(folder)],
            cwd=folder, env={**os.environ, **silent}, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=TIMEOUT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise TooSlowError(f"it was not done in {TIMEOUT:.0f} seconds") from error
    except OSError as error:
        raise NoRunError(f"{python} cannot be started: {error.strerror}") from error
    if done.returncode < 0:
        raise NoRunError(f"its process was ended by {signal_name(-done.returncode)}")
    if done.returncode:
        said = last_words(done.stderr.decode(errors="replace"))
        raise NoRunError(said or f"it ended with code {done.returncode}")


def last_words(text: str) -> str:
    """The message of an exception, in one line, without the lines of code above it."""
    lines = text.strip().splitlines()
    indented = [i for i, line in enumerate(lines) if line.startswith(" ")]
    return brief(" ".join(lines[max(indented, default=-1) + 1 :]))


def signal_name(number: int) -> str:
    """Such as ``SIGABRT``."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
