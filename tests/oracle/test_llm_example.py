"""The decoder of ``examples/llm``: every length that is made from one export runs and is right."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tico")
pytest.importorskip("onert")
ROOT = Path(__file__).resolve().parents[2]


def test_every_length_is_right(tmp_path: Path) -> None:
    done = subprocess.run(  # noqa: S603  (our own script)
        [sys.executable, str(ROOT / "examples/llm/recipe.py")],
        cwd=tmp_path, text=True, check=True, capture_output=True, env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    found = re.findall(r"^(\w+): logits \[.*\], off by (\S+)$", done.stdout, re.MULTILINE)
    assert [name for name, _ in found] == ["prefill8", "prefill32", "prefill128", "decode"]
    assert max(float(error) for _, error in found) < 1e-5
