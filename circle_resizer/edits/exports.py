"""Several exports of one network: opened, and resized from the first that can be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Protocol, TypeAlias, TypeVar

from circle_resizer.edits.report import Report
from circle_resizer.errors import ArgumentError, RefusedError
from circle_resizer.file.flatbuffer_bytes import Bytes
from circle_resizer.file.model import Model
from circle_resizer.witnesses.base import Plan

Source: TypeAlias = "Bytes | str | os.PathLike[str] | Model"
MOST_FILES = 16
"""More exports than anybody needs to tell sizes apart."""


class Reported(Protocol):
    """What a resize answers."""

    report: Report


AnyResult = TypeVar("AnyResult", bound=Reported)


def opened(also: object) -> list[tuple[Model, str]]:
    """Other exports of the network, each with its name."""
    if isinstance(also, (str, bytes, os.PathLike)) or not isinstance(also, Iterable):
        raise ArgumentError(f"also is a list of models, not {also!r:.60}")
    given: tuple[Source, ...] = tuple(islice(also, MOST_FILES + 1))
    if len(given) > MOST_FILES:
        raise ArgumentError(f"also has more than {MOST_FILES} models")
    found = [each if isinstance(each, Model) else Model.open(each) for each in given]
    return [
        (model, os.fsdecode(each) if isinstance(each, (str, os.PathLike)) else f"export {k}")
        for k, (model, each) in enumerate(zip(found, given, strict=True), start=2)
    ]


def first_of(found: Sequence[Plan], start: Callable[[Plan], AnyResult]) -> AnyResult:
    """The result of the first export that can be resized; else why the best one cannot."""
    errors: list[RefusedError] = []
    for plan in found:
        try:
            result = start(plan)
        except RefusedError as error:
            errors.append(error)
            continue
        result.report.notes += filter(None, plan.notes)
        return result
    raise errors[0]
