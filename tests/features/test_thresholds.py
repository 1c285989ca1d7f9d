"""What decides a finding stands in the profile: another value there, another finding.

Each case is judged by `grounded` as it ships, and by the same with one setting changed. A constant
in the code that decided instead would show here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.builders import grounded, tuned
from truthscore import TruthScorer
from truthscore.profile import Profile
from truthscore.text.parser import SpacyParser

RENT = {"id": "r", "kind": "record", "fields": {"huurtoeslagbedrag": 120}}
RECORD = {
    "id": "r",
    "kind": "record",
    "fields": {
        "attachments": {"value": 4, "labels": {"nl": ["bijlagen"]}},
        "upload limit": {"value": 100, "labels": {"nl": ["uploadlimiet"]}},
    },
}
CODES = """# Fout LN-2041

De licentie is verlopen. Verleng de licentie via Beheer.

# Fout LN-2042

De server antwoordt traag. Herstart de server via Systeem."""
#: So much English prose that its language is sure.
ENGLISH = (
    "\n\nThis page tells how invoices are sent to customers of the company by electronic mail. The "
    "company keeps a copy of every message for its own archive."
)

#: What stands before the words of a finding, by its role.
MARKS = {"supports": "+", "unsupported": "?", "contradicts": "!", "missing": "!"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An answer with its page, and the words that `feature` tells of, as they are marked in
    `MARKS`: with `grounded` as it ships, and with `value` at `key`."""

    key: str
    value: float
    feature: str
    question: str
    answer: str
    page: str | Mapping[str, Any]
    told: tuple[str, ...]
    instead: tuple[str, ...]
    lang: str = "nl"


