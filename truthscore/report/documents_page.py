"""The page for the documentation team: help pages that low answers rest on, worst first."""

from __future__ import annotations

from collections.abc import Mapping

from truthscore.evaluate.documents import ENOUGH, DocumentFeedback
from truthscore.evaluate.figures import percent
from truthscore.report import page, texts

TEMPLATE = "documents.html.jinja"
#: Pages and questions shown; nobody reads more.
MOST = 200


def render(
    found: DocumentFeedback,
    *,
    name: str,
    questions: Mapping[str, str],
    lang: str = "en",
    report: str = "",
) -> str:
    """The page as HTML text; the lowest answers link to their place in `report`, an address."""
    values = {
        "f": found,
        "t": texts.load(lang).documents,
        "lang": lang,
        "name": name,
        "questions": questions,
        "report": report,
        "enough": ENOUGH,
        "most": MOST,
        "pages": [each for each in found.documents if each.low][:MOST],
        "fine": sum(not each.low for each in found.documents),
    }
    return page.render(TEMPLATE, values, {"percent": percent})
