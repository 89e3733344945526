"""``count.py FOLDER``: the sum of what ran, from ``stages`` and the ``*.xml`` of pytest in it.

Fails if a stage failed, if a test failed or was skipped, or if a test function of ``tests`` did not
run at all: what is not collected any more is not seen otherwise. A parametrized test without
parameters is an error of the collection (``setup.cfg``). The last line is "N passed, N failed".
"""
# ruff: noqa: INP001, S314, T201  # a script; it reads what pytest has just written

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent


def outcomes(folder: Path) -> dict[str, str]:
    """What became of every test, by its dotted name."""
    found = {}
    for path in sorted(folder.glob("*.xml")):
        for case in ET.parse(path).iter("testcase"):
            bad = {child.tag for child in case} & {"failure", "error", "skipped"}
            found[f"{case.get('classname')}.{case.get('name')}"] = min(bad, default="passed")
    return found


def written(root: Path) -> Iterator[str]:
    """The dotted name of every test function but the slow ones, whether or not pytest finds it."""
    for path in sorted(root.glob("tests/**/test_*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            if not any("mark.slow" in ast.unparse(mark) for mark in node.decorator_list):
                yield f"{module}.{node.name}"


def main() -> int:
    """Exit code 0 if all is well."""
    folder = Path(sys.argv[1])
    tests = outcomes(folder)
    ran = {name.partition("[")[0] for name in tests}
    stages = [line.split() for line in (folder / "stages").read_text().splitlines()]
    wrong = [f"{name}: {outcome}" for name, outcome in tests.items() if outcome != "passed"]
    wrong += [f"{name}: did not run" for name in written(ROOT) if name not in ran]
    broken = [f"stage {name} failed with {code}" for name, code in stages if code != "0"]
    print(*wrong, *broken, sep="\n")
    failed = len(wrong) + len(broken)
    passed = sum(outcome == "passed" for outcome in tests.values()) + len(stages) - len(broken)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0 or not tests)


if __name__ == "__main__":
    sys.exit(main())
