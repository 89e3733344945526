"""``count.py EXPECTED FOLDER``: the sum of what ran, from ``stages`` and the ``*.xml`` of pytest.

Fails if a stage failed, if a test failed or was skipped, or if fewer tests ran than EXPECTED says:
what is not collected any more is not seen otherwise. The last line is "N passed, N failed".
"""
# ruff: noqa: INP001, S314, T201  # a script; it reads what pytest has just written

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET


def outcomes(folder: Path) -> dict[str, str]:
    """What became of every test, by its dotted name."""
    found = {}
    for path in sorted(folder.glob("*.xml")):
        for case in ET.parse(path).iter("testcase"):
            bad = {child.tag for child in case} & {"failure", "error", "skipped"}
            found[f"{case.get('classname')}.{case.get('name')}"] = min(bad, default="passed")
    return found


def missing(expected: Path, tests: dict[str, str]) -> list[str]:
    """Suites with fewer tests than there should be."""
    lines = (line.partition("#")[0].split() for line in expected.read_text().splitlines())
    least = {words[0]: int(words[1]) for words in lines if words}
    counts = {suite: sum(name.startswith(f"{suite}.") for name in tests) for suite in least}
    return [f"{s}: {n} tests, expected {least[s]}" for s, n in counts.items() if n < least[s]]


def main() -> int:
    """Exit code 0 if all is well."""
    expected, folder = map(Path, sys.argv[1:])
    tests = outcomes(folder)
    stages = [line.split() for line in (folder / "stages").read_text().splitlines()]
    wrong = [f"{name}: {outcome}" for name, outcome in tests.items() if outcome != "passed"]
    wrong += missing(expected, tests)
    broken = [f"stage {name} failed with {code}" for name, code in stages if code != "0"]
    print(*wrong, *broken, sep="\n")
    failed = len(wrong) + len(broken)
    passed = sum(outcome == "passed" for outcome in tests.values()) + len(stages) - len(broken)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
