"""The verdict on a row by pages in the language of its answer."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from truthscore.features import IndexedDocument, Inputs
from truthscore.features.base import PASSAGES
from truthscore.features.new_words import NEW_WORDS
from truthscore.features.records import RECORDS, borne_out
from truthscore.features.statements import STATEMENTS
from truthscore.language import LanguagePack
from truthscore.profile import StatementSettings
from truthscore.scoring.pages import Pages, of_row
from truthscore.scoring.setup import Setup, in_time
from truthscore.scoring.texts import Ready
from truthscore.scoring.translated import finished
from truthscore.scoring.verdicts import of_stars
from truthscore.stars import (
    RETRACTED,
    Stars,
    at_middle,
    combine,
    declining,
    of_statements,
    retracts,
    verdict_of,
)
from truthscore.statements.judge import Statement, findings, statements
from truthscore.text.aligned import align
from truthscore.text.alignment import Alignment
from truthscore.text.model import ParsedText
from truthscore.text.refusal import claims_nothing
from truthscore.types import Measurement, StatementVerdict, Verdict

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
    given = with_records(given, setup)
    read = Parsed(given, english, setup.in_translation)
    measured = measure(read, setup)
    if row.instead_of is not None and setup.profile.terms is not None and TERMS in measured:
        note = NOT_TRANSLATED if row.instead_of in setup.parsers else NOT_READ
        measured[TERMS] = Measurement(value=None, note=note)
    judged = statements_of(row, read.read_by(STATEMENTS.name), measured, setup)
    stars = _stars(row, read, measured, judged, setup)
    settings = setup.judging_of(row.lang)
    verdicts: tuple[StatementVerdict, ...] = ()
    if settings is not None and stars.score is not None:
        verdicts = tuple(verdict_of(each, settings) for each in judged)
        _tell(judged, measured, settings)
    made = of_stars(row, stars, measured, setup.signatures[row.lang])
    return finished(replace(made, statements=verdicts), row, setup)


def _tell(
    judged: Sequence[Statement],
    measured: dict[str, Measurement],
    settings: StatementSettings,
) -> None:
    """Add to what the features found what the statements' verdicts rest on besides."""
    for statement in judged:
        for name, each in findings(statement, settings):
            told = measured.get(name)
            if told is not None and all(each.span != other.span for other in told.evidence):
                measured[name] = replace(told, evidence=(*told.evidence, each))


def measure(read: Parsed, setup: Setup) -> dict[str, Measurement]:
    """What each feature finds in a row."""
    return {each.name: in_time(each.measure)(read.read_by(each.name)) for each in setup.features}


def statements_of(
    row: Ready, inputs: Inputs, measured: Mapping[str, Measurement], setup: Setup
) -> tuple[Statement, ...]:
    """The statements of an answer by themselves; none where the profile judges it as a whole, and
    of an answer that declines."""
    settings = setup.judging_of(row.lang)
    if settings is None or row.declines or inputs.alignment is None:
        return ()
    return in_time(statements)(inputs, measured, settings, setup.reader_of(row.lang))


def _stars(
    row: Ready,
    read: Parsed,
    measured: Mapping[str, Measurement],
    judged: Sequence[Statement],
    setup: Setup,
) -> Stars:
    """The stars of what was measured and of its statements, and what caps them."""
    settings = setup.profile.score.of_type(row.detection.type)
    stars = combine(measured, settings)
    if row.declines:
        told = _told_beside(measured, read)
        refused = None if told else setup.profile.score.refused(row.lang)
        return declining(stars, measured, settings, refused)
    judging = setup.judging_of(row.lang)
    if judging is None:
        return stars
    stars = of_statements(stars, judged, judging)
    return at_middle(stars, RETRACTED if retracts(measured) else row.unread)


def with_records(given: Inputs, setup: Setup) -> Inputs:
    """The texts with the places that the customer's records bear out: measured first, for what a
    field says, no other field or page speaks against."""
    if RECORDS not in setup.features or not any(
        page.indexes[RECORDS.name] for page in given.documents
    ):
        return given
    told, follows, recorded = borne_out(given)
    return replace(given, borne_out=told, follows=follows, recorded=recorded)


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
