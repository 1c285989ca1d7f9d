"""One of a group where the page has another: "by post", where it says "we send the invoice by
e-mail"; "in the first field", where it says "enter the code in the second field".

A reply of a few words takes the rest from the question, so that it resembles no clause of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.text.alignment import Unit, is_claim, share_of
from truthscore.text.model import NOUNS, ParsedText
from truthscore.types import Evidence

#: Share, by weight, of the rest of the page's sentence that question and answer have.
SAME = 0.6
#: A sentence with so much of what that one has of question and answer may be what is told.
LIKE = 0.5
#: Parts of speech between a preposition and its noun.
_BETWEEN = frozenset({"DET", "ADJ", "NUM", "PRON"})


def rival_told(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A word of a unit that excludes the one that a page has in a sentence of the same."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    tokens = range(*unit.tokens)
    said = answer.words_at(tokens)
    turning = language.negations | language.near_negations | language.cannot
    if unit is not inputs.aligned.units[0]:
        return  # further on it may tell of more than was asked
    if answer.lowers[tokens[-1]] == "?" or not turning.isdisjoint(said):
        return
    mine = [t for t in tokens if _rivals(inputs, answer, t)]
    if not mine:
        return  # most
    asked = question.words_at(range(len(question.lowers)))
    whole = answer.words_at(range(len(answer.lowers)))
    words = inputs.words_there(answer, tokens) | inputs.words_there(
        question, range(len(question.lowers))
    )
    for token in mine:
        rivals = _rivals(inputs, answer, token)
        own = frozenset(answer.words_at((token,)))
        if not rivals.isdisjoint(asked | whole) or not own.isdisjoint(asked):
            continue
        found = _said_with(inputs, token, rivals, words)
        if found is None:
            continue
        place, number, there = found
        rest = [t for t in unit.content if t != token]
        least = _likeness(inputs, rest, place, number)
        if any(
            _likeness(inputs, rest, at, sentence) >= least * LIKE
            for at, document in enumerate(inputs.aligned.documents)
            for sentence in {n for word in own for n in document.postings.get(word, ())}
        ):
            continue  # the page tells that of another case, or of both
        page = inputs.aligned.documents[place].parsed
        label = f"{answer.lowers[token]} / {page.lowers[there]}"
        yield against(inputs, (token, token + 1), label, place, number)
        return


def _rivals(inputs: Inputs, parsed: ParsedText, token: int) -> AbstractSet[str]:
    others = inputs.language.alternatives
    return {*others.get(parsed.lowers[token], ()), *others.get(parsed.lemmas[token], ())}


def _said_with(
    inputs: Inputs, token: int, rivals: AbstractSet[str], words: AbstractSet[str]
) -> tuple[int, int, int] | None:
    """Document, sentence and token of a rival in a sentence of which question and answer have the
    rest."""
    language = inputs.language
    turning = language.negations | language.cannot
    for place, document in enumerate(inputs.aligned.documents):
        page = document.parsed
        for number in sorted({n for word in rivals for n in document.postings.get(word, ())}):
            inside = range(*page.sentences[number])
            lowers = page.lowers[inside.start : inside.stop]
            if lowers[-1] == "?" or not turning.isdisjoint(lowers):
                continue  # "by e-mail is not possible"
            there = [t for t in inside if not rivals.isdisjoint(page.words_at((t,)))]
            if len(there) != 1 or not _same_place(inputs.answer, token, page, there[0]):
                continue
            rest = [t for t in inside if t != there[0] and is_claim(page, t, language)]
            if rest and share_of(page, rest, words, language.code) >= SAME:
                return place, number, there[0]
    return None


def _likeness(inputs: Inputs, rest: Sequence[int], place: int, number: int) -> float:
    """How much of the question and of the rest of a unit a sentence has."""
    question, code = inputs.question, inputs.language.code
    words = inputs.aligned.documents[place].words[number]
    asked = [t for t in range(len(question.lowers)) if is_claim(question, t, inputs.language)]
    return share_of(question, asked, words, code) + share_of(inputs.answer, rest, words, code)


def _same_place(answer: ParsedText, token: int, page: ParsedText, there: int) -> bool:
    """Whether two words stand behind the same preposition and before the same noun, if any."""
    leading = _leading(answer, token), _leading(page, there)
    if None not in leading and leading[0] != leading[1]:
        return False
    nouns = _noun_behind(answer, token), _noun_behind(page, there)
    return None in nouns or nouns[0] == nouns[1]


def _leading(parsed: ParsedText, token: int) -> str | None:
    at = token - 1
    while at >= 0 and parsed.pos[at] in _BETWEEN:
        at -= 1
    return parsed.lemmas[at] if at >= 0 and parsed.pos[at] == "ADP" else None


def _noun_behind(parsed: ParsedText, token: int) -> str | None:
    behind = token + 1
    if behind < len(parsed.pos) and parsed.pos[behind] in NOUNS:
        return parsed.lemmas[behind]
    return None
