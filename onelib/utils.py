"""Helpers under the names that ONE's drivers import; the name of the module is theirs too."""

from __future__ import annotations

import argparse
import contextlib
import importlib.machinery
import importlib.util
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from configparser import ConfigParser
from pathlib import Path
from typing import IO, NoReturn

from onelib import cfg, launch
from onelib.find import optimizations as optimization_files
from onelib.find import own_folder
from onelib.paths import home
from onelib.version import version_text

ACCUMULATED = ("tensor_name", "scale", "zero_point", "src_tensor_name", "dst_tensor_name")


def add_default_arg(parser: argparse.ArgumentParser) -> None:
    """-v, -V, -C and the hidden -S."""
    add_default_arg_no_CS(parser)
    parser.add_argument("-C", "--config", type=str, help="run with a configuration file")
    parser.add_argument("-S", "--section", type=str, help=argparse.SUPPRESS)


def add_default_arg_no_CS(parser: argparse.ArgumentParser) -> None:  # noqa: N802
    """-v and -V."""
    parser.add_argument("-v", "--version", action="store_true", help="print the version")
    parser.add_argument("-V", "--verbose", action="store_true", help="print more")


def is_accumulated_arg(arg: str, driver: str) -> bool:
    """Whether a cfg may give the option several times."""
    return driver == "one-quantize" and arg in ACCUMULATED


def is_valid_attr(args: argparse.Namespace, attr: str) -> bool:
    """Whether there is a value for it."""
    return bool(getattr(args, attr, None))


def get_config_parser() -> ConfigParser:
    """An empty parser for cfg files."""
    return cfg.Parser()


def parse_cfg(
    config_path: str | None, section_to_parse: str, args: argparse.Namespace
) -> argparse.Namespace:
    """Fill ``args`` with what the command line left out."""
    if config_path is None:
        return args
    parser = cfg.Parser()
    with contextlib.suppress(OSError):  # what is not there has no section
        cfg.load(parser, home(config_path))
    if not parser.has_section(section_to_parse):
        raise AssertionError(f"configuration file must have '{section_to_parse}' section")
    for key, value in parser[section_to_parse].items():
        if is_accumulated_arg(key, section_to_parse):
            if not is_valid_attr(args, key):
                setattr(args, key, [value])
            else:
                getattr(args, key).append(value)
        elif not is_valid_attr(args, key):
            setattr(args, key, value)
    return args


def print_version_and_exit(file_path: str) -> NoReturn:
    """Print the version of a driver; no other program is needed."""
    launch.say(version_text(Path(file_path).name))
    sys.exit(0)


def safemain(main: Callable[[], object], mainpath: str) -> None:
    """Run ``main``; an error becomes one sentence and exit code 255."""
    try:
        main()
    except Exception as error:  # noqa: BLE001  # the last line of defence
        launch.complain(f"{Path(mainpath).name}: {launch.sentence(error)}")
        sys.exit(launch.UNEXPECTED)


def run(
    cmd: Sequence[str], *, err_prefix: str | None = None, logfile: IO[bytes] | None = None
) -> None:
    """Run a program and show its lines as they come, in the log as well; exit if it fails."""
    lock = threading.Lock()

    def show(pipe: IO[bytes], terminal: IO[bytes], prefix: bytes) -> None:
        for line in pipe:
            with lock:
                for target in filter(None, (terminal, logfile)):
                    target.write(prefix + line)
                    target.flush()

    prefix = f"{err_prefix}: ".encode() if err_prefix else b""
    with subprocess.Popen(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:  # noqa: S603
        pairs = ((child.stdout, sys.stdout.buffer, b""), (child.stderr, sys.stderr.buffer, prefix))
        threads = [threading.Thread(target=show, args=pair) for pair in pairs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if child.returncode:
        sys.exit(child.returncode)


def remove_prefix(text: str, prefix: str) -> str:
    """The text without what it begins with."""
    return text.removeprefix(prefix)


def remove_suffix(text: str, suffix: str) -> str:
    """The text without what it ends with."""
    return text.removesuffix(suffix)


def get_optimization_list(get_name: bool = False) -> list[str]:  # noqa: FBT001, FBT002
    """The optimisation files, or only their names with the leading ``O``."""
    files = optimization_files(own_folder())
    return [f"O{name}" if get_name else str(path) for name, path in files.items()]


def detect_one_import_drivers(search_path: str) -> dict[str, str]:
    """Import drivers of a folder: cfg section to file name, as they say themselves."""
    found: dict[str, str] = {}
    for path in sorted(Path(search_path).glob("one-import-*")):
        with contextlib.suppress(Exception):  # not ours: whatever fails is no such driver
            loader = importlib.machinery.SourceFileLoader(path.name, str(path))
            spec = importlib.util.spec_from_loader(path.name, loader)
            if spec is None:
                continue
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
            found[module.get_driver_cfg_section()] = path.name
    return found
