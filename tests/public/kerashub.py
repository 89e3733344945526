"""Networks over tokens of KerasHub."""

from __future__ import annotations

import inspect
from functools import partial
from importlib import import_module

import numpy as np

from tests.public.network import Network, Size

SIZES = {"base": (1, 8), "b": (3, 8), "s": (1, 12)}
# Every name that the classes have for the same few things; a class takes those it knows.
SMALL: dict[str, object] = {
    "vocabulary_size": 32,
    "vocab_size": 32,
    "num_layers": 1,
    "num_heads": 2,
    "num_query_heads": 2,
    "num_key_value_heads": 1,
    "hidden_dim": 16,
    "embedding_dim": 12,
    "intermediate_dim": 24,
    "head_dim": 8,
    "max_sequence_length": 32,
    "bucket_size": 16,
    "dropout": 0,
}


def build(size: Size, model: str, more: dict[str, object]):
    """A backbone and its inputs, in the order of their names."""
    import_module("keras").backend.clear_session()
    kind = getattr(import_module("keras_hub").models, model)
    known = inspect.signature(kind.__init__).parameters
    made = kind(**{key: value for key, value in (SMALL | more).items() if key in known})
    return made, [given(name, size) for name in sorted(made.input)]


def given(name: str, size: Size) -> np.ndarray:
    """Tokens, a mask of all but the last two of the last row, or zeros."""
    if "token" in name:
        return np.random.default_rng(3).integers(2, 30, size).astype(np.int32)
    found = np.full(size, int("mask" in name), np.int32)
    found[-1, -2:] = 0
    return found


def backbone(name: str, model: str, **more: object) -> Network:
    made = partial(build, model=model, more=more)
    return Network(name, "keras_hub", "tflite", SIZES, made)


NETWORKS = [
    backbone("bert", "BertBackbone"),
    backbone("albert", "AlbertBackbone"),
    backbone("distilbert", "DistilBertBackbone"),
    backbone("roberta", "RobertaBackbone"),
    backbone("electra", "ElectraBackbone"),
    backbone("deberta_v3", "DebertaV3Backbone"),
    backbone("gpt2", "GPT2Backbone"),
    backbone("gpt_neox", "GPTNeoXBackbone"),
    backbone("bloom", "BloomBackbone"),
    backbone("opt", "OPTBackbone"),
    backbone("llama", "LlamaBackbone"),
    backbone("mistral", "MistralBackbone", sliding_window=4),
    backbone("gemma", "GemmaBackbone"),
    backbone("phi3", "Phi3Backbone"),
    backbone("bart", "BartBackbone"),
    backbone("t5", "T5Backbone"),
]
