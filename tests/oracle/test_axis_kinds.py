"""What is said of axes, by numbers: LiteRT runs every operator with one row changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError
from circle_resizer.file.model import Model
from circle_resizer.inference.axis_kinds import AxisKind, Place
from circle_resizer.inference.engine import Inference, input_values, options_of
from circle_resizer.inference.independent_rows import Walk
from circle_resizer.inference.row_states import Counted, Mixed, Rows, State
from circle_resizer.inference.rules import RULES, operator_axes
from circle_resizer.inference.verify import stored_shapes
from circle_resizer.symbolic.dim import unknown
from tests.oracle.kernel import Case, Job, Net, Ref, Shape, finish
from tests.oracle.litert import Interpreter, OpResolverType
from tests.oracle.test_operators import CASES

Arrays = list[np.ndarray]
UNSTEADY = {"BIDIRECTIONAL_SEQUENCE_LSTM merged"}
"""LiteRT gives another answer in each run, without any change."""
SEEDS = 4
DULL = {"EQUAL", "NOT_EQUAL", "SIGN", "ZEROS_LIKE"}
"""Operators whose answer need not show that a number was changed."""


class Loose(Net):
    """A net whose real constants are inputs, behind all others, so that they can be changed."""

    def __init__(self, job: Job) -> None:
        super().__init__(job, job.model.graph("main"), 0)
        self.held: dict[int, np.ndarray] = {}

    def operand(self, spec: Any) -> Ref | None:
        """A tensor without contents in place of a real constant with axes."""
        array = np.asarray(spec) if isinstance(spec, list | np.ndarray) else np.zeros(())
        if array.dtype.kind != "f" or not array.ndim:
            return super().operand(spec)
        index = self.graph.tensor(array.shape, "FLOAT32")
        self.held[index] = array.astype(np.float32)
        return Ref(index, "f")


def loosened(case: Case, at: Sequence[Shape]) -> tuple[bytes, list[np.ndarray]]:
    """The file at the shapes given (none: those of the table), and what its constants held."""
    net = Loose(Job("missing", at=at))
    finish(net, case.build(net))
    net.graph.inputs += net.held
    return net.parent.model.finish(), list(net.held.values())


class Machine:
    """LiteRT with a file in it; variables start anew for each run."""

    def __init__(self, data: bytes) -> None:
        self.interpreter = Interpreter(
            model_content=data,
            num_threads=1,
            experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
        )
        self.interpreter.allocate_tensors()
        self.inputs = self.interpreter.get_input_details()

    def run(self, values: Sequence[np.ndarray]) -> Arrays:
        """The outputs."""
        self.interpreter.reset_all_variables()
        for detail, value in zip(self.inputs, values, strict=True):
            self.interpreter.set_tensor(detail["index"], value)
        self.interpreter.invoke()
        details = self.interpreter.get_output_details()
        return [np.array(self.interpreter.get_tensor(d["index"])) for d in details]


def numbers(
    machine: Machine, case: Case, held: Sequence[np.ndarray], draw: tuple[int, int]
) -> Arrays:
    """Numbers for every input: those of the case, what constants held, random ones.

    ``draw``: which random numbers, and the largest integer among them.
    """
    source, made = np.random.default_rng(draw[0]), list[np.ndarray]()
    first_held = len(machine.inputs) - len(held)
    for position, detail in enumerate(machine.inputs):
        shape, kind = tuple(detail["shape"]), detail["dtype"]
        if position in case.feed:
            value = np.resize(np.asarray(case.feed[position]), shape)
        elif position >= first_held:
            value = held[position - first_held] + source.uniform(0, 0.1, shape)
        elif np.issubdtype(kind, np.inexact):
            value = source.uniform(0.25, 1, shape) + 1j * source.uniform(0.25, 1, shape)
        else:
            value = source.integers(0, draw[1] + 1, shape)
        if not np.issubdtype(kind, np.complexfloating):
            value = np.real(value)
        made.append(np.asarray(value).astype(kind))
    return made


def accepted(machine: Machine, case: Case, held: Sequence[np.ndarray], seed: int) -> Arrays:
    """Numbers that the operator takes: some of them are indices of a short axis."""
    made = numbers(machine, case, held, (seed, seed % 2))
    try:
        machine.run(made)
    except RuntimeError:
        made = numbers(machine, case, held, (seed, 0))
    return made


def changed(rows: np.ndarray) -> np.ndarray:
    """Other numbers of the same type that are as good."""
    if rows.dtype == np.bool_:
        return np.full_like(rows, not rows.any())
    if rows.dtype.kind in "iu":
        return np.where(rows > 0, rows - 1, rows + 1).astype(rows.dtype)
    return (2.2 - 1.3 * rows).astype(rows.dtype)


def by_rows(array: np.ndarray, axes: Sequence[int]) -> np.ndarray:
    """The rows along some axes together, as the first axis."""
    moved = np.moveaxis(array, axes, range(len(axes)))
    count = int(np.prod(moved.shape[: len(axes)]))
    return moved.reshape(count, -1) if array.size else np.zeros((count, 0))


def with_rows(array: np.ndarray, axes: Sequence[int], rows: np.ndarray) -> np.ndarray:
    """The array whose ``by_rows`` is ``rows``."""
    front = list(range(len(axes)))
    moved = np.moveaxis(array, axes, front)
    return np.moveaxis(rows.reshape(moved.shape), front, axes)


@dataclass
class Claim:
    """Rows of some operands that become the rows of some axes of the outputs."""

    into: tuple[Place, ...]
    operands: dict[int, list[int]] = field(default_factory=dict)

    def axes_of(self, output: int) -> list[int]:
        """The axes of an output that hold the rows; none if it does not depend on them."""
        return [axis for k, axis in self.into if k == output]


def claims(data: bytes) -> Iterator[tuple[Claim, set[int]]]:
    """Claims about the only operator, with graph inputs for operands; others that are fixed."""
    model = Model(data)
    graph = model.subgraphs[0]
    if len(graph.operators) != 1:
        return
    inference = Inference(model)
    inference.run(input_values(model, stored_shapes(model)))
    op = graph.operators[0]
    kind = f"CUSTOM:{op.custom_code}" if op.kind == "CUSTOM" else op.kind
    frame = inference.frames[0]
    operands = [None if i < 0 else inference.value(graph, frame, i) for i in op.inputs]
    outs = [v for i in op.outputs if (v := frame[i]) is not None]
    found: dict[tuple[Place, ...], Claim] = {}
    fixed: dict[tuple[Place, ...], set[int]] = {}
    places = {tensor: position for position, tensor in enumerate(graph.inputs)}
    axes = operator_axes(kind, operands, options_of(op, RULES[kind]), outs)
    for (k, axis), how in axes.items():
        if not how.into or how.kind not in {AxisKind.PARALLEL, AxisKind.REGROUPED}:
            continue
        if op.inputs[k] in places:
            claim = found.setdefault(how.into, Claim(how.into))
            claim.operands.setdefault(places[op.inputs[k]], []).append(axis)
        else:
            fixed.setdefault(how.into, set()).add(k)
    for into, claim in found.items():
        yield claim, fixed.get(into, set())


def check_rows(machine: Machine, given: Arrays, position: int, claim: Claim) -> bool:
    """A change of one row changes that row of the outputs alone; whether it changes any."""
    plain, alive = machine.run(given), False
    axes = claim.operands[position]
    count = len(by_rows(given[position], axes))
    for row in range(count):
        rows = by_rows(given[position], axes).copy()
        rows[row] = changed(rows[row])
        other = [*given]
        other[position] = np.ascontiguousarray(with_rows(given[position], axes, rows))
        for k, (before, after) in enumerate(zip(plain, machine.run(other), strict=True)):
            there = claim.axes_of(k)
            differs = (by_rows(before, there) != by_rows(after, there)).any(axis=1)
            assert not there or len(differs) == count
            differing = set(np.flatnonzero(differs).tolist())
            assert differing <= ({row} if there else set())
            alive = alive or bool(differing)
    return alive


def check_order(machine: Machine, given: Arrays, claim: Claim) -> None:
    """Rows of all operands in another order give the outputs' rows in that order."""
    plain, other = machine.run(given), [*given]
    order: np.ndarray = np.zeros(0)
    for position, axes in claim.operands.items():
        rows = by_rows(given[position], axes)
        order = np.roll(np.arange(len(rows)), 1)
        other[position] = np.ascontiguousarray(with_rows(given[position], axes, rows[order]))
    for k, (before, after) in enumerate(zip(plain, machine.run(other), strict=True)):
        there = claim.axes_of(k)
        wanted = by_rows(before, there)[order] if there else before.ravel()
        got = by_rows(after, there) if there else after.ravel()
        np.testing.assert_allclose(got.astype(complex), wanted.astype(complex), rtol=1e-6)


