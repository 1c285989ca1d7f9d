"""A value below nothing is not the same above it."""

from __future__ import annotations

import pytest

from truthscore import Guardrail, language
from truthscore.example import documents
from truthscore.text.values import values
from truthscore.text.values.value import same


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("saldo: -12,50", [True]),
        ("€ -12,50", [True]),
        ("-€ 12,50", [True]),
        ("(−3 %)", [True]),
        ("van -5 tot 10 procent", [True, False]),
        ("- 5 dagen", [False]),
        ("€ 5,-", [False]),
        ("5-10 dagen", [False, False]),
        ("5 -10 dagen", [False, False]),
        ("2024-03-01", [False]),
        ("€ 12,50 tekort", [None]),
        ('"saldo": "-12,50"', [True]),
        ("USD -3", [True]),
        ("15 procent minder", [None]),
    ],
)
def test_a_minus_sign_is_told_from_a_dash(text: str, below: list[bool | None]) -> None:
    assert [each.below for each in values(text, language.load("nl"))] == below


def test_a_word_may_say_what_a_sign_says() -> None:
    nl = language.load("nl")
    [plain], [signed], [worded] = (
        values(each, nl) for each in ("€ 12,50", "-€ 12,50", "€ 12,50 tekort")
    )
    assert not same(plain, signed)
    assert same(worded, signed)
    assert same(worded, plain)


@pytest.mark.parametrize(
    ("page", "answer", "sent"),
    [
        ('{"customer": "K-1", "balance": -12.5, "currency": "EUR"}', "€12.50", False),
        ('{"customer": "K-1", "balance": -12.5, "currency": "EUR"}', "€-12.50", True),
        ("# Balance\n\nThe balance of your account is € -12.50.", "€12.50", False),
        ("# Balance\n\nThe balance of your account is € -12.50.", "€-12.50", True),
        ("# Balance\n\nThe balance of your account is € 12.50.", "€12.50", True),
        ('{"customer": "K-1", "balance": -12.47, "currency": "EUR"}', "about €12", False),
    ],
)
def test_a_debt_is_no_balance(page: str, answer: str, sent: bool) -> None:
    decision = Guardrail.load("grounded", lang="en").check(
        question="What is my balance?",
        answer=f"Your balance is {answer}.",
        context=documents([{"id": "r", "title": "Record", "text": page}]),
    )
    assert (decision.action == "allow") == sent
