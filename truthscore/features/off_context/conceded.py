"""An exception that makes no difference in the answer: "moving is free, even if there is no line",
where the page goes on "Only if there is no line do you pay for the engineer"."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.off_context.slip import NAME
from truthscore.text.alignment import Unit, share_of
from truthscore.text.clauses import concedes
from truthscore.types import Evidence

#: Share, by weight, of the answer's case that stands in that of the page, and of what it says of it
#: that the sentence before has.
SAME = 0.8
#: Words of a case, at least, with what denies it: "no line".
LEAST = 2


def makes_no_difference(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says the rule of a page "even if", of the case that the next sentence takes out
    of it."""
    answer, language = inputs.answer, inputs.language
    lifts = concedes(answer, *unit.tokens, language)
    if not lifts:
        return  # most
    case = [t for t in unit.content if t > lifts[0]]
    rule = [t for t in unit.content if t < lifts[0]]
    denied = [t for t in range(lifts[0], unit.tokens[1]) if answer.lowers[t] in language.negations]
    if not case or not rule or len(case) + len(denied) < LEAST:
        return
    for place, indexed in enumerate(inputs.documents):
        page, words = indexed.document.parsed, inputs.aligned.documents[place].words
        for number, cases in enumerate(indexed.indexes[NAME].cases):
            if not number or cases is None:
                continue
            if share_of(answer, rule, words[number - 1], language.code) < SAME:
                continue
            for start, tokens in cases[0]:
                if not tokens or bool(denied) is language.negations.isdisjoint(
                    page.lowers[start : tokens[-1] + 1]
                ):
                    continue
                only = not language.only.isdisjoint(page.lowers[max(0, start - 1) : start + 1])
                there = page.words_at(tokens)
                if only and share_of(answer, case, there, language.code) >= SAME:
                    label = f"no limit: {answer.lowers[lifts[0]]}"
                    yield against(inputs, (lifts[0], lifts[0] + 1), label, place, number)
                    return
