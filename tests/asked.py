"""One question, one answer, its pages: the stars that `grounded` gives with the real pipelines."""

# ruff: noqa: E501 (a page reads best as it is)

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument

#: Around the sentences in question, so that they are not the only ones that can be meant.
_AROUND = {
    "nl": ("# Werken met het portaal\n\nIn dit artikel leest u hoe u het portaal dagelijks gebruikt. Het portaal bestaat uit een startpagina, een agenda en een berichtenbox. Op de startpagina ziet u de taken van vandaag. ",
           "\n\n## Berichten\n\nNieuwe berichten verschijnen bovenaan in de berichtenbox. Klik op een bericht om het te lezen. Met de ster bewaart u een bericht bij de favorieten. De agenda toont afspraken van uw team in verschillende kleuren. Neem bij vragen contact op met de servicedesk."),
    "en": ("# Working with the portal\n\nThis article explains how you use the portal from day to day. The portal has a home page, a calendar and a message box. The home page shows the tasks of today. ",
           "\n\n## Messages\n\nNew messages appear at the top of the message box. Click a message to read it. The star keeps a message with your favourites. The calendar shows appointments of your team in different colours. Contact the service desk if you have questions."),
}  # fmt: skip


#: The pages of a question, or the text of the only one.
Pages = str | tuple[ContextDocument, ...]


def around(lang: str, page: str) -> str:
    """A page with a few sentences of help text before and behind it."""
    before, after = _AROUND[lang]
    return before + page + after


def stars(scorer: TruthScorer, lang: str, pages: Pages, question: str, answer: str) -> float:
    """The score of an answer, 1 to 5; one without stars is an error."""
    context = (ContextDocument(id="page", text=pages),) if isinstance(pages, str) else pages
    row = Example(id="row", question=question, answer=answer, context=context, lang=lang)
    verdict = next(iter(scorer.score_many([row])))
    assert verdict.score is not None, verdict
    return verdict.score


def told_apart(
    scorer: TruthScorer, lang: str, pages: Pages, question: str, true: str, lie: str
) -> tuple[bool, bool]:
    """Whether the true answer stays at 3 or above, and whether the lie falls below."""
    return (
        stars(scorer, lang, pages, question, true) >= 3.0,
        stars(scorer, lang, pages, question, lie) < 3.0,
    )


def holds(
    scorer: TruthScorer, lang: str, page: str, question: str, true: str, lie: str
) -> tuple[bool, bool]:
    """As `told_apart`, on a page with other sentences around."""
    return told_apart(scorer, lang, around(lang, page), question, true, lie)


def telling_apart(pairs: Sequence[tuple[str, str, str, str, str]]) -> Callable[..., None]:
    """A test of pairs: language, sentences of the page, question, true answer and lie."""

    @pytest.mark.parametrize(("lang", "page", "question", "true", "lie"), pairs)
    def test(whole: TruthScorer, lang: str, page: str, question: str, true: str, lie: str) -> None:
        assert holds(whole, lang, page, question, true, lie) == (True, True)

    return test


def believing(truths: Sequence[tuple[str, str, str, str]]) -> Callable[..., None]:
    """A test of true answers: language, sentences of the page, question and answer."""

    @pytest.mark.parametrize(("lang", "page", "question", "answer"), truths)
    def test(whole: TruthScorer, lang: str, page: str, question: str, answer: str) -> None:
        assert stars(whole, lang, around(lang, page), question, answer) >= 3.0

    return test
