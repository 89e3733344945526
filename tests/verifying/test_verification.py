"""Old and new models are run and compared; a runtime of NumPy stands for real ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from circle_resizer import InputError, RefusedError, resize, verify
from circle_resizer.file.model import Model
from circle_resizer.verifying import runtimes
from onelib import resize as command
from tests.support.build import ModelBuilder
from tests.support.build_graph import GraphBuilder

Install = Callable[..., None]
WEIGHTS = np.arange(6, dtype=np.float32).reshape(2, 3) / 6


def dense(graph: GraphBuilder) -> None:
    """[1,3] -> [1,2], the rows of a batch apart."""
    x = graph.input([1, 3], name="x")
    flat = graph.op("RESHAPE", [x, graph.const(np.array([1, 3], np.int32))], [[1, 3]])
    y = graph.op("FULLY_CONNECTED", [flat, graph.const(WEIGHTS)], [[1, 2]])
    graph.output(graph.op("RELU", [y], [[1, 2]], name="y"))


def mixed(graph: GraphBuilder) -> None:
    """[1,4] -> softmax along the sequence, [1,4], and the rows as they are, doubled."""
    x = graph.input([1, 4], name="x")
    graph.output(graph.op("SOFTMAX", [x], [[1, 4]], name="mixed"))
    graph.output(graph.op("ADD", [x, x], [[1, 4]], name="apart"))


def file_of(build: Callable[[GraphBuilder], None], kind: str = "tflite") -> bytes:
    model = ModelBuilder(kind=kind)
    build(model.graph())
    return bytes(model.finish())


def test_rows_of_a_batch(runtime: Install) -> None:
    runtime()
    old = file_of(dense)
    found = verify(old, resize(old, batch=4).data)
    assert found.runtime == "ai-edge-litert 9.8"
    (line,) = found.lines
    assert line.startswith(
        "verified by ai-edge-litert 9.8: 4 rows of 'y' equal the old model's, largest difference "
    )
    assert found.largest is not None
    assert found.largest < 1e-6


def test_rows_of_a_smaller_batch(runtime: Install) -> None:
    runtime()
    large = resize(file_of(dense), batch=5).data
    assert "2 rows of 'y' equal" in verify(large, resize(large, [[2, 3]]).data).lines[0]
    assert "1 row of 'y' equals" in verify(large, resize(large, [[1, 3]]).data).lines[0]


def test_rows_that_no_part_divides(runtime: Install) -> None:
    runtime()
    large = resize(file_of(dense), batch=3).data
    assert "8 rows of 'y' equal" in verify(large, resize(large, [[8, 3]]).data).lines[0]


def test_of_many_rows_some_are_run(runtime: Install) -> None:
    runtime()
    old = file_of(dense)
    assert "16 of 40 rows of 'y' equal" in verify(old, resize(old, batch=40).data).lines[0]


def test_nothing_changed(runtime: Install) -> None:
    runtime()
    old = file_of(dense)
    assert "'y' equals the old model's" in verify(old, old).lines[0]


def test_a_sequence_where_one_output_has_its_rows_apart(runtime: Install) -> None:
    runtime()
    old = file_of(mixed)
    first, second = verify(old, resize(old, [[1, 8]]).data).lines
    assert "8 rows of 'apart' equal" in first
    assert second == (
        "run by ai-edge-litert 9.8: 'mixed' loaded, ran and gave the recorded shape; not compared,"
        " for the rows are not independent"
    )


def test_a_circle_file_goes_to_litert_where_nothing_else_is(runtime: Install) -> None:
    runtime()
    old = file_of(dense, "circle")
    assert "4 rows of 'y' equal" in verify(old, resize(old, batch=4).data).lines[0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("LAST_ROW_IS_WRONG", "4 rows of 'y' differ from the old model's by "),
        ("ABORTS", "runs the old model and not the new: its process was ended by SIGABRT"),
        ("INFINITE", "the new model gives infinite numbers"),
    ],
)
def test_what_is_an_error(wrong: str, said: str, runtime: Install) -> None:
    runtime(wrong)
    old = file_of(dense)
    with pytest.raises(RefusedError, match=said) as error:
        verify(old, resize(old, batch=4).data)
    assert error.value.cause.kind == "verification"


def test_a_runtime_that_does_not_run_the_old_model_says_nothing(runtime: Install) -> None:
    runtime("DOES_NOT_LOAD")
    old = file_of(dense)
    found = verify(old, resize(old, batch=4).data)
    assert found.runtime == ""
    (line,) = found.lines
    assert line == (
        "not verified: ai-edge-litert 9.8 does not run the old model: RuntimeError: a kernel is"
        " missing"
    )
    with pytest.raises(RefusedError, match=r"required, and ai-edge-litert 9\.8 does not run"):
        verify(old, resize(old, batch=4).data, required=True)


def test_the_message_of_an_exception_may_have_several_lines() -> None:
    text = (
        "noise\nTraceback (most recent call last):\n  File x\n    run()\nE: a kernel\nis missing\n"
    )
    assert runtimes.last_words(text) == "E: a kernel is missing"
    assert runtimes.last_words("") == ""


def test_a_runtime_that_takes_too_long(runtime: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime("SLEEPS")
    monkeypatch.setattr(runtimes, "TIMEOUT", 3.0)
    old = file_of(dense)
    (line,) = verify(old, resize(old, batch=4).data).lines
    assert line.endswith("on the new model: it was not done in 3 seconds")


def test_answers_that_vary_are_no_measure(runtime: Install) -> None:
    runtime("VARIES")
    old = file_of(dense)
    found = verify(old, resize(old, batch=4).data)
    assert found.lines == ("'y' was not compared: it varies from run to run",)
    assert found.largest is None


@pytest.mark.usefixtures("no_runtime")
def test_without_a_runtime() -> None:
    old = file_of(dense)
    (line,) = verify(old, resize(old, batch=4).data).lines
    assert line.startswith("not verified: no runtime is installed (ai-edge-litert and onert")


def test_models_that_have_nothing_to_do_with_each_other(runtime: Install) -> None:
    runtime()

    def two(graph: GraphBuilder) -> None:
        graph.output(graph.op("ADD", [graph.input([1, 3]), graph.input([1, 3])], [[1, 3]]))

    with pytest.raises(InputError, match="different numbers of inputs"):
        verify(file_of(dense), file_of(two))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tflite").write_bytes(file_of(dense))
    return tmp_path


def run(*words: str) -> int:
    return command.main([*words, "a.tflite", "b.tflite", "--batch", "4"])


def test_the_command_says_it(
    folder: Path, runtime: Install, capfd: pytest.CaptureFixture[str]
) -> None:
    runtime()
    assert run("--verify") == 0
    said = capfd.readouterr().out
    assert "\nverified by ai-edge-litert 9.8: 4 rows of 'y' equal the old model's" in said
    assert "\nverified by" in (folder / "b.tflite.log").read_text()
    assert Model.open(folder / "b.tflite").input_shapes == [(4, 3)]


def test_the_command_saves_nothing_that_is_wrong(
    folder: Path, runtime: Install, capfd: pytest.CaptureFixture[str]
) -> None:
    runtime("LAST_ROW_IS_WRONG")
    assert run("--verify", "--no-log") == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.startswith("one-resize: verify: ai-edge-litert 9.8: 4 rows of 'y' differ")
    assert "one-resize --explain verification" in said.err
    assert sorted(p.name for p in folder.iterdir()) == ["a.tflite", "site"]


@pytest.mark.usefixtures("no_runtime")
def test_the_command_without_a_runtime(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--verify=required", "--no-log") == 1
    assert "one-resize: verify: required, and no runtime is installed" in capfd.readouterr().err
    assert [p.name for p in folder.iterdir()] == ["a.tflite"]
    assert run("--verify", "--no-log") == 0
    assert "\nnot verified: no runtime is installed" in capfd.readouterr().out


@pytest.mark.parametrize(("value", "code"), [("required", 1), ("True", 0), ("False", 0)])
@pytest.mark.usefixtures("no_runtime")
def test_the_key_of_a_cfg(
    value: str, code: int, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.cfg").write_text(f"[one-resize]\nverify={value}\n")
    assert run("-C", "a.cfg", "-S", "one-resize") == code
    assert ("not verified" in capfd.readouterr().out) == (value == "True")


@pytest.mark.usefixtures("folder")
def test_another_word(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--verify=maybe")
    assert "it is 'required' or left out, not 'maybe'" in capfd.readouterr().err
