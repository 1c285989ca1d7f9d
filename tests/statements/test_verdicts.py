"""What is said of a sentence by itself, with the real pipelines: made-up pages, one a kind.

Of each page a true sentence and an untrue one that looks like it. The untrue one must not pass.
"""

# ruff: noqa: E501 (a page and what is said of it read best side by side)

from __future__ import annotations

from typing import Any

import pytest

from truthscore import TruthScorer
from truthscore.guard.judgement import judge
from truthscore.types import StatementVerdict, Verdict

ATTACHMENTS = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
SIZE = "Hoe groot mogen de bijlagen zijn?"


def scored(grounded: TruthScorer, page: str, question: str, answer: str, lang: str) -> Verdict:
    return grounded.score(
        question=question, answer=answer, context=[{"id": "p", "text": page}], lang=lang
    )


def worst(verdict: Verdict) -> StatementVerdict:
    return min(
        (each for each in verdict.statements if each.stars is not None),
        key=lambda each: each.stars or 0.0,
    )


@pytest.mark.parametrize(
    ("lang", "page", "question", "true", "lie"),
    [
        # the same limit in other words, and another value
        ("nl", ATTACHMENTS, SIZE, "Samen maximaal 10 MB.", "25 MB."),
        ("nl", ATTACHMENTS, SIZE, "Ze mogen samen niet groter zijn dan 10 MB.", "Samen mogen die niet groter zijn dan 25 MB."),
        ("en", "The parcel may weigh 2,500 g at most.", "How heavy may my parcel be?", "At most 2.5 kg.", "At most 25 kg."),
        # the value of the other row, item, page part
        ("nl", "- **Envelop**: 2 werkdagen\n- **Pakket**: 3 werkdagen\n- **Pallet**: 8 werkdagen", "Hoe lang is een envelop onderweg?", "Een envelop is er in 2 werkdagen.", "Een envelop is er in 8 werkdagen."),
        ("en", "For a broadband fault that is within two days, for a landline fault within four days.", "My landline is dead. How soon does somebody come?", "For a landline fault within four days.", "For a landline fault within two days."),
        ("en", "### Blue bin\n\nIt is emptied every 14 days.\n\n### Green bin\n\nIt is emptied every 7 days.", "How often is the blue bin emptied?", "Every 14 days.", "Every 7 days."),
        # what a sentence leaves out
        ("nl", "Het bad is dagelijks open tot 21.00 uur, behalve op donderdag: dan sluit het om 17.00 uur.", "Tot hoe laat kan ik donderdag zwemmen?", "Tot 17.00 uur.", "Tot 21.00 uur."),
        # a most for a least
        ("nl", "Het onderzoek duurt minstens 40 minuten.", "Hoe lang duurt het onderzoek?", "Het onderzoek duurt minstens 40 minuten.", "Het onderzoek duurt hooguit 40 minuten."),
        ("en", "Bring at least 3 photos with you.", "How many photos do I bring?", "Bring at least 3 photos with you.", "Bring at most 3 photos with you."),
        ("nl", "In de nachtbus neem je maximaal twee stuks handbagage mee.", "Hoeveel handbagage mag ik mee?", "Neem hooguit twee stuks handbagage mee.", "Neem ten minste twee stuks handbagage mee."),
        # one word that no page has
        ("nl", "U krijgt de bevestiging van uw bestelling binnen een uur per e-mail.", "Hoe krijg ik de bevestiging?", "U krijgt de bevestiging van uw bestelling per e-mail.", "U krijgt de bevestiging van uw bestelling per sms."),
        ("en", "You can pay with iDEAL and with a credit card.", "How can I pay?", "You can pay with iDEAL and a credit card.", "You can pay with iDEAL and PayPal."),
        # what a page strikes out or hides, and the mark of a note
        ("nl", "<p>Bestel vandaag vóór <s>16.00 uur</s> 14.00 uur.</p>", "Tot hoe laat kan ik bestellen?", "Vóór 14.00 uur.", "Vóór 16.00 uur."),
        ("nl", 'Meld u bij <span style="display:none">loket 3</span><span>loket 7</span>.', "Bij welk loket moet ik zijn?", "Bij loket 7.", "Bij loket 3."),
        ("en", "It is paid back within 6<sup>2</sup> weeks.\n\n<sup>2</sup> Counted from the last day.", "When is it paid back?", "It is paid back within 6 weeks.", "It is paid back within 62 weeks."),
        # so many times so much
        ("en", "In a night shift you have a paid break of 2 x 15 minutes.", "How long is my break in a night shift?", "In a night shift you have a paid break of 30 minutes.", "In a night shift you have a paid break of 15 minutes."),
    ],
)  # fmt: skip
def test_the_untrue_one_does_not_pass_and_the_true_one_is_not_below_the_middle(
    grounded: TruthScorer, lang: str, page: str, question: str, true: str, lie: str
) -> None:
    right = scored(grounded, page, question, true, lang)
    wrong = scored(grounded, page, question, lie, lang)
    assert right.score is not None
    assert wrong.score is not None
    assert right.score >= 3.0
    assert wrong.score < right.score
    assert worst(wrong).verdict != "supported"
    assert judge(wrong, grounded.profile.policy).action != "allow"


