"""What one text offers for looking up names of menus, and fields: its words, in one form."""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from truthscore import deadline
from truthscore.text import components
from truthscore.text.component_rules import ComponentRules, Matching
from truthscore.text.model import Numbers
from truthscore.text.postings import Postings

#: Behind a name, no part of it.
GENITIVE = "'s"
#: The shortest beginning that an abbreviation can be recognised by ("omschr.", "rek.").
MIN_ABBREVIATION = 3
_TOKEN = regex.compile(
    r"&(?:amp|#38);|&(?:[a-zA-Z]{2,8}|#\d{1,6});|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*|[&%]"
)
#: Names do not run across a blank line, a list item, a heading or a table row.
_BREAK = regex.compile(r"\n[ \t]*(?:\n|[-*•#|>]|\d{1,2}[.)])")
_TABLE_ROW = regex.compile(r"(?m)^[ \t]*\|[^\n]*")
#: A dot inside a name: not the one that ends a sentence.
_ABBREVIATING_DOT = regex.compile(r"\.(?=[\p{L}\p{N}*_\"'”’»|,;:(%/-]|[ ][\p{Ll}\p{N}(%]|\Z)")
GAP = "\x1f"


@dataclass(frozen=True, slots=True)
class Word:
    """A normalised word: as written, without its ending, and its abbreviation written out."""

    plain: str
    stem: str
    full: str
    dotted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """Words glued together, so that "e-mail adres" and "e-mailadres" are one string."""

    text: str
    offsets: Numbers

    def spans(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Ranges of words whose glued text is `wanted`."""
        at = self.text.find(wanted)
        while wanted and at >= 0:
            first, last = bisect_left(self.offsets, at), bisect_left(self.offsets, at + len(wanted))
            if self._begins(first, at) and self._ends(last, at + len(wanted)):
                yield first, last
            at = self.text.find(wanted, at + 1)

    def _begins(self, word: int, at: int) -> bool:
        return word < len(self.offsets) and self.offsets[word] == at

    def _ends(self, word: int, end: int) -> bool:
        if end == len(self.text) or self.text[end] == GAP:
            return True
        return self._begins(word, end)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentIndex:
    """What one text offers for looking names up; built once, in one pass over its words.

    Numbers are in arrays and `skipped` and `capitals` one byte per word, 1 for yes: every page of
    a help centre is in memory.
    """

    starts: Numbers
    ends: Numbers
    blocks: Numbers
    skipped: bytes
    capitals: bytes
    plain: _Stretch
    stems: _Stretch
    postings: Postings
    shortened: dict[str, tuple[int, ...]]
    labels: dict[str, tuple[int, int]]
    title: ComponentIndex | None = None


def index_of(text: str, rules: ComponentRules, title: ComponentIndex | None) -> ComponentIndex:
    """The lookup structure of one text; `title`: that of the title above it."""
    matching = rules.matching
    spans: list[tuple[int, int]] = []
    words: list[Word] = []
    for start, end, word in words_of(f"{text}\n", matching):  # the last dot ends a sentence
        deadline.check()
        spans.append((start, end))
        words.append(word)
    borders = sorted(_borders(text))
    blocks = array("i", [bisect_left(borders, start) for start, _ in spans])
    postings: dict[str, list[int]] = {}
    shortened: dict[str, list[int]] = {}
    for position, word in enumerate(words):
        for form in {word.plain, word.stem, word.full}:
            postings.setdefault(form, []).append(position)
        if word.dotted and len(word.plain) >= MIN_ABBREVIATION:
            shortened.setdefault(word.plain, []).append(position)
    labels: dict[str, tuple[int, int]] = {}
    deadline.check()
    for component in components.extract(text, rules):
        labels.setdefault(key_of(component.label, matching), (component.start, component.end))
    return ComponentIndex(
        starts=array("i", [start for start, _ in spans]),
        ends=array("i", [end for _, end in spans]),
        blocks=blocks,
        skipped=bytes(word.plain in matching.ignorable for word in words),
        capitals=bytes(text[start].isupper() for start, _ in spans),
        plain=_stretch([word.plain for word in words], blocks),
        stems=_stretch([word.stem for word in words], blocks),
        postings=Postings(postings),
        shortened={form: tuple(each) for form, each in shortened.items()},
        labels=labels,
        title=title,
    )


def _borders(text: str) -> Iterator[int]:
    for match in _BREAK.finditer(text):
        yield match.start()
    for row in _TABLE_ROW.finditer(text):  # elsewhere "|" may belong to a name ("ON | OFF")
        yield from (row.start() + at for at, char in enumerate(row.group()) if char == "|")


def _stretch(words: list[str], blocks: Sequence[int]) -> _Stretch:
    pieces: list[str] = []
    offsets: list[int] = []
    length = 0
    for position, word in enumerate(words):
        if position and blocks[position] != blocks[position - 1]:
            pieces.append(GAP)
            length += len(GAP)
        offsets.append(length)
        pieces.append(word)
        length += len(word)
    return _Stretch(text="".join(pieces), offsets=array("i", offsets))


def words_of(text: str, matching: Matching) -> Iterator[tuple[int, int, Word]]:
    """The words of a text: where each begins and ends, and its forms."""
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.startswith("&"):
            if token not in {"&", "&amp;", "&#38;"}:
                continue  # an entity that is a space or a quotation mark
            token = "&"
        plain = matching.symbols.get(token) or _fold(token)
        dotted = _ABBREVIATING_DOT.match(text, match.end()) is not None
        yield match.start(), match.end(), _word(plain, dotted, matching)


def _word(plain: str, dotted: bool, matching: Matching) -> Word:
    stem = matching.stem(plain)
    full = plain
    if plain.endswith(matching.shortened):  # in one call: most words end in none of them
        for short, long in matching.abbreviations.items():
            if plain.endswith(short) and (dotted or plain == short or not long.startswith(short)):
                full = plain[: -len(short)] + long
                break
    if plain.endswith(GENITIVE):
        full = plain.removesuffix(GENITIVE)  # "Jo's shift" names Jo
    return Word(plain.replace("'", ""), stem, matching.stem(full), dotted)


def _fold(token: str) -> str:
    folded = token.casefold().replace("’", "'")
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def key_of(label: str, matching: Matching) -> str:
    """Labels with the same key are one name: stems glued together, without articles."""
    words = [word for _, _, word in words_of(label, matching)]
    kept = [word for word in words if word.plain not in matching.ignorable] or words
    return "".join(word.full for word in kept)
