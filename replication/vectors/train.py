"""Vectors of word pieces, so that a sentence lies beside its translation.

A sentence is the sum of the vectors of its pieces, made to length 1 (Wieting et al. 2019); a piece
that says little learns to be short. InfoNCE both ways: of the batch the sentence's translation is
right and all others are wrong; 15 of them stand beside it, mostly on the same page. In between,
entries of the translation table are pairs of sentences of one word each. One thread, a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from replication.vectors.pairs import Pairs
from truthscore.text.pieces import Pieces

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How vectors are trained. `run`: lines that follow each other and stay so in a batch; `every`:
    each so many steps one is made of word pairs (0: never); `warmth`: what likenesses are divided
    by; the lower, the more the nearest wrong answer counts; `rate` falls to 0 in a line."""

    size: int
    epochs: int
    batch: int
    run: int
    every: int
    rate: float
    warmth: float
    seed: int


class _Bags:
    """The pieces of many sentences in one line; `same[i]` is equal where sentences are."""

    def __init__(self, pieces: Pieces, sentences: Sequence[Sequence[str]]) -> None:
        bags = [tuple(p for word in each for p in pieces.of(word)) for each in sentences]
        self.ends = np.cumsum([0, *map(len, bags)])
        self.flat = np.fromiter((p for bag in bags for p in bag), np.int64, int(self.ends[-1]))
        numbers: dict[tuple[int, ...], int] = {}
        self.same = np.array([numbers.setdefault(bag, len(numbers)) for bag in bags])

    def of(self, batch: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The pieces of some sentences, and to which of them (by its place) each belongs."""
        starts, lengths = self.ends[batch], self.ends[batch + 1] - self.ends[batch]
        owner = np.repeat(np.arange(len(batch)), lengths)
        first = np.cumsum(lengths) - lengths
        at = np.arange(len(owner)) - first[owner] + starts[owner]
        return self.flat[at], owner


def _silent(line: str) -> None:
    """Tells nothing."""


def trained(
    pieces: Pieces, pairs: Pairs, words: Sequence[tuple[str, str]], settings: Settings,
    told: Callable[[str], None] = _silent,
) -> Floats:  # fmt: skip
    """The vectors of the pieces, `len(pieces)` x `size`."""
    random = np.random.default_rng(settings.seed)
    sides = _Bags(pieces, pairs.first), _Bags(pieces, pairs.second)
    entries = _Bags(pieces, [[one] for one, _ in words]), _Bags(pieces, [[two] for _, two in words])
    vectors = random.standard_normal((len(pieces), settings.size), dtype=np.float32)
    vectors *= np.float32(settings.size**-0.5)
    vectors *= _rarity(sides, len(pieces))[:, None]
    state = _Adam(vectors)
    batches = [
        batch for _ in range(settings.epochs) for batch in _batches(len(pairs), settings, random)
    ]
    total = len(batches)
    losses: list[float] = []
    for step, batch in enumerate(batches):
        rate = settings.rate * (1.0 - step / total)
        losses.append(_step(state, sides, batch, settings.warmth, rate))
        if settings.every and words and step % settings.every == settings.every - 1:
            drawn = random.integers(0, len(words), settings.batch)
            _step(state, entries, drawn, settings.warmth, rate)
        if (step + 1) % max(1, total // settings.epochs) == 0:
            told(f"step {step + 1} of {total}: loss {np.mean(losses):.3f}")
            losses.clear()
    return vectors


def _rarity(sides: tuple[_Bags, _Bags], size: int) -> Floats:
    """What a piece weighs at first: a / (a + how often it occurs) (Arora et al. 2017)."""
    counts = sum(np.bincount(side.flat, minlength=size) for side in sides)
    share = counts / max(1, counts.sum())
    return (1e-3 / (1e-3 + share)).astype(np.float32)


def _batches(
    count: int, settings: Settings, random: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Each pair once: runs of lines of a page, the runs in random order."""
    shift = int(random.integers(0, settings.run))
    starts = np.arange(-shift, count, settings.run)
    random.shuffle(starts)
    order = (starts[:, None] + np.arange(settings.run)).ravel()
    order = order[(order >= 0) & (order < count)]
    cuts = range(0, len(order), settings.batch)
    return [order[cut : cut + settings.batch] for cut in cuts]


class _Adam:
    """Adam (Kingma and Ba 2015) on the rows that a step touches."""

    def __init__(self, vectors: Floats) -> None:
        self.vectors = vectors
        self.mean = np.zeros_like(vectors)
        self.square = np.zeros_like(vectors)
        self.steps = np.zeros(len(vectors), dtype=np.int64)

    def step(self, rows: NDArray[np.int64], slope: Floats, rate: float) -> None:
        """Move `rows` against `slope`."""
        self.steps[rows] += 1
        mean = 0.9 * self.mean[rows] + 0.1 * slope
        square = 0.98 * self.square[rows] + 0.02 * slope * slope
        self.mean[rows], self.square[rows] = mean, square
        count = self.steps[rows][:, None].astype(np.float32)
        mean /= 1 - np.float32(0.9) ** count
        square /= 1 - np.float32(0.98) ** count
        self.vectors[rows] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-6))


def _step(
    state: _Adam, sides: tuple[_Bags, _Bags], batch: NDArray[np.int64], warmth: float, rate: float
) -> float:  # fmt: skip
    """One step; the loss before it."""
    count = len(batch)
    both = [side.of(batch) for side in sides]
    pieces = np.concatenate([found for found, _ in both])
    owner = np.concatenate([both[0][1], both[1][1] + count])
    rows, at = np.unique(pieces, return_inverse=True)
    sums = csr_matrix((np.ones(len(at), np.float32), (owner, at)), shape=(2 * count, len(rows)))
    totals = sums @ state.vectors[rows]
    lengths = np.sqrt((totals * totals).sum(1, keepdims=True)) + np.float32(1e-6)
    units = totals / lengths
    one, other = units[:count], units[count:]
    likeness = one @ other.T / np.float32(warmth)
    # the same sentence twice in a batch is no wrong answer
    same = np.zeros((count, count), dtype=bool)
    for side in sides:
        same |= side.same[batch][:, None] == side.same[batch]
    np.fill_diagonal(same, False)
    likeness[same] = -np.inf
    forth, back = _shares(likeness), _shares(likeness.T).T
    right = np.arange(count)
    loss = -float(np.log(forth[right, right] + 1e-9).mean())
    slope = forth + back
    slope[right, right] -= 2.0
    slope /= np.float32(2 * count * warmth)
    along = np.concatenate([slope @ other, slope.T @ one])
    along -= (along * units).sum(1, keepdims=True) * units
    state.step(rows, np.asarray(sums.T @ (along / lengths), dtype=np.float32), rate)
    return loss


def _shares(likeness: Floats) -> Floats:
    raised = np.exp(likeness - likeness.max(1, keepdims=True))
    shares: Floats = raised / raised.sum(1, keepdims=True)
    return shares
