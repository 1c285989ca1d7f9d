"""Pages of the service for people in a browser: to try one answer on, and to look at held ones.

They are made here, whole: a page loads nothing, runs the report's own script, and sends a form to
where it came from. Texts stand in `words.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from truthscore.decisions import DECISIONS
from truthscore.report import answers_page, page
from truthscore.report import card as cards
from truthscore.report.page_text import ShownPages
from truthscore.types import Action, Example, Verdict

FOLDER = Path(__file__).parent
#: The template of each page.
TRY, REVIEWS = "try.html.jinja", "reviews.html.jinja"
#: Sentences that the page of held answers may begin with, by their names in `words.toml`.
SAID = ("saved", "back", "nothing", "taken", "lost", "unchanged")
#: In a browser's header of a form: that it comes from a page of ours, for those that say so.
OWN = "same-origin"


def is_own(headers: Mapping[str, str]) -> bool:
    """Whether a form comes from a page of this service: another site's would come with a person's
    name and password all the same."""
    if headers.get("sec-fetch-site") == OWN:
        return True
    return urlsplit(headers.get("origin", "")).netloc == headers.get("host") != ""


def fields(body: bytes) -> dict[str, str]:
    """What a form sends. A browser sends a line's end as two signs."""
    sent = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: values[0].replace("\r\n", "\n") for name, values in sent.items()}


def example(code: str, number: str | None) -> Mapping[str, str]:
    """The texts of an example by its number from 1; empty ones for none."""
    found = page.words(FOLDER, code)["example"]
    at = int(number) if number and number.isascii() and number.isdigit() else 0
    given = found[at - 1] if 0 < at <= len(found) else {}
    return {name: given.get(name, "").strip() for name in ("question", "answer", "page")}


def card(found: Example, verdict: Verdict, action: Action, why: str) -> dict[str, Any]:
    """The card of the report for one answer, and the texts of its pages."""
    pages = ShownPages()
    made = cards.card(found, verdict, DECISIONS[action], why=why, pages=pages)
    return {"card": made, "pages": pages.of(made.places)}


def html(template: str, code: str, values: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """A page, and the headers it is sent with."""
    made = page.render(
        template,
        {
            **answers_page.shown_in(code),
            "w": page.words(FOLDER, code),
            "other": "en" if code == "nl" else "nl",
            "card": None,
            "pages": {},
            "waiting": [],
            **values,
        },
        answers_page.filters(code),
        folder=FOLDER,
        forms=True,
    )
    policy = page.policy(template, folder=FOLDER, forms=True)
    return made, {
        "Content-Security-Policy": f"{policy}; frame-ancestors 'none'",
        # `no-referrer` would take from a form where it comes from, too
        "Referrer-Policy": OWN,
    }
