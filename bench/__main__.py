"""``python -m bench [FOLDER]``: every figure beside what it is measured against, in one run.

Exit code 1 if one is above its bound. Medians of runs that take turns. FOLDER, or the folder for
temporary files, must hold 3 GiB.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import alternate
from bench.models import WIDTH, moves, products, write_large
from circle_resizer import resize

ONE_RESIZE = [sys.executable, str(Path(__file__).resolve().parent.parent / "one-resize")]
GIB = 1 << 30
EACH, GROWTH, MEMORY = 150, 1.5, 150
"""Bounds: us for one of 10,000 operators, as a multiple of one of 1,000, MB at the peak."""


def main() -> int:
    """Print all of it; exit code 1 if a figure is above its bound."""
    load = os.getloadavg()[0]
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {load:.1f}")
    start_up()
    ratios = [ratio for chain in (moves, products) for ratio in operators(chain)]
    with TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as name:
        ratios += large(Path(name))
    above = sum(ratio > 1 for ratio in ratios)
    print(f"{len(ratios) - above} bounds hold, {above} do not")
    return int(above > 0)


def start_up() -> None:
    """Commands that do next to nothing."""
    with TemporaryDirectory() as name:
        model, out = Path(name, "a.circle"), Path(name, "b.circle")
        model.write_bytes(moves(2))
        numpy = [sys.executable, "-c", "import numpy"]
        version = [*ONE_RESIZE, "-v"]
        small = [*ONE_RESIZE, "-i", str(model), "-o", str(out), "-s", "[3,6,8]"]
        (base, _), (first, _), (second, _) = alternate(
            9, numpy, version, small, reset=lambda: out.unlink(missing_ok=True)
        )
    print(f"import numpy              {base * 1000:8.0f} ms")
    print(f"one-resize -v             {first * 1000:8.0f} ms  {first / base:5.2f} x import numpy")
    print(f"a model of two operators  {second * 1000:8.0f} ms  {second / base:5.2f} x import numpy")


def operators(chain: Callable[[int], bytes]) -> list[float]:
    """Ratios to the bounds of chains of 1,000 and 10,000, another batch, without start-up."""
    costs = {}
    for count in (1_000, 10_000):
        data, seconds = chain(count), []
        for _ in range(5 if count == 1_000 else 3):
            start = time.perf_counter()
            assert len(resize(data, [[3, 6, 8]]).data) >= len(data)
            seconds.append(time.perf_counter() - start)
        costs[count] = statistics.median(seconds) / count * 1e6
    short, long = costs.values()
    print(f"chain of  1,000 {chain.__name__:9} {short:8.0f} us an operator")
    print(f"chain of 10,000 {chain.__name__:9} {long:8.0f} us an operator")
    return [
        compared(long, EACH, f"{EACH} us"),
        compared(long, GROWTH * short, f"{GROWTH} x that of 1,000"),
    ]


def large(folder: Path) -> list[float]:
    """Ratios to the bounds of 1 GiB of weights, time beside ``cp``."""
    model, out, copy = (folder / name for name in ("large.circle", "out.circle", "copy.circle"))
    write_large(model, GIB)

    def reset() -> None:
        for path in (out, copy):
            path.unlink(missing_ok=True)
        os.sync()

    resized = [*ONE_RESIZE, "-i", str(model), "-o", str(out), "-s", f"[3,{WIDTH}]"]
    (base, _), (seconds, peak) = alternate(
        5, ["cp", "--reflink=never", str(model), str(copy)], resized, reset=reset
    )
    print(f"cp of 1 GiB               {base:8.2f} s")
    print(f"resize of 1 GiB           {seconds:8.2f} s")
    print(f"  peak memory             {peak:8.0f} MB")
    return [
        compared(seconds, 1.3 * base + 0.3, "1.3 x cp + 0.3 s"),
        compared(peak, MEMORY, f"{MEMORY} MB"),
    ]


def compared(figure: float, bound: float, text: str) -> float:
    """The ratio of a figure to its bound."""
    ratio = figure / bound
    print(f"  of {text:22} {ratio:8.2f}{'   ABOVE THE BOUND' if ratio > 1 else ''}")
    return ratio


if __name__ == "__main__":
    sys.exit(main())
