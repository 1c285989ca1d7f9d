"""What an answer tells of a customer's record, in both languages and by every kind of field."""

from __future__ import annotations

import pytest

from truthscore import Guardrail, TruthScorer
from truthscore.types import Measurement, Verdict

RECORD = {
    "id": "user",
    "kind": "record",
    "fields": {
        "problems_left": {"value": 5, "labels": {"nl": ["opgaven over"]}},
        "upload_limit": {"value": 100, "labels": {"nl": ["uploadlimiet"]}},
        "fee": {"value": 39.95, "unit": "EUR", "labels": {"nl": ["contributie"]}},
        "registered_on": {"value": "2026-03-02", "labels": {"nl": ["inschrijfdatum"]}},
        "approved": {"value": True, "labels": {"nl": ["goedgekeurd"]}},
        "user_type": {"value": "vice team leader", "labels": {"en": ["role"], "nl": ["rol"]}},
        "fines": {"value": 0, "labels": {"nl": ["boetes"]}},
        "pin": {"value": "771-secret", "hidden": True},
    },
}


def told(scorer: TruthScorer, question: str, answer: str, lang: str) -> tuple[Verdict, Measurement]:
    verdict = scorer.score(question=question, answer=answer, context=[RECORD], lang=lang)
    return verdict, verdict.features["records"]


@pytest.mark.parametrize(
    ("lang", "question", "true", "lie", "rule"),
    [
        ("en", "How many problems do I have left?", "You have 5 problems left.",
         "You have no problems left.", "record.none"),
        ("en", "What is my upload limit?", "Your upload limit is 100.",
         "Your upload limit is 5.", "record.field"),
        ("nl", "Wat is mijn uploadlimiet?", "Uw uploadlimiet is honderd.",
         "Uw uploadlimiet is 120.", "record.value"),
        ("nl", "Hoe hoog is de contributie?", "De contributie is € 39,95.",
         "De contributie is € 35,95.", "record.value"),
        ("nl", "Wanneer heb ik me ingeschreven?", "De inschrijfdatum is 2 maart 2026.",
         "De inschrijfdatum is 3 februari 2026.", "record.value"),
        ("en", "Am I approved?", "Yes, you have been approved.",
         "No, you have not been approved yet.", "record.flag"),
        ("nl", "Ben ik goedgekeurd?", "U bent goedgekeurd.", "U bent niet goedgekeurd.",
         "record.flag"),
        ("en", "What is my role?", "You are a vice team leader.", "You are a team leader.",
         "record.role"),
        ("en", "What is my role?", "You are a vice_teamleader, not a team leader.",
         "Your role is arbiter.", "record.role"),
        ("nl", "Heb ik boetes?", "U heeft geen boetes.", "U heeft 3 boetes.", "record.none"),
    ],
)  # fmt: skip
def test_a_true_answer_has_three_stars_and_a_lie_fewer(
    grounded: TruthScorer, lang: str, question: str, true: str, lie: str, rule: str
) -> None:
    verdict, found = told(grounded, question, true, lang)
    assert found.value == 1.0
    assert verdict.score is not None
    assert verdict.score >= 3.0
    verdict, found = told(grounded, question, lie, lang)
    assert [each.rule for each in found.evidence if each.rule] == [rule]
    assert verdict.score is not None
    assert verdict.score < 3.0


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", "You can find the form under Settings."),
        ("en", "If you are not approved, please contact us."),
        ("en", "You must be approved before you can upload."),
        ("nl", "Bent u niet goedgekeurd, neem dan contact op."),
        ("nl", "U kunt uw gegevens wijzigen in het portaal."),
    ],
)
def test_what_it_does_not_tell_of_is_not_judged(
    grounded: TruthScorer, lang: str, answer: str
) -> None:
    _, found = told(grounded, "?", answer, lang)
    assert found.value is None
    assert not [each for each in found.evidence if each.rule]


def test_without_a_record_it_does_not_apply(grounded: TruthScorer) -> None:
    verdict = grounded.score(
        question="How many?", answer="You have 5 problems left.", lang="en",
        context=["A team leader marks problems. You have five days for it, and may ask for more."],
    )  # fmt: skip
    assert verdict.features["records"].value is None


