"""TruthScorer: wires reading, detecting, parsing, measuring and combining together.

Scoring one example is scoring a list of one: `score` and `score_many` share one code path, so
a guardrail and a batch give the same verdict.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from typing import Any

from truthscore import language as languages
from truthscore import profile as profiles
from truthscore import resources, signature
from truthscore.combine import OVERRIDES, Stars, capped, combine
from truthscore.detect import check_order, detect
from truthscore.errors import PipelineError
from truthscore.example import documents
from truthscore.features import FEATURES, IndexedDocument, Inputs
from truthscore.language import LanguagePack
from truthscore.profile import Profile, Score
from truthscore.store import DocumentStore
from truthscore.text import langid
from truthscore.text.alignment import Alignment, align, index_passages, is_claim
from truthscore.text.cache import Cache
from truthscore.text.markup import normalise
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.own_words import own_words
from truthscore.text.parser import Parser
from truthscore.text.parser import load as load_parser
from truthscore.text.readable import Readable, readable
from truthscore.text.refusal import refusal
from truthscore.types import (
    ANSWER,
    QUESTION,
    ContextDocument,
    Detection,
    Evidence,
    Example,
    Measurement,
    Span,
    Verdict,
)

#: Examples parsed together: enough to fill spaCy's batches, few enough to keep memory flat.
CHUNK = 32
#: Parsed documents kept in memory; about 0.4 MB each for a page of 1,000 words.
CACHED_DOCUMENTS = 2_000
AUTO = "auto"

#: Features that read texts and no parse, so that an override of theirs can decide before one.
FROM_TEXT = frozenset({"components_defined"})
#: Note of a feature that was not computed because an override had decided.
NOT_COMPUTED = "not computed: {override} decides"

#: Key of the passage index among a document's indexes.
PASSAGES = "passages"

#: Language, title and text hash of a page: what its parse and indexes depend on.
_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _Ready:
    """An example that can be scored: its language is known and it has text and pages.

    All texts are as a reader sees them; `changed` leads findings back to those that were given
    otherwise.
    """

    example: Example
    lang: str
    question: str
    answer: str
    pages: tuple[ContextDocument, ...]
    detection: Detection
    changed: Mapping[str, Readable]


class TruthScorer:
    """Scores examples under one profile. Immutable after loading; threads may share it."""

    def __init__(
        self,
        profile: Profile,
        parsers: Mapping[str, Parser],
        *,
        lang: str = AUTO,
        store: DocumentStore | None = None,
    ) -> None:
        """`parsers` maps language codes to parsers; `lang` fixes the language of every row.

        `store`: a folder of parsed documents that other processes may share.
        """
        self.profile = profile
        self._parsers = dict(parsers)
        self._lang = lang
        self._packs = {code: languages.load(code) for code in self._parsers}
        for pack in self._packs.values():
            check_order(pack, profile)
        self._features = tuple(each for each in FEATURES if each.name in profile.features.use)
        self._aligned = any(feature.needs_alignment for feature in self._features)
        self._signatures = {code: self._signature(code) for code in self._parsers}
        self._store = store
        self._kept_under = {code: self._index_fingerprint(code) for code in self._parsers}
        self._cache: Cache[_Key, IndexedDocument] = Cache(CACHED_DOCUMENTS)
        self._from_text = {each.name: each for each in self._features if each.name in FROM_TEXT}
        self._text_cache: Cache[_Key, Mapping[str, Any]] = Cache(CACHED_DOCUMENTS)

    @classmethod
    def load(
        cls,
        profile: str = "paper",
        *,
        lang: str = AUTO,
        pipelines: Mapping[str, str] | None = None,
        score_types: str | Sequence[str] | None = None,
        cache: str | Path | None = None,
    ) -> TruthScorer:
        """A scorer for a profile's name or file.

        `lang`: "auto" (per row) or a code that holds for every row. `pipelines`: language code →
        "auto", "bundled", an installed spaCy package or a folder; wins over the profile's.
        `score_types`: message types that get a score ("all" or names) instead of the profile's.
        `cache`: a folder in which parsed documents are kept for the next run and other processes.
        Raises ProfileError, ResourceError or PipelineError with what to do about it.
        """
        settings = profiles.load(profile)
        if score_types is not None:
            settings = profiles.with_score_types(settings, score_types)
        codes = resources.languages() if lang == AUTO else (lang,)
        chosen = {**settings.pipelines, **(pipelines or {})}
        parsers = {
            code: load_parser(languages.load(code), chosen.get(code, AUTO)) for code in codes
        }
        if not parsers:
            raise PipelineError("no language has word lists; reinstall truthscore")
        store = None if cache is None else DocumentStore(cache)
        return cls(settings, parsers, lang=lang, store=store)

    #: Examples per chunk of `score_many`.
    chunk = CHUNK

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The features that are computed, in the order of the output."""
        return tuple(feature.name for feature in self._features)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages this scorer can score."""
        return tuple(self._parsers)

    def signature(self, lang: str) -> str:
        """How rows of `lang` are scored; same input and signature give the same bytes."""
        return self._signatures[lang]

    def score(
        self,
        *,
        question: str,
        answer: str,
        context: Sequence[str | Mapping[str, Any] | ContextDocument] = (),
        id: str = "",
        lang: str | None = None,
    ) -> Verdict:
        """The verdict on one answer.

        `context` holds texts, mappings with `text` (and `id`, `title`, `kind`) or
        ContextDocuments. Raises InputError for a context of another shape.
        """
        example = Example(
            id=id, question=question, answer=answer, context=documents(context), lang=lang
        )
        return self._score_chunk([example])[0]

    def score_early(self, example: Example) -> Verdict:
        """The verdict on one example, without a parse where an override decides without one.

        Score and override are those of `score`. In a verdict that was reached early, `base_score`
        is None and the features that were not computed have no value and a note that says so.
        """
        prepared = self._prepare(example)
        if isinstance(prepared, Verdict):
            return prepared
        known = self._measure_texts(prepared)
        return self._early(prepared, known) or next(
            self._score_rows([prepared], prepared.lang, known)
        )

    def under(self, profile: Profile) -> TruthScorer:
        """A scorer with another profile on the same loaded pipelines."""
        return TruthScorer(profile, self._parsers, lang=self._lang, store=self._store)

    def sentences(self, text: str, lang: str) -> tuple[Span, ...]:
        """The sentences, list items and cells of an answer, as every feature sees them."""
        seen = readable(normalise(text))
        [parsed] = self._parsers[lang].parse([seen.text])
        return tuple(
            seen.original(Span(source=ANSWER, start=parsed.starts[start], end=parsed.ends[end - 1]))
            for start, end in parsed.sentences
        )

    def score_many(self, examples: Iterable[Example], *, chunk: int = CHUNK) -> Iterator[Verdict]:
        """Verdicts in the order of `examples`; holds at most `chunk` examples at a time."""
        source = iter(examples)
        while batch := list(islice(source, chunk)):
            yield from self._score_chunk(batch)

    def _signature(self, lang: str) -> str:
        pack, parser = self._packs[lang], self._parsers[lang]
        return signature.render(
            {
                "lang": lang,
                "profile": f"{self.profile.name}@{self.profile.digest}",
                "lists": pack.digest,
                "features": signature.digest(feature.name for feature in self._features),
                "model": f"{parser.name}@{parser.fingerprint}",
                "v": package_version(),
            }
        )

    def _index_fingerprint(self, lang: str) -> str:
        """Changes with anything that a document's parse or indexes depend on."""
        return signature.digest(
            [
                self._packs[lang].digest,
                self._parsers[lang].fingerprint,
                self.profile.features.model_dump_json(),
                package_version(),
            ]
        )

    def warm(self, pages: Sequence[ContextDocument], lang: str | None = None) -> int:
        """Parse and index pages before they are needed; how many distinct ones there are.

        `lang`: their language; None: the scorer's own, else each page's as it is recognised. A page
        in a language that is not scored is passed by.
        """
        seen = [
            replace(page, text=_page_as_read(page.text).text) for page in _distinct_pages(pages)
        ]
        for page in seen:
            example = Example(id="", question="", answer="", context=(page,), lang=lang)
            code = self._language(example, "", "")
            if code in self._parsers:
                self._index([page], str(code))
        return len(seen)

    def keep(self, pages: int) -> None:
        """Keep at most so many parsed pages in memory."""
        self._cache = Cache(pages)

    def _score_chunk(self, examples: Sequence[Example]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        ready: dict[int, _Ready] = {}
        for place, example in enumerate(examples):
            prepared = self._prepare(example)
            if isinstance(prepared, Verdict):
                verdicts[place] = prepared
            else:
                ready[place] = prepared
        for lang in dict.fromkeys(each.lang for each in ready.values()):
            rows = {place: each for place, each in ready.items() if each.lang == lang}
            verdicts.update(zip(rows, self._score_rows(list(rows.values()), lang), strict=True))
        return [verdicts[place] for place in range(len(examples))]

    def _prepare(self, example: Example) -> _Ready | Verdict:
        """What a row needs to be scored, or the verdict that says why it is not."""
        limits = self.profile.limits
        seen = {page.id: _page_as_read(page.text) for page in example.context}
        pages = tuple(
            replace(page, text=seen[page.id].text) for page in _distinct_pages(example.context)
        )
        seen[QUESTION] = readable(normalise(example.question))
        seen[ANSWER] = readable(normalise(example.answer))
        changed = {source: text for source, text in seen.items() if text.starts}
        question, answer = seen[QUESTION].text, seen[ANSWER].text
        lang = self._language(example, question, answer)
        if lang is None or lang not in self._parsers:
            return Verdict(id=example.id, status="not_scored", reason="language", lang=lang)
        detection = (
            detect(question, self._packs[lang], self.profile)
            if len(question) <= limits.max_question_chars
            else None
        )
        reason = None
        if not answer.strip():
            reason = "empty_answer"
        elif detection is None:
            reason = "question_too_long"
        elif len(answer) > limits.max_answer_chars:
            reason = "answer_too_long"
        elif not pages:
            reason = "no_context"
        elif sum(len(page.text) for page in pages) > limits.max_context_chars:
            reason = "context_too_long"
        elif self.profile.score.refusals == "not_scored" and refusal(
            answer, question, self._packs[lang]
        ):
            reason = "refusal"
        elif detection.type not in self.profile.score.types:
            reason = "message_type"
        if reason is None and detection is not None:
            return _Ready(example, lang, question, answer, pages, detection, changed)
        verdict = Verdict(
            id=example.id,
            status="not_scored",
            reason=reason,
            lang=lang,
            detection=detection,
            signature=self._signatures[lang],
        )
        return _as_given(verdict, changed)

    def _language(self, example: Example, question: str, answer: str) -> str | None:
        if self._lang != AUTO:
            return self._lang
        if example.lang:
            return example.lang.lower().partition("-")[0]
        return langid.identify(question, answer, *(page.text for page in example.context))

    def _measure_texts(self, row: _Ready) -> dict[str, Measurement]:
        """What the features that need no parse find; nothing when no override could use it."""
        first = next(iter(self.profile.score.overrides), None)
        if first is None or OVERRIDES[first].feature not in self._from_text:
            return {}
        pages = tuple(
            IndexedDocument(
                document=ParsedDocument(
                    source=page.id, title=page.title, parsed=_unparsed(page.text)
                ),
                indexes=self._text_indexes(page, row.lang),
            )
            for page in row.pages
        )
        inputs = Inputs(
            question=_unparsed(row.question),
            answer=_unparsed(row.answer),
            documents=pages,
            language=self._packs[row.lang],
            profile=self.profile,
        )
        return {name: feature.measure(inputs) for name, feature in self._from_text.items()}

    def _early(self, row: _Ready, known: Mapping[str, Measurement]) -> Verdict | None:
        for name in self.profile.score.overrides:  # a later one waits for those before it
            override = OVERRIDES[name]
            if override.feature not in known:
                return None
            if override.holds(known):
                note = Measurement(value=None, note=NOT_COMPUTED.format(override=name))
                verdict = Verdict(
                    id=row.example.id,
                    status="scored",
                    lang=row.lang,
                    detection=row.detection,
                    score=override.score,
                    override=name,
                    features={each.name: known.get(each.name, note) for each in self._features},
                    signature=self._signatures[row.lang],
                )
                return _as_given(verdict, row.changed)
        return None

    def _score_rows(
        self, rows: Sequence[_Ready], lang: str, known: Mapping[str, Measurement] | None = None
    ) -> Iterator[Verdict]:
        pack = self._packs[lang]
        indexed = self._index([page for row in rows for page in row.pages], lang)
        parser = self._parsers[lang]
        questions = parser.tag([row.question for row in rows])
        answers = parser.parse([row.answer for row in rows])
        for row, question, answer in zip(rows, questions, answers, strict=True):
            # The cache knows pages by content; this row's own name for one goes into the spans.
            pages = tuple(_named(indexed[_key(page, lang)], page.id) for page in row.pages)
            yield self._verdict(row, pack, question, answer, pages, known or {})

    def _verdict(
        self,
        row: _Ready,
        pack: LanguagePack,
        question: ParsedText,
        answer: ParsedText,
        pages: tuple[IndexedDocument, ...],
        known: Mapping[str, Measurement],
    ) -> Verdict:
        inputs = Inputs(
            alignment=self._alignment(answer, pages, pack),
            question=question,
            answer=answer,
            documents=pages,
            language=pack,
            profile=self.profile,
        )
        measurements: dict[str, Measurement] = {
            each.name: known[each.name] if each.name in known else each.measure(inputs)
            for each in self._features
        }
        settings = self.profile.score.of_type(row.detection.type)
        stars = combine(measurements, settings)
        if settings.own_words:
            stars = capped(stars, lambda: self._own(inputs, settings))
        scored = stars.score is not None
        verdict = Verdict(
            id=row.example.id,
            status="scored" if scored else "not_scored",
            reason=None if scored else "nothing_to_measure",
            lang=pack.code,
            detection=row.detection,
            score=stars.score,
            base_score=stars.base_score,
            override=stars.override,
            features=measurements,
            signature=self._signatures[pack.code],
        )
        return _as_given(verdict, row.changed)

    def _alignment(
        self, answer: ParsedText, pages: Sequence[IndexedDocument], pack: LanguagePack
    ) -> Alignment | None:
        settings = self.profile.features.alignment
        if not self._aligned or settings is None:
            return None
        return align(answer, [page.indexes[PASSAGES] for page in pages], pack, settings)

    def _own(self, inputs: Inputs, settings: Score) -> Stars | None:
        """What the answer is worth without what it copies; None when it copies nothing or all."""
        sources = [inputs.question, *(page.document.parsed for page in inputs.documents)]
        rest = own_words(inputs.answer, sources)
        if rest is None:
            return None
        said = {
            lemma
            for token, lemma in enumerate(rest.lemmas)
            if is_claim(rest, token, inputs.language)
        }
        if len(said) < settings.own_words:
            return None
        aligned = self._alignment(rest, inputs.documents, inputs.language)
        own = replace(inputs, answer=rest, alignment=aligned)
        return combine({each.name: each.measure(own) for each in self._features}, settings)

    def _index(self, pages: Sequence[ContextDocument], lang: str) -> dict[_Key, IndexedDocument]:
        by_key = {_key(page, lang): page for page in pages}

        def make(keys: list[_Key]) -> list[IndexedDocument]:
            found = {key: self._stored(key) for key in keys}
            lacking = [key for key in keys if found[key] is None]
            parsed = self._parsers[lang].parse([by_key[key].text for key in lacking])
            for key, text in zip(lacking, parsed, strict=True):
                made = self._indexed(by_key[key], text, lang)
                found[key] = made
                if self._store is not None:
                    self._store.put(self._stored_as(key), made)
            return [each for each in found.values() if each is not None]

        return self._cache.get_all(list(by_key), make)

    def _stored(self, key: _Key) -> IndexedDocument | None:
        return None if self._store is None else self._store.get(self._stored_as(key))

    def _stored_as(self, key: _Key) -> str:
        """The name of a page in the store: what it is and all that its indexes depend on."""
        return hashlib.sha256("\0".join((*key, self._kept_under[key[0]])).encode()).hexdigest()

    def _indexed(self, page: ContextDocument, parsed: ParsedText, lang: str) -> IndexedDocument:
        document = ParsedDocument(source="", title=page.title, parsed=parsed)
        pack = self._packs[lang]
        indexes: dict[str, Any] = {
            feature.name: feature.index(document, pack, self.profile)
            for feature in self._features
            if feature.index is not None and feature.name not in self._from_text
        }
        indexes.update(self._text_indexes(page, lang))
        if self._aligned:
            indexes[PASSAGES] = index_passages(parsed)
        return IndexedDocument(document=document, indexes=indexes)

    def _text_indexes(self, page: ContextDocument, lang: str) -> Mapping[str, Any]:
        """The indexes of one page that need no parse; made once, shared with the parsed page."""
        document = ParsedDocument(source="", title=page.title, parsed=_unparsed(page.text))
        pack = self._packs[lang]

        def make(keys: list[_Key]) -> list[Mapping[str, Any]]:
            made = {
                name: feature.index(document, pack, self.profile)
                for name, feature in self._from_text.items()
                if feature.index is not None
            }
            return [made for _ in keys]

        key = _key(page, lang)
        return self._text_cache.get_all([key], make)[key]


def _unparsed(text: str) -> ParsedText:
    return ParsedText(
        text=text, starts=(), ends=(), lowers=(), lemmas=(), pos=(), deps=(), heads=(), stops=(),
        sentences=(),
    )  # fmt: skip


#: A page recurs in thousands of rows, so how it reads is kept like its parse.
_page_as_read = functools.lru_cache(maxsize=CACHED_DOCUMENTS)(readable)


def _distinct_pages(context: Sequence[ContextDocument]) -> tuple[ContextDocument, ...]:
    """Pages with text, each text once, in an order that no retriever decides (text hash)."""
    by_text: dict[str, ContextDocument] = {}
    for page in sorted(context, key=lambda page: page.id):
        if page.kind == "page" and page.text.strip():
            by_text.setdefault(_sha(page.text), page)
    return tuple(by_text[key] for key in sorted(by_text))


def _as_given(verdict: Verdict, changed: Mapping[str, Readable]) -> Verdict:
    """The verdict with its spans in the texts as they were given."""
    if not changed:
        return verdict

    def back(span: Span) -> Span:
        return changed[span.source].original(span) if span.source in changed else span

    def found(each: Evidence) -> Evidence:
        match = None if each.match is None else back(each.match)
        return replace(each, span=back(each.span), match=match)

    detection = verdict.detection
    if detection is not None and detection.span is not None:
        detection = replace(detection, span=back(detection.span))
    features = {
        name: replace(measured, evidence=tuple(map(found, measured.evidence)))
        for name, measured in verdict.features.items()
    }
    return replace(verdict, detection=detection, features=features)


def _named(indexed: IndexedDocument, source: str) -> IndexedDocument:
    return replace(indexed, document=replace(indexed.document, source=source))


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _key(page: ContextDocument, lang: str) -> _Key:
    return lang, page.title, _sha(page.text)


def package_version() -> str:
    """The version of the installed distribution, "0" when it runs from a bare checkout."""
    try:
        return version("answer-truthscore")
    except PackageNotFoundError:
        return "0"
