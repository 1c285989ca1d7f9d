"""What two records, or two rows of one, say is not put together."""

from __future__ import annotations

from typing import Any

import pytest

from truthscore import TruthScorer

OCTOBER = {
    "factuurnummer": "2026-0191",
    "periode": "2026-10",
    "bedrag_cents": 6050,
    "status": "betaald",
    "vervaldatum": "2026-11-14",
}
NOVEMBER = {
    "factuurnummer": "2026-0204",
    "periode": "2026-11",
    "bedrag_cents": 7260,
    "status": "open",
    "vervaldatum": "2026-12-14",
}
TWO = [{"id": str(n), "kind": "record", "fields": f} for n, f in enumerate((OCTOBER, NOVEMBER))]
ONE = [{"id": "r", "kind": "record", "fields": {"facturen": [OCTOBER, NOVEMBER]}}]
LEAVE = [
    {
        "id": "r",
        "kind": "record",
        "fields": {
            "aanvragen": [
                {"van": "2026-12-21", "status": "goedgekeurd"},
                {"van": "2026-11-27", "status": "afgewezen"},
            ]
        },
    }
]


@pytest.mark.parametrize("context", [TWO, ONE])
@pytest.mark.parametrize(
    ("question", "lie"),
    [
        ("Is de factuur van oktober betaald?", "Ja, de factuur van oktober (€ 72,60) is betaald."),
        ("Is de factuur van november betaald?", "Ja, de factuur van november is betaald."),
        ("Hoe hoog is factuur 2026-0191?", "Factuur 2026-0191 is € 72,60."),
        ("Wanneer vervalt die van oktober?", "De factuur van oktober vervalt op 14 december 2026."),
        ("Staat oktober nog open?", "Ja, de factuur van oktober staat nog open."),
    ],
)
def test_what_two_records_say_is_not_sent_as_of_one(
    grounded: TruthScorer, context: list[dict[str, Any]], question: str, lie: str
) -> None:
    found = grounded.score(question=question, answer=lie, context=context, lang="nl")
    assert found.score is not None
    assert found.score < 4.0


def test_a_row_is_told_with_its_own_status(grounded: TruthScorer) -> None:
    question = "Is mijn verlof goedgekeurd?"
    lie, true = (
        grounded.score(question=question, answer=answer, context=LEAVE, lang="nl").score or 0.0
        for answer in (
            "Ja, uw verlof van 27 november is goedgekeurd.",
            "Ja, uw verlof van 21 december is goedgekeurd.",
        )
    )
    assert lie < 4.0 <= true


def test_two_rows_of_one_sentence_are_not_swapped(grounded: TruthScorer) -> None:
    rows = [{"soort": "loonheffing", "cents": 58210}, {"soort": "pensioen", "cents": 10478}]
    record = [{"id": "r", "kind": "record", "fields": {"inhoudingen": rows}}]
    question = "Wat is er ingehouden?"
    lie, true = (
        grounded.score(question=question, answer=answer, context=record, lang="nl").score or 0.0
        for answer in (
            "Er is € 582,10 pensioen ingehouden en € 104,78 loonheffing.",
            "Er is € 104,78 pensioen ingehouden en € 582,10 loonheffing.",
        )
    )
    assert lie < 4.0
    assert lie < true
