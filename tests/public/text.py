"""Networks over tokens of transformers: encoders, decoders, and both."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from tests.public.network import Network, Size

SIZES = {"base": (1, 8), "b": (3, 8), "s": (1, 12)}
# Every name that configurations have for the same few things; a class takes those it knows.
WIDTH, INNER, LAYERS, HEADS, LONGEST = 16, 24, 1, 2, 32
SMALL: dict[str, object] = {
    "vocab_size": 32,
    "pad_token_id": 0,
    "use_cache": False,
    "attention_window": 4,
    **dict.fromkeys(
        ["hidden_size", "n_embd", "d_model", "dim", "embedding_size", "emb_dim"], WIDTH
    ),
    **dict.fromkeys(["intermediate_size", "d_ff", "hidden_dim", "encoder_ffn_dim"], INNER),
    **dict.fromkeys(["decoder_ffn_dim", "ffn_dim", "dff", "n_inner"], INNER),
    **dict.fromkeys(["num_hidden_layers", "n_layer", "n_layers", "num_layers"], LAYERS),
    **dict.fromkeys(["encoder_layers", "decoder_layers", "num_decoder_layers"], LAYERS),
    **dict.fromkeys(["num_attention_heads", "n_head", "n_heads", "num_heads"], HEADS),
    **dict.fromkeys(["encoder_attention_heads", "decoder_attention_heads"], HEADS),
    **dict.fromkeys(["num_key_value_heads"], 1),
    **dict.fromkeys(["max_position_embeddings", "n_positions", "max_seq_len"], LONGEST),
    **dict.fromkeys(["d_kv", "head_dim"], WIDTH // HEADS),
}


def build(size: Size, model: str, config: dict[str, object], takes: str):
    """A model of transformers and what it takes at (batch, length)."""
    parts = import_module("tests.public.torch_parts")
    names = takes.split()
    return parts.model(model, config, names), [parts.INPUTS[name](*size) for name in names]


def text(name: str, model: str, takes: str = "input_ids attention_mask", **more: object) -> Network:
    """A model by the name of its class; ``more`` is what its configuration says beyond SMALL."""
    made = partial(build, model=model, config=SMALL | more, takes=takes)
    return Network(name, "transformers", "circle", SIZES, made)


def decoder(name: str, model: str, **more: object) -> Network:
    return text(name, model, "input_ids", **more)


def both(name: str, model: str, **more: object) -> Network:
    """An encoder and a decoder, over sequences of one length."""
    return text(name, model, "input_ids attention_mask decoder_input_ids", **more)


NETWORKS = [
    text("bert", "BertModel"),
    text("roberta", "RobertaForSequenceClassification"),
    text("albert", "AlbertModel"),
    text("electra", "ElectraForTokenClassification"),
    text("distilbert", "DistilBertModel"),
    text("mpnet", "MPNetModel"),
    text("squeezebert", "SqueezeBertModel"),
    text("mobilebert", "MobileBertModel", intra_bottleneck_size=16, true_hidden_size=16),
    text("roformer", "RoFormerModel"),
    text("modernbert", "ModernBertModel", local_attention=4),
    decoder("gpt2", "GPT2LMHeadModel", attn_implementation="eager"),
    decoder(
        "gpt_neo",
        "GPTNeoModel",
        num_layers=2,
        attention_types=[[["global", "local"], 1]],
        window_size=4,
    ),
    decoder("gptj", "GPTJModel", rotary_dim=4),
    decoder("gpt_neox", "GPTNeoXModel"),
    decoder("opt", "OPTModel", word_embed_proj_dim=16),
    decoder("bloom", "BloomModel"),
    decoder("llama", "LlamaModel"),
    decoder("mistral", "MistralModel", sliding_window=4),
    decoder("qwen3", "Qwen3Model"),
    decoder("gemma2", "Gemma2Model", sliding_window=4, num_hidden_layers=2),
    decoder("mpt", "MptModel"),
    decoder("stablelm", "StableLmModel"),
    decoder("olmo2", "Olmo2Model"),
    decoder("xglm", "XGLMModel", attention_heads=2),
    decoder("mamba", "MambaModel", state_size=4, time_step_rank=2),
    both("bart", "BartModel"),
    both("marian", "MarianModel", decoder_start_token_id=0),
    both("m2m_100", "M2M100Model"),
]
