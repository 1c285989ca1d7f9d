"""Units by a name that is the same in every language, as they stand at numbers and in names."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from truthscore import language as languages
from truthscore import resources
from truthscore.text.record import words_of

CURRENCIES = frozenset({"eur", "usd", "gbp", "chf", "yen", "krone", "zloty", "lira", "rupee"})
PERCENT = "percent"


@functools.cache
def units() -> Mapping[str, str]:
    """Every form of every unit, of every language, with the unit's name."""
    found: dict[str, str] = {}
    for code in resources.languages():
        for name, forms in languages.load(code).operations.get("units", {}).items():
            for each in forms.split():
                found.setdefault(each, name)
    return found


def unit_of(text: str) -> str:
    """The unit that a text is, or none."""
    return units().get(text.lower(), "")


def unit_of_name(name: str) -> str:
    """The unit that an argument's or field's name says: "weight_kg", "weken"; or none."""
    for each in reversed(words_of(name).split()):
        if len(each) > 1 and (unit := units().get(each)):
            return unit
    return ""
