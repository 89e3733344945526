"""What a second export decides: ``python -m bench.second_export [FOLDER ...]`` prints a table.

A folder holds NAME.A.circle and NAME.B.circle, or .tflite: one network exported at two sizes. A is
resized to the sizes of B, where the result must be B, and to a third size, with and without B. Of
networks that tests make at any size (``tests/witnesses/nets.py``) the third size is known as well.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from circle_resizer import ResizeError, resize
from circle_resizer.api import compare
from circle_resizer.file.model import Model
from tests.witnesses.nets import ALL, built

ZOO = Path(__file__).parent.parent / "tests/zoo"
NETS = (8, 12, 17, 20, 32, 48)
"""Sizes that a network of 16 and 24 rows is resized to."""
Shapes = Sequence[Sequence[int]]
WRONG = "another"


def main(folders: Sequence[str]) -> int:
    """Print both tables; 1 if a result differs from the export at its sizes."""
    count: Counter[tuple[str, str, str]] = Counter()
    for one, two in pairs([Path(f) for f in folders] or [ZOO]):
        there = Model.open(two).input_shapes
        third = beyond(Model.open(one).input_shapes, there)
        count[
            ("the sizes of B", outcome(one, there, two), outcome(one, there, two, also=True))
        ] += 1
        count[("a third size", outcome(one, third), outcome(one, third, None, two))] += 1
    for (size, before, after), number in sorted(count.items()):
        print(f"| {size} | {before} | {after} | {number} |")
    wrong = sum(n for (_, _, after), n in count.items() if after == WRONG)
    for name in ALL:
        alone, both = Counter(by_net(name, also=False)), Counter(by_net(name, also=True))
        print(f"| {name.replace('_', ' ')} | {said(alone)} | {said(both)} |")
        wrong += both[WRONG]
    return int(bool(wrong))


def pairs(folders: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Two exports of one network."""
    for path in sorted(p for folder in folders for p in folder.rglob("*.A.*")):
        other = path.with_name(path.name.replace(".A.", ".B."))
        if path.suffix in {".circle", ".tflite"} and other.exists():
            yield path, other


def beyond(one: Shapes, two: Shapes) -> list[tuple[int, ...]]:
    """Sizes as far from the larger of two as they are from each other."""
    return [
        tuple(m if n == m else max(n, m) + abs(n - m) for n, m in zip(a, b, strict=True))
        for a, b in zip(one, two, strict=True)
    ]


def outcome(
    model: Path | bytes, shapes: Shapes, known: Path | bytes | None = None,
    witness: Path | bytes | None = None, *, also: bool = False,
) -> str:  # fmt: skip
    """What becomes of a request: its grade, or that it is refused, or not what is ``known``."""
    others = [known if also else witness]
    try:
        result = resize(model, shapes, also=[each for each in others if each is not None])
        if known is not None and compare(result.data, known):
            return WRONG
    except ResizeError:
        return "refused"
    return "assumed" if result.report.assumptions else "proven"


def by_net(name: str, *, also: bool) -> Iterator[str]:
    """Outcomes of a network that can be built at any size."""
    net = ALL[name]
    for size in NETS:
        there = built(net, size)
        witness = built(net, 24) if also else None
        yield outcome(built(net, 16), Model(there).input_shapes, there, witness)


def said(outcomes: Counter[str]) -> str:
    """Counts in words."""
    return ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
