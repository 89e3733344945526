"""``python -m tests.public.export SOURCE [NAME ...]``: export what the cache does not hold."""

from __future__ import annotations

import sys
import time
import traceback
from importlib import import_module

from tests.public.networks import NETWORKS


def main() -> int:
    """Exit code 1 if a network cannot be exported; the others are all the same."""
    source, *names = sys.argv[1:]
    failed = 0
    for network in NETWORKS:
        if network.source != source or (names and network.name not in names):
            continue
        exporter = import_module(f"tests.public.{'torch' if network.kind == 'circle' else 'keras'}_export")
        for point in network.missing():
            start = time.monotonic()
            try:
                exporter.export(network, point)
            except Exception:  # noqa: BLE001  (whatever a framework raises)
                failed += 1
                print(f"{network.name} {point}: {traceback.format_exc()}", file=sys.stderr)  # noqa: T201
                break
            print(f"{network.name} {point} {time.monotonic() - start:.1f} s", flush=True)  # noqa: T201
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
