"""Parsed and indexed pages: each once, in memory and, where there is one, in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from truthscore import signature
from truthscore.features import IndexedDocument
from truthscore.features.across.pages import Page
from truthscore.features.across.pages import index as index_across
from truthscore.features.base import BLOCKS, FRAMES, PARTS, PASSAGES
from truthscore.scoring.setup import Setup, in_time
from truthscore.scoring.texts import CACHED_DOCUMENTS, Abroad, sha
from truthscore.store import DocumentStore
from truthscore.text.alignment import index_passages
from truthscore.text.cache import Cache
from truthscore.text.columns import numbered_blocks
from truthscore.text.frames import page_frames
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.scopes import page_parts
from truthscore.types import ContextDocument

#: Language, title and text hash of a page: what its parse and indexes depend on.
Key = tuple[str, str, str]


class Pages:
    """The pages that a scorer has read. Threads may share it."""

    def __init__(self, setup: Setup, store: DocumentStore | None) -> None:
        self.store = store
        self._setup = setup
        self._kept_under = {code: _fingerprint(code, setup) for code in setup.parsers}
        self.keep(CACHED_DOCUMENTS)

    def keep(self, pages: int) -> None:
        """Forget all pages, and keep at most so many in memory from now on."""
        self._parsed: Cache[Key, IndexedDocument] = Cache(pages)
        self._across: Cache[Key, Page] = Cache(pages)

    def index(self, pages: Iterable[ContextDocument], lang: str) -> dict[Key, IndexedDocument]:
        """Pages in `lang`, parsed and indexed, by their keys."""
        by_key = {key_of(page, lang): page for page in pages}

        def make(keys: list[Key]) -> list[IndexedDocument]:
            found = {key: self._stored(key) for key in keys}
            lacking = [key for key in keys if found[key] is None]
            parsed = self._setup.parsers[lang].parse([by_key[key].text for key in lacking])
            for key, text in zip(lacking, parsed, strict=True):
                made = self._indexed(by_key[key], text, lang)
                found[key] = made
                if self.store is not None:
                    self.store.put(self._stored_as(key), made)
            return [each for each in found.values() if each is not None]

        return self._parsed.get_all(list(by_key), make)

    def read_across(
        self, pages: Mapping[Key, IndexedDocument], abroad: Abroad
    ) -> Mapping[Key, Page]:
        """Pages as answers in another language read them; each once in its life."""
        pack, profile = self._setup.packs[abroad.lang], self._setup.profile

        def make(keys: list[Key]) -> list[Page]:
            return [
                in_time(index_across)(pages[key].document, pack, profile, abroad.vectors)
                for key in keys
            ]

        return self._across.get_all(list(pages), make)

    def _stored(self, key: Key) -> IndexedDocument | None:
        return None if self.store is None else self.store.get(self._stored_as(key))

    def _stored_as(self, key: Key) -> str:
        """The name of a page in the store: what it is and all that its indexes depend on."""
        return hashlib.sha256("\0".join((*key, self._kept_under[key[0]])).encode()).hexdigest()

    def _indexed(self, page: ContextDocument, parsed: ParsedText, lang: str) -> IndexedDocument:
        document = ParsedDocument(source="", title=page.title, parsed=parsed)
        setup, pack = self._setup, self._setup.packs[lang]
        indexes: dict[str, Any] = {
            feature.name: in_time(feature.index)(document, pack, setup.profile)
            for feature in setup.features
            if feature.index is not None
        }
        if setup.aligned:
            indexes[PASSAGES] = in_time(index_passages)(parsed, pack)
            indexes[FRAMES] = in_time(page_frames)(parsed, pack)
        if setup.statements is not None:
            indexes[PARTS] = in_time(page_parts)(parsed, pack)
        indexes[BLOCKS] = in_time(numbered_blocks)(parsed)
        return IndexedDocument(document=document, indexes=indexes)


def key_of(page: ContextDocument, lang: str) -> Key:
    """The key of a page in `lang`."""
    return lang, page.title, sha(page.text)


def of_row(
    indexed: Mapping[Key, IndexedDocument], pages: Sequence[ContextDocument], lang: str
) -> tuple[IndexedDocument, ...]:
    """The pages of one row. They are kept by content; the row's own name for each goes into the
    spans."""
    return tuple(_named(indexed[key_of(page, lang)], page.id) for page in pages)


def _named(indexed: IndexedDocument, source: str) -> IndexedDocument:
    return replace(indexed, document=replace(indexed.document, source=source))


def _fingerprint(lang: str, setup: Setup) -> str:
    """Changes with anything that a document's parse or indexes depend on."""
    return signature.digest(
        [
            setup.packs[lang].digest,
            setup.parsers[lang].fingerprint,
            setup.profile.features.model_dump_json(),
            signature.package_version(),
        ]
    )