CASES = (
    Case(
        key="features.records.min_worded", value=0.0, feature="records",
        question="Hoeveel bijlagen heb ik?", page=RECORD,
        answer="U heeft vier bijlagen. Eén van de bijlagen is te groot.",
        told=("+vier",), instead=("+vier", "!Eén"),
    ),
    Case(
        key="features.records.form_counts", value=0.5, feature="records", lang="en",
        question="How many are there?", answer="The attachment count is 7.", page=RECORD,
        told=("!7",), instead=(),
    ),
    Case(
        key="features.records.part_counts", value=0.9, feature="records",
        question="Hoe hoog is de huur?", answer="De huur is 640.", page=RENT,
        told=(), instead=("!640",),
    ),
    Case(
        key="features.swapped_labels.before", value=4, feature="swapped_labels",
        question="Hoe rond ik de bestelling af?", answer="Klik rechtsonder op **Afronden**.",
        page="Klik rechtsonder op **Bevestigen**. Het afronden duurt een paar tellen.",
        told=("!Afronden",), instead=(),
    ),
    Case(
        key="features.swapped_labels.same_step", value=1.0, feature="swapped_labels",
        question="Hoe rond ik de bestelling af?",
        answer="Controleer het adres van de nieuwe bestelling en klik rechtsonder op **Afronden**.",
        page="Controleer het adres van de bestelling en klik rechtsonder op **Bevestigen**. Het "
        "afronden duurt een paar tellen.",
        told=("!Afronden",), instead=(),
    ),
    Case(
        key="features.contradiction.case_asked", value=1.0, feature="contradiction",
        question="Kan ik de factuur annuleren als de klant te laat betaalt?",
        answer="Nee, dat kan niet.",
        page="U kunt de factuur annuleren als de trouwe klant te laat betaalt.",
        told=("!Nee",), instead=(),
    ),
    Case(
        key="features.contradiction.case_asked", value=0.0, feature="contradiction",
        question="Kan ik de factuur annuleren?", answer="Nee, dat kan niet.",
        page="U kunt de factuur annuleren als het bedrag klopt.",
        told=(), instead=("!Nee",),
    ),
    Case(
        key="features.numbers.alone", value=0, feature="numbers", lang="en",
        question="What does the course cost?", answer="£70. Who joins later pays 50% of £140.",
        page="The course costs £140. Who joins later pays 50%.",
        told=("+£70", "+50%", "+£140"), instead=("?£70", "+50%", "+£140"),
    ),
    Case(
        key="features.numbers.most_terms", value=1, feature="numbers", lang="en",
        question="What do I pay for 2 tickets of £30 and a bag of £5?",
        answer="You pay £65 in total.", page="A ticket is £30. A bag is £5.",
        told=("+£65",), instead=("?£65",),
    ),
    Case(
        key="features.error_codes.both_words", value=0, feature="error_codes",
        question="Wat is LN-2041?", answer="Dit is fout LN-2042.", page=CODES,
        told=("!LN-2042",), instead=("+LN-2042",),
    ),
    Case(
        key="across.told_from", value=0.0, feature="components_defined",
        question="Hoe bewaar ik het?", answer="Klik op **Bijlagen** om verder te gaan.",
        page=f"Press **Files** to go on.{ENGLISH}", told=("?Bijlagen",), instead=("+Bijlagen",),
    ),
    Case(
        key="across.beside", value=0, feature="numbers", question="Hoe groot mogen ze zijn?",
        answer="U kunt alle bestanden samen meesturen tot 25 MB.",
        page=f"You can send all files together. The limit is 10 MB.{ENGLISH}",
        told=("!25 MB",), instead=("?25 MB",),
    ),
    Case(
        key="across.reach", value=9, feature="numbers", question="Hoe groot mogen ze zijn?",
        answer="Alle bestanden mogen samen niet groter zijn dan 25 MB.",
        page="All files together may be no larger than 10 MB. Press the button. Go to the list. "
        f"Wait a moment. A photo is shown in 25 MB.{ENGLISH}",
        told=("!25 MB",), instead=("+25 MB",),
    ),
    Case(
        key="across.nearest", value=1, feature="contradiction",
        question="Kan ik een factuur wijzigen?",
        answer="Een geboekte factuur kan worden gewijzigd.",
        page="A posted invoice cannot be changed.\n\nOn Friday the boss comes, and a posted "
        f"invoice can be changed.{ENGLISH}",
        told=(), instead=("!Een geboekte factuur kan worden gewijzigd",),
    ),
    Case(
        key="across.min_content", value=9, feature="contradiction",
        question="Kan ik een factuur wijzigen?",
        answer="Een geboekte factuur kan worden gewijzigd.",
        page=f"A posted invoice cannot be changed.{ENGLISH}",
        told=("!Een geboekte factuur kan worden gewijzigd",), instead=(),
    ),
)  # fmt: skip


def found(case: Case, settings: Profile, parsers: Mapping[str, SpacyParser]) -> tuple[str, ...]:
    """The words that a feature tells of, each with the mark of its role."""
    scorer = TruthScorer(settings, parsers)
    verdict = scorer.score(
        question=case.question, answer=case.answer, context=[case.page], lang=case.lang
    )
    return tuple(
        MARKS[each.role] + case.answer[each.span.start : each.span.end].rstrip(".")
        for each in verdict.features[case.feature].evidence
    )


@pytest.mark.parametrize("case", CASES, ids=[case.key for case in CASES])
def test_a_setting_decides(case: Case, parsers: Mapping[str, SpacyParser]) -> None:
    section, key = case.key.rsplit(".", 1)
    assert found(case, grounded(), parsers) == case.told
    changed = tuned(section, grounded(), **{key: case.value})
    assert found(case, changed, parsers) == case.instead


@pytest.mark.parametrize(("least", "copied"), [(3, False), (0, True)])
def test_what_stands_beside_a_finding_tells_whether_its_sentence_is_copied(
    least: int, copied: bool, parsers: Mapping[str, SpacyParser]
) -> None:
    scorer = TruthScorer(tuned("score", grounded(), copied_beside=least), parsers)
    verdict = scorer.score(
        question="Hoe groot?", answer="Hoogstens 25 MB.", context=["Hoogstens 10 MB per stuk."],
        lang="nl",
    )  # fmt: skip
    # one word beside it, which the page has; of all three it has two
    [finding] = [each for each in verdict.features["numbers"].evidence if each.rule]
    assert finding.copied is copied