def turns() -> list[tuple[Case, Sequence[Shape]]]:
    """Every case at the shapes asked for, and at the table's unless its numbers are for others."""
    kept = [case for case in CASES if not case.refused and case.name not in UNSTEADY]
    stored = [(case, ()) for case in kept if not case.feed]
    return [*stored, *((case, case.asked) for case in kept if not case.states)]


@pytest.mark.parametrize(("case", "at"), turns(), ids=str)
def test_rows_of_parallel_axes_are_apart(case: Case, at: Sequence[Shape]) -> None:
    data, held = loosened(case, at)
    for claim, fixed in claims(data):
        machine, alive = Machine(data), False
        for seed in range(SEEDS):
            given = accepted(machine, case, held, seed)
            seen = [check_rows(machine, given, position, claim) for position in claim.operands]
            alive = alive or any(seen)
            if not fixed:
                check_order(machine, given, claim)
        assert alive or Model(data).subgraphs[0].operators[0].kind in DULL


def test_most_operators_are_seen() -> None:
    files = [loosened(case, at)[0] for case, at in turns()]
    seen = {Model(data).subgraphs[0].operators[0].kind for data in files if [*claims(data)]}
    assert len(seen) >= 120


def test_the_unsteady_ones_are_unsteady() -> None:
    for case in CASES:
        if case.name in UNSTEADY:
            data, held = loosened(case, ())
            machine = Machine(data)
            given = accepted(machine, case, held, 0)
            first, second = machine.run(given), machine.run(given)
            assert any((a != b).any() for a, b in zip(first, second, strict=True))


