"""The text of the pages of a PDF as one text: without page numbers and repeated lines, with words
that were cut at the end of a line made whole."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence

import regex
import wordfreq

from truthscore.text import langid

#: Lines at the top and at the bottom of a page that may stand on every page.
EDGE = 2
#: Such a line stands on so many pages at least, and on this share of them: left and right pages may
#: have their own.
PAGES, SHARE = 3, 0.4
#: A word of this Zipf frequency behind a hyphen is a word of its own ("in- en uitvoer"), unless
#: both together are a word of that other one at least ("over-al").
COMMON, KNOWN = 6.0, 2.0
_NUMBER = regex.compile(r"\d{1,4}")
_CUT = regex.compile(r"(?<![\p{L}\p{N}/.@_:-])(\p{L}+(?:-\p{L}+)*)[-\u2010]\n(\p{Ll}+)")
_LETTER = regex.compile(r"\p{L}")
#: A step or a point of a list, which is a page's own text however often it is said.
_ITEM = regex.compile(r"\s*(?:[*•-]|\d{1,3}[.)])\s+\P{L}*\p{L}")
#: Signs at the end of a line that a word is cut at.
HYPHENS = ("-", "\u00ad", "\u2010")
#: A word with hyphens in one line.
_HYPHENED = regex.compile(r"(?<![\p{L}-])\p{L}++(?:-\p{L}++)++(?!-)")
_SOFT = regex.compile("\u00ad\n?")
#: What is alike in a line on all pages: with a number that grows by one a page, that number less
#: the page's.
_Key = tuple[str, int | None]


def joined(pages: Sequence[str]) -> str:
    """One text of the texts of pages."""
    said: set[str] = set()
    split = [[line.rstrip() for line in page.splitlines()] for page in pages]
    running = _running(split)
    text = ""
    for number, lines in enumerate(split):
        out = _repeated(lines, number, running, said)
        body = "\n".join(line for at, line in enumerate(lines) if at not in out).strip("\n")
        if text and body:  # a sentence that goes on is not cut where the page is
            goes_on = body[0].islower() or text.endswith(HYPHENS)
            text += "\n" if goes_on else "\n\n"
        text += body
    return whole_words(_SOFT.sub("", text))


def whole_words(text: str) -> str:
    """Words that were cut at the end of a line made whole, where the language is known. A hyphen is
    kept that the text has in that word elsewhere, or that stands for a part left out."""
    lang = langid.of_page(text)
    if lang is None or lang not in wordfreq.available_languages():
        return text
    hyphened = frozenset(_HYPHENED.findall(text))

    def whole(found: regex.Match[str]) -> str:
        first, second = found.groups()
        if f"{first}-{second}" in hyphened:
            return f"{first}-{second}"
        if _common(second, lang) >= COMMON and _common(first + second, lang) < KNOWN:
            return f"{first}- {second}"
        return str(first + second)

    return _CUT.sub(whole, text)


@functools.lru_cache(maxsize=10_000)
def _common(word: str, lang: str) -> float:
    return wordfreq.zipf_frequency(word, lang)


def _edges(lines: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """The first and the last lines of a page from the outside, and whether they are the last."""
    written = [at for at, line in enumerate(lines) if line.strip()]
    yield from ((at, False) for at in written[:EDGE])
    yield from ((at, True) for at in written[EDGE:][: -EDGE - 1 : -1])


def _keys(line: str, number: int, last: bool) -> Iterator[_Key]:
    """A number that may be the page's stands in the last lines, or by itself: "Step 1" at the top
    of a slide is a heading."""
    line = " ".join(line.split())
    yield line, None
    if last or not _LETTER.search(line):
        for found in _NUMBER.finditer(line):
            yield f"{line[: found.start()]}\0{line[found.end() :]}", int(found[0]) - number


def _running(pages: Sequence[Sequence[str]]) -> set[_Key]:
    """What stands on many pages at their edges."""
    on: defaultdict[_Key, set[int]] = defaultdict(set)
    for number, lines in enumerate(pages):
        for at, last in _edges(lines):
            for key in _keys(lines[at], number, last):
                on[key].add(number)
    least = max(PAGES, SHARE * len(pages))
    return {key for key, numbers in on.items() if len(numbers) >= least}


def _repeated(lines: Sequence[str], number: int, running: set[_Key], said: set[str]) -> set[int]:
    """The lines of a page that are a page number, or stood on a page before: the first place is
    kept, so that no word is lost. Behind a line that is neither stands the page's own text."""
    out: set[int] = set()
    own = {False: False, True: False}
    for at, last in _edges(lines):
        first, *numbered = _keys(lines[at], number, last)
        known = running.intersection((first, *numbered))
        if own[last] or not known or _ITEM.match(lines[at]):
            own[last] = True
        elif running.intersection(numbered) or first[0] in said:
            out.add(at)
        else:
            said.add(first[0])
    return out
