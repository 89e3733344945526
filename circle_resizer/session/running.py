"""What every run begins with: the model that is meant, and the bounds of one run."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from circle_resizer.errors import RefusedError, UnsupportedError
from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.model import Model
from circle_resizer.session.opened import OpenedModel

Source: TypeAlias = "Bytes | str | os.PathLike[str] | Model | OpenedModel"


def opened(model: Source) -> Model:
    """The model that is meant."""
    known = model.model if isinstance(model, OpenedModel) else model
    return known if isinstance(known, Model) else Model.open(known)


def asked_signature(model: Source, signature: str | Sequence[str] | None) -> object:
    """The signature that is asked for; without one, that of a model that was opened for it."""
    known = model.signature if isinstance(model, OpenedModel) else None
    return known if signature is None else signature


@contextmanager
def one_run(model: Model) -> Iterator[None]:
    """One run at a time, on an unchanged file, within the bounds of one run.

    A run makes thousands of small objects and no cycles, which the collector would walk over and
    over.
    """
    with model.lock:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            if model.file is not None:
                model.file.check()
            model.visits = model.flat.read = 0
            yield
        except (RefusedError, UnsupportedError) as error:
            raise error.advised() from error  # a refusal says what to do
        finally:
            model.entry = 0
            if was_enabled:
                gc.enable()
