"""Capitals where a careful writer sets them, in a text whose own capitals say nothing.

A name of a button is told from other words by its capital, so an answer in small letters, in
capitals or in a mixture of both would name nothing that could be missing. Such a sentence is read
as if it had been written with care: words as the pages write them, a capital at its beginning and
where a cue says that a name begins ("klik op ..."). Every character stays in its place.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import regex

from truthscore.text.components import ComponentRules
from truthscore.text.model import shared

#: Pages whose words are kept: a page recurs in thousands of rows.
KEPT_PAGES = 2_000
#: A sentence of fewer words shows nothing by itself: it is as odd as the whole text.
MIN_WORDS = 4
#: Share of words in capitals, and of words with capitals inside, above which they are no names.
SHOUTED = 0.5
MIXED = 0.4
#: Share of small words ("of", "the") with a capital, above which all words have one.
TITLED = 0.5

#: So many words show that it is no accident.
AT_LEAST = 3
#: Words without a sign between them from which a sentence has lost its signs.
UNMARKED = 25

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’]+")
_LETTER = regex.compile(r"\p{L}")
_NAME = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*")
_SENTENCE = regex.compile(r"[^\s](?:[^\n.!?]|[.!?](?!\s|$))*[.!?]*", regex.MULTILINE)
_FIRST = regex.compile(r"[^\p{L}\n]*?(?P<cap>\p{Ll})")
#: A code is written in capitals ("ln-2041"); a month and its year are none.
_CODE = regex.compile(
    r"(?<![\w/.@:-])(?:\p{L}{1,8}(?:_\d{2,8}|-(?!(?:19[5-9]|20[0-3])\d\b)\d{2,8})|\p{L}{1,4}\d{3,8})(?![\w/@-])"
)
_UNMARKED = regex.compile(r"[^\n.,;:!?]+")
_CAPITAL_WORD = regex.compile(r"(?<=\p{Ll})[ ](?P<word>\p{Lu}\p{Ll}*)(?=[ ]\p{Ll})")
#: What stands in front of a word within a sentence.
_WITHIN = regex.compile(r"[\p{L}\p{N},][ ]$")


@dataclass(frozen=True, slots=True)
class Recased:
    """A text with capitals that can be relied on; lengths and places are those of the given text.

    `said` is what is parsed: rewritten only where there are capitals and they say nothing. `named`
    is where names and codes are looked for: in it, names in small letters have their capital too.
    """

    said: str
    named: str


def recased(text: str, pages: Iterable[str], rules: ComponentRules) -> Recased:
    """How `text` reads when its capitals are made good.

    `pages`: the texts that show how words are written. A text that is written with care comes back
    as it is, but for names in small letters behind a certain cue ("klik op de knop opslaan").
    """
    said = list(_separated(text, rules))
    sentences = [match.span() for match in _SENTENCE.finditer("".join(said))]
    loud = _which(text, sentences, rules, _is_loud)
    small = _which(text, sentences, rules, _is_small)
    spellings = _spellings(pages) if loud or small else {}
    for start, end in loud:
        _write(said, start, text[start:end], spellings)
    for match in _CODE.finditer("".join(said)):
        said[match.start() : match.end()] = map(_capital, match[0])
    named = list(said)
    for start, end in small:
        _write(named, start, "".join(said[start:end]), spellings)
    for pattern in rules.certain_cues:
        _capitals(named, pattern, [(0, len(text))])
    for pattern in rules.cues:
        _capitals(named, pattern, sorted((*loud, *small)))
    return Recased("".join(said), "".join(named))


def _which(
    text: str,
    sentences: list[tuple[int, int]],
    rules: ComponentRules,
    test: Callable[[str, ComponentRules, int], bool],
) -> list[tuple[int, int]]:
    """The sentences that pass a test; one that is too short passes when the whole text does."""
    whole = test(text, rules, AT_LEAST)
    least = 1 if whole else AT_LEAST  # in an odd text one odd word is no accident
    return [
        (start, end)
        for start, end in sentences
        if (
            test(text[start:end], rules, least)
            if len(_WORD.findall(text, start, end)) >= MIN_WORDS
            else whole
        )
    ]


def _separated(text: str, rules: ComponentRules) -> str:
    """Where signs are missing, a small word with a capital begins a sentence: on a line of its own.

    "... staat het saldo De boekhouder ziet ..."
    """
    letters = list(text)
    for run in _UNMARKED.finditer(text):
        if len(_WORD.findall(run[0])) >= UNMARKED:
            for match in _CAPITAL_WORD.finditer(text, *run.span()):
                if match["word"].lower() in rules.small_words:
                    letters[match.start()] = "\n"
    return "".join(letters)


def _is_loud(text: str, rules: ComponentRules, least: int) -> bool:
    """Whether a text has capitals that say nothing about what is a name."""
    words: list[str] = _WORD.findall(text)
    shouted = [word for word in words if word.isupper()]
    mixed = [word for word in words if not word.isupper() and word[1:] != word[1:].lower()]
    small = [word for word in words[1:] if word.lower() in rules.small_words]
    titled = [word for word in small if word[0].isupper()]
    return any(
        len(odd) >= least and len(odd) > share * len(among)
        for odd, share, among in (
            (shouted, SHOUTED, words), (mixed, MIXED, words), (titled, TITLED, small),
        )
    )  # fmt: skip


def _is_small(text: str, rules: ComponentRules, least: int) -> bool:
    """Whether a text has no capitals, but for words of capitals only ("BTW") behind its first."""
    del rules, least
    first = _LETTER.search(text)
    if first is None or first[0].isupper():
        return False
    return not any(word[0].isupper() and not word.isupper() for word in _WORD.findall(text))


def _write(letters: list[str], start: int, sentence: str, spellings: dict[str, str]) -> None:
    """A sentence in small letters, its words as the pages write them."""
    for place, letter in enumerate(sentence, start):
        letters[place] = _small(letter)
    plain = "".join(map(_small, sentence))
    for match in _CODE.finditer(plain):
        letters[start + match.start() : start + match.end()] = map(_capital, match[0])
    for match in _NAME.finditer(plain):
        known = spellings.get(match[0])
        if known is not None:
            letters[start + match.start() : start + match.end()] = known
    first = _FIRST.match(plain)
    if first:
        letters[start + first.start("cap")] = _capital(first["cap"])


def _spellings(pages: Iterable[str]) -> dict[str, str]:
    """Words that the pages write with a capital within sentences, more often than without."""
    counts: dict[str, Counter[str]] = {}
    for page in pages:
        for plain, form, count in zip(*_spelled(page), strict=True):
            counts.setdefault(plain, Counter())[form] += count
    found = {}
    for plain, forms in counts.items():
        best = min(forms, key=lambda form: (-forms[form], form != plain, form))
        if best != plain:
            found[plain] = best
    return found


@functools.lru_cache(maxsize=KEPT_PAGES)
def _spelled(page: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    """The words within the sentences of a page: in small letters, as written, and how often.

    In columns of shared words: a page has two hundred, and every page is kept.
    """
    forms = Counter(
        match[0]
        for match in _NAME.finditer(page)
        if _WITHIN.search(page, max(0, match.start() - 2), match.start())
    )
    plain = shared("".join(map(_small, form)) for form in forms)
    return plain, shared(forms), tuple(forms.values())


def _capitals(
    letters: list[str], pattern: regex.Pattern[str], within: list[tuple[int, int]]
) -> None:
    text = "".join(letters)
    for start, end in within:
        for match in pattern.finditer(text, start, end):
            for place in match.starts("cap"):
                letters[place] = _capital(letters[place])


def _small(letter: str) -> str:
    small = letter.lower()
    return small if len(small) == 1 else letter


def _capital(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == 1 else letter
