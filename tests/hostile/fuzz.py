"""Structure-aware fuzzing: ``python -m tests.hostile.fuzz --count 1000000 --seed 1``.

With ``--atheris`` (if it is installed) the choices are bytes that coverage guides.

A find is whatever is neither a proven model nor a ``ResizeError``, takes too long or too much
memory. It is kept in ``tests/hostile/found`` as a model and the call; the tests run them all.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from circle_resizer import ResizeError, resize
from circle_resizer.file.model import Model
from tests.hostile.mutate import Request, Source, mutant, request
from tests.support import recipe
from tests.ui.models import all_models

ROOT = Path(__file__).resolve().parents[1]
FOUND = Path(__file__).parent / "found"
SECONDS, LARGEST_SOURCE, MEMORY, ROOM, COPIES = 4, 24_000, 3 << 30, 100, 12


class FoundError(Exception):
    """An input that the tests have to run from now on."""


class SlowError(Exception):
    """An input took too long."""


def sources() -> Iterator[tuple[str, bytes]]:
    """Real models and recipes of nearly every operator."""
    yield from all_models().items()
    for asked in recipe.asked():
        yield asked.name, recipe.cook(recipe.text(asked.name), recipe.kinds(asked.name)[0])
    for path in sorted((ROOT / "zoo").rglob("*.A.*")):
        if path.suffix in {".circle", ".tflite"} and path.stat().st_size <= LARGEST_SOURCE:
            yield path.name, path.read_bytes()


def readable() -> list[Source]:
    """The sources that are models."""
    found = []
    for _, data in sources():
        with contextlib.suppress(ResizeError):
            found.append(Source(data))
    return found


def fault(data: bytes, asked: Request) -> str | int:
    """What is wrong with the answer, or how many bytes the new model has."""
    shapes, given = asked
    try:
        result = resize(data, shapes, **given)
        made = Model(result.data).input_shapes
    except ResizeError as error:
        return damage(error)
    except (SlowError, Exception) as error:  # noqa: BLE001  (any other is a find)
        return f"{type(error).__name__}: {error}"
    same = made == [tuple(max(n, -1) for n in shape) for shape in shapes]
    if same or made == Model(data).input_shapes:
        return len(result.data)
    return f"asked {shapes}, made {made}"


def damage(error: ResizeError) -> str | int:
    """A Python error that is told as if it were the model's: a check is missing."""
    cause = error.__cause__
    return f"bug: {error}" if isinstance(cause, (AttributeError, AssertionError)) else 0


def peak() -> int:
    """The most memory that was ever in use, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def slow(_number: int, _frame: FrameType | None) -> None:
    """End an input that takes too long."""
    raise SlowError(f"more than {SECONDS} s")


def keep(data: bytes, asked: Request, text: str) -> None:
    """Write a find down."""
    FOUND.mkdir(exist_ok=True)
    name = hashlib.sha256(data + repr(asked).encode()).hexdigest()[:12]
    (FOUND / f"{name}.bin").write_bytes(data)
    (FOUND / f"{name}.json").write_text(json.dumps([*asked, text[:300]]) + "\n")


class Fed(random.Random):
    """Choices made by the bytes of a fuzzer; zeros when they run out."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self.left = memoryview(data)

    def getrandbits(self, k: int, /) -> int:
        """The next bytes."""
        count = (k + 7) // 8
        taken, self.left = bytes(self.left[:count]), self.left[count:]
        return int.from_bytes(taken, "little") % (1 << k)

    def random(self) -> float:
        """The next two bytes, as a part of one."""
        return self.getrandbits(16) / (1 << 16)


def guided(models: list[Source]) -> None:
    """Hand over to atheris."""
    import atheris  # noqa: PLC0415  # type: ignore[import-not-found]

    def one(data: bytes) -> None:
        dice = Fed(data)
        source = dice.choice(models)
        changed, asked = mutant(source, dice), request(source, dice)
        text = fault(changed, asked)
        if not isinstance(text, int):
            keep(changed, asked, text)
            raise FoundError(text)

    atheris.instrument_all()
    atheris.Setup([sys.argv[0]], one)
    atheris.Fuzz()


def main() -> int:
    """Run as many inputs as asked; the number of finds is printed with the rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--atheris", action="store_true")
    args = parser.parse_args()
    if args.atheris:
        guided(readable())
    signal.signal(signal.SIGVTALRM, slow)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    models = readable()
    dice = random.Random(args.seed)  # noqa: S311  (the same every time)
    started, finds = time.monotonic(), 0
    for done in range(1, args.count + 1):
        source = dice.choice(models)
        data, asked = mutant(source, dice), request(source, dice)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        before = peak()
        text = fault(data, asked)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if isinstance(text, int) and peak() > before + ROOM + COPIES * (text >> 20):
            text = f"memory: {peak() - before} MB"
        if isinstance(text, str) and text:
            finds += 1
            keep(data, asked, text)
            print("find:", text[:200], flush=True)  # noqa: T201
        if done % 10_000 == 0 or done == args.count:
            rate = done / (time.monotonic() - started)
            print(f"{done} inputs, {finds} finds, {rate:.0f}/s, {peak()} MB", flush=True)  # noqa: T201
    return bool(finds)


if __name__ == "__main__":
    sys.exit(main())
