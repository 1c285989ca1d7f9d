"""What "ja" or "nee" says: the question's words, and whether the context bears them out.

"Ja hoor, dat kan" has no words of its own that could stand in a document; it says what was asked.
So it is held against the sentences that have the question's words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from truthscore.language import LanguagePack
from truthscore.profile import Contradiction as Settings
from truthscore.text.alignment import (
    REACH,
    Alignment,
    sentence_of,
)
from truthscore.text.clauses import (
    Clause,
    clauses,
)
from truthscore.text.heard import (
    Heard,
    Values,
    asked_of,
    by_value,
    sentences_that_answer,
    unless_ruled_out,
)
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.values.answering import COMPARED
from truthscore.text.values.value import Value

#: Parts of speech of a reply that says something of its own.
_SAYING = NOUNS | {"VERB"}
#: Parts of speech behind the verb of a question.
_ASKED_OF = NOUNS | {"PRON", "DET"}
#: "Ja" and "nee" are among so many tokens at the beginning.
OPENING = 3
#: Signs that end a sentence: questions are parsed as one.
_ENDS = frozenset({".", "!", "?"})
#: Parts of speech that name nothing: "Nee, u kunt zo terecht".
NAMELESS = frozenset({"VERB", "AUX", "ADV"})


@dataclass(frozen=True, slots=True)
class Reply:
    """A "ja" or "nee" with which an answer begins.

    `token`: where it stands; `tokens`: its sentence. `weight`: of what it takes over from the
    question. `best`: the sentence that answers the question best; None when there is none, or when
    one says so and another does not. `agrees`: whether that says the same; `contradicts`: whether
    it surely says the contrary. `value`: the value of the question that one of the pages answers,
    None for none.
    """

    token: int
    tokens: tuple[int, int]
    weight: float
    best: Heard | None
    agrees: bool
    contradicts: bool
    value: Value | None = None


def reply(
    question: ParsedText,
    answer: ParsedText,
    aligned: Alignment,
    language: LanguagePack,
    settings: Settings,
    values: Values,
) -> Reply | None:
    """The reply of an answer to its question; None when it does not begin with one."""
    first = opening(answer, language.replies.yes | language.replies.no)
    if first is None or not question.sentences:
        return None
    meant = _meant(question, language, settings, values)
    if meant is None:
        return None
    settings = settings.model_copy(
        update={"min_shared": min(settings.min_shared, len(meant.clause.content))}
    )
    asked = asked_of(question, meant.clause, meant.asks, meant.case, aligned, language)
    heard = list(sentences_that_answer(asked, aligned, language, settings))
    if meant.value is not None:
        heard = [by_value(each, asked, meant.value, values, aligned, language) for each in heard]
    heard = unless_ruled_out(heard, asked, aligned, language)
    tokens = answer.sentences[sentence_of(answer, first)]
    said_yes = _says_yes(answer, first, language)
    return _held(
        Reply(first, tokens, math.fsum(asked.weights.values()), None, False, False),
        heard, said_yes, meant.value, settings.tie,
    )  # fmt: skip


def _held(
    made: Reply, heard: Sequence[Heard], said_yes: bool | None, value: Value | None, tie: float
) -> Reply:
    """A reply beside the sentences that answer its question; those that are nearly as good as the
    best must say the same."""
    top = max((each.share for each in heard), default=0.0)
    near = [each for each in heard if each.share >= top - tie]
    clear = len({each.affirmed for each in near}) == 1 and near[0].affirmed is not None
    if not clear:
        return made
    best = max(near, key=lambda each: each.share)
    differs = said_yes is not None and best.affirmed != said_yes
    return replace(
        made,
        best=best,
        agrees=best.affirmed == said_yes,
        contradicts=differs and all(each.sure for each in near),
        value=value if best.by_value else None,
    )


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a question asks: its clause with the words that a page must have, its tokens, whether it
    sets a case, and the value that it asks about."""

    clause: Clause
    asks: AbstractSet[int]
    case: bool
    value: Value | None


def _meant(
    question: ParsedText, language: LanguagePack, settings: Settings, values: Values
) -> _Meant | None:
    """What a question asks; None of one that no "yes" answers, or that says too little."""
    sentences = asking(question)
    asked_parts = [_asked_part(question, *each) for each in sentences]
    if all(question.lowers[start] in language.interrogatives for start, _ in asked_parts):
        return None  # "How do I cancel it?" is not answered by "yes"
    parts = [part for each in asked_parts for part in clauses(question, *each, language)]
    clause = max(parts, key=lambda each: len(each.content))
    if len(clause.content) < settings.min_shared:  # "..., will it reopen?": it is named before
        parts = [part for each in sentences for part in clauses(question, *each, language)]
        clause = max(parts, key=lambda each: len(each.content))
    # "Is it allowed to ...?" asks what "you may ..." tells.
    content = tuple(
        t for t in clause.content if question.words_at((t,)).isdisjoint(language.modals)
    )
    asks = frozenset(t for part in asked_parts for t in range(*part))
    value = _asked_value(values.asked, asks, parts)
    if value is not None:  # it is held against the page's by what it comes to, not by its words
        content = tuple(t for t in content if not value.tokens[0] <= t < value.tokens[1]) or content
    if len(content) < settings.min_shared and (value is None or not content):
        return None
    case = any(part.conditional for part in parts if part is not clause)
    return _Meant(replace(clause, content=content), asks, case, value)


