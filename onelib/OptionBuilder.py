"""Turns the commands of a workflow step into arguments of its driver."""  # noqa: N999

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from onelib.drivers import DRIVERS, RESIZE, is_driver
from onelib.errors import PlainValueError
from onelib.nearest import nearest
from onelib.options import OPTIONS

QUANTIZE_FLAGS = (
    "generate_profile_data",
    "save_intermediate",
    "TF-style_maxpool",
    "evaluate_result",
    "print_mae",
    "print_mape",
    "print_mpeir",
    "print_top1_match",
    "print_top5_match",
    "force_quantparam",
    "copy_quantparam",
    "fake_quantize",
    "requantize",
    "ampq",
    "verbose",
)
OPTIMIZE_VALUES = ("input_path", "output_path", "change_outputs")


class OptionBuilder:
    """Builds the arguments of one driver."""

    def __init__(self, driver: str) -> None:
        if not is_driver(driver):
            raise PlainValueError(f"unknown driver '{driver}'{nearest(driver, DRIVERS)}")
        self.driver = driver

    def build(self, commands: Mapping[str, str]) -> list[str]:
        """The arguments."""
        if self.driver == "one-optimize":
            return optimize(commands)
        if self.driver in ("one-codegen", "one-profile", "one-infer"):
            return unknown_command(commands)
        if self.driver == "one-quantize":
            true = [key for key, value in commands.items() if value == "True"]
            return flags_and_values(commands, {*QUANTIZE_FLAGS, *true})
        if self.driver == RESIZE:
            return resize(commands)
        if self.driver in ("one-import-onnx", "one-import-pytorch", "one-import-tf"):
            return flags_and_values(commands, {"save_intermediate"})
        return flags_and_values(commands, frozenset())


def flags_and_values(commands: Mapping[str, str], flags: AbstractSet[str]) -> list[str]:
    """``--key value``, only ``--key`` for a flag that is True, nothing for one that is False."""
    words: list[str] = []
    for key, value in commands.items():
        if key not in flags:
            words += [f"--{key}", value]
        elif value == "True":
            words.append(f"--{key}")
    return words


def optimize(commands: Mapping[str, str]) -> list[str]:
    """Paths with their value, passes as flags."""
    words: list[str] = []
    for key, value in commands.items():
        if key in OPTIMIZE_VALUES:
            words += [f"--{key}", value]
        elif value == "True":
            words.append(f"--{key}")
    return words


def unknown_command(commands: Mapping[str, str]) -> list[str]:
    """Options of the driver, then those of the backend's own program."""
    own = {key: value for key, value in commands.items() if key != "command"}
    words = flags_and_values(own, frozenset())
    return [*words, "--", *commands["command"].split()] if "command" in commands else words


def resize(commands: Mapping[str, str]) -> list[str]:
    """Keys and values are those of a cfg section; any other key is for the parser to judge."""
    known = {option.key: option for option in OPTIONS}
    words: list[str] = []
    for key, value in commands.items():
        option = known.get(key)
        words += option.words(option.value(RESIZE, value)) if option else [f"--{key}", value]
    return words
