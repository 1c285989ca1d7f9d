"""What a language's words for values stand for: "vijfentwintig", "mrt", "euro's", "werkdagen"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a language's values.toml by their forms; `data`: all of that file."""

    code: str
    data: Mapping[str, Any]
    numbers: Mapping[str, Decimal]
    months: Mapping[str, int]
    currencies: Mapping[str, str]
    cents: Mapping[str, str]
    units: Mapping[str, str]
    days: Mapping[str, str]


def lexicon(code: str, data: Mapping[str, Any]) -> Lexicon:
    """The lexicon of a language from its values.toml."""
    return Lexicon(
        code=code,
        data=data,
        numbers=_numbers(data),
        months={form: int(number) for form, number in _by_form(data["months"]).items()},
        currencies=_by_form(data["currencies"]),
        cents=_by_form(data["cents"]) | _by_form(data["cent_signs"]),
        units=_by_form(data["units"]),
        days={
            form: name
            for table in ("weekdays", "short_days", "some_days")
            for form, name in _by_form(data[table]).items()
        },
    )


def _numbers(data: Mapping[str, Any]) -> dict[str, Decimal]:
    """The number words and their compounds ("vijfentwintig", "twenty-five")."""
    words = {word: Decimal(str(number)) for word, number in data["number_words"].items()}
    for tens, ten in tuple(words.items()):
        for ones, one in tuple(words.items()):
            if 20 <= ten < 100 and 1 <= one < 10 and one == int(one):
                for form in data["number_compounds"]:
                    plain = ones.replace("é", "e")
                    words.setdefault(form.format(tens=tens, ones=plain), ten + one)
    return words


def _by_form(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {form: name for name, forms in table.items() for form in forms}
