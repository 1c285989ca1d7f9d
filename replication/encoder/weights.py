"""Weights as they are written, in half precision and several files; and as they ship, read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from replication.encoder.net import Encoder
from truthscore.encoder.model import NETWORK, WORDS

#: Bytes of a file, at most.
FILE = 13e6
#: Matrices of a layer and of the head, in the order in which the network multiplies by them.
MATRICES, HEAD = ("qkv", "ao", "fi", "fo"), ("inner", "outer")


def save(net: Encoder, folder: Path, name: str) -> None:
    """Writes `name-0.npz`, `name-1.npz`, ..."""
    files: list[dict[str, NDArray[np.float16]]] = [{}]
    size = 0
    for key, value in sorted(net.state_dict().items()):
        array = value.detach().float().cpu().numpy().astype(np.float16)
        parts = np.array_split(array, max(1, -(-array.nbytes // int(FILE))))
        for number, part in enumerate(parts):
            if files[-1] and size + part.nbytes > FILE:
                files.append({})
                size = 0
            files[-1][f"{key}|{number}"] = part
            size += part.nbytes
    for number, arrays in enumerate(files):
        np.savez(folder / f"{name}-{number}.npz", **arrays)  # type: ignore[arg-type]


def load(folder: Path, name: str) -> dict[str, NDArray[np.float32]]:
    """What `save` wrote, as one table of arrays by name."""
    parts: dict[str, dict[int, NDArray[np.float32]]] = {}
    for file in folder.glob(f"{name}-*.npz"):
        with np.load(file) as arrays:
            for key in arrays.files:
                told, _, number = key.rpartition("|")
                parts.setdefault(told, {})[int(number)] = arrays[key].astype(np.float32)
    return {
        key: np.concatenate([found[n] for n in sorted(found)]) if len(found) > 1 else found[0]
        for key, found in parts.items()
    }


def shipped(folder: Path) -> dict[str, NDArray[np.float32]]:
    """What `export` wrote, as `load` gives it, to go on from: matrices as near as 7 bits are."""
    graph = onnx.load(str(folder / NETWORK)).graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {
        name.removeprefix("net."): array
        for name, array in stored.items()
        if name.startswith("net.") and "_Transposed_" not in name
    }
    products = [node.input[1] for node in graph.node if node.op_type == "MatMulInteger"]
    layers = (len(products) - len(HEAD)) // len(MATRICES)
    names = [f"layers.{layer}.{matrix}" for layer in range(layers) for matrix in MATRICES]
    for name, product in zip([*names, *HEAD], products, strict=True):
        scale = stored[product.replace("_quantized", "_scale")]
        found[f"{name}.weight"] = (stored[product].astype(np.float32) * scale).T
    with np.load(folder / WORDS) as words:
        found["word.weight"] = words["levels"].astype(np.float32) * words["scales"][:, None]
    return {name: np.array(array, dtype=np.float32) for name, array in found.items()}