def test_a_finding_points_at_its_field(grounded: TruthScorer) -> None:
    verdict, found = told(grounded, "What is my upload limit?", "Your upload limit is 80.", "en")
    [one] = [each for each in found.evidence if each.rule]
    assert one.match is not None
    assert one.match.source == "user"
    assert one.label == "upload limit · uploadlimiet: 100"
    assert one.span.end - one.span.start == len("80")
    assert verdict.score is not None


def test_a_dutch_answer_is_read_beside_english_names(grounded: TruthScorer) -> None:
    record = {"kind": "record", "fields": {"attachments": 0, "status": "closed"}}
    asked = {"question": "Hoeveel bijlagen zijn er?", "context": [record], "lang": "nl"}
    true = grounded.score(answer="Er zijn geen bijlagen.", **asked)
    lie = grounded.score(answer="Er zijn 4 bijlagen.", **asked)
    assert (true.score or 0.0) >= 3.0 > (lie.score or 5.0)


def test_what_is_hidden_stands_in_no_decision(grounded: TruthScorer) -> None:
    with Guardrail(grounded) as guardrail:
        for answer in ("Your pin is 771.", "Your upload limit is 771.", "You have no fines."):
            decision = guardrail.check(
                question="What is my pin?", answer=answer, context=[RECORD], lang="en"
            )
            assert "secret" not in repr(decision)


def test_a_reason_tells_the_field(grounded: TruthScorer) -> None:
    with Guardrail(grounded) as guardrail:
        decision = guardrail.check(
            question="Wat is mijn uploadlimiet?", answer="Uw uploadlimiet is 120.",
            context=[RECORD], lang="nl",
        )  # fmt: skip
    assert decision.action != "allow"
    assert any("uploadlimiet: 100" in each for each in decision.findings)


@pytest.mark.parametrize(
    ("lang", "question", "done", "true", "lie"),
    [
        ("nl", "Wijzig mijn telefoonnummer.", "Gedaan.", "Uw telefoonnummer is nu 06-12345678.",
         "Uw telefoonnummer is nu 06-12349999."),
        ("en", "Change my phone number.", "Done.", "Your phone number is now 06-12345678.",
         "Your phone number is now 06-12349999."),
    ],
)  # fmt: skip
def test_words_are_no_other_number(
    whole: TruthScorer, lang: str, question: str, done: str, true: str, lie: str
) -> None:
    labels = {"nl": ["telefoonnummer"], "en": ["phone number"]}
    page = {
        "id": "user",
        "kind": "record",
        "fields": {"phone": {"value": "06-12345678", "labels": labels}},
    }

    def found(answer: str) -> list[str]:
        verdict = whole.score(question=question, answer=answer, context=[page], lang=lang)
        evidence = verdict.features["records"].evidence
        return [answer[e.span.start : e.span.end] for e in evidence if e.role == "contradicts"]

    assert found(f"{done} {true}") == []
    assert found(f"{done} {lie}") == [lie.split()[-1].rstrip(".")]


def test_a_number_within_a_code_counts_no_rows(grounded: TruthScorer) -> None:
    rows = [{"factuurnummer": "2026-0191", "bedrag_cents": 6050}] * 2
    record = [{"id": "r", "kind": "record", "fields": {"facturen": rows}}]
    answer = "Factuur 2026-0191 is € 60,50."
    found = grounded.score(question="Hoe hoog is hij?", answer=answer, context=record, lang="nl")
    assert not any(each.role == "contradicts" for each in found.features["records"].evidence)


def test_no_currency_is_made_up(grounded: TruthScorer) -> None:
    record = [{"id": "r", "kind": "record", "fields": {"order": 91, "total_cents": 4900}}]
    right, wrong = (
        grounded.score(question="How much?", answer=answer, context=record, lang="en").score or 0.0
        for answer in ("Order 91 came to $49.00.", "Order 91 came to $94.00.")
    )
    assert right >= 3.0
    assert wrong < right
