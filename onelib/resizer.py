"""circle-resizer: the tool behind one-resize, with long options only and without a log."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from onelib import blocks, launch, signals
from onelib.options import join_shapes
from onelib.parser import Parser
from onelib.paths import UNWRITABLE, check_output
from onelib.printable import LONGEST_LINE, clipped, printable
from onelib.version import version_text

NAME = "circle-resizer"


def run() -> NoReturn:
    """The command ``circle-resizer``."""
    launch.launch(NAME, main)


def make_parser() -> argparse.ArgumentParser:
    """Four options."""
    parser = Parser(
        prog=NAME,
        description="change the input shapes of a circle model",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    shapes = "new shapes of all inputs, separated by commas, such as [1,2],[3,4]"
    parser.add_argument("--input_path", required=True, help="path to the input .circle")
    parser.add_argument("--output_path", required=True, help="path to the resized .circle")
    parser.add_argument("--input_shapes", required=True, help=shapes)
    version = version_text(NAME)
    parser.add_argument("--version", action="version", version=version, help="print the version")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code: 0 done, 1 refused, 2 usage, 255 shape text and anything unexpected."""
    args = make_parser().parse_args(join_shapes(argv))
    from circle_resizer.errors import ResizeError, ShapeTextError  # noqa: PLC0415  # slow
    from circle_resizer.refusals import wording  # noqa: PLC0415  # slow

    try:
        with wording.spoken(wording.COMMAND):
            lines = resized(args.input_path, args.output_path, args.input_shapes)
    except ShapeTextError as error:
        launch.complain(f"ERROR: {clipped(printable(str(error)), LONGEST_LINE)}")
        return 255
    except ResizeError as error:
        from onelib.refusal import lines_of  # noqa: PLC0415  # slow

        text = "\n".join(lines_of(error, args.input_path, args.output_path))
        launch.complain(f"Exception during resizing: {text}")
        return 1
    except OSError as error:
        launch.complain(f"Exception during resizing: {UNWRITABLE}: {launch.sentence(error)}")
        return 1
    launch.say("\n".join(lines))
    return 0


def resized(source: str, target: str, text: str) -> list[str]:
    """Resize and save; the lines for stdout."""
    from circle_resizer import CircleModel, ModelEditor  # noqa: PLC0415  # slow
    from onelib.shapetext import all_shapes  # noqa: PLC0415  # slow

    shapes = all_shapes(text)
    check_output(target)
    model = CircleModel(model_path=source)
    before = blocks.shapes("before", model.input_shapes(), model.output_shapes())
    ModelEditor(model).resize_inputs(shapes)
    signals.save(model.save, target)
    after = blocks.shapes("after", model.input_shapes(), model.output_shapes())
    return [*before, *after, blocks.saved(target)]
