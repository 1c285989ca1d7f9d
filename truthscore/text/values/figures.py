"""Figures as they stand in a text: which number "1.500,00", "1 1/2" or "½" is."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import regex

#: Fractions that have a character of their own.
FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8"}
#: Decimals to which a fraction is worked out.
PLACES = 6
#: What only a fraction has in it.
_FRACTION_SIGNS = frozenset({"/", "⁄", *FRACTIONS})


def read(raw: str, decimal: str) -> tuple[str, str | None, bool] | None:
    """(number, second reading, own notation) of digits with separators; None: not one number."""
    parts = regex.split(r"\D", raw)
    signs = regex.findall(r"\D", raw)
    if not signs:
        return raw, None, False
    tail = [len(part) == 3 for part in parts[1:]]
    grouped = 1 <= len(parts[0]) <= 3 and parts[0][0] != "0"
    last = signs[-1]
    if len(set(signs)) == 1 and (len(signs) > 1 or last not in ".,"):
        if not (grouped and all(tail)):
            return None
        return "".join(parts), None, last not in ".,"
    if len(signs) > 1:
        whole = len(set(signs[:-1])) == 1 and last in ".," and grouped and all(tail[:-1])
        if not whole:
            return None
        return f"{''.join(parts[:-1])}.{parts[-1]}", None, last == decimal
    if tail[0] and grouped:
        native = f"{parts[0]}.{parts[1]}" if last == decimal else "".join(parts)
        foreign = "".join(parts) if last == decimal else f"{parts[0]}.{parts[1]}"
        return native, foreign, False
    if len(parts[0]) > 3 and len(parts[1]) > 2:
        return None
    return f"{parts[0]}.{parts[1]}", None, last == decimal


def is_fraction(raw: str) -> bool:
    """Whether figures are a fraction, perhaps behind a whole number."""
    return not _FRACTION_SIGNS.isdisjoint(raw)


def fraction(raw: str) -> Decimal:
    """The number that a fraction is, with the whole number before it."""
    for sign, plain in FRACTIONS.items():
        raw = raw.replace(sign, f" {plain}")
    parts = regex.findall(r"\d+(?:/\d+)?", raw.replace("⁄", "/"))  # "1 and 1/2" has a word
    total = sum(map(Fraction, parts), Fraction(0))
    return round(Decimal(total.numerator) / Decimal(total.denominator), PLACES)


def normal(number: Decimal | int) -> str:
    """The normal form of a number: its digits, without noughts at the end of its decimals."""
    text = format(Decimal(number), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
