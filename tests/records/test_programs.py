"""Values as programs write them: yes and no, 1 and 0, moments, money without a sign, codes."""

from __future__ import annotations

from typing import Any

import pytest

from truthscore import TruthScorer

FIELDS: dict[str, Any] = {
    "is_member": "ja",
    "newsletter": "no",
    "email_confirmed": 0,
    "two_factor": 1,
    "starts_at": "2026-12-09T14:30:00",
    "created_at": "2026-10-01T22:15:00.000Z",
    "currency": "EUR",
    "deposit": {"amount": 75.5, "currency": "EUR"},
    "excess_price": 1250.5,
    "mag_opzeggen": "nee",
    "parcel_state": "AT_PICKUP_POINT",
    "box_number": "BX204117",
    "discount": "geen",
    "huurtoeslag": "nee",
    "huurder": "S. Aydin",
    "ingangsdatum": "01-09-2023",
    "verlof_saldo_uren": 71.5,
    "verlof_opgenomen_uren": 88.5,
}


def blamed(scorer: TruthScorer, lang: str, question: str, answer: str) -> tuple[float, list[str]]:
    record = {"id": "r", "kind": "record", "fields": FIELDS}
    found = scorer.score(question=question, answer=answer, context=[record], lang=lang)
    evidence = found.features["records"].evidence
    return found.score or 0.0, [str(each.rule) for each in evidence if each.rule]


@pytest.mark.parametrize(
    ("lang", "question", "true", "lie", "rule"),
    [
        ("en", "Am I a member?", "Yes, you are a member.", "No, you are not a member.",
         "record.flag"),
        ("en", "Do I get the newsletter?", "No, you do not get the newsletter.",
         "Yes, you get the newsletter.", "record.flag"),
        ("en", "Is my email confirmed?", "No, your email is not confirmed yet.",
         "Yes, your email is confirmed.", "record.flag"),
        ("en", "Is two factor on?", "Yes, two factor is on.", "No, two factor is not on.",
         "record.flag"),
        ("en", "When does it start?", "It starts on 9 December 2026 at 2:30 pm.",
         "It starts on 9 December 2026 at 3:30 pm.", "record.value"),
        ("en", "What is my deposit?", "Your deposit is €75.50.", "Your deposit is $75.50.",
         "record.value"),
        ("en", "What is the excess price?", "The excess price is €1,250.50.",
         "The excess price is €1,520.50.", "record.value"),
        ("nl", "Mag ik opzeggen?", "Nee, u mag niet opzeggen.", "Ja, u mag opzeggen.",
         "record.flag"),
        ("nl", "Krijg ik korting?", "Nee, u krijgt geen korting.", "Ja, u krijgt 20% korting.",
         "record.none"),
        ("nl", "Hoeveel verlofuren heb ik nog?", "Je hebt nog 71,5 uur verlof.",
         "Je hebt nog 88,5 uur verlof.", "record.field"),
    ],
)  # fmt: skip
def test_what_a_program_writes_is_read(
    grounded: TruthScorer, lang: str, question: str, true: str, lie: str, rule: str
) -> None:
    score, rules = blamed(grounded, lang, question, true)
    assert (score >= 3.0, rules) == (True, [])
    score, rules = blamed(grounded, lang, question, lie)
    assert (score < 3.0, rules) == (True, [rule])


@pytest.mark.parametrize(
    ("lang", "question", "answer"),
    [
        ("en", "When was it created?", "It was created on 1 October 2026."),
        ("en", "When was it created?", "It was created on 2 October 2026."),  # in the Netherlands
        ("en", "Which box do I have?", "Your box number is in your mail."),
        ("en", "Where is it?", "Your parcel is at a pickup point."),
        ("en", "Can I sign in?", "Your email must be confirmed first."),
        ("nl", "Wanneer is mijn huur ingegaan?", "Uw huur is op 1 september 2023 ingegaan."),
        ("nl", "Tot wanneer kan ik wijzigen?", "U kunt nog 3 dagen wijzigen."),
    ],
)
def test_what_may_be_so_is_spared(
    grounded: TruthScorer, lang: str, question: str, answer: str
) -> None:
    assert blamed(grounded, lang, question, answer)[1] == []


def test_a_short_no_answers_the_question(grounded: TruthScorer) -> None:
    true = blamed(grounded, "en", "Do I get the newsletter?", "No, you don't.")
    lie = blamed(grounded, "en", "Am I a member?", "No, you aren't.")
    assert (true[0] >= 3.0, true[1]) == (True, [])
    assert (lie[0] < 3.0, lie[1]) == (True, ["record.flag"])
