"""A refusal says what to do, in the words of whoever asked, and in fields."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from circle_resizer import InputError, ModelError, RefusedError, ResizeError, resize
from circle_resizer.errors import CAUSES
from circle_resizer.refusals.causes import cause_of, explained
from circle_resizer.refusals.kinds import REFUSALS
from onelib import resize as command
from tests.hostile.kinds import KINDS
from tests.session.test_asking import BERT, summed
from tests.ui import models


def refusal(model: bytes | Path, shapes: list[list[int]], **given: object) -> RefusedError:
    with pytest.raises(RefusedError) as error:
        resize(model, shapes, **given)  # type: ignore[arg-type]
    return error.value


def test_fields_of_a_table() -> None:
    error = refusal(models.table(), [[1, 6, 2]])
    (cause,) = error.causes
    assert error.cause == cause
    assert (cause.kind, cause.subgraph, cause.operator) == ("data-tied-to-a-size", 0, 0)
    assert (cause.operator_kind, cause.tensor) == ("ADD", "positions")
    assert (cause.old, cause.new) == ("4", "6")
    assert "constants={'positions': ARRAY}" in cause.hint
    assert str(error).splitlines()[-1] == f"hint: {cause.hint}"
    assert "docs/refusals.md#data-tied-to-a-size" in cause.hint
    assert "--" not in str(error)


def test_the_hint_of_an_unknown_operator_names_its_result() -> None:
    error = refusal(models.custom(), [[2, 4]])
    assert error.cause.kind == "unknown-operator"
    assert "output_shapes={'unknown': [..]}" in error.cause.hint


def test_each_kind_has_one_hint() -> None:
    model, shapes = KINDS["refusals"](300)
    text = str(refusal(model, shapes))
    assert text.count("hint: ") == 1
    assert text.count("and broadcast to") == CAUSES


def test_what_follows_from_an_obstacle_has_no_hint() -> None:
    text = str(refusal(BERT, [[1, 20], [1, 17]]))
    assert "\nand 2 that follow from these\nhint: give the data" in text
    assert text.count("hint: ") == 1


def test_strict_and_batch() -> None:
    assert refusal(BERT, [[4, 16], [4, 17]], strict=True).cause.kind == "strict"
    with pytest.raises(RefusedError) as error:
        resize(summed(), batch=3)
    assert error.value.cause.kind == "batch"


def test_errors_that_are_no_refusals() -> None:
    with pytest.raises(InputError) as request:
        resize(BERT, [[1]])
    assert (request.value.cause.kind, request.value.cause.hint) == ("request", "")
    with pytest.raises(ModelError) as model:
        resize(b"no model at all", [[1]])
    assert model.value.cause.kind == "model"
    assert ResizeError().cause.text == ""


def test_causes_travel() -> None:
    error = refusal(models.table(), [[1, 6, 2]])
    assert pickle.loads(pickle.dumps(error)).causes == error.causes  # noqa: S301


def test_fields_that_a_sentence_does_not_have_are_empty() -> None:
    cause = cause_of("something else")
    assert (cause.subgraph, cause.operator, cause.tensor, cause.old) == (None, None, "", "")


def test_the_command_speaks_of_options(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.circle").write_bytes(models.table())
    words = [str(tmp_path / "a.circle"), str(tmp_path / "b.circle"), "-s", "[1,6,2]"]
    assert command.main(words) == 1
    said = capfd.readouterr().err
    assert "--constant 'positions=FILE.npy'" in said
    assert "(one-resize --explain data-tied-to-a-size)" in said
    assert "constants=" not in said


@pytest.mark.parametrize("kind", [each.kind for each in REFUSALS])
def test_every_kind_is_explained(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--explain", kind]) == 0
    text = capfd.readouterr().out
    assert text.startswith(f"{kind}\n\n")
    assert "\nWhat to do: " in text
    assert "{" not in text
    assert explained(kind) != ""


def test_no_such_kind(capfd: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--explain", "wieghts"]) == 2
    assert "'wieghts', the nearest known one is 'weights'" in capfd.readouterr().err
