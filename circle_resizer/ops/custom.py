"""Custom operators by their TensorFlow name, plain (``AddV2``) or as Flex (``FlexAddV2``)."""

from collections.abc import Callable
from typing import TypeVar

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import Answer, Custom, rule
from circle_resizer.inference.value import Sizes, Value, shown
from circle_resizer.ops.broadcast import broadcast, broadcast_to
from circle_resizer.ops.convolution import window
from circle_resizer.ops.custom_options import attributes, number, numbers, word
from circle_resizer.ops.matmul import batch_matmul
from circle_resizer.ops.reduction import reduction
from circle_resizer.ops.split import split_v
from circle_resizer.ops.target import any_target
from circle_resizer.schema.options import BatchMatMulOptions, ReducerOptions, SplitVOptions
from circle_resizer.schema.types import Padding
from circle_resizer.symbolic.dim import Dim, factors_of

Function = TypeVar("Function", bound=Callable[..., object])

UNARY = """Acos Acosh Asin Asinh Atan Atanh CheckNumerics Cosh Digamma Erf Erfc Erfinv Expm1
Identity Inv Invert IsFinite IsInf IsNan Lgamma Log1p OnesLike PreventGradient Reciprocal Rint Selu
Sigmoid Sinh Softplus Softsign StopGradient Tan"""
BINARY = """Add AddV2 ApproximateEqual BitwiseAnd BitwiseOr BitwiseXor Complex Div DivNoNan FloorDiv
FloorMod Igamma Igammac LeftShift Mod MulNoNan NextAfter Polygamma RealDiv RightShift TruncateDiv
TruncateMod Xdivy Xlog1py Xlogy Zeta"""
REDUCTIONS = "All Any EuclideanNorm Max Mean Min Prod Sum"


def custom(names: str, *, many: bool = False) -> Callable[[Function], Function]:
    """Register a rule for TensorFlow operators, by their own name and as Flex operators."""
    codes = (f"CUSTOM:{prefix}{name}" for name in names.split() for prefix in ("", "Flex"))
    return rule(*codes, many=many)


@custom(UNARY)
def unary(x: Value) -> Sizes | None:
    """Element by element."""
    return x.shape


@custom(BINARY)
def binary(x: Value, y: Value) -> Sizes | None:
    """Element by element, stretched to one shape."""
    return broadcast(x, y)


@custom("MatrixBandPart")
def matrix_band_part(x: Value, _lower: Value, _upper: Value) -> Sizes | None:
    """The same shape, some of it zero."""
    return x.shape


@custom("Roll")
def roll(x: Value, _shift: Value, _axis: Value) -> Sizes | None:
    """The same shape, turned around."""
    return x.shape


@custom(REDUCTIONS)
def reduce(x: Value, axis: Value, *, opt: Custom) -> Sizes | None:
    """As REDUCE_ALL, with keep_dims."""
    keep = bool(attributes(opt).get("keep_dims", False))
    return reduction(x, axis, opt=ReducerOptions(keep_dims=keep))


@custom("BatchMatMul BatchMatMulV2 BatchMatMulV3")
def batch_mat_mul(x: Value, y: Value, *, opt: Custom) -> Sizes | None:
    """As BATCH_MATMUL, with adj_x and adj_y."""
    found = attributes(opt)
    adjoint = {f"adjoint_{a}": bool(found.get(f"adj_{b}")) for a, b in (("lhs", "x"), ("rhs", "y"))}
    return batch_matmul(x, y, opt=BatchMatMulOptions(**adjoint))


@custom("MatMul")
def mat_mul(x: Value, y: Value, *, opt: Custom) -> Sizes | None:
    """[r,k] with [k,c] -> [r,c], with transpose_a and transpose_b."""
    x.dims(2)
    y.dims(2)
    found = attributes(opt)
    a, b = bool(found.get("transpose_a")), bool(found.get("transpose_b"))
    return batch_matmul(x, y, opt=BatchMatMulOptions(adjoint_lhs=a, adjoint_rhs=b))


@custom("BroadcastTo")
def broadcast_to_custom(x: Value, shape: Value) -> Sizes | None:
    """As BROADCAST_TO."""
    return broadcast_to(x, shape)


@custom("SplitV", many=True)
def split_v_custom(x: Value, sizes: Value, axis: Value, *, opt: Custom) -> list[Answer]:
    """As SPLIT_V, with num_split."""
    return split_v(x, sizes, axis, opt=SplitVOptions(num_splits=number(opt, "num_split")))


@custom("StatelessRandomUniform StatelessRandomNormal StatelessRandomUniformV2")
def stateless_random(shape: Value, *_seeds: Value) -> Sizes | None:
    """Numbers in the shape asked for."""
    return any_target(shape)


@custom("FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3", many=True)
def fused_batch_norm(
    x: Value, scale: Value, _offset: Value, _mean: Value, _variance: Value
) -> list[Answer]:
    """X normalized, mean and variance for each channel, and what the gradient would need."""
    channels = scale.dims(1)
    return [x.shape, channels, channels, channels, channels, None]


@custom("MaxPoolWithArgmax", many=True)
def max_pool_with_argmax(x: Value, *, opt: Custom) -> list[Answer]:
    """[n,h,w,c] -> maxima and where they were, both [n,h',w',c]."""
    n, h, w, c = x.dims(4)
    padding = Padding.SAME if word(opt, "padding") == "SAME" else Padding.VALID
    _, k_h, k_w, _ = numbers(opt, "ksize")
    _, step_h, step_w, _ = numbers(opt, "strides")
    out = n, window(h, k_h, step_h, 1, padding), window(w, k_w, step_w, 1, padding), c
    return [out, out]


@custom("Einsum")
def einsum(*operands: Value, opt: Custom) -> Sizes | None:
    """Letters name axes; "..." stands for leading axes that stretch."""
    terms, _, result = word(opt, "equation").replace(" ", "").partition("->")
    names = terms.split(",")
    if len(names) != len(operands):
        raise RuleError(f"equation {terms} names {len(names)} operands, there are {len(operands)}")
    sizes: dict[str, Dim] = {}
    rests = []
    for term, operand in zip(names, operands, strict=True):
        if operand.shape is None:
            return None
        rests.append(Value(operand.name, label(term, operand, sizes)))
    rest = (broadcast(*rests) or ()) if "..." in result else ()
    before, _, after = result.partition("...")
    return [*(sizes[k] for k in before), *rest, *(sizes[k] for k in after)]


def label(term: str, operand: Value, sizes: dict[str, Dim]) -> tuple[Dim, ...]:
    """Note the size of every letter; answers the axes that "..." stands for."""
    shape = operand.shape or ()
    before, dots, after = term.partition("...")
    kept = len(before) + len(after)
    if kept > len(shape) or (not dots and kept < len(shape)):
        raise RuleError(f"'{operand.name}' {shown(shape)} does not fit {term}")
    tail = len(shape) - len(after)
    pairs = [*zip(before, shape, strict=False), *zip(after, shape[tail:], strict=True)]
    for letter, size in pairs:
        known = sizes.setdefault(letter, size)
        if isinstance(known, int) and isinstance(size, int) and known != size:
            raise RuleError(f"axis {letter} is {known} and {size}")
        if not isinstance(known, int) and (isinstance(size, int) or len(factors_of(size)) > 1):
            sizes[letter] = size
    return shape[len(before) : tail]
