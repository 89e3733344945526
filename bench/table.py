"""``python -m bench.table [FOLDER]``: one table, each figure beside what others take for the file.

The others are ``cp``, unpacking and packing with the object API of ``circle-schema``, reading and
writing with TICO, reading and allocating with LiteRT. BENCH_PYTHON names the interpreter that has
them, BENCH_MODELS further models, each with ``:`` and the shapes to ask for. FOLDER, or the folder
for temporary files, must hold 3 GiB.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.measure import alternate, cpu_of, run
from bench.models import STEPS, WIDE, WIDTH, encoder, moves, products, write_large, write_sparse
from circle_resizer.file.model import Model

ROOT = Path(__file__).resolve().parent.parent
OTHERS = os.environ.get("BENCH_PYTHON", sys.executable)
MB, GIB = 1 << 20, 1 << 30
OURS = f"""
sys.path.insert(0, {str(ROOT)!r})
from circle_resizer import resize
from circle_resizer.one.shapes import parse_shapes
shapes = parse_shapes(sys.argv[2])
measured(lambda: resize(sys.argv[1], shapes).save(sys.argv[1] + ".new", sync=False))
"""
OBJECTS = """
import flatbuffers
from circle_schema.v0_10.circle import Model as m
def both():
    model = m.ModelT.InitFromObj(m.Model.GetRootAs(open(sys.argv[1], "rb").read(), 0))
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"CIR0")
    open(sys.argv[1] + ".new", "wb").write(builder.Output())
measured(both)
"""
TICO = """
from tico.utils.model import CircleModel
measured(lambda: CircleModel.load(sys.argv[1]).save(sys.argv[1] + ".new"))
"""
LITERT = """
from ai_edge_litert.interpreter import Interpreter, OpResolverType
def both():
    plain = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    data = bytearray(open(sys.argv[1], "rb").read())
    data[4:8] = b"TFL3"
    Interpreter(model_content=bytes(data), experimental_op_resolver_type=plain).allocate_tensors()
measured(both)
"""
CHILD = """
import sys, time
def measured(work, runs=3):
    begin = time.process_time()
    for _ in range(runs):
        start = time.process_time()
        work()
        print(time.process_time() - start)
        if time.process_time() > begin + 20:
            break
"""


class Row(NamedTuple):
    """A model, and the shapes that are asked for."""

    name: str
    path: Path
    shapes: str
    kind: str = "circle"


def cpu(python: str, code: str, *words: str) -> float | None:
    """Median CPU seconds of some code in a process of its own; ``None`` if it cannot run."""
    command = [python, "-c", CHILD + code, *words]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = answer.stdout.split()
    return statistics.median(map(float, lines)) if lines and not answer.returncode else None


def ratio(ours: float, other: float | None) -> str:
    """Ours as a multiple of another figure."""
    return f"{ours / other:8.2f} x" if other else "         -"


def chains(folder: Path) -> Iterator[Row]:
    """Models of many operators and few weights; those for LiteRT say that they are tflite."""
    counts = (10, 100, 1_000, 10_000, 100_000)
    for count in counts:
        for chain in (moves, products):
            path = folder / "chain.circle"
            path.write_bytes(chain(count, "tflite"))
            yield Row(f"{count:,} {chain.__name__}", path, "[3,6,8]")
    for layers in (4, 32, 128, 512):
        path = folder / "encoder.circle"
        path.write_bytes(encoder(layers, "tflite"))
        yield Row(f"encoder, {layers} layers", path, f"[{STEPS},3,{WIDE}]")
    for entry in filter(None, os.environ.get("BENCH_MODELS", "").split()):
        given, _, shapes = entry.rpartition(":")
        yield Row(Path(given).name, Path(given), shapes)


def operators(folder: Path) -> None:
    """CPU time of models of many operators, without the start of the interpreter."""
    print(f"{'model':24}{'operators':>10}{'ms':>10}{'us each':>9}", end="")
    print(f"{'objects':>11}{'TICO':>11}{'LiteRT':>11}")
    for row in chains(folder):
        count = len(Model.open(row.path).subgraphs[0].operators)
        ours = cpu(sys.executable, OURS, str(row.path), row.shapes)
        if ours is None:
            print(f"{row.name:24} failed")
            continue
        others = [cpu(OTHERS, code, str(row.path)) for code in (OBJECTS, TICO, LITERT)]
        print(f"{row.name:24}{count:10,}{ours * 1e3:10.1f}{ours / count * 1e6:9.0f}", end="")
        print(*(ratio(ours, other) for other in others), flush=True)


def weights(folder: Path) -> None:
    """Wall time and memory of the command, start included, for files of many weights."""
    print(f"\n{'weights':24}{'seconds':>10}{'cp':>10}{'peak MB':>10}{'- cp':>10}")
    command = [sys.executable, str(ROOT / "one-resize"), "--no-log", "--no-sync"]  # as cp
    sizes = [(MB, write_large), (64 * MB, write_large), (GIB, write_large), (4 * GIB, write_sparse)]
    for size, write in sizes:
        model, out, copy = (folder / n for n in ("large.circle", "out.circle", "copy.circle"))
        write(model, size)

        def reset(paths: tuple[Path, ...] = (out, copy)) -> None:
            for path in paths:
                path.unlink(missing_ok=True)
            os.sync()

        resized = [*command, "-i", str(model), "-o", str(out), "-s", f"[3,{WIDTH}]"]
        plain = ["cp", "--reflink=never", str(model), str(copy)]
        (base, _), (seconds, peak) = alternate(3, plain, resized, reset=reset)
        kind = " sparse" if write is write_sparse else ""
        print(f"{size // MB:,} MB{kind}".ljust(24), end="")
        print(
            f"{seconds:10.2f}{ratio(seconds, base)}{peak:10.0f}{seconds - base:10.2f}", flush=True
        )
        reset()
        model.unlink()


def targets() -> None:
    """What the tenth target of an opened model costs, beside the first."""
    code = (
        OURS.split("measured", maxsplit=1)[0]
        + """
