"""The tests that need other runtimes run when they are asked for: ``pytest tests/oracle``."""

from __future__ import annotations

from pathlib import Path

import pytest

ORACLE = Path(__file__).parent / "oracle"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked = [Path(arg.partition("::")[0]).absolute() for arg in config.args]
    if collection_path == ORACLE and not any(ORACLE in (p, *p.parents) for p in asked):
        return True
    return None
