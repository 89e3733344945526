"""A file that changes or shrinks while it is open is an error like any other, at any moment."""

from __future__ import annotations

import errno
import mmap
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from circle_resizer.file.opened_file import PAGE, WHOLE, OpenedFile
from tests.support.build import ModelBuilder

ASKED = [[4, 3]]
ROOT = Path(__file__).resolve().parents[2]


def large(behind: int) -> bytes:
    """A model with a weight in the middle, of which no more than its place matters."""
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 3])
    weights = graph.const(bytes(behind), shape=[behind], dtype="INT8")
    y = graph.op("ADD", [x, graph.const(np.ones((2, 3), np.float32))], [[2, 3]])
    graph.output(graph.op("CUSTOM", [y, weights], [[2, 3]], custom="Unheard"))
    return model.finish()


@pytest.fixture(scope="module")
def data() -> bytes:
    return large(WHOLE + 100_000)


@pytest.fixture
def path(tmp_path: Path, data: bytes) -> Path:
    found = tmp_path / "a.circle"
    found.write_bytes(data)
    return found


GIVEN = {"t4": [4, 3]}


def test_what_is_read_of_a_file_is_what_it_holds(path: Path, data: bytes) -> None:
    wanted = resize(data, ASKED, output_shapes=GIVEN).data
    result = resize(path, ASKED, output_shapes=GIVEN)
    result.save(path.with_name("b.circle"))
    assert path.with_name("b.circle").read_bytes() == result.data == wanted


def test_only_pages_that_are_looked_at_are_read(path: Path, data: bytes) -> None:
    pages = OpenedFile(path).pages()
    pages.need(PAGE + 1, PAGE + 2)
    pages.need(3 * PAGE, 3 * PAGE + 1)
    pages.need(len(data) - 1, len(data) + 100)
    assert pages.memory[PAGE : 2 * PAGE] == data[PAGE : 2 * PAGE]
    assert pages.memory[2 * PAGE : 3 * PAGE] == bytes(PAGE)
    assert pages.memory[len(data) - 1] == data[-1]


@pytest.mark.parametrize("call", ["preadv", "copy_file_range"])
def test_a_file_that_shrinks_at_any_moment(
    call: str, path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    function, target, errors = getattr(os, call), path.with_name("b.circle"), []
    wanted = resize(data, ASKED, output_shapes=GIVEN).data
    for fatal in range(1, 100):
        path.write_bytes(data)
        count = 0

        def cut(*args: object, fatal: int = fatal) -> object:
            nonlocal count
            count += 1
            if count == fatal:
                os.truncate(path, 100)
            return function(*args)

        with monkeypatch.context() as patch:
            patch.setattr(os, call, cut)
            try:
                resize(path, ASKED, output_shapes=GIVEN).save(target)
                assert target.read_bytes() == wanted  # it shrank when all of it was copied
                target.unlink()
            except ResizeError as error:
                errors.append((str(error), target.exists()))
        if count < fatal:
            break
    assert 1 < fatal < 99
    assert set(errors) == {(f"{path} has been written to since it was opened", False)}


def test_a_disk_that_cannot_be_read_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> int:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "preadv", broken)
    with pytest.raises(ResizeError, match=rf"^Failed to read file: {path} \(Input/output error\)"):
        resize(path, ASKED, output_shapes=GIVEN)


def test_a_system_without_huge_pages_reads_as_well(
    path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(mmap, "MADV_NOHUGEPAGE")
    pages = OpenedFile(path).pages()
    pages.need(0, PAGE)
    assert pages.memory[:PAGE] == data[:PAGE]


LARGE = """
import resource, sys
from pathlib import Path
from typing import Any
from circle_resizer import resize
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
result = resize(Path(sys.argv[1]), [[4, 3]], output_shapes={"t4": [4, 3]})
result.save(Path(sys.argv[2]), sync=False)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_weights_take_no_memory(tmp_path: Path) -> None:
    source, target = tmp_path / "a.circle", tmp_path / "b.circle"
    source.write_bytes(large(1 << 20))
    os.truncate(source, 1 << 28)  # trailing bytes survive a resize
    command = [sys.executable, "-c", LARGE, str(source), str(target)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=env, text=True, capture_output=True, check=True)  # noqa: S603
    assert int(done.stdout) < 30_000
    assert target.stat().st_size - (1 << 28) in range(0, 4096, 64)
    assert Model.open(target).input_shapes == [(4, 3)]


@pytest.mark.parametrize("operator", ["FULLY_CONNECTED", "CUSTOM"])
def test_weights_are_not_read(
    operator: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ModelBuilder("circle")
    graph = model.graph()
    x = graph.input([2, 1024])
    weights = graph.const(bytes(4 * WHOLE), shape=[WHOLE >> 10, 1024], dtype="FLOAT32")
    options, given = {}, {}
    if operator == "CUSTOM":
        options, given = {"custom": "Unheard"}, {"y": [3, WHOLE >> 10]}
    y = graph.op(operator, [x, weights], [[2, WHOLE >> 10]], name="y", **options)
    graph.output(y)
    (tmp_path / "a.circle").write_bytes(model.finish())
    count, preadv = 0, os.preadv

    def counted(*args: Any) -> int:
        nonlocal count
        count += (done := preadv(*args))
        return done

    monkeypatch.setattr(os, "preadv", counted)
    result = resize(tmp_path / "a.circle", [[3, 1024]], output_shapes=given)
    result.save(tmp_path / "b.circle")
    assert 0 < count < WHOLE / 8


def test_a_file_that_is_mostly_read_is_read_whole(path: Path, data: bytes) -> None:
    opened = OpenedFile(path)
    pages, done = opened.pages(), []
    pages.when_whole = lambda: done.append(True)
    pages.need(0, len(data) // 4)
    assert done == []
    pages.need(0, len(data) * 2 // 3)
    assert done == [True]
    assert bytes(pages.memory) == data


def test_a_model_that_is_mostly_read_asks_for_no_more(path: Path, data: bytes) -> None:
    model = Model.open(path)
    assert model.flat.pages is not None
    model.flat.view(0, len(data))
    assert model.flat.pages is None
    assert bytes(model.flat.data) == data
