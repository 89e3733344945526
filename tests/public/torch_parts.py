"""Models of transformers with plain inputs and outputs, and the inputs."""

from __future__ import annotations

import inspect

import torch
import transformers


class Plain(torch.nn.Module):
    """Tensors by position in, a tuple of the answers that are tensors out."""

    def __init__(self, model: torch.nn.Module, takes: list[str], gives: int) -> None:
        super().__init__()
        self.model, self.takes, self.gives = model, takes, gives

    def forward(self, *inputs):
        named = dict(zip([CALLED.get(t, t) for t in self.takes], inputs, strict=True))
        found = self.model(**named, return_dict=False)
        found = found if isinstance(found, (tuple, list)) else (found,)
        return tuple(t for t in found if isinstance(t, torch.Tensor))[: self.gives]


def model(name: str, config: dict[str, object], takes: list[str], gives: int = 1) -> Plain:
    """A model by the name of its class, of a small configuration.

    What the class's configuration does not know is left out, so that one table serves all.
    """
    kind = getattr(transformers, name)
    known = {"attn_implementation", *inspect.signature(kind.config_class.__init__).parameters}
    chosen = {key: value for key, value in config.items() if key in known}
    torch.manual_seed(7)
    return Plain(kind(kind.config_class(**chosen)), takes, gives)


def ids(batch: int, length: int) -> torch.Tensor:
    return torch.randint(2, 30, (batch, length), generator=torch.Generator().manual_seed(3))


def mask(batch: int, length: int) -> torch.Tensor:
    """All of it but the last two of the last row."""
    found = torch.ones(batch, length, dtype=torch.int64)
    found[-1, -2:] = 0
    return found


def floats(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(1))


def pixels(batch: int, height: int, width: int) -> torch.Tensor:
    return floats(batch, 3, height, width)


def mel(batch: int, steps: int) -> torch.Tensor:
    return floats(batch, 16, steps)


def spectrum(batch: int, steps: int) -> torch.Tensor:
    return floats(batch, steps, 16)


INPUTS = {
    "input_ids": ids,
    "attention_mask": mask,
    "decoder_input_ids": ids,
    "pixel_values": pixels,
    "input_values": floats,
    "mel": mel,
    "spectrum": spectrum,
}
# Inputs that several models call by one name, but take in shapes of their own.
CALLED = {"mel": "input_features", "spectrum": "input_values"}
