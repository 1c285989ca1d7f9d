"""A limit that the answer lifts in so many words: "even if", or "everyone" for "only"."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.compare.gate import around
from truthscore.language import LanguagePack
from truthscore.text.alignment import Passage, Unit, is_claim
from truthscore.text.clauses import concedes, limits
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.people import names_people
from truthscore.types import Evidence

#: The label of what tells which one is meant.
RELATIVE = "acl:relcl"


def lifted_limit(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A limit that the answer lifts in so many words: "even if", or "everyone" for "only".

    The passage sets a limit ("alleen als", "provided that", "only") and no sentence beside it lifts
    that; the answer says that it holds without.
    """
    answer, language, passage = inputs.answer, inputs.language, unit.passage
    lifts, every = _lifting(inputs, unit)
    if passage is None or not (lifts or every):
        return  # most sentences
    parsed = inputs.aligned.documents[passage.document].parsed
    window = around(inputs, passage)
    near = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
    if concedes(parsed, near.start, near.stop, language) or (
        not lifts and any(_leaves_none_out(parsed, t, language) for t in near)
    ):
        return
    nearest, shared, set_at = _nearest_limit(inputs, unit, passage)
    start, end = parsed.sentences[nearest]
    lifted = lifts or [
        t for t in every if not _takes_over(answer, t, parsed, (start, end), language)
    ]
    if not lifted or (lifts and _grants(inputs, unit, lifts[0], parsed, (start, end))):
        return
    # "mits zij is beëdigd" / "ook zonder dat zij is beëdigd": one word of the limit will do
    same_limit = bool(lifts and set_at) and not answer.words_at(
        [t for t in unit.content if t > lifts[0]]
    ).isdisjoint(parsed.words_at([t for t in range(set_at[0], end) if not parsed.stops[t]]))
    same_deed = bool(shared) and not lifts and _only_people(parsed, start, end, language)
    enough = len(shared) >= inputs.profile.features.off_context.min_shared
    only = not language.only.isdisjoint(parsed.lowers[start:end])
    if (enough or same_limit or same_deed) and (only or set_at):
        first = lifted[0]
        label = f"no limit: {answer.lowers[first]}"
        yield against(
            inputs, (first, first + 1), label, passage.document, nearest, rule="limit.lifted"
        )


def _lifting(inputs: Inputs, unit: Unit) -> tuple[Sequence[int], Sequence[int]]:
    """Where a unit says that it holds even so, and where that it holds of all; none of both where
    it has a limit of its own or stands on no passage."""
    settings = inputs.profile.features.off_context
    answer, language = inputs.answer, inputs.language
    words = frozenset(answer.lowers[slice(*unit.tokens)])
    amounts = language.amounts
    lifting = language.cases.concessions, amounts.everyone, amounts.quantities, amounts.whichever
    if all(words.isdisjoint(each) for each in lifting):
        return (), ()  # most sentences
    support = max(unit.support, _support_but_all(inputs, unit))
    if support < settings.lifted_support:
        return (), ()
    lifts = concedes(answer, *unit.tokens, language)
    every = [
        t
        for t in range(*unit.tokens)
        if _leaves_none_out(answer, t, language) and not tells_which(answer, t)
    ]
    if support < settings.min_support:  # else it may be all of something else
        every = [t for t in every if _of_people(answer, t, language)]
    if limits(answer, *unit.tokens, language) or words & language.only:
        return (), ()
    if not lifts and words & language.negations:
        return (), ()
    return lifts, every


def _nearest_limit(
    inputs: Inputs, unit: Unit, passage: Passage
) -> tuple[int, AbstractSet[str], Sequence[int]]:
    """The sentence around a passage that shares most with a unit, of equals one with a limit, which
    is what the answer lifts; what they share, and where its limit is set."""
    language = inputs.language
    parsed = inputs.aligned.documents[passage.document].parsed
    window, at = around(inputs, passage), passage.sentence
    ours = inputs.answer.words_at(unit.content) | {
        *inputs.question.lemmas,
        *inputs.question.lowers,
    }
    shared = {
        number: {
            parsed.lemmas[t]
            for t in range(*parsed.sentences[number])
            if is_claim(parsed, t, language) and parsed.lemmas[t] in ours
        }
        for number in window
    }
    limiting = {n: limits(parsed, *parsed.sentences[n], language) for n in window}
    nearest = max(window, key=lambda n: (len(shared[n]), bool(limiting[n]), n == at))
    return nearest, shared[nearest], limiting[nearest]


