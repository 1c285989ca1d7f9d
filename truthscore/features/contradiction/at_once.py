"""At once in the answer, and on the page every so often, or later: "the balance is updated
immediately", "it is updated every night", "the next day"."""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim, share_of
from truthscore.text.model import ParsedText
from truthscore.types import Evidence

#: Share, by weight, of what happens every so often that the answer says happens at once.
SAME = 0.8


def periodically(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[tuple[int, ...]]:
    """The tokens of what a sentence says happens every so often or the next day, without the words
    that say it."""
    each = {*language.values["each"], *language.values["following"]}
    adverbs = language.values["frequencies"]
    times = {t for t in range(start, end) if parsed.lowers[t] in adverbs}
    for token in range(start, end - 1):
        if parsed.lowers[token] in each and parsed.lemmas[token + 1] in language.periods:
            times.update((token, token + 1))
    rest = [t for t in range(start, end) if t not in times and is_claim(parsed, t, language)]
    if times and rest:
        yield tuple(rest)


def done_at_once(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that says that something happens at once, where the pages only say how often."""
    answer, language = inputs.answer, inputs.language
    at = [t for t in range(*unit.tokens) if answer.lowers[t] in language.at_once]
    if not at or not language.negations.isdisjoint(answer.lowers[slice(*unit.tokens)]):
        return  # most
    soon = [
        document.words[number]
        for document in inputs.aligned.documents
        for word in sorted(language.at_once)
        for number in document.postings.get(word, ())
    ]
    if any(share_of(answer, unit.content, words, language.code) >= SAME for words in soon):
        return  # "when you withdraw it, it is updated immediately"
    own = inputs.words_there(answer, range(*unit.tokens))
    said = own | inputs.words_there(inputs.question, range(len(inputs.question.lowers)))
    for place, indexed in enumerate(inputs.documents):
        page = indexed.document.parsed
        for number, rest in indexed.indexes[NAME].periodically:
            done = page.words_at(t for t in rest if page.pos[t] == "VERB")
            # "When does *the change take* effect?", "*It takes* effect immediately"
            if share_of(page, rest, said, language.code) >= SAME and not done.isdisjoint(own):
                yield against(inputs, (at[0], at[0] + 1), "at once", place, number)
                return
