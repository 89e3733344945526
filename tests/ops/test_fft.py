"""Fourier transforms."""

import pytest

from tests.support.case import Case, case, fails

RFFT2D = [
    case("2,8,8", [8, 8], out="2,8,5"),
    case("N,3,5", [4, 8], out="N,4,5"),
    case("H,W", ["A", 8], out="A,5"),
    case("H,W", [1, "B"], out="1,B//2+1"),
    case("N,3,5", "2", out="N,_,_"),
    case("?", [4, 8], out="?"),
    fails("8", [8, 8], error="'in0' has rank 1, expected at least 2"),
]
POWERS = [
    fails("12,8", [12, 8], error="'in1' asks for a transform of 12 samples, the kernel takes pow"),
    fails("8,12", [8, 12], error="'in1' asks for a transform of 12 samples"),
    fails("8,8", [0, 8], error="'in1' asks for a transform of 0 samples"),
]

RFFT = [
    case("N,8", [6], out="N,4"),
    case("H,W", ["A", "B"], out="A,B//2+1"),
    case("N,8,8,8", [6, "H", 4], out="N,6,H,3"),
    case("N,8,8", "2", out="N,_,_"),
    case("N,8,8", "?", out="?"),
    case("?", [4], out="?"),
]

IRFFT2D = [
    case("N,8,5", [8, 8], out="N,8,8"),
    case("N,8,5", "2", out="N,_,_"),
    fails("5", [8, 8], error="'in0' has rank 1, expected at least 2"),
]

IRFFT = [
    case("N,4", [6], out="N,6"),
    case("N,8,7", [8, 12], out="N,8,12"),
    case("N,8,5", "?", out="?"),
]


@pytest.mark.parametrize("c", [*RFFT2D, *POWERS, fails("8,8", [8], error="expected 2")], ids=str)
def test_rfft2d(c: Case) -> None:
    c.check("RFFT2D")


@pytest.mark.parametrize("name", ["FlexRFFT", "FlexRFFT2D", "FlexRFFT3D"])
@pytest.mark.parametrize("c", [*RFFT2D, *RFFT], ids=str)
def test_rfft(c: Case, name: str) -> None:
    c.check(f"CUSTOM:{name}")


@pytest.mark.parametrize("c", [*IRFFT2D, *POWERS], ids=str)
def test_irfft2d(c: Case) -> None:
    c.check("CUSTOM:Irfft2d")


@pytest.mark.parametrize("name", ["FlexIRFFT", "FlexIRFFT2D", "FlexIRFFT3D"])
@pytest.mark.parametrize("c", [*IRFFT2D, *IRFFT], ids=str)
def test_irfft(c: Case, name: str) -> None:
    c.check(f"CUSTOM:{name}")


@pytest.mark.parametrize("direction", ["FFT", "IFFT"])
@pytest.mark.parametrize("axes", ["", "2D", "3D"])
def test_fft(direction: str, axes: str) -> None:
    case("N,8,5", out="N,8,5").check(f"CUSTOM:Flex{direction}{axes}")
