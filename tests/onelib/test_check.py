"""``--check`` and ``--mend``."""

from __future__ import annotations

from pathlib import Path

import pytest

from onelib import resize
from tests.inference.test_verify import squared


@pytest.fixture
def stale(tmp_path: Path) -> Path:
    path = tmp_path / "a.circle"
    path.write_bytes(squared([1, 3]))
    return path


def test_a_model_without_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.circle").write_bytes(squared([2, 3]))
    assert resize.main(["--check", str(tmp_path / "a.circle")]) == 0
    assert capsys.readouterr().out == "Nothing is wrong with the model\n"
    assert len(list(tmp_path.iterdir())) == 1


def test_stale_records(stale: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert resize.main(["--check", str(stale)]) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[0] == (
        "subgraph 0, tensor 'y': recorded as [1, 3], its operator makes [2, 3]"
    )
    mended = stale.with_name("b.circle")
    assert resize.main(["--mend", str(stale), "-o", str(mended)]) == 0
    assert mended.read_bytes() == squared([2, 3])
    assert capsys.readouterr().out.endswith("Nothing is wrong with the model\n")


def test_no_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.circle").write_bytes(b"12345")
    assert resize.main(["--check", str(tmp_path / "a.circle")]) == 1
    assert capsys.readouterr().out == "not a model: 5 bytes\n"
    assert resize.main(["--mend", str(tmp_path / "a.circle"), "-o", str(tmp_path / "b")]) == 1
    assert not (tmp_path / "b").exists()


def test_mending_needs_an_output(stale: Path) -> None:
    with pytest.raises(SystemExit):
        resize.main(["--mend", str(stale)])
