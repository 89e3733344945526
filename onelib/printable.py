"""The escaping of names that the package and the commands share.

It is loaded from its file: importing ``circle_resizer`` loads NumPy, and a command has to print its
help, or that NumPy is missing, without it.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circle_resizer.printable import LONGEST, LONGEST_LINE, clipped, printable
else:
    FILE = Path(__file__).resolve().parent.parent / "circle_resizer" / "printable.py"
    spec = spec_from_file_location("onelib.shared_printable", FILE)
    shared = module_from_spec(spec)
    spec.loader.exec_module(shared)
    LONGEST, LONGEST_LINE = shared.LONGEST, shared.LONGEST_LINE
    clipped, printable = shared.clipped, shared.printable

__all__ = ["LONGEST", "LONGEST_LINE", "clipped", "printable"]
