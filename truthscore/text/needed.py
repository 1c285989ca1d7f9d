"""What a text must hold for a regular expression to match: told from the expression alone.

"waar (?:moet|dient) .{1,60} aan voldoen" needs " aan voldoen", so most questions need not be
searched for it. Compiled expressions are large, and to begin with one takes longer than to look for
a few letters. What this cannot read needs nothing, as far as it can tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Pieces of a text, of which it must hold one; none: nothing is needed for certain.
Needed = tuple[str, ...]

#: Pieces shorter than this are in most texts, but for signs other than these.
MIN_PIECE = 2
USUAL_SIGNS = frozenset(" .,:;-()*_\n")
#: More pieces than this take as long as the expression.
MAX_PIECES = 40

#: A group that is only looked at; what a negative one holds stands nowhere.
_LOOKS = ("(?=", "(?<=")
_LOOKS_AWAY = ("(?!", "(?<!")
#: A group that opens without more; flags for case ("(?i:") do not count, for case is folded.
_OPENS = re.compile(r"\((?:\?(?::|>|i:|-i:|P<\w+>))?(?!\?)")
_TIMES = re.compile(r"(?:\?|\*|\+|\{(?P<least>\d*)(?:,\d*)?\})[?+]?")
#: Classes and borders of which nothing is known: "\w", "\b", "\x27", "\p{Lu}".
_CLASS = re.compile(r"\\(?:[bBdDsSwWnrt]|x[0-9a-fA-F]{2}|[pP]\{[\w^=-]+\})")
_SET = re.compile(r"\[\^?\]?(?:[^\[\]\\]|\\[^\W\d_]|\\\W)*\]")
#: A piece of another expression, from which nothing is needed (see `needed`).
_MACRO = re.compile(r"<\w+>")


class _UnreadError(Exception):
    """Something in an expression that is not read here."""


@dataclass(slots=True)
class _Place:
    """How far an expression has been read."""

    text: str
    at: int = 0


def needed(expression: str) -> Needed:
    """Pieces, folded, one of which stands in every folded text that matches (see `folded`).

    `<name>` stands for a piece of an expression that is whole
    by itself: alternatives in it stand in a group.
    """
    place = _Place(expression)
    try:
        found = _alternatives(place)
        return found if place.at == len(expression) else ()
    except _UnreadError:
        return ()


def folded(text: str) -> str:
    """`text` with letters alike that an expression may take for each other."""
    return text.casefold().replace("i\u0307", "i").replace("\u0131", "i")


def may_match(pieces: Needed, text: str) -> bool:
    """Whether a folded text has one of the pieces that are needed."""
    return not pieces or any(map(text.__contains__, pieces))


def _alternatives(place: _Place) -> Needed:
    """What is needed up to the end of the group: of each alternative something."""
    found: list[Needed] = [_row(place)]
    while place.text.startswith("|", place.at):
        place.at += 1
        found.append(_row(place))
    pieces = dict.fromkeys(piece for each in found for piece in each)
    return tuple(pieces) if all(found) and len(pieces) <= MAX_PIECES else ()


def _row(place: _Place) -> Needed:
    """What is needed of things that stand behind one another: the longest of them."""
    kept: list[Needed] = []
    letters: list[str] = []

    def end() -> None:
        kept.append((folded("".join(letters)),))
        letters.clear()

    while place.at < len(place.text) and place.text[place.at] not in "|)":
        letter, inside = _item(place)
        times = _TIMES.match(place.text, place.at)
        if times is not None:
            place.at = times.end()
        if letter is None or times is not None:
            end()
        if times is None or times[0][0] == "+" or int(times["least"] or 0) > 0:
            if letter is not None:
                letters.append(letter)
            kept.append(inside)
        if times is not None:
            end()  # "a+b" is no "ab"
    end()
    sure = [each for each in kept if each and all(map(_is_rare, each))]
    return max(sure, key=lambda each: (min(map(len, each)), -len(each)), default=())


def _is_rare(piece: str) -> bool:
    return len(piece) >= MIN_PIECE or not (piece == "" or piece.isalnum() or piece in USUAL_SIGNS)


def _item(place: _Place) -> tuple[str | None, Needed]:
    """The letter that stands there, or None and what is needed of what stands there."""
    text, at = place.text, place.at
    sign = text[at]
    if sign == "(":
        return None, _group(place)
    for skipped in (_CLASS, _SET, _MACRO):
        known = skipped.match(text, at)
        if known is not None:
            place.at = known.end()
            return None, ()
    place.at += 1
    if sign in ".^$":
        return None, ()
    if sign == "\\" and not text[at + 1 : at + 2].isalnum() and at + 1 < len(text):
        place.at += 1
        return text[at + 1], ()
    if sign in "\\[]{}*+?":
        raise _UnreadError
    return sign, ()


def _group(place: _Place) -> Needed:
    text, at = place.text, place.at
    looks = (*_LOOKS, *_LOOKS_AWAY)
    look = next((each for each in looks if text.startswith(each, at)), None)
    opens = _OPENS.match(text, at)
    begin = look or (opens[0] if opens is not None else None)
    if begin is None:
        raise _UnreadError
    place.at += len(begin)
    inside = _alternatives(place)
    if not text.startswith(")", place.at):
        raise _UnreadError
    place.at += 1
    return () if look in _LOOKS_AWAY else inside


def is_whole(piece: str) -> bool:
    """Whether a piece of an expression has its alternatives in groups (see `needed`)."""
    place = _Place(piece)
    try:
        _row(place)
    except _UnreadError:
        return False
    return place.at == len(piece)
