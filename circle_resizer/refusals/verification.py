"""The refusal of a result that another runtime contradicts, or could not run."""

from __future__ import annotations

from circle_resizer.refusals.refusal import Refusal

VERIFICATION = Refusal(
    "verification", ("verify: ",),
    "The old and the new model were to be run and compared. Either no runtime could run them,"
    " or what must be equal is not: a row of a batch is not what the old model answers to it.",
    "install ai-edge-litert, onert or tico if none ran the old model, and another if one"
    " does not run the new model, which may be its limit; if the answers differ, do not use the"
    " result: see with {strict} what was assumed, and report it as a fault",
)  # fmt: skip
