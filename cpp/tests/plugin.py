"""``plugin.py LIBRARY MODEL``: the library inside Python, called with its lock and without."""
# ruff: noqa: INP001  # a script beside the tests, no package

from __future__ import annotations

import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

library, path = sys.argv[1:]
size = Path(path).stat().st_size
wanted = [b"[2,4,4,3],[2,4,4,3]", b"[2,2],[3,3]"] * 8
for load in (ctypes.PyDLL, ctypes.CDLL):
    resized = load(library).resized
    resized.restype = ctypes.c_long
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(partial(resized, path.encode()), wanted))
    if found != [size, -1] * 8:
        sys.exit(f"FAILED: {load.__name__}: {found}")
