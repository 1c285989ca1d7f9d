"""The texts of a row as a reader sees them, and rows that can be scored."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from truthscore.profile import Across
from truthscore.text import translation as translations
from truthscore.text.edits import Readable
from truthscore.text.markup import normalise
from truthscore.text.readable import readable, shown
from truthscore.text.vectors import Vectors
from truthscore.types import (
    ANSWER,
    EVIDENCE,
    QUESTION,
    ContextDocument,
    Detection,
    Example,
    Span,
    Translation,
)

#: Parsed documents kept in memory; about 0.2 MB each for a page of 800 words (profile `paper`).
CACHED_DOCUMENTS = 2_000

#: A page recurs in thousands of rows, so how it reads is kept like its parse.
page_as_read = functools.lru_cache(maxsize=CACHED_DOCUMENTS)(shown)


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a row as a reader sees them; `changed` leads findings back to those that were
    given otherwise."""

    question: Readable
    answer: Readable
    pages: tuple[ContextDocument, ...]
    changed: Mapping[str, Readable]


@dataclass(frozen=True, slots=True)
class Translated:
    """The translation of a row: what is read in it, and the way back to the given texts."""

    texts: Texts
    translation: Translation

    def original(self, span: Span) -> Span:
        """The sentences of the given text that `span` stands for."""
        changed = self.texts.changed
        if span.source in changed:
            span = changed[span.source].original(span)
        return translations.original(translations.text_of(self.translation, span.source), span)


@dataclass(frozen=True, slots=True)
class Abroad:
    """The pages of a row that are in another language than its answer, and what it takes to hold
    the answer against them."""

    lang: str
    pages: tuple[ContextDocument, ...]
    vectors: Vectors
    settings: Across


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """An example that can be scored: its language is known and it has text and pages.

    All texts are as a reader sees them; `changed` leads findings back to those that were given
    otherwise. `named` is the answer with a capital on every name (see `capitals.recased`);
    `unread` what keeps it from being read as it stands (see `stars.at_middle`); `declines`
    whether the answer does, and its profile has stars for that.
    `english` is the translation that some features read. Where all do, because there are no word
    lists for the row's language `instead_of` or its pages are in the translation's, the texts here
    are the translation's. `abroad`: those
    of the pages that are in another language; all of them or some. `found` is shared by all that
    is measured of the row (see `Inputs.once`).
    """

    example: Example
    lang: str
    question: str
    answer: str
    pages: tuple[ContextDocument, ...]
    detection: Detection
    changed: Mapping[str, Readable]
    named: str
    unread: str | None
    declines: bool = False
    english: Translated | None = None
    instead_of: str | None = None
    abroad: Abroad | None = None
    found: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def at_home(self) -> bool:
        """Whether any page is in the answer's language."""
        return self.abroad is None or len(self.abroad.pages) < len(self.pages)


def texts_of(example: Example, kinds: Collection[str]) -> Texts:
    """The texts of an example as a reader sees them; its pages are the documents of these kinds."""
    seen = {page.id: page_as_read(page.text) for page in example.context}
    pages = tuple(
        replace(page, text=seen[page.id].text) for page in distinct_pages(example.context, kinds)
    )
    seen[QUESTION] = readable(normalise(example.question))
    seen[ANSWER] = shown(normalise(example.answer))
    changed = {source: text for source, text in seen.items() if text.starts}
    return Texts(seen[QUESTION], seen[ANSWER], pages, changed)


def with_answer(texts: Texts, answer: Readable) -> Texts:
    """The texts with an answer that reads otherwise."""
    changed = {source: text for source, text in texts.changed.items() if source != ANSWER}
    if answer.starts:
        changed[ANSWER] = answer
    return replace(texts, answer=answer, changed=changed)


def distinct_pages(
    context: Sequence[ContextDocument], kinds: Collection[str] = EVIDENCE
) -> tuple[ContextDocument, ...]:
    """Pages and records with text, each text once, in an order that no retriever decides (text
    hash). Of equal ones that which says its language. Prompts are among `kinds` beside these only:
    alone they are nothing to hold an answer against."""
    by_text: dict[str, ContextDocument] = {}
    for page in sorted(context, key=lambda page: (page.lang is None, page.id)):
        if page.kind in kinds and page.text.strip():
            by_text.setdefault(sha(page.text), page)
    if all(page.kind == "prompt" for page in by_text.values()):
        return ()
    return tuple(by_text[key] for key in sorted(by_text))


@functools.lru_cache(maxsize=CACHED_DOCUMENTS)
def sha(text: str) -> str:
    """The hash of a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