import circle_resizer, struct
model = circle_resizer.open(open(sys.argv[1], "rb").read())
for size in range(3, 13):
    start = time.process_time()
    resize(model, [[size if n == 3 else n for n in shape] for shape in shapes]).data
    print(time.process_time() - start)
"""
    )
    print(f"\n{'many targets':24}{'first ms':>10}{'tenth ms':>10}")
    with TemporaryDirectory() as name:
        for row in (
            Row("10,000 products", Path(name, "p"), "[3,6,8]"),
            Row("encoder, 128 layers", Path(name, "e"), f"[{STEPS},3,{WIDE}]"),
        ):
            row.path.write_bytes(products(10_000) if row.path.name == "p" else encoder(128))
            command = [sys.executable, "-c", CHILD + code, str(row.path), row.shapes]
            answer = subprocess.run(command, capture_output=True, text=True, check=True)
            first, *_, tenth = map(float, answer.stdout.split())
            print(f"{row.name:24}{first * 1e3:10.0f}{tenth * 1e3:10.0f}{ratio(tenth, first)}")


def start() -> None:
    """Processes that do next to nothing; a busy machine changes the CPU time least."""
    with TemporaryDirectory() as name:
        model = Path(name, "a.circle")
        model.write_bytes(moves(2))
        small = ["-i", str(model), "-o", f"{model}.new", "-s", "[3,6,8]", "--no-log"]
        command = [sys.executable, str(ROOT / "one-resize")]
        rows = {
            "import numpy": [sys.executable, "-c", "import numpy"],
            "one-resize -v": [*command, "-v"],
            "two operators": [*command, *small],
        }
        found: dict[str, list[tuple[float, float]]] = {label: [] for label in rows}
        for _ in range(9):
            for label, words in rows.items():
                found[label].append((cpu_of(words), run(words)[0]))
    columns = [
        {label: statistics.median(pair[k] for pair in pairs) for label, pairs in found.items()}
        for k in (0, 1)
    ]
    print(f"\n{'start':24}{'CPU ms':>10}{'- numpy':>11}{'wall ms':>10}{'- numpy':>11}")
    for label in rows:
        cells = [f"{c[label] * 1e3:10.0f}{ratio(c[label], c['import numpy'])}" for c in columns]
        print(f"{label:24}{''.join(cells)}")


def main() -> int:
    """All of it."""
    load = os.getloadavg()[0]
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {load:.1f}\n")
    with TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as name:
        weights(Path(name))  # first: the peak of a process begins with that of its parent
        operators(Path(name))
        targets()
        start()
    return 0


if __name__ == "__main__":
    sys.exit(main())