def _asked_value(
    asked: Sequence[Value], asks: AbstractSet[int], parts: Sequence[Clause]
) -> Value | None:
    """The one value that a question asks about; one that is told before it, where it has none. "My
    two accounts" counts what somebody has, "if it was off for two weeks" sets a case."""
    cases = {t for part in parts if part.conditional for t in range(part.start, part.end)}
    compared = [
        each
        for each in asked
        if each.kind in COMPARED
        and not (each.kind == "number" and each.worded)
        and each.tokens[0] not in cases
    ]
    here = [each for each in compared if each.tokens[0] in asks] or compared
    return here[0] if len(here) == 1 else None


def _says_yes(answer: ParsedText, first: int, language: LanguagePack) -> bool | None:
    """What the first word of a reply comes to: "Zeker niet" and "Indeed not" are no; None of what
    takes back its "yes" and says nothing else, as "Ja, maar niet altijd" does."""
    if answer.lowers[first] not in language.replies.yes:
        return False
    behind = range(first + 1, answer.sentences[sentence_of(answer, first)][1])
    denied = [t for t in behind if answer.lowers[t] in language.negations]
    if not denied:
        return True
    if denied[0] == first + 1:
        return False
    says = any(answer.pos[t] in _SAYING for t in behind)
    return True if says else None


def asking(question: ParsedText) -> Sequence[tuple[int, int]]:
    """The sentences of a question that ask: "I'm a viewer. Can I export it?"; all of it, where no
    sign tells."""
    borders = [t for t, lower in enumerate(question.lowers) if lower in _ENDS]
    starts = [0, *(t + 1 for t in borders)]
    asking = [
        (start, end + 1)
        for start, end in zip(starts, borders, strict=False)
        if question.lowers[end] == "?" and start < end
    ]
    return asking or [(0, len(question.lowers))]


def _asked_part(question: ParsedText, start: int, end: int) -> tuple[int, int]:
    """From where a sentence asks: "I can't find my card, *can I still come?*"."""
    for token in range(start + 1, end - 1):
        if (
            question.lowers[token - 1] == ","
            and question.pos[token] in VERBS
            and question.pos[token + 1] in _ASKED_OF
        ):
            return token, end
    return start, end


def opening(answer: ParsedText, words: AbstractSet[str]) -> int | None:
    """The token of the first word of an answer, if it is one of `words`: a "ja" or a "nee". That of
    "No problem!" denies its noun and no question."""
    for token in range(min(OPENING, len(answer.lowers))):
        if answer.lowers[token][0].isalpha():
            denies_noun = answer.deps[token] == "det" and answer.lowers[token + 1 : token + 2] != (
                ",",
            )
            return token if answer.lowers[token] in words and not denies_noun else None
    return None


def support(
    said: Reply, answer: ParsedText, aligned: Alignment, language: LanguagePack
) -> float | None:
    """How much of a reply that agrees stands in the sentence that answers the question, 0 to 1:
    the words it takes over from the question, and its own.

    0.0 when the context surely says the contrary and it claims nothing else. None when it does not
    agree, or names something that does not stand there.
    """
    unit = next((each for each in aligned.units if each.tokens == said.tokens), None)
    if said.contradicts and unit is None:
        return 0.0
    if said.best is None or not said.agrees:
        return None
    found = said.best.share * said.weight
    if unit is None:
        return said.best.share
    words = aligned.documents[said.best.document].words
    at = said.best.sentence
    there = frozenset().union(*words[max(0, at - REACH) : at + REACH + 1])
    own = total = 0.0
    for token, value in zip(unit.content, unit.weights, strict=True):
        if (
            answer.lowers[token] in language.replies.yes
            or answer.lowers[token] in language.replies.no
        ):
            continue  # "jazeker", "ja, inderdaad"
        total += value
        written = answer.lowers[token], answer.lemmas[token]
        if not there.isdisjoint((*written, *aligned.context.family(written))):
            own += value
        elif answer.pos[token] not in NAMELESS:
            return None
    return (found + own) / (said.weight + total)
