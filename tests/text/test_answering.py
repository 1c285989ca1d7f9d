"""A yes or no to a question with a value, beside the page's value: by hand, in both languages."""

# ruff: noqa: E501 (a page, a question and its answer read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer

RETURN = "U kunt een bestelling binnen 30 dagen terugsturen."
SEND = "You can send at most 5 attachments with an invoice."
OPEN = "You must be at least 18 years old to open an account."
LASTS = "De proefperiode duurt 14 dagen."
NO_MORE = "U kunt niet meer dan 5 bijlagen meesturen."
AHEAD = "U kunt tot 2 dagen voor het begin annuleren."
BACK = "You can cancel up to 24 hours before the start."
MOST = "You can withdraw at most €500 a day at a cash machine."
COMES = "Uw pakket komt binnen 14 dagen aan."


@pytest.mark.parametrize(
    ("page", "question", "right"),
    [
        (RETURN, "Kan ik een bestelling binnen 60 dagen terugsturen?", "Nee."),
        (RETURN, "Kan ik een bestelling binnen 20 dagen terugsturen?", "Ja."),
        (RETURN, "Kan ik een bestelling binnen 3 weken terugsturen?", "Ja."),
        (RETURN, "Kan ik een bestelling na 45 dagen nog terugsturen?", "Nee."),
        (SEND, "Can I send 8 attachments with an invoice?", "No."),
        (SEND, "Can I send 3 attachments with an invoice?", "Yes."),
        (OPEN, "Can I open an account at 16 years old?", "No."),
        (OPEN, "Can I open an account at 20 years old?", "Yes."),
        (LASTS, "Duurt de proefperiode 30 dagen?", "Nee."),
        (LASTS, "Duurt de proefperiode langer dan een week?", "Ja."),
        (LASTS, "Duurt de proefperiode langer dan drie weken?", "Nee."),
        (NO_MORE, "Kan ik 8 bijlagen meesturen?", "Nee."),
        (NO_MORE, "Kan ik 4 bijlagen meesturen?", "Ja."),
        (COMES, "Komt mijn pakket binnen 20 dagen aan?", "Ja."),
        # counted back from a moment, more is allowed and less is not
        (AHEAD, "Kan ik 5 dagen voor het begin annuleren?", "Ja."),
        (AHEAD, "Kan ik een week voor het begin nog annuleren?", "Ja."),
        (AHEAD, "Kan ik 1 dag voor het begin annuleren?", "Nee."),
        (BACK, "Can I cancel 48 hours before the start?", "Yes."),
        (BACK, "Can I cancel 12 hours before the start?", "No."),
        # one word beside the value is enough where the page has one value of the kind
        (MOST, "Can I withdraw €700?", "No."),
        (MOST, "Can I withdraw €400?", "Yes."),
    ],
)  # fmt: skip
def test_the_reply_is_held_against_the_values(
    grounded: TruthScorer, page: str, question: str, right: str
) -> None:
    lang, other = ("en", {"Yes.": "No.", "No.": "Yes."}) if right in ("Yes.", "No.") else ("nl", {"Ja.": "Nee.", "Nee.": "Ja."})  # fmt: skip
    told = {
        said: grounded.score(
            question=question, answer=said, context=[{"id": "p", "text": page}], lang=lang
        )
        for said in other
    }
    assert "reply" in told[other[right]].statements[0].rules
    assert not any(each.rules for each in told[right].statements)
    assert (told[right].score or 0.0) >= 3.0


@pytest.mark.parametrize(
    ("page", "question"),
    [
        # it may come earlier than asked, and may not; behind what a page allows until, nothing is told
        (COMES, "Komt mijn pakket binnen 5 dagen aan?"),
        (RETURN, "Kan ik een bestelling na 20 dagen nog terugsturen?"),
        # of what is denied ahead of a moment no bound is told
        ("U kunt 2 dagen voor het begin niet annuleren.", "Kan ik 3 dagen voor het begin annuleren?"),
        # of two values of a kind nobody says which is meant
        ("U kunt binnen 14 dagen ruilen en binnen 30 dagen terugsturen.", "Kan ik binnen 20 dagen ruilen?"),
    ],
)  # fmt: skip
def test_where_values_do_not_tell_neither_is_blamed(
    grounded: TruthScorer, page: str, question: str
) -> None:
    for said in ("Ja.", "Nee."):
        told = grounded.score(
            question=question, answer=said, context=[{"id": "p", "text": page}], lang="nl"
        )
        assert not any("reply" in each.rules for each in told.statements), (said, told)
