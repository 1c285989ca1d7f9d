"""TruthScorer: wires reading, detecting, parsing, measuring and combining together.

Scoring one example is scoring a list of one: `score` and `score_many` share one code path, so
a guardrail and a batch give the same verdict.
"""

from __future__ import annotations

import copy
import importlib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from truthscore import language as languages
from truthscore import profile as profiles
from truthscore import resources
from truthscore.errors import PipelineError, TruthscoreError
from truthscore.example import example_of_call
from truthscore.features.base import BLOCKS, Inputs
from truthscore.profile import Profile
from truthscore.profiles import DEFAULT
from truthscore.scoring import across, agreed, second, within
from truthscore.scoring.pages import Pages, of_row
from truthscore.scoring.prepare import language, prepare
from truthscore.scoring.setup import AUTO, set_up, signature_of
from truthscore.scoring.texts import Ready, distinct_pages, page_as_read
from truthscore.scoring.translated import prepare_translated, signature_if_scored
from truthscore.scoring.verdicts import given_span, nearer
from truthscore.statements.judge import Statement
from truthscore.store import DocumentStore
from truthscore.text import langid, vectors
from truthscore.text.alignment import sentence_span
from truthscore.text.columns import ParsedBlocks
from truthscore.text.growing import GrowingParser
from truthscore.text.markup import normalise
from truthscore.text.parser import Parser, shared_by_all
from truthscore.text.readable import shown
from truthscore.types import ANSWER, QUESTION, ContextDocument, Example, Span, Verdict

Decide = Callable[[Verdict, Example, Profile], tuple[str, str]]
#: Examples parsed together: enough to fill spaCy's batches, few enough to keep memory flat.
CHUNK = 32
#: Examples that `warm_up` scores: they hold names, steps and sentences of every kind.
WARMING = 12
#: `reason` of a row at which a feature fails; what the row says stays out of it, for it is logged.
FAILED = "{kind} while this row was scored: a fault of truthscore; please report the row"


