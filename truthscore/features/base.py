"""What every feature is given and what it is: one record per feature, no base class."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from rapidfuzz.distance import LCSseq

from truthscore import deadline
from truthscore.language import LanguagePack
from truthscore.profile import Profile, Score
from truthscore.profile.section import Section
from truthscore.rules import RULES, VALUE_NOWHERE
from truthscore.text.alignment import Alignment, Unit, sentence_span
from truthscore.text.component_lists import rules_for
from truthscore.text.components import Component, extract
from truthscore.text.frames import Frame, PageFrames, frame
from truthscore.text.heard import Values as ReplyValues
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.text.reply import Reply, reply, support
from truthscore.text.values import values
from truthscore.text.values.value import Value
from truthscore.types import ANSWER, Evidence, Measurement, Role, Span

T = TypeVar("T")
_ORDER = {rule.id: place for place, rule in enumerate(RULES)}
_NO_WORDS: frozenset[str] = frozenset()


class Located(Protocol):
    """Something that a text says from character `start` to `end`."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The character behind it."""


L = TypeVar("L", bound=Located)


#: Places that a measured value is rounded to.
DECIMALS = 6
#: Keys of the indexes that no feature makes by itself: the passages, what each sentence says,
#: slot by slot, its parts with what they stand under, and the blocks that could be copied.
PASSAGES = "passages"
FRAMES = "frames"
PARTS = "parts"
BLOCKS = "blocks"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedDocument:
    """A parsed document with what each feature derived from it, once, by feature name.

    A folder of pages keeps both (`page_format`): an index is made of the types that its `index`
    function says it returns.
    """

    document: ParsedDocument
    indexes: Mapping[str, Any]

    @property
    def frames(self) -> PageFrames:
        """What its sentences say, slot by slot; KeyError where no feature needs an alignment."""
        frames: PageFrames = self.indexes[FRAMES]
        return frames


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """One example, parsed, as a feature sees it.

    `documents` holds the distinct pages of the context in an order that does not depend on the
    order they were retrieved in; system prompts are not among them, for they tell nothing of the
    product: `prompts` has their texts, with the telephone number of the desk. `alignment` says
    which passage each sentence of the answer stands on; it is made when a feature in use needs it.
    `borne_out`: characters of the answer that say what a customer's record says; `follows`: those
    of values that follow from it, `recorded`: of those that one of its fields has (see `weighed`).
    `found` is what `once` keeps. `across`: the pages are in another language (`features/across`).
    """

    question: ParsedText
    answer: ParsedText
    documents: tuple[IndexedDocument, ...]
    language: LanguagePack
    profile: Profile
    alignment: Alignment | None = None
    prompts: tuple[str, ...] = ()
    across: bool = False
    borne_out: tuple[tuple[int, int], ...] = ()
    follows: tuple[tuple[int, int], ...] = ()
    recorded: tuple[tuple[int, int], ...] = ()
    found: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """`make()`, which is called once per row for each `key`.

        An answer is measured before it is parsed, and behind that. The pages and the question stay
        the same; a key holds whatever else it depends on.
        """
        if key not in self.found:
            deadline.check()
            self.found[key] = make()
        made: T = self.found[key]
        return made

    def in_answer(self, key: Hashable, find: Callable[[ParsedText], Sequence[L]]) -> Sequence[L]:
        """What `find` finds in the answer, which is looked through once per row."""
        return self.once((key, self.answer.text), lambda: find(self.answer))

    @property
    def components(self) -> Sequence[Component]:
        """The names of buttons, menus and fields in the answer."""
        rules = rules_for(self.language, self.profile)
        return self.in_answer("components", lambda answer: extract(answer.text, rules))

    @property
    def aligned(self) -> Alignment:
        """The alignment; raises ValueError when the scorer did not make one."""
        if self.alignment is None:
            raise ValueError("this feature needs an alignment: set `Feature.needs_alignment`")
        return self.alignment

    @property
    def reply(self) -> Reply | None:
        """The "ja" or "nee" with which the answer begins, beside what the context says to the
        question; None where there is none or nothing is said of how to compare."""
        settings = self.profile.features.contradiction
        if self.alignment is None or self.across or not self.profile.features.has("contradiction"):
            return None
        aligned = self.alignment
        return self.once(
            ("reply", self.answer.text),
            lambda: reply(
                self.question, self.answer, aligned, self.language, settings, self._values
            ),
        )

    @property
    def _values(self) -> ReplyValues:
        """The values of the question and of the pages, as the feature `numbers` read these."""

        def told(number: int) -> Sequence[Value]:
            index = self.documents[number].indexes.get("numbers")
            return [each.value for each in index.values] if index is not None else ()

        return ReplyValues(values(self.question, self.language), told)

    def frame(self, unit: Unit) -> Frame:
        """What a unit of the answer says, slot by slot, read once."""
        answer = self.answer
        return self.once(
            ("frame", unit.tokens, answer.text),
            lambda: frame(answer, unit.tokens, self.language, unit.content),
        )

    def words_there(self, parsed: ParsedText, tokens: Iterable[int]) -> frozenset[str]:
        """The words at some tokens of the question or the answer, and the pages' words for them."""
        known = self.once(("words there", parsed.text), lambda: self._looked_up(parsed))
        found = []
        for at in tokens:
            key = parsed.lowers[at], parsed.lemmas[at], parsed.stops[at]
            if key not in known:
                word, stop = key[:2], key[2]
                theirs = () if stop else self.aligned.context.family(word)
                known[key] = frozenset((*word, *theirs))
            found.append(known[key])
        return _NO_WORDS.union(*found)

    def _looked_up(self, parsed: ParsedText) -> dict[tuple[str, str, bool], frozenset[str]]:
        """Room for what `words_there` gives: few of the words of a text are asked for. Those of the
        pages are looked up together, for one by one is slow."""
        written = zip(parsed.lowers, parsed.lemmas, strict=True)
        said = [word for word, stop in zip(written, parsed.stops, strict=True) if not stop]
        self.aligned.context.look_up(dict.fromkeys(said))
        return {}

    @property
    def replied(self) -> float | None:
        """Share of a reply that stands in the sentence that answers the question, with the words
        it takes over from the question (see `text/reply`). 0.0 where that sentence says the
        contrary, None where it cannot be told."""
        said = self.reply
        if said is None:
            return None
        return self.once(
            ("replied", self.answer.text),
            lambda: support(said, self.answer, self.aligned, self.language),
        )

    def supports(self, unit: Unit) -> float:
        """The support of a unit; of a reply that is borne out by what it answers, with that."""
        said = self.reply
        if said is None or said.tokens != unit.tokens:
            return unit.support
        return max(self.replied or 0.0, unit.support)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One measurable reason to believe an answer.

    `index` derives from one document whatever `measure` needs of it (None: nothing); it is
    computed once in a document's life. `section` is the section of the paper it comes from.
    `settings`: what stands in `[features.<name>]` of a profile (`profile/features`).
    """

    name: str
    title: str
    section: str
    settings: type[Section]
    measure: Callable[[Inputs], Measurement]
    index: Callable[[ParsedDocument, LanguagePack, Profile], Any] | None = None
    needs_alignment: bool = False


def against(
    inputs: Inputs, tokens: tuple[int, int], label: str, place: int, sentence: int, *, rule: str
) -> Evidence:
    """The evidence that tokens (half-open) of the answer say the contrary of a sentence of document
    number `place`."""
    answer, document = inputs.answer, inputs.documents[place].document
    start, end = sentence_span(document.parsed, sentence)
    return Evidence(
        span=Span(source=ANSWER, start=answer.starts[tokens[0]], end=answer.ends[tokens[1] - 1]),
        role="contradicts",
        label=label,
        match=Span(source=document.source, start=start, end=end),
        rule=rule,
    )


def judged(
    span: Span,
    label: str,
    match: Span | None,
    *,
    holds: bool,
    rule: str,
    role: Role = "unsupported",
) -> Evidence:
    """The evidence of a place of the answer that holds, or that a rule blames."""
    return Evidence(
        span=span,
        role="supports" if holds else role,
        label=label,
        match=match,
        rule=None if holds else rule,
    )


def weighed(
    inputs: Inputs, found: Collection[Evidence], *, one_rule_a_sentence: bool = False
) -> tuple[tuple[Evidence, ...], float]:
    """What was found, in text order, and what the findings count together.

    Every rule has been asked. Where two findings lie over each other they are one untruth, and the
    one that counts most stays (of equals the one whose rule comes first in `RULES`); with
    `one_rule_a_sentence` so do those of different rules in one sentence. What a finding counts
    stands in the profile, by its rule and by whether its sentence is copied: what differs there is
    no other wording (`[score.rules]`). A rule that the profile does not name counts nothing. What a
    record bears out is blamed by none.
    """
    if inputs.borne_out or inputs.follows or inputs.recorded:
        found = [each for each in found if each.rule is None or not _borne_out(inputs, each)]
    score = inputs.profile.score
    blaming = [
        each if each.copied is not None else replace(each, copied=_copied(inputs, each.span, score))
        for each in found
        if each.rule is not None
    ]
    ranked = sorted(
        ((weight_of(inputs, each), each) for each in dict.fromkeys(blaming)),
        key=lambda one: (-one[0], _ORDER[one[1].rule or ""], one[1].span.start, one[1].span.end),
    )
    kept: list[tuple[float, Evidence]] = []
    decided: dict[int, str | None] = {}
    for weight, each in ranked:
        if any(_over(each, other) for _, other in kept):
            continue
        sentence = _unit_place(inputs, each.span) if one_rule_a_sentence else len(kept)
        if decided.setdefault(sentence, each.rule) == each.rule:
            kept.append((weight, each))
    raw = round(math.fsum(weight for weight, _ in kept), DECIMALS)
    told = [each for _, each in kept] + [each for each in found if each.rule is None]
    told.sort(key=lambda each: (each.span.start, each.span.end))
    return tuple(told), raw


def measured(inputs: Inputs, found: Collection[Evidence]) -> Measurement:
    """value = 1 / (1 + raw), above 0.0 and at most 1.0; raw = what the findings count together
    (`weighed`)."""
    evidence, raw = weighed(inputs, found)
    return Measurement(value=round(1.0 / (1.0 + raw), DECIMALS), raw=raw, evidence=evidence)


def _borne_out(inputs: Inputs, finding: Evidence) -> bool:
    places = [*inputs.borne_out, *inputs.follows]
    if finding.rule == VALUE_NOWHERE:
        places += inputs.recorded
    span = finding.span
    return span.source == ANSWER and any(
        span.start < end and start < span.end for start, end in places
    )


def weight_of(inputs: Inputs, finding: Evidence) -> float:
    """What one finding counts: 1.0 is a whole untruth, 0.0 nothing."""
    counts = inputs.profile.score.rules.get(finding.rule or "")
    if counts is None:
        return 0.0
    return counts.copied if finding.copied else counts.free


def _copied(inputs: Inputs, span: Span, score: Score) -> bool:
    """Whether at least `copied_from` of what a sentence says beside a span stands in its passage,
    in the order of the passage; where that is fewer than `copied_beside` words, of the sentence.
    Who words it himself shares many words with it, but not their order."""
    if inputs.alignment is None:
        return True
    place = _unit_place(inputs, span)
    if place < 0:
        return True
    unit, answer = inputs.alignment.units[place], inputs.answer
    if unit.passage is None:
        return False
    words = [at for at in range(*unit.tokens) if answer.lowers[at][0].isalnum()]
    beside = [at for at in words if not span.start <= answer.starts[at] < span.end]
    told = beside if len(beside) >= score.copied_beside else words
    page = inputs.documents[unit.passage.document].document.parsed
    passage = page.lowers[slice(*page.sentences[unit.passage.sentence])]
    shared = LCSseq.similarity([answer.lowers[at] for at in told], passage)
    return shared >= score.copied_from * len(told)


def _unit_place(inputs: Inputs, span: Span) -> int:
    """The place of the unit that a span begins in; -1 before the first."""
    starts = inputs.answer.starts
    units = inputs.aligned.units
    return bisect_right(units, span.start, key=lambda unit: starts[unit.tokens[0]]) - 1


def _over(one: Evidence, other: Evidence) -> bool:
    same = one.span.source == other.span.source
    return same and one.span.start < other.span.end and other.span.start < one.span.end
