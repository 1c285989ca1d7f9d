"""The network: e5's encoder, and a head over the first piece and the mean of the statement's.

Needs torch, which only training needs; what ships runs on onnxruntime.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import torch
import torch.nn.functional as nnf
from numpy.typing import NDArray
from torch import Tensor, nn

HIDDEN, HEADS, FEED_FORWARD, LONGEST, EPSILON = 384, 12, 1536, 512, 1e-12
#: Behind the words, within each layer, and before the head: of all pieces of a row the same places
#: are left out, as drawing them for each piece takes a tenth of a step.
DROPOUT = 0.1
#: What is added to the weight of a place where there is no piece.
FAR = -1e4
#: What it tells: that the passages bear the statement out, say nothing of it, or say otherwise.
OUTPUTS = 3
#: How far the statement's token type stands from the other one at the start.
APART = 0.02
_NAMES = ("q", "k", "v", "ao", "aln", "fi", "fo", "oln")


class Dropout(nn.Module):
    """Leaves out places of (rows, pieces, 384) or (rows, 384), the same ones for all pieces."""

    def forward(self, x: Tensor) -> Tensor:
        """`x`, a tenth of its places zero and the others the larger for it, while it trains."""
        if not self.training:
            return x
        kept = x.new_empty(len(x), *(1,) * (x.ndim - 2), x.shape[-1]).bernoulli_(1 - DROPOUT)
        return x * (kept / (1 - DROPOUT))


class Layer(nn.Module):
    """A layer of the encoder, with its norms behind the sums."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.ao = nn.Linear(HIDDEN, HIDDEN)
        self.aln = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.fi = nn.Linear(HIDDEN, FEED_FORWARD)
        self.fo = nn.Linear(FEED_FORWARD, HIDDEN)
        self.oln = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.drop = Dropout()

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """`x`: (rows, pieces, 384); `mask`: (rows, 1, 1, pieces), True where there is a piece."""
        rows, length, _ = x.shape
        q, k, v = self.qkv(x).view(rows, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        told = _attended(q, k, v, mask).transpose(1, 2).reshape(rows, length, HIDDEN)
        x = self.aln(x + self.drop(self.ao(told)))
        return self.oln(x + self.drop(self.fo(nnf.gelu(self.fi(x)))))


def _attended(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
    """Attention over (rows, heads, pieces, 32). In half precision on a CPU it is written out: there
    torch's own takes half of a step for the way back alone."""
    if q.is_cuda or q.dtype == torch.float32:
        return nnf.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    near = torch.matmul(q / math.sqrt(q.shape[-1]), k.transpose(-1, -2))
    near = near + torch.zeros_like(mask, dtype=near.dtype).masked_fill_(~mask, FAR)
    return torch.matmul(torch.softmax(near, -1, dtype=near.dtype), v)


class Encoder(nn.Module):
    """Reads rows of pieces; gives three logits a row."""

    def __init__(self, vocabulary: int, layers: int = 12) -> None:
        super().__init__()
        self.word = nn.Embedding(vocabulary, HIDDEN)
        self.place = nn.Embedding(LONGEST, HIDDEN)
        self.kind = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.drop = Dropout()
        self.inner = nn.Linear(2 * HIDDEN, HIDDEN)
        self.outer = nn.Linear(HIDDEN, OUTPUTS)

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor, statement: Tensor) -> Tensor:
        """All (rows, pieces): numbers, where there is a piece, 1 from the statement on, and 1.0 at
        the statement's own pieces."""
        at = torch.arange(ids.shape[1], device=ids.device)
        x = self.drop(self.norm(self.word(ids) + self.place(at)[None] + self.kind(types)))
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        weight = statement[..., None].to(x.dtype)
        mean = (x * weight).sum(1) / weight.sum(1).clamp(min=1)
        return self.outer(self.drop(torch.tanh(self.inner(torch.cat([x[:, 0], mean], -1)))))


def from_base(tensors: Mapping[str, NDArray[np.float32]]) -> Encoder:
    """The encoder with the base weights; its head is new."""
    net = Encoder(len(tensors["emb.word"]))

    def put(into: Tensor, name: str) -> None:
        into.copy_(torch.from_numpy(np.ascontiguousarray(tensors[name], dtype=np.float32)))

    with torch.no_grad():
        put(net.word.weight, "emb.word")
        put(net.place.weight, "emb.pos")
        kind = torch.from_numpy(np.asarray(tensors["emb.type"], dtype=np.float32))[0]
        net.kind.weight[0] = kind
        net.kind.weight[1] = kind + torch.randn_like(kind) * APART
        put(net.norm.weight, "emb.ln.w")
        put(net.norm.bias, "emb.ln.b")
        for number, layer in enumerate(net.layers):
            for third, name in enumerate("qkv"):
                rows = slice(third * HIDDEN, (third + 1) * HIDDEN)
                put(layer.qkv.weight[rows], f"l{number}.{name}.w")
                put(layer.qkv.bias[rows], f"l{number}.{name}.b")
            for name in _NAMES[3:]:
                put(getattr(layer, name).weight, f"l{number}.{name}.w")
                put(getattr(layer, name).bias, f"l{number}.{name}.b")
        nn.init.normal_(net.inner.weight, std=1 / math.sqrt(2 * HIDDEN))
        nn.init.normal_(net.outer.weight, std=0.02)
        nn.init.zeros_(net.outer.bias)
    return net


def untrue(logits: Tensor) -> Tensor:
    """The log odds that a statement is untrue: it is not borne out."""
    told = logits.float()
    return torch.logsumexp(told[:, 1:], 1) - told[:, 0]


def loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Of each row: cross entropy; of an untrue one (3) of which it is not said how, that it is one
    of the two."""
    told = nnf.log_softmax(logits.float(), -1)
    exact = -told.gather(1, labels.clamp(max=2)[:, None])[:, 0]
    return torch.where(labels < OUTPUTS, exact, -torch.logsumexp(told[:, 1:], 1))