def _grants(
    inputs: Inputs, unit: Unit, lift: int, page: ParsedText, tokens: tuple[int, int]
) -> bool:
    """Whether all that an answer grants stands in a sentence with a limit, and neither denies
    anything: "even though editors may export it", where only editors may."""
    answer, negations = inputs.answer, inputs.language.negations
    granted = [t for t in unit.content if t > lift]
    said = page.words_at(range(*tokens))
    return (
        bool(granted)
        and negations.isdisjoint(answer.lowers[lift : unit.tokens[1]])
        and negations.isdisjoint(page.lowers[slice(*tokens)])
        and not any(said.isdisjoint(answer.words_at((t,))) for t in granted)
    )


def _only_people(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> bool:
    """Whether it is people to whom a sentence limits something: "alleen de eigenaar"."""
    return any(
        parsed.lowers[token] in language.only
        and any(names_people(parsed, noun, language) for noun in range(token + 1, end)[:2])
        for token in range(start, end)
    )


def _support_but_all(inputs: Inputs, unit: Unit) -> float:
    """The support of a unit, the nouns left out of which it says "every": whom and what a limit is
    lifted for, the page need not name."""
    answer, language = inputs.answer, inputs.language
    every = {
        noun
        for token in range(*unit.tokens)
        if _leaves_none_out(answer, token, language)
        for noun in range(token + 1, min(token + 3, unit.tokens[1]))
        if answer.pos[noun] in NOUNS
    }
    weights = [w for t, w in zip(unit.content, unit.weights, strict=True) if t not in every]
    if not every or not weights:
        return unit.support
    found = [
        w
        for t, w, there in zip(unit.content, unit.weights, unit.found, strict=True)
        if there == 1.0 and t not in every
    ]
    return math.fsum(found) / math.fsum(weights)


def _of_people(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word says "everyone", or stands before a noun for people: "every employee"."""
    after = range(token + 1, min(token + 3, len(parsed.lowers)))
    return parsed.lowers[token] in language.amounts.everyone or any(
        names_people(parsed, noun, language) for noun in after
    )


def tells_which(parsed: ParsedText, token: int) -> bool:
    """Whether a word stands in a relative clause: "who want a receipt for *every* charge"."""
    while parsed.heads[token] != token:
        if parsed.deps[token].startswith(RELATIVE) and parsed.pos[parsed.heads[token]] in NOUNS:
            return True
        token = parsed.heads[token]
    return False


def _takes_over(
    answer: ParsedText,
    token: int,
    page: ParsedText,
    tokens: tuple[int, int],
    language: LanguagePack,
) -> bool:
    """Whether a word for all has the limit of a sentence behind it: "everything *you add later*",
    where it holds "only for what is added later"."""
    verb = next(
        (t for t, head in enumerate(answer.heads)
         if head == token and answer.deps[t].startswith(RELATIVE)), None,
    )  # fmt: skip
    if verb is None:
        return False
    told = [
        t
        for t, head in enumerate(answer.heads)
        if verb in (t, head) and is_claim(answer, t, language)
    ]
    limited = page.words_at(range(*tokens))
    return bool(told) and not any(limited.isdisjoint(answer.words_at((t,))) for t in told)


def _leaves_none_out(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a word says "everyone", or "all" of the noun behind it: not of the others."""
    word, after = parsed.lowers[token], slice(token + 1, token + 3)
    if not language.amounts.rest.isdisjoint(parsed.lowers[after]):
        return False
    if word in language.amounts.everyone:
        return True
    if word in language.amounts.whichever:
        return any(
            names_people(parsed, noun, language)
            for noun in range(token + 1, len(parsed.lowers))[:2]
        )
    return language.amounts.quantities.get(word) == "all" and not NOUNS.isdisjoint(
        parsed.pos[after]
    )
