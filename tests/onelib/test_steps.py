"""What is looked at before the first driver runs, and what drivers are given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onelib import find, launch, one_build, onecc
from onelib.CfgRunner import CfgRunner
from tests.ui.models import add

MAINS = {"onecc": onecc.main, "one-build": one_build.main}
RESIZE = "input_path=add.circle\noutput_path=out.circle\ninput_shapes=[2,4,4,3],[2,4,4,3]\n"
DRIVER = '#!/bin/sh\necho "$0 ran in $PATH with $COLOR"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(find, "INSTALLED", str(tmp_path / "installed"))
    monkeypatch.setenv("ONE_BIN_DIR", str(tmp_path / "ours"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
    (tmp_path / "add.circle").write_bytes(add())
    driver(tmp_path / "ours/one-import-tf")
    return tmp_path


def driver(path: Path) -> None:
    """A driver that says who and where it is."""
    path.write_text(DRIVER)
    path.chmod(0o755)


def run(command: str, *words: str) -> int:
    return launch.guarded(command, MAINS[command], words)


def cfg(folder: Path, text: str, section: str = "onecc") -> None:
    (folder / "a.cfg").write_text(f"[{section}]\n{text}")


@pytest.mark.parametrize("command", MAINS)
@pytest.mark.parametrize("variable", ["ONE_BIN_DIR", "PATH"])
def test_section_does_not_choose_the_driver(
    command: str, variable: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    driver(folder / "theirs/one-import-tf")
    driver(folder / "theirs/one-pack")
    start = f"[Environment]\n{variable}={folder}/theirs:/usr/bin:/bin\nCOLOR=red\n[{command}]\n"
    (folder / "a.cfg").write_text(f"{start}one-import-tf=1\n[one-import-tf]\n")
    assert run(command, "-C", "a.cfg") == 0
    out = capfd.readouterr().out
    assert out.startswith(f"{folder}/ours/one-import-tf ran in ")
    assert out.endswith(" with red\n")
    assert (f"{folder}/theirs" in out) is (variable == "PATH")
    (folder / "a.cfg").write_text(f"{start}one-pack=1\n[one-pack]\n")
    assert run(command, "-C", "a.cfg") == 255
    assert "one-pack found neither in" in capfd.readouterr().err


@pytest.mark.parametrize("command", MAINS)
def test_section_does_not_reach_one_resize(
    command: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        f"one-resize=1\n[one-resize]\n{RESIZE.replace('=out', '=~/out')}[Environment]\nHOME=/no\n"
    )
    cfg(folder, text, command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder / "theirs"))
        assert run(command, "-C", "a.cfg") == 0
    assert (folder / "theirs/out.circle").exists()
    assert "/no" not in capfd.readouterr().out


def test_section_is_shown_and_stays_with_its_steps(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cfg(folder, "one-import-tf=1\n[one-import-tf]\n[Environment]\nCOLOR=r\x1bd\n")
    step = {"one-cmd": "one-import-tf", "commands": {}}
    flows = {"B": {"cfg-reference": {"path": "a.cfg"}}, "A": {"steps": ["s"], "s": step}}
    (folder / "a.json").write_text(json.dumps({"workflows": ["A", "B"], **flows}))
    assert run("onecc", "-V", "-W", "a.json") == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "[Environment] for the drivers: COLOR=r\\x1bd"
    assert [line.rpartition(" ")[2] for line in lines[1:]] == ["r\x1bd", ""]


def test_folder_of_path_that_is_relative(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    driver(folder / "one-pack")
    driver(folder / "theirs/one-pack")
    monkeypatch.setenv("PATH", ":/usr/bin:/bin")
    cfg(folder, f"one-pack=1\n[one-pack]\n[Environment]\nPATH={folder}/theirs:/usr/bin:/bin\n")
    assert run("onecc", "-C", "a.cfg") == 0
    assert capfd.readouterr().out.startswith(f"{folder}/one-pack ran in {folder}/theirs:")


MISTAKES = [
    ("input_shape=[1]", 255, "unknown key 'input_shape' in [one-resize], the nearest known one is"),
    ("strict=perhaps", 255, "Not a boolean: perhaps (key 'strict' of [one-resize])"),
    ("constant=x", 2, "'x' is not of the form --constant NAME=FILE.npy"),
]


@pytest.mark.parametrize("command", MAINS)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_found_before_the_first_driver_runs(
    mistake: tuple[str, int, str], command: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    line, code, text = mistake
    steps = "one-import-tf=1\none-resize=1\n[one-import-tf]\n[one-resize]\n"
    cfg(folder, f"{steps}{RESIZE}{line}\n", command)
    assert run(command, "-C", "a.cfg") == code
    out, err = capfd.readouterr()
    assert (out, err.count(text)) == ("", 1)
    assert "one-resize: " in err


def test_mistakes_of_a_workflow(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    steps = {
        "a": {"one-cmd": "one-import-tf", "commands": {}},
        "b": {"one-cmd": "one-resize", "commands": {"input_path": "x", "input_shape": "[1]"}},
    }
    root = {"workflows": ["w"], "w": {"steps": ["a", "b"], **steps}}
    (folder / "a.json").write_text(json.dumps(root))
    assert run("onecc", "-W", "a.json") == 2
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("command", MAINS)
def test_every_missing_driver_is_named(
    command: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = ["one-import-tf", "one-optimize", "one-pack", "one-codegen"]
    cfg(folder, "".join(f"{n}=1\n" for n in names) + "".join(f"[{n}]\n" for n in names), command)
    assert run(command, "-C", "a.cfg") == 255
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"{command}: one-optimize, one-pack, one-codegen found neither in ")
    assert err.count("\n") == 1
    assert str(folder / "ours") in err


def test_too_many_missing_drivers_are_counted(tmp_path: Path) -> None:
    names = [f"one-import-{i}" for i in range(20)]
    with pytest.raises(FileNotFoundError, match=r"one-import-15 and 4 more found neither in"):
        find.require_all(names, tmp_path)


@pytest.mark.parametrize("command", MAINS)
def test_optimization_is_judged_before_the_cfg_is_read(
    command: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(command, "-O", "none", "-C", str(folder / "nowhere.cfg")) != 0
    err = capfd.readouterr().err
    assert "optimization" in err
    assert "nowhere.cfg" not in err


def test_runner_leaves_the_environment_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLOR", raising=False)
    cfg(folder, "one-import-tf=1\n[one-import-tf]\n[Environment]\nCOLOR='red'\n")
    runner = CfgRunner(str(folder / "a.cfg"))
    runner.run()
    runner.cfg.remove_section("Environment")
    runner.run(folder, verbose=True)
    assert [line.rpartition(" ")[2] for line in capfd.readouterr().out.splitlines()] == ["red", ""]
