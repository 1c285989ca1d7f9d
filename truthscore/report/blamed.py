"""Whose fault a low answer is, as its card on the page of answers shows it."""

from __future__ import annotations

from dataclasses import dataclass

from truthscore.evaluate.fault import RETRIEVER, Cause, Library
from truthscore.page_name import over_rows, page_name
from truthscore.report import markdown
from truthscore.retrieve.kept import title_of
from truthscore.types import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class Blamed:
    """Whose fault it is. `id` and `title` are of the page that answers, or comes nearest; both are
    empty where none does. `passage`: of a page that the search missed what stands before, in and
    behind the sentence that answers; None where another is to blame."""

    cause: Cause
    id: str = ""
    title: str = ""
    passage: tuple[str, str, str] | None = None


def blamed(library: Library, example: Example) -> Blamed:
    """Whose fault an answer is that is known to be low."""
    found = library.blame(example.question, example.answer, example.context)
    if found.page is None:
        return Blamed(cause=found.cause)
    given = {page.id: page for page in example.context}
    page = given[found.page] if found.given else library.page(found.page)
    title = "" if page is None else title_of(page)
    passage = None
    if page is not None and found.cause == RETRIEVER:
        span = library.passage(page.id, example.question, example.answer)
        passage = markdown.around(page.text, span)
    name = found.page if page is None else over_rows(found.page, page_name(page))
    return Blamed(cause=found.cause, id=name, title=title or name, passage=passage)
