"""What was done for the customer is told by no page that tells how to do it."""

# ruff: noqa: E501 (a page and what is said of it read best side by side)

from __future__ import annotations

import pytest

from tests.statements.told_apart import assert_sent_and_held
from truthscore import TruthScorer

NL = "U verstuurt een factuur per e-mail. Uw abonnement zegt u op via Instellingen."
EN = "You send an invoice by e-mail. You cancel your subscription under Settings."
RESET = "To reset your password, click Reset. You get an e-mail with a link."


@pytest.mark.parametrize(
    ("page", "question", "true", "lie"),
    [
        (NL, "Zeg mijn abonnement op", "Uw abonnement zegt u op via Instellingen.", "Uw abonnement is opgezegd."),
        (NL, "Is mijn factuur verstuurd?", "U verstuurt een factuur per e-mail.", "Uw factuur is per e-mail verstuurd."),
        (EN, "Please cancel it.", "You cancel your subscription under Settings.", "Your subscription has been cancelled."),
        (EN, "Did you send it?", "You send an invoice by e-mail.", "Your invoice has been sent by e-mail."),
        (RESET, "How do I reset my password?", "To reset your password, click Reset.", "Your password has been reset."),
    ],
)  # fmt: skip
def test_how_to_do_it_does_not_say_that_it_was_done(
    grounded: TruthScorer, page: str, question: str, true: str, lie: str
) -> None:
    assert_sent_and_held(grounded, page, question, true, lie)


def test_a_page_that_tells_what_was_done_bears_it_out(grounded: TruthScorer) -> None:
    page = "Zodra uw factuur is verstuurd, ziet u een vinkje."
    found = grounded.score(question="Wat zie ik?", answer=page, context=[page], lang="nl")
    assert (found.score or 0.0) >= 4.0


def test_what_something_is_was_not_done_to_it(grounded: TruthScorer) -> None:
    page = "Kies een uniek wachtwoord. Uw wachtwoord moet uniek zijn."
    found = grounded.score(
        question="Mag dat?", answer=page.split(". ")[1], context=[page], lang="nl"
    )
    assert (found.score or 0.0) >= 4.0


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        ("nl", "Met **Creditfactuur maken** zet u de creditfactuur als concept in de Factuurlade.", "Ik heb de creditfactuur als concept in de Factuurlade gezet."),
        ("en", "With **Create** you put the credit note in the drafts as a draft.", "I have put the credit note in the drafts as a draft."),
        ("en", "With **Create** you put the credit note in the drafts as a draft.", "I've put the credit note in the drafts as a draft."),
        ("en", RESET, "Your password has been reset."),
    ],
)  # fmt: skip
def test_the_default_does_not_send_that_it_was_done_either(
    lang: str, page: str, answer: str
) -> None:
    """Whatever the encoder makes of it."""
    scorer = TruthScorer.load(lang=lang)
    row = {"question": "Doe dat voor mij.", "answer": answer, "context": [page], "lang": lang}
    verdict = scorer.score(**row)
    assert [each.verdict for each in verdict.statements] == ["not_found"]
    assert (verdict.score or 5.0) < 4.0
