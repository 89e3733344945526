"""``python -m tests.ui.bless [NAME...]``: what the commands answer today is what is expected."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .runner import CASES, EXPECTED, run_case


def bless(case: Path) -> None:
    """Write the answers of one case."""
    with TemporaryDirectory() as folder:
        answers = run_case(case, Path(folder) / "run")
    for name in EXPECTED:
        if answers[name]:
            (case / name).write_text(answers[name])
        else:
            (case / name).unlink(missing_ok=True)


if __name__ == "__main__":
    for path in CASES:
        if not sys.argv[1:] or path.name in sys.argv[1:]:
            bless(path)
