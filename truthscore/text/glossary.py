"""What the words of a company mean, where its pages say so (paper, §8.3: terms that change meaning
in the context of the company).

Three places: the first sentence below the title of a page or section that is the word itself
("# Pay run" / "Pay runs are the ..."), a sentence that defines ("A pay run is the ...", "By X we
mean ..."), and a list or table of words. How a language says it stands in
`wordlists/<code>/glossary.toml`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from truthscore.language import LanguagePack

#: Words of a term, at most; longer ones are sentences.
MAX_WORDS = 5
#: Characters of a meaning: a sentence or two, not a page.
MAX_MEANING = 240
_TERM = (
    rf"[*_\"“']*(?P<term>[\p{{L}}\p{{N}}][\w&/'’-]*(?: [\w&/'’-]+){{0,{MAX_WORDS - 1}}}?)[*_\"”']*"
)
_MEANING = r"(?P<meaning>[^.!?\n|]{5,})"
_HEADING = regex.compile(r"(?m)^(#+)[ ]+(?P<title>[^\n#]+?)[ ]*#*$")
_LISTED = regex.compile(
    r"^[ \t]*(?:[-*•][ ]+)?"
    r"(?:\*\*(?P<term>[^*\n]{2,60}?)[:.]?\*\*[ ]*[:–—-]?"
    r"|(?P<term>[^\n:*|]{2,60}?)[ ]*(?::|[–—]|[ ]-))[ ]+"
    r"(?P<meaning>\S[^\n]+)$"
)
_ROW = regex.compile(r"^[ \t]*\|(?P<term>[^|\n]+)\|(?P<meaning>[^|\n]+)\|?[^\n]*$")
_RULE = regex.compile(r"[\s|:-]+")
#: A page that asks says nothing of what a word means.
_ASKS = "?"
_MARKS = regex.compile(r"[*_`\"“”]+")


@dataclass(frozen=True, slots=True)
class Definition:
    """A word of a company and what its page says that it means."""

    term: str
    meaning: str


def definitions(text: str, title: str, pack: LanguagePack) -> Iterator[Definition]:
    """The words that a page explains, each once, in text order within each kind of place."""
    told: set[str] = set()
    for each in _definitions(text, title, pack):
        if each.term.casefold() not in told and not _is_asked(each, pack):
            told.add(each.term.casefold())
            yield each


def _definitions(text: str, title: str, pack: LanguagePack) -> Iterator[Definition]:
    words = pack.glossary
    yield from _titled(text, title, words)
    yield from _sentences(text, pack)
    for heading, body in _sections(text):
        if _plain(heading).casefold() in words["headings"]:
            yield from _listed(body)
    yield from _tabled(text, words)


def _is_asked(found: Definition, pack: LanguagePack) -> bool:
    """Whether a page asks: "How do I start? Press Start." explains no word."""
    first, _, rest = found.term.casefold().partition(" ")
    return bool(
        found.term.endswith(_ASKS)
        or found.meaning.endswith(_ASKS)
        or (rest and first in pack.interrogatives)
    )


def of_pages(pages: Sequence[tuple[str, str]], pack: LanguagePack) -> Mapping[str, str]:
    """Term in small letters → meaning, of pages (title, text); the first that says it counts."""
    found: dict[str, str] = {}
    for title, text in pages:
        for each in definitions(text, title, pack):
            found.setdefault(each.term.casefold(), each.meaning)
    return found


def used(answer: str, meanings: Mapping[str, str]) -> Iterator[str]:
    """The terms with a meaning that stand in a text as whole words, in alphabetical order."""
    said = answer.casefold()
    for term in sorted(meanings):
        if term in said and regex.search(rf"(?<!\w){regex.escape(term)}(?!\w)", said):
            yield term


def _sentences(text: str, pack: LanguagePack) -> Iterator[Definition]:
    for pattern in _patterns(pack):
        for match in pattern.finditer(text):
            if text.startswith(_ASKS, match.end("meaning")):
                continue
            made = _made(match["term"], match["meaning"], pack.glossary)
            if made is not None:
                yield made


def _titled(text: str, title: str, words: Mapping[str, Sequence[str]]) -> Iterator[Definition]:
    articles = "|".join(map(regex.escape, words["articles"]))
    verbs = "|".join(sorted(map(regex.escape, words["is"]), key=len, reverse=True))
    for heading, body in ((title, text), *_sections(text)):
        name = _plain(heading)
        if not name or len(name.split()) > MAX_WORDS:
            continue
        told = regex.match(
            rf"\s*(?:#[^\n]*\s+)?(?:(?:{articles})[ ])?[*_]*{regex.escape(name)}[*_]*[ ]"
            rf"(?P<meaning>(?:{verbs})[ ][^.!?\n|]{{5,}})",
            body, flags=regex.IGNORECASE,
        )  # fmt: skip
        if told is not None and not body.startswith(_ASKS, told.end("meaning")):
            made = _made(name, told["meaning"], words)
            if made is not None:
                yield made


def _listed(body: str) -> Iterator[Definition]:
    for line in body.splitlines():
        match = _LISTED.match(line)
        if match is not None:
            made = _made(match["term"], match["meaning"], None)
            if made is not None:
                yield made


def _tabled(text: str, words: Mapping[str, Sequence[str]]) -> Iterator[Definition]:
    inside = False
    for line in text.splitlines():
        row = _ROW.match(line)
        if row is None:
            inside = False
            continue
        term, meaning = _plain(row["term"]), _plain(row["meaning"])
        if term.casefold() in words["term_cells"] and meaning.casefold() in words["meaning_cells"]:
            inside = True
        elif inside and not _RULE.fullmatch(line):
            made = _made(term, meaning, None)
            if made is not None:
                yield made


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Each heading with the text below it, up to the next one."""
    found = list(_HEADING.finditer(text))
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        yield match["title"], text[match.end() : end]


def _made(term: str, meaning: str, words: Mapping[str, Sequence[str]] | None) -> Definition | None:
    """A definition without marks and article; None for what is no word of a company."""
    name, says = _plain(term), _plain(meaning)
    if words is not None:
        first, _, rest = name.partition(" ")
        if first.casefold() in words["articles"] and rest:
            name = rest
        if name.split(" ", 1)[0].casefold() in words["not_terms"]:
            return None
    if not name or not says or len(name.split()) > MAX_WORDS:
        return None
    if len(says) > MAX_MEANING:
        says = says[:MAX_MEANING].rsplit(" ", 1)[0] + " …"
    return Definition(name, says)


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text).split()).strip(" :")


@functools.cache
def _compiled(patterns: tuple[str, ...]) -> tuple[regex.Pattern[str], ...]:
    begins = r"(?:(?<=^[ \t>*•-]*)|(?<=[.!?][ ]))"
    return tuple(
        regex.compile(
            begins + each.replace("{term}", _TERM).replace("{meaning}", _MEANING),
            regex.MULTILINE,
        )
        for each in patterns
    )


def _patterns(pack: LanguagePack) -> tuple[regex.Pattern[str], ...]:
    return _compiled(tuple(each["pattern"] for each in pack.glossary["patterns"]))
