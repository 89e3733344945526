"""Runs the workflows of a JSON file."""  # noqa: N999  # the name other drivers import

from __future__ import annotations

from pathlib import Path

from onelib.CfgRunner import CfgRunner
from onelib.errors import PlainValueError
from onelib.find import own_folder
from onelib.jsontext import Table, as_table, as_text, read_json, short, texts
from onelib.nearest import nearest
from onelib.OptionBuilder import OptionBuilder
from onelib.paths import file_of, home
from onelib.steps import Step, run_steps
from onelib.TopologicalSortHelper import TopologicalSortHelper

MOST_STEPS = 10_000
Part = CfgRunner | list[Step]


class WorkflowRunner:
    """A workflow file; everything about it is checked before anything runs."""

    def __init__(self, path: str, here: Path | None = None) -> None:
        self.here = here or own_folder()
        self.root = read_json(path)
        self.runners: dict[str, CfgRunner] = {}
        """By the file they read: many workflows may refer to one."""
        self.count = 0
        self.parts: list[Part] = [self.part(name) for name in self.order()]

    def order(self) -> list[str]:
        """The workflows in an order in which each follows those it waits for."""
        names = self.root.get("workflows")
        if not isinstance(names, list):
            raise ValueError('Not found "workflows" key in workflow file')  # noqa: TRY004
        for name in names:
            if not isinstance(name, str) or short(name) not in self.root:
                raise ValueError(f'Not found {name} key listed in "workflows"')
        graph = TopologicalSortHelper(names)
        for name in graph.after:
            for earlier in texts(self.workflow(name).get("run-after", []), "run-after", name):
                if earlier not in graph.after:
                    raise PlainValueError(
                        f"workflow '{name}' is to run after '{earlier}',"
                        f' which is not listed in "workflows"{nearest(earlier, graph.after)}'
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
            return self.steps(workflow, texts(workflow["steps"], "steps", name), name)
        path = as_table(workflow["cfg-reference"], f"cfg-reference of '{name}'").get("path")
        if not isinstance(path, str):
            raise PlainValueError(f"the cfg-reference of workflow '{name}' has no path")
        return self.runner(path)

    def runner(self, path: str) -> CfgRunner:
        """The runner of a cfg file, which is read once."""
        file = file_of(home(path))
        if file not in self.runners:
            self.runners[file] = CfgRunner(path, self.here)
        return self.runners[file]

    def steps(self, workflow: Table, names: list[str], owner: str) -> list[Step]:
        """The steps of a workflow, each of which may be listed several times."""
        self.count += len(names)
        check_count(self.count)
        found = {name: self.step(workflow, name, owner) for name in dict.fromkeys(names)}
        return [found[name] for name in names]

    def step(self, workflow: Table, name: str, owner: str) -> Step:
        """One step of a workflow."""
        if short(name) not in workflow:
            close = nearest(name, set(workflow) - {"steps", "run-after"})
            raise PlainValueError(f"Not found step '{name}' in workflow '{owner}'{close}")
        where = f"step '{name}' of workflow '{owner}'"
        step = as_table(workflow[name], where)
        if "one-cmd" not in step or "commands" not in step:
            raise ValueError('Each step should have "one-cmd" and "commands"')
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
        ready: dict[int, list[Step]] = {}
        steps: list[Step] = []
        for part in self.parts:
            if id(part) not in ready:
                ready[id(part)] = steps_of(part, verbose=verbose)
            steps += ready[id(part)]
            check_count(len(steps))
        run_steps(steps, here, verbose=verbose)


def steps_of(part: Part, *, verbose: bool) -> list[Step]:
    """The steps of a workflow; ``-V`` comes first, before any ``--``."""
    if isinstance(part, CfgRunner):
        return part.steps(verbose=verbose)
    if not verbose:
        return part
    each = {id(s): Step(s.driver, ["--verbose", *s.arguments], s.environment) for s in part}
    return [each[id(step)] for step in part]


def check_count(count: int) -> None:
    """Refuse a file with more steps than anybody wants to run."""
    if count > MOST_STEPS:
        raise PlainValueError(f"the workflows have {count} steps or more, at most {MOST_STEPS}")
