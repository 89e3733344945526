"""Whether a model is whole, and records that are set right: ``--check`` and ``--mend``."""

from __future__ import annotations

from circle_resizer.api import resize
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.inference.verify import findings
from onelib import blocks, launch, signals
from onelib.drivers import RESIZE
from onelib.paths import check_output, oneline

WHOLE, FAULTY = 0, 1
SHOWN = 100


def check(path: str) -> int:
    """Say what is wrong with a model; the exit code says whether anything is."""
    try:
        with plainly():
            found = findings(Model.open(path))
    except ResizeError as error:
        found = [oneline(error, path)]
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    launch.say("\n".join([*found[:SHOWN], *more]) or "Nothing is wrong with the model")
    return FAULTY if found else WHOLE


def mend(path: str, output: str) -> int:
    """Write the model with the records that inference says; what else is wrong stays so."""
    try:
        check_output(output)
        model = Model.open(path)
        result = resize(model, model.input_shapes, mend=True)
        signals.save(result.save, output)
    except ResizeError as error:
        launch.complain(f"{RESIZE}: {oneline(error, path, output)}")
        return FAULTY
    launch.say("\n".join([*result.report.lines, blocks.saved(output)]))
    return check(output)