@pytest.mark.parametrize("before", [0, 1, 3])
def test_copied_sentences_do_not_carry_an_untrue_one_along(
    grounded: TruthScorer, before: int
) -> None:
    copied = [
        "De pakbon opent in een nieuw venster.", "Op de pakbon staan geen prijzen.",
        "Het adres komt uit de klantkaart van de ontvanger.",
    ]  # fmt: skip
    lie = "De chauffeur scant daarna de barcode met zijn handterminal."
    page = "# Pakbon\n\n" + " ".join(copied)
    found = scored(
        grounded, page, "Wat staat er op de pakbon?", " ".join([*copied[:before], lie]), "nl"
    )
    assert [each.verdict for each in found.statements] == ["supported"] * before + ["not_found"]
    assert found.score is not None
    assert 3.0 <= found.score < 4.0


@pytest.mark.parametrize(
    "said",
    [
        "Dat klopt niet.",
        "Dat is niet waar.",
        "Dat kan niet.",
        "Nee.",
        "Nee hoor.",
        "Of toch niet.",
        "Behalve voor u.",
    ],
)
def test_what_takes_back_a_copied_sentence_is_not_sent(grounded: TruthScorer, said: str) -> None:
    true = "Samen mogen die niet groter zijn dan 10 MB."
    question = "Hoe groot mogen de bijlagen zijn?"
    page = f"U kunt 5 bijlagen meesturen. {true}"
    policy = grounded.profile.policy
    assert judge(scored(grounded, page, question, true, "nl"), policy).action == "allow"
    taken_back = scored(grounded, page, question, f"{true} {said}", "nl")
    assert judge(taken_back, policy).action != "allow", taken_back


def test_what_says_no_to_a_question_and_repeats_it_takes_nothing_back(
    grounded: TruthScorer,
) -> None:
    page = "Kan ik een geboekte factuur verwijderen? Nee, een geboekte factuur kunt u niet verwijderen."
    asked = "Kan ik een geboekte factuur verwijderen?"
    told = scored(grounded, page, asked, "Nee. Dat kan niet.", "nl")
    assert not any(each.verdict == "not_found" for each in told.statements)


def test_a_contradicted_sentence_shows_both_places(grounded: TruthScorer) -> None:
    answer = "U kunt maximaal 5 bijlagen meesturen. Samen mogen die niet groter zijn dan 25 MB."
    found = scored(grounded, ATTACHMENTS, SIZE, answer, "nl")
    good, bad = found.statements
    assert (good.verdict, bad.verdict) == ("supported", "contradicted")
    assert answer[bad.span.start : bad.span.end] == "Samen mogen die niet groter zijn dan 25 MB."
    assert bad.passage is not None
    assert "10 MB" in ATTACHMENTS[bad.passage.start : bad.passage.end]
    assert "value.other" in bad.rules


