"""Writes what the product reads: the network for onnxruntime with matrices of 8 bits, the table of
pieces, the vocabulary, and their digests.

    python -m replication.encoder.export [--folder FOLDER --weights OUT --name full [--keep 0.3]]

`FOLDER` is what `prepare` wrote, `OUT` what `train` did; without them what ships is written anew.
`--keep`: the share of what shipped so far in the mean of both, for a run that went on from it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from replication.encoder.net import HEADS, HIDDEN, Encoder, untrue
from replication.encoder.weights import load, shipped
from truthscore import resources
from truthscore.encoder.model import DIGESTS, NETWORK, PIECES, WORDS

OPSET = 17
#: Largest number of 8 bits, and the pieces of an example by which the network is traced.
BITS, EXAMPLE = 127, 48


class Exported(nn.Module):
    """The network over one row, without a mask: from the vectors of its pieces to the log odds that
    its statement is untrue."""

    def __init__(self, net: Encoder) -> None:
        super().__init__()
        self.net = net

    def forward(self, words: Tensor, types: Tensor, statement: Tensor) -> Tensor:
        """(1, pieces, 384), twice (1, pieces); gives one number."""
        net = self.net
        length = words.shape[1]
        x = net.norm(words + net.place.weight[:length][None] + net.kind(types))
        for layer in net.layers:
            q, k, v = layer.qkv(x).view(1, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
            near = torch.matmul(q, k.transpose(-1, -2)) / (HIDDEN // HEADS) ** 0.5
            told = torch.matmul(torch.softmax(near, -1), v)
            x = layer.aln(x + layer.ao(told.transpose(1, 2).reshape(1, length, HIDDEN)))
            x = layer.oln(x + _by_row(layer.fo, nn.functional.gelu(_by_row(layer.fi, x))))
        weight = statement[..., None]
        mean = (x * weight).sum(1) / weight.sum(1)
        logits = net.outer(torch.tanh(net.inner(torch.cat([x[:, 0], mean], -1))))
        return untrue(logits)


def _by_row(linear: nn.Linear, x: Tensor) -> Tensor:
    """`linear` of `x`, (1, pieces, width), each piece's vector brought to a largest number of 1
    before all are cut to 8 bits in one scale: cut as they are, one large piece left the others few
    levels, and a last bit that is another on another processor moved a reading by .7."""
    size = x.abs().amax(-1, keepdim=True)
    return torch.matmul(x / size, linear.weight.T) * size + linear.bias


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--name", default="full")
    parser.add_argument("--keep", type=float, default=0.0, help="share of what shipped so far")
    args = parser.parse_args()
    if (args.folder is None) != (args.weights is None):
        parser.error("--folder and --weights belong together: a vocabulary and its weights")
    before = shipped(resources.encoder())
    found = before if args.weights is None else load(args.weights, args.name)
    found = {key: each + args.keep * (before[key] - each) for key, each in found.items()}
    layers = 1 + max(int(key.split(".")[1]) for key in found if key.startswith("layers."))
    net = Encoder(len(found["word.weight"]), layers)
    net.load_state_dict({key: torch.from_numpy(each) for key, each in found.items()})
    out = resources.encoder()
    _write_words(net.word.weight.detach().numpy(), out / WORDS)
    if args.folder is not None:
        shutil.copyfile(args.folder / "pieces.model", out / PIECES)
    _write_network(Exported(net).eval(), out / NETWORK)
    digests = {
        name: hashlib.sha256((out / name).read_bytes()).hexdigest()
        for name in (NETWORK, PIECES, WORDS)
    }
    (out / DIGESTS).write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")
    for name in digests:
        print(f"{name}: {(out / name).stat().st_size:,} bytes")


def _write_words(words: np.ndarray, path: Path) -> None:
    """The table of pieces, each row in 8 bits with its scale."""
    scales = np.maximum(np.abs(words).max(1) / BITS, 1e-12).astype(np.float32)
    levels = np.rint(words / scales[:, None]).astype(np.int8)
    np.savez(path, levels=levels, scales=scales)


def _write_network(net: Exported, path: Path) -> None:
    inputs = (
        torch.zeros(1, EXAMPLE, HIDDEN), torch.zeros(1, EXAMPLE, dtype=torch.long),
        torch.ones(1, EXAMPLE),
    )  # fmt: skip
    names = ["words", "types", "statement"]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            net, inputs, str(whole), input_names=names, output_names=["odds"],
            dynamic_axes={name: {1: "pieces"} for name in names}, opset_version=OPSET, dynamo=False,
        )  # fmt: skip
        # 7 bits: older processors add products of 8 bits in 16, and cut what does not fit
        quantize_dynamic(
            whole, path, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True,
            op_types_to_quantize=["MatMul"],
        )  # fmt: skip


if __name__ == "__main__":
    main()
