"""What the machine says of the answers: computed beside the rating, kept in the ratings' file.

Before an answer is rated only one thing of it is shown: which passage of the help page the answer
stands nearest to. That comes from the words both share, or from vectors where the page is in
another language, and not from a verdict.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from truthscore import decisions
from truthscore.errors import TruthscoreError
from truthscore.guard.judgement import judge
from truthscore.guard.reasons import reason
from truthscore.profile import OTHER_TYPES
from truthscore.rate.items import Item, Items
from truthscore.rate.queue import Machine
from truthscore.rate.store import Store
from truthscore.text import vectors
from truthscore.text.markup import normalise
from truthscore.text.sentences import sentences as sentences_of_page
from truthscore.types import ANSWER, Span
from truthscore.wording import told

if TYPE_CHECKING:
    from truthscore.scorer import TruthScorer

LOG = logging.getLogger("truthscore.rate")
#: Seconds that the end of the page waits for the answer that is being computed.
ENDS = 10.0
#: Seconds that a rater waits for the passage of an answer while the pipelines are loaded.
PATIENCE = 20.0
#: Characters between two passages that are shown as one: a short sentence.
BESIDE = 80
#: How near a sentence of a page lies to one of an answer that stands on it, at least (cosine), as
#: `far` of `[across]` in the profiles.
ABOUT = 0.25
#: Places that is rounded to before it is compared.
DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """A verdict as the page shows it afterwards, and where the answer's nearest passage stands.

    `why`: the reason of an action that is not to send, in the answer's language; "" of one kept by
    an older version.

    `passage`: (page, start, end), None where no page has to do with the answer.
    """

    score: float | None
    reason: str | None
    override: str | None
    action: str
    told: tuple[str, ...]
    lang: str | None
    passage: tuple[str, int, int] | None
    why: str = ""


class Opinions:
    """The machine's opinions; a thread computes those that are not kept yet."""

    def __init__(self, items: Items, store: Store, load: Callable[[], TruthScorer] | None) -> None:
        """`load` makes the scorer, None: there are no opinions but kept ones."""
        self._items = items
        self._store = store
        self._load = load
        self._scorer: TruthScorer | None = None
        self._there = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._known: dict[str, Opinion] = {}
        self._borders: tuple[float, ...] = ()
        for (digest, _), data in store.opinions().items():
            self._known[digest] = msgspec.json.decode(data, type=Opinion)

    def start(self) -> None:
        """Load the scorer and compute what is lacking, in a thread of its own."""
        if self._load is None:
            self._there.set()
            return
        self._thread = threading.Thread(target=self._run, name="opinions", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end at its next answer, and wait for it: one that computes while the
        process ends takes it down."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(ENDS)

    def machine(self) -> Machine:
        """The stars that are known by now."""
        known = dict(self._known)
        return Machine(
            stars={
                item.id: found.score
                for item in self._items.values()
                if (found := known.get(item.digest)) is not None and found.score is not None
            },
            borders=self._borders,
        )

    def of(self, item: Item) -> Opinion | None:
        """The opinion of an answer; computed now where it is not there yet. None: there is none."""
        kept = self._known.get(item.digest)
        if kept is not None or self._load is None:
            return kept
        self._there.wait(PATIENCE)
        return None if self._scorer is None else self._computed(item, self._scorer)

    def _run(self) -> None:
        assert self._load is not None
        try:
            self._scorer = scorer = self._load()
            thresholds = scorer.profile.policy.thresholds[OTHER_TYPES]
            self._borders = (thresholds.send_from, thresholds.block_below)
        except Exception as error:  # people can rate without it
            ours = isinstance(error, TruthscoreError)
            LOG.error("answers are not scored: %s", error if ours else type(error).__name__)
            return
        finally:
            self._there.set()
        # Rows whose language is not known have no signature.
        now = {"", *(scorer.signature(lang) for lang in scorer.languages)}
        kept = set()
        for (digest, signature), data in self._store.opinions().items():
            if signature in now:
                kept.add(digest)
                self._known[digest] = msgspec.json.decode(data, type=Opinion)
        for item in self._items.values():
            if self._stopped.is_set():
                return
            if item.digest not in kept:
                with suppress(sqlite3.Error):  # it can be computed again
                    self._computed(item, scorer)

    def _computed(self, item: Item, scorer: TruthScorer) -> Opinion:
        made, signature = opinion(item, scorer)
        self._known[item.digest] = made
        self._store.keep_opinion(item.digest, signature, msgspec.json.encode(made).decode())
        return made


def opinion(item: Item, scorer: TruthScorer) -> tuple[Opinion, str]:
    """What the scorer says of an answer, and the signature of that."""
    [verdict] = scorer.score_many([item.example])
    judged = judge(verdict, scorer.profile.policy)
    why = "" if judged.action == "allow" else reason(
        judged, code=decisions.language(verdict.lang), profile=scorer.profile,
        example=item.example, verdict=verdict,
    )  # fmt: skip
    made = Opinion(
        score=verdict.score,
        reason=verdict.reason,
        override=verdict.override,
        action=judged.action,
        told=told(item.example, verdict),
        lang=verdict.lang,
        passage=nearest(scorer.passages(item.example) or across(item)),
        why=why,
    )
    return made, verdict.signature


def across(item: Item) -> tuple[tuple[Span, Span, float], ...]:
    """As `TruthScorer.passages`, by the vectors of both languages: of each sentence of the answer
    the sentence of a page that lies nearest, and how near. Empty where there are no vectors."""
    from truthscore.rate.views import sentences

    joint = vectors.reading(None)
    answer = normalise(item.example.answer)
    mine = [Span(source=ANSWER, start=start, end=end) for start, end in sentences(answer)]
    read = [
        (Span(source=page.id, start=start, end=end), normalise(page.text[start:end]))
        for page in item.example.context if page.kind == "page"
        for start, end in sentences_of_page(page.text)
    ]  # fmt: skip
    if joint is None or not mine or not read:
        return ()
    asked = vectors.unit(joint.sums([answer[each.start : each.end] for each in mine]))
    likely = (asked @ vectors.unit(joint.sums([text for _, text in read])).T).round(DECIMALS)
    best = zip(mine, likely.argmax(axis=1).tolist(), likely.max(axis=1).tolist(), strict=True)
    return tuple((each, read[at][0], near) for each, at, near in best if near >= ABOUT)


def nearest(found: tuple[tuple[Span, Span, float], ...]) -> tuple[str, int, int] | None:
    """The passage to show: of the page that most of the answer stands on, the stretch that most of
    it stands on there; the earlier one of two. Passages `BESIDE` each other are one stretch."""
    pages: dict[str, float] = defaultdict(float)
    for _, passage, weight in found:
        pages[passage.source] += weight
    if not pages:
        return None
    page = max(pages, key=lambda name: pages[name])
    stretches: list[tuple[int, int, float]] = []
    places = [(each.start, each.end, weight) for _, each, weight in found if each.source == page]
    for start, end, weight in sorted(places):
        if stretches and start <= stretches[-1][1] + BESIDE:
            first, last, sum_ = stretches.pop()
            stretches.append((first, max(last, end), sum_ + weight))
        else:
            stretches.append((start, end, weight))
    start, end, _ = max(stretches, key=lambda each: each[2])
    return page, start, end