@pytest.mark.parametrize("said", ["Ik hoop dat dit helpt!", "Hebt u nog een vraag?"])
def test_a_courtesy_claims_nothing(grounded: TruthScorer, said: str) -> None:
    found = scored(grounded, ATTACHMENTS, SIZE, f"Samen niet groter dan 10 MB. {said}", "nl")
    assert [each.verdict for each in found.statements] == ["supported", "no_claim"]


RECORD: dict[str, Any] = {
    "visitRef": "RT-118", "walksDone": 7, "walksPlanned": 12, "costCents": 1895,
    "lengthMin": 90, "startsAt": "2026-05-20T13:10:00Z", "shareUsed": 67.94,
    "parts": [{"part": "pump", "ready": True}, {"part": "hose", "ready": False},
              {"part": "seal", "ready": False}],
    "fees": [{"item": "visit", "pence": 1450}, {"item": "parts", "pence": 425}],
    "deliveryPence": 300, "creditPence": 500, "change_pct": -14.67,
    "kegCl": 3000,
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "true", "lie"),
    [
        ("What does it cost?", "The cost is €18.95.", "The cost is €19.85."),
        (
            "How long does it take?",
            "The length is an hour and a half.",
            "The length is 80 minutes.",
        ),
        ("How many walks are left?", "5 walks are left of 12.", "6 walks are left of 12."),
        ("What share is used?", "About 68% is used.", "About 86% is used."),
        ("When does it start?", "It starts at 14:10 on 20 May.", "It starts at 14:40 on 20 May."),
        ("What is the total?", "The total is £16.75.", "The total is £17.65."),
        ("How much less is it?", "It is about 15% less.", "It is about 35% less."),
        ("How big is the keg?", "The keg is 30 litres.", "The keg is 3 litres."),
    ],
)
def test_what_follows_from_a_record_is_not_called_untrue(
    grounded: TruthScorer, question: str, true: str, lie: str
) -> None:
    context = [{"id": "r", "kind": "record", "fields": RECORD}]
    right, wrong = (
        grounded.score(question=question, answer=each, context=context, lang="en").score or 0.0
        for each in (true, lie)
    )
    assert right >= 3.0
    assert wrong < right
    assert wrong < 4.0


@pytest.mark.parametrize(
    "answer",
    [
        " ".join(["woord"] * 2000),
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "```\nfor i in range(3): print(i)\n```",
        "これは何ですか。",
        "\n".join(f"{'  ' * depth}- punt {depth}" for depth in range(10)),
    ],
    ids=["no full stop", "a table", "code", "another script", "ten deep"],
)
def test_odd_answers_get_a_verdict_or_a_reason(grounded: TruthScorer, answer: str) -> None:
    page = "\n".join(["| n | x |", "|---|---|", *(f"| {n} | {n * 3} |" for n in range(5000))])
    found = scored(grounded, page, "Wat staat er?", answer, "nl")
    assert found.status != "error"
    assert found.score is not None or found.reason


def test_an_hour_in_words_is_a_time_and_no_number_of_parts(grounded: TruthScorer) -> None:
    page = "Op zaterdag is het filiaal geopend van 11.00 tot 13.00 uur."
    found = scored(grounded, page, "Tot hoe laat?", "Tot één uur 's middags open.", "nl")
    assert found.status == "scored"  # the row ended in an error


def test_a_value_under_the_name_of_another_column_is_not_sent(grounded: TruthScorer) -> None:
    head = "| Fiets | Per uur | Per dag |\n|---|---|---|\n"
    page = f"{head}| Stadsfiets | € 3,50 | € 12,00 |\n| E-bike | € 6,00 | € 28,00 |"
    right, wrong = (
        judge(
            scored(grounded, page, "Wat kost een e-bike?", head + row, "nl"),
            grounded.profile.policy,
        )
        for row in ("| E-bike | € 6,00 | € 28,00 |", "| E-bike | € 28,00 | € 6,00 |")
    )
    assert (right.action, wrong.action) == ("allow", "review")
