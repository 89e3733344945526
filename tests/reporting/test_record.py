"""The report for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from circle_resizer import Grade, RefusedError, resize
from circle_resizer.reporting import record
from onelib import resize as command
from tests.session.test_asking import BERT
from tests.ui import models

PAGE = (Path(__file__).resolve().parents[2] / "docs/report.md").read_text()


def test_what_was_done() -> None:
    report = resize(models.reshape(), [[5, 2, 6]]).report
    assert json.loads(record.text(report.as_dict())) == {
        "schema": 1,
        "status": "done",
        "summary": "1 change, proven",
        "inputs": [{"name": "x", "before": [1, 2, 6], "after": [5, 2, 6]}],
        "outputs": [{"name": "flat", "before": [1, 12], "after": [5, 12]}],
        "changes": [
            {
                "where": "subgraph 0, operator 0 RESHAPE 'flat'",
                "what": "operand 1",
                "old": [1, 12],
                "new": [5, 12],
                "grade": "proven",
                "heuristic": "",
                "sources": [],
                "subgraph": 0,
                "operator": 0,
                "kind": "RESHAPE",
                "operand": 1,
                "tensor": "target",
                "signature": "",
            }
        ],
        "notes": [],
    }


def test_why_nothing_was_done() -> None:
    with pytest.raises(RefusedError) as error:
        resize(models.table(), [[1, 6, 2]])
    found = error.value.as_dict()
    assert found["status"] == "refused"
    (cause,) = json.loads(record.text(found))["causes"]
    assert (cause["kind"], cause["tensor"]) == ("data-tied-to-a-size", "positions")


def test_every_field_is_documented() -> None:
    done = resize(BERT, batch=3).report.as_dict()
    with pytest.raises(RefusedError) as error:
        resize(models.table(), [[1, 6, 2]])
    refused = error.value.as_dict()
    parts = [done, refused, *done["changes"], *done["inputs"], *refused["causes"]]  # type: ignore[misc]
    fields = {field for part in parts for field in part}
    assert {field for field in fields if f"`{field}`" not in PAGE} == set()
    assert {str(grade) for grade in Grade if f"`{grade}`" not in PAGE} == set()


def test_the_command_writes_it(tmp_path: Path) -> None:
    words = [str(BERT), str(tmp_path / "o.circle"), "--batch", "3", "--report"]
    assert command.main([*words, str(tmp_path / "r.json")]) == 0
    found = json.loads((tmp_path / "r.json").read_text())
    assert found["summary"] == "24 changes, 1 assumed"


def test_a_refused_run_writes_it(tmp_path: Path) -> None:
    (tmp_path / "a.circle").write_bytes(models.table())
    words = [str(tmp_path / "a.circle"), str(tmp_path / "o.circle"), "-s", "[1,6,2]", "--report"]
    for name in ("r.json", "r.html"):
        assert command.main([*words, str(tmp_path / name)]) == 1
        assert "data-tied-to-a-size" in (tmp_path / name).read_text()
    assert not (tmp_path / "o.circle").exists()


@pytest.mark.parametrize("name", ["a.circle", "o.circle", "a.cfg"])
def test_it_takes_no_place_of_others(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for end in (".json", ".html"):
        target = Path(f"r{end}")
        target.unlink(missing_ok=True)
        Path("a.circle").write_bytes(models.add())
        Path("a.cfg").write_text("[one-resize]\nbatch=3\n")
        paths = {"a.circle": "a.circle", "o.circle": "o.circle", "a.cfg": "a.cfg"}
        Path(name).rename(target) if Path(name).exists() else None
        paths[name] = str(target)
        words = [paths["a.circle"], paths["o.circle"], "-C", paths["a.cfg"], "--report"]
        assert command.main([*words, str(target)]) == 255
        assert "would overwrite" in capfd.readouterr().err


def test_a_report_that_cannot_be_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = [str(BERT), str(tmp_path / "o.circle"), "--batch", "3", "--report"]
    assert command.main([*words, str(tmp_path / "nowhere/r.json")]) == 255
    assert "cannot write the report" in capfd.readouterr().err
    with pytest.raises(SystemExit) as stop:
        command.main([*words, "r.txt"])
    assert stop.value.code == 2
