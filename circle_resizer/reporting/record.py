"""A report for programs: the schema is in docs/report.md."""

from __future__ import annotations

import json
from collections.abc import Mapping


def text(record: Mapping[str, object]) -> str:
    """A record as JSON."""
    return json.dumps(record, indent=1, ensure_ascii=True) + "\n"
