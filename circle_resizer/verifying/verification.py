"""``verify``: run the old and the new model, compare what must be equal, and say what it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np

from circle_resizer.error_boundary import plainly
from circle_resizer.errors import InputError, RefusedError
from circle_resizer.file.model import Tensor
from circle_resizer.inference.value import shown
from circle_resizer.session.running import Source
from circle_resizer.verifying import numbers, rows
from circle_resizer.verifying.outcome import Verification, all_finite, unverified
from circle_resizer.verifying.runtimes import (
    FOR_FORMAT,
    NoRunError,
    Program,
    Runtime,
    TooSlowError,
    installed,
    program,
)

Array: TypeAlias = "np.ndarray[Any, Any]"
Arrays: TypeAlias = "list[Array]"


@plainly()
def verify(
    old: Source, new: Source, *, signature: str | None = None, new_signature: str | None = None,
    required: bool = False,
) -> Verification:  # fmt: skip
    """Run a model and its resized file on equal numbers, and compare what must be equal.

    Rows that do not meet, such as the images of a batch, must be what the old model answers to
    them. ``signature`` names the graph, else it is the first; ``new_signature`` is its name in the
    new model. It needs ai-edge-litert, onert or tico; without one nothing is compared and the
    answer says so, unless ``required``. A difference, and a new model that does not run, raise
    ``RefusedError``. The runtimes are run as processes of their own.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="one-resize-")))
        before = program(old, signature, folder / "old")
        after = program(new, signature if new_signature is None else new_signature, folder / "new")
        try:
            return Comparison(before, after).verification(required=required)
        except RefusedError as error:
            raise error.advised() from error


