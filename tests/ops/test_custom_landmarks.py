"""MediaPipe's custom operators around landmarks."""

import pytest
from flatbuffers import flexbuffers

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import RULES, Context, Custom, State
from circle_resizer.inference.value import Value
from tests.support.case import Case, case, fails


def flex(**options: float | list[int]) -> bytes:
    """Options as a FlexBuffer."""
    builder = flexbuffers.Builder()
    builder.MapFromElements(options)
    return bytes(builder.Finish())


MATRIX = [
    case("1,1,1,240", out="1,4,4", data=flex(output_width=32)),
    case("1,H,3", out="1,4,4"),
    case("?", out="1,4,4"),
    fails("3,1,1,240", error="handles one image at a time, 'in0' [3, 1, 1, 240] has 3"),
    fails("1,2,1,240", error="'in0' [1, 2, 1, 240] has 2"),
    fails("2,80,3", error="'in0' [2, 80, 3] has 2"),
]


@pytest.mark.parametrize("c", MATRIX, ids=str)
def test_landmarks_to_transform_matrix(c: Case) -> None:
    c.check("CUSTOM:Landmarks2TransformMatrix")


TURNED = [
    case("1,H,3", "1,4,4", out="1,H,3"),
    case("1,1,1,W", "1,1,4,4", out="1,1,1,W"),
    case("?", "?", out="?"),
    fails("3,80,3", "1,4,4", error="handles one image at a time, 'in0' [3, 80, 3] has 3"),
    fails("1,80,3", "3,4,4", error="'in1' [3, 4, 4] is not one matrix of 4 by 4"),
]


@pytest.mark.parametrize("c", TURNED, ids=str)
def test_transform_landmarks(c: Case) -> None:
    c.check("CUSTOM:TransformLandmarks")


SEEN = [
    case("1,H,W,8", "1,4,4", out="1,16,24,8", data=flex(output_height=16, output_width=24)),
    case("1,H,W,C", "?", out="1,16,24,C", data=flex(output_size=[16, 24])),
    fails(
        "2,9,9,8",
        "1,4,4",
        error="one image at a time, 'in0' [2, 9, 9, 8] has 2",
        data=flex(output_size=[16, 24]),
    ),
    fails("1,9,9,8", "4,3", error="'in1' [4, 3] is not one", data=flex(output_size=[16, 24])),
    fails("1,9,9,8", "1,4,4", error="no number 'output_height'", data=flex(a=1)),
]


@pytest.mark.parametrize("name", ["TransformTensor", "TransformTensorBilinear"])
@pytest.mark.parametrize("c", SEEN, ids=str)
def test_transform_tensor(c: Case, name: str) -> None:
    c.check(f"CUSTOM:{name}")


@pytest.mark.parametrize(("height", "fine"), [(192, True), (256, False)])
def test_the_matrix_fits_images_of_one_size(height: int, fine: bool) -> None:  # noqa: FBT001
    state: State = {}
    made = Context(Custom(data=flex(input_hw=[192, 128])), [Value("m", (1, 4, 4))], state=state)
    RULES["CUSTOM:Landmarks2TransformMatrix"]([Value("x", (1, 1, 1, 240))], made)
    seen = Context(Custom(data=flex(output_size=[16, 24])), state=state)
    operands = [Value("image", (1, height, 128, 8)), Value("m", (1, 4, 4))]
    if fine:
        assert RULES["CUSTOM:TransformTensor"](operands, seen) == [(1, 16, 24, 8)]
        return
    with pytest.raises(RuleError, match=r"'m' is made for images of \[192, 128\], 'image' is"):
        RULES["CUSTOM:TransformTensor"](operands, seen)
