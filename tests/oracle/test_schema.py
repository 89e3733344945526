"""The checked-in schema is that of the ``circle-schema`` package."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import flatbuffers
import pytest
from circle_schema.v0_10 import circle

from circle_resizer.schema import operators, options, tables, types
from tools import gen_schema

SCHEMA = Path(options.__file__).parent


def test_files_are_what_the_generator_writes(tmp_path: Path) -> None:
    for write in (
        gen_schema.write_types,
        gen_schema.write_operators,
        gen_schema.write_tables,
        gen_schema.write_options,
    ):
        write(tmp_path)
    made = {path.name: path.read_text() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text() for path in SCHEMA.glob("[!_]*.py")}
    assert made == kept


def numbers(name: str) -> dict[str, int]:
    """An enumeration of the package."""
    found = vars(getattr(importlib.import_module(f"{circle.__name__}.{name}"), name))
    return {k: v for k, v in found.items() if isinstance(v, int)}


def test_operator_codes_are_those_of_the_package() -> None:
    assert {name: code for code, name in operators.BUILTIN_OPERATORS.items()} == numbers(
        "BuiltinOperator"
    )


def test_element_types_are_those_of_the_package_and_later_ones() -> None:
    ours = {t.name: t.value for t in types.TensorType}
    assert ours == numbers("TensorType") | gen_schema.LATER_TYPES


UNIONS = [
    ("BuiltinOptions", options.BUILTIN_OPTIONS),
    ("BuiltinOptions2", options.BUILTIN_OPTIONS_2),
]


@pytest.mark.parametrize(("union", "ours"), UNIONS, ids=["1", "2"])
def test_union_codes_are_those_of_the_package(union: str, ours: dict[int, type]) -> None:
    named = {cls.__name__: code for code, cls in ours.items()}
    assert named | {"NONE": 0} == numbers(union)


SAMPLES: dict[str, Any] = {
    "bool": True,
    "float32": 1.5,
    "int8": -3,
    "uint8": 3,
    "int16": -300,
    "uint16": 300,
    "int32": -70000,
    "uint32": 70000,
    "int64": -(2**40),
    "uint64": 2**40,
}
FIELDS = [
    (cls, name, slot, kind)
    for cls in sorted(
        {*options.BUILTIN_OPTIONS.values(), *options.BUILTIN_OPTIONS_2.values()},
        key=lambda cls: cls.__name__,
    )
    for name, slot, kind in cls.FIELDS
]


def packed(slot: int, kind: str) -> bytes:
    """A table of one field."""
    builder = flatbuffers.Builder()
    number = slot // 2 - 2
    scalar = kind.removesuffix("[]")
    prepend = getattr(builder, f"Prepend{scalar.capitalize()}", None)
    if kind == "string":
        at = builder.CreateString("text")
    elif kind.endswith("[]"):
        size = int("".join(filter(str.isdigit, scalar)) or 8) // 8
        builder.StartVector(size, 1, size)
        assert prepend is not None
        prepend(SAMPLES[scalar])
        at = builder.EndVector()
    builder.StartObject(number + 1)
    if kind == "string" or kind.endswith("[]"):
        builder.PrependUOffsetTRelativeSlot(number, at, 0)
    else:
        assert prepend is not None
        prepend(SAMPLES[scalar])
        builder.Slot(number)
    builder.Finish(builder.EndObject())
    return bytes(builder.Output())


@pytest.mark.parametrize(("cls", "name", "slot", "kind"), FIELDS, ids=str)
def test_package_reads_every_field_where_ours_is(
    cls: type[options.Options], name: str, slot: int, kind: str
) -> None:
    modules = {path.stem.lower(): path.stem for path in Path(circle.__path__[0]).glob("*.py")}
    stem = modules[cls.__name__.lower()]
    table = getattr(importlib.import_module(f"{circle.__name__}.{stem}"), stem)
    getter = next(m for m in vars(table) if gen_schema.snake(m) == name)
    empty = flatbuffers.Builder()
    empty.StartObject(0)
    empty.Finish(empty.EndObject())
    read = getattr(table.GetRootAs(packed(slot, kind)), getter)
    default = getattr(table.GetRootAs(bytes(empty.Output())), getter)
    if kind == "string":
        assert (read(), default(), getattr(cls, name)) == (b"text", None, None)
    elif kind.endswith("[]"):
        assert (read(0), getattr(cls, name)) == (SAMPLES[kind.removesuffix("[]")], ())
    else:
        assert (read(), default()) == (SAMPLES[kind], getattr(cls, name))


def test_tables_have_the_fields_of_the_package() -> None:
    for name, known in tables.TABLES.items():
        cls = getattr(importlib.import_module(f"{circle.__name__}.{name}"), name)
        getters = {gen_schema.snake(m) for m in vars(cls) if m[0].isupper()}
        assert set(known) - getters == set(), name
