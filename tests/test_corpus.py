"""Every recipe, cooked, inferred, resized and compared with the same recipe at the new shapes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import circle_resizer
from circle_resizer.file.model import Model
from circle_resizer.inference.engine import Inference, input_values
from circle_resizer.inference.stored_values import recorded
from circle_resizer.one.shapes import parse_shapes
from circle_resizer.schema.options import Options
from tests.support import recipe
from tests.support.recipe import Asked
from tests.support.rule_lib import read_rules

ASKED = recipe.asked()
CASES = [pytest.param(a, k, id=f"{a.name}-{k}") for a in ASKED for k in recipe.kinds(a.name)]
CIRCLE = [pytest.param(a, id=a.name) for a in ASKED]
STATIC = [case for case in CIRCLE if "dynamic" not in str(case.id)]
"""Back to unknown sizes is another question: two sizes that agree may then differ."""
DIM = re.compile(r"\bdim:\s*(-?\d+)")


@cache
def cooked(name: str, kind: str, *, new: bool = False) -> bytes:
    """A recipe as it is, or as it would be written for the asked shapes."""
    text = recipe.text(name)
    return recipe.cook(recipe.at(text) if new else text, kind)


@cache
def resized(case: Asked, kind: str, *, fold: bool | None = None) -> bytes:
    """The cooked recipe, resized to the asked shapes."""
    shapes = parse_shapes(case.shapes)
    return bytes(circle_resizer.resize(cooked(case.name, kind), shapes, fold=fold).data)


def content(data: bytes) -> list[dict[str, Any]]:
    """Everything about a model that a resize may change, readable in a failing test."""
    model = Model(data)
    found = []
    for graph in model.subgraphs:
        tensors = {}
        for tensor in graph.tensors:
            raw = model.data(tensor)
            tensors[tensor.name] = (tensor.shape, tensor.dims, bytes(raw) if raw else None)
        options = []
        for operator in graph.operators:
            opt = operator.options(Options)
            values = {name: getattr(opt, name) for name, _, _ in opt.FIELDS}
            options.append((operator.kind, operator.inputs, operator.outputs, values))
        found.append({"tensors": tensors, "operators": options})
    return found


def test_the_corpus_is_whole() -> None:
    names = recipe.names()
    assert len(names) >= 80
    assert [case.name for case in ASKED] == names
    for name in names:
        assert len(read_rules(recipe.rules(name))) >= 3, name
        sizes = [int(size) for size in DIM.findall(recipe.text(name))]
        assert max(sizes) < 10, name


def inferred(data: bytes) -> dict[str, tuple[int, ...]]:
    """Sizes of every tensor from those of the inputs alone, -1 where they are unknown."""
    model = Model(data)
    graph = model.subgraphs[0]
    shapes = [recorded(graph.tensors[i]).shape or () for i in graph.inputs]
    inference = Inference(model)
    inference.run(input_values(model, shapes))
    found = {}
    for index, frame in inference.frames.items():
        for tensor, value in zip(model.subgraphs[index].tensors, frame, strict=True):
            if value is not None and value.shape is not None:
                sizes = (size if isinstance(size, int) else -1 for size in value.shape)
                found[f"{index}/{tensor.name}"] = tuple(sizes)
    return found


@pytest.mark.parametrize("case", CIRCLE)
def test_recorded_shapes_follow_from_the_inputs(case: Asked) -> None:
    for data in (cooked(case.name, "circle"), cooked(case.name, "circle", new=True)):
        graphs = Model(data).subgraphs
        computed = {f"{g.index}/{t.name}": t.dims for g in graphs for t in g.tensors}
        assert inferred(data) == computed


@pytest.mark.parametrize(("case", "kind"), CASES)
def test_a_resized_recipe_is_the_recipe_at_the_new_shapes(case: Asked, kind: str) -> None:
    assert content(resized(case, kind, fold=False)) == content(cooked(case.name, kind, new=True))


@pytest.mark.parametrize("case", CIRCLE)
def test_rules_hold_after_the_resize(case: Asked) -> None:
    data = resized(case, "circle")
    failed = [rule.check(data) for rule in read_rules(recipe.rules(case.name))]
    assert [text for text in failed if text] == []


@pytest.mark.parametrize("case", CIRCLE)
def test_asking_for_the_stored_shapes_changes_nothing(case: Asked) -> None:
    data = cooked(case.name, "circle")
    assert circle_resizer.resize(data, Model(data).input_shapes).data == data


@pytest.mark.parametrize("case", STATIC)
def test_the_way_back_restores_every_shape_and_constant(case: Asked) -> None:
    stored = cooked(case.name, "circle")
    there = resized(case, "circle", fold=False)
    back = circle_resizer.resize(there, Model(stored).input_shapes).data
    assert content(bytes(back)) == content(stored)
