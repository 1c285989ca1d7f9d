"""The verdict on a row by pages in the language of its answer."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from truthscore.combine import (
    RETRACTED,
    Stars,
    at_middle,
    at_most_unsupported,
    capped,
    combine,
    declining,
    retracts,
    with_unsupported,
)
from truthscore.features import IndexedDocument, Inputs, Lazily
from truthscore.features.base import PASSAGES, SAID
from truthscore.features.compare.joined import denied_in_part
from truthscore.features.contradiction import CONTRADICTION
from truthscore.features.new_words import NEW_WORDS
from truthscore.features.records import RECORDS
from truthscore.features.statements import STATEMENTS
from truthscore.language import LanguagePack
from truthscore.profile import Score
from truthscore.scoring.pages import Pages, of_row
from truthscore.scoring.setup import Setup, in_time
from truthscore.scoring.texts import Ready
from truthscore.scoring.translated import finished
from truthscore.scoring.verdicts import of_stars
from truthscore.text.alignment import Alignment, align, is_claim, left
from truthscore.text.courtesy import is_courtesy
from truthscore.text.model import ParsedText
from truthscore.text.own_words import own_words, said
from truthscore.text.refusal import claims_nothing
from truthscore.types import Evidence, Measurement, Verdict

TERMS = "company_terms"
#: Note of the company's terms in a translation.
NOT_READ = "the company's terms are in a language without word lists"
NOT_TRANSLATED = "the company's terms are not in the language of the translation"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A row as the features read it: the given texts, and the translation for some of them."""

    given: Inputs
    english: Inputs | None
    in_translation: frozenset[str]

    def read_by(self, feature: str) -> Inputs:
        """The texts that a feature reads."""
        if self.english is not None and feature in self.in_translation:
            return self.english
        return self.given


def inputs_of(
    question: ParsedText,
    answer: ParsedText,
    pages: tuple[IndexedDocument, ...],
    pack: LanguagePack,
    setup: Setup,
    found: dict[Hashable, Any],
) -> Inputs:
    """What the features are given of one row."""
    return Inputs(
        question=question,
        answer=answer,
        documents=pages,
        language=pack,
        profile=setup.profile,
        alignment=_alignment(answer, pages, pack, setup),
        found=found,
    )


def english_of(rows: Sequence[Ready], pages: Pages, setup: Setup) -> dict[int, Inputs]:
    """What is read in translation, beside the given texts, by the identity of the row."""
    both = {id(row): row.english.texts for row in rows
            if row.english is not None and row.instead_of is None}  # fmt: skip
    texts = list(both.values())
    if not texts:
        return {}
    indexed = pages.index([page for text in texts for page in text.pages], setup.to)
    answers, questions = setup.parsers[setup.to].read(
        [text.answer.text for text in texts], [text.question.text for text in texts]
    )
    return {
        key: inputs_of(
            question, answer, of_row(indexed, text.pages, setup.to), setup.packs[setup.to], setup,
            {},
        )
        for (key, text), question, answer in zip(both.items(), questions, answers, strict=True)
    }  # fmt: skip


def verdict(row: Ready, given: Inputs, english: Inputs | None, setup: Setup) -> Verdict:
    """The verdict on a row, with its spans in the texts as they were given."""
    prompts = tuple(page.text for page in row.example.context if page.kind == "prompt")
    given = replace(given, prompts=prompts) if prompts else given
    given = _with_records(given, setup)
    read = Parsed(given, english, setup.in_translation)
    measured: dict[str, Measurement] = {
        each.name: in_time(each.measure)(read.read_by(each.name)) for each in setup.features
    }
    if row.instead_of is not None and setup.profile.terms is not None and TERMS in measured:
        note = NOT_TRANSLATED if row.instead_of in setup.parsers else NOT_READ
        measured[TERMS] = Measurement(value=None, note=note)
    stars = _stars(row, read, measured, setup)
    settings = setup.profile.score.of_type(row.detection.type)
    denied = _denied_in_part(row, read, measured, stars, settings.unsupported_at_most)
    if denied:
        told = measured[CONTRADICTION.name]
        measured[CONTRADICTION.name] = replace(told, evidence=(*told.evidence, *denied))
        stars = at_most_unsupported(stars, settings)
    return finished(of_stars(row, stars, measured, setup.signatures[row.lang]), row, setup)


