"""Rows as numbers, drawn without end from pools, and put into batches."""

from __future__ import annotations

import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from replication.encoder.material import Row
from truthscore.encoder.pieces import Encoded, Pieces

#: The step to which lengths are filled up.
STEP = 16


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row as numbers. `pair`: the same words beside two pages have the same one; `group`: what
    is drawn together."""

    row: Encoded
    label: int
    pair: int
    group: int


def read_rows(path: Path) -> list[Row]:
    """The rows of a file that `prepare` wrote."""
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        return [Row(*json.loads(line)) for line in stream]


def numbered(rows: Sequence[Row], pieces: Pieces, first: int, most: int) -> list[Numbered]:
    """Rows as numbers; pairs and groups are numbered from `first` on. `most`: of passages."""
    pairs: dict[str, int] = {}
    groups: dict[str, int] = {}
    found = []
    for number, row in enumerate(rows):
        one = pieces.encode(row.question, row.passages, row.statement, most)
        if one.start < one.end:
            pair = pairs.setdefault(row.pair or f"-{number}", first + len(pairs))
            group = groups.setdefault(row.group or f"-{number}", first + len(groups))
            found.append(Numbered(one, row.label, pair, group))
    return found


class Pool:
    """Rows in groups, drawn without end; a group's rows stay together."""

    def __init__(self, rng: random.Random) -> None:
        self._groups: list[list[Numbered]] = []
        self._rng = rng
        self._at = 0
        self.rows = self.drawn = 0

    def __len__(self) -> int:
        """The groups in it."""
        return len(self._groups)

    def add(self, rows: Sequence[Numbered]) -> None:
        """Puts rows in."""
        groups: dict[int, list[Numbered]] = defaultdict(list)
        for row in rows:
            groups[row.group].append(row)
        self._groups += groups.values()
        self.rows += len(rows)

    def draw(self, count: int) -> Iterator[list[Numbered]]:
        """So many groups; when all were drawn, all over again in another order."""
        for _ in range(count if self._groups else 0):
            if self._at % len(self._groups) == 0:
                self._rng.shuffle(self._groups)
            yield self._groups[self._at % len(self._groups)]
            self._at += 1
            self.drawn += 1


class Batch:
    """Rows as tensors on the device: what the network reads, the labels, and the pairs of an untrue
    and a true row of the same words."""

    def __init__(self, rows: Sequence[Numbered], device: torch.device) -> None:
        width = -(-max(len(each.row.ids) for each in rows) // STEP) * STEP
        ids = np.ones((len(rows), width), np.int64)
        mask = np.zeros((len(rows), width), bool)
        kinds = np.zeros((len(rows), width), np.int64)
        told = np.zeros((len(rows), width), np.float32)
        by_pair: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for at, each in enumerate(rows):
            length = len(each.row.ids)
            ids[at, :length] = each.row.ids
            mask[at, :length] = True
            kinds[at, each.row.start : length] = 1
            told[at, each.row.start : each.row.end] = 1
            by_pair[each.pair][int(each.label > 0)].append(at)
        pairs = [(u, t) for true, untrue in by_pair.values() for u in untrue for t in true]
        self.inputs = tuple(_on(each, device) for each in (ids, mask, kinds, told))
        self.labels = _on(np.array([each.label for each in rows]), device)
        self.pairs = _on(np.array(pairs, np.int64).reshape(-1, 2), device)


def _on(array: np.ndarray, device: torch.device) -> Tensor:
    tensor = torch.from_numpy(array)
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor


def batches(
    groups: Sequence[Sequence[Numbered]], rng: random.Random, size: int
) -> Iterator[list[Numbered]]:
    """Batches of about `size` pieces, filled up; rows of a group stay together, and groups of like
    length come together."""

    def length(group: Sequence[Numbered]) -> int:
        return max(len(each.row.ids) for each in group)

    made: list[list[Numbered]] = []
    waiting: list[Numbered] = []
    longest = 0
    for group in sorted(groups, key=lambda each: length(each) * rng.uniform(0.95, 1.05)):
        if waiting and (len(waiting) + len(group)) * max(longest, length(group)) > size:
            made.append(waiting)
            waiting, longest = [], 0
        waiting += group
        longest = max(longest, length(group))
    if waiting:
        made.append(waiting)
    rng.shuffle(made)
    yield from made
