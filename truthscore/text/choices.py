"""What a text says a field is set to: "kies in het veld **Soort** de waarde **Artikel**"; and the
tabs that it names.

The wordings are data (`wordlists/<code>/choices.toml`). Only names between marks count, for in
running text nothing shows where a name ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import regex

from truthscore.errors import ResourceError
from truthscore.language import LanguagePack, once
from truthscore.patterns import filled, kept

_FLAGS = regex.IGNORECASE
#: A name between marks; `{}` is the name of the group.
_MARKED = r"""(?:\*\*|__|["“„«`‘'])(?P<{}>[^*_"“”„»`’'\n]{{1,60}})(?:\*\*|__|["”“»`’'])"""
_NAME = regex.compile(_MARKED.format("name"))
#: A text without one has no name between marks.
_ANY_MARK = regex.compile(r"""\*\*|__|["“„«`‘']""")


@dataclass(frozen=True, slots=True)
class Choice:
    """A field and the value that a text says it is set to, in small letters.

    `start` to `end`: the characters of the value.
    """

    field: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Rules:
    pairs: tuple[regex.Pattern[str], ...]
    picked: tuple[regex.Pattern[str], ...]
    tabs: tuple[regex.Pattern[str], ...]
    switches: frozenset[str]


@dataclass(frozen=True, slots=True)
class Name:
    """A name between marks, in small letters, and the characters of it."""

    name: str
    start: int
    end: int


def choices(text: str, language: LanguagePack) -> Iterator[Choice]:
    """The fields of `text` with what they are set to, once each; none that is only switched on."""
    if not _ANY_MARK.search(text):
        return
    rules = _rules(language)
    seen = set()
    for pattern in rules.pairs:
        for match in pattern.finditer(text, overlapped=True):
            found = Choice(_plain(match["field"]), _plain(match["value"]), *match.span("value"))
            if found.value in rules.switches or found.start in seen:
                continue
            seen.add(found.start)
            yield found


def picked(
    text: str, start: int, end: int, field: str, language: LanguagePack
) -> Iterator[tuple[int, int]]:
    """Where a text says what may be chosen in a field that it names just before `start`: the
    characters of the names up to `end`."""
    rules = _rules(language)
    line = text.rfind("\n", 0, start) + 1
    for pattern in rules.pairs:
        for match in pattern.finditer(text, line, end, overlapped=True):
            if _plain(match["field"]) == field and _plain(match["value"]) not in rules.switches:
                yield match.span("value")
    for pattern in rules.picked:
        for match in pattern.finditer(text, start, end):
            yield from match.spans("value")


def tabs(text: str, language: LanguagePack) -> list[Name]:
    """The tabs that a text names, in text order."""
    if not _ANY_MARK.search(text):
        return []
    found = {
        match.start("tab_name"): Name(_plain(match["tab_name"]), *match.span("tab_name"))
        for pattern in _rules(language).tabs
        for match in pattern.finditer(text)
    }
    return [found[start] for start in sorted(found)]


def marked(text: str) -> list[Name]:
    """All names between marks in a text."""
    return [Name(_plain(match["name"]), *match.span("name")) for match in _NAME.finditer(text)]


def _plain(name: str) -> str:
    return " ".join(name.lower().split()).rstrip(".:,")


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.choices, f"wordlists/{language.code}/choices.toml"
    names = {each: _MARKED.format(each) for each in ("field", "value", "tab_name")}
    try:
        macros = data["macros"] | names
        with kept(language.code, "choices") as compiled:

            def ready(patterns: Any) -> tuple[regex.Pattern[str], ...]:
                return tuple(compiled(filled(each, macros, where), _FLAGS) for each in patterns)

            return _Rules(
                pairs=ready(data["pairs"]),
                picked=ready(data["picked"]),
                tabs=ready(data["tabs"]),
                switches=frozenset(data["switches"]),
            )
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
    except regex.error as error:
        raise ResourceError(f"{where}: pattern does not compile: {error}") from error
