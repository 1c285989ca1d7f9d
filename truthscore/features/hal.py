"""HAL (§5.2): words that stand close together in the answer should do so in the documents.

Hyperspace Analogue to Language (Lund & Burgess 1996): a window slides over the words and every
pair inside it counts, nearer pairs more. With windows of several sizes w, a pair at distance d
weighs the mean over w of max(0, w - d + 1) / w: 1 for neighbours, 0 beyond the widest window.
A pair that occurs more often weighs as its closest occurrence: whether two words belong together
is the question, not how often the page says so. The setting `occurrences` = "every" is the paper's
reading, "how often pairs of words appear together": a pair weighs as all of its occurrences.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truthscore.features.base import Feature, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Hal, Profile
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.view import content_words, words
from truthscore.types import ANSWER, Evidence, Measurement, Span

#: Evidence rows kept: a long answer has thousands of pairs, a reader looks at a handful.
MAX_EVIDENCE = 20
#: Values are rounded to this many places, so that the order of additions cannot show.
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class HalIndex:
    """Pairs of one document: `keys` sorted, key = smaller id x vocabulary size + larger.

    Per key `distances` holds how many words apart they stand at their closest, less one, and
    `tokens` the two document tokens of that occurrence; `weights` what all of its occurrences weigh
    together (see `_units`), and is empty where only the closest counts. Integers are as small as
    they can be: a page has thousands of pairs, and every page of a help centre is in memory.
    """

    vocabulary: dict[str, int]
    keys: NDArray[np.integer]
    distances: NDArray[np.integer]
    tokens: NDArray[np.integer]
    weights: NDArray[np.integer]


def kernel(windows: Sequence[int]) -> tuple[float, ...]:
    """Weight per distance 1, 2, ... up to the widest window.

    >>> kernel([1, 2])
    (0.75, 0.25)
    """
    return tuple(
        math.fsum(max(0, window - distance + 1) / window for window in windows) / len(windows)
        for distance in range(1, max(windows) + 1)
    )


@functools.cache
def _kernel(windows: tuple[int, ...]) -> NDArray[np.float64]:
    return np.array(kernel(windows))


@functools.cache
def _units(windows: tuple[int, ...]) -> tuple[NDArray[np.int64], int]:
    """The kernel in whole units, and how many of them are 1: whole numbers have one sum."""
    whole = math.lcm(*windows)
    units = np.zeros(max(windows), dtype=np.int64)
    for window in windows:
        units[:window] += np.arange(window, 0, -1) * (whole // window)
    return units, whole * len(windows)


def _words(
    parsed: ParsedText, language: LanguagePack, settings: Hal
) -> tuple[tuple[int, str], ...]:
    if settings.words == "content":
        return content_words(parsed, language)
    return words(parsed, language)


def _pairs(
    sequence: Sequence[tuple[int, str]], vocabulary: dict[str, int], settings: Hal
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """Distinct unordered pairs of different words: keys; distances and tokens of the closest; what
    all occurrences weigh together, in `_units`."""
    tokens = np.array([token for token, _ in sequence], dtype=np.int32)
    ids = np.array([vocabulary[word] for _, word in sequence], dtype=np.int64)
    size = max(1, len(vocabulary))
    widest = len(_kernel(settings.windows))
    # All pairs at once, the closest first: row d holds those at distance d + 1.
    left = np.tile(np.arange(len(ids)), (widest, 1))
    right = left + np.arange(1, widest + 1)[:, None]
    row, column = np.nonzero(right < len(ids))
    left, right = left[row, column], right[row, column]
    different = ids[left] != ids[right]
    row, left, right = row[different], left[different], right[different]
    keys = np.minimum(ids[left], ids[right]) * size + np.maximum(ids[left], ids[right])
    # np.unique keeps the first occurrence, which is the closest.
    distinct, first, which = np.unique(keys, return_index=True, return_inverse=True)
    places = np.stack([tokens[left[first]], tokens[right[first]]], 1)
    together = np.zeros(len(distinct), dtype=np.int64)
    if settings.occurrences == "every":
        units, _ = _units(settings.windows)
        np.add.at(together, which.reshape(-1), units[row])
    return distinct, row[first], places, together


def _small(values: NDArray[np.integer], most: int) -> NDArray[np.integer]:
    """The same integers, 0 to `most`, in as few bytes as `most` needs."""
    return values.astype(np.min_scalar_type(most))


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> HalIndex:
    """The document's pairs."""
    settings = profile.features.hal
    sequence = _words(document.parsed, language, settings)
    vocabulary = {word: place for place, word in enumerate(dict.fromkeys(w for _, w in sequence))}
    keys, distances, tokens, weights = _pairs(sequence, vocabulary, settings)
    return HalIndex(
        vocabulary,
        _small(keys, max(1, len(vocabulary)) ** 2),  # any key that may be looked for
        _small(distances, max(settings.windows)),
        _small(tokens, len(document.parsed.starts)),
        weights if settings.occurrences == "every" else weights[:0],
    )


