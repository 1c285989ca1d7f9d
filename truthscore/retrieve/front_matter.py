"""What stands above a Markdown page between `---` (YAML) or `+++` (TOML): its title, its language,
who may see it, and whether it is a draft.

Of YAML what such pages use is read: `key: value`, and lists in one line or below their key.
"""

from __future__ import annotations

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
_PAIR = regex.compile(r"([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t]*")
_BELOW = regex.compile(r"\s*-[ \t]+(\S.*?)[ \t]*")
#: A line that belongs to the one above it, or says nothing.
_OTHER = regex.compile(r"[ \t].*|#.*|")
_ROLES = regex.compile(r"^roles[ \t]*:", regex.MULTILINE | regex.IGNORECASE)
_HEADING = regex.compile(r"\s*#\s+\S")
#: What begins a text on the lines below, and signs of YAML that no role has in its name.
_BELOW_IT = (">", "|", ">-", "|-")
_SIGNS = regex.compile(r"[\[\]{},&*|>!#\"]")
#: The ways in which YAML writes that something is so, and is not set.
_TRUE, _NONE = ("true", "yes", "on"), ("", "~", "null")


def page_of(name: str, text: str) -> ContextDocument | None:
    """A page with the title, language and roles that stand above its text; None for a draft. A page
    with nothing above its text is taken as it is.

    Raises InputError for what stands there and cannot be read: who may see the page is unknown.
    """
    found = _BLOCK.match(text)
    told = _told(found, name) if found else None
    if found and told is None and _ROLES.search(found["yaml"] or ""):
        raise InputError(
            f"{name}: found `roles` between --- above the page, in lines that cannot be read; "
            "expected `key: value` in each: the page is left out"
        )
    if found is None or told is None:
        return ContextDocument(id=name, text=text)
    if _is_true(told.get("draft")) or told.get("published") in (False, "false"):
        return None
    _refuse_unread(told.get("roles"), name)
    title, rest = str(told.get("title") or "").strip(), text[found.end() :].lstrip("\n")
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
    told: dict[str, Any] = {}
    key, folded = "", set[str]()
    for line in text.split("\n"):
        if pair := _PAIR.fullmatch(line):
            key = pair[1].lower()
            told[key] = _value(pair[2] or "")
            if told[key] in _BELOW_IT:
                folded.add(key)
                told[key] = ""
        elif key and (item := _BELOW.fullmatch(line)):
            if not isinstance(told[key], list):
                told[key] = []
            told[key].append(_unquoted(item[1]))
        elif key in folded and line.startswith((" ", "\t")):
            told[key] = f"{told[key]} {line.strip()}".strip()
        elif not _OTHER.fullmatch(line):
            return None
    return told or None


def _refuse_unread(roles: Any, name: str) -> None:
    """Who may see a page is not guessed at."""
    for each in [roles] if isinstance(roles, str) else roles if isinstance(roles, list) else []:
        if isinstance(each, str) and _SIGNS.search(each):
            raise InputError(
                f"{name}: found the role {each!r} above the page; expected names, as in "
                "`roles: [hr, it]` in one line, or one a line behind `- `: the page is left out"
            )


def _value(text: str) -> Any:
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(each) for each in text[1:-1].split(",") if each.strip()]
    return None if text.lower() in _NONE else _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return regex.sub(r"\s+#.*$", "", text)


def _is_true(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.lower() in _TRUE)
