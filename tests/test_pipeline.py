"""The example of a pipeline runs as its README says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from circle_resizer.file.model import Model
from examples.pipeline.make_model import classifier

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples/pipeline"


def contents(data: bytes) -> list[tuple[object, ...]]:
    """What a model says, however its bytes are laid out."""
    model = Model(data)
    (graph,) = model.subgraphs
    tensors = [(t.name, t.dims, t.type, bytes(model.data(t) or b"")) for t in graph.tensors]
    return [*tensors, *((op.kind, op.inputs, op.outputs) for op in graph.operators)]


def test_model_is_what_its_script_writes() -> None:
    assert contents((EXAMPLE / "classifier.tflite").read_bytes()) == contents(classifier())


def test_pipeline(tmp_path: Path) -> None:
    for name in ("pipeline.cfg", "classifier.tflite"):
        shutil.copy(EXAMPLE / name, tmp_path)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "ONE_BIN_DIR": str(EXAMPLE / "bin"), "PATH": path}
    words = [sys.executable, str(ROOT / "onecc"), "-C", "pipeline.cfg"]
    done = subprocess.run(  # noqa: S603
        words, cwd=tmp_path, env=env, text=True, check=False, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "imported classifier.tflite as classifier.circle"
    assert "0 -> [8, 5]" in lines
    assert lines[-1] == "packed classifier.batch8.circle into classifier_nnpkg"
    package = tmp_path / "classifier_nnpkg"
    (name,) = json.loads((package / "metadata/MANIFEST").read_text())["models"]
    model = Model.open(package / name)
    assert model.input_shapes == [(8, 4, 4, 3)]
    assert model.output_shapes == [(8, 5)]
