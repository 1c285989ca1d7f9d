"""Sentences that put the reader at ease: passed by beside a statement, and never the answer."""

from __future__ import annotations

import pytest

from truthscore.guard.judgement import judge
from truthscore.scorer import TruthScorer

PAGE = {
    "nl": "U kunt uw abonnement opzeggen binnen 14 dagen na aankoop. Facturen staan in het menu.",
    "en": "You can cancel your subscription within 14 days of purchase. Invoices are in the menu.",
}
TRUE = {lang: f"{page.partition('.')[0]}." for lang, page in PAGE.items()}
HOW = {"nl": "Hoe zeg ik mijn abonnement op?", "en": "How do I cancel my subscription?"}
FREE = {"nl": "Kan ik gratis opzeggen?", "en": "Can I cancel for free?"}
EASING = [
    ("nl", "Geen probleem!"), ("nl", "Geen zorgen!"), ("nl", "Begrijpelijk."),
    ("nl", "Dat is begrijpelijk."),
    ("en", "No problem!"), ("en", "No worries!"), ("en", "That\u2019s understandable."),
    ("en", "Understandable."),
]  # fmt: skip


def action(scorer: TruthScorer, lang: str, question: str, answer: str) -> str:
    verdict = scorer.score(question=question, answer=answer, context=[PAGE[lang]])
    return judge(verdict, scorer.profile.policy).action


@pytest.mark.parametrize(("lang", "said"), EASING)
def test_it_does_not_hold_back_a_true_sentence_behind_it(
    lang: str, said: str, grounded: TruthScorer
) -> None:
    assert action(grounded, lang, HOW[lang], f"{said} {TRUE[lang]}") == "allow"
    lie = TRUE[lang].replace("14", "41")
    assert action(grounded, lang, HOW[lang], f"{said} {lie}") != "allow"


@pytest.mark.parametrize(("lang", "said"), EASING)
def test_alone_it_is_the_answer(lang: str, said: str, grounded: TruthScorer) -> None:
    glad = {"nl": "Fijne dag!", "en": "Have a nice day!"}[lang]
    for question in (HOW[lang], FREE[lang]):
        for answer in (said, f"{said} {glad}", f"{said} {said}"):
            assert action(grounded, lang, question, answer) != "allow"


@pytest.mark.parametrize(("lang", "said"), EASING)
def test_to_a_yes_or_no_question_it_may_say_yes(
    lang: str, said: str, grounded: TruthScorer
) -> None:
    for question in (FREE[lang], FREE[lang].rstrip("?")):
        assert action(grounded, lang, question, f"{said} {TRUE[lang]}") != "allow"