def _stars(row: Ready, read: Parsed, measured: Mapping[str, Measurement], setup: Setup) -> Stars:
    """The stars of what was measured, and what caps them."""
    settings = setup.profile.score.of_type(row.detection.type)
    stars = combine(measured, settings)
    if row.declines:
        told = _told_beside(measured, read)
        refused = None if told else setup.profile.score.refused(row.lang)
        return declining(stars, measured, settings, refused)
    if settings.own_words:
        stars = at_middle(stars, RETRACTED if retracts(measured) else row.unread)
        stars = capped(stars, lambda: _own(read, settings, setup), settings)
    return with_unsupported(stars, measured, settings)


def _denied_in_part(
    row: Ready, read: Parsed, measured: Mapping[str, Measurement], stars: Stars, most: float
) -> tuple[Evidence, ...]:
    """What pages say against parts of the joined sentences of an answer with more than `most`
    stars; nothing of others, which are not sent anyway."""
    if row.declines or not {CONTRADICTION.name, STATEMENTS.name} <= measured.keys():
        return ()
    if stars.score is None or stars.score <= most:
        return ()
    return tuple(denied_in_part(read.read_by(CONTRADICTION.name)))


def _with_records(given: Inputs, setup: Setup) -> Inputs:
    """The texts with the places that the customer's records bear out: measured first, for what a
    field says, no other field or page speaks against."""
    if RECORDS not in setup.features or not any(
        page.indexes[RECORDS.name] for page in given.documents
    ):
        return given
    told = RECORDS.measure(given).evidence
    spans = tuple((each.span.start, each.span.end) for each in told if each.role == "supports")
    return replace(given, borne_out=spans)


def _alignment(
    answer: ParsedText, pages: Sequence[IndexedDocument], pack: LanguagePack, setup: Setup
) -> Alignment | None:
    features = setup.profile.features
    if not setup.aligned or not features.has("alignment"):
        return None
    return align(answer, [page.indexes[PASSAGES] for page in pages], pack, features.alignment)


def _told_beside(measured: Mapping[str, Measurement], read: Parsed) -> bool:
    """Whether an answer that declines tells something besides that stands on none of its pages;
    what a profile does not measure, nobody knows of."""
    if not {STATEMENTS.name, NEW_WORDS.name} <= measured.keys():
        return False
    untold, new = (
        [each.span for each in measured[name].evidence if each.role == "unsupported"]
        for name in (STATEMENTS.name, NEW_WORDS.name)
    )
    inputs = read.read_by(STATEMENTS.name)
    return not all(
        claims_nothing(
            inputs.answer.text[span.start : span.end],
            inputs.language,
            known=not any(span.start <= word.start < span.end for word in new),
        )
        for span in untold
    )


def _own(read: Parsed, settings: Score, setup: Setup) -> Mapping[str, Measurement] | None:
    """The answer without what it copies, measured; None when it copies nothing or all."""
    given = _own_inputs(read.given, settings)
    english = None if read.english is None else _own_inputs(read.english, settings)
    if given is None or (read.english is not None and english is None):
        return None
    own = Parsed(given, english, read.in_translation)
    return Lazily({
        each.name: functools.partial(each.measure, own.read_by(each.name))
        for each in setup.features
    })  # fmt: skip


def _own_inputs(inputs: Inputs, settings: Score) -> Inputs | None:
    sources = [said(inputs.question), *(page.indexes[SAID] for page in inputs.documents)]
    rest = own_words(inputs.answer, sources, settings.shuffled_pairs)
    if rest is None:
        return None
    claims = (
        lemma for token, lemma in enumerate(rest.lemmas) if is_claim(rest, token, inputs.language)
    )
    few = len(_first_distinct(claims, settings.own_words)) < settings.own_words
    if few and all(is_courtesy(rest, each, inputs.language) for each in rest.sentences):
        return None
    aligned = inputs.alignment and left(rest, inputs.answer, inputs.alignment)
    return replace(inputs, answer=rest, whole=inputs.answer, alignment=aligned)


def _first_distinct(words: Iterable[str], count: int) -> set[str]:
    """The first `count` different words; fewer when there are fewer."""
    found: set[str] = set()
    for word in words:
        found.add(word)
        if len(found) >= count:
            break
    return found
