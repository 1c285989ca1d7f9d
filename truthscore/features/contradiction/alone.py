"""A name that answers by itself, or a yes, where the context only denies what was asked about.

"In de app." to "Hoe krijg ik de code?", where the page says "De app wordt hiervoor niet gebruikt".
"Ja" to "Worden bestanden in Tijdelijk bewaard?", where it says that those do not come along.
"""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs
from truthscore.features.contradiction.excepted import names_excepted
from truthscore.language import LanguagePack
from truthscore.text.alignment import is_claim
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.reply import names_alone, opening
from truthscore.types import ANSWER, Evidence, Span

#: Things that a question names, at least, when it is told by them alone what a sentence answers.
FEWEST_THINGS = 2
#: Parts of speech of what a question names: what is done with it may have another verb on the page.
THINGS = frozenset({*NOUNS, "ADJ", "NUM"})


def denied_alone(inputs: Inputs) -> Iterator[Evidence]:
    """What an answer names in reply to "how", "where" or "who", where every sentence of the context
    that names it denies something of it."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    if language.ways.isdisjoint(question.lowers):
        return
    named = names_alone(answer, language)
    if not named:
        return  # most answers tell more
    said = (*question.lowers, *question.lemmas, *answer.lowers)
    turning = language.negations, language.near_negations, language.cannot
    if not all(each.isdisjoint(said) for each in turning):
        return  # "Waar mag ik niet parkeren?"
    families = [
        inputs.aligned.context.family((answer.lowers[token], answer.lemmas[token]))
        for token in named
    ]
    first: tuple[int, Clause] | None = None
    for place, document in enumerate(inputs.aligned.documents):
        parsed = document.parsed
        sentences = [
            {number for form in family for number in document.postings.get(form, ())}
            for family in families
        ]
        for number in sorted(set.intersection(*sentences)):
            if parsed.lowers[parsed.sentences[number][1] - 1] == "?":
                continue
            for each in clauses(parsed, *parsed.sentences[number], language):
                words = parsed.words_at(each.said)
                if any(words.isdisjoint(family) for family in families):
                    continue
                if not each.denied or each.conditional:
                    return
                first = first or (place, each)
    if first is None:
        return
    yield _evidence(inputs, (named[0], named[-1]), *first)


def denied_yes(inputs: Inputs) -> Iterator[Evidence]:
    """A "ja" where every clause of the context that has all things of the question denies something
    of them, and none says what was asked of one of them."""
    answer, question, language = inputs.answer, inputs.question, inputs.language
    yes = opening(answer, language.yes)
    turning = language.negations, language.near_negations, language.cannot
    if yes is None or not all(each.isdisjoint(question.lowers) for each in turning):
        return
    asked = [t for t in range(len(question.lowers)) if is_claim(question, t, language)]
    family = inputs.aligned.context.family
    forms = {t: frozenset(family((question.lowers[t], question.lemmas[t]))) for t in asked}
    things = [forms[t] for t in asked if question.pos[t] in THINGS]
    verbs = [forms[t] for t in asked if question.pos[t] == "VERB"]
    if len(things) < FEWEST_THINGS or not all(things):
        return
    found: tuple[int, Clause] | None = None
    units = inputs.aligned.units
    for place, document in enumerate(inputs.aligned.documents):
        sentences = [
            {n for form in each for n in document.postings.get(form, ())} for each in things
        ]
        whole: set[int] = set.intersection(*sentences)
        doing = {n for each in verbs for form in each for n in document.postings.get(form, ())}
        either: set[int] = set().union(*sentences)
        for number in sorted(whole | (doing & either)):
            start, end = document.parsed.sentences[number]
            parts = clauses(document.parsed, start, end, language)
            in_a_case = any(part.conditional for part in parts)
            for each in parts:
                words = document.parsed.words_at(each.said)
                has = [not words.isdisjoint(forms) for forms in things]
                told = any(has) and any(not words.isdisjoint(forms) for forms in verbs)
                if not all(has) and not told:
                    continue
                if any(names_excepted(inputs, unit, place, number) for unit in units):
                    return
                if in_a_case or not each.denied or _denies_more(document.parsed, each, language):
                    return
                if all(has):
                    found = found or (place, each)
    if found is not None:
        yield _evidence(inputs, (yes, yes), *found, label="yes / no")


def _denies_more(parsed: ParsedText, clause: Clause, language: LanguagePack) -> bool:
    """Whether a clause denies only what follows an "and": "is mandatory and cannot be skipped"."""
    first = min(clause.negations, default=clause.start)
    return not language.clause_words.isdisjoint(parsed.lowers[clause.start + 1 : first])


def _evidence(
    inputs: Inputs, tokens: tuple[int, int], place: int, clause: Clause, label: str = "denied"
) -> Evidence:
    answer, page = inputs.answer, inputs.documents[place].document
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[tokens[0]], end=answer.ends[tokens[1]]),
        role="contradicts",
        label=label,
        match=Span(
            source=page.source,
            start=page.parsed.starts[clause.start],
            end=page.parsed.ends[clause.end - 1],
        ),
    )
