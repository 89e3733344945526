"""Custom operators of detection and segmentation networks."""

import struct

import pytest
from flatbuffers import flexbuffers

from tests.support.case import Case, case, fails


def flex(**options: float) -> bytes:
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
