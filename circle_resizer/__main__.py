"""``python -m circle_resizer`` is the command ``circle-resizer``."""

from __future__ import annotations

import os
import shutil
import sys

NAME = "circle-resizer"


def main() -> None:
    """Run the command; where ``onelib`` is no module for everybody, the installed one."""
    try:
        from onelib.start import circle_resizer  # noqa: PLC0415  # may be absent
    except ModuleNotFoundError:
        if found := shutil.which(NAME):
            os.execv(found, [found, *sys.argv[1:]])  # noqa: S606  # our own program
        sys.exit(f"{NAME}: the commands are not installed beside the package circle_resizer")
    circle_resizer()


if __name__ == "__main__":
    main()
