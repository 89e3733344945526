"""``python -m tests.cpp_artifacts FOLDER``: what the tests of ``cpp/`` read."""

# ruff: noqa: S603  # our own command

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.generalize.ops.test_pooling import pooled
from tests.support import recipe
from tests.ui import models

ROOT = Path(__file__).resolve().parent.parent
CHOSEN = ("Net_", "GreaterEqual_001", "PRelu", "ReduceAny", "Split_000", "StridedSlice")
BROKEN = 'raise ImportError("\\n\\nREAD THIS:\\nit does not fit")\n'
"""Of the length that NumPy's messages have."""


def main(folder: Path) -> None:
    """Models, what the command makes of them, and packages in several states."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in models.all_models().items():
        (folder / name).write_bytes(data)
    (folder / "add_sqrt_rsqrt.circle").write_bytes(models.add_sqrt_rsqrt())
    (folder / "pooled.circle").write_bytes(pooled())
    corpus(folder)
    packages(folder)


def corpus(folder: Path) -> None:
    """``asked.txt`` names recipes with their new shapes; the command has resized them."""
    chosen = [each for each in recipe.asked() if each.name.startswith(CHOSEN)]
    for each in chosen:
        source, target = (folder / f"{each.name}{end}" for end in (".circle", ".resized.circle"))
        source.write_bytes(recipe.cook(recipe.text(each.name)))
        words = ["-i", str(source), "-o", str(target), "-s", each.shapes]
        subprocess.run([sys.executable, str(ROOT / "one-resize"), *words], check=True)
    (folder / "asked.txt").write_text("".join(f"{c.name} {c.shapes}\n" for c in chosen))


def packages(folder: Path) -> None:
    """An environment that holds the package, and folders that hold none, another, a broken one."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = folder / "environment" / "lib" / version / "site-packages"
    places = [str(ROOT), str(Path(np.__file__).parents[1])]
    files = {
        site / "places.pth": "\n".join(places),
        folder / "none/sitecustomize.py": 'import sys\nsys.modules["circle_resizer"] = None\n',
        folder / "another/circle_resizer/__init__.py": "",
        folder / "broken/circle_resizer/__init__.py": BROKEN,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
