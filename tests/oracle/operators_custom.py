"""Operators LiteRT knows by name, and those with constants of an unusual kind."""

from __future__ import annotations

from typing import Any

import numpy as np
from flatbuffers import flexbuffers

from tests.oracle.kernel import Net, Ref, net, refused
from tests.support.build import sparsity


def flex(**options: float) -> dict[str, Any]:
    """Fields of a custom operator with options."""
    builder = flexbuffers.Builder()
    builder.MapFromElements(options)
    return {"custom_options": bytes(builder.Finish())}


def custom(name: str, *operands: Any, outs: str = "f", **options: float) -> Any:
    """A custom operator."""
    return lambda n: n("CUSTOM", *operands, outs=outs, custom=name, fields=flex(**options))


def densified(n: Net) -> Any:
    """Sparse weights of a layer."""
    rows = sparsity([0, 1], [{"dense_size": 3}, {"segments": [0, 1, 2, 3], "indices": [0, 2, 3]}])
    weights = n.graph.const(np.ones(3, np.float32), shape=[3, 4], sparsity=rows)
    dense = n("DENSIFY", Ref(weights, "f"))
    return n("FULLY_CONNECTED", n.data("2,4"), dense, np.ones(3, np.float32))


def skip_gram(n: Net) -> Any:
    """Words beside something that changes."""
    words = n("SKIP_GRAM", np.array(["a b c"]), outs="t", ngram_size=2, max_skip_size=1)
    return words, n("ABS", "2,3")


def sparse_lookup(n: Net) -> Any:
    """Rows of a table put together."""
    ids, places = [0, 1, 2], [[0, 0], [1, 0], [1, 1]]
    weights = [1.0, 1.0, 1.0]
    return n("EMBEDDING_LOOKUP_SPARSE", ids, places, [2, 3], weights, "5,4", outs="f")


DETECTION: dict[str, Any] = {
    "max_detections": 10, "max_classes_per_detection": 1, "num_classes": 2,
    "nms_score_threshold": 0.1, "nms_iou_threshold": 0.5,
    "y_scale": 10.0, "x_scale": 10.0, "h_scale": 5.0, "w_scale": 5.0,
}  # fmt: skip
DETECT = custom("TFLite_Detection_PostProcess", "1,6,4", "1,6,3", "6,4", outs="ffff", **DETECTION)
SPECTRUM = {"window_size": 6, "stride": 3, "magnitude_squared": True}
COEFFICIENTS = {
    "upper_frequency_limit": 4000.0, "lower_frequency_limit": 20.0,
    "filterbank_channel_count": 20, "dct_coefficient_count": 13,
}  # fmt: skip

CASES = [
    *net(DETECT, to=["1,9,4;1,9,3;9,4"], name="TFLite_Detection_PostProcess"),
    *net(
        custom("AudioSpectrogram", "20,1", **SPECTRUM), to=["33,2", "6,1"], name="AudioSpectrogram"
    ),
    *net(custom("Mfcc", "1,4,65", [8000], **COEFFICIENTS), to=["2,7,65"], name="Mfcc"),
    *net(densified, to=["5,4"], name="densified"),
    *net(skip_gram, to=["4,5"], name="words", unknown={0: (0,)}),
    *net(sparse_lookup, to=["6,7"], name="sparse lookup"),
    *refused(net(DETECT, to=["2,9,4;2,9,3;9,4"], name="two images")),
]
