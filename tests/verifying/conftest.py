"""A runtime that needs nothing but NumPy, under the name of one that there is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = """
import os
import time
from pathlib import Path

import numpy as np

from circle_resizer.file.model import Model
from tests.support import numpy_run


class OpResolverType:
    BUILTIN_WITHOUT_DEFAULT_DELEGATES = 0


class Interpreter:
    def __init__(self, model_path=None, model_content=None, **_):
        self.data = model_content or Path(model_path).read_bytes()
        model = Model(self.data)
        self.graph, self.given, self.runs = model.subgraphs[0], {}, 0
        self.types = [numpy_run.TYPES[self.graph.tensors[i].type] for i in self.graph.inputs]
        self.batch = self.graph.tensors[self.graph.inputs[0]].dims[0]

    def allocate_tensors(self):
        if "DOES_NOT_LOAD" in os.environ:
            raise RuntimeError("a kernel is missing")

    def reset_all_variables(self):
        pass

    def get_input_details(self):
        return [
            {"index": i, "shape": np.array(self.graph.tensors[i].dims), "dtype": kind}
            for i, kind in zip(self.graph.inputs, self.types)
        ]

    def get_output_details(self):
        return [{"index": i} for i in self.graph.outputs]

    def set_tensor(self, index, value):
        self.given[index] = value

    def invoke(self):
        self.runs += 1
        if self.batch > 1:
            if "ABORTS" in os.environ:
                os.abort()
            if "SLEEPS" in os.environ:
                time.sleep(60)
        answers = numpy_run.run(self.data, [self.given[i] for i in self.graph.inputs])
        if self.batch > 1 and "LAST_ROW_IS_WRONG" in os.environ:
            answers[0] = np.concatenate([answers[0][:-1], answers[0][:1]])
        if self.batch > 1 and "INFINITE" in os.environ:
            answers[0] = answers[0] * np.inf
        if "VARIES" in os.environ:
            answers[0] = answers[0] + self.runs
        self.answers = dict(zip(self.graph.outputs, answers))

    def get_tensor(self, index):
        return self.answers[index]
"""
METADATA = "Metadata-Version: 2.1\nName: ai-edge-litert\nVersion: 9.8\n"


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs the runtime, with what is to go wrong in it."""
    monkeypatch.setattr("importlib.util.find_spec", only_litert)

    def install(*wrong: str) -> None:
        home = tmp_path / "site"
        (home / "ai_edge_litert").mkdir(parents=True)
        (home / "ai_edge_litert/__init__.py").touch()
        (home / "ai_edge_litert/interpreter.py").write_text(MODULE)
        (home / "ai_edge_litert-9.8.dist-info").mkdir()
        (home / "ai_edge_litert-9.8.dist-info/METADATA").write_text(METADATA)
        monkeypatch.syspath_prepend(str(home))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(home), str(ROOT)]))
        for name in wrong:
            monkeypatch.setenv(name, "1")

    return install


@pytest.fixture
def no_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)


def only_litert(name: str) -> bool:
    """Whatever is installed where the tests run."""
    return name == "ai_edge_litert"
