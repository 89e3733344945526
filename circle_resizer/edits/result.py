"""What ``resize`` answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from circle_resizer.edits.report import Report
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ArgumentError
from circle_resizer.file.save import Output


class Result:
    """A resized model: ``data``, ``save(path)``, and the ``report`` on how it came about."""

    def __init__(self, output: Output, report: Report) -> None:
        self._output, self.report = output, report

    def noting(self, notes: Sequence[str]) -> Result:
        """Itself, with more notes in its report."""
        self.report.notes += notes
        return self

    @property
    def data(self) -> bytes:
        """The bytes of the new model."""
        with plainly():
            return self._output.data()

    def save(self, path: str | os.PathLike[str], *, sync: bool = True) -> None:
        """Write the new model; the file appears whole or not at all.

        With ``sync`` it survives a loss of power from then on; without, the disk takes its time.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise ArgumentError(f"a model is saved under a path, not {type(path).__name__}")
        with plainly():
            self._output.save(Path(os.fsdecode(path)), sync=sync)

    @property
    def inputs_before(self) -> list[tuple[int, ...]]:
        """Input shapes of the stored model, -1 for unknown."""
        return self.report.inputs_before

    @property
    def inputs_after(self) -> list[tuple[int, ...]]:
        """Input shapes of the new model."""
        return self.report.inputs_after

    @property
    def outputs_before(self) -> list[tuple[int, ...]]:
        """Output shapes of the stored model."""
        return self.report.outputs_before

    @property
    def outputs_after(self) -> list[tuple[int, ...]]:
        """Output shapes of the new model."""
        return self.report.outputs_after
