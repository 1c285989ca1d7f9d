"""The codes of a text, and which of them each of its sentences is about."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import regex

from truthscore.language import LanguagePack
from truthscore.patterns import every
from truthscore.profile import ErrorCodes, Profile
from truthscore.text.model import Block, ParsedDocument, ParsedText


@dataclass(frozen=True, slots=True)
class Code:
    """A code's normal form (capitals, letters and digits only) and its characters."""

    normal: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CodeIndex:
    """A document's codes, and per sentence the codes that it is about."""

    codes: tuple[Code, ...]
    about: tuple[frozenset[str], ...]


#: What may stand before a code that opens a line: bullets, quotation marks, bars of a table.
_SIGNS = regex.compile(r"[^\p{L}\d\n]*")
#: A bare number that is a heading, or stands before what a line says of it: "## 404", "- 403: ...".
#: A year is none.
_NUMBERED = regex.compile(
    r"^(?:[ ]*[-*+•][ ]+|#{1,6}[ ]+|\|[ ]*)?[*`]{0,2}(?P<code>(?!(?:19|20)\d\d\b)\d{3,5})[*`]{0,2}"
    r"[ ]*(?:$|[:|–—]|-[ ])",
    regex.MULTILINE,
)
WORD = regex.compile(r"[\p{L}\d]+")
_LETTERS = regex.compile(r"\p{L}*")


def codes(
    text: str, language: LanguagePack, settings: ErrorCodes, seconds: float
) -> tuple[Code, ...]:
    """The codes in `text`, by the profile's patterns and behind the language's error words.

    In a text with such a word the `short` patterns count too: one "foutcode AM04" makes "MD01" in
    the same table a code, and bare numbers that open two lines, as headings or in a list. So do
    those at the beginning of two lines: "V-31: your password ...".
    Raises ProfileError when a pattern takes longer than `seconds`.
    """
    words = tuple(language.values["error_words"])
    patterns = patterns_of(settings.patterns, words)
    short = patterns_of(settings.short, words)[:-1]
    spoken = _spoken(words).search(text)
    if spoken or _opens_lines(text, short, seconds):
        patterns += short
    if spoken and len(list(every(_NUMBERED, text, seconds))) > 1:
        patterns += (_NUMBERED,)
    return codes_by(text, patterns, settings, seconds)


def _opens_lines(text: str, patterns: Iterable[regex.Pattern[str]], seconds: float) -> bool:
    """Whether at least two lines begin with what a pattern finds, signs left out."""
    starts = {
        match.start("code")
        for pattern in patterns
        for match in every(pattern, text, seconds)
        if _SIGNS.fullmatch(text, text.rfind("\n", 0, match.start("code")) + 1, match.start("code"))
    }
    return len(starts) > 1


def codes_by(
    text: str, patterns: Iterable[regex.Pattern[str]], settings: ErrorCodes, seconds: float
) -> tuple[Code, ...]:
    """The codes that some patterns find, in text order; where finds overlap the first one."""
    found: dict[int, Code] = {}
    for pattern in patterns:
        for match in every(pattern, text, seconds):
            normal = _normal(match["code"])
            if _LETTERS.match(normal)[0] in settings.not_codes:  # type: ignore[index]
                continue
            start, end = match.span("code")
            if not any(start < other.end and other.start < end for other in found.values()):
                found[start] = Code(normal, start, end)
    return tuple(found[start] for start in sorted(found))


def _normal(code: str) -> str:
    return "".join(WORD.findall(code)).upper()


@functools.lru_cache(maxsize=16)
def _spoken(words: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile(rf"(?i)(?<!\w)(?:{'|'.join(map(regex.escape, words))})(?!\w)")


@functools.lru_cache(maxsize=16)
def patterns_of(
    patterns: tuple[str, ...], words: tuple[str, ...]
) -> tuple[regex.Pattern[str], ...]:
    """The patterns, compiled, and last that of a number behind one of `words`."""
    spoken = "|".join(map(regex.escape, sorted(words, key=len, reverse=True)))
    after = (
        rf"(?i)(?<!\w)(?:{spoken})(?:[ ](?:{spoken}))?(?:[ ]?[:#(][ ]?|[ ])"
        r"(?P<code>-?\d{2,8}|(?-i:[A-Z]{1,8}[-_]?)\d{2,8})(?![\w.,]?\d|\w|%)"
    )
    return tuple(regex.compile(pattern) for pattern in (*patterns, after))


def index(document: ParsedDocument, language: LanguagePack, profile: Profile) -> CodeIndex:
    """The document's codes and which sentences are about them."""
    settings = profile.features.error_codes
    parsed = document.parsed
    found = codes(parsed.text, language, settings, profile.limits.pattern_seconds)
    return CodeIndex(found, about_of(parsed, found))


def about_of(parsed: ParsedText, found: tuple[Code, ...]) -> tuple[frozenset[str], ...]:
    """The codes each sentence is about: its own, its row's, its list's lead, its heading's."""
    if not found:
        return (frozenset(),) * len(parsed.sentences)
    blocks: dict[int, frozenset[str]] = {}
    headings: list[tuple[int, frozenset[str]]] = []
    lead: frozenset[str] = frozenset()
    titled = False
    for block in parsed.blocks:
        own = _inside(found, block.start, block.end)
        if block.kind == "heading":
            headings = [each for each in headings if each[0] < block.level]
            headings.append((block.level, own))
            lead, titled = frozenset(), False
        elif block.kind == "cell":
            line_start = parsed.text.rfind("\n", 0, block.start) + 1
            line_end = parsed.text.find("\n", block.end)
            own = _inside(found, line_start, len(parsed.text) if line_end < 0 else line_end)
        elif own:
            lead, titled = own, _is_title(parsed.text, block)
        elif block.kind == "paragraph" and not titled:
            lead = frozenset()
        inherited = next((each for _, each in reversed(headings) if each), frozenset())
        blocks[block.start] = own or lead or inherited
    starts = sorted(blocks)
    about: list[frozenset[str]] = []
    before: tuple[int, frozenset[str]] | None = None
    for start, end in parsed.sentences:
        at = parsed.starts[start]
        place = max((each for each in starts if each <= at), default=None)
        if place is None:
            about.append(frozenset())
            continue
        # Where a paragraph has several codes, a sentence tells of its own or of the last one named.
        own = _inside(found, at, parsed.ends[end - 1]) & blocks[place]
        if own:
            before = place, own
        about.append(before[1] if before is not None and before[0] == place else blocks[place])
    return tuple(about)


def _inside(found: tuple[Code, ...], start: int, end: int) -> frozenset[str]:
    return frozenset(code.normal for code in found if start <= code.start < end)


def _is_title(text: str, block: Block) -> bool:
    """Whether a paragraph is a heading without the sign: it ends in no full stop."""
    return not text[block.start : block.end].rstrip("*_ ").endswith((".", "!", "?", ";"))
