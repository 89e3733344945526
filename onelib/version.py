"""The version that every command prints."""

from __future__ import annotations

VERSION = "0.2.0"
COPYRIGHT = "Copyright (c) 2026 the one-resize authors, Apache License 2.0"


def version_text(name: str) -> str:
    """What ``-v`` prints."""
    return f"{name} version {VERSION}\n{COPYRIGHT}"
