"""TruthScorer: wires reading, detecting, parsing, measuring and combining together.

Scoring one example is scoring a list of one: `score` and `score_many` share one code path, so
a guardrail and a batch give the same verdict.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import regex

from truthscore import deadline, resources, signature
from truthscore import language as languages
from truthscore import profile as profiles
from truthscore.combine import (
    NO_SIGNS,
    OVERRIDES,
    RETRACTED,
    UNSEEN,
    at_middle,
    capped,
    combine,
    declining,
    in_other_language,
    retracts,
    with_unsupported,
)
from truthscore.detect import check_order, detect
from truthscore.errors import PipelineError, TruthscoreError
from truthscore.example import example_of_call
from truthscore.features import FEATURES, Feature, IndexedDocument, Inputs, Lazily, across
from truthscore.features.base import BLOCKS, PASSAGES, SAID
from truthscore.features.new_words import NEW_WORDS
from truthscore.features.statements import STATEMENTS
from truthscore.language import LanguagePack
from truthscore.profile import Profile, Score
from truthscore.store import DocumentStore
from truthscore.text import langid, vectors
from truthscore.text import translation as translations
from truthscore.text.across import cross
from truthscore.text.alignment import (
    Alignment,
    align,
    index_passages,
    is_claim,
    left,
    sentence_span,
)
from truthscore.text.cache import Cache
from truthscore.text.capitals import recased
from truthscore.text.components import rules_for
from truthscore.text.courtesy import is_courtesy
from truthscore.text.lines import joined, lacks_signs, parted
from truthscore.text.markup import normalise
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.own_words import own_words, said
from truthscore.text.parser import ParsedBlocks, Parser, numbered_blocks, shared_by_all
from truthscore.text.readable import Readable, closed_up, readable, shown
from truthscore.text.refusal import claims_nothing, refusal
from truthscore.text.small_talk import is_small_talk
from truthscore.text.spelling import corrected
from truthscore.types import (
    ANSWER,
    QUESTION,
    REFUSAL,
    ContextDocument,
    Detection,
    Evidence,
    Example,
    Measurement,
    Span,
    Translation,
    Verdict,
)

#: Examples parsed together: enough to fill spaCy's batches, few enough to keep memory flat.
CHUNK = 32
#: Parsed documents kept in memory; about 0.2 MB each for a page of 800 words (profile `paper`).
CACHED_DOCUMENTS = 2_000
#: Examples that `warm_up` scores: they hold names, steps and sentences of every kind.
WARMING = 12
AUTO = "auto"

#: Features that read texts and no parse, so that an override of theirs can decide before one.
FROM_TEXT = frozenset({"components_defined"})
#: Note of a feature that was not computed because an override had decided.
NOT_COMPUTED = "not computed: {override} decides"

#: Note of a feature that read the translation, and of one that could not.
READ_IN = "read in translation ({lang})"
NOT_READ = "the company's terms are in a language without word lists"
TERMS = "company_terms"
#: Note of a feature that read pages in another language, and of one that cannot.
READ_ACROSS = "held against pages in another language ({lang})"
NOT_ACROSS = "the pages are in another language ({lang})"
_separators = regex.compile(r"[|:\s]+")

#: A function that does a part of the work.
_Step = TypeVar("_Step", bound=Callable[..., Any])
#: Language, title and text hash of a page: what its parse and indexes depend on.
_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _Ready:
    """An example that can be scored: its language is known and it has text and pages.

    All texts are as a reader sees them; `changed` leads findings back to those that were given
    otherwise. `named` is the answer with a capital on every name (see `capitals.recased`);
    `unread` what keeps it from being read as it stands (see `combine.at_middle`); `declines`
    whether the answer does, and its profile has stars for that.
    `english` is the translation that some features read. Where all do, because there are no word
    lists for the row's language `instead_of`, the texts here are the translation's. `abroad`: those
    of the pages that are in another language, `other`; all of them or some. `found` is shared by
    all that is measured of the row (see `Inputs.once`).
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
    english: _Read | None = None
    instead_of: str | None = None
    other: str | None = None
    abroad: tuple[ContextDocument, ...] = ()
    found: dict[Hashable, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Read:
    """The translation of a row: what is read in it, and the way back to the given texts."""

    question: str
    answer: str
    pages: tuple[ContextDocument, ...]
    changed: Mapping[str, Readable]
    translation: Translation

    def as_given(self, measured: Measurement) -> Measurement:
        """A finding in the translation, shown on the given text."""
        return _moved(measured, self.original)

    def original(self, span: Span) -> Span:
        """The sentences of the given text that `span` stands for."""
        if span.source in self.changed:
            span = self.changed[span.source].original(span)
        return translations.original(translations.text_of(self.translation, span.source), span)


#: `reason` of a row at which a feature fails; what the row says stays out of it, for it is logged.
FAILED = "{kind} while this row was scored: a fault of truthscore; please report the row"


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
        self._translated = profile.translation.mode == "translated"
        self._to = profile.translation.to
        self._in_translation = frozenset(profile.translation.features)
        self._signatures = {code: self._signature(code) for code in self._parsers}
        self._store = store
        self._kept_under = {code: self._index_fingerprint(code) for code in self._parsers}
        self._cache: Cache[_Key, IndexedDocument] = Cache(CACHED_DOCUMENTS)
        self._from_text = {each.name: each for each in self._features if each.name in FROM_TEXT}
        self._text_cache: Cache[_Key, Mapping[str, Any]] = Cache(CACHED_DOCUMENTS)
        self._across_cache: Cache[_Key, across.Page] = Cache(CACHED_DOCUMENTS)
        self._named_in_both = across.named_in_both(profile)

    @classmethod
    def load(
        cls,
        profile: str | PathLike[str] = "paper",
        *,
        lang: str = AUTO,
        pipelines: Mapping[str, str] | None = None,
        score_types: str | Sequence[str] | None = None,
        cache: str | Path | DocumentStore | None = None,
        mode: str | None = None,
    ) -> TruthScorer:
        """A scorer for a profile's name or file.

        `lang`: "auto" (per row) or a code that holds for every row. `pipelines`: language code →
        "auto", "bundled", an installed spaCy package or a folder; wins over the profile's.
        `score_types`: message types that get a score ("all" or names) instead of the profile's.
        `cache`: a folder in which parsed documents are kept for the next run and other processes
        (or a store for them).
        `mode`: "original" or "translated" instead of the profile's.
        Raises ProfileError, ResourceError or PipelineError with what to do about it.
        """
        settings = profiles.load(profile)
        if score_types is not None:
            settings = profiles.with_score_types(settings, score_types)
        if mode is not None:
            settings = profiles.with_mode(settings, mode)
        # A translation is in another language than the rows, which may be one without word lists.
        # So may pages be in another one than the answers.
        every = (
            lang == AUTO or settings.translation.mode == "translated" or settings.across is not None
        )
        codes = resources.languages() if every else (lang,)
        chosen = {**settings.pipelines, **(pipelines or {})}
        parsers = {
            code: shared_by_all(languages.load(code), chosen.get(code, AUTO)) for code in codes
        }
        if not parsers:
            raise PipelineError("no language has word lists; reinstall truthscore")
        store = DocumentStore(cache) if isinstance(cache, str | Path) else cache
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
        """How rows of `lang` are scored; same input and signature give the same bytes.

        Behind it, a row that was read in translation says who translated it.
        """
        return self._signatures[lang] if lang in self._signatures else self._signature(lang)

    def signature_of(self, lang: str) -> str | None:
        """`signature`, None for a language that is not scored."""
        scored = lang in self._parsers or (self._translated and self._to in self._parsers)
        return self.signature(lang) if scored else None

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
        ContextDocuments. Raises InputError for an argument of another type or shape.
        """
        example = example_of_call(
            question=question, answer=answer, context=context, id=id, lang=lang
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
        # An answer that declines is no lie, whatever it names.
        early = None if prepared.declines else self._early(prepared, self._measure_texts(prepared))
        return early or next(
            # measured anew: with the answer's parse more names can be told from pieces of sentences
            self._score_rows([prepared], prepared.lang)
        )

    def under(self, profile: Profile) -> TruthScorer:
        """A scorer with another profile on the same loaded pipelines."""
        return TruthScorer(profile, self._parsers, lang=self._lang, store=self._store)

    def sentences(self, text: str, lang: str) -> tuple[Span, ...]:
        """The sentences, list items and cells of an answer, as every feature sees them."""
        seen = shown(normalise(text))
        [parsed] = self._parsers[lang].parse([seen.text])
        return tuple(
            seen.original(Span(source=ANSWER, start=parsed.starts[start], end=parsed.ends[end - 1]))
            for start, end in parsed.sentences
        )

    def passages(self, example: Example) -> tuple[tuple[Span, Span, float], ...]:
        """Of each sentence of the answer: its place, the passage it stands nearest to, and how much
        of it is there (the weight of the shared words). Says nothing about true or untrue.

        Empty where the row is not scored, or its pages are in another language.
        """
        row = self._prepare(example)
        if not isinstance(row, _Ready) or row.abroad or row.instead_of is not None:
            return ()
        pack = self._packs[row.lang]
        indexed = self._index(row.pages, row.lang)
        pages = [indexed[_key(page, row.lang)] for page in row.pages]
        blocks = [ParsedBlocks(page.document.parsed, page.indexes[BLOCKS]) for page in pages]
        [answer], _ = self._parsers[row.lang].read([row.answer], [row.question], blocks)
        found = []
        aligned = self._alignment(answer, pages, pack)
        for unit in aligned.units if aligned else ():
            if unit.passage is None:
                continue
            place, (first, last) = unit.passage.document, unit.tokens
            start, end = sentence_span(pages[place].document.parsed, unit.passage.sentence)
            said = Span(source=ANSWER, start=answer.starts[first], end=answer.ends[last - 1])
            there = Span(source=row.pages[place].id, start=start, end=end)
            weight = round(unit.support * sum(unit.weights), 6)
            found.append((_given(said, row.changed), _given(there, row.changed), weight))
        return tuple(found)

    def score_many(self, examples: Iterable[Example], *, chunk: int = CHUNK) -> Iterator[Verdict]:
        """Verdicts in the order of `examples`; holds at most `chunk` examples at a time."""
        source = iter(examples)
        while batch := list(islice(source, chunk)):
            yield from self._score_chunk(batch)

    def _signature(self, lang: str) -> str:
        read = lang if lang in self._parsers else self._to
        pack, parser = self._packs[read], self._parsers[read]
        parts = {
            "lang": lang,
            "profile": f"{self.profile.name}@{self.profile.digest}",
            "lists": pack.digest,
            "features": signature.digest(feature.name for feature in self._features),
            "model": f"{parser.name}@{parser.fingerprint}",
        }
        if self._translated and self._to in self._parsers:
            other = self._parsers[self._to]
            parts["mode"] = f"translated@{self._to}@{self._packs[self._to].digest}"
            parts["read"] = f"{other.name}@{other.fingerprint}"
        return signature.render({**parts, "v": signature.package_version()})

    def _index_fingerprint(self, lang: str) -> str:
        """Changes with anything that a document's parse or indexes depend on."""
        return signature.digest(
            [
                self._packs[lang].digest,
                self._parsers[lang].fingerprint,
                self.profile.features.model_dump_json(),
                signature.package_version(),
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

    def warm_up(self) -> None:
        """Score the examples of the word lists, so that nobody waits for what is made at first use:
        seconds, once in the life of a process."""
        if self.profile.across is not None:
            for one, other in itertools.combinations(self._packs, 2):
                vectors.load(one, other)
        for code, pack in self._packs.items():
            lists = pack.question_lists.values()
            asked = next((each.example for rules in lists for each in rules.patterns), "")
            named = (each["example"] for each in pack.components["patterns"])
            said = list(islice(named, WARMING))
            page = "\n".join([*said, asked])
            self.score(question=asked, answer="\n".join(said), context=[page], lang=code)
            # a question of no type is held against every pattern, a short answer against small talk
            self.score(question="?", answer=said[0], context=[page], lang=code)

    def keep(self, pages: int) -> None:
        """Keep at most so many parsed pages in memory."""
        self._cache = Cache(pages)
        self._text_cache = Cache(pages)
        self._across_cache = Cache(pages)

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
            verdicts.update(zip(rows, self._score_all(list(rows.values()), lang), strict=True))
        return [verdicts[place] for place in range(len(examples))]

    def _score_all(self, rows: Sequence[_Ready], lang: str) -> list[Verdict]:
        """The verdicts of some rows. A row at which a feature fails is an error of its own: it must
        not cost the others of a night's batch."""
        try:
            return list(self._score_rows(rows, lang))
        except (TruthscoreError, MemoryError):
            raise  # none of these is the fault of a row
        except Exception as error:
            if len(rows) > 1:
                return [verdict for row in rows for verdict in self._score_all([row], lang)]
            reason = FAILED.format(kind=type(error).__name__)
            return [Verdict(id=rows[0].example.id, status="error", reason=reason, lang=lang)]

    def _prepare(self, example: Example) -> _Ready | Verdict:
        """What a row needs to be scored, or the verdict that says why it is not."""
        if not self._translated:
            return self._prepared(example)
        made = example.translation
        # Whoever translated the row knew its language.
        known = example if made is None or example.lang else replace(example, lang=made.source)
        spoken = self._language(known, example.question, example.answer)
        if spoken is None or spoken == self._to:
            return self._prepared(example)
        if made is None or made.target != self._to or self._to not in self._parsers:
            return Verdict(
                id=example.id, status="not_scored", reason="no_translation", lang=spoken,
                signature=self.signature_of(spoken) or "",
            )  # fmt: skip
        english = translations.as_example(example, made)
        read = _read(english, made)
        if spoken in self._parsers:
            found = self._prepared(example, spoken)
            if isinstance(found, _Ready):
                return replace(found, english=read)
        else:
            found = self._prepared(replace(english, lang=self._to), self._to)
            if isinstance(found, _Ready):
                return replace(found, english=read, instead_of=spoken)
            detection = found.detection
            if detection is not None and detection.span is not None:
                text = translations.text_of(made, detection.span.source)
                span = translations.original(text, detection.span)
                detection = replace(detection, span=span)
            found = replace(found, lang=spoken, detection=detection)
        return replace(found, signature=self._signed(spoken, made))

    def _signed(self, lang: str, made: Translation) -> str:
        who = _separators.sub("_", f"{made.provider}@{made.source}-{made.target}")
        return f"{self.signature(lang)}|translation:{who}"

    def _prepared(self, example: Example, lang: str | None = None) -> _Ready | Verdict:
        deadline.check()
        limits = self.profile.limits
        seen = {page.id: _page_as_read(page.text) for page in example.context}
        pages = tuple(
            replace(page, text=seen[page.id].text) for page in _distinct_pages(example.context)
        )
        seen[QUESTION] = readable(normalise(example.question))
        seen[ANSWER] = shown(normalise(example.answer))
        changed = {source: text for source, text in seen.items() if text.starts}
        question, answer = seen[QUESTION].text, seen[ANSWER].text
        lang = lang or self._language(example, question, answer)
        if lang is None or lang not in self._parsers:
            return Verdict(id=example.id, status="not_scored", reason="language", lang=lang)
        detection = (
            detect(question, self._packs[lang], self.profile)
            if len(question) <= limits.max_question_chars
            else None
        )
        reason = None
        declines = False
        other: str | None = None
        abroad: tuple[ContextDocument, ...] = ()
        if not answer.strip():
            reason = "empty_answer"
        elif detection is None:
            reason = "question_too_long"
        elif len(answer) > limits.max_answer_chars:
            reason = "answer_too_long"
        elif self.profile.score.small_talk != "score" and is_small_talk(answer, self._packs[lang]):
            reason = "small_talk"
        elif not pages:
            reason = "no_context"
        elif sum(len(page.text) for page in pages) > limits.max_context_chars:
            reason = "context_too_long"
        elif self.profile.score.refusals != "score" and refusal(
            answer, question, self._packs[lang]
        ):
            of_type = detection.type in self.profile.score.types
            declines = of_type and self.profile.score.refused(lang) is not None
            reason = None if declines else REFUSAL
        elif (found := self._abroad(lang, pages)) is None:
            reason = "language"
        elif detection.type not in self.profile.score.types:
            reason = "message_type"
        else:
            other, abroad = found
        if reason is None and detection is not None:
            rules = rules_for(self._packs[lang], self.profile)
            texts = [page.text for page in pages]
            whole = parted(joined(answer, rules.hanging, rules.small_words), texts)
            seen[ANSWER] = closed_up(seen[ANSWER], whole)
            changed = {source: text for source, text in seen.items() if text.starts}
            same = texts if len(abroad) < len(pages) else []  # spelt in this language
            answer = corrected(seen[ANSWER].text, (question, *same), lang)
            written = recased(answer, texts, rules)
            unread = UNSEEN if seen[ANSWER].unseen else None
            if unread is None and lacks_signs(answer, rules.small_words):
                unread = NO_SIGNS
            return _Ready(
                example, lang, question, written.said, pages, detection, changed, written.named,
                unread, declines, other=other, abroad=abroad,
            )  # fmt: skip
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
        return langid.identify(answer, question, *(page.text for page in example.context))

    def _abroad(
        self, lang: str, pages: Sequence[ContextDocument]
    ) -> tuple[str | None, tuple[ContextDocument, ...]] | None:
        """The pages that are in another language than an answer in `lang`, and which; None where
        they cannot be read. Among pages in its own language a page must be long to be surely so."""
        whole = langid.differs(lang, (page.text for page in pages))
        if self.profile.across is None:
            return None if whole else (None, ())
        letters = langid.ENOUGH_OF_A_PAGE if whole else langid.SURE_OF_A_PAGE
        told = [langid.of_page(page.text, letters) for page in pages]
        found = sorted({each for each in told if each is not None} - {lang})
        if not found:
            return None, ()
        other = found[0]
        if len(found) > 1 or other not in self._parsers or vectors.load(lang, other) is None:
            return None
        if whole:
            return other, tuple(pages)
        return other, tuple(page for page, each in zip(pages, told, strict=True) if each == other)

    def _measure_texts(self, row: _Ready) -> dict[str, Measurement]:
        """What the features that need no parse find; nothing when no override could use it."""
        if row.abroad:
            return {}
        if row.english is not None and self._in_translation & FROM_TEXT:
            return {}
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
            answer=_unparsed(row.named),
            documents=pages,
            language=self._packs[row.lang],
            profile=self.profile,
            found=row.found,
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
                return self._finished(verdict, row)
        return None

    def _score_rows(
        self, rows: Sequence[_Ready], lang: str, known: Mapping[str, Measurement] | None = None
    ) -> Iterator[Verdict]:
        pack = self._packs[lang]
        crossing = [row for row in rows if row.abroad]
        if crossing:
            crossed = iter(self._across(crossing, lang))
            here = [row for row in rows if len(row.abroad) < len(row.pages)]
            alike = iter(self._score_rows([replace(row, abroad=()) for row in here], lang, known))
            for row in rows:
                there = next(crossed) if row.abroad else None
                own = next(alike) if len(row.abroad) < len(row.pages) else None
                yield _nearer(own, there)
            return
        indexed = self._index([page for row in rows for page in row.pages], lang)
        parser = self._parsers[lang]
        answers, questions = parser.read(
            [row.answer for row in rows],
            [row.question for row in rows],
            [ParsedBlocks(page.document.parsed, page.indexes[BLOCKS]) for page in indexed.values()],
        )
        english = self._english(rows)
        for row, question, answer in zip(rows, questions, answers, strict=True):
            answer = replace(answer, text=row.named)
            # The cache knows pages by content; this row's own name for one goes into the spans.
            pages = tuple(_named(indexed[_key(page, lang)], page.id) for page in row.pages)
            read = english.get(id(row))
            yield self._verdict(row, pack, question, answer, pages, known or {}, read)

    def _across(self, rows: Sequence[_Ready], lang: str) -> Iterator[Verdict]:
        """The verdicts of rows whose pages are in another language."""
        answers, questions = self._parsers[lang].read(
            [row.answer for row in rows], [row.question for row in rows]
        )
        for row, question, answer in zip(rows, questions, answers, strict=True):
            assert row.other is not None  # of these rows it is known
            indexed = self._index(row.abroad, row.other)
            keys = [_key(page, row.other) for page in row.abroad]
            pages = tuple(
                _named(indexed[key], page.id) for key, page in zip(keys, row.abroad, strict=True)
            )
            read = self._read_across(dict(zip(keys, pages, strict=True)), lang, row.other)
            inputs = Inputs(
                question=question, answer=replace(answer, text=row.named), documents=pages,
                language=self._packs[lang], profile=self.profile, across=True, found=row.found,
            )  # fmt: skip
            yield self._verdict_across(row, inputs, tuple(read[key] for key in keys))

    def _read_across(
        self, pages: Mapping[_Key, IndexedDocument], lang: str, other: str
    ) -> Mapping[_Key, across.Page]:
        """Pages as answers in `lang` read them; each once in its life."""
        joint = vectors.load(lang, other)
        assert joint is not None  # else the row would not have come here
        pack = self._packs[other]

        def make(keys: list[_Key]) -> list[across.Page]:
            return [
                _in_time(across.index)(pages[key].document, pack, self.profile, joint)
                for key in keys
            ]

        return self._across_cache.get_all(list(pages), make)

    def _verdict_across(
        self, row: _Ready, inputs: Inputs, pages: tuple[across.Page, ...]
    ) -> Verdict:
        settings, alignment = self.profile.across, self.profile.features.alignment
        other = row.other or ""
        joint = vectors.load(row.lang, other)
        assert settings is not None  # else the row would not have come here
        assert joint is not None
        passages = [page.indexes[PASSAGES] for page in inputs.documents]
        meanings = [page.meaning for page in pages]
        aligned = cross(
            inputs.answer, passages, meanings, inputs.language, joint, alignment, settings
        )
        crossed = across.Crossed(
            inputs=replace(inputs, alignment=aligned), pages=pages,
            theirs=self._packs[other], vectors=joint, settings=settings, named=self._named_in_both,
        )  # fmt: skip
        measured = {
            each.name: _noted(
                _in_time(across.VIEWS[each.name])(crossed), READ_ACROSS.format(lang=other)
            )
            if each.name in across.VIEWS
            else Measurement(value=None, note=NOT_ACROSS.format(lang=other))
            for each in self._features
        }
        score = self.profile.score.model_copy(update={
            "weights": settings.weights, "penalties": settings.penalties,
            "middle_at": settings.middle_at, "overrides": (),
        })  # fmt: skip
        stars = combine(measured, score)
        if score.own_words:
            stars = at_middle(stars, row.unread)
        stars = in_other_language(stars, settings.at_most)
        theirs = signature.digest([self._packs[other].digest, self._parsers[other].fingerprint])
        scored = stars.score is not None
        verdict = Verdict(
            id=row.example.id,
            status="scored" if scored else "not_scored",
            reason=None if scored else "nothing_to_measure",
            lang=row.lang,
            detection=row.detection,
            score=stars.score,
            base_score=stars.base_score,
            override=stars.override,
            features=measured,
            signature=f"{self._signatures[row.lang]}|across:{other}@{theirs}@{joint.fingerprint}",
        )
        return _as_given(verdict, row.changed)

    def _english(self, rows: Sequence[_Ready]) -> dict[int, Inputs]:
        """What is read in translation, beside the given texts, by the identity of the row."""
        both = {id(row): row.english for row in rows
                if row.english is not None and row.instead_of is None}  # fmt: skip
        texts = list(both.values())
        if not texts:
            return {}
        indexed = self._index([page for text in texts for page in text.pages], self._to)
        parser, pack = self._parsers[self._to], self._packs[self._to]
        answers, questions = parser.read(
            [text.answer for text in texts], [text.question for text in texts]
        )
        return {
            key: self._inputs(
                question,
                answer,
                tuple(_named(indexed[_key(page, self._to)], page.id) for page in text.pages),
                pack,
            )
            for (key, text), question, answer in zip(both.items(), questions, answers, strict=True)
        }

    def _verdict(
        self,
        row: _Ready,
        pack: LanguagePack,
        question: ParsedText,
        answer: ParsedText,
        pages: tuple[IndexedDocument, ...],
        known: Mapping[str, Measurement],
        english: Inputs | None = None,
    ) -> Verdict:
        prompts = tuple(page.text for page in row.example.context if page.kind == "prompt")
        inputs = self._inputs(question, answer, pages, pack, row.found)
        inputs = replace(inputs, prompts=prompts) if prompts else inputs
        measurements: dict[str, Measurement] = {
            each.name: known[each.name]
            if each.name in known
            else _in_time(each.measure)(self._inputs_of(each, inputs, english))
            for each in self._features
        }
        if row.instead_of is not None and self.profile.terms is not None:
            measurements = {
                name: Measurement(value=None, note=NOT_READ) if name == TERMS else found
                for name, found in measurements.items()
            }
        settings = self.profile.score.of_type(row.detection.type)
        stars = combine(measurements, settings)
        if row.declines:
            told = self._told_beside(measurements, inputs, english)
            refused = None if told else self.profile.score.refused(row.lang)
            stars = declining(stars, measurements, settings, refused)
        else:
            if settings.own_words:
                stars = at_middle(stars, RETRACTED if retracts(measurements) else row.unread)
                stars = capped(stars, lambda: self._own(inputs, settings, english), settings)
            stars = with_unsupported(stars, measurements, settings)
        scored = stars.score is not None
        verdict = Verdict(
            id=row.example.id,
            status="scored" if scored else "not_scored",
            reason=REFUSAL if row.declines else None if scored else "nothing_to_measure",
            lang=pack.code,
            detection=row.detection,
            score=stars.score,
            base_score=stars.base_score,
            override=stars.override,
            features=measurements,
            signature=self._signatures[pack.code],
        )
        return self._finished(verdict, row)

    def _told_beside(
        self, measurements: Mapping[str, Measurement], inputs: Inputs, english: Inputs | None
    ) -> bool:
        """Whether an answer that declines tells something besides that stands on none of its
        pages; what a profile does not measure, nobody knows of."""
        if not {STATEMENTS.name, NEW_WORDS.name} <= measurements.keys():
            return False
        untold, new = (
            [each.span for each in measurements[name].evidence if each.role == "unsupported"]
            for name in (STATEMENTS.name, NEW_WORDS.name)
        )
        read = self._inputs_of(STATEMENTS, inputs, english)
        return not all(
            claims_nothing(
                read.answer.text[span.start : span.end],
                read.language,
                known=not any(span.start <= word.start < span.end for word in new),
            )
            for span in untold
        )

    def _inputs_of(self, feature: Feature, inputs: Inputs, english: Inputs | None) -> Inputs:
        """What a feature reads: the translation, if there is one and it is one of those that do."""
        return inputs if english is None or feature.name not in self._in_translation else english

    def _finished(self, verdict: Verdict, row: _Ready) -> Verdict:
        """The verdict with all its spans in the texts as they were given."""
        read = row.english
        if read is None:
            return _as_given(verdict, row.changed)
        signed = self._signed(row.instead_of or row.lang, read.translation)
        if row.instead_of is not None:
            detection = verdict.detection
            if detection is not None and detection.span is not None:
                detection = replace(detection, span=read.original(detection.span))
            features = {
                name: _noted(read.as_given(found), READ_IN.format(lang=row.lang))
                for name, found in verdict.features.items()
            }
            return replace(
                verdict, lang=row.instead_of, detection=detection, features=features,
                signature=signed,
            )  # fmt: skip
        own = _as_given(
            replace(verdict, features={name: found for name, found in verdict.features.items()
                                       if name not in self._in_translation}),
            row.changed,
        )  # fmt: skip
        features = {
            name: own.features[name]
            if name in own.features
            else _noted(read.as_given(found), READ_IN.format(lang=self._to))
            for name, found in verdict.features.items()
        }
        return replace(own, features=features, signature=signed)

    def _alignment(
        self,
        answer: ParsedText,
        pages: Sequence[IndexedDocument],
        pack: LanguagePack,
    ) -> Alignment | None:
        settings = self.profile.features.alignment
        if not self._aligned or not self.profile.features.has("alignment"):
            return None
        passages = [page.indexes[PASSAGES] for page in pages]
        return align(answer, passages, pack, settings)

    def _inputs(
        self,
        question: ParsedText,
        answer: ParsedText,
        pages: tuple[IndexedDocument, ...],
        pack: LanguagePack,
        found: dict[Hashable, Any] | None = None,
    ) -> Inputs:
        return Inputs(
            found={} if found is None else found,
            alignment=self._alignment(answer, pages, pack),
            question=question,
            answer=answer,
            documents=pages,
            language=pack,
            profile=self.profile,
        )

    def _own(
        self, inputs: Inputs, settings: Score, english: Inputs | None
    ) -> Mapping[str, Measurement] | None:
        """The answer without what it copies, measured; None when it copies nothing or all."""
        own = self._own_inputs(inputs, settings)
        other = None if english is None else self._own_inputs(english, settings)
        if own is None or (english is not None and other is None):
            return None
        return Lazily({
            each.name: functools.partial(each.measure, self._inputs_of(each, own, other))
            for each in self._features
        })  # fmt: skip

    def _own_inputs(self, inputs: Inputs, settings: Score) -> Inputs | None:
        sources = [said(inputs.question), *(page.indexes[SAID] for page in inputs.documents)]
        rest = own_words(inputs.answer, sources)
        if rest is None:
            return None
        claims = (
            lemma
            for token, lemma in enumerate(rest.lemmas)
            if is_claim(rest, token, inputs.language)
        )
        few = len(_first_distinct(claims, settings.own_words)) < settings.own_words
        if few and all(is_courtesy(rest, each, inputs.language) for each in rest.sentences):
            return None
        aligned = inputs.alignment and left(rest, inputs.answer, inputs.alignment)
        return replace(inputs, answer=rest, whole=inputs.answer, alignment=aligned)

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
            feature.name: _in_time(feature.index)(document, pack, self.profile)
            for feature in self._features
            if feature.index is not None and feature.name not in self._from_text
        }
        indexes.update(self._text_indexes(page, lang, keep=False))
        if self._aligned:
            indexes[PASSAGES] = _in_time(index_passages)(parsed, pack)
        indexes[BLOCKS] = _in_time(numbered_blocks)(parsed)
        if self.profile.score.own_words:
            indexes[SAID] = _in_time(said)(parsed)
        return IndexedDocument(document=document, indexes=indexes)

    def _text_indexes(
        self, page: ContextDocument, lang: str, *, keep: bool = True
    ) -> Mapping[str, Any]:
        """The indexes of one page that need no parse; made once, shared with the parsed page.

        `keep` them here too, or not: the parsed page that they are made for is kept.
        """
        key = _key(page, lang)
        kept = self._text_cache.get(key)
        if kept is not None:
            return kept
        document = ParsedDocument(source="", title=page.title, parsed=_unparsed(page.text))
        pack = self._packs[lang]

        def make(keys: list[_Key]) -> list[Mapping[str, Any]]:
            parsed = self._cache.get(key)
            made = {
                name: feature.index(document, pack, self.profile)
                if parsed is None
                else parsed.indexes[name]
                for name, feature in self._from_text.items()
                if feature.index is not None
            }
            return [made for _ in keys]

        return self._text_cache.get_all([key], make)[key] if keep else make([key])[0]


def _in_time(step: _Step) -> _Step:
    """`step`, when its turn comes before the deadline of this work."""
    deadline.check()
    return step


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


def _nearer(own: Verdict | None, abroad: Verdict | None) -> Verdict:
    """Of the verdicts by pages in the answer's language and by those in another one that of the
    pages its sentences stand on better, and in doubt its own. Either may be missing."""
    if own is None or abroad is None:
        found = own or abroad
        assert found is not None  # a row has pages
        return found
    here, there = (
        (each.features[STATEMENTS.name].value if STATEMENTS.name in each.features else None) or 0.0
        for each in (own, abroad)
    )
    if there > here and abroad.score is not None:
        return abroad
    return replace(own, signature=abroad.signature)


def _given(span: Span, changed: Mapping[str, Readable]) -> Span:
    """A place in a text as it is read, in the text as it was given."""
    return changed[span.source].original(span) if span.source in changed else span


def _as_given(verdict: Verdict, changed: Mapping[str, Readable]) -> Verdict:
    """The verdict with its spans in the texts as they were given."""
    if not changed:
        return verdict

    def found(each: Evidence) -> Evidence:
        match = None if each.match is None else _given(each.match, changed)
        return replace(each, span=_given(each.span, changed), match=match)

    detection = verdict.detection
    if detection is not None and detection.span is not None:
        detection = replace(detection, span=_given(detection.span, changed))
    features = {
        name: replace(measured, evidence=tuple(map(found, measured.evidence)))
        for name, measured in verdict.features.items()
    }
    return replace(verdict, detection=detection, features=features)


def _moved(measured: Measurement, back: Callable[[Span], Span]) -> Measurement:
    evidence = tuple(
        replace(each, span=back(each.span), match=None if each.match is None else back(each.match))
        for each in measured.evidence
    )
    return replace(measured, evidence=evidence)


def _noted(measured: Measurement, note: str) -> Measurement:
    return replace(measured, note=f"{measured.note}; {note}" if measured.note else note)


def _read(english: Example, made: Translation) -> _Read:
    """The texts of a translation as a reader sees them."""
    seen = {page.id: _page_as_read(page.text) for page in english.context}
    pages = tuple(
        replace(page, text=seen[page.id].text) for page in _distinct_pages(english.context)
    )
    seen[QUESTION] = readable(normalise(english.question))
    seen[ANSWER] = shown(normalise(english.answer))
    changed = {source: text for source, text in seen.items() if text.starts}
    return _Read(seen[QUESTION].text, seen[ANSWER].text, pages, changed, made)


def _first_distinct(words: Iterable[str], count: int) -> set[str]:
    """The first `count` different words; fewer when there are fewer."""
    found: set[str] = set()
    for word in words:
        found.add(word)
        if len(found) >= count:
            break
    return found


def _named(indexed: IndexedDocument, source: str) -> IndexedDocument:
    return replace(indexed, document=replace(indexed.document, source=source))


@functools.lru_cache(maxsize=CACHED_DOCUMENTS)
def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _key(page: ContextDocument, lang: str) -> _Key:
    return lang, page.title, _sha(page.text)
