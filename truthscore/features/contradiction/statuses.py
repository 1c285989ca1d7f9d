"""Another status: "it gets the status *Open* again", where the page says "*Blocked*".

Both are statuses that the pages know, so that no word of the answer is wrong by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, weight
from truthscore.text.clauses import clauses, stretches
from truthscore.text.labels import MARKS
from truthscore.text.model import ParsedText, Written, is_word
from truthscore.types import Evidence

#: Tokens from "status" to what it is: "the status changes *to* Open".
REACH = 4
#: Words of a status, at most.
LONGEST = 4


@dataclass(frozen=True, slots=True)
class Status:
    """What a statement says that a status is (`words`, in lower case), its first token, and the
    other words of the statement that claim something (`about`)."""

    token: int
    words: tuple[str, ...]
    about: tuple[Written, ...]


def statuses(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[Status]:
    """The statuses that the sentence from token `start` to `end` gives to something; nothing of
    what it denies, and none that is neither marked nor has a capital."""
    lowers = parsed.lowers[start:end]
    if language.status_words.isdisjoint(lowers):
        return  # most
    if lowers[-1] == "?" or not language.negations.isdisjoint(lowers):
        return
    cases = {
        t for part in clauses(parsed, start, end, language) if part.conditional for t in part.tokens
    }
    for stretch in stretches(parsed, start, end):
        tokens = range(*stretch)
        said = [t for t in tokens if parsed.lowers[t] in language.status_words and t not in cases]
        if not said or not _becomes(parsed, tokens, language):
            continue
        first = next(
            (
                t
                for t in range(said[0] + 1, min(said[0] + 1 + REACH, end))
                if is_word(parsed.lowers[t]) and _is_name(parsed, t)
            ),
            None,
        )
        if first is None:
            continue
        last = first + 1
        while last < min(first + LONGEST, end) and _joins(parsed, last):
            last += 1
        about = [
            t
            for t in tokens
            if not first <= t < last
            and t not in cases
            and is_claim(parsed, t, language)
            and parsed.lowers[t] not in language.status_words
        ]
        yield Status(
            token=first,
            words=tuple(parsed.lowers[first:last]),
            about=tuple(map(parsed.written, about)),
        )


def _becomes(parsed: ParsedText, tokens: range, language: LanguagePack) -> bool:
    """Whether a statement says what a status becomes: "gets", "changes to", "is set to"."""
    return any(parsed.lemmas[t] in language.becoming for t in tokens)


def _is_name(parsed: ParsedText, token: int) -> bool:
    start = parsed.starts[token]
    return parsed.text[start].isupper() or parsed.text[start - 1 : start] in MARKS


def _joins(parsed: ParsedText, token: int) -> bool:
    """Whether a token goes on with the name before it: "Partly received", within one mark."""
    between = parsed.text[parsed.ends[token - 1] : parsed.starts[token]]
    return between == " " and is_word(parsed.lowers[token]) and _inside_mark(parsed, token)


def _inside_mark(parsed: ParsedText, token: int) -> bool:
    """Whether a token stands before the sign that closes a mark."""
    behind = parsed.text[parsed.ends[token] : parsed.ends[token] + 1]
    return behind in MARKS or parsed.text[parsed.starts[token]].isupper()


def status_otherwise(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that gives something a status where the page's sentence that tells most of the same
    gives it another one."""
    answer, language = inputs.answer, inputs.language
    if language.status_words.isdisjoint(answer.lowers[slice(*unit.tokens)]):
        return  # most
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    units = inputs.aligned.units
    before = units[max(0, units.index(unit) - 1)]
    said = [answer.written(t) for each in {before, unit} for t in range(*each.tokens)]
    for mine in statuses(answer, *unit.tokens, language):
        told = [
            (_share(inputs, said, each), place, number, each)
            for place, indexed in enumerate(inputs.documents)
            for number, each in indexed.indexes[NAME].statuses
        ]
        if not told:
            continue
        best = max(told, key=lambda each: (each[0], -each[1], -each[2]))
        rivals = [share for share, _, _, each in told if each.words[0] == mine.words[0]]
        if best[0] >= settings.min_overlap and best[0] > max(rivals, default=0.0):
            yield against(
                inputs,
                (mine.token, mine.token + len(mine.words)),
                f"{' '.join(mine.words)} / {' '.join(best[3].words)}",
                best[1],
                best[2],
            )


def _share(inputs: Inputs, said: list[Written], status: Status) -> float:
    """Share of the weight of what a page says of a status that the answer has."""
    code = inputs.language.code
    whole = math.fsum(weight(each[0], code) for each in status.about)
    both = math.fsum(
        weight(each[0], code) for each in status.about if shared_words(inputs, said, (each,))
    )
    return both / whole if whole else 0.0
