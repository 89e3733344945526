"""The drivers of ONE in the order in which they run."""

from __future__ import annotations

from collections.abc import Iterable

IMPORTS = (
    "one-import",
    "one-import-bcq",
    "one-import-onnx",
    "one-import-tf",
    "one-import-tflite",
    "one-import-pytorch",
)
RESIZE = "one-resize"
SEQUENCE = (
    RESIZE,
    "one-optimize",
    "one-quantize",
    "one-pack",
    "one-codegen",
    "one-profile",
    "one-partition",
    "one-infer",
)
DRIVERS = (*IMPORTS, *SEQUENCE)
SUBTOOLS = {
    "compile to circle model": ("import", "resize", "optimize", "quantize"),
    "package circle model": ("pack",),
    "run backend tools": ("codegen", "profile", "infer", "partition"),
}
TOOLS = [tool for tools in SUBTOOLS.values() for tool in tools]


def is_import(name: str) -> bool:
    """Whether it turns something into a circle model."""
    return name == "one-import" or name.startswith("one-import-")


def is_driver(name: str) -> bool:
    """Whether a cfg or workflow may name it."""
    return is_import(name) or name in SEQUENCE


def in_order(names: Iterable[str]) -> list[str]:
    """Imports first, unknown ones among them by name, then the sequence."""
    place = {name: i for i, name in enumerate(DRIVERS)}
    last = len(IMPORTS) - 1
    return sorted(set(names), key=lambda name: (place.get(name, last), name))
