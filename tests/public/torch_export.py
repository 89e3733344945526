"""Export networks of PyTorch with TICO."""

from __future__ import annotations

import warnings
from zlib import crc32

import numpy as np
import tico
import torch
from tico.circle.runtime import run_circle

from tests.public.network import Network


def export(network: Network, point: str) -> None:
    """Write the network at a point, after a look that TICO's runtime agrees with PyTorch."""
    module, inputs = network.build(network.sizes[point])
    module = seeded(module)
    given = [t.numpy() for t in inputs]
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        wanted = [y.numpy() for y in module(*inputs)]
        data = tico.convert(module, tuple(inputs)).circle_binary
    for got, want in zip(run_circle(data, given).outputs, wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-4 * np.abs(want).max())
    network.keep(point, data, given, wanted)


def seeded(module: torch.nn.Module) -> torch.nn.Module:
    """Trained-looking weights: large enough that a wrong element shows in the answer.

    Each is drawn for its name, so that those of two sizes are the same even where a table between
    them is larger. Tables that the architecture fixes (sinusoids, masks) are no trained weights and
    stay.
    """
    for name, tensor in module.named_parameters():
        if not tensor.requires_grad:
            continue
        noise = drawn(name, tensor)
        if tensor.ndim > 1:
            noise = noise / max(1, tensor[0].numel()) ** 0.5
        elif name.endswith("weight"):
            noise = 1 + noise / 8
        else:
            noise = noise / 4
        tensor.data.copy_(noise)
    for name, tensor in module.named_buffers():
        if name.endswith("running_var"):
            tensor.copy_(1 + drawn(name, tensor).abs() / 4)
    return module.eval()


def drawn(name: str, tensor: torch.Tensor) -> torch.Tensor:
    random = torch.Generator().manual_seed(crc32(name.encode()))
    return torch.randn(tensor.shape, generator=random)