def symbols(case: Case) -> Iterator[tuple[bytes, Walk, list[State], list[np.ndarray]]]:
    """For each axis of each input: the file, and what its rows are in the inputs."""
    data, held = loosened(case, ())
    model = Model(data)
    stored = stored_shapes(model)
    spots = {(i, axis) for i, shape in enumerate(stored) for axis in range(len(shape))}
    groups = {frozenset({spot}) for spot in spots}
    for size, axis in {(shape[axis], axis) for shape in stored for axis in range(len(shape))}:
        groups.add(frozenset(s for s in spots if s[1] == axis and stored[s[0]][axis] == size))
    for group in groups:
        if len({i for i, _ in group}) < len(group):
            continue
        shapes = [
            tuple(unknown("s") if (i, a) in group else size for a, size in enumerate(shape))
            for i, shape in enumerate(stored)
        ]
        inference = Inference(model)
        try:
            inference.run(input_values(model, shapes))
        except ResizeError:
            continue
        starts: list[State] = [None] * len(stored)
        for i, axis in group:
            starts[i] = Rows(axis)
        yield data, Walk(inference, "s"), starts, held


def turned(array: np.ndarray, state: State, size: int) -> np.ndarray:
    """The array with the rows of s moved on by one."""
    if not isinstance(state, Rows):
        return array
    front = np.moveaxis(array, state.axis, 0)
    outer = int(front.shape[0] / (size * state.inner)) if front.size else 1
    cut = front.reshape(outer, size, -1)
    return np.ascontiguousarray(
        np.moveaxis(np.roll(cut, 1, axis=1).reshape(front.shape), 0, state.axis)
    )


FOLLOWED = [case for case in CASES if not (case.refused or case.feed or case.name in UNSTEADY)]


@pytest.mark.parametrize("case", FOLLOWED, ids=str)
def test_rows_that_are_followed_are_there(case: Case) -> None:
    for data, walk, starts, held in symbols(case):
        ends = walk.graph(0, starts)
        if any(isinstance(end, Mixed | Counted) for end in ends):
            continue
        machine = Machine(data)
        size = next(
            detail["shape"][state.axis]
            for detail, state in zip(machine.inputs, starts, strict=True)
            if isinstance(state, Rows)
        )
        for seed in range(2):
            given = accepted(machine, case, held, seed)
            plain = machine.run(given)
            moved = [turned(x, state, size) for x, state in zip(given, starts, strict=True)]
            for before, after, end in zip(plain, machine.run(moved), ends, strict=True):
                if before.dtype.kind in "biufc":
                    wanted = turned(before, end, size).astype(complex)
                    np.testing.assert_allclose(after.astype(complex), wanted, rtol=1e-5)


def test_many_rows_are_followed() -> None:
    kept = 0
    for case in FOLLOWED:
        for _, walk, starts, _ in symbols(case):
            kept += any(isinstance(end, Rows) for end in walk.graph(0, starts))
    assert kept >= 400
