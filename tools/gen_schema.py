"""Write ``circle_resizer/schema`` from the generated classes of the ``circle-schema`` package.

``python -m tools.gen_schema [FOLDER]``, default ``circle_resizer/schema``; needs the oracle extra.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType

from circle_schema.v0_10 import circle

HEADER = (
    '"""{what}, circle schema 0.10 (written by tools/gen_schema.py; do not edit)."""\n\n'
    "from __future__ import annotations\n\n"
)
TABLES = (
    "Model", "OperatorCode", "SubGraph", "Tensor", "Operator", "Buffer", "Metadata", "SignatureDef",
    "TensorMap", "QuantizationParameters", "SparsityParameters", "DimensionMetadata",
    "VariantSubType",
)  # fmt: skip
ENUMS = ("TensorType", "Padding", "MirrorPadMode", "CompressionType")
LATER_TYPES = {"INT2": 19, "TFLITE_UINT4": 20, "FLOAT8_E4M3FN": 21, "FLOAT8_E5M2": 22}
KEYWORDS = {"from", "lambda", "global"}


def snake(name: str) -> str:
    """``DilationWFactor`` -> ``dilation_w_factor``."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return spaced + "_" if spaced in KEYWORDS else spaced


def fields(cls: type) -> list[tuple[str, int, str, str]]:
    """(name, vtable offset, kind, default) of every field of a generated table class."""
    found = []
    for name, method in vars(cls).items():
        if not inspect.isfunction(method) or name == "Init":
            continue
        source = inspect.getsource(method)
        slot = re.search(r"_tab\.Offset\((\d+)\)", source)
        if slot is None or re.search(r"(Length|AsNumpy|IsNone)$", name):
            continue
        flags = re.search(r"number_types\.(?!UOffsetT)(\w+)Flags", source)
        vector = "_tab.Vector(o)" in source
        scalar = flags.group(1).lower() if flags else ""
        if "_tab.String(" in source:
            kind = "string"
        elif "_tab.Union(" in source:
            kind = "union"
        elif not scalar:
            kind = "table"
        else:
            kind = scalar
        default = re.findall(r"return ([-\w.]+|None)\s*$", source)[-1]
        if kind == "bool":
            default = "False" if default in {"0", "False"} else "True"
        found.append((snake(name), int(slot.group(1)), kind + ("[]" if vector else ""), default))
    return sorted(found, key=lambda f: f[1])


def load(name: str) -> ModuleType:
    """The module of one table, union or enumeration."""
    return importlib.import_module(f"{circle.__name__}.{name}")


def enum(name: str) -> dict[str, int]:
    """Number by name."""
    values = vars(getattr(load(name), name)).items()
    return {k: v for k, v in values if isinstance(v, int) and not k.startswith("__")}


ANNOTATIONS = {"bool": "bool", "float32": "float", "float64": "float", "string": "str | None"}


def annotation(kind: str) -> str:
    """The Python type of a kind of field."""
    base = ANNOTATIONS.get(kind.removesuffix("[]"), "int")
    return f"tuple[{base}, ...]" if kind.endswith("[]") else base


def shown(kind: str, default: str) -> str:
    """A default as it is written in Python."""
    if kind.endswith("[]"):
        return "()"
    return "0.0" if annotation(kind) == "float" and default == "0" else default


def write_types(folder: Path) -> None:
    """Enumerations."""
    out = [HEADER.format(what="Enumerations"), "from enum import IntEnum\n"]
    for name in ENUMS:
        out += [f"\n\nclass {name}(IntEnum):"]
        out += [f"\n    {k} = {v}" for k, v in sorted(enum(name).items(), key=lambda item: item[1])]
        if name == "TensorType":  # TFLite gave these numbers away after circle 0.10
            out += [f"\n    {k} = {v}" for k, v in LATER_TYPES.items()]
        out += ["\n"]
    (folder / "types.py").write_text("".join(out))


def write_operators(folder: Path) -> None:
    """Operators by code."""
    codes = sorted(enum("BuiltinOperator").items(), key=lambda item: item[1])
    out = [HEADER.format(what="Builtin operators: name by code")]
    out += ["BUILTIN_OPERATORS: dict[int, str] = {\n"]
    out += [f'    {value}: "{name}",\n' for name, value in codes] + ["}\n"]
    (folder / "operators.py").write_text("".join(out))


def write_tables(folder: Path) -> None:
    """Fields of the tables around the operators."""
    out = [HEADER.format(what="Tables: (vtable offset, kind) by field name")]
    out += ["TABLES: dict[str, dict[str, tuple[int, str]]] = {\n"]
    for name in TABLES:
        out += [f'    "{name}": {{\n']
        found = fields(getattr(load(name), name))
        out += [f'        "{f}": ({slot}, "{kind}"),\n' for f, slot, kind, _ in found]
        out += ["    },\n"]
    (folder / "tables.py").write_text("".join([*out, "}\n"]))


def write_options(folder: Path) -> None:
    """A class for the options of every operator."""
    unions = {u: enum(u) for u in ("BuiltinOptions", "BuiltinOptions2")}
    names = sorted(name for union in unions.values() for name in union if name != "NONE")
    available = {m.name for m in pkgutil.iter_modules(circle.__path__)}
    out = [HEADER.format(what="Builtin-option tables"), BASE]
    for name in names:
        module = next(m for m in available if m.lower() == name.lower())
        cls = getattr(load(module), module)
        known = [f for f in fields(cls) if f[2] not in {"union", "table[]"}]
        out += [f"\n\nclass {name}(Options):"]
        for field, _, kind, default in known:
            out += [f"\n    {field}: {annotation(kind)} = {shown(kind, default)}"]
        entries = ", ".join(f'("{f}", {slot}, "{kind}")' for f, slot, kind, _ in known)
        out += [f"\n    FIELDS = ({entries}{',' if len(known) == 1 else ''})\n"]
    for union, values in unions.items():
        constant = snake(union).upper().replace("S2", "S_2")
        out += [f"\n\n{constant}: dict[int, type[Options]] = {{\n"]
        out += [f"    {value}: {name},\n" for name, value in values.items() if name != "NONE"]
        out += ["}\n"]
    (folder / "options.py").write_text("".join(out))


BASE = '''from typing import ClassVar


class Options:
    """Base of every builtin-option table; a field that is left out keeps its default."""

    FIELDS: ClassVar[tuple[tuple[str, int, str], ...]] = ()
    """(name, vtable offset, kind) of every field."""

    def __init__(self, **fields: object) -> None:
        for name, value in fields.items():
            if not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} has no field '{name}'")
            setattr(self, name, value)

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" for k, v in vars(self).items())
        return f"{type(self).__name__}({inside})"
'''


def main() -> None:
    """Write the four modules."""
    default = Path(__file__).parent.parent / "circle_resizer" / "schema"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    folder.mkdir(parents=True, exist_ok=True)
    for write in (write_types, write_operators, write_tables, write_options):
        write(folder)


if __name__ == "__main__":
    main()
