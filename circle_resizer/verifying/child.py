"""A program of its own: runs one model in one runtime, which may end the process as it likes.

    python -c "import runpy; runpy.run_path('child.py', run_name='__main__')" FOLDER

It is started so that its own folder, whose names are no modules for others, is not searched.
``FOLDER/job.json`` names the runtime, the model, the signature (or nothing), how many runs there
are, and the indices of its input and output tensors. Run R reads ``R.in.K.npy`` for input K and
writes ``R.out.K.npy`` for output K. It needs NumPy and the runtime, nothing of this package.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
Machine: TypeAlias = "Callable[[Sequence[Array]], Sequence[Array]]"
"""From the inputs of a network to its outputs."""
Job: TypeAlias = "dict[str, Any]"
IDENTIFIER = slice(4, 8)
"""Where a file says which of the two formats it has."""


def litert(job: Job) -> Machine:
    """LiteRT with plain kernels; a circle file is given as a tflite file, which it is in parts."""
    module = importlib.import_module("ai_edge_litert.interpreter")
    plain = module.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    given: dict[str, Any] = {"model_path": job["model"]}
    with Path(job["model"]).open("rb") as file:
        if file.read(8)[IDENTIFIER] != b"TFL3":
            data = bytearray(Path(job["model"]).read_bytes())
            data[IDENTIFIER] = b"TFL3"
            given = {"model_content": bytes(data)}
    interpreter = module.Interpreter(**given, experimental_op_resolver_type=plain)
    if job["signature"]:
        return by_signature(interpreter.get_signature_runner(job["signature"]), job)
    interpreter.allocate_tensors()

    def run(values: Sequence[Array]) -> Sequence[Array]:
        pairs = [*zip(interpreter.get_input_details(), values, strict=True)]
        open_ones = [(d["index"], v.shape) for d, v in pairs if tuple(d["shape"]) != v.shape]
        for index, shape in open_ones:
            interpreter.resize_tensor_input(index, shape)
        if open_ones:
            interpreter.allocate_tensors()
        interpreter.reset_all_variables()
        for detail, value in pairs:
            interpreter.set_tensor(detail["index"], value)
        interpreter.invoke()
        return [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]

    return run


def by_signature(runner: Any, job: Job) -> Machine:  # noqa: ANN401  (a type of the runtime)
    """The graph of a signature; tensors go by their indices."""
    inputs = {d["index"]: name for name, d in runner.get_input_details().items()}
    outputs = {d["index"]: name for name, d in runner.get_output_details().items()}

    def run(values: Sequence[Array]) -> Sequence[Array]:
        pairs = zip(job["inputs"], values, strict=True)
        found = runner(**{inputs[index]: value for index, value in pairs if index in inputs})
        return [found[outputs[index]] for index in job["outputs"]]

    return run


def onert(job: Job) -> Machine:
    """ONE's runtime, on the processor."""
    module = importlib.import_module("onert")
    session = module.infer.session(job["model"], "cpu")

    def run(values: Sequence[Array]) -> Sequence[Array]:
        return [np.array(answer) for answer in session.infer(list(values))]

    return run


def tico(job: Job) -> Machine:
    """TICO's runtime of NumPy and PyTorch."""
    module = importlib.import_module("tico.circle.runtime")
    data = Path(job["model"]).read_bytes()

    def run(values: Sequence[Array]) -> Sequence[Array]:
        return [np.asarray(answer) for answer in module.run_circle(data, list(values)).outputs]

    return run


MACHINES: dict[str, Callable[[Job], Machine]] = {
    "ai_edge_litert": litert,
    "onert": onert,
    "tico": tico,
}


def main(folder: Path) -> None:
    """All runs of a job; what goes wrong is an exception, whose last line says why."""
    job: Job = json.loads((folder / "job.json").read_text())
    run = MACHINES[job["runtime"]](job)
    for number in range(job["runs"]):
        names = [folder / f"{number}.in.{k}.npy" for k in range(len(job["inputs"]))]
        answers = run([np.load(name) for name in names])
        for k, answer in enumerate(answers):
            np.save(folder / f"{number}.out.{k}.npy", np.asarray(answer))


if __name__ == "__main__":
    main(Path(sys.argv[-1]))
