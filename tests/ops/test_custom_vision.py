"""Custom operators of detection and segmentation networks."""

import struct

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


SAME, VALID = 1, 2


def memory(*numbers: int) -> bytes:
    """Options as they are in memory."""
    return struct.pack(f"<{len(numbers)}i", *numbers)


TEN = flex(max_detections=10, max_classes_per_detection=1, num_classes=3)
DETECTION = [
    case("1,20,4", "1,20,3", "20,4", out=["1,10,4", "1,10", "1,10", "1"], data=TEN),
    case("1,H,4", "1,H,3", "H,4", out=["1,10,4", "1,10", "1,10", "1"], data=TEN),
    case(
        "1,20,4", "1,20,3", "20,4", out=["1,30,4", "1,30", "1,30", "1"],
        data=flex(max_detections=10, max_classes_per_detection=3),
    ),
    fails("2,20,4", "2,20,3", "20,4", error="gets a batch of 2", data=TEN),
    fails("1,20,4", "1,21,3", "20,4", error="20 boxes, 21 scores and 20 anchors", data=TEN),
    fails("1,20,4", "1,20,3", "20,4", error="no number 'max_detections'", data=flex(a=1)),
]  # fmt: skip


@pytest.mark.parametrize("c", DETECTION, ids=str)
def test_detection_post_process(c: Case) -> None:
    c.check("CUSTOM:TFLite_Detection_PostProcess")


TRANSPOSED = [
    case("1,4,5,3", "8,2,2,3", "8", out="1,8,9,8", data=memory(SAME, 2, 2)),
    case("1,4,5,3", "8,3,3,3", "8", out="1,9,11,8", data=memory(VALID, 2, 2)),
    case("N,H,W,3", "8,3,3,3", "8", out="N,2*H+1,3*W,8", data=memory(VALID, 3, 2)),
    case("N,4,5,3", "8,1,1,3", "8", out="N,7,9,8", data=memory(SAME, 2, 2)),
    fails("1,4,5,2", "8,2,2,3", "8", error="2 input channels, 3", data=memory(SAME, 2, 2)),
    fails("1,4,5,3", "8,2,2,3", "8", error="its options have 4 bytes", data=memory(SAME)),
    fails("1,4,5,3", "8,2,2,3", "8", error="hold padding 0", data=memory(0, 2, 2)),
]


@pytest.mark.parametrize("c", TRANSPOSED, ids=str)
def test_convolution_2d_transpose_bias(c: Case) -> None:
    c.check("CUSTOM:Convolution2DTransposeBias")


POOLED = [
    case("1,8,9,3", out=["1,4,5,3"] * 2, data=memory(SAME, 2, 2, 2, 2)),
    case("N,H,W,3", out=["N,H//2,(W-1)//2,3"] * 2, data=memory(VALID, 2, 2, 3, 2)),
    fails("8,9,3", error="'in0' has rank 3, expected 4", data=memory(SAME, 2, 2, 2, 2)),
]


@pytest.mark.parametrize("c", POOLED, ids=str)
def test_max_pooling_with_argmax_2d(c: Case) -> None:
    c.check("CUSTOM:MaxPoolingWithArgmax2D")


UNPOOLED = [
    case("1,4,5,3", "1,4,5,3", out="1,8,15,3", data=memory(SAME, 2, 2, 3, 2)),
    case("N,H,W,3", "N,H,W,3", out="N,2*H,2*W,3", data=memory(SAME, 2, 2, 2, 2)),
    fails("1,4,5,3", error="operand 1 '_indices' is missing", data=memory(SAME, 2, 2, 2, 2)),
]


@pytest.mark.parametrize("c", UNPOOLED, ids=str)
def test_max_unpooling_2d(c: Case) -> None:
    c.check("CUSTOM:MaxUnpooling2D")


VERIFY = [case("N,3", "N,3", out="N,3"), case("?", "N,3", out="?")]


@pytest.mark.parametrize("c", VERIFY, ids=str)
def test_numeric_verify(c: Case) -> None:
    c.check("CUSTOM:NumericVerify")


WINDOW = flex(window_size=5, stride=2)
SPECTROGRAM = [
    case("11,2", out="2,4,5", data=WINDOW),
    case("W,1", out="1,(W-5)//2+1,5", data=WINDOW),
    case("4,1", out="1,0,5", data=WINDOW),
    fails("11,2,1", error="'in0' has rank 3, expected 2", data=WINDOW),
]


@pytest.mark.parametrize("c", SPECTROGRAM, ids=str)
def test_audio_spectrogram(c: Case) -> None:
    c.check("CUSTOM:AudioSpectrogram")


MFCC = [
    case("1,N,129", "", out="1,N,13", data=flex(dct_coefficient_count=13)),
    fails("1,8,129", "", error="no number 'dct_coefficient_count'"),
]


@pytest.mark.parametrize("c", MFCC, ids=str)
def test_mfcc(c: Case) -> None:
    c.check("CUSTOM:Mfcc")


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
