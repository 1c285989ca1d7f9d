"""What stands above a Markdown page between `---` (YAML) or `+++` (TOML): its title, its language,
who may see it, and whether it is a draft.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from typing import Any

import regex

from truthscore.errors import InputError
from truthscore.example import language_of, roles_of
from truthscore.types import ContextDocument

_BLOCK = regex.compile(
    r"\s*(?:---[ \t]*\n(?<yaml>.*?)\n(?:---|\.\.\.)|\+\+\+[ \t]*\n(?<toml>.*?)\n\+\+\+)"
    r"[ \t]*(?:\n|\Z)",
    regex.DOTALL,
)
_ROLES = regex.compile(r"^roles[ \t]*:", regex.MULTILINE | regex.IGNORECASE)
_HEADING = regex.compile(r"\s*#\s+\S")
#: Signs that no role has in its name: a list that was written as a text.
_SIGNS = regex.compile(r"[\[\]{},&*|>!#\"]")


def page_of(name: str, text: str) -> ContextDocument | None:
    """A page with the title, language and roles that stand above its text; None for a draft. A page
    with nothing above its text is taken as it is.

    Raises InputError for what stands there and cannot be read: who may see the page is unknown.
    """
    found = _BLOCK.match(text)
    told = _told(found, name) if found else None
    if found and told is None and _ROLES.search(found["yaml"] or ""):
        raise InputError(
            f"{name}: found `roles` between --- above the page, in lines that are no YAML; "
            "expected `key: value` in each: the page is left out"
        )
    if found is None or told is None:
        return ContextDocument(id=name, text=text)
    if told.get("draft") is True or told.get("published") is False:
        return None
    _refuse_unread(told.get("roles"), name)
    title, rest = _line(told.get("title")), text[found.end() :].lstrip("\n")
    if title and not _HEADING.match(rest):
        rest = f"# {title}\n\n{rest}"
    return ContextDocument(
        id=name, title=title, text=rest, roles=roles_of(told.get("roles"), name),
        lang=language_of(told.get("lang") or told.get("language"), name),
    )  # fmt: skip


def _told(found: regex.Match[str], name: str) -> Mapping[str, Any] | None:
    """What is told above a page; None where a line between rules is text of the page."""
    if found["toml"] is None:
        return _yaml(found["yaml"])
    try:
        return tomllib.loads(found["toml"])
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"{name}: found lines between +++ that are no TOML ({error}); expected them to be, for "
            "they may tell who may see the page: mend them"
        ) from error


def _yaml(text: str) -> Mapping[str, Any] | None:
    """The pairs of a YAML text; None for one that is no YAML, has no pairs, or refers to a part of
    itself: so few lines may stand for more than a machine can hold."""
    import yaml

    try:
        if any(isinstance(each, yaml.AliasEvent) for each in yaml.parse(text, yaml.SafeLoader)):
            return None
        told = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return (
        {str(key).lower(): each for key, each in told.items()} if isinstance(told, dict) else None
    )


def _line(title: Any) -> str:
    """A title on one line; "" for what is none."""
    known = isinstance(title, str | int | float | datetime.date) and not isinstance(title, bool)
    return " ".join(str(title).split()) if known else ""


def _refuse_unread(roles: Any, name: str) -> None:
    """Who may see a page is not guessed at."""
    for each in [roles] if isinstance(roles, str) else roles if isinstance(roles, list) else []:
        if isinstance(each, str) and _SIGNS.search(each):
            raise InputError(
                f"{name}: found the role {each!r} above the page; expected names, as in "
                "`roles: [hr, it]` in one line, or one a line behind `- `: the page is left out"
            )
