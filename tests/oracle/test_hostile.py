"""What is written for files with changed numbers is loaded and run by LiteRT."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from circle_resizer import ResizeError, resize
from tests.hostile.fuzz import readable
from tests.hostile.mutate import Source, mutant, request

SAMPLE = 40
RUN = """
import sys
import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

interpreter = Interpreter(
    sys.argv[1], experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
)
recorded = {t["index"]: tuple(t["shape_signature"]) for t in interpreter.get_tensor_details()}
interpreter.allocate_tensors()
for each in interpreter.get_input_details():
    interpreter.set_tensor(each["index"], np.ones(each["shape"], each["dtype"]))
interpreter.invoke()
for each in interpreter.get_output_details():
    wanted, made = recorded[each["index"]], interpreter.get_tensor(each["index"]).shape
    fits = len(wanted) == len(made) and all(w in (-1, m) for w, m in zip(wanted, made))
    assert fits, f"{each['name']} is recorded as {wanted} and made as {made}"
"""


def runs(path: Path) -> tuple[int, str]:
    """Exit code and last words; a mutant may well end the process."""
    command = [sys.executable, "-c", RUN, str(path)]
    done = subprocess.run(command, text=True, capture_output=True, check=False, timeout=120)  # noqa: S603
    return done.returncode, done.stderr.strip().rpartition("\n")[2]


def sample() -> list[tuple[bytes, bytes]]:
    """Mutants of TFLite files that LiteRT has any use for, with what they were resized to."""
    dice = random.Random(7)  # noqa: S311  (the same every time)
    models: list[Source] = [m for m in readable() if m.model.kind == "tflite"]
    found: list[tuple[bytes, bytes]] = []
    while len(found) < SAMPLE:
        source = dice.choice(models)
        data, (shapes, given) = mutant(source, dice), request(source, dice)
        small = all(0 < n < 100 for shape in shapes for n in shape)
        if given.pop("output_shapes", None) or not small:
            continue
        try:
            found.append((data, resize(data, shapes, **given).data))
        except ResizeError:
            continue
    return found


def test_what_ran_before_runs_afterwards(tmp_path: Path) -> None:
    before, after = tmp_path / "a.tflite", tmp_path / "b.tflite"
    wrong, ran = [], 0
    for old, new in sample():
        before.write_bytes(old)
        if runs(before)[0]:
            continue  # LiteRT has no use for the mutant itself
        ran += 1
        after.write_bytes(new)
        code, text = runs(after)
        if code:
            wrong.append(text)
    assert wrong == []
    assert ran >= SAMPLE // 4


@pytest.mark.parametrize("text", ["assert False, 'x'", "raise SystemExit(3)"])
def test_a_model_that_does_not_run_is_noticed(text: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(text)
    assert runs(tmp_path / "a")[0] != 0
