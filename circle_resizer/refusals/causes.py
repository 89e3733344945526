"""A refusal in fields, and what to do about it in the words of whoever asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from circle_resizer.refusals import wording
from circle_resizer.refusals.kinds import REFUSALS
from circle_resizer.refusals.refusal import Refusal

SITE = re.compile(r"(?:strict: )?subgraph (\d+), operator (\d+) (\S+?)(?: '([^']*)')?: ")
NAMED = re.compile(r"(?:constant|weights|result|of|and) '([^']*)'|^'([^']*)'")
MOVED = re.compile(r"(\[[^\]]*\]|\d+) -> (\[[^\]]*\]|\d+)")
BECOMES = re.compile(r"(\[[^\]]*\]|\d+)[^\[\]]*?, which becomes? (\[[^\]]*\]|\d+)")
OPERAND = re.compile(r"operand (\d+)")


def option_words(tensor: str = "NAME", result: str = "NAME") -> dict[str, str]:
    """Options as they are asked for."""
    return {
        "constant": wording.constant(tensor),
        "output_shape": wording.output_shape(result),
        "cut_tables": wording.flag("cut_tables"),
        "global_pool": wording.flag("global_pool"),
        "strict": wording.flag("strict"),
        "also": wording.also(),
        "assume_scale": wording.assume("same multiple of its input"),
        "assume_global": wording.assume("global attention"),
        "axes": wording.axes(),
    }


def kind_of(sentence: str) -> Refusal:
    """The kind of a refusal, by its words."""
    return next(each for each in REFUSALS if any(words in sentence for words in each.words))


def hint_for(refusal: Refusal, tensor: str, result: str) -> str:
    """What to do, and where the manual says more."""
    todo = refusal.todo.format(**option_words(tensor or "NAME", result or "NAME"))
    return f"{todo} ({wording.section(refusal.kind)})"


def explained(kind: str) -> str:
    """The section of the manual; empty if there is no such kind."""
    found = next((each for each in REFUSALS if each.kind == kind), None)
    if found is None:
        return ""
    todo = found.todo.format(**option_words())
    signs = [f"  ... {words.strip()} ..." for words in found.words if words.strip()]
    return "\n".join([found.kind, "", found.why, "", f"What to do: {todo}.", "", *signs]).rstrip()


@dataclass(frozen=True, slots=True)
class Cause:
    """One obstacle, in fields."""

    text: str
    kind: str
    hint: str
    subgraph: int | None = None
    operator: int | None = None
    """Its number in the subgraph."""
    operator_kind: str = ""
    tensor: str = ""
    operand: int | None = None
    old: str = ""
    new: str = ""


def cause_of(sentence: str) -> Cause:
    """What a sentence says, in fields."""
    refusal, site = kind_of(sentence), SITE.match(sentence)
    rest = sentence[site.end() :] if site else sentence
    operand, tensor, (old, new) = OPERAND.search(rest), named_in(rest), moved_in(rest)
    graph, op, operator_kind, result = site.groups("") if site else (None, None, "", "")
    return Cause(
        sentence,
        refusal.kind,
        hint_for(refusal, tensor, result),
        None if graph is None else int(graph),
        None if op is None else int(op),
        operator_kind,
        tensor,
        int(operand[1]) if operand else None,
        old,
        new,
    )


def named_in(text: str) -> str:
    """The tensor that a sentence is about; empty if it names none."""
    found = NAMED.search(text)
    return (found[1] or found[2] or "") if found else ""


def moved_in(text: str) -> tuple[str, str]:
    """(old, new) of ``[4] -> [8]``, or of ``4, which becomes 8``; empty if there are none."""
    found = MOVED.search(text) or BECOMES.search(text)
    return (found[1], found[2]) if found else ("", "")
