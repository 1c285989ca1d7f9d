"""Two words of the answer that have changed places on the way from the page (text/exchange)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from truthscore.features.base import IndexedDocument, Inputs, against
from truthscore.features.contradiction.matches import pairs_of
from truthscore.features.contradiction.named_row import NAME
from truthscore.text.alignment import REACH, Passage, Unit
from truthscore.text.clauses import phrases_at
from truthscore.text.exchange import (
    Stretch,
    exchanged,
    order_exchanged,
)
from truthscore.text.model import ParsedText
from truthscore.types import Evidence


def changed_places(inputs: Inputs, number: int) -> Iterator[Evidence]:
    """Two words of a unit, or of it and the next one, that have changed places (text/exchange).

    Looked for once per row: the same sentences stand among the answer's own words.
    """
    starts, units = inputs.answer.starts, inputs.aligned.units
    for told in (units[number : number + 1], units[number : number + 2]):
        place = tuple(starts[each.tokens[0]] for each in told)
        found = inputs.once((NAME, "exchanged", *place), partial(_exchange, inputs, told))
        if found is not None:
            yield found
            return


def _exchange(inputs: Inputs, told: Sequence[Unit]) -> Evidence | None:
    settings = inputs.profile.features.contradiction
    answer, language, unit = inputs.answer, inputs.language, told[0]
    if unit.passage is None:
        return None
    indexed = inputs.documents[unit.passage.document]
    page = indexed.document.parsed
    found = None
    if len(told) == 1 and unit.exact >= settings.min_overlap:
        at = page.sentences[unit.passage.sentence]
        found = order_exchanged(answer, unit.tokens, page, at, language)
    passages = _passages(inputs, told) if found is None else ()  # mostly none
    begins = [clause.start for each in told if passages for clause, _ in pairs_of(inputs, each)]
    if len(begins) > 1:  # else both stand in one clause
        stretch = Stretch([each.tokens for each in told], begins)
        content = [token for each in told for token in each.content]
        for passage in passages:
            found = exchanged(
                answer, stretch, content, page, _stretch(indexed, passage),
                lambda t: inputs.aligned.context.family((answer.lowers[t], answer.lemmas[t])),
                language,
            )  # fmt: skip
            if found is not None:
                break
    if found is None:
        return None
    one, two = sorted(found)
    if _in_that_order(inputs, unit.passage, page, one, two):
        return None
    label = f"{answer.lowers[one]} <-> {answer.lowers[two]}"
    place = unit.passage.document, unit.passage.sentence
    return against(inputs, (one, two + 1), label, *place, rule="places")


def _in_that_order(inputs: Inputs, passage: Passage, page: ParsedText, one: int, two: int) -> bool:
    """Whether another sentence of the page tells of both words in the order of the answer, and not
    when: "the board sees it *once* the treasurer has approved it" names the later one first."""
    language = inputs.language
    words = inputs.aligned.documents[passage.document].words
    turning = language.order.sooner | language.order.later | language.cases.condition_words
    first, second = (inputs.answer.words_at((t,)) for t in (one, two))
    for number, there in enumerate(words):
        if number == passage.sentence or first.isdisjoint(there):
            continue
        start, end = page.sentences[number]
        if not turning.isdisjoint(there):
            continue
        told = [t for t in range(start, end) if not first.isdisjoint(page.words_at((t,)))]
        if told and not second.isdisjoint(page.words_at(range(told[0] + 1, end))):
            return True
    return False


def _stretch(indexed: IndexedDocument, passage: range) -> Stretch:
    sentences, parts = indexed.document.parsed.sentences, indexed.indexes[NAME].clauses
    return Stretch(
        [sentences[place] for place in passage],
        [clause.start for place in passage for clause in parts[place]],
    )


def _passages(inputs: Inputs, told: Sequence[Unit]) -> Sequence[range]:
    """The sentences of a page that the units together may stand on: few and short ones.

    In long ones two words stand together by chance.
    """
    settings = inputs.profile.features.contradiction
    if told[-1].tokens[1] - told[0].tokens[0] > settings.told_tokens:
        return ()
    places: list[Passage] = []
    for each in told:
        if (
            each.passage is None
            or each.support < settings.told_support
            or (places and each.passage.document != places[0].document)
            or inputs.answer.lowers[each.tokens[1] - 1] == "?"  # it asserts nothing
        ):
            return ()
        places.append(each.passage)
    page = inputs.documents[places[0].document].document.parsed
    sentences, referring = page.sentences, inputs.language.pointing.referring
    first, last = min(p.sentence for p in places), max(p.sentence for p in places)
    windows = [(first, last)]
    if first == last:
        windows += [(first, last + 1), (first - 1, last)]
    return [
        range(begin, end + 1)
        for begin, end in windows
        if begin >= 0
        and end < len(sentences)
        and end - begin <= REACH
        and sentences[end][1] - sentences[begin][0] <= settings.passage_tokens
        and not any(
            # a question as a heading asserts nothing either
            page.lowers[stop - 1] == "?" or phrases_at(page, start, start + 1, referring)
            for start, stop in sentences[begin : end + 1]
        )
    ]
