"""A step that does what the page says cannot be done: "Open the cancelled order and click
**Reopen**", "a cancelled order cannot be reopened".

The button exists, and no clause of the step has the page's verb: its label is the verb.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.features.base import Inputs, against
from truthscore.features.contradiction.by_itself import shared_words
from truthscore.features.contradiction.named_row import NAME
from truthscore.language import LanguagePack
from truthscore.text.alignment import Unit, is_claim
from truthscore.text.clauses import clauses, denies_by_itself, limits, phrases_at
from truthscore.text.model import NOUNS, ParsedText, Written
from truthscore.text.people import names_people
from truthscore.text.phrases import led, phrases
from truthscore.types import Evidence

#: Parts of speech behind a denial with which it only denies one way of doing it.
_MANNER = frozenset({"ADV", "ADP", "ADJ"})


@dataclass(frozen=True, slots=True)
class Impossible:
    """What cannot be done (`verb`), and all words that tell with what: "a *cancelled order*"."""

    verb: Written
    about: tuple[Written, ...]


def impossible(
    parsed: ParsedText, start: int, end: int, language: LanguagePack
) -> Iterator[Impossible]:
    """What the sentence from token `start` to `end` says cannot be done; nothing of one case or
    with a limit."""
    lowers = parsed.lowers[start:end]
    if (language.negations | language.cannot).isdisjoint(lowers):
        return  # most
    if limits(parsed, start, end, language) or lowers[-1] == "?":
        return
    parts = clauses(parsed, start, end, language)
    if any(part.conditional for part in parts):
        return
    for part in parts:
        if not part.denied or language.modals.isdisjoint(parsed.words_at(part.tokens)):
            continue
        if denies_by_itself(parsed, part, language) or "NUM" in parsed.pos[part.start : part.end]:
            continue  # "weeks of more than 26 weeks ago cannot": how many, another feature compares
        if phrases_at(parsed, part.start, part.end, language.oneself) or any(
            names_people(parsed, t, language) for t in part.tokens
        ):
            continue  # "a team leader cannot unlock it himself": others can
        verbs = [
            t
            for t in part.content
            if parsed.pos[t] == "VERB"
            and parsed.deps[t] != "amod"
            and not {*parsed.written(t)} & language.modals
        ]
        how = range(part.negations[0] + 1, part.end)
        if any(
            parsed.pos[t] in _MANNER and parsed.lowers[t] not in language.no_longer for t in how
        ):
            continue  # "cannot be sold *in part*", "not posted *directly*": another way is left
        nouns = list(phrases(parsed, part.start, part.end, language))
        first = next((each.start for each in nouns if each.plain), part.end)
        # "As with *sales*, linked orders ..."; "weeks *of last year*" tells which ones
        apart = {t for t in led(nouns) if t < first}
        about = [
            t
            for t in part.tokens
            if t not in (*verbs, *apart)
            and is_claim(parsed, t, language)
            and (parsed.pos[t] in NOUNS | {"ADJ"} or parsed.deps[t] == "amod")
        ]
        if len(verbs) == 1 and any(parsed.pos[t] in NOUNS for t in about):
            yield Impossible(parsed.written(verbs[0]), tuple(map(parsed.written, about)))


def done_though_impossible(inputs: Inputs, unit: Unit) -> Iterator[Evidence]:
    """A unit that tells to use a button for what a page says cannot be done with those things."""
    answer, language = inputs.answer, inputs.language
    known = [
        (place, number, each)
        for place, indexed in enumerate(inputs.documents)
        for number, each in indexed.indexes[NAME].impossible
    ]
    lowers = answer.lowers[slice(*unit.tokens)]
    if not known or lowers[-1] == "?" or not language.negations.isdisjoint(lowers):
        return  # most
    first, end = answer.starts[unit.tokens[0]], answer.ends[unit.tokens[1] - 1]
    units = inputs.aligned.units
    before = units[max(0, units.index(unit) - 1)]
    told = [unit]
    # else "PDF files can't be imported. Upload a CSV under Import": it knows
    if language.negations.isdisjoint(answer.lowers[slice(*before.tokens)]):
        told.append(before)
    said = [answer.written(t) for each in told for t in range(*each.tokens)]
    if (language.negations | language.cannot).isdisjoint(answer.lowers[: unit.tokens[1]]):
        # "How do I void a paid check?", "Select the check and tap **Void**"
        said.extend(inputs.question.written(t) for t in range(len(inputs.question.lowers)))
    for label in inputs.components:
        if not first <= label.start < end:
            continue
        tokens = answer.tokens_within(label.start, label.end)
        for place, number, each in known:
            does = [t for t in tokens if not {*answer.written(t)}.isdisjoint(each.verb)]
            if (
                does
                and all(shared_words(inputs, said, (word,)) for word in each.about)
                and all(shared_words(inputs, said, (word,)) for word in _row(inputs, place, number))
            ):
                yield against(inputs, (does[0], does[0] + 1), "cannot be done", place, number)
                return


def _row(inputs: Inputs, place: int, number: int) -> Iterator[Written]:
    """The words of the label of a sentence's row: "*Paid*: it cannot be reopened"."""
    indexed = inputs.documents[place]
    start, _ = indexed.document.parsed.sentences[number]
    for row in indexed.indexes[NAME].rows:
        if row.start <= start < row.end:
            yield from ((form, form) for word in row.label for form in sorted(word)[:1])
