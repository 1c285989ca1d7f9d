"""Weights as they are written: half precision, in several files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from replication.encoder.net import Encoder

#: Bytes of a file, at most.
FILE = 13e6


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
