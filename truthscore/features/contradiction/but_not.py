"""What a page leaves out of what it says: "you see appointments, but no results".

"You see appointments and results": every word stands in that sentence, and nothing is denied of a
predicate. So does "in the app" where the page says "on your phone, not in the app".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import UNSURE, Unit, is_claim, sentence_span, share_of
from truthscore.text.clauses import names_role, phrase_end, phrases_at
from truthscore.text.model import NOUNS, VERBS, ParsedText
from truthscore.text.phrases import phrases
from truthscore.types import ANSWER, Evidence, Span

#: What stands before what is left out: "..., not in the app", "..., but no results".
_BEFORE = frozenset({",", ";", "(", "-", "–", "—"})
#: What stands behind the last word of a statement.
_ENDS = frozenset({".", ";", "!", ")"})
#: Tokens of what is left out, at most: more is another statement.
LONGEST = 8


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a sentence leaves out (`things`: all that claims something there), the word that says
    so, and what it says of the rest."""

    sign: int
    things: tuple[int, ...]
    rest: tuple[int, ...]


def left_out(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Iterator[LeftOut]:
    """What the sentence from token `start` to `end` leaves out."""
    excluding = language.excluding
    # the last words of "instead of"
    instead = {
        phrase_end(parsed, t, language.instead) - 1
        for t in phrases_at(parsed, start, end, language.instead)
    }
    signs: set[int] = set()
    for sign in range(start + 1, end - 1):
        word, before = parsed.lowers[sign], parsed.lowers[sign - 1]
        if word in language.negations and word not in language.before_same_word:
            if before not in _BEFORE and before not in language.clause_words:
                continue
        elif word not in excluding and sign not in instead:
            continue
        stop = next(
            (t for t in range(sign + 1, end) if _stops(parsed, t, language)),
            end,
        )
        if sign in instead:  # "instead of Malta for scenes in Qarth"
            phrase = next(phrases(parsed, sign + 1, stop, language), None)
            stop = phrase.end if phrase is not None else sign
        if stop - sign > LONGEST or any(parsed.pos[t] in VERBS for t in range(sign + 1, stop)):
            continue
        things = tuple(t for t in range(sign + 1, stop) if is_claim(parsed, t, language))
        # "No results and no letters" leaves out two.
        before_it = [t for t in range(start, sign) if t not in signs]
        if any(parsed.lowers[t] in language.negations for t in before_it):
            continue  # "travelling does not count, except for fitters": for them it does
        colons = [t + 1 for t in range(start, sign) if parsed.lowers[t] == ":"]
        # "a paper jam: open the side door, not the front door"
        begin = next((t for t in reversed(colons) if "VERB" in parsed.pos[t:sign]), start)
        rest = tuple(
            t for t in range(begin, min(signs, default=sign)) if is_claim(parsed, t, language)
        )
        named = any(parsed.pos[t] in NOUNS | UNSURE for t in things)
        if named and rest and "VERB" in parsed.pos[start:sign]:
            signs.add(sign)
            yield LeftOut(sign, things, rest)
    if not language.negations.isdisjoint(parsed.lowers[start:end]):
        yield from _denied_last(parsed, start, end, language)


def _denied_last(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[LeftOut]:
    """What a sentence leaves out with its last words: "for the first one you need a referral; for
    the next one *not*", "open on Mondays, on Sundays not"."""
    for sign in range(start + 2, end):
        behind = parsed.lowers[sign + 1] if sign + 1 < end else "."
        if parsed.lowers[sign] not in language.negations or behind not in _ENDS:
            continue
        first = sign
        while first > start and parsed.lowers[first - 1] not in _BEFORE | language.clause_words:
            first -= 1
        things = tuple(t for t in range(first, sign) if is_claim(parsed, t, language))
        said = parsed.lowers[start:first]
        if (
            first == start
            or sign - first > LONGEST
            or any(parsed.pos[t] in VERBS for t in range(first, sign))
            or not any(parsed.pos[t] in NOUNS for t in things)
            or not language.negations.isdisjoint(said)
            or VERBS.isdisjoint(parsed.pos[start:first])
        ):
            continue
        rest = tuple(t for t in range(start, first) if is_claim(parsed, t, language))
        if rest:
            yield LeftOut(sign, things, rest)


def _stops(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    lower = parsed.lowers[token]
    opens = lower in language.clause_words and not names_role(parsed, token, language)
    return parsed.pos[token] == "PUNCT" or opens


def told_of_what_is_left_out(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a thing what a page says of others, and leaves it out."""
    answer, language = inputs.answer, inputs.language
    said = answer.words_at(range(*unit.tokens))
    if not said.isdisjoint(language.negations | language.excluding | language.only):
        return
    if phrases_at(answer, *unit.tokens, language.instead):
        return
    if answer.lowers[unit.tokens[1] - 1] == "?":
        return
    settings = inputs.profile.features.contradiction
    assert settings is not None  # the profile has checked that a feature in use has its settings
    family = inputs.aligned.context.family
    own = said.union(*(family((answer.lowers[t], answer.lemmas[t])) for t in unit.content))
    asked = inputs.words_there(inputs.question, range(len(inputs.question.lowers)))
    for place, indexed in enumerate(inputs.documents):
        page = inputs.aligned.documents[place].parsed
        for number, each in indexed.indexes[NAME].left_out:
            rest = page.words_at(each.rest)
            if any(own.isdisjoint(page.words_at((t,))) for t in each.things):
                continue
            apart = [t for t in each.things if rest.isdisjoint(page.words_at((t,)))]
            if len(apart) < len(each.things) and not _is_other_one(page, each, apart, own):
                continue
            # "On your phone." takes the rest from the question
            named = VERBS.isdisjoint(answer.pos[slice(*unit.tokens)])
            # and has another thing in the place of the page's
            told = _but_last(page, each) if named else each.rest
            if (own.isdisjoint(rest) and not named) or (
                share_of(page, told, own | asked, language.code) < settings.left_out
            ):
                continue
            token = next(
                t
                for t in unit.content
                if not page.words_at(apart).isdisjoint(family(answer.written(t)))
            )
            if _told_elsewhere(inputs, unit, (place, number), page.words_at(apart[-1:])):
                continue
            start, end = sentence_span(page, number)
            yield Evidence(
                span=Span(source=ANSWER, start=answer.starts[token], end=answer.ends[token]),
                role="contradicts",
                label=f"left out: {page.lowers[apart[-1]]}",
                match=Span(source=indexed.document.source, start=start, end=end),
            )
            return


def _but_last(page: ParsedText, left: LeftOut) -> Sequence[int]:
    """What a sentence says before what it leaves out, but for the thing that it says instead: the
    last one behind a preposition, else the last one."""
    nouns = [t for t in left.rest if page.pos[t] in NOUNS | UNSURE]
    if len(nouns) < 2:
        return nouns or left.rest
    first = next((t for t in range(nouns[-1], nouns[0], -1) if page.pos[t] == "ADP"), nouns[-1])
    return [t for t in nouns if t < first]


def _is_other_one(
    page: ParsedText, left: LeftOut, apart: Sequence[int], own: AbstractSet[str]
) -> bool:
    """Whether one of two things of a name is told of, by the words `apart`, and it is the one that
    is left out: "open the *side* door, not the *front* door"."""
    names = page.words_at(t for t in left.things if t not in apart)
    meant = [t for t in left.rest if not names.isdisjoint(page.words_at((t + 1,)))]
    return bool(apart and meant) and own.isdisjoint(page.words_at(meant))


def _told_elsewhere(
    inputs: Inputs, unit: Unit, leaving: tuple[int, int], thing: AbstractSet[str]
) -> bool:
    """Whether another sentence of the context tells as much of the unit with that thing."""
    answer, documents = inputs.answer, inputs.aligned.documents

    def told(place: int, number: int) -> float:
        words = documents[place].words[number]
        return share_of(answer, unit.content, words, inputs.language.code)

    least = told(*leaving)
    return any(
        (place, number) != leaving and told(place, number) >= least
        for place, document in enumerate(documents)
        for number in {at for word in thing for at in document.postings.get(word, ())}
    )
