"""One question, one answer, its pages: the stars that `grounded` gives with the real pipelines."""

# ruff: noqa: E501 (a page reads best as it is)

from __future__ import annotations

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