def measure(inputs: Inputs) -> Measurement:
    """value = min(1, raw / `full_at`); raw = sum of min(answer, document weight) / sum of answer's.

    A pair's document weight is the highest of all documents, with `occurrences` = "every" that of
    all documents together; windows do not cross documents.
    None when the answer has fewer than `min_pairs` pairs.
    """
    settings = inputs.profile.features.hal
    sequence = _words(inputs.answer, inputs.language, settings)
    names = list(dict.fromkeys(word for _, word in sequence))
    vocabulary = {word: place for place, word in enumerate(names)}
    keys, distances, tokens, all_units = _pairs(sequence, vocabulary, settings)
    if len(keys) < settings.min_pairs:
        return Measurement(value=None, note="the answer has too few words")
    size = max(1, len(vocabulary))
    weight = _kernel(settings.windows)
    every = settings.occurrences == "every"
    _, whole = _units(settings.windows)
    weights = all_units / whole if every else weight[distances]
    first, second = keys // size, keys % size
    support = np.zeros(len(keys))
    together = np.zeros(len(keys), dtype=np.int64)
    closest = np.full((len(keys), 2), -1)  # document, place in its index
    for number, indexed in enumerate(inputs.documents):
        hal: HalIndex = indexed.indexes["hal"]
        rows, places = _lookup(hal, names, first, second)
        if every:
            together[rows] += hal.weights[places]
        theirs = weight[hal.distances[places]]
        better = theirs > support[rows]
        rows, places = rows[better], places[better]
        support[rows] = theirs[better]
        closest[rows, 0], closest[rows, 1] = number, places
    shared = np.minimum(weights, together / whole if every else support)
    share = round(min(1.0, float(shared.sum() / weights.sum())), DECIMALS)
    lost = np.round(weights - shared, DECIMALS)  # a tie is a tie: then the place decides
    ranked = np.lexsort((tokens[:, 1], tokens[:, 0], -lost))[:MAX_EVIDENCE]
    ranked = ranked[lost[ranked] > 0]
    spans = tokens[ranked].tolist()
    pairs = zip(first[ranked].tolist(), second[ranked].tolist(), strict=True)
    evidence = tuple(
        Evidence(
            span=_span(ANSWER, inputs.answer, span),
            role="unsupported",
            label=f"{names[one]} + {names[two]}",
            match=_closest(inputs, *place),
            rule="pair.apart",
        )
        for span, (one, two), place in zip(spans, pairs, closest[ranked].tolist(), strict=True)
    )
    value = round(min(1.0, share / settings.full_at), DECIMALS)
    return Measurement(value=value, raw=share, evidence=evidence)


def _lookup(
    hal: HalIndex, names: list[str], first: NDArray[np.int64], second: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which pairs of `first` and `second` the document has, and their places in its index."""
    none = np.empty(0, np.int64)
    known = np.array([hal.vocabulary.get(name, -1) for name in names], dtype=np.int64)
    one, two = known[first], known[second]
    rows = np.flatnonzero((one >= 0) & (two >= 0))
    if not len(rows) or not len(hal.keys):
        return none, none
    one, two = one[rows], two[rows]
    wanted = np.minimum(one, two) * max(1, len(hal.vocabulary)) + np.maximum(one, two)
    wanted = wanted.astype(hal.keys.dtype)
    places = np.minimum(np.searchsorted(hal.keys, wanted), len(hal.keys) - 1)
    there = hal.keys[places] == wanted
    return rows[there], places[there]


def _closest(inputs: Inputs, document: int, place: int) -> Span | None:
    """Where a document has the pair closest together; None when none has it."""
    if document < 0:
        return None
    indexed = inputs.documents[document]
    hal: HalIndex = indexed.indexes["hal"]
    return _span(indexed.document.source, indexed.document.parsed, hal.tokens[place].tolist())


def _span(source: str, parsed: ParsedText, tokens: Sequence[int]) -> Span:
    return Span(source=source, start=parsed.starts[min(tokens)], end=parsed.ends[max(tokens)])


HAL = Feature(
    name="hal",
    title="word pairs as close together as in the documents",
    section="5.2",
    settings=Hal,
    index=index,
    measure=measure,
)