class Comparison:
    """Two graphs, the numbers for their inputs, and the claims about their outputs."""

    def __init__(self, old: Program, new: Program) -> None:
        self.old, self.new = old, new
        if len(self.inputs(old)) != len(self.inputs(new)):
            raise InputError("verify: the models have different numbers of inputs")
        dims = [[tensor.dims for tensor in self.inputs(side)] for side in (old, new)]
        self.shapes = rows.run_sizes(*dims)
        self.moves = rows.moving(*self.shapes)
        self.parts = rows.parts_of(self.moves or [])[: 1 if self.moves is None else None]
        self.claims = self.claimed()
        if not self.claims:
            self.parts = self.parts[:1]

    def inputs(self, side: Program) -> list[Tensor]:
        """The input tensors of a side."""
        graph = side.model.subgraphs[side.graph]
        return [graph.tensors[i] for i in graph.inputs]

    def outputs(self, side: Program) -> list[Tensor]:
        """The output tensors of a side."""
        graph = side.model.subgraphs[side.graph]
        return [graph.tensors[i] for i in graph.outputs]

    def claimed(self) -> list[rows.Claim]:
        """What is known of the outputs: by what the old file says, or else by the new one."""
        count = len(self.outputs(self.old))
        if self.moves is None or count != len(self.outputs(self.new)):
            return []
        for side, shapes in zip((self.old, self.new), self.shapes, strict=True):
            states = rows.states_of(side.model, side.graph, shapes, self.moves)
            if states is not None:
                return rows.claims(states, self.moves, count)
        return []

    def verification(self, *, required: bool) -> Verification:
        """What the first runtime that runs both of them says."""
        identifier = bytes(self.old.model.flat.data[4:8])
        signature = bool(self.old.signature or self.new.signature)
        found = list(installed(identifier, signature=signature))
        if not found:
            names = " and ".join(each.package for each in FOR_FORMAT[identifier])
            return unverified([f"no runtime is installed ({names} are known)"], required=required)
        silent, broken = list[str](), list[str]()
        for runtime in found:
            try:
                values, before = self.old_answers(runtime)
            except NoRunError as error:
                silent.append(f"{runtime.label} does not run the old model: {error}")
                continue
            try:
                after = self.new.run(runtime, [values])[0]
            except TooSlowError as error:
                silent.append(f"{runtime.label} on the new model: {error}")
            except NoRunError as error:
                broken.append(f"{runtime.label} runs the old model and not the new: {error}")
            else:
                others = [
                    f"not compared by others: {line.removeprefix('verify: ')}" for line in broken
                ]
                return self.judged(runtime, before, after, others)
        if broken:
            raise RefusedError("\n".join(f"verify: {line}" for line in broken))
        return unverified(silent, required=required)

    def old_answers(self, runtime: Runtime) -> tuple[Arrays, list[Arrays]]:
        """Numbers for the new model, and what the old one answers to their parts.

        The first part is run once more at the end: an answer that varies is no measure.
        """
        error: NoRunError | None = None
        answers = None
        for attempt in range(len(numbers.DRAWS)):
            values = numbers.drawn(self.inputs(self.new), self.shapes[1], attempt)
            if self.moves is None:
                given = [numbers.drawn(self.inputs(self.old), self.shapes[0], attempt)]
            else:
                given = [list(rows.inputs_for(values, part, self.moves)) for part in self.parts]
            try:
                found = self.old.run(runtime, [*given, given[0]])
            except TooSlowError:
                raise
            except NoRunError as why:
                error = error or why
                continue
            answers = answers or (values, found)
            if all_finite(found[0]):
                return values, found
        if answers is None:
            raise error or NoRunError("it gave no answer")
        return answers

    def judged(
        self, runtime: Runtime, before: list[Arrays], after: Arrays, others: Sequence[str]
    ) -> Verification:
        """What the answers say; ``others`` is what is said of other runtimes."""
        self.check_shapes(runtime, after)
        if all_finite(before[0]) and not all_finite(after):
            raise RefusedError(f"verify: {runtime.label}: the new model gives infinite numbers")
        lines, gaps = list[str](), list[float]()
        for claim in self.claims:
            name = self.outputs(self.new)[claim.output].name
            found = self.compared(claim, before, after)
            if found is None:
                lines.append(f"'{name}' was not compared: it varies from run to run")
                continue
            gap, limit = found
            what, verb = self.covered(claim, name)
            if not gap <= limit:
                raise RefusedError(
                    f"verify: {runtime.label}: {what} {verb.replace('equal', 'differ')} from the "
                    f"old model's by {gap:.1e}, allowed is {limit:.1e}"
                )
            gaps.append(gap)
            lines.append(
                f"verified by {runtime.label}: {what} {verb} the old model's, "
                f"largest difference {gap:.1e}"
            )
        lines += [*self.rest(runtime), *(f"not compared by others: {line}" for line in others)]
        return Verification(runtime.label, tuple(lines), max(gaps, default=None))

    def check_shapes(self, runtime: Runtime, after: Arrays) -> None:
        """The new model's outputs have the recorded shapes."""
        for tensor, array in zip(self.outputs(self.new), after, strict=True):
            dims = tensor.dims
            if array.ndim == len(dims) and all(
                d in (-1, n) for d, n in zip(dims, array.shape, strict=True)
            ):
                continue
            if array.size != 1 or set(dims) - {1}:  # some runtimes give a scalar an axis
                raise RefusedError(
                    f"verify: {runtime.label}: '{tensor.name}' is {shown(array.shape)} when it "
                    f"runs, and recorded as {shown(dims)}"
                )

    def compared(
        self, claim: rows.Claim, before: list[Arrays], after: Arrays
    ) -> tuple[float, float] | None:
        """(largest difference, tolerance) of one output; ``None`` if it varies by itself."""
        old, new = [found[claim.output] for found in before], after[claim.output]
        tensor = self.outputs(self.old)[claim.output]
        hybrid = numbers.is_hybrid(self.old.model)
        limit = max(numbers.allowed(array, tensor, hybrid=hybrid) for array in old)
        if numbers.gap(old[0], old[-1]) > limit:
            return None
        moves = self.moves or []
        gaps = []
        for part, wanted in zip(self.parts, old, strict=False):
            found = claim.part(new, part, moves)
            same = found.size == wanted.size
            gaps.append(numbers.gap(wanted, found.reshape(wanted.shape)) if same else np.inf)
        return max(gaps), limit

    def covered(self, claim: rows.Claim, name: str) -> tuple[str, str]:
        """What of an output was compared, and the verb that goes with it."""
        named = [one for one in self.moves or [] if one.name in claim.places]
        if not named:
            return f"'{name}'", "equals"
        seen = {
            tuple(each)
            for part in self.parts
            for each in np.stack(
                np.meshgrid(*(part[one.name] for one in named), indexing="ij"), -1
            ).reshape(-1, len(named)).tolist()
        }  # fmt: skip
        total = int(np.prod([one.new for one in named]))
        of = "" if len(seen) == total else f" of {total}"
        single = total == 1
        return (
            f"{len(seen)}{of} row{'' if single else 's'} of '{name}'",
            "equals" if single else "equal",
        )

    def rest(self, runtime: Runtime) -> Iterator[str]:
        """What could not be compared."""
        known = {claim.output for claim in self.claims}
        names = [f"'{t.name}'" for k, t in enumerate(self.outputs(self.new)) if k not in known]
        if names:
            more = f" and {len(names) - 4} more" if len(names) > 4 else ""
            yield (
                f"run by {runtime.label}: {', '.join(islice(names, 4))}{more} loaded, ran and gave "
                "the recorded shape; not compared, for the rows are not independent"
            )
