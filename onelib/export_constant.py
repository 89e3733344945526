"""Writes a constant as the cfg file of an optimisation group."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from onelib.cfg import Parser
from onelib.constant import CONSTANT


def main(argv: Sequence[str] | None = None) -> int:
    """``--constant O1 --format cfg --output_path O1.cfg``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-c", "--constant", required=True, help="name of the constant")
    parser.add_argument("-f", "--format", choices=["cfg"], default="cfg", help="file format")
    parser.add_argument("-o", "--output_path", required=True, help="file to write")
    args = parser.parse_args(argv)
    if not isinstance(getattr(CONSTANT, args.constant, None), tuple):
        parser.error(f"Not found given constant: {args.constant}")
    written = Parser()
    written["one-optimize"] = dict.fromkeys(getattr(CONSTANT, args.constant), "True")
    with Path(args.output_path).open("w", encoding="utf-8") as file:
        written.write(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
