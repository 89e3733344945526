"""What drivers of ONE import from ``onelib``."""

# ruff: noqa: S603  # our own programs

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from onelib import argumentparse, backends, export_constant, make_cmd, utils
from onelib.Command import Command
from onelib.constant import CONSTANT

ROOT = Path(__file__).resolve().parents[2]
DRIVER = """#!/usr/bin/env python3
import argparse, os, sys
import onelib.utils as oneutils


def get_driver_cfg_section():
    return "one-import-it"


def main():
    parser = argparse.ArgumentParser()
    oneutils.add_default_arg(parser)
    parser.add_argument("-i", "--input_path")
    args = parser.parse_args()
    if args.version:
        oneutils.print_version_and_exit(__file__)
    oneutils.parse_cfg(args.config, "one-import-foreign", args)
    with open("log", "wb", buffering=0) as log:
        command = ["sh", "-c", f"echo {args.input_path}; echo bad >&2; exit 3"]
        oneutils.run(command, err_prefix="tool", logfile=log)


if __name__ == "__main__":
    oneutils.safemain(main, __file__)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    driver = tmp_path / "one-import-foreign"
    driver.write_text(DRIVER)
    driver.chmod(0o755)
    (tmp_path / "one-import-broken").write_text("raise RuntimeError")
    (tmp_path / "a.cfg").write_text("[one-import-foreign]\ninput_path=50% ; all\n[one-pack]\n")
    return tmp_path


def drive(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "one-import-foreign", *args]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, cwd=folder, env=env, text=True, check=False, capture_output=True)


def test_foreign_driver_runs(folder: Path) -> None:
    done = drive(folder, "-C", "a.cfg")
    assert (done.returncode, done.stdout, done.stderr) == (3, "50%\n", "tool: bad\n")
    assert sorted((folder / "log").read_text().splitlines()) == ["50%", "tool: bad"]


def test_foreign_driver_prefers_its_command_line(folder: Path) -> None:
    assert drive(folder, "-C", "a.cfg", "-i", "mine").stdout == "mine\n"


def test_foreign_driver_has_a_version(folder: Path) -> None:
    done = drive(folder, "-v")
    assert done.returncode == 0
    assert done.stdout.startswith("one-import-foreign version ")


@pytest.mark.parametrize("path", ["nowhere.cfg", "~nobody-of-that-name/a.cfg"])
def test_foreign_driver_says_one_sentence(path: str, folder: Path) -> None:
    done = drive(folder, "-C", path)
    text = "configuration file must have 'one-import-foreign' section"
    assert (done.returncode, done.stdout) == (255, "")
    assert done.stderr == f"one-import-foreign: {text}\n"


def test_import_drivers_are_detected(folder: Path) -> None:
    found = {"one-import-it": "one-import-foreign"}
    assert found == utils.detect_one_import_drivers(str(folder))


def test_accumulated_values(tmp_path: Path) -> None:
    path = tmp_path / "a.cfg"
    path.write_text("[one-quantize]\nscale=2\nmode=x\n")
    args = argparse.Namespace(scale=["1"], mode=None)
    utils.parse_cfg(str(path), "one-quantize", args)
    assert vars(args) == {"scale": ["1", "2"], "mode": "x"}
    assert utils.parse_cfg(None, "one-quantize", args) is args


def test_small_helpers() -> None:
    assert utils.remove_prefix("one-x", "one-") == "x"
    assert utils.remove_suffix("x.cfg", ".cfg") == "x"
    assert utils.is_valid_attr(argparse.Namespace(a="x"), "a")
    assert not utils.is_valid_attr(argparse.Namespace(a=""), "a")
    assert not utils.is_valid_attr(argparse.Namespace(), "a")
    assert utils.get_config_parser().optionxform("Key") == "Key"


def test_command_is_built_option_by_option(tmp_path: Path) -> None:
    args = argparse.Namespace(a="1", b="2", c="", d=True)
    with (tmp_path / "log").open("wb") as log:
        command = (
            Command("echo", args, log)
            .add_option_with_valid_args("--pair", ["a", "b"])
            .add_option_with_valid_args("--none", ["a", "c"])
            .add_option_with_values("--more", ["x", "y"])
            .add_noarg_option_if_valid_arg("--flag", "d")
            .add_noarg_option_if_valid_arg("--not", "c")
        )
    assert " ".join(command.cmd) == "echo --pair 1 2 --more x y --flag"


def test_command_runs_with_a_log(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with (tmp_path / "log").open("wb", buffering=0) as log:
        command = Command("echo", argparse.Namespace(), log).add_option_with_values("-n", ["x"])
        command.run()
    assert (tmp_path / "log").read_text() == "echo -n x\nx"
    assert capfdbinary.readouterr() == (b"x", b"")


def test_optimization_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"1": tmp_path / "O1.cfg", "2": tmp_path / "O2.cfg"}
    monkeypatch.setattr(utils, "optimization_files", lambda _: files)
    assert utils.get_optimization_list() == [str(path) for path in files.values()]
    assert utils.get_optimization_list(get_name=True) == ["O1", "O2"]


def test_constant_becomes_a_cfg(tmp_path: Path) -> None:
    path = tmp_path / "O1.cfg"
    assert export_constant.main(["-c", "O1", "-f", "cfg", "-o", str(path)]) == 0
    parser = utils.get_config_parser()
    parser.read(path)
    assert dict(parser["one-optimize"]) == dict.fromkeys(CONSTANT.O1, "True")
    names = [name for name, _ in CONSTANT.OPTIMIZATION_OPTS]
    assert set(CONSTANT.O1) < set(names)
    assert len(names) == len(set(names))


def test_commands_of_the_tools() -> None:
    args = argparse.Namespace(fuse_bcq="True", fold_cast="False", fold_gather=True)
    words = make_cmd.make_circle2circle_cmd(args, "tool", "a", "b")
    assert words == ["tool", "a", "b", "--fold_gather", "--fuse_bcq"]
    args = argparse.Namespace(input_path="a", output_path="b", model_format_cmd="--keras_model")
    words = make_cmd.make_tf2tfliteV2_cmd(args, "tool", "a", "b")
    assert words[1:4] == ["tool", "--keras_model", "--v1"]
    assert words[4:] == ["--input_path", "a", "--output_path", "b"]


def test_command_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "get_list", lambda name: [f"/there/{name}"])
    schema = argumentparse.ArgumentParser()
    schema.add_argument("compile", action=argumentparse.DriverName)
    schema.add_argument("--target", action=argumentparse.TargetOption)
    schema.add_argument("--fast", action=argumentparse.NormalOption, dtype=bool)
    schema.add_argument("--slow", action=argumentparse.NormalOption, dtype=bool)
    schema.add_argument("input", action=argumentparse.NormalOption)
    schema.target = "chip"
    words = schema.make_cmd(SimpleNamespace(input="a", fast="True", slow="False"))
    assert words == ["/there/compile", "--target", "chip", "--fast", "a"]


def test_command_schema_without_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = argumentparse.ArgumentParser()
    with pytest.raises(AssertionError, match="Target should be set"):
        schema.make_cmd(SimpleNamespace())
    schema.target = "chip"
    with pytest.raises(AssertionError, match="Driver should be set"):
        schema.make_cmd(SimpleNamespace())
    monkeypatch.setenv("PATH", "")
    schema.add_argument("compile", action=argumentparse.DriverName)
    with pytest.raises(FileNotFoundError, match=r"^compile not found$"):
        schema.make_cmd(SimpleNamespace())


def test_command_schema_shows_its_help_for_keys_it_does_not_know(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backends, "get_list", lambda _: ["echo"])
    schema = argumentparse.ArgumentParser("compile", "chip")
    assert schema.make_cmd(SimpleNamespace(strange="x")) == ["echo"]
    assert capfd.readouterr().out == "WARNING: there are invalid options ['strange']\n-h\n"


@pytest.mark.parametrize(
    ("names", "more", "text"),
    [
        (["a"], {}, '"action" keyword'),
        (["a"], {"action": str}, "Invalid action"),
        ([], {"action": argumentparse.NormalOption}, "Invalid option name"),
        (["-a"], {"action": argumentparse.TargetOption, "dtype": bool}, "Only normal option"),
        (["a"], {"action": argumentparse.NormalOption, "dtype": bool}, "should start with dash"),
    ],
)
def test_bad_schema(names: list[str], more: dict[str, type], text: str) -> None:
    with pytest.raises(RuntimeError, match=text):
        argumentparse.ArgumentParser().add_argument(*names, **more)


def test_backends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "ROOT", tmp_path)
    program = tmp_path / "backends/b/bin/compile"
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.chmod(0o755)
    (tmp_path / "target").mkdir()
    (tmp_path / "target/chip.ini").write_text("TARGET=chip\nBACKEND = b # the one\n")
    (tmp_path / "target/other.ini").write_text("TARGET=chip\n")
    assert backends.get_list("compile") == [str(program)]
    assert backends.search_driver("compile") == str(program)
    assert backends.search_driver("nobody") is None
    assert backends.get_value_from_target_conf("chip", "BACKEND") == "b"
    with pytest.raises(KeyError, match="Not found 'X' key in target configuration"):
        backends.get_value_from_target_conf("chip", "X")
    with pytest.raises(ValueError, match="Invalid target file"):
        backends.get_value_from_target_conf("other", "BACKEND")
    with pytest.raises(FileNotFoundError, match="Not found given target configuration: no"):
        backends.get_value_from_target_conf("no", "BACKEND")
