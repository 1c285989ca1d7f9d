"""Another number of things: "one" where the page says "all", "customers" for "the customer"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs, against
from truthscore.features.compare.gate import around
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit
from truthscore.text.amounts import Amount, amounts
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.view import same_family
from truthscore.types import QUESTION, Evidence

#: Quantities that exclude each other.
EXCLUDE = frozenset({("one", "many"), ("one", "all"), ("this", "all"), ("this", "many")})
#: One that claims more than the other, which is no less true when it claims less.
OVERCLAIMS = frozenset({("all", "some")})
#: Letters from which a noun may be a part of a longer one ("regel" / "factuurregel").
SAME_NOUN = 4


def other_quantities(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """Things of which the answer tells another number than the passage does: one for all."""
    answer, passage, told = inputs.answer, unit.passage, inputs.frame(unit).amounts
    if not told or passage is None:
        return  # most
    asked = inputs.once(("amounts", QUESTION), lambda: _counted(inputs.question, inputs.language))
    page = inputs.documents[passage.document]
    parsed, frames = page.document.parsed, page.frames.sentences
    window = around(inputs, passage)
    there = frames[passage.sentence].amounts
    place = passage.document, passage.sentence
    for mine in told:
        # The number that was asked about is the customer's; another one is the answer's own.
        if not asked.get(mine.noun, frozenset()).isdisjoint({mine.many, "this"}):
            continue
        instead = [each for each in there if _one_noun(each.noun, mine.noun)]
        if not instead:
            continue
        same = {
            each.many
            for number in window
            for each in frames[number].amounts
            if _one_noun(each.noun, mine.noun)
        }
        noun = answer.lowers[mine.tokens[1] - 1]
        if mine.many in same:
            near = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
            other = _of_same_words(answer, mine, parsed, there)
            if other is not None and noun not in {parsed.lowers[t] for t in near}:
                yield against(inputs, mine.tokens, f"{noun} / {other}", *place, rule="quantity")
        elif all(
            (mine.many, each) in EXCLUDE | OVERCLAIMS or (each, mine.many) in EXCLUDE
            for each in same
        ):
            label = f"{answer.lowers[mine.tokens[0]]} / {instead[0].many}"
            yield against(inputs, mine.tokens, label, *place, rule="quantity")


def _of_same_words(
    answer: ParsedText, mine: Amount, page: ParsedText, there: tuple[Amount, ...]
) -> str | None:
    """The noun of a page that has the same words before it as one of the answer, but for its
    number: "de gekozen klanten" for "de gekozen klant"."""
    first, last = mine.tokens[0], mine.tokens[1] - 1
    if "NUM" in answer.pos[first:last]:
        return None  # a number in front says how many: "de eerste twee keren", "twee keer"
    for each in there:
        start, end = each.tokens
        if (
            each.noun == mine.noun
            and each.many == mine.many == "this"
            # a noun before another one has no plural: "the user list"
            and not (NOUNS & {*page.pos[end : end + 1]})
            and page.lowers[start : end - 1] == answer.lowers[first:last]
        ):
            return page.lowers[end - 1]
    return None


def _counted(question: ParsedText, language: LanguagePack) -> Mapping[str, AbstractSet[str]]:
    """The nouns of which the question says how many, and how many."""
    counted: dict[str, set[str]] = {}
    for each in amounts(question, (0, len(question.lowers)), language):
        counted.setdefault(each.noun, set()).add(each.many)
    return counted


def _one_noun(one: str, other: str) -> bool:
    return same_family(one, other, part=SAME_NOUN, ratio=100.0)
