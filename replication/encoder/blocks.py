"""The base weights as they are stored: blocks of 32 weights of 4 bits with a scale each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

#: Weights of a block.
BLOCK = 32


def unpacked(nibbles: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    """Weights (rows, columns) of nibbles (rows, columns / 2) and scales (rows, columns / 32)."""
    rows = len(nibbles)
    blocks = nibbles.reshape(rows, -1, BLOCK // 2)
    weights = np.concatenate([blocks & 15, blocks >> 4], axis=2).astype(np.float32) - 8
    return (weights * scales.astype(np.float32)[..., None]).reshape(rows, -1)


def read_blocks(path: Path) -> dict[str, NDArray[np.float32]]:
    """The tensors of a file that `prepare` wrote."""
    found: dict[str, NDArray[np.float32]] = {}
    with np.load(path) as stored:
        for name in stored.files:
            if name.endswith("|n"):
                key = name[:-2]
                found[key] = unpacked(stored[name], stored[f"{key}|s"])
            elif not name.endswith("|s"):
                found[name] = stored[name].astype(np.float32)
    return found
