"""The kinds of all axes, one letter each; "-" where an operand has none.

    row("SOFTMAX", "N,8", kinds="P R")

P parallel, B broadcast, R reduced, W windowed, G gathered, C concatenated, S sequential,
X scattered, Z regrouped, N counted, A parameter, O opaque. Operands are those of ``case``.
"""

from __future__ import annotations

from typing import Any

import pytest

from circle_resizer.inference.axis_kinds import AxisKind
from circle_resizer.inference.rules import RULES, axis_kinds
from circle_resizer.inference.value import Value
from circle_resizer.schema.types import Padding
from tests.ops.test_custom_options import flex
from tests.support.case import operand, sizes

LETTERS = dict(zip(AxisKind, "PBRWGCSXZNAO", strict=True))
SAME = Padding.SAME


def row(operator: str, *operands: Any, kinds: str, outs: str | None = None, **opt: Any) -> Any:
    return pytest.param(operator, operands, kinds, outs, opt, id=f"{operator} {kinds}")


def letters(operator: str, operands: Any, outs: str | None, opt: dict[str, Any]) -> str:
    values = [operand(spec, f"x{i}") for i, spec in enumerate(operands)]
    known = None if outs is None else [Value.named("y", sizes(outs))]
    found = axis_kinds(operator, values, RULES[operator].options(**opt), known)
    rows = [
        "".join(LETTERS[found[k, axis]] for axis in range(len(value.shape or ())))
        for k, value in enumerate(values)
        if value is not None
    ]
    return " ".join(text or "-" for text in rows)


