"""The units of an answer, each with the passage of the context that it stands on."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from truthscore import deadline
from truthscore.language import LanguagePack
from truthscore.profile import Alignment as Settings
from truthscore.text.alignment import (
    DECIMALS,
    ELSEWHERE,
    Alignment,
    Context,
    PassageIndex,
    Unit,
    is_claim,
    weight,
)
from truthscore.text.model import ParsedText, is_word

#: Sums further apart than this are not equal when they are rounded.
ALIKE = 2 * 10.0**-DECIMALS


def align(
    answer: ParsedText,
    documents: Sequence[PassageIndex],
    language: LanguagePack,
    settings: Settings,
) -> Alignment:
    """The units of `answer` with the passages they stand on.

    The same whatever the order of `documents` but for ties, which go to the earlier one.
    """
    context = Context(documents, language, settings)
    claims = [
        (sentence, content)
        for sentence in answer.sentences
        if (content := tuple(t for t in range(*sentence) if is_claim(answer, t, language)))
    ]
    if not claims and all(
        lower in language.numbers_spelled for lower in answer.lowers if is_word(lower)
    ):
        # "Three." is an answer, though it is a stop word of a pipeline
        numbers = [
            tuple(t for t in range(*s) if is_word(answer.lowers[t])) for s in answer.sentences
        ]
        claims = [(s, said) for s, said in zip(answer.sentences, numbers, strict=True) if said]
    return Alignment(tuple(_units(answer, claims, context, language)), tuple(documents), context)


def _units(
    answer: ParsedText,
    claims: Sequence[tuple[tuple[int, int], tuple[int, ...]]],
    context: Context,
    language: LanguagePack,
) -> Iterator[Unit]:
    words = [
        [(answer.lowers[token], answer.lemmas[token]) for token in content] for _, content in claims
    ]
    distinct = dict.fromkeys(itertools.chain.from_iterable(words))
    context.look_up(distinct)
    known = [word for word in distinct if context.family(word)]
    places = {word: place for place, word in enumerate(known)}
    table = context.rows(known)
    values = [weight(lower, language.code) for lower, _ in known]
    weighted = table * np.array(values)[:, None]
    for (sentence, content), said in zip(claims, words, strict=True):
        deadline.check()
        weights = tuple([weight(lower, language.code) for lower, _ in said])
        rows = [places.get(word) for word in said]
        yield _unit(sentence, content, weights, rows, (table, weighted), context)


def _unit(
    tokens: tuple[int, int],
    content: tuple[int, ...],
    weights: tuple[float, ...],
    rows: Sequence[int | None],
    tables: tuple[NDArray[np.uint8], NDArray[np.float64]],
    context: Context,
) -> Unit:
    """`rows`: of each word of the content its row of `tables`, None when no document has it.

    `tables`: where the words stand (`Context.rows`), and the same times their weights.
    """
    known = [row for row in rows if row is not None]
    if not known:
        return Unit(tokens, content, weights, (0.0,) * len(content), 0.0, 0.0, None)
    total = math.fsum(weights)
    table, weighted = tables
    both = np.add.reduce(weighted[known], axis=0)  # in this order: floats are added
    scores, own = both[: context.size], both[context.size :]
    # Most weight with the neighbours, then most by itself, then the earlier one.
    likely: list[int] = (scores > np.maximum.reduce(scores) - ALIKE).nonzero()[0].tolist()
    best = likely[0]
    if len(likely) > 1:
        best = min(likely, key=lambda at: (-_rounded(scores, at), -_rounded(own, at), at))
    beside = iter(table[known, best].tolist())
    found = tuple([0.0 if row is None else 1.0 if next(beside) else ELSEWHERE for row in rows])
    return Unit(
        tokens,
        content,
        weights,
        found,
        round(float(scores[best]) / total, DECIMALS),
        round(float(own[best]) / total, DECIMALS),
        context.passage(best),
    )


def _rounded(values: NDArray[np.float64], at: int) -> float:
    return round(float(values[at]), DECIMALS)
