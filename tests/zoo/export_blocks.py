"""Blocks with shapes of their own: windows, merged patches and tokens, graphs, linear attention."""

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch_pair import floats, main, network, pair, seeded, stuck


class Graph(nn.Module):
    """Graph convolution; the adjacency is an input that moves with the nodes."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, nodes, edges):
        scale = edges.sum(-1, keepdim=True) + 1
        x = F.relu(self.one(nodes))
        x = (edges @ x + x) / scale
        return self.two(x), self.two(x.mean(1))


def graph_inputs(batch: int, nodes: int) -> tuple[torch.Tensor, torch.Tensor]:
    return floats(batch, nodes, 4), floats(batch, nodes, nodes, seed=2).abs()


@network
def graph():
    module = seeded(Graph())
    pair("graph_n", module, graph_inputs(1, 5), graph_inputs(1, 8))
    pair("graph_bn", module, graph_inputs(2, 5), graph_inputs(3, 4))


class Merge(nn.Module):
    """Neighbouring tokens are averaged in pairs; patches are merged two by two, as in Swin."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Linear(16, 8), nn.Linear(8, 6)

    def forward(self, x):
        b, h, w, _ = x.shape
        x = torch.cat((x[:, 0::2, 0::2], x[:, 1::2, 0::2], x[:, 0::2, 1::2], x[:, 1::2, 1::2]), -1)
        x = self.one(x).view(b, h * w // 4, 8)
        return self.two(x.view(b, h * w // 8, 2, 8).mean(2))


@network
def merge():
    module = seeded(Merge())
    pair("merge_hw", module, (floats(1, 4, 8, 4),), (floats(1, 8, 12, 4),))
    pair("merge_b", module, (floats(2, 4, 4, 4),), (floats(6, 4, 4, 4),))


class Window(nn.Module):
    """Attention in windows of 4 by 4, shifted by two; no mask."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 8)

    def forward(self, x):
        b, h, w, c = x.shape
        x = torch.cat((x[:, 2:], x[:, :2]), 1)
        y = x.view(b, h // 4, 4, w // 4, 4, c).permute(0, 1, 3, 2, 4, 5).reshape(-1, 16, c)
        q, k, v = self.qkv(y).view(-1, 16, 3, 2, 4).permute(2, 0, 3, 1, 4)
        y = (torch.softmax(q @ k.transpose(-1, -2), -1) @ v).transpose(1, 2).reshape(-1, 16, c)
        y = y.view(b, h // 4, w // 4, 4, 4, c).permute(0, 1, 3, 2, 4, 5).reshape(b, h, w, c)
        return x + self.out(y)


@network
def window():
    module = seeded(Window())
    pair("window_hw", module, (floats(1, 8, 8, 8),), (floats(1, 12, 16, 8),))
    pair("window_b", module, (floats(1, 8, 8, 8),), (floats(3, 8, 8, 8),))
    pair("window1_hw", module, (floats(1, 4, 8, 8),), (floats(1, 8, 12, 8),))


class Linear(nn.Module):
    """Linear attention: keys and values meet first; the sum over keys is a denominator."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(8, 24)

    def forward(self, x):
        b, s, c = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, 2, 4).permute(2, 0, 3, 1, 4)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        whole = q @ k.sum(2).unsqueeze(-1)
        return (q @ (k.transpose(-1, -2) @ v) / whole).transpose(1, 2).reshape(b, s, c)


@network
def linear():
    module = seeded(Linear())
    pair("linearattention_s", module, (floats(1, 6, 8),), (floats(1, 10, 8),))
    pair("linearattention_bs", module, (floats(2, 6, 8),), (floats(4, 3, 8),))


class Experts(nn.Module):
    """Soft mixture of experts: every token through every expert, weighted by a router."""

    def __init__(self) -> None:
        super().__init__()
        self.route = nn.Linear(6, 3)
        self.experts = nn.Parameter(torch.zeros(3, 6, 6))

    def forward(self, x):
        b, s, c = x.shape
        flat = x.reshape(b * s, c)
        weight = torch.softmax(self.route(flat), -1)
        each = torch.matmul(flat.unsqueeze(0).expand(3, -1, -1), self.experts)
        return (each * weight.t().unsqueeze(-1)).sum(0).view(b, s, c)


@network
def experts():
    module = seeded(Experts())
    pair("experts_bs", module, (floats(1, 5, 6),), (floats(2, 7, 6),))
    pair("experts3_b", module, (floats(3, 3, 6),), (floats(5, 3, 6),))


class Correlate(nn.Module):
    """Siamese tracking: the template's features are the kernel, per picture, of the search."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Conv2d(3, 4, 3, 2, 1)

    def forward(self, template, search):
        z, x = self.features(template), self.features(search)
        b, c = x.shape[:2]
        z = z.mean((2, 3)).view(b, c, 1, 1)
        similar = (x * z).sum(1, keepdim=True)
        best = similar.flatten(1).max(1, keepdim=True).values
        return similar / (1 + best.abs().view(b, 1, 1, 1))


@network
def correlate():
    module = seeded(Correlate())
    at_a = floats(1, 3, 8, 8), floats(1, 3, 16, 16)
    pair("correlate_b", module, at_a, (floats(2, 3, 8, 8), floats(2, 3, 16, 16)))
    pair("correlate_hw", module, at_a, (floats(1, 3, 8, 8), floats(1, 3, 24, 20)))


class Flat(nn.Module):
    """LeNet: a flatten in front of a dense layer; only the batch may change."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Conv2d(1, 4, 3), nn.Linear(4 * 9, 5)

    def forward(self, x):
        return self.two(F.max_pool2d(F.relu(self.one(x)), 2).flatten(1))


@network
def lenet():
    module = seeded(Flat())
    pair("lenet_b", module, (floats(1, 1, 8, 8),), (floats(4, 1, 8, 8),))
    pair("lenet4_b", module, (floats(4, 1, 8, 8),), (floats(1, 1, 8, 8),))
    stuck("lenet_hw", module, (floats(1, 1, 8, 8),), (floats(1, 1, 14, 14),))


if __name__ == "__main__":
    main()