NCHW = flex({"is_training": False, "data_format": "NCHW"})
UNIT = {"stride_h": 1, "stride_w": 1}
ROWS = [
    row("ADD", "N,1,8", "4,1", kinds="PBP PB"),
    row("BROADCAST_TO", "N,1", [3, "N", 8], kinds="PB A"),
    row("RNN", "N,4", "5,4", "5,5", "5", "N,5", kinds="PR AA AA A PR"),
    row("SVDF", "N,4", "6,4", "6,5", "6", "N,30", rank=1, kinds="PR AA AA A PR"),
    row("UNIDIRECTIONAL_SEQUENCE_RNN", "N,T,4", "5,4", "5,5", "5", "N,5", kinds="PSR AA AA A PR"),
    row(
        "UNIDIRECTIONAL_SEQUENCE_RNN",
        "T,N,4",
        "5,4",
        "5,5",
        "5",
        "N,5",
        time_major=True,
        kinds="SPR AA AA A PR",
    ),
    row(
        "GRU", "T,N,2", "12,4", "12", "12,2", "12", "N,4", time_major=True, kinds="SPR AA A AA A PR"
    ),
    row(
        "GRU",
        "N,T,2",
        "12,4",
        "12",
        "12,2",
        "12",
        "N,4",
        return_sequences=True,
        kinds="PSR AA A AA A PR",
    ),
    row("BCQ_GATHER", "12", "12,2", "N", [[0, 8]], kinds="A AA P AA"),
    row("BCQ_FULLY_CONNECTED", "64,N", "12", "12,2", "12", [[0, 8]], kinds="RP A AA A AA"),
    row("INSTANCE_NORM", "N,H,W,8", "8", "1", kinds="PRRP P B"),
    row("INSTANCE_NORM", "N,8,L", "8", "8", kinds="PPR P P"),
    row("RMS_NORM", "N,T,8", "8", kinds="PPR P"),
    row("ROPE", "N,2,T,8", "1,1,T,8", "1,1,T,8", kinds="PPPR BBPR BBPR"),
    row("SELECT", "N", "N,8", "N,8", outs="N,8", kinds="P PP PP"),
    row("SELECT_V2", "N,1", "N,8", "8", outs="N,8", kinds="PB PP P"),
    row("CONCATENATION", "N,3", "N,4", axis=-1, kinds="PC PC"),
    row("CONCATENATION", "N,3", axis=-1, kinds="PP"),
    row("PACK", "N,3", "N,3", axis=-1, kinds="PP PP"),
    row("CONV_2D", "N,H,W,3", "8,3,1,3", "8", padding=SAME, kinds="PWPR PRRR P", **UNIT),
    row(
        "CONV_2D",
        "N,H,W,3",
        "8,1,1,3",
        "8",
        padding=SAME,
        stride_h=2,
        stride_w=1,
        kinds="PGPR PRRR P",
    ),
    row("CONV_2D", "N,H,W,6", "8,3,3,3", "8", padding=SAME, kinds="PWWR ORRR O", **UNIT),
    row("DEPTHWISE_CONV_2D", "N,H,W,6", "1,3,3,6", "6", padding=SAME, kinds="PWWP RRRP P", **UNIT),
    row(
        "DEPTHWISE_CONV_2D", "N,H,W,6", "1,3,3,12", "12", padding=SAME, kinds="PWWR RRRO O", **UNIT
    ),
    row("CONV_3D", "N,5,H,W,2", "2,1,1,2,4", "4", stride_d=1, kinds="PWPPR RRRRP P", **UNIT),
    row("TRANSPOSE_CONV", "4", "5,3,3,2", "N,4,4,2", "5", kinds="A PRRR PWWR P"),
    row("CONV_3D_TRANSPOSE", "5", "2,2,2,3,2", "N,2,3,4,2", "3", kinds="A RRRPR PWWWR P"),
    row("CUSTOM:Convolution2DTransposeBias", "N,4,4,2", "5,3,3,2", "5", kinds="PWWR PRRR P"),
    row("FULLY_CONNECTED", "N,T,8", "4,8", "4", keep_num_dims=True, kinds="PPR PR P"),
    row("FULLY_CONNECTED", "N,T,8", "4,8", "4", kinds="ZZR PR P"),
    row("FULLY_CONNECTED", "N,2,4", "3,8", kinds="PRR PR"),
    row("BATCH_MATMUL", "N,1,T,8", "5,8,W", kinds="PBPR PRP"),
    row("BATCH_MATMUL", "N,8,T", "N,W,8", adjoint_lhs=True, adjoint_rhs=True, kinds="PRP PPR"),
    row("TOPK_V2", "N,8", 2, kinds="PG -"),
    row("MEAN", "N,T,8", [-1], kinds="PPR A"),
    row("SUM", "N,T,8", "1", kinds="OOO A"),
    row("ARG_MAX", "N,T,8", 1, kinds="PRP -"),
    row("SLICE", "N,T,8", [0, 0, 2], [-1, "T", 6], outs="N,T,6", kinds="PPG A A"),
    row("SLICE", "N,T,8", [0, 1, 0], ["N", 3, 8], outs="N,3,8", kinds="PGP A A"),
    row("DYNAMIC_UPDATE_SLICE", "N,T,8", "N,1,8", "3", kinds="PXP PXP A"),
    row("SPLIT", 1, "N,8", num_splits=2, kinds="- PG"),
    row("SPLIT_V", "N,8", [3, 5], 1, num_splits=2, kinds="PG A -"),
    row("UNPACK", "N,2,8", axis=1, num=2, kinds="PGP"),
    row("DILATE", "N,T,8", [1, 2, 1], "", kinds="PWP A -"),
    row("L2_NORMALIZATION", "N,8", kinds="PR"),
    row("LOCAL_RESPONSE_NORMALIZATION", "N,H,W,8", kinds="PPPW"),
    row("CUMSUM", "N,T,8", 1, kinds="PSP -"),
    row("CUMSUM", "N,T,8", "", kinds="OOO -"),
    row("REVERSE_V2", "N,T,8", [1], kinds="PGP A"),
    row("REVERSE_SEQUENCE", "N,T,8", "N", seq_dim=1, batch_dim=0, kinds="PGP P"),
    row("GATHER", "N,T,8", "4,5", axis=1, kinds="PGP PP"),
    row("GATHER", "N,T,8", "N,5", axis=1, batch_dims=1, kinds="PGP PP"),
    row("GATHER_ND", "N,T,8", "4,2", kinds="GGP PR"),
    row("EMBEDDING_LOOKUP", "N", "20,8", kinds="P GP"),
    row("RFFT2D", "N,4,8", [4, 8], kinds="PRR A"),
    row("CUSTOM:FlexFFT", "N,4,8", kinds="PPR"),
    row("FILL", ["N", 8], "", kinds="A -"),
    row("TILE", "N,1,8", [1, 3, 2], kinds="PBG A"),
    row("ONE_HOT", "N,T", 8, 1, 0, axis=1, kinds="PP - - -"),
    row("MATRIX_DIAG", "N,8", kinds="PO"),
    row("MATRIX_SET_DIAG", "N,8,8", "N,8", kinds="POO PO"),
    row("PAD", "N,T,8", [[0, 0], [1, 0], [0, 0]], kinds="PWP AA"),
    row("MAX_POOL_2D", "N,H,W,8", filter_height=2, filter_width=1, kinds="PWPP", **UNIT),
    row("REDUCE_WINDOW", "N,8", 0, [1, 2], [1, 1], [1, 1], kinds="PW - A A A"),
    row("RESHAPE", "N,T,8", [-1, 8], kinds="ZZP A"),
    row("SQUEEZE", "N,1,8", squeeze_dims=(1,), kinds="PZP"),
    row("EXPAND_DIMS", "N,8", 1, kinds="PP -"),
    row("TRANSPOSE", "N,T,8", [1, 0, 2], kinds="PPP A"),
    row("RESIZE_BILINEAR", "N,H,W,8", ["H", 20], kinds="PPWP A"),
    row("SCATTER_ND", "N,1", "N,8", [20, 8], kinds="XX XP A"),
    row("SPARSE_TO_DENSE", "N,2", [3, 4], "N", 0, kinds="XX A X -"),
    row("SEGMENT_SUM", "N,8", "N", kinds="RP R"),
    row("SHAPE", "N,8", kinds="NN"),
    row("SPACE_TO_BATCH_ND", "N,H,W,8", [2, 2], [[0, 0], [0, 0]], kinds="ZWWP A AA"),
    row("SPACE_TO_DEPTH", "N,H,W,8", block_size=2, kinds="PWWZ"),
    row("STABLEHLO_SORT", "N,8", "N,8", dimension=1, kinds="PR PR"),
    row("STABLEHLO_REDUCE", "N,8", "", dimensions=(1,), kinds="PR -"),
    row(
        "STABLEHLO_DOT_GENERAL",
        "N,T,8",
        "N,8,W",
        kinds="PPR PRP",
        lhs_batching_dimensions=(0,),
        rhs_batching_dimensions=(0,),
        lhs_contracting_dimensions=(2,),
        rhs_contracting_dimensions=(1,),
    ),
    row("STABLEHLO_DYNAMIC_SLICE", "N,8", "", "", slice_sizes=(2, 8), kinds="GP - -"),
    row("HASHTABLE_LOOKUP", "N", "5", "5,8", kinds="P A GP"),
    row("CUSTOM:Mfcc", "N,T,65", "", kinds="PPR -"),
    row("CUSTOM:AudioSpectrogram", "T,N", kinds="WP"),
    row("CUSTOM:Roll", "N,T", 1, 1, kinds="PG - -"),
    row("CUSTOM:MatrixBandPart", "N,8,8", "", "", kinds="POO - -"),
    row(
        "CUSTOM:FusedBatchNorm",
        "N,H,W,8",
        *["8"] * 4,
        data=flex({"is_training": False}),
        kinds="PPPO A A A A",
    ),
    row("CUSTOM:FusedBatchNorm", "N,8,H,W", *["8"] * 4, data=NCHW, kinds="POPP A A A A"),
    row("CUSTOM:FusedBatchNorm", "N,H,W,8", *["8"] * 4, kinds="OOOO O O O O"),
    row("CUSTOM:MaxPoolWithArgmax", "N,H,W,8", kinds="PWWO"),
    row(
        "CUSTOM:MaxPoolWithArgmax",
        "N,H,W,8",
        data=flex({"include_batch_in_index": True}),
        kinds="OOOO",
    ),
    row("CUSTOM:Einsum", "N,T,4", "4,5", data=flex({"equation": "bti,io->bto"}), kinds="PPR RP"),
    row("CUSTOM:Einsum", "N,3,3", data=flex({"equation": "bii->bi"}), kinds="POO"),
    row("LSTM", "N,4", "N,3", "12,7", "12", "N,3", kernel_type=1, kinds="PR PR AA A PR"),
    row("IF", "", "N,8", kinds="- OO"),
    row("NON_MAX_SUPPRESSION_V4", "N,4", "N", 3, 0, 0, kinds="OO O - - -"),
]


@pytest.mark.parametrize(("operator", "operands", "kinds", "outs", "opt"), ROWS)
def test_kinds(
    operator: str, operands: Any, kinds: str, outs: str | None, opt: dict[str, Any]
) -> None:
    assert letters(operator, operands, outs, opt) == kinds
