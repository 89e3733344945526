"""What every run begins with: the model that is meant, and the bounds of one run."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.model import Model
from circle_resizer.opened import OpenedModel

Source: TypeAlias = "Bytes | str | os.PathLike[str] | Model | OpenedModel"


def opened(model: Source) -> Model:
    """The model that is meant."""
    known = model.model if isinstance(model, OpenedModel) else model
    return known if isinstance(known, Model) else Model.open(known)


def begin(model: Model) -> None:
    """A run of its own: the file is still what it was, and the bounds are those of one run."""
    if model.file is not None:
        model.file.check()
    model.visits = model.flat.read = 0


@contextmanager
def paused_collector() -> Iterator[None]:
    """Thousands of small objects and no cycles: the collector would walk them over and over."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
