"""An answer whose pages are in another language is not scored: no word of it can stand there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from truthscore import Guardrail, TruthScorer
from truthscore.text import langid

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
    return Guardrail.load("grounded")


@pytest.mark.parametrize("told", [True, False], ids=["lang given", "lang recognised"])
def test_a_dutch_answer_on_english_pages_is_left_to_a_person(
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
        assert (decision.verdict.status, decision.verdict.reason) == ("not_scored", "language")
        assert (decision.action, decision.verdict.score) == ("review", None)
        assert "een andere taal dan de documenten" in decision.reason
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
