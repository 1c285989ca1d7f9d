"""Articles of a help centre as Zendesk's Help Center API gives them: `{"articles": [...]}`, one as
`{"article": {...}}`, `{"results": [...]}` of a search, and as people keep those: a list of them.

A draft is no page. An article of a user segment is for that segment alone: it gets the role
`user_segment:ID`, for its list of members is not in the export.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from truthscore.errors import InputError
from truthscore.retrieve.convert import markdown_of_page
from truthscore.text import langid
from truthscore.types import ContextDocument

#: What the role of a user segment begins with.
SEGMENT = "user_segment:"


def exported(data: bytes) -> list[Any] | None:
    """The articles of an export; None where the data is something else. Raises ValueError for what
    is no JSON."""
    try:
        found = json.loads(data)
    except RecursionError as error:
        raise ValueError("no JSON that can be read: it is nested too deep") from error
    except ValueError as error:
        raise ValueError(f"no whole JSON ({error}); save it again") from error
    if isinstance(found, list):
        return found if any(article_of(each) is not None for each in found) else None
    if not isinstance(found, dict):
        return None
    if isinstance(found.get("articles"), list):
        return list(found["articles"])
    results = found.get("results")
    if isinstance(results, list) and any(article_of(each) is not None for each in results):
        return results
    return None if article_of(found) is None else [found]


def article_of(item: Any) -> Mapping[str, Any] | None:
    """The article that an item of an export is or holds (`{"article": {...}}`); None for none."""
    if not isinstance(item, Mapping):
        return None
    if isinstance(item.get("article"), Mapping):
        return dict(item["article"])
    return item if isinstance(item.get("body"), str) else None


def pages(
    articles: list[Any], where: str, refused: Callable[[str], None]
) -> Iterator[ContextDocument]:
    """A page for each article that is no draft, by its address; `refused` is told of the others."""
    for number, article in enumerate(articles, 1):
        place = f"{where}, article {number}"
        try:
            if not isinstance(article, dict):
                raise InputError(f"{place}: found no object; expected one with id, title and body")
            found = page(article_of(article) or article, place)
            if found is not None:
                yield found
        except InputError as error:
            refused(str(error))


def page(article: Mapping[str, Any], place: str) -> ContextDocument | None:
    """The page of an article; None for a draft. Raises InputError for one that cannot be read, and
    where it is unknown who may see it."""
    if article.get("draft") is True:
        return None
    name = article.get("html_url") or article.get("id")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise InputError(f"{place}: has no id; expected 'id' or 'html_url'")
    body, title, locale = (article.get(key) for key in ("body", "title", "locale"))
    if not isinstance(body, str):
        raise InputError(f"{place} ({name}): has no text; expected HTML in 'body'")
    title = " ".join(title.split()) if isinstance(title, str) else ""
    text = markdown_of_page(body, f"{place} ({name})")
    return ContextDocument(
        id=str(name), title=title, text=f"# {title}\n\n{text}" if title else text,
        roles=_roles(article, f"{place} ({name})"),
        lang=langid.code(locale) if isinstance(locale, str) else None,
    )  # fmt: skip


def _roles(article: Mapping[str, Any], place: str) -> tuple[str, ...] | None:
    """Who may see it; None: everybody. An article whose segments are not understood is refused."""
    if any(str(key).strip().casefold() == "roles" for key in article):
        raise InputError(f"{place}: has 'roles', which no article has; expected 'user_segment_id'")
    one, more = article.get("user_segment_id"), article.get("user_segment_ids")
    if more is not None and not isinstance(more, list):
        raise InputError(f"{place}: 'user_segment_ids' is no list; expected ids of user segments")
    found = [*(more or ()), *([] if one is None else [one])]
    for each in found:
        if not isinstance(each, str | int) or isinstance(each, bool):
            raise InputError(f"{place}: {each!r} is no id of a user segment; expected a number")
    return tuple(sorted({f"{SEGMENT}{each}" for each in found})) or None
