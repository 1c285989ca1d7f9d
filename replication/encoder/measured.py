"""What the network makes of rows that it has not seen."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from replication.auc import auc
from replication.encoder.material import Row
from replication.encoder.net import Encoder, untrue
from replication.encoder.rows import Batch, Numbered, batches
from truthscore.encoder.pieces import Pieces

Floats = NDArray[np.float32]
#: Lies of which so many may be sent where it is told how many true ones are.
LIES_SENT = 0.05


def logits_of(
    net: Encoder,
    rows: Sequence[Row],
    pieces: Pieces,
    most: int,
    device: torch.device,
    size: int,
) -> Floats:
    """(rows, 3), in their order. `most`: pieces of passages; `size`: pieces of a batch."""
    every = [
        Numbered(
            pieces.encode(row.question, row.passages, row.statement, most),
            row.label, number, number,
        )
        for number, row in enumerate(rows)
    ]  # fmt: skip
    found = np.zeros((len(rows), 3), np.float32)
    net.eval()
    with torch.inference_mode():
        for batch in batches([[each] for each in every], random.Random(0), size):
            told = read(net, Batch(batch, device), device)
            found[[each.group for each in batch]] = told.float().cpu().numpy()
    net.train()
    return found


def read(net: Encoder, batch: Batch, device: torch.device) -> torch.Tensor:
    """The logits of a batch, in half precision on a GPU and on a CPU with tiles for it (with
    AVX-512's instructions alone it takes half as long again as single precision)."""
    half = device.type == "cuda" or torch.cpu._is_amx_tile_supported()
    with torch.autocast(device.type, torch.bfloat16, enabled=half):
        told: torch.Tensor = net(*batch.inputs)
    return told


def odds(logits: Floats) -> Floats:
    """The log odds that each row is untrue."""
    return np.asarray(untrue(torch.from_numpy(logits)).numpy())


def figures(rows: Sequence[Row], scores: Floats) -> dict[str, str]:
    """By source: AUC of statements, how often the page that speaks against the same words has
    more, and the share of true ones below 95 % of the untrue ones."""
    by_source: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        by_source[row.source.removesuffix(" edited")].append(at)
    found = {}
    for source, places in by_source.items():
        told = scores[places]
        bad = np.array([rows[at].label > 0 for at in places])
        pages: dict[str, dict[bool, float]] = defaultdict(dict)
        for at in places:
            pages[rows[at].pair].setdefault(rows[at].label > 0, float(scores[at]))
        both = [each for each in pages.values() if len(each) == 2]
        above = sum(each[True] > each[False] for each in both) / max(1, len(both))
        sent = (told[~bad] < np.quantile(told[bad], LIES_SENT)).mean() if bad.any() else 0.0
        found[source] = (
            f"{len(places)} statements, AUC {auc(told[bad], told[~bad]):.3f}, "
            f"pages {above:.3f} of {len(both)}, true sent {sent:.2f}"
        )
    return found
