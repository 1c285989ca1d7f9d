"""Capitals where a careful writer sets them, in a text whose own capitals say nothing.

A name of a button is told from other words by its capital, so an answer in small letters, in
capitals or in a mixture of both would name nothing that could be missing. Such a sentence is read
as if it had been written with care: words as the pages write them, a capital at its beginning and
where a cue says that a name begins ("klik op ..."). Every character stays in its place.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import regex

from truthscore.profile import Reading
from truthscore.text.component_rules import ComponentRules
from truthscore.text.model import shared

#: Pages whose words are kept: a page recurs in thousands of rows.
KEPT_PAGES = 2_000
#: A sentence of fewer words shows nothing by itself: it is as odd as the whole text.
MIN_WORDS = 4
#: So many words show that it is no accident.
AT_LEAST = 3
#: Words without a sign between them from which a sentence has lost its signs.
UNMARKED = 25
#: Characters that so many words have at least: two letters each, and what parts them.
LEAST_UNMARKED = 3 * UNMARKED - 2

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’]+")
_LETTER = regex.compile(r"\p{L}")
_NAME = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*")
_SENTENCE = regex.compile(r"[^\s](?:[^\n.!?]++|[.!?](?!\s|$))*+[.!?]*", regex.MULTILINE)
_FIRST = regex.compile(r"[^\p{L}\p{N}\n]*+(?P<cap>\p{Ll})")
#: A code is written in capitals ("ln-2041"); a month and its year are none.
_CODE = regex.compile(
    r"(?<![\w/.@:-])(?:\p{L}{1,8}(?:_\d{2,8}|-(?!(?:19[5-9]|20[0-3])\d\b)\d{2,8})|\p{L}{1,4}\d{3,8})(?![\w/@-])"
)
#: What every code has: figures behind a letter. Most texts have none.
_NEAR_CODE = regex.compile(r"\d\d(?<=\p{L}[-_]?\d\d)")
_UNMARKED = regex.compile(r"[^\n.,;:!?]+")
_CAPITAL_WORD = regex.compile(r"(?<=\p{Ll})[ ](?P<word>\p{Lu}\p{Ll}*)(?=[ ]\p{Ll})")
_BOLD = regex.compile(r"\*\*(?P<name>\p{L}[^*\n]*+)\*\*")
#: What stands in front of a word within a sentence.
_WITHIN = regex.compile(r"[\p{L}\p{N},][ ]$")


@dataclass(frozen=True, slots=True)
class Recased:
    """A text with capitals that can be relied on; lengths and places are those of the given text.

    `said` is what is parsed: rewritten only where capitals say nothing or are not there. `named` is
    where names and codes are looked for: in it, names behind a cue have their capital too.
    """

    said: str
    named: str


def recased(text: str, pages: Sequence[str], rules: ComponentRules, settings: Reading) -> Recased:
    """How `text` reads when its capitals are made good.

    `pages`: the texts that show how words are written. A text that is written with care comes back
    as it is, but for names in small letters behind a certain cue ("klik op de knop opslaan"), or in
    bold as a page has them with a capital.
    """
    said = _separated(text, rules)
    sentences = [
        _Stretch(*match.span(), _WORD.findall(text, *match.span()))
        for match in _SENTENCE.finditer(said)
    ]
    # Between sentences there is only white space.
    whole = _Stretch(0, len(text), list(chain.from_iterable(each.words for each in sentences)))
    is_loud = functools.partial(_is_loud, settings=settings)
    loud = _which(text, whole, sentences, rules, is_loud)
    small = _which(text, whole, sentences, rules, _is_small)
    spelled = [_spelled(page) for page in pages] if loud or small else []
    for start, end in loud:
        said = said[:start] + _written(text[start:end], spelled) + said[end:]
    if _NEAR_CODE.search(text):
        said = _CODE.sub(lambda code: "".join(map(_capital, code[0])), said)
    for start, end in small:
        said = said[:start] + _written(said[start:end], spelled) + said[end:]
    named = said = _as_bold_there(said, pages)
    for cue in rules.certain_cues:
        if cue.needs is None or cue.needs.search(named):
            named = _with_capitals(named, cue.compiled, [(0, len(text))])
    odd = sorted((*loud, *small))
    for pattern in rules.cues if odd else ():
        named = _with_capitals(named, pattern, odd)
    return Recased(said, named)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Characters `start` to `end` of the text, and their words."""

    start: int
    end: int
    words: list[str]


def _which(
    text: str,
    whole: _Stretch,
    sentences: list[_Stretch],
    rules: ComponentRules,
    test: Callable[[str, _Stretch, ComponentRules, int], bool],
) -> list[tuple[int, int]]:
    """The sentences that pass a test; one that is too short passes when the whole text does."""
    odd = test(text, whole, rules, AT_LEAST)
    least = 1 if odd else AT_LEAST  # in an odd text one odd word is no accident
    return [
        (each.start, each.end)
        for each in sentences
        if (test(text, each, rules, least) if len(each.words) >= MIN_WORDS else odd)
    ]


