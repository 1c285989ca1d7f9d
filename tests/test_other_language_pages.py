"""An answer whose pages are in another language: scored across Dutch and English, else refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from truthscore import ContextDocument, Example, Guardrail, TruthScorer, Verdict
from truthscore.profile import with_policy
from truthscore.text import langid, vectors

EXAMPLES = Path(__file__).parents[1] / "examples"
ROWS = [json.loads(line) for line in (EXAMPLES / "answers.jsonl").read_text().splitlines()]
DUTCH = [
    row
    for row in ROWS
    if row["context"] and row["answer"].strip() and langid.identify(row["answer"]) == "nl"
]


def in_english(page: dict[str, str]) -> dict[str, str]:
    path = EXAMPLES / "help" / "en" / f"{page['id']}.md"
    return {
        **page,
        "text": path.read_text() if path.exists() else "This page is about payroll. " * 9,
    }


@pytest.fixture(scope="module")
def guardrail() -> Guardrail:
    scorer = TruthScorer.load("grounded")  # without a budget: a busy machine is no finding here
    return Guardrail(scorer, with_policy(scorer.profile.policy, time_budget_ms=0))


@pytest.mark.parametrize("told", [True, False], ids=["lang given", "lang recognised"])
def test_a_dutch_answer_on_english_pages_is_scored_and_left_to_a_person(
    guardrail: Guardrail, told: bool
) -> None:
    seen = 0
    for row in DUTCH:
        context = [in_english(page) for page in row["context"]]
        decision = guardrail.check(
            question=row["question"], answer=row["answer"], context=context,
            lang="nl" if told else None,
        )  # fmt: skip
        if decision.verdict.reason in {"small_talk", "refusal"}:  # whatever the pages say
            continue
        if not told and len(row["answer"] + row["question"]) < langid.ENOUGH:
            continue  # the pages help to tell
        seen += 1
        assert decision.verdict.status == "scored"
        assert decision.verdict.override == "other_language"
        assert decision.action != "allow"
        assert decision.verdict.score is not None
        assert decision.verdict.score <= 3.9
    assert seen > 10


def test_an_english_answer_to_a_dutch_question_is_scored_on_english_pages(
    guardrail: Guardrail,
) -> None:
    answer = (
        "You can cancel an order within 14 days after it was placed, as long as nothing was sent."
    )
    verdict = guardrail.scorer.score(
        question="Tot wanneer kan ik een bestelling annuleren?", answer=answer, context=[answer]
    )
    assert (verdict.status, verdict.lang) == ("scored", "en")
    assert verdict.score is not None
    assert verdict.score >= 4.0


def test_one_page_in_the_answer_s_language_is_enough(guardrail: Guardrail) -> None:
    page = "De verlofpot wordt ieder jaar op 1 januari bijgewerkt. Daarna ziet u het nieuwe saldo."
    english = "The leave pot is updated every year on 1 January. Then you see the new balance."
    verdict = guardrail.scorer.score(
        question="Wanneer wordt de verlofpot bijgewerkt?",
        answer="De verlofpot wordt ieder jaar op 1 januari bijgewerkt.",
        context=[english, page],
    )
    assert verdict.status == "scored"


FRENCH = (
    "Les pièces jointes ne doivent pas dépasser 10 Mo ensemble. Choisissez le bouton Enregistrer."
)
ENGLISH = (
    "# Attachments\n\nYou can attach at most 5 files to an invoice, together no larger than 10 MB."
    "\n\n"
    "1. Open the **Invoices** page.\n2. Choose the **Save** action.\n3. Choose **Post**.\n\n"
    "A posted invoice cannot be changed."
)


def read(guardrail: Guardrail, answer: str, *pages: str) -> Verdict:
    return guardrail.scorer.score(
        question="Hoe gaat dat met een factuur?", answer=answer, context=pages, lang="nl"
    )


DUTCH_PAGE = (
    "# Verlof\n\nHet saldo van de verlofpot wordt ieder jaar op 1 januari bijgewerkt, en daarna "
    "ziet u het nieuwe saldo op de pagina **Verlof**. Een medewerker kan verlof aanvragen tot twee "
    "weken voor de eerste dag. De leidinggevende krijgt daarvan een bericht en beslist er binnen "
    "een week over. Een aanvraag die is goedgekeurd, kan alleen door de leidinggevende worden "
    "ingetrokken."
)
LONG_FRENCH = f"{FRENCH} " * 3


@pytest.mark.parametrize(
    "pages", [[FRENCH], [FRENCH, ENGLISH], [LONG_FRENCH, DUTCH_PAGE]],
    ids=["alone", "with English", "with the answer's"],
)  # fmt: skip
def test_a_third_language_is_refused(guardrail: Guardrail, pages: list[str]) -> None:
    decision = guardrail.check(
        question="Hoe gaat dat met een factuur?", context=pages, lang="nl",
        answer="De bijlagen mogen samen niet groter zijn dan 10 MB.",
    )  # fmt: skip
    assert (decision.verdict.status, decision.verdict.reason) == ("not_scored", "language")
    assert decision.action == "review"
    assert "andere taal" in decision.reason


def test_each_page_is_read_in_its_own_language(guardrail: Guardrail) -> None:
    english = ENGLISH + " It is closed for good, and only a credit memo can correct its lines." * 2
    both = [english, DUTCH_PAGE]
    told = "Een aanvraag die is goedgekeurd, kan alleen door de leidinggevende worden ingetrokken."
    by_own = read(guardrail, told, *both)
    assert by_own.override != "other_language"
    assert by_own.score == read(guardrail, told, DUTCH_PAGE).score
    assert "|across:en@" in by_own.signature  # the English page was read too
    told = "1. Open de pagina **Facturen**.\n2. Kies de actie **Opslaan**."
    by_other = read(guardrail, told, *both)
    assert by_other.override == "other_language"
    alone = read(guardrail, told, english)
    assert (by_other.score, by_other.signature) == (alone.score, alone.signature)
    lie = read(
        guardrail, "Een aanvraag die is goedgekeurd, kan ook door u worden ingetrokken.", *both
    )
    assert lie.override != "other_language"
    assert lie.score is not None
    assert by_own.score is not None
    assert lie.score < by_own.score


SHORT = "Choose **Post**."


@pytest.mark.parametrize(
    ("given", "override", "reason"),
    [
        (None, None, None),  # too few letters to tell: taken for the answer's language
        ("nl", None, None),
        ("EN-gb", "other_language", None),
        ("fr", None, "language"),
        ("xx", None, "language"),
    ],
)
def test_what_a_page_says_of_its_language_is_believed(
    guardrail: Guardrail, given: str | None, override: str | None, reason: str | None
) -> None:
    page = ContextDocument(id="p", text=SHORT, lang=given)
    for context in ([page], [page, ContextDocument(id="a", text=SHORT)]):  # of twins the one says
        verdict = guardrail.scorer.score(
            question="Hoe?", answer="Kies de actie **Boeken**.", context=context, lang="nl"
        )
        assert (verdict.override == "other_language") == (override is not None)
        assert verdict.reason == reason


def test_a_page_that_says_the_answer_s_language_is_not_read_across(guardrail: Guardrail) -> None:
    answer = "De bijlagen mogen samen niet groter zijn dan 10 MB."
    told = [
        guardrail.scorer.score(
            question="Hoe?", answer=answer, lang="nl",
            context=[{"text": text, "language": code} for text, code in pages],
        )
        for pages in (
            [(LONG_FRENCH, "nl")],
            [(DUTCH_PAGE, "nl"), (LONG_FRENCH, "nl")],
            [(DUTCH_PAGE, "nl"), (SHORT, "en")],
            [(DUTCH_PAGE, "nl"), (SHORT, "fr")],
        )
    ]  # fmt: skip
    assert [each.reason for each in told] == [None, None, None, "language"]
    assert ["|across:en@" in each.signature for each in told] == [False, False, True, False]


def test_a_page_is_parsed_in_the_language_that_it_says(guardrail: Guardrail) -> None:
    scorer = guardrail.scorer
    scorer.keep(10)
    scorer.warm([ContextDocument(id="p", text=SHORT, lang="en")], "nl")
    assert [key[0] for key in scorer._pages._parsed._items] == ["en"]


def test_the_paper_does_not_read_another_language() -> None:
    scorer = TruthScorer.load("paper", score_types="all")
    verdict = scorer.score(
        question="Hoe?", answer="De bijlagen mogen samen niet groter zijn dan 10 MB.",
        context=[ENGLISH], lang="nl",
    )  # fmt: skip
    assert (verdict.status, verdict.reason) == ("not_scored", "language")


@pytest.mark.parametrize(
    ("true", "lie", "feature"),
    [
        ("U kunt maximaal 5 bestanden meesturen, samen niet groter dan 10 MB.",
         "U kunt maximaal 5 bestanden meesturen, samen niet groter dan 25 MB.", "numbers"),
        ("Kies de actie **Opslaan**.", "Kies de actie **Verwijderen**.", "components_defined"),
        ("Een geboekte factuur kan niet worden gewijzigd.",
         "Een geboekte factuur kan worden gewijzigd.", "contradiction"),
        ("1. Open de pagina **Facturen**.\n2. Kies de actie **Opslaan**.",
         "1. Kies de actie **Opslaan**.\n2. Open de pagina **Facturen**.", "guide_fidelity"),
        ("U kunt bestanden meesturen met een factuur.", "Bananen groeien in warme landen.",
         "statements"),
    ],
)  # fmt: skip
def test_a_lie_has_fewer_stars(guardrail: Guardrail, true: str, lie: str, feature: str) -> None:
    one, other = (read(guardrail, answer, ENGLISH) for answer in (true, lie))
    assert one.score is not None
    assert other.score is not None
    assert one.score > other.score
    values = [each.features[feature].value for each in (one, other)]
    assert values[0] is not None
    assert values[1] is not None
    assert values[0] > values[1]


def test_the_evidence_is_on_the_page_and_the_signature_says_how(guardrail: Guardrail) -> None:
    verdict = read(guardrail, "Kies de actie **Opslaan**.", ENGLISH)
    [told] = verdict.features["components_defined"].evidence
    assert told.match is not None
    assert ENGLISH[told.match.start : told.match.end] == "Save"
    joint = vectors.load("nl", "en")
    assert joint is not None
    assert verdict.signature.endswith(f"@{joint.fingerprint}")
    assert "|across:en@" in verdict.signature
    assert verdict == read(guardrail, "Kies de actie **Opslaan**.", ENGLISH)


def test_rows_of_both_kinds_keep_their_order(guardrail: Guardrail) -> None:
    page = "Kies de actie **Opslaan** om de factuur te bewaren, en daarna de actie **Boeken**."
    rows_ = [
        Example(id=str(at), question="Hoe?", answer="Kies de actie **Opslaan**.", lang="nl",
                context=(ContextDocument(id="p", text=text),))
        for at, text in enumerate([ENGLISH, page, ENGLISH, page])
    ]  # fmt: skip
    verdicts = list(guardrail.scorer.score_many(rows_))
    assert [each.id for each in verdicts] == ["0", "1", "2", "3"]
    assert [each.override == "other_language" for each in verdicts] == [True, False, True, False]
    assert verdicts[1:2] == list(guardrail.scorer.score_many(rows_[1:2]))


def test_within_one_language_the_vectors_are_never_read() -> None:
    code = """
import sys, truthscore
assert 'truthscore.text.vectors' not in sys.modules
scorer = truthscore.TruthScorer.load('grounded')
for said in ('Kies **Opslaan** om de factuur te bewaren.', 'Choose **Save** to keep the invoice.'):
    assert scorer.score(question='?', answer=said, context=[said]).score > 4
from truthscore.text import vectors
read = lambda: vectors._read.cache_info().currsize
assert read() == 0
scorer.warm_up()  # what a guardrail does before its first request
assert read() == 1
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "page",
    [
        "Opslaan",
        "https://example.com/how-to-change-your-address-in-the-portal/and-what-comes-after-it",
        "`SELECT name, address FROM customers WHERE country = 'NL'` geeft de adressen.",
        "4711 0815 3.14 % € --- *** 2026-11-25",
    ],
)
def test_a_page_without_prose_is_in_no_other_language(page: str) -> None:
    assert not langid.differs("nl", [page])


def test_pages_in_the_same_language_are_scored_as_ever() -> None:
    scorer = TruthScorer.load("paper", score_types="all")
    for row in DUTCH:
        verdict = scorer.score(
            question=row["question"], answer=row["answer"],
            context=row["context"],
        )  # fmt: skip
        assert verdict.reason != "language"
