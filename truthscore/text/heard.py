"""What a sentence of a page answers to a question of yes or no: yes, no, or not clear.

A sentence is heard where it has nearly all of the question's words; a value in it is held against
that of the question by what both come to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise

from truthscore.language import LanguagePack
from truthscore.profile import Contradiction as Settings
from truthscore.text.alignment import Alignment, PassageIndex, weight
from truthscore.text.clauses import Clause, clauses, denied_words, limits, statement
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.opposition import bearing, opposed, overlap
from truthscore.text.phrases import plurals
from truthscore.text.rows import kind_at
from truthscore.text.tense import tells_past
from truthscore.text.values.answering import answers, bound_and_ahead, bounds_of, rivals_of
from truthscore.text.values.value import Value

#: Letters with which the forms of a word begin alike; its opposite begins otherwise ("onbetaald").
SAME_START = 4


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence that shares words with the question, and what it answers.

    `share`: of the question's weight, 0 to 1. `affirmed`: True for yes, False for no, None where a
    case or a limit is set ("alleen als"). `sure`: whether that excludes the contrary; a sentence
    that tells much beside what was asked may bear a yes out, but denies no "no". `clause`: the one
    in sentence `sentence` of document number `document` that has most of it. `by_value`: whether a
    value of the sentence answers that of the question.
    """

    share: float
    affirmed: bool | None
    sure: bool
    document: int
    sentence: int
    clause: Clause
    by_value: bool = False


