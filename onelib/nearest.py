"""Which known name an unknown one may have been meant for."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

ALIKE = 0.5
LONGEST, MOST = 64, 256
"""Comparing takes the square of a name's length, once for every known one."""


def nearest(name: str, known: Collection[str], alike: float = ALIKE) -> str:
    """What to add to the name of something unknown, if a known one is like it."""
    if len(name) > LONGEST or len(known) > MOST:
        return ""
    names = {each.lower(): each for each in sorted(known) if len(each) <= LONGEST}
    close = get_close_matches(name.lower(), names, n=1, cutoff=alike)
    return f", the nearest known one is '{names[close[0]]}'" if close else ""
