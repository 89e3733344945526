"""Every operator LiteRT can run: we record the shapes it allocates after its own resize."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model, Subgraph
from tests.oracle import (
    operators_chains,
    operators_custom,
    operators_elementwise,
    operators_flow,
    operators_layers,
    operators_moving,
    operators_picking,
    operators_reducing,
    operators_stablehlo,
    operators_targets,
)
from tests.oracle.kernel import MODES, Case, Job, Net, Shape, Shapes, sizes
from tests.oracle.litert import Run

TABLES = (
    operators_elementwise, operators_layers, operators_moving, operators_picking,
    operators_reducing, operators_stablehlo, operators_flow, operators_custom,
    operators_targets, operators_chains,
)  # fmt: skip
CASES = [case for table in TABLES for case in table.CASES]
TURNS = list(zip(CASES, itertools.cycle(MODES), strict=False))


def written(case: Case, mode: str) -> tuple[bytes, bytes, Net]:
    """The file with nothing recorded, and as the mode says: what LiteRT has, spoilt or not."""
    blank, net = Job("missing").write(case.build)
    run = Run(blank)
    known = run.allocated if case.unknown else run.invoke(case.feed)
    return blank, Job(mode, known).write(case.build)[0], net


def expected(case: Case, blank: bytes) -> Shapes:
    """Shapes after LiteRT's own resize; where it cannot resize states, of the net built there."""
    if not case.states:
        return Run(blank, case.asked).invoke(case.feed)
    states = {old: sizes(new) for old, new in case.states.items()}
    built, _ = Job("missing", at=case.asked, states=states).write(case.build)
    return Run(built).invoke(case.feed)


def used(graph: Subgraph) -> set[int]:
    """Tensors that matter: LiteRT leaves others of inner graphs as they are."""
    found = set(graph.outputs)
    for operator in graph.operators:
        found |= {*operator.inputs, *operator.outputs}
    return found


def differences(model: Model, wanted: Shapes, unknown: dict[int, object]) -> Iterator[str]:
    """Tensors whose record is not what LiteRT has."""
    for number, graph in enumerate(model.subgraphs):
        for index in sorted(used(graph) if number else range(len(graph.tensors))):
            if index < 0:
                continue
            tensor, want = graph.tensors[index], wanted[number][index]
            shape, signature = tensor.shape or (), tensor.signature
            open_axes = unknown.get(index, ())
            if number and unknown:  # what a loop changes is unknown inside it, too
                open_axes = tuple(i for i, d in enumerate(signature or ()) if d == -1)
            if open_axes is None:
                if not (shape == () or -1 in (signature or ())):
                    yield f"{number}.{index}: {shape} {signature}, expected an unknown rank"
                continue
            assert isinstance(open_axes, tuple | list)
            size = [1 if axis in open_axes else d for axis, d in enumerate(want)]
            sign = [-1 if axis in open_axes else d for axis, d in enumerate(want)]
            if list(shape) != size or list(signature or shape) != sign:
                yield f"{number}.{index}: {shape} {signature}, expected {sign}"


@pytest.mark.parametrize(("case", "mode"), TURNS, ids=str)
def test_records_are_what_litert_allocates(case: Case, mode: str) -> None:
    blank, source, net = written(case, mode)
    if case.refused:
        with pytest.raises((RuntimeError, ValueError)):
            Run(blank, case.asked).invoke(case.feed)
        with pytest.raises(ResizeError):
            resize(source, case.asked)
        return
    wanted = expected(case, blank)
    unknown = {net.made[k]: axes for k, axes in case.unknown.items()}
    data = resize(source, case.asked).data
    assert list(differences(Model(data), wanted, unknown)) == []
    run = Run(data)
    pairs = zip(Model(data).subgraphs[0].tensors, run.allocated[0], wanted[0], strict=True)
    assert [t.index for t, got, want in pairs if got != want and t.index not in unknown] == []
    assert shapes_of_used(Model(data), run.invoke(case.feed)) == shapes_of_used(Model(data), wanted)


def shapes_of_used(model: Model, shapes: Shapes) -> list[list[Shape]]:
    """Shapes of the tensors that matter."""
    return [
        [shape for i, shape in enumerate(row) if number == 0 or i in used(graph)]
        for number, (graph, row) in enumerate(zip(model.subgraphs, shapes, strict=True))
    ]


def test_there_are_enough_of_them() -> None:
    operators = {name for case in CASES for name in kinds(case)}
    assert len(operators) >= 150
    assert len(CASES) >= 400


def kinds(case: Case) -> set[str]:
    """Operators of a case."""
    data, _ = Job("missing").write(case.build)
    return {operator.kind for graph in Model(data).subgraphs for operator in graph.operators}
