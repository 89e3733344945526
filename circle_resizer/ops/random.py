"""Random numbers: RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL, MULTINOMIAL."""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, opaque, parameters
from circle_resizer.inference.rules import rule
from circle_resizer.inference.value import Sizes, Value
from circle_resizer.ops.scalar import scalar
from circle_resizer.ops.target import any_target
from circle_resizer.symbolic.dim import never_exceeds


def random_axes(shape: Value, *_seeds: Value) -> Axes:
    """Sizes are parameters."""
    return parameters(0, shape)


@rule("RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL", axes=random_axes)
def random(shape: Value) -> Sizes | None:
    """The shape asked for (TFLite random_ops.cc, PrepareRandom)."""
    return any_target(shape)


@rule("MULTINOMIAL", axes=opaque)
def multinomial(logits: Value, count: Value) -> Sizes:
    """[n,classes] -> [n,count] (TFLite random_ops.cc, PrepareMultinomial)."""
    n, _ = logits.dims(2)
    samples = scalar(count)
    if samples is None or isinstance(samples, float):
        return n, None
    if never_exceeds(samples, -1):
        raise RuleError(f"cannot draw {samples} samples")
    return n, samples
