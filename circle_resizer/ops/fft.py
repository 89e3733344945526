"""Fourier transforms: RFFT2D, and the custom and Flex operators next to it."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxesRule, AxisKind, parameters, stays
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.target import any_target, axes_of, target


def transformed(count: int) -> AxesRule:
    """The last ``count`` axes are transformed together."""

    def axes(x: Value, *lengths: Value) -> Axes:
        special = dict.fromkeys(range(-count, 0), AxisKind.REDUCED)
        return stays(0, x, special) | parameters(1, *lengths)

    return axes


@rule("RFFT2D", axes=transformed(2))
def rfft2d(x: Value, length: Value) -> Sizes | None:
    """[..,h,w] -> [..,l0,l1/2+1] complex numbers, ``x`` cut or padded to ``length``.

    (TFLite rfft2d.cc, ResizeOutputandTemporaryTensors)
    """
    sizes = target(length, 2)
    check_powers(length, sizes)
    return inner(x, halved(sizes))


def resized_axes(x: Value, length: Value) -> Axes:
    """As many as ``length`` has entries."""
    count = axes_of(length)
    return parameters(1, length) if count is None else transformed(count)(x, length)


@rule("CUSTOM:FlexRFFT", "CUSTOM:FlexRFFT2D", "CUSTOM:FlexRFFT3D", axes=resized_axes)
def rfft(x: Value, length: Value) -> Sizes | None:
    """As RFFT2D, over as many axes as ``length`` has entries."""
    sizes = any_target(length)
    return None if sizes is None else inner(x, halved(sizes))


@rule("CUSTOM:Irfft2d", axes=transformed(2))
def irfft2d(x: Value, length: Value) -> Sizes | None:
    """[..,h,w/2+1] complex numbers -> [..,l0,l1] (TFLite irfft2d.cc)."""
    sizes = target(length, 2)
    check_powers(length, sizes)
    return inner(x, sizes)


@rule("CUSTOM:FlexIRFFT", "CUSTOM:FlexIRFFT2D", "CUSTOM:FlexIRFFT3D", axes=resized_axes)
def irfft(x: Value, length: Value) -> Sizes | None:
    """As Irfft2d, over as many axes as ``length`` has entries."""
    sizes = any_target(length)
    return None if sizes is None else inner(x, sizes)


@rule("CUSTOM:FlexFFT", "CUSTOM:FlexIFFT", axes=transformed(1))
@rule("CUSTOM:FlexFFT2D", "CUSTOM:FlexIFFT2D", axes=transformed(2))
@rule("CUSTOM:FlexFFT3D", "CUSTOM:FlexIFFT3D", axes=transformed(3))
def fft(x: Value) -> Sizes | None:
    """From complex numbers to as many."""
    return x.shape


def check_powers(length: Value, sizes: Sizes) -> None:
    """The library behind the kernel halves a signal until one sample is left.

    (TFLite rfft2d.cc, IsPowerOfTwo; TensorFlow's own kernels, the Flex operators, take any length)
    """
    for size in sizes:
        if isinstance(size, int) and (size < 1 or size & (size - 1)):
            raise RuleError(
                f"'{length.name}' asks for a transform of {size} samples, the kernel takes powers "
                "of two only"
            )


def halved(sizes: Sizes) -> Sizes:
    """Of a real signal half the spectrum tells the rest."""
    *outer, last = sizes
    return *outer, None if last is None else last // 2 + 1


def inner(x: Value, sizes: Sizes) -> Sizes | None:
    """The last axes of ``x`` replaced by ``sizes``."""
    if x.shape is None:
        return None
    kept = len(x.shape) - len(sizes)
    if kept < 0:
        raise RuleError(f"'{x.name}' has rank {len(x.shape)}, expected at least {len(sizes)}")
    return *x.shape[:kept], *sizes
