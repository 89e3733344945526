"""``python -m bench [FOLDER]``: every figure beside what it is measured against, in one run.

Medians of runs that take turns. FOLDER, or the folder for temporary files, must hold 3 GiB.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import alternate
from bench.models import WIDTH, chain, write_large
from circle_resizer import resize

ONE_RESIZE = [sys.executable, str(Path(__file__).resolve().parent.parent / "one-resize")]
GIB = 1 << 30


def main() -> None:
    """Print all of it."""
    load = os.getloadavg()[0]
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {load:.1f}")
    start_up()
    operators()
    with TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as name:
        large(Path(name))


def start_up() -> None:
    """Commands that do next to nothing."""
    with TemporaryDirectory() as name:
        model, out = Path(name, "a.circle"), Path(name, "b.circle")
        model.write_bytes(chain(2))
        numpy = [sys.executable, "-c", "import numpy"]
        version = [*ONE_RESIZE, "-v"]
        small = [*ONE_RESIZE, "-i", str(model), "-o", str(out), "-s", "[3,6,8]"]
        (base, _), (first, _), (second, _) = alternate(
            9, numpy, version, small, reset=lambda: out.unlink(missing_ok=True)
        )
    print(f"import numpy              {base * 1000:8.0f} ms")
    print(f"one-resize -v             {first * 1000:8.0f} ms  {first / base:5.2f} x import numpy")
    print(f"a model of two operators  {second * 1000:8.0f} ms  {second / base:5.2f} x import numpy")


def operators() -> None:
    """Chains of RESHAPE and TRANSPOSE, another batch, without start-up."""
    costs = {}
    for count in (1_000, 10_000):
        data, seconds = chain(count), []
        for _ in range(5 if count == 1_000 else 3):
            start = time.perf_counter()
            assert len(resize(data, [[3, 6, 8]]).data) >= len(data)
            seconds.append(time.perf_counter() - start)
        costs[count] = statistics.median(seconds) / count * 1e6
    short, long = costs.values()
    print(f"chain of  1,000 operators {short:8.0f} us an operator")
    print(
        f"chain of 10,000 operators {long:8.0f} us an operator  {long / short:5.2f} x that of 1,000"
    )


def large(folder: Path) -> None:
    """1 GiB of weights beside ``cp``."""
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
    bound = 1.3 * base + 0.3
    print(f"cp of 1 GiB               {base:8.2f} s")
    print(f"resize of 1 GiB           {seconds:8.2f} s   {seconds / base:5.2f} x cp")
    print(f"  1.3 x cp + 0.3 s        {bound:8.2f} s   {seconds / bound:5.2f} x that")
    print(f"  peak memory             {peak:8.0f} MB  {peak / 150:5.2f} x 150 MB")


if __name__ == "__main__":
    main()
