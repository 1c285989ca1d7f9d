"""What a translation provider must not touch, and what it may only touch by itself.

A provider moves spaces, restyles quotes and rewrites numbers. So everything of that kind leaves
the sentence before it is sent: a number, a code, a key, an address or a piece of markup is put
back as it was, and the name of a button (bold, in quotes, a link's text) is translated by itself,
which makes it the same name in the answer and on the page. `{1}` stands in its place: providers
have seen that form in the texts of programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import regex

#: Characters between two quotation marks or signs of emphasis; more is a passage, not a name.
LONGEST_LABEL = 200

_KEPT = regex.compile(
    rf"""
      (?P<verbatim>
          `[^`\n]{{1,300}}`
        | !\[[^\]\n]{{0,300}}\]\([^)\n]{{0,500}}\)
        | \{{[^{{}}\n]{{0,60}}\}}                                # the text's own placeholders
        | (?:https?://|www\.)[^\s<>()\[\]]{{1,1000}}+(?<![.,;:!?])
        | [\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,64}})+
        | </?[A-Za-z][^<>\n]{{0,200}}>
        | (?<![\w])\[\^?\d{{1,3}}\](?!\()                         # a citation
      )
    | (?P<open>(?<![\w\\])\[)(?P<inner>[^\[\]\n]{{1,300}})(?P<close>\]\([^)\s]{{1,500}}\))
    | (?P<open>(?<![\w\\*])\*{{1,3}}|(?<![\w\\_])_{{1,3}})(?=[^\s*_])
      (?P<inner>[^*\n]{{1,{LONGEST_LABEL}}}?)(?<=[^\s*\\])(?P<close>(?P=open))(?!\w)
    | (?P<open>[“„])(?P<inner>[^“”„"\n]{{1,{LONGEST_LABEL}}})(?P<close>[”“"])
    | (?P<open>«[ \xa0]?)(?P<inner>[^«»\n]{{1,{LONGEST_LABEL}}})(?P<close>[ \xa0]?»)
    | (?P<open>(?<!\w)")(?=\S)(?P<inner>[^"\n]{{1,{LONGEST_LABEL}}})(?<=\S)(?P<close>"(?!\w))
    | (?P<open>(?<![\w’])[‘'])(?=\S)(?P<inner>[^‘’'\n]{{1,{LONGEST_LABEL}}})(?<=\S)
      (?P<close>[’'](?!\w))
    | (?P<verbatim>
          \b[A-Za-z]\w{{0,11}}(?:[ ]?\+[ ]?(?:[A-Z]\w{{0,10}}|\d|[a-z])\b){{1,3}}   # Ctrl+Shift+K
        | \b0[xX][0-9A-Fa-f]{{2,16}}\b
        | \b(?:[A-Z]+(?:_[A-Z0-9]+)+|[A-Z]{{1,8}}[-_]?\d[\w-]{{0,20}}(?<!-))\b  # LN-2041, F5
        | [€$£][ \xa0]?\d(?:[\d.,]*\d)?(?:,-)?
        | (?<![\w])[+-]?\d(?:[\d.,:/\u2019-]*\d)?%?(?!\w)
        | (?<=\w)\d+|\d+(?=\w)                                   # 3e, 2x, v2
        | (?<=\s)(?:[>›▸→➔▶]|=>|->|/|\|)(?=\s)                   # between the parts of a menu path
        | [*_~]{{1,3}}
      )
    """,
    regex.VERBOSE | regex.VERSION1,
)
_PLACE = regex.compile(r"\{\s*(\d{1,4})\s*\}")
_LETTER = regex.compile(r"\p{L}")
_NUMBER = regex.compile(r"\d+")
_CODE = regex.compile(
    r"\b(?:0[xX][0-9A-Fa-f]{4,16}|[A-Z]+(?:_[A-Z0-9]+)+|[A-Z]{1,8}[-_]?\d{2,8})\b"
)
_CLOSING = ".,;:!?)]%…"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a placeholder stands for: `open` + the translation of `inner` + `close`.

    `inner` is empty for what is put back as it was (all in `open`). `glued`: nothing stood
    between it and the character before / behind it.
    """

    open: str
    inner: str
    close: str
    glued: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Protected:
    """A sentence with `{1}`, `{2}`, ... for what is kept, in order."""

    text: str
    kept: tuple[Kept, ...]

    @property
    def speaks(self) -> bool:
        """Whether a letter is left to translate."""
        return has_letters(_PLACE.sub("", self.text))


def has_letters(text: str) -> bool:
    """Whether there is anything to translate."""
    return _LETTER.search(text) is not None


def protect(text: str) -> Protected:
    """`text` as it may be sent."""
    kept: list[Kept] = []
    pieces: list[str] = []
    position = 0
    for match in _KEPT.finditer(text):
        start, end = match.span()
        glued = (
            start > 0 and not text[start - 1].isspace(),
            end < len(text) and not text[end].isspace(),
        )
        if match["verbatim"] is not None or not has_letters(match["inner"]):
            kept.append(Kept(match[0], "", "", glued))
        else:
            kept.append(Kept(match["open"], match["inner"], match["close"], glued))
        pieces += (text[position:start], f"{{{len(kept)}}}")
        position = end
    pieces.append(text[position:])
    return Protected("".join(pieces), tuple(kept))


def kept_spans(text: str) -> list[tuple[int, int]]:
    """Characters that no sentence ends in."""
    return [match.span() for match in _KEPT.finditer(text)]


def restore(translated: str, protected: Protected, inner: Callable[[str], str]) -> str | None:
    """`translated` with everything back in its place; None when a placeholder is lost or doubled.

    `inner` gives the translation of a label. Spaces that a provider put around a placeholder, or
    took away, are those of the given sentence again.
    """
    places = [int(match[1]) for match in _PLACE.finditer(translated)]
    if Counter(places) != Counter(range(1, len(protected.kept) + 1)):
        return None
    pieces: list[str] = []
    position, last = 0, None
    for match in _PLACE.finditer(translated):
        kept = protected.kept[int(match[1]) - 1]
        before = _behind(translated[position : match.start()], last)
        bare = before.rstrip()
        if kept.glued[0] and bare and not bare[-1].isalnum():
            before = bare
        elif not kept.glued[0] and before[-1:].isalnum():
            before += " "
        said = inner(kept.inner).strip() if kept.inner else ""
        pieces += (before, kept.open + said + kept.close)
        position, last = match.end(), kept
    pieces.append(_behind(translated[position:], last))
    return "".join(pieces)


def _behind(text: str, kept: Kept | None) -> str:
    """The text behind what is kept, as close to it as it was."""
    if kept is None:
        return text
    bare = text.lstrip()
    if kept.glued[1] and bare[:1] and bare[0] in _CLOSING:
        return bare
    return " " + text if not kept.glued[1] and text[:1].isalnum() else text


def pieces(protected: Protected) -> list[str]:
    """The texts between the placeholders, for a provider that loses those."""
    return [piece.strip() for piece in _PLACE.split(protected.text)[::2] if has_letters(piece)]


def rejoin(protected: Protected, translation: Callable[[str], str]) -> str:
    """The protected sentence from its `pieces`, each translated by itself."""
    made = []
    for place, piece in enumerate(_PLACE.split(protected.text)):
        if place % 2:
            made.append(f"{{{piece}}}")
        elif has_letters(piece):
            left = piece[: len(piece) - len(piece.lstrip())]
            right = piece[len(piece.rstrip()) :]
            made.append(left + translation(piece.strip()).strip() + right)
        else:
            made.append(piece)
    return "".join(made)


def labels(text: str) -> int:
    """How many names stand in emphasis, quotes, code or links."""
    return sum(
        1
        for match in _KEPT.finditer(text)
        if match["inner"] is not None or match[0].startswith("`")
    )


def numbers(text: str) -> Counter[str]:
    """The runs of digits of a text."""
    return Counter(_NUMBER.findall(text))


def codes(text: str) -> Counter[str]:
    """The error codes of a text, as they are written."""
    return Counter(_CODE.findall(text))