def _separated(text: str, rules: ComponentRules) -> str:
    """Where signs are missing, a small word with a capital begins a sentence: on a line of its own.

    "... staat het saldo De boekhouder ziet ..."
    """
    begins = [
        match.start()
        for run in _UNMARKED.finditer(text)
        if run.end() - run.start() > LEAST_UNMARKED and len(_WORD.findall(run[0])) >= UNMARKED
        for match in _CAPITAL_WORD.finditer(text, *run.span())
        if match["word"].lower() in rules.small_words
    ]
    if not begins:
        return text
    letters = list(text)
    for place in begins:
        letters[place] = "\n"
    return "".join(letters)


def _is_loud(
    text: str, stretch: _Stretch, rules: ComponentRules, least: int, settings: Reading
) -> bool:
    """Whether a stretch has capitals that say nothing about what is a name."""
    del text
    words = stretch.words
    if len(words) - len(list(filter(str.islower, words))) < least:
        return False  # most sentences
    shouted = [word for word in words if word.isupper()]
    mixed = [word for word in words if not word.isupper() and word[1:] != word[1:].lower()]
    small = [word for word in words[1:] if word.lower() in rules.small_words]
    titled = [word for word in small if word[0].isupper()]
    return any(
        len(odd) >= least and len(odd) > share * len(among)
        for odd, share, among in (
            (shouted, settings.shouted, words),
            (mixed, settings.mixed, words),
            (titled, settings.titled, small),
        )
    )  # fmt: skip


def _is_small(text: str, stretch: _Stretch, rules: ComponentRules, least: int) -> bool:
    """Whether a stretch has no capitals but those of whole words ("BTW") behind its first."""
    del rules, least
    begin = text[stretch.start : min(stretch.start + 1, stretch.end)]
    if begin.isalpha() and begin.isupper():
        return False  # most sentences
    first = _LETTER.search(text, stretch.start, stretch.end)
    if first is None or first[0].isupper():
        return False
    return not any(word[0].isupper() and not word.isupper() for word in stretch.words)


def _written(sentence: str, spelled: Sequence[_Spelled]) -> str:
    """A sentence in small letters, its words as the pages write them."""
    plain = "".join(map(_small, sentence))
    letters = list(plain)
    for match in _CODE.finditer(plain):
        letters[match.start() : match.end()] = map(_capital, match[0])
    for match in _NAME.finditer(plain):
        best = _spelling(match[0], spelled)
        if best != match[0]:
            letters[match.start() : match.end()] = best
    first = _FIRST.match(plain)
    if first:
        letters[first.start("cap")] = _capital(first["cap"])
    return "".join(letters)


def _spelling(word: str, spelled: Sequence[_Spelled]) -> str:
    """How the pages write a word (in small letters) within sentences most often."""
    counts: Counter[str] = Counter()
    for plain, forms, times in spelled:
        at = bisect_left(plain, word)
        while at < len(plain) and plain[at] == word:
            counts[forms[at]] += times[at]
            at += 1
    return min(counts, key=lambda form: (-counts[form], form != word, form), default=word)


#: Words in small letters, sorted; as they are written; and how often. In columns of shared words:
#: a page has two hundred, and every page is kept.
_Spelled = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]


@functools.lru_cache(maxsize=KEPT_PAGES)
def _spelled(page: str) -> _Spelled:
    """The words within the sentences of a page."""
    counts = Counter(
        match[0]
        for match in _NAME.finditer(page)
        if _WITHIN.search(page, max(0, match.start() - 2), match.start())
    )
    found = sorted(("".join(map(_small, form)), form) for form in counts)
    forms = shared(form for _, form in found)
    return shared(plain for plain, _ in found), forms, tuple([counts[form] for form in forms])


def _with_capitals(text: str, pattern: regex.Pattern[str], within: list[tuple[int, int]]) -> str:
    """`text` with a capital wherever the pattern says so."""
    places = [
        place
        for start, end in within
        for match in pattern.finditer(text, start, end)
        for place in match.starts("cap")
    ]
    if not places:
        return text
    letters = list(text)
    for place in places:
        letters[place] = _capital(letters[place])
    return "".join(letters)


def _as_bold_there(text: str, pages: Sequence[str]) -> str:
    """`text` with a capital where what is bold is bold with a capital on a page."""
    found = [match for match in _BOLD.finditer(text) if match["name"][0].islower()]
    if not found:
        return text  # most
    known = frozenset().union(*map(_bold_names, pages))
    letters = list(text)
    for match in found:
        if match["name"].lower() in known:
            letters[match.start("name")] = _capital(match["name"][0])
    return "".join(letters)


@functools.lru_cache(maxsize=KEPT_PAGES)
def _bold_names(page: str) -> frozenset[str]:
    """What is bold on a page and begins with a capital, in small letters."""
    names = (match["name"] for match in _BOLD.finditer(page))
    return frozenset(name.lower() for name in names if name[0].isupper())


def _small(letter: str) -> str:
    small = letter.lower()
    return small if len(small) == 1 else letter


def _capital(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == 1 else letter
