"""Whole answers of a support desk: cut off anywhere, with what only the prompt tells, and tables."""

# ruff: noqa: E501 (a page reads best as it is)

from __future__ import annotations

import pytest

from tests.asked import around, stars
from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument

#: Answers with what the rules look behind: a comma and a verb, "status", "only", "more than", "not".
CUT = {
    "nl": "Open het scherm, kies dan Bon. Hij krijgt de status *Deels geboekt*, dus maar één bon kan niet direct meer dan één keer. Als beheerder, vanaf dan, geldt de hoogste prijs: beide van 9u tot 17u, zodat er geen bon is.",
    "en": "Open the screen, choose then Post. It gets the status *Partly posted*, so only one order can not directly be more than one. As a manager, from then on, the highest price counts: both from 9 to 17, so there is no order.",
}


@pytest.mark.parametrize("lang", sorted(CUT))
def test_an_answer_may_end_anywhere(grounded: TruthScorer, lang: str) -> None:
    """A chatbot is cut off at its last token: no rule may look behind the end of an answer."""
    words = CUT[lang].split(" ")
    page = (ContextDocument(id="page", text=around(lang, f"\n\n{CUT[lang]}\n\n{CUT[lang][:-1]}")),)
    rows = [
        Example(id=str(n), question=CUT[lang], answer=cut, context=page, lang=lang)
        for n in range(1, len(words) + 1)
        for cut in (" ".join(words[:n]).rstrip(".,:"), " ".join(words[-n:]))
    ]
    assert len(list(grounded.score_many(rows))) == 2 * len(words)


PROMPT = (
    "U bent de hulp van de servicedesk. Antwoord in maximaal 5 zinnen. "
    "Servicedesk: toestel 4400, op werkdagen van 8 tot 17 uur."
)


@pytest.mark.parametrize(
    ("said", "true"),
    [
        ("bij de servicedesk, toestel 4400.", True),
        ("bij de servicedesk, toestel 4401.", False),
        ("bij de servicedesk, die tot 17 uur open is.", True),
        ("bij de servicedesk. Dat kan met maximaal 5 passen.", False),
    ],
)
def test_what_the_prompt_tells_of_the_desk(whole: TruthScorer, said: str, true: bool) -> None:
    pages = (
        ContextDocument(id="prompt", text=PROMPT, kind="prompt"),
        ContextDocument(
            id="page",
            text=around(
                "nl", "Vraag een nieuwe pas aan bij de servicedesk, met maximaal 3 passen."
            ),
        ),
    )
    answer = f"Vraag een nieuwe pas aan {said}"
    assert (stars(whole, "nl", pages, "Mijn pas is weg", answer) >= 3.0) is true


@pytest.mark.parametrize(
    "label", ["weekdays", "1 March 2024", "10:00", "every two weeks", "the 3rd", "version 7.2"]
)
def test_a_label_without_a_size_makes_no_scale(whole: TruthScorer, label: str) -> None:
    page = f"\n\n| When | Price |\n|---|---|\n| {label} | £3.20 |\n| Up to 4 hours | £4.80 |"
    question = f"What do I pay for three hours, {label}, at 10:00?"
    assert stars(whole, "en", around("en", page), question, "You pay £4.80.") >= 1.0
