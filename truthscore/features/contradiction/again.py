"""What a page denies of one case by "that": "On time it is refunded. With a no-show *that does not
happen*", where the answer says that with a no-show it is refunded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, sentence_span, share_of
from truthscore.text.antecedents import antecedent, stands_in, verbs_of
from truthscore.text.clauses import clauses, limits
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.phrases import phrases
from truthscore.types import ANSWER, Evidence, Span

#: Parts of speech of what tells how, when or where.
_TELLING = NOUNS | {"ADJ", "NUM"}
#: And of what names the case.
_NAMING = NOUNS | {"NUM"}
#: Share of what was said before that the answer says again, by weight.
SAID_AGAIN = 0.6


@dataclass(frozen=True, slots=True)
class DeniedAgain:
    """What a statement denies of a case: tokens that name the case, and those of what is denied of
    it, in the statement before."""

    case: tuple[int, ...]
    words: tuple[int, ...]


def denied_again(
    parsed: ParsedText, sentence: int, language: LanguagePack
) -> Iterator[DeniedAgain]:
    """What a sentence denies of a case with "that" for what was said before."""
    start, end = parsed.sentences[sentence]
    lowers = parsed.lowers[start:end]
    if language.negations.isdisjoint(lowers) or language.that.isdisjoint(lowers):
        return  # most
    if limits(parsed, start, end, language):
        return
    for clause in clauses(parsed, start, end, language):
        case = clause.conditional and parsed.lowers[clause.start] not in language.times
        if not clause.denied or case or not stands_in(parsed, clause.tokens, language):
            continue
        before = antecedent(parsed, sentence, clause.start, language)
        # "year 1" is not "year 3"
        named = [t for t in clause.content if parsed.pos[t] in _NAMING]
        if before is None or before.negations or all(parsed.pos[t] == "NUM" for t in named):
            continue
        verbs = verbs_of(parsed, before.tokens, language)
        # "in the portal" is another case
        found = phrases(parsed, before.start, before.end, language)
        things = [each.end - 1 for each in found if each.plain] + [*before.meant]
        words = [t for t in (*verbs, *things) if is_claim(parsed, t, language)]
        if verbs and things:
            yield DeniedAgain(tuple(named), tuple(words))


def said_again(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says of a case what a page denies of it with "that"."""
    answer, language = inputs.answer, inputs.language
    told = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].denied_again
    ]
    if not told or answer.lowers[unit.tokens[1] - 1] == "?":
        return  # most
    lowers = answer.lowers[slice(*unit.tokens)]
    turning = language.negations | language.near_negations | language.but | language.rest
    if not (turning | language.limiting).isdisjoint(lowers):
        return
    asked = inputs.question.words_at(range(len(inputs.question.lowers)))
    said = inputs.words_there(answer, range(*unit.tokens))
    for place, number, each in told:
        source = inputs.documents[place].document
        page = source.parsed
        if any(said.isdisjoint(page.written(t)) for t in each.case):
            continue
        if share_of(page, each.words, said, language.code) < SAID_AGAIN:
            continue
        there = page.words_at(
            range(page.sentences[max(0, number - 1)][0], page.sentences[number][1])
        )
        if any(
            answer.pos[t] in _TELLING
            and (there | asked).isdisjoint(answer.written(t))
            and answer.deps[t] not in language.subject_labels
            for t in range(*unit.tokens)
        ):
            continue  # "orders of a Sunday are shipped *on Monday*": something else of it
        start, end = sentence_span(page, number)
        yield Evidence(
            span=Span(
                source=ANSWER,
                start=answer.starts[unit.tokens[0]],
                end=answer.ends[unit.tokens[1] - 1],
            ),
            role="contradicts",
            label="denied",
            match=Span(source=source.source, start=start, end=end),
        )
