"""Export one PyTorch network at shape A and at shape B, with the same weights.

Needs torch 2.13.0, tico and transformers; never imported by the product or by a test.
"""

import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import tico
import torch
from tico.circle.runtime import run_circle

CIRCLE = Path(__file__).parent / "circle"
MAKERS: dict[str, Callable[[], None]] = {}
Inputs = tuple[torch.Tensor, ...]


def network(make: Callable[[], None]) -> Callable[[], None]:
    """Enter a maker under its own name."""
    MAKERS[make.__name__] = make
    return make


def seeded(module: torch.nn.Module) -> torch.nn.Module:
    """Weights large enough that a wrong element shows in the answer."""
    random = torch.Generator().manual_seed(7)
    for name, tensor in module.state_dict().items():
        if not tensor.is_floating_point():
            continue
        noise = torch.randn(tensor.shape, generator=random)
        if tensor.ndim > 1:
            tensor.copy_(noise / max(1, tensor[0].numel()) ** 0.5)
        elif name.endswith("running_var"):
            tensor.copy_(1 + noise.abs() / 4)
        elif name.endswith("weight"):
            tensor.copy_(1 + noise / 8)
        else:
            tensor.copy_(noise / 4)
    return module.eval()


def answers(module: torch.nn.Module, inputs: Inputs) -> list[np.ndarray]:
    with torch.no_grad():
        result = module(*inputs)
    return [t.numpy() for t in (result if isinstance(result, tuple) else (result,))]


def keep(name: str, size: str, module: torch.nn.Module, inputs: Inputs) -> int:
    """Write NAME.SIZE.circle and NAME.SIZE.npz, after a look that TICO's runtime agrees."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = tico.convert(module, inputs).circle_binary
    given = [t.numpy() for t in inputs]
    wanted = answers(module, inputs)
    for got, want in zip(run_circle(data, given).outputs, wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-4 * np.abs(want).max())
    (CIRCLE / f"{name}.{size}.circle").write_bytes(data)
    arrays = {f"x{i}": x for i, x in enumerate(given)}
    arrays |= {f"y{i or ''}": y for i, y in enumerate(wanted)}
    np.savez_compressed(CIRCLE / f"{name}.{size}.npz", **arrays)
    return len(data)


def pair(
    name: str,
    module: torch.nn.Module,
    at_a: Inputs,
    at_b: Inputs,
    other: torch.nn.Module | None = None,
) -> None:
    """Both sizes; ``other`` is the network at B when it holds tables made for its size."""
    sizes = [keep(name, "A", module, at_a), keep(name, "B", other or module, at_b)]
    print(f"{name:24} {sizes}", flush=True)  # noqa: T201


def stuck(name: str, module: torch.nn.Module, at_a: Inputs, at_b: Inputs) -> None:
    """A network that its weights or tables fix at A: of B only the inputs are kept."""
    size = keep(name, "A", module, at_a)
    arrays = {f"x{i}": np.zeros(x.shape, x.numpy().dtype) for i, x in enumerate(at_b)}
    np.savez_compressed(CIRCLE / f"{name}.B.npz", **arrays)
    print(f"{name:24} {size} stuck", flush=True)  # noqa: T201


def floats(*shape: int, seed: int = 1) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def tokens(*shape: int, below: int = 20) -> torch.Tensor:
    return torch.randint(2, below, shape, generator=torch.Generator().manual_seed(3))


def main() -> None:
    """Make the networks named on the command line, or all of the script."""
    CIRCLE.mkdir(exist_ok=True)
    for name in sys.argv[1:] or MAKERS:
        MAKERS[name]()
