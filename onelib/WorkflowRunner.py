"""Runs the workflows of a JSON file."""  # noqa: N999  # the name other drivers import

from __future__ import annotations

import json
import os
from pathlib import Path

from onelib.cfg import nearest
from onelib.CfgRunner import CfgRunner
from onelib.errors import PlainValueError
from onelib.find import own_folder
from onelib.OptionBuilder import OptionBuilder
from onelib.paths import home, read_text
from onelib.printable import printable
from onelib.steps import Step, locate, succeed
from onelib.TopologicalSortHelper import TopologicalSortHelper

Table = dict[str, object]
Part = CfgRunner | list[Step]


class WorkflowRunner:
    """A workflow file; everything about it is checked before anything runs."""

    def __init__(self, path: str, here: Path | None = None) -> None:
        self.here = here or own_folder()
        self.root = read_json(path)
        self.parts: list[Part] = [self.part(name) for name in self.order()]

    def order(self) -> list[str]:
        """The workflows in an order in which each follows those it waits for."""
        names = self.root.get("workflows")
        if not isinstance(names, list):
            raise ValueError('Not found "workflows" key in workflow file')  # noqa: TRY004
        for name in names:
            if not isinstance(name, str) or name not in self.root:
                raise ValueError(f'Not found {name} key listed in "workflows"')
        graph = TopologicalSortHelper(names)
        for name in names:
            for earlier in texts(self.workflow(name).get("run-after", []), "run-after", name):
                if earlier not in names:
                    raise PlainValueError(
                        f"workflow '{name}' is to run after '{earlier}',"
                        f' which is not listed in "workflows"{nearest(earlier, names)}'
                    )
                graph.add_edge(earlier, name)
        if cycle := graph.cycle():
            raise RuntimeError(f"Workflows should not have a cycle: {' -> '.join(cycle)}")
        return graph.sort()

    def workflow(self, name: str) -> Table:
        """One workflow; it has steps or refers to a cfg file."""
        return as_table(self.root[name], f"workflow '{name}'")

    def part(self, name: str) -> Part:
        """What a workflow runs."""
        workflow = self.workflow(name)
        if ("steps" in workflow) == ("cfg-reference" in workflow):
            raise ValueError(
                '"steps" and "cfg-reference" are exclusive key'
                if "steps" in workflow
                else 'Each workflow should have either "steps" or "cfg-reference"'
            )
        if "steps" in workflow:
            return [self.step(workflow, s, name) for s in texts(workflow["steps"], "steps", name)]
        path = as_table(workflow["cfg-reference"], f"cfg-reference of '{name}'").get("path")
        if not isinstance(path, str):
            raise PlainValueError(f"the cfg-reference of workflow '{name}' has no path")
        return CfgRunner(path, self.here)

    def step(self, workflow: Table, name: str, owner: str) -> Step:
        """One step of a workflow."""
        if name not in workflow:
            close = nearest(name, set(workflow) - {"steps", "run-after"})
            raise PlainValueError(f"Not found step '{name}' in workflow '{owner}'{close}")
        step = as_table(workflow[name], f"step '{name}' of workflow '{owner}'")
        if "one-cmd" not in step or "commands" not in step:
            raise ValueError('Each step should have "one-cmd" and "commands"')
        where = f"step '{name}' of workflow '{owner}'"
        commands = as_table(step["commands"], f"commands of {where}")
        words = {key: as_text(value, f"'{key}' of {where}") for key, value in commands.items()}
        driver = as_text(step["one-cmd"], f"one-cmd of {where}")
        try:
            return Step(driver, OptionBuilder(driver).build(words))
        except ValueError as error:
            raise PlainValueError(f"{where}: {error}") from error

    def run(self, working_dir: str | Path | None = None, verbose: bool = False) -> None:  # noqa: FBT001, FBT002
        """Run every workflow; the first step that fails ends the program with its exit code."""
        here = self.here if working_dir is None else Path(working_dir)
        runs: list[tuple[CfgRunner | None, Step, Path | None]] = []
        for part in self.parts:
            runner = part if isinstance(part, CfgRunner) else None
            steps = steps_of(part, verbose=verbose)
            runs += [(runner, step, locate(step.driver, here)) for step in steps]
        before = dict(os.environ)
        for runner, step, driver in runs:
            restore(before)
            if runner:
                runner.set_environment()
            succeed(driver, step.arguments)
        restore(before)


def steps_of(part: Part, *, verbose: bool) -> list[Step]:
    """The steps of a workflow; ``-V`` comes first, before any ``--``."""
    if isinstance(part, CfgRunner):
        return part.steps(verbose=verbose)
    first = ["--verbose"] if verbose else []
    return [Step(step.driver, [*first, *step.arguments]) for step in part]


def restore(environment: dict[str, str]) -> None:
    """Forget what the cfg file of another workflow has set."""
    os.environ.clear()
    os.environ.update(environment)


def read_json(path: str) -> Table:
    """The root object of a workflow file."""
    try:
        text = read_text(home(path))
    except OSError as error:
        message = f"Not found given workflow file: {printable(path)} ({error.strerror})"
        raise FileNotFoundError(message) from error
    except UnicodeDecodeError as error:
        raise ImportError(f"Invalid workflow file: {printable(path)} is not UTF-8 text") from error
    try:
        root = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportError(f"Invalid workflow file: {printable(path)}: {error}") from error
    if not isinstance(root, dict):
        raise ImportError(f"Invalid workflow file: {printable(path)} holds no object")  # noqa: TRY004
    return root


def as_table(value: object, what: str) -> Table:
    """A JSON object."""
    if not isinstance(value, dict):
        raise PlainValueError(f"{what} is not an object")
    return value


def as_text(value: object, what: str) -> str:
    """A text as it is; numbers and truth values as Python writes them."""
    if not isinstance(value, (str, int, float)):
        raise PlainValueError(f"{what} is not a text")
    return str(value)


def texts(value: object, what: str, name: str) -> list[str]:
    """A list of names."""
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise PlainValueError(f"\"{what}\" of workflow '{name}' is not a list of names")
    return value
