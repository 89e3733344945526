"""Whether a request fits the model, and the result the request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from circle_resizer.edits.report import Report
from circle_resizer.errors import InputError, RefusedError
from circle_resizer.file.model import Model
from circle_resizer.generalize.context import Settings


def check_names(model: Model, names: Mapping[str, object]) -> None:
    """A name that no tensor has is a slip of the pen."""
    if not names:
        return
    known = {t.name for graph in model.subgraphs for t in graph.tensors}
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise InputError(f"no tensor is named '{name}'{hint}")


def check_twins(model: Model, wanted: Sequence[tuple[int, ...]]) -> None:
    """Sizes go by names, so inputs of one name can only change alike."""
    graph, seen = model.subgraphs[0], dict[str, tuple[tuple[int, ...], tuple[int, ...]]]()
    for index, new in zip(graph.inputs, wanted, strict=True):
        tensor = graph.tensors[index]
        change = tensor.dims, new
        if (
            new != tensor.dims
            and tensor.name in seen
            and (seen[tensor.name] != change or -1 in new)
        ):
            raise InputError(
                f"two inputs are named '{tensor.name}', {list(seen[tensor.name][0])} and "
                f"{list(tensor.dims)}; they cannot become {list(seen[tensor.name][1])} and "
                f"{list(new)}, only the same number by number"
            )
        if new != tensor.dims:
            seen[tensor.name] = change


def check_inputs(model: Model, wanted: Sequence[tuple[int, ...]], report: Report) -> None:
    """The inputs have the requested shapes, whatever inference and decisions made of them."""
    names = [model.subgraphs[0].tensors[i].name for i in model.subgraphs[0].inputs]
    for name, asked, made in zip(names, wanted, report.inputs_after, strict=True):
        if tuple(max(size, -1) for size in asked) != made:
            raise RefusedError(
                f"input '{name}' would become {list(made)} instead of {list(asked)}: something "
                "else in the model decides about it"
            )


def check_used(settings: Settings, used: set[str]) -> None:
    """What the user gave and nothing needs was meant for something else."""
    for name in settings.constants:
        if name not in used:
            raise InputError(f"constant '{name}' has no axis that changes: new data are not needed")
    for name in settings.output_shapes:
        if name not in used:
            raise InputError(f"the shape of '{name}' follows from the inputs: it cannot be given")