def _decision(profile: Profile, example: Example, verdict: Verdict) -> tuple[str, str]:
    """What the profile does with a verdict and why, in the answer's language. What tells it stands
    above the scorer: it is loaded by name when a notebook asks for it."""
    tells: Decide = importlib.import_module("truthscore.spreadsheet").in_words
    return tells(verdict, example, profile)


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
        self._setup = set_up(profile, self._parsers, lang)
        self._pages = Pages(self._setup, store)

    @classmethod
    def load(
        cls,
        profile: str | PathLike[str] = DEFAULT,
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
        if lang != AUTO and settings.translation.mode != "translated":
            languages.load(lang)  # one without word lists is told now, and not at every row
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
        return tuple(feature.name for feature in self._setup.features)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages this scorer can score."""
        return tuple(self._parsers)

    def signature(self, lang: str) -> str:
        """How rows of `lang` are scored; same input and signature give the same bytes.

        Behind it, a row that was read in translation says who translated it.
        """
        return signature_of(lang, self._setup)

    def signature_of(self, lang: str) -> str | None:
        """`signature`, None for a language that is not scored."""
        return signature_if_scored(lang, self._setup)

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
        texts = {page.id: page.text for page in example.context}
        texts |= {QUESTION: normalise(example.question), ANSWER: normalise(example.answer)}
        decide = partial(_decision, self.profile, example)
        return replace(self._score_chunk([example])[0], texts=texts, decide=decide)

    def under(self, profile: Profile) -> TruthScorer:
        """A scorer with another profile on the same loaded pipelines."""
        return TruthScorer(profile, self._parsers, lang=self._lang, store=self._pages.store)

    def growing(self) -> TruthScorer:
        """This scorer, pages included, for one answer that grows: a line that it has read is not
        parsed again. For one thread at a time."""
        made = copy.copy(self)
        made._parsers = {code: GrowingParser(each) for code, each in self._parsers.items()}
        return made

    def language_of(self, example: Example) -> str | None:
        """The language in which an example is scored; None where that cannot be told."""
        code = language(example, example.question, example.answer, self._setup)
        return code if code in self._parsers else None

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
        if not isinstance(row, Ready) or row.abroad or row.instead_of is not None:
            return ()
        given = self._inputs(row)
        pages, answer = given.documents, given.answer
        found = []
        for unit in given.alignment.units if given.alignment else ():
            if unit.passage is None:
                continue
            place, (first, last) = unit.passage.document, unit.tokens
            start, end = sentence_span(pages[place].document.parsed, unit.passage.sentence)
            said = Span(source=ANSWER, start=answer.starts[first], end=answer.ends[last - 1])
            there = Span(source=row.pages[place].id, start=start, end=end)
            weight = round(unit.support * math.fsum(unit.weights), 6)
            found.append((given_span(said, row.changed), given_span(there, row.changed), weight))
        return tuple(found)

    def statements(self, example: Example) -> tuple[Statement, ...]:
        """What was measured of each statement of one answer, with places in the texts as they are
        read; none where the row is not scored, is held against pages in another language, or the
        profile judges answers as a whole."""
        row = self._prepare(example)
        if not isinstance(row, Ready) or not row.at_home or row.instead_of is not None:
            return ()
        given = within.with_records(self._inputs(row), self._setup)
        read = within.Parsed(given, None, frozenset())
        measured = within.measure(read, self._setup)
        return within.statements_of(row, given, measured, self._setup)

    def _inputs(self, row: Ready) -> Inputs:
        """One row as the features read it."""
        pages = of_row(self._pages.index(row.pages, row.lang), row.pages, row.lang)
        blocks = [ParsedBlocks(page.document.parsed, page.indexes[BLOCKS]) for page in pages]
        [answer], [question] = self._parsers[row.lang].read([row.answer], [row.question], blocks)
        answer = replace(answer, text=row.named)
        pack = self._setup.packs[row.lang]
        return within.inputs_of(question, answer, pages, pack, self._setup, row.found)

    def score_many(self, examples: Iterable[Example], *, chunk: int = CHUNK) -> Iterator[Verdict]:
        """Verdicts in the order of `examples`; holds at most `chunk` examples at a time."""
        source = iter(examples)
        while batch := list(islice(source, chunk)):
            yield from self._score_chunk(batch)

    def warm(self, pages: Sequence[ContextDocument], lang: str | None = None) -> int:
        """Parse and index pages before they are needed; how many distinct ones there are.

        `lang`: of the answers; None: the scorer's own, else each page's as it is recognised. A page
        that is in another language, as it says or as is recognised where the profile reads across
        languages, is read in its own. A page in a language that is not scored is passed by.
        """
        seen = [
            replace(page, text=page_as_read(page.text).text)
            for page in distinct_pages(pages, self.profile.score.evidence)
        ]
        read: dict[str, list[ContextDocument]] = {}
        for page in seen:
            example = Example(id="", question="", answer="", context=(page,), lang=lang)
            code = langid.code(page.lang) or language(example, "", "", self._setup)
            if code is not None and self.profile.across is not None:
                # an answer in `code` is held against the page as what it is
                _, [told] = langid.of_pages(code, [(page.lang, page.text)])
                code = told if told in self._parsers else code
            if code in self._parsers:
                read.setdefault(str(code), []).append(page)
        for code, some in read.items():
            for start in range(0, len(some), CHUNK):  # together: half of the time of one by one
                self._pages.index(some[start : start + CHUNK], code)
        return len(seen)

    def warm_up(self) -> None:
        """Score the examples of the word lists, so that nobody waits for what is made at first use:
        seconds, once in the life of a process."""
        if self.profile.across is not None:
            for one, other in itertools.combinations(self._setup.packs, 2):
                vectors.load(one, other)
        for code, pack in self._setup.packs.items():
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
        self._pages.keep(pages)

    def _score_chunk(self, examples: Sequence[Example]) -> list[Verdict]:
        """The verdicts by the pages, with what accepted answers add to those of some rows."""
        verdicts = self._by_pages([second.without(example) for example in examples])
        some = [
            place
            for place, example in enumerate(examples)
            if verdicts[place].score is not None and second.answers_of(example)
        ]
        again = self._by_pages([second.as_pages(examples[place]) for place in some])
        for place, both in zip(some, again, strict=True):
            verdicts[place] = second.joined(verdicts[place], both, examples[place])
        return self._with_agreed(examples, verdicts)

    def _with_agreed(self, examples: Sequence[Example], verdicts: list[Verdict]) -> list[Verdict]:
        """The verdicts with what is said against the questions to which some answers only agree."""
        if not self.profile.score.penalties:
            return verdicts
        asked = {
            place: row
            for place, (example, verdict) in enumerate(zip(examples, verdicts, strict=True))
            if (row := agreed.asked_by(example, verdict, self._setup.packs.get(verdict.lang or "")))
        }
        for place, other in zip(asked, self._by_pages(list(asked.values())), strict=True):
            own = verdicts[place]
            kind = own.detection.type if own.detection else ""
            settings = self.profile.score.of_type(kind)
            verdicts[place] = agreed.joined(own, other, examples[place].answer, settings)
        return verdicts

    def _by_pages(self, examples: Sequence[Example]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        ready: dict[int, Ready] = {}
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

    def _score_all(self, rows: Sequence[Ready], lang: str) -> list[Verdict]:
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

    def _prepare(self, example: Example) -> Ready | Verdict:
        """What a row needs to be scored, or the verdict that says why it is not."""
        read = prepare_translated if self._setup.translated else prepare
        return read(example, self._setup)

    def _score_rows(self, rows: Sequence[Ready], lang: str) -> Iterator[Verdict]:
        """The verdicts of rows in `lang`, each by the pages in its language, by those in another
        one, or the nearer of both."""
        crossed = self._across([row for row in rows if row.abroad is not None], lang)
        alike = self._within([row for row in rows if row.at_home], lang)
        for row in rows:
            if row.abroad is None:
                yield next(alike)
            elif row.at_home:
                there = next(crossed)
                yield nearer(next(alike), there)
            else:
                yield next(crossed)

    def _within(self, rows: Sequence[Ready], lang: str) -> Iterator[Verdict]:
        """The verdicts of rows by the pages in their language."""
        indexed = self._pages.index([page for row in rows for page in row.pages], lang)
        answers, questions = self._parsers[lang].read(
            [row.answer for row in rows],
            [row.question for row in rows],
            [ParsedBlocks(page.document.parsed, page.indexes[BLOCKS]) for page in indexed.values()],
        )
        english = within.english_of(rows, self._pages, self._setup)
        for row, question, answer in zip(rows, questions, answers, strict=True):
            answer = replace(answer, text=row.named)
            pages = of_row(indexed, row.pages, lang)
            pack = self._setup.packs[lang]
            given = within.inputs_of(question, answer, pages, pack, self._setup, row.found)
            yield within.verdict(row, given, english.get(id(row)), self._setup)

    def _across(self, rows: Sequence[Ready], lang: str) -> Iterator[Verdict]:
        """The verdicts of rows by their pages in another language."""
        answers, questions = self._parsers[lang].read(
            [row.answer for row in rows], [row.question for row in rows]
        )
        for row, question, answer in zip(rows, questions, answers, strict=True):
            if row.abroad is not None:
                texts = question, answer
                yield across.verdict(row, row.abroad, texts, self._pages, self._setup)