@dataclass(frozen=True, slots=True)
class Values:
    """The values of the question, in text order, and those of a document by its number."""

    asked: Sequence[Value]
    told: Callable[[int], Sequence[Value]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's clause and its content words: by token their forms, and what they weigh.

    `asks`: the tokens of the part that asks, not of what is told before it. `case`: whether it asks
    of one case: "Can I cancel it *if it has been sent*?"
    `known`: the forms of all of them; `whole`: with every other word of the question.
    """

    question: ParsedText
    clause: Clause
    asks: AbstractSet[int]
    case: bool
    forms: Mapping[int, AbstractSet[str]]
    weights: Mapping[int, float]
    known: frozenset[str]
    whole: frozenset[str]


def asked_of(
    question: ParsedText,
    clause: Clause,
    asks: AbstractSet[int],
    case: bool,
    aligned: Alignment,
    language: LanguagePack,
) -> Asked:
    """What is asked by a clause of a question: its content words in all the forms that the pages
    may have them in."""
    forms = {
        token: question.words_at((token,)) | plurals(question.lowers[token], language) | {
            form
            for form in aligned.context.family((question.lowers[token], question.lemmas[token]))
            if form[:SAME_START] == question.lowers[token][:SAME_START]
        }
        for token in clause.content
    }  # fmt: skip
    weights = {token: weight(question.lowers[token], language.code) for token in forms}
    known = frozenset().union(*forms.values())
    whole = known.union(question.lowers, question.lemmas)
    return Asked(question, clause, asks, case, forms, weights, known, whole)


def sentences_that_answer(
    asked: Asked, aligned: Alignment, language: LanguagePack, settings: Settings
) -> Iterator[Heard]:
    """The sentences that share so much with the question that they answer it."""
    for place, document in enumerate(aligned.documents):
        parsed, counts = document.parsed, document.sharing(asked.forms.values())
        for number in sorted(counts):
            if parsed.lowers[parsed.sentences[number][1] - 1] == "?":
                continue
            share = _share(asked, document.words[number], language)
            if counts[number] < settings.min_shared or share < settings.min_overlap_yes_no:
                clause = _ruled_out(asked, document, number, language, settings)
                if clause is not None:
                    least = settings.min_overlap_yes_no
                    yield Heard(least, asked.clause.denied, True, place, number, clause)
                continue  # most
            heard = _heard(asked, place, document, number, language, settings)
            if heard is not None:
                yield heard


def _heard(
    asked: Asked,
    place: int,
    document: PassageIndex,
    number: int,
    language: LanguagePack,
    settings: Settings,
) -> Heard | None:
    """What sentence `number` of document number `place` answers; None when it states nothing of
    what is asked."""
    parsed, there = document.parsed, document.words[number]
    start, end = parsed.sentences[number]
    parts = clauses(parsed, start, end, language)
    shares = [_share(asked, parsed.words_at(each.said), language) for each in parts]
    told = parts[shares.index(max(shares))]
    kind = kind_at(parsed, told.start)
    if told.asked or kind == "heading" or (kind == "cell" and not told.asserts):
        return None  # "see whether it is sent", "Audit log" over a text or before a row
    borders = statement(parsed, told)
    # behind a semicolon something else is told, of somebody else
    share = min(
        _share(asked, there, language),
        _share(asked, parsed.words_at(range(*borders)), language),
    )
    if share < settings.min_overlap_yes_no:
        return None
    near = [
        (part, common)
        for part, common in zip(parts, shares, strict=True)
        if borders[0] <= part.start < borders[1]
    ]
    denied = _denies(asked, parsed, near, language)
    sure = _says_what_is_asked(asked, there, language)
    if not denied:
        # "You can export it as CSV" says nothing of comments in the export
        whole = share >= 1.0 or _has_verb(asked, there)
        sure = sure and whole and _has_last_noun(asked, there, language)
        if language.modals.isdisjoint(parsed.lowers[start:end]):
            sure = sure and overlap(language, parsed, told, asked.known)[0] >= settings.min_back
            # "if you want to cancel it" tells nothing of a case of the question's own
            sure = sure and not (told.conditional and asked.case)
    unclear = _is_unclear(asked, parsed, parts, borders, language, settings)
    affirmed = None if unclear else not denied
    return Heard(share, affirmed, sure, place, number, told)


def by_value(
    heard: Heard,
    asked: Asked,
    value: Value,
    values: Values,
    aligned: Alignment,
    language: LanguagePack,
) -> Heard:
    """What a sentence answers where it has another value of the kind that is asked about."""
    question, page = asked.question, aligned.documents[heard.document].parsed
    start, end = page.sentences[heard.sentence]
    there = [each for each in values.told(heard.document) if start <= each.tokens[0] < end]
    rivals = rivals_of(question, value, page, there)
    if len(rivals) != 1:  # one word of the question says nothing of it without a value
        told = not rivals and len(asked.forms) > 1
        return heard if told else replace(heard, affirmed=None)
    [rival] = rivals
    bounds = bounds_of(language)
    bound, _ = bound_and_ahead(page, rival, bounds)
    denied = asked.clause.denied or (heard.affirmed is False and bound is None)
    unclear = heard.affirmed is None and not _sets_case(page, rival, (start, end), language)
    if denied or unclear:
        return replace(heard, affirmed=None)  # "not after 30 days": for the two together no rule
    may = not language.modals.isdisjoint(question.lowers)
    says = answers(question, value, page, rival, bounds, may=may)
    return replace(heard, affirmed=says, sure=says is not None, by_value=True)


def _sets_case(
    page: ParsedText, value: Value, sentence: tuple[int, int], language: LanguagePack
) -> bool:
    """Whether a sentence affirms what it says in a case that a value sets: "if you are at least 18
    years old"."""
    lowers = page.lowers[slice(*sentence)]
    turning = language.negations | language.cases.exceptions | language.denying.near_negations
    return turning.isdisjoint(lowers) and any(
        part.conditional and part.start <= value.tokens[0] < part.end
        for part in clauses(page, *sentence, language)
    )


def unless_ruled_out(
    heard: Sequence[Heard], asked: Asked, aligned: Alignment, language: LanguagePack
) -> list[Heard]:
    """Without the sentences that affirm the rest of what was asked, where another one denies all
    that it names: "Applying online is not possible. You apply at the desk"."""
    denied = []
    for each in heard:
        parsed = aligned.documents[each.document].parsed
        named = _about(parsed, each.clause, language)
        if each.affirmed is False and all(
            not parsed.words_at((t,)).isdisjoint(asked.whole) for t in named
        ):
            there = parsed.words_at(named)
            denied += [forms for forms in asked.forms.values() if not forms.isdisjoint(there)]
    return [
        each
        for each in heard
        if not each.affirmed
        or not any(
            forms.isdisjoint(aligned.documents[each.document].words[each.sentence])
            for forms in denied
        )
    ]


def _about(parsed: ParsedText, clause: Clause, language: LanguagePack) -> list[int]:
    """The tokens of a clause that tell what it is about, not only that it works or may be done."""
    return [
        t
        for t in clause.content
        if parsed.words_at((t,)).isdisjoint(language.clause.says_only_that)
    ]


def _ruled_out(
    asked: Asked,
    document: PassageIndex,
    number: int,
    language: LanguagePack,
    settings: Settings,
) -> Clause | None:
    """The clause of a sentence that says no to all it names, where the question names that: "Do not
    use vinegar", "Applying online is not possible". What else is asked about, the page speaks of.
    """
    parsed, turning = document.parsed, language.negations | language.cannot
    if turning.isdisjoint(document.words[number]):
        return None
    start, end = parsed.sentences[number]
    parts = clauses(parsed, start, end, language)
    if any(part.conditional for part in parts):
        return None
    if not language.denying.near_negations.isdisjoint(parsed.lowers[start:end]):
        return None
    for part in parts:
        denied = part.denied or not language.cannot.isdisjoint(parsed.lowers[part.start : part.end])
        named = _about(parsed, part, language)
        if not denied or not part.asserts or not any(parsed.pos[t] in NOUNS for t in named):
            continue
        if any(parsed.words_at((t,)).isdisjoint(asked.whole) for t in named):
            continue
        there = parsed.words_at(part.said)
        rest = {token: forms for token, forms in asked.forms.items() if forms.isdisjoint(there)}
        told = [
            asked.weights[token]
            for token, forms in rest.items()
            if not forms.isdisjoint(document.vocabulary)
        ]
        total = math.fsum(asked.weights[token] for token in rest)
        if math.fsum(told) >= settings.ruled_out * total:
            return part
    return None


def _says_what_is_asked(asked: Asked, words: AbstractSet[str], language: LanguagePack) -> bool:
    """Whether a sentence has one of the question's words that say something of its nouns, or its
    opposite, if there are any: who asks whether orange points *must go* is not told that they are
    warnings."""
    tokens = [
        token
        for token in asked.forms
        if asked.question.pos[token] not in NOUNS | {"NUM"}
        and asked.question.pos[token + 1 : token + 2] not in (("NOUN",), ("PROPN",))
    ]
    inside = [token for token in tokens if token in asked.asks]
    saying = [asked.forms[token] for token in inside or tokens]
    needs = language.needs | language.needless
    lowers = asked.question.lowers
    must = any(
        one in language.must_do and two in language.clause.infinitive_marks  # "do I have to"
        for one, two in pairwise(lowers)
    )
    if must or not needs.isdisjoint(asked.whole):
        saying = [*saying, needs | language.cannot | language.negations]
    return not saying or any(
        not words.isdisjoint(forms)
        or any(not words.isdisjoint(language.opposing.opposites.get(form, ())) for form in forms)
        for forms in saying
    )


def _has_verb(asked: Asked, words: AbstractSet[str]) -> bool:
    """Whether a sentence has a verb of what is asked."""
    question = asked.question
    verbs = [t for t in asked.asks if question.pos[t] == "VERB"]
    return any(not words.isdisjoint(question.words_at((t,))) for t in verbs)


def _has_last_noun(asked: Asked, words: AbstractSet[str], language: LanguagePack) -> bool:
    """Whether a sentence has the noun with which a question ends, where that is no claim elsewhere:
    "Does it include *notes*?"."""
    question = asked.question
    return all(
        not words.isdisjoint(question.words_at((t,)) | plurals(question.lowers[t], language))
        for t in asked.asks
        if t not in asked.forms and question.pos[t] == "NOUN" and t + 2 >= len(question.lowers)
    )


def _denies(
    asked: Asked,
    parsed: ParsedText,
    parts: Sequence[tuple[Clause, float]],
    language: LanguagePack,
) -> bool:
    """Whether clauses, each with its share of the question's words, answer it with "no"."""
    question, clause = asked.question, asked.clause
    denied = clause.denied
    negations = {question.lowers[token] for token in clause.negations}
    for part, common in parts:
        opposite = opposed(language, question, clause, parsed, part, (clause.start, clause.end))
        if common or opposite:
            denials = bearing(language, parsed, part, question, clause, asked.known)
            # "without" of the question counts as its negation, not against "with" of the page again
            turned = opposite is not None and opposite[0] not in negations
            denied ^= (len(denials) % 2 == 1) ^ turned
    return denied


def _is_unclear(
    asked: Asked,
    parsed: ParsedText,
    parts: Sequence[Clause],
    told: tuple[int, int],
    language: LanguagePack,
    settings: Settings,
) -> bool:
    """Whether a sentence answers neither yes nor no: it sets a case that was not asked about, or
    tells (tokens `told`) of almost none, or of what was so."""
    past = tells_past(parsed, told, language)
    if past and not tells_past(asked.question, (0, len(asked.question.lowers)), language):
        return True
    return any(
        _another_case(asked, parsed, part, parts, language, settings) for part in parts
    ) or not language.denying.near_negations.isdisjoint(parsed.lowers[slice(*told)])


def _share(asked: Asked, theirs: AbstractSet[str], language: LanguagePack) -> float:
    """Share of the weight of the question's words that is among `theirs`; opposites are left out,
    for the word in question must not count against the match."""
    total = both = 0.0
    for token, forms in asked.forms.items():
        if not forms.isdisjoint(theirs):
            both += asked.weights[token]
        elif any(
            not theirs.isdisjoint(language.opposing.opposites.get(form, ())) for form in forms
        ):
            continue
        total += asked.weights[token]
    return both / total if total else 0.0


def _another_case(
    asked: Asked,
    parsed: ParsedText,
    part: Clause,
    parts: Sequence[Clause],
    language: LanguagePack,
    settings: Settings,
) -> bool:
    """Whether one of a sentence's clauses sets a case that the question does not ask about, or says
    is not so."""
    if not part.conditional:
        return False
    # "Bij oproepkrachten wordt het niet geboekt" denies what it says, not the case
    alone = not any(each.asserts for each in parts if each is not part)
    denied = part.negations and not alone
    if denied or limits(parsed, part.start, part.end, language):
        return True
    if not parsed.words_at(part.content).isdisjoint(denied_words(asked.question, language)):
        return True
    return overlap(language, parsed, part, asked.whole)[0] < settings.case_asked
