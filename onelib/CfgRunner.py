"""Runs the steps of a cfg file."""  # noqa: N999  # the name other drivers import

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from onelib import cfg, launch
from onelib.backends import check_backend
from onelib.drivers import DRIVERS, RESIZE, SEQUENCE, in_order, is_driver
from onelib.find import own_folder
from onelib.optimize import Group, find_group
from onelib.printable import printable
from onelib.steps import Step, run_steps

OLD_SECTION = "UserWarning: [one-build] section will be deprecated. Please use [onecc] section."
MISSING = {  # the texts of ONE, as ONE spells them
    "onecc": "[onecc] section is required in configuration file",
    "one-build": "[one-build] section is required in configuraion file",
}
RECEIVE_BACKEND = ("one-codegen", "one-profile")
QUOTES = ('"', "'")


class CfgRunner:
    """A cfg file with an ``[onecc]`` or ``[one-build]`` section."""

    driver_sequence = SEQUENCE

    def __init__(
        self,
        path: str,
        here: Path | None = None,
        sections: tuple[str, ...] = ("onecc", "one-build"),
    ) -> None:
        self.here = here or own_folder()
        self.path, self.cfg = cfg.read_cfg(path)
        self.sections = [name for name in sections if self.cfg.has_section(name)]
        self.groups: list[Group] = []
        self.backend: str | None = None
        self.target: str | None = None
        if not self.sections:
            raise ImportError(f"{MISSING[sections[0]]}{self.advice(sections[0])}")
        if "onecc" in sections and self.sections == ["one-build"]:
            launch.complain(OLD_SECTION)
        for name in self.included():
            self.add_group(name)
        if self.cfg.has_section("backend"):
            self.target = self.cfg["backend"].get("target") or None
            self.backend = self.cfg["backend"].get("backend") or None

    def advice(self, section: str) -> str:
        """What to do with a file that only one-resize can use."""
        if not self.cfg.has_section(RESIZE):
            return ""
        path = printable(self.path)
        return f" (run '{RESIZE} -C {path}', or add [{section}] with {RESIZE}=True)"

    def included(self) -> list[str]:
        """The groups that ``include=`` names, without their ``O``."""
        named = (n for s in self.sections for n in self.cfg[s].get("include", "").split())
        names = list(dict.fromkeys(named))
        for name in names:
            if not name.startswith("O") or name == "O":
                raise ValueError(f"Invalid group option: {name}")
        return [name[1:] for name in names]

    def add_group(self, name: str) -> None:
        """Another optimisation group for one-optimize."""
        if name not in [group.name for group in self.groups]:
            self.groups.append(find_group(name, self.here))

    def add_groups(self, groups: Iterable[Group]) -> None:
        """Groups that have been read, unless the file includes them itself."""
        names = [group.name for group in self.groups]
        self.groups += [group for group in groups if group.name not in names]

    def add_opt(self, name: str) -> None:
        """As ``add_group``, under the name of ONE."""
        self.add_group(name)

    def detect_import_drivers(self, folder: str) -> None:
        """Nothing to do: every ``one-import-*`` is known by its name."""

    def set_backend(self, backend: str) -> None:
        """Choose among the backends of one-codegen and one-profile."""
        for driver in RECEIVE_BACKEND:
            if self.cfg.has_section(driver):
                check_backend(self.cfg[driver], backend)
        self.backend = backend

    def set_target(self, target: str) -> None:
        """Tell every step about the target."""
        self.target = target

    def active(self) -> list[str]:
        """The drivers that are switched on, in the order in which they run."""
        names = []
        for section in self.sections:
            for key, value in self.cfg[section].items():
                if key == "include" or (key in self.cfg.defaults() and not is_driver(key)):
                    continue
                if not is_driver(key) and value.lower() not in ("0", "no", "false", "off"):
                    raise cfg.unknown_key(section, key, [*DRIVERS, "include"])
                if cfg.boolean(section, key, value):
                    names.append(key)
        return in_order(names)

    def steps(self, *, verbose: bool = False, drivers: list[str] | None = None) -> list[Step]:
        """What to run."""
        active = self.active() if drivers is None else drivers
        for driver in active:
            if not self.cfg.has_section(driver):
                raise AssertionError(f"configuration file must have '{driver}' section")
        environment = self.environment()
        return [Step(d, self.arguments(d, verbose=verbose), environment) for d in active]

    def arguments(self, driver: str, *, verbose: bool) -> list[str]:
        """The arguments of one driver."""
        words = ["--config", self.path, "--section", driver]
        if driver == "one-optimize":
            words += [word for group in self.groups for word in ("-O", group.name)]
            words += [flag for group in self.groups[:-1] for flag in group.flags]
        if verbose:
            words.append("--verbose")
        if self.backend and driver in RECEIVE_BACKEND:
            words += ["-b", self.backend]
        if self.target:
            words += ["-T", self.target]
        return words

    def environment(self) -> dict[str, str]:
        """What ``[Environment]`` sets for the drivers; which ones run does not depend on it."""
        if not self.cfg.has_section("Environment"):
            return {}
        return {key: unquoted(value) for key, value in self.cfg["Environment"].items()}

    def run(self, working_dir: str | Path | None = None, verbose: bool = False) -> None:  # noqa: FBT001, FBT002
        """Run every step; the first that fails ends the program with its exit code."""
        here = self.here if working_dir is None else Path(working_dir)
        run_steps(self.steps(verbose=verbose), here, verbose=verbose)


def unquoted(value: str) -> str:
    """A value without the quotes around it."""
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in QUOTES
    return value[1:-1] if quoted else value
