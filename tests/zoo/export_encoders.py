"""Encoders over tokens: ALBERT, ELECTRA, MPNet, RoBERTa and attention pooling."""

import torch
from torch import nn
from torch_pair import floats, main, network, pair, seeded, stuck, tokens
from transformers import (
    AlbertConfig,
    AlbertModel,
    ElectraConfig,
    ElectraForTokenClassification,
    MPNetConfig,
    MPNetModel,
    RobertaConfig,
    RobertaForSequenceClassification,
)

SMALL = {
    "vocab_size": 20,
    "hidden_size": 12,
    "embedding_size": 12,
    "intermediate_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 3,
    "max_position_embeddings": 20,
    "attn_implementation": "eager",
}


class Ids(nn.Module):
    """Token numbers and a padding mask in, the first answer out."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids, mask):
        return self.model(input_ids=ids, attention_mask=mask)[0]


def given(batch: int, length: int) -> tuple[torch.Tensor, torch.Tensor]:
    mask = torch.ones(batch, length, dtype=torch.int64)
    mask[-1, -2:] = 0
    return tokens(batch, length), mask


@network
def albert():
    module = seeded(Ids(AlbertModel(AlbertConfig(**SMALL, num_hidden_groups=1))))
    pair("albert_b", module, given(1, 6), given(3, 6))


@network
def electra():
    config = ElectraConfig(**SMALL, num_labels=3)
    module = seeded(Ids(ElectraForTokenClassification(config)))
    pair("electra_b", module, given(2, 5), given(5, 5))
    stuck("electra_s", module, given(1, 6), given(1, 9))


@network
def roberta():
    module = seeded(Ids(RobertaForSequenceClassification(RobertaConfig(**SMALL, num_labels=3))))
    pair("roberta_b", module, given(1, 6), given(4, 6))


@network
def mpnet():
    config = MPNetConfig(**SMALL, relative_attention_num_buckets=32)
    pair("mpnet_b", seeded(Ids(MPNetModel(config))), given(1, 6), given(2, 6))


class AttentionPool(nn.Module):
    """A learned query, repeated for each row, gathers a sequence into one vector."""

    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Parameter(torch.zeros(1, 2, 12))
        self.attend = nn.MultiheadAttention(12, 2, batch_first=True)

    def forward(self, x):
        query = self.query.expand(x.shape[0], -1, -1)
        return self.attend(query, x, x, need_weights=False)[0].flatten(1)


@network
def attentionpool():
    module = seeded(AttentionPool())
    pair("attentionpool_b", module, (floats(1, 5, 12),), (floats(3, 5, 12),))
    pair("attentionpool_s", module, (floats(2, 5, 12),), (floats(2, 9, 12),))


class Prompt(nn.Module):
    """Learned prompt tokens and a class token in front of the sequence, one of them read back."""

    def __init__(self) -> None:
        super().__init__()
        self.prompt = nn.Parameter(torch.zeros(1, 3, 12))
        self.layer = nn.TransformerEncoderLayer(12, 3, 16, batch_first=True)

    def forward(self, x):
        x = torch.cat((self.prompt.expand(x.shape[0], -1, -1), x), 1)
        x = self.layer(x)
        return x[:, 0], x[:, 3:]


@network
def prompt():
    module = seeded(Prompt())
    pair("prompt_b", module, (floats(1, 5, 12),), (floats(3, 5, 12),))
    pair("prompt_s", module, (floats(2, 5, 12),), (floats(2, 8, 12),))


if __name__ == "__main__":
    main()
