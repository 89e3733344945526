"""``python -m tests.public.export [SOURCE [NAME ...]]``: export what the cache does not hold."""

from __future__ import annotations

import sys
import time
import traceback
from importlib import import_module

from tests.public.network import Network
from tests.public.networks import NETWORKS


def main() -> int:
    """Exit code 1 if a network cannot be exported; the others are all the same."""
    sources, names = sys.argv[1:2], sys.argv[2:]
    chosen = [
        network
        for network in NETWORKS
        if (not sources or network.source in sources) and (not names or network.name in names)
    ]
    failed = [network.name for network in chosen if not exported(network)]
    return int(bool(failed))


def exported(network: Network) -> bool:
    """Whether all points are in the cache now."""
    library = "torch" if network.kind == "circle" else "keras"
    exporter = import_module(f"tests.public.{library}_export")
    for point in network.missing():
        start = time.monotonic()
        try:
            exporter.export(network, point)
        except Exception:  # noqa: BLE001  (whatever a framework raises)
            print(f"{network.name} {point}: {traceback.format_exc()}", file=sys.stderr)  # noqa: T201
            return False
        print(f"{network.name} {point} {time.monotonic() - start:.1f} s", flush=True)  # noqa: T201
    return True


if __name__ == "__main__":
    sys.exit(main())
