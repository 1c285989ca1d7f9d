"""Another number of things: "one" where the page says "all", "customers" for "the customer"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from truthscore.features.base import Inputs
from truthscore.features.off_context.slip import NAME, SAME_NOUN, slip, window_of
from truthscore.language import LanguagePack
from truthscore.text.alignment import Passage, Unit
from truthscore.text.model import NOUNS, ParsedText
from truthscore.text.view import same_family
from truthscore.types import QUESTION, Evidence

#: How far before a noun the word stands that says how many: "all of the open lines".
BEFORE_NOUN = 4
#: Parts of speech between the two; "all your devices" has a pronoun.
BETWEEN = frozenset({"ADJ", "ADP", "DET", "NUM", "PRON", "VERB"})
#: Quantities that exclude each other.
EXCLUDE = frozenset({("one", "many"), ("one", "all"), ("this", "all"), ("this", "many")})

#: One that claims more than the other, which is no less true when it claims less.
OVERCLAIMS = frozenset({("all", "some")})


def other_quantities(inputs: Inputs, unit: Unit, passage: Passage) -> Iterator[Evidence]:
    """Things of which the answer tells another number than the passage does: one for all."""
    answer, language = inputs.answer, inputs.language
    told = list(_amounts(answer, *unit.tokens, language))
    if not told:
        return
    parsed = inputs.aligned.documents[passage.document].parsed
    window, at = window_of(inputs, passage)
    asked = inputs.once((NAME, QUESTION), lambda: _counted(inputs.question, language))
    near = range(parsed.sentences[window[0]][0], parsed.sentences[window[-1]][1])
    around = list(_amounts(parsed, near.start, near.stop, language))
    there = list(_amounts(parsed, *parsed.sentences[at], language))
    forms = set(parsed.lowers[near.start : near.stop])
    for noun, amount, place in told:
        same = [theirs for lemma, theirs, _ in around if _one_noun(lemma, noun)]
        instead = [theirs for lemma, theirs, _ in there if _one_noun(lemma, noun)]
        last = place[1] - 1
        # The number that was asked about is the customer's; another one is the answer's own.
        if not asked.get(noun, frozenset()).isdisjoint({amount, "this"}):
            continue
        if not instead:
            continue
        if amount in same:
            # "de gekozen klanten" for "de gekozen klant": the same words but for the number
            other = [
                parsed.lowers[span[1] - 1]
                for lemma, theirs, span in there
                if lemma == noun
                and theirs == amount == "this"
                # a noun before another one has no plural: "the user list"
                and not (NOUNS & {*parsed.pos[span[1] : span[1] + 1]})
                and parsed.lowers[span[0] : span[1] - 1] == answer.lowers[place[0] : last]
            ]
            # a number in front says how many: "de eerste twee keren", "twee keer"
            counted = "NUM" in answer.pos[place[0] : last]
            if other and not counted and answer.lowers[last] not in forms:
                yield slip(
                    inputs, passage, *place, f"{answer.lowers[last]} / {other[0]}", rule="quantity"
                )
        elif all(
            (amount, each) in EXCLUDE | OVERCLAIMS or (each, amount) in EXCLUDE for each in same
        ):
            label = f"{answer.lowers[place[0]]} / {instead[0]}"
            yield slip(inputs, passage, *place, label, rule="quantity")


def _amounts(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """(noun, quantity, tokens from the one to the other) of "alle gebruikers", "one of the lines".

    A negation in front turns the quantity into none of ours: "niet alle", "not one".
    """
    if language.amounts.quantities.keys().isdisjoint(parsed.lowers[start:end]):
        return  # most sentences
    for noun in range(start, end):
        if parsed.pos[noun] not in NOUNS or parsed.lemmas[noun] in language.amounts.occasions:
            continue  # "in any case" tells of no cases
        for token in range(noun - 1, max(start, noun - BEFORE_NOUN) - 1, -1):
            group = language.amounts.quantities.get(parsed.lowers[token])
            if group is not None:
                more = parsed.lowers[max(start, token - 2) : token] in language.amounts.more_than
                denied = token > start and parsed.lowers[token - 1] in language.negations
                if not denied and not more:  # "more than one" is no one
                    yield parsed.lemmas[noun], group, (token, noun + 1)
                if group != "this":
                    break
            elif parsed.pos[token] not in BETWEEN:
                break


def _counted(question: ParsedText, language: LanguagePack) -> Mapping[str, AbstractSet[str]]:
    """The nouns of which the question says how many, and how many."""
    counted: dict[str, set[str]] = {}
    for lemma, amount, _ in _amounts(question, 0, len(question.lowers), language):
        counted.setdefault(lemma, set()).add(amount)
    return counted


def _one_noun(one: str, other: str) -> bool:
    return same_family(one, other, part=SAME_NOUN, ratio=100.0)
