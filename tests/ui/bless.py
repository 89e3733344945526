"""``python -m tests.ui.bless [NAME...]``: what the commands answer today is what is expected."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .casefile import Case, parsed, rendered
from .runner import CASES, run_case


def bless(path: Path) -> None:
    """Write the answers of one case."""
    case = parsed(path.read_text(encoding="utf-8"))
    with TemporaryDirectory() as folder:
        answers = run_case(case, Path(folder) / "run")
    path.write_text(rendered(Case(case.given, answers)), encoding="utf-8")


if __name__ == "__main__":
    for case_path in CASES:
        if not sys.argv[1:] or case_path.stem in sys.argv[1:]:
            bless(case_path)
