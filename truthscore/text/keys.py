"""Keys that are pressed together: "Ctrl+Shift+N", "**Alt** + **F4**", and "F5".

How they are called is data (`wordlists/<code>/keys.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import regex

from truthscore.errors import ResourceError
from truthscore.language import LanguagePack, once
from truthscore.patterns import kept
from truthscore.text.alternation import alternation

#: Signs that may mark a key, and join two.
_MARKS = r"[*`_\"“”„'‘’]{0,3}"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that are pressed together, by one name each, and the characters of all of them."""

    names: frozenset[str]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Rules:
    pattern: regex.Pattern[str]
    called: Mapping[str, str]


def keys(text: str, language: LanguagePack) -> Iterator[Keys]:
    """The keys of a text, in text order."""
    rules = _rules(language)
    for match in rules.pattern.finditer(text):
        names = (each.lower() for each in match.captures("key"))
        yield Keys(frozenset(rules.called.get(name, name) for name in names), *match.span())


def are_keys(name: str, language: LanguagePack) -> bool:
    """Whether a name is keys that are pressed together, and nothing else."""
    return any((each.start, each.end) == (0, len(name)) for each in keys(name, language))


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.keys, f"wordlists/{language.code}/keys.toml"
    try:
        sure, words = alternation(data["held"]), alternation(data["also_words"])
        known = alternation([*data["called"], *data["pressed"]])
        plus = rf"{_MARKS}(?:[ ]?\+[ ]?){_MARKS}"
        end = r"(?![\p{L}\d])"
        last = rf"(?:F\d{{1,2}}|{known}|[\p{{L}}\d]){end}|[←→↑↓]|(?<!-)[=+,./-]"
        held = rf"(?:(?P<key>{sure})(?:{plus}|-)|(?P<key>{words}){plus})"
        pattern = (
            rf"(?<![\p{{L}}\d])(?:{held}+(?P<key>{last})"
            r"|(?-i:(?P<key>F(?:1[0-2]|[1-9]))(?![\p{L}\d]|-\p{L})))"
        )
        with kept(language.code, "keys") as compiled:
            return _Rules(
                pattern=compiled(pattern, regex.IGNORECASE),
                called=data["called"],
            )
    except (KeyError, TypeError, AttributeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
