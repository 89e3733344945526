"""The face detector of ``examples/vision``: a batch is compared row by row, larger maps run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "examples/vision/recipe.py"
NAME = "mediapipe/modules/face_detection/face_detection_short_range.tflite"


def test_a_published_detector(tmp_path: Path) -> None:
    kept = Path(os.environ.get("ONE_RESIZE_WHEELS", tmp_path)) / NAME
    if kept.exists():  # fetched before, by test_mediapipe.py
        shutil.copy(kept, tmp_path)
    done = subprocess.run(  # noqa: S603  (our own script)
        [sys.executable, str(RECIPE)],
        cwd=tmp_path, text=True, check=True, capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    said = done.stdout
    assert "batch4: boxes (1, 896, 16) -> (4, 896, 16)" in said
    assert "large: boxes (1, 896, 16) -> (1, 3584, 16)" in said
    for output in ("regressors", "classificators"):
        assert f"4 rows of '{output}' equal the old model's" in said
    assert "large: run by ai-edge-litert" in said
