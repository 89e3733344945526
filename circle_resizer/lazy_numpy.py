"""NumPy, loaded when it is used for the first time: most runs never need it.

``from circle_resizer.lazy_numpy import np`` in place of ``import numpy as np``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    from importlib import import_module

    class Lazy:
        """Stands for a module; what was asked for once is an attribute from then on."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> object:
            """Something of the module."""
            found = getattr(import_module(self._name), name)
            setattr(self, name, found)
            return found

    np, npt = Lazy("numpy"), Lazy("numpy.typing")

__all__ = ["np", "npt"]
