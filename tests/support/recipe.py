"""Recipes of the corpus: where they are, how they are cooked, what is asked of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.chef.cook import cook
from tests.chef.text import RecipeError

__all__ = ["Asked", "RecipeError", "asked", "at", "cook", "kinds", "names", "rules", "text"]

CORPUS = Path(__file__).parents[2] / "res" / "TensorFlowLiteRecipes"
AT = re.compile(r"^(?P<indent>\s*)(?P<stored>[^#\n]*\S)\s*#@ (?P<wanted>.*)$", re.MULTILINE)
ADD = re.compile(r"Add\((?P<name>\w+) NEW_INPUTS_SIZES (?P<shapes>\S+)\)")


CIRCLE_ONLY = re.compile(r'type: "(RmsNorm|RoPE|InstanceNorm)"')
"""Operators that tflite does not have."""


@dataclass(frozen=True)
class Asked:
    """One line of resize.lst."""

    name: str
    shapes: str

    def __str__(self) -> str:
        return self.name


def names() -> list[str]:
    """All recipes of the corpus."""
    return sorted(path.parent.name for path in CORPUS.glob("*/test.recipe"))


def text(name: str) -> str:
    """A recipe of the corpus."""
    return (CORPUS / name / "test.recipe").read_text(encoding="utf-8")


def rules(name: str) -> str:
    """The rules of a recipe."""
    return (CORPUS / name / "test.rule").read_text(encoding="utf-8")


def kinds(name: str) -> tuple[str, ...]:
    """The formats a recipe can be cooked for."""
    return ("circle",) if CIRCLE_ONLY.search(text(name)) else ("circle", "tflite")


def at(recipe: str) -> str:
    """The recipe as it would be written for the asked shapes: ``old  #@ new`` becomes ``new``."""
    return AT.sub(lambda found: found["indent"] + found["wanted"], recipe)


def asked() -> list[Asked]:
    """What resize.lst asks."""
    lines = (CORPUS / "resize.lst").read_text(encoding="utf-8").splitlines()
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            match = ADD.fullmatch(line.strip())
            if match is None:
                raise RecipeError(number, f"resize.lst: cannot read '{line}'")
            found.append(Asked(match["name"], match["shapes"]))
    return found
