"""``--report FILE.json`` and ``--report FILE.html``.

Most runs write no report, so what makes one is loaded when it is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from circle_resizer.edits.report import Dims
from circle_resizer.edits.result import Result
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.file.replace_file import replacing
from onelib.errors import PlainError
from onelib.paths import home, one_file
from onelib.printable import printable


class ReportFile:
    """A file that says what a run did; begun before the model may be overwritten."""

    def __init__(self, path: str, model: str) -> None:
        self.path, self.model = path, model
        self.before: list[list[Dims]] = []

    def begin(self, others: Iterable[str | None]) -> None:
        """Take note of what the page shows of the old model."""
        for other in (self.model, *others):
            if other and one_file(self.path, home(other)):
                raise PlainError(f"the report {self.path} would overwrite {other}")
        from circle_resizer.reporting.drawing import stored_dims  # noqa: PLC0415  (see module)

        if self.is_page:
            with plainly():
                self.before = stored_dims(Model.open(self.model))

    @property
    def is_page(self) -> bool:
        """Whether the file is for people."""
        return self.path.endswith(".html")

    @property
    def title(self) -> str:
        """What the page is about."""
        return f"one-resize {printable(os.path.basename(self.model))}"  # noqa: PTH119

    def done(self, result: Result, saved: str | None) -> None:
        """Say what was done; ``saved`` is where the new model is, if it has a file."""
        from circle_resizer.reporting import page, record  # noqa: PLC0415  (see module)

        if not self.is_page:
            self.write(lambda: record.text(result.report.as_dict()))
            return
        with plainly():
            after = Model.open(saved) if saved else Model(result.data)
            self.write(lambda: page.done(self.title, result.report, after, self.before))

    def refused(self, error: ResizeError) -> None:
        """Say why nothing was done."""
        from circle_resizer.reporting import page, record  # noqa: PLC0415  (see module)

        made = (
            (lambda: page.refused(self.title, error))
            if self.is_page
            else (lambda: record.text(error.as_dict()))
        )
        self.write(made)

    def write(self, made: Callable[[], str]) -> None:
        """Write the file whole."""
        data = memoryview(made().encode())
        try:
            with replacing(self.path, sync=False) as descriptor:
                while data:
                    data = data[os.write(descriptor, data) :]
        except OSError as error:
            where = printable(self.path)
            raise PlainError(f"cannot write the report {where}: {error.strerror}") from error
