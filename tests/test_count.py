"""What CI makes of the records of a run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = "def test_one(): ...\n@parametrize\ndef test_two(x): ...\ndef helper(): ...\n"
ONE = '<testcase classname="tests.a.test_x" name="test_one"/>'
TWO = '<testcase classname="tests.a.test_x" name="test_two[1.5]"/>'
SKIPPED = TWO.replace("/>", '><skipped message="no runtime"/></testcase>')


@pytest.mark.parametrize(
    ("cases", "stages", "answer"),
    [
        ([ONE, TWO], "tests 0\n", "3 passed, 0 failed"),
        ([ONE], "tests 0\n", "tests.a.test_x.test_two: did not run\n2 passed, 1 failed"),
        ([ONE, SKIPPED], "tests 0\n", "test_two[1.5]: skipped\n2 passed, 1 failed"),
        ([ONE, TWO], "tests 0\nlint 2\n", "stage lint failed with 2\n3 passed, 1 failed"),
        ([], "", "test_one: did not run\ntests.a.test_x.test_two: did not run\n0 passed, 2 failed"),
    ],
    ids=["all well", "one lost", "one skipped", "a stage failed", "nothing ran"],
)
def test_what_did_not_pass_is_a_failure(
    cases: list[str], stages: str, answer: str, tmp_path: Path
) -> None:
    for folder in (".ci", "tests/a", "work"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / ".ci/count.py", tmp_path / ".ci")
    (tmp_path / "tests/a/test_x.py").write_text(TESTS)
    (tmp_path / "work/tests.xml").write_text(f"<testsuites>{''.join(cases)}</testsuites>")
    (tmp_path / "work/stages").write_text(stages)
    command = [sys.executable, str(tmp_path / ".ci/count.py"), str(tmp_path / "work")]
    done = subprocess.run(command, text=True, check=False, capture_output=True)  # noqa: S603
    assert done.stdout.endswith(f"{answer}\n"), done.stderr
    assert (done.returncode == 0) is answer.endswith(" 0 failed")
