"""Weights as they are written: matrices in 8 bits with a scale a row, in several files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from replication.encoder.net import Encoder

#: Bytes of a file, at most.
FILE = 13e6
#: Rows and columns from which a matrix is written in 8 bits.
LEAST = 4
#: Largest number of 8 bits.
LARGEST = 127


def save(net: Encoder, folder: Path, name: str, *, words: bool = True) -> None:
    """Writes `name-0.npz`, `name-1.npz`, ...; `words`: the table of pieces too."""
    files: list[dict[str, NDArray[np.generic]]] = [{}]
    size = 0
    for key, value in sorted(net.state_dict().items()):
        if key.startswith("word.") and not words:
            continue
        arrays = _packed(key, value.detach().float().cpu().numpy())
        more = sum(each.nbytes for each in arrays.values())
        if files[-1] and size + more > FILE:
            files.append({})
            size = 0
        files[-1].update(arrays)
        size += more
    for number, arrays in enumerate(files):
        np.savez(folder / f"{name}-{number}.npz", **arrays)


def _packed(key: str, array: NDArray[np.float32]) -> dict[str, NDArray[np.generic]]:
    if array.ndim != 2 or min(array.shape) < LEAST:
        return {key: array}
    scale = np.maximum(np.abs(array).max(1, keepdims=True) / LARGEST, 1e-12)
    whole = np.clip(np.round(array / scale), -LARGEST, LARGEST).astype(np.int8)
    return {f"{key}|q": whole, f"{key}|s": scale.astype(np.float32)}


def load(folder: Path, name: str) -> dict[str, NDArray[np.float32]]:
    """What `save` wrote, as one table of arrays by name."""
    stored: dict[str, NDArray[np.generic]] = {}
    for file in sorted(folder.glob(f"{name}-*.npz")):
        with np.load(file) as arrays:
            stored.update({key: arrays[key] for key in arrays.files})
    return {
        key.removesuffix("|q"): (
            value.astype(np.float32) * stored[f"{key[:-2]}|s"] if key.endswith("|q") else value
        ).astype(np.float32)
        for key, value in stored.items()
        if not key.endswith("|s")
    }
