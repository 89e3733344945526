"""What ``--list-inputs`` and ``--inspect`` print of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from circle_resizer.errors import ResizeError
from circle_resizer.session.opened import OpenedModel, Signature, TensorInfo, open_model
from onelib.blocks import table
from onelib.inputs import shown, sizes

LISTED = 4096
"""Inputs, and outputs, that a table has room for."""


def listing(path: str, key: str | None) -> Iterator[str]:
    """Inputs, outputs and signatures, which axes can change, which cannot and because of what.

    ``key`` is the signature whose graph is looked at.
    """
    model = open_model(path, signature=key)
    yield table(["index", "name", "shape", "type"], rows(model.inputs))
    yield ""
    yield table(["output", "name", "shape", "type"], rows(model.outputs))
    yield from (f"\n{signature(each)}" for each in model.signatures)
    if model.inputs:
        yield ""
        yield from axes(model)


def rows(tensors: Sequence[TensorInfo]) -> list[list[str]]:
    """Index, name, shape and type of every tensor."""
    listed = [
        [str(i), shown(t.name), sizes(t.shape), t.type] for i, t in enumerate(tensors[:LISTED])
    ]
    left = len(tensors) - len(listed)
    return [*listed, ["..", f"{left} more", "", ""]] if left else listed


def signature(known: Signature) -> str:
    """One signature: its names for inputs and outputs, and the tensors with their shapes."""
    sides = [
        ("inputs", known.inputs, known.input_shapes),
        ("outputs", known.outputs, known.output_shapes),
    ]
    lists = [f"{side} {', '.join(named(names, shapes)) or 'none'}" for side, names, shapes in sides]
    return f"signature '{shown(known.name)}': {'; '.join(lists)}"


def named(names: Mapping[str, str], shapes: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """Every tensor of one side of a signature: ``ids = serving_default_ids:0 [1, 128]``."""
    for key, tensor in names.items():
        yield f"{shown(key)} = {shown(tensor)} {sizes(shapes[key])}"


def axes(model: OpenedModel) -> Iterator[str]:
    """Axes that can change and those that cannot, or why nobody can tell."""
    try:
        moving, fixed = model.axes, model.fixed_axes
    except ResizeError as error:
        yield f"which axes can change cannot be told: {error}"
        return
    if moving:
        yield table(["axis", "is", "asked for by"], [
            [a.name, ", ".join(f"{shown(n)}[{k}] = {s}" for (n, k), s in a.sizes.items()),
             "--batch N" if a.independent else f"--dim {a.name}=N"]
            for a in moving
        ])  # fmt: skip
    if moving and fixed:
        yield ""
    if fixed:
        lines = [[f"{shown(name)}[{axis}]", shown(why)] for (name, axis), why in fixed.items()]
        yield table(["stays", "because of"], lines)


def inspection(path: str, key: str | None) -> Iterator[str]:
    """Inputs and outputs with a name for every axis that can change: ``logits  [B, S, 64]``."""
    model = open_model(path, signature=key)
    sides = [("input", model.inputs, model.symbolic_inputs)]
    sides += [("output", model.outputs, model.symbolic_outputs)]
    lines = [
        [what, shown(tensor.name), f"[{', '.join(shape)}]", tensor.type]
        for what, tensors, shapes in sides
        for tensor, shape in zip(tensors, shapes, strict=True)
    ]
    yield table(["", "name", "shape", "type"], lines[:LISTED])
    pairs = [pair for _, tensors, shapes in sides for pair in zip(tensors, shapes, strict=True)]
    yield f"\n{openness(pairs)}"


def openness(pairs: Sequence[tuple[TensorInfo, Sequence[str]]]) -> str:
    """Whether the file holds a number for every size, or which it leaves to the run."""
    unknown = {
        name
        for tensor, shape in pairs
        for size, name in zip(tensor.shape, shape, strict=True)
        if size == -1
    }
    if not unknown:
        return "static: every size is a number in the file"
    return f"dynamic: {', '.join(sorted(unknown))} unknown in the file (-1)"
