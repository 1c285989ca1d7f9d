"""Conditions dropped, and lifted in so many words ("ook als", "iedereen")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.off_context.index import Cases, Index
from truthscore.features.off_context.slip import NAME, slip, window_of
from truthscore.language import LanguagePack
from truthscore.text.alignment import Passage, PassageIndex, Unit, is_claim, share_of
from truthscore.text.clauses import concedes, limits, opens_case, verb_first
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.people import names_people
from truthscore.types import Evidence

#: Signs behind which what is said stands outside the condition again.
COMMAS = frozenset({",", ";", ":", "(", ")"})
#: The label of what tells which one is meant.
RELATIVE = "acl:relcl"


def dropped_conditions(
    inputs: Inputs, place: int, unit: Unit, passage: Passage
) -> Iterator[Evidence]:
    """The limit ("only if", "unless") that a unit drops. A condition that only sets a case ("when
    the order is sent") is left out of true answers as often: the question may have set it."""
    passages = inputs.aligned.documents[passage.document]
    parsed = passages.parsed
    index: Index = inputs.documents[passage.document].indexes[NAME]
    for number in _nearby(inputs, place, passage):
        case = index.cases[number]
        if case is None:
            continue  # most
        dropped = _dropped(inputs, place, passages, number, case)
        if dropped is not None:
            label = f"condition dropped: {parsed.lowers[dropped]}"
            yield slip(inputs, passage, *unit.tokens, label, number, rule="condition.limit")
            return


def _nearby(inputs: Inputs, place: int, passage: Passage) -> list[int]:
    """The sentences of the page that the unit or the one beside it may stand on, nearest first."""
    units = inputs.aligned.units
    found: dict[int, None] = {}
    for other in (units[place], *units[max(0, place - 1) : place], *units[place + 1 : place + 2]):
        if other.passage is not None and other.passage.document == passage.document:
            found.update(dict.fromkeys(window_of(inputs, other.passage)[0]))
    return list(found)


def _dropped(
    inputs: Inputs, place: int, passages: PassageIndex, sentence: int, conditional: Cases
) -> int | None:
    """The token that opens a limit which the answer leaves out of what it tells.

    The rest of the passage's sentence must be told by the unit and the unit by it. The limit may
    stand in the question, in a sentence beside that is about the same passage, or in words of the
    unit that are not those of the rest.
    """
    cases, main = conditional
    if not _tells_the_rest(inputs, place, passages, sentence, conditional):
        return None
    answer, language, parsed = inputs.answer, inputs.language, passages.parsed
    units = inputs.aligned.units
    beside = units[max(0, place - 1) : place + 2]
    ours = answer.words_at(range(*units[place].tokens))
    said = (
        (ours - parsed.words_at(main)) | set(inputs.question.lemmas) | set(inputs.question.lowers)
    )
    same = inputs.profile.features.off_context.same_sentence
    for other in (*units[max(0, place - 1) : place], *units[place + 1 : place + 2]):
        if share_of(answer, other.content, passages.words[sentence], language.code) >= same:
            said |= answer.words_at(range(*other.tokens))
    # "Wanneer u de filters hebt ingesteld" has been said when a step before told to set them.
    said = said.union(*(answer.words_at(range(*other.tokens)) for other in units[:place]))
    opens = parsed.sentences[sentence][0]
    for start, case in cases:
        limit = limits(parsed, start, start + 1, language)
        if not limit and language.only.isdisjoint(parsed.lowers[opens:start]):
            continue  # most: only a case
        # "As long as it has not gone out": that may be told elsewhere, as "if" may
        limited = case and limit and parsed.lowers[start] not in language.cases.lasting
        if limited and not any(limits(answer, *other.tokens, language) for other in beside):
            return start  # "tenzij": what it limits is not true without it, whatever else is said
        lost = 1.0 - share_of(parsed, case, said, language.code)
        if case and lost >= inputs.profile.features.off_context.lost_share:
            return start
    return None


def _tells_the_rest(
    inputs: Inputs, place: int, passages: PassageIndex, sentence: int, conditional: Cases
) -> bool:
    """Whether a unit tells what a sentence of the page tells beside its conditions, without one of
    its own."""
    settings = inputs.profile.features.off_context
    answer, language = inputs.answer, inputs.language
    parsed, whole = passages.parsed, passages.words[sentence]
    units = inputs.aligned.units
    unit = units[place]
    cases, main = conditional
    if len(main) < settings.min_main:
        return False
    before = answer.lowers[unit.tokens[0] - 1 : unit.tokens[0]]
    if before == ("?",) and answer.lowers[unit.tokens[0]] in language.then:
        return False  # "Not in the list? *Then* ..."
    at = NAME, "cases", unit.tokens, answer.text  # asked for each sentence of the page nearby
    own = inputs.once(at, lambda: len(cases_of(answer, *unit.tokens, language)[0]))
    if own >= len(cases):
        return False  # it sets a case of its own: perhaps the same one in other words
    ours = answer.words_at(range(*unit.tokens))
    if language.modals & ours and language.modals.isdisjoint(whole):
        return False  # "it can send it back", where it does so unless ...
    beside = units[max(0, place - 1) : place + 2]
    near = slice(beside[0].tokens[0], beside[-1].tokens[1])
    if not language.cases.condition_words.isdisjoint(answer.lowers[near]):
        return False  # "The condition is that ...": told in a sentence of its own
    # "the bank connection" tells of "the connection with the bank"
    known = [t for t in unit.content if not whole.isdisjoint(inputs.words_there(answer, (t,)))]
    there = inputs.words_there(answer, range(*unit.tokens))
    return (
        share_of(parsed, main, there, language.code) >= settings.told
        and share_of(answer, unit.content, answer.words_at(known), language.code)
        >= settings.min_support
    )


def cases_of(parsed: ParsedText, start: int, end: int, language: LanguagePack) -> Cases:
    """The cases of a sentence: a condition opens a clause and goes on to the next comma."""
    cases: list[tuple[int, list[int]]] = []
    main: list[int] = []
    inside = verb_first(parsed, start, end, language)  # "Werkt u met btw, dan ..."
    if inside:
        cases.append((start, []))
    for token in range(start, end):
        before = parsed.lowers[token - 1] if token > start else ","
        if before in COMMAS and token > start:
            inside = False
        if (before in COMMAS or _opens_clause(parsed, token, language)) and opens_case(
            parsed, token, language
        ):
            cases.append((token, []))
            inside = True
        if is_claim(parsed, token, language):
            (cases[-1][1] if inside else main).append(token)
    return cases, main


def _opens_clause(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a clause may begin with a word in the middle of a sentence: "... *once* it is paid",
    "... *as long as* it is valid"."""
    word = parsed.lowers[token]
    return (
        word in language.clause_words
        or word in language.cases.lasting
        or (word in language.cases.conditions_weak and parsed.pos[token] == "SCONJ")
    )


def lifted_limits(inputs: Inputs, unit: Unit, passage: Passage) -> Iterator[Evidence]:
    """A limit that the answer lifts in so many words: "even if", or "everyone" for "only".

    The passage sets a limit ("alleen als", "provided that", "only") and no sentence beside it lifts
    that; the answer says that it holds without.
    """
    answer, language = inputs.answer, inputs.language
    lifts, every = _lifting(inputs, unit)
    if not lifts and not every:
        return  # most sentences
    parsed = inputs.aligned.documents[passage.document].parsed
    window, _ = window_of(inputs, passage)
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
        yield slip(inputs, passage, first, first + 1, label, nearest, rule="limit.lifted")


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
    window, at = window_of(inputs, passage)
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
