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
    """Every form of every unit and currency, of every language, with its name: those of
    `operations.toml`, then those that are read in texts (`values.toml`)."""
    found: dict[str, str] = {}
    packs = [languages.load(code) for code in resources.languages()]
    for pack in packs:
        for name, forms in pack.operations.get("units", {}).items():
            found |= dict.fromkeys(forms.split(), name)
    for pack in packs:
        for table in ("units", "currencies"):
            for name, forms in pack.values[table].items():
                found = dict.fromkeys(forms, name) | found
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
