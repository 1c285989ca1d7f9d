"""Citations: "[1]", "(Passage 2)", "(bron: titel)" must lead to a document that says so."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from truthscore.features.base import Feature, Inputs, judged
from truthscore.patterns import every
from truthscore.profile import Citations
from truthscore.text.aligned import align
from truthscore.text.alignment import Passage, Unit, sentence_span
from truthscore.types import ANSWER, Evidence, Measurement, Span


@dataclass(frozen=True, slots=True)
class Citation:
    """A mark in the answer and what it names: numbers, else a name or an address."""

    start: int
    end: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]


#: A document named by its number: "p2", "doc-2", "Document2", "2", but no hash that ends in one.
_NUMBERED = regex.compile(r"\p{L}{0,12}[ _.#-]?([0-9]{1,3})")


def citations(text: str, settings: Citations, seconds: float) -> tuple[Citation, ...]:
    """The citations in `text`, in order; where patterns overlap the earlier pattern wins.

    Raises ProfileError when a pattern takes longer than `seconds`.
    """
    found: list[Citation] = []
    taken = bytearray(len(text))  # whether a citation has the character
    for pattern in _patterns(settings.patterns):
        for match in every(pattern, text, seconds):
            if any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
            groups = match.groupdict()
            numbers = tuple(map(int, regex.findall(r"\d+", groups.get("numbers") or "")))
            names = tuple(groups[name] for name in ("name", "url") if groups.get(name))
            found.append(Citation(match.start(), match.end(), numbers, names))
    return tuple(sorted(found, key=lambda each: each.start))


@functools.lru_cache(maxsize=16)
def _patterns(patterns: tuple[str, ...]) -> tuple[regex.Pattern[str], ...]:
    return tuple(regex.compile(pattern, regex.IGNORECASE) for pattern in patterns)


def measure(inputs: Inputs) -> Measurement:
    """value = share of citations that hold; raw = number that do not.

    A citation holds when every document it names is there and those documents together have at
    least `min_support` of the weight of its sentence; a link also when a document has its address.
    None when the answer cites nothing.
    """
    settings = inputs.profile.features.citations
    found = citations(inputs.answer.text, settings, inputs.profile.limits.pattern_seconds)
    if not found:
        return Measurement(value=None, note="the answer cites nothing")
    support = _Support(inputs, found)
    sources = _Sources(inputs)
    evidence = tuple(_judge(inputs, settings, each, support, sources) for each in found)
    wrong = sum(each.role != "supports" for each in evidence)
    return Measurement(
        value=round(1.0 - wrong / len(found), 6), raw=float(wrong), evidence=evidence
    )


def _judge(
    inputs: Inputs, settings: Citations, citation: Citation, support: _Support, sources: _Sources
) -> Evidence:
    span = Span(source=ANSWER, start=citation.start, end=citation.end)
    label = inputs.answer.text[citation.start : citation.end]
    places = sources.places(citation)
    if places is None:
        linked = _linked(inputs, citation)
        there = linked is not None
        return judged(span, label, linked, holds=there, role="missing", rule="citation.nowhere")
    share, match = support.of(citation, places)
    holds = share is None or share >= settings.min_support
    return judged(span, label, match, holds=holds, rule="citation.other")


class _Sources:
    """The documents by what a citation may call them."""

    def __init__(self, inputs: Inputs) -> None:
        sources = [each.document.source for each in inputs.documents]
        self._count = len(sources)
        named = [_NUMBERED.fullmatch(source) for source in sources]
        self._numbers = [int(each[1]) for each in named if each]
        self._names: dict[str, list[int]] = {}
        for at, each in enumerate(inputs.documents):
            ways = {_folded(each.document.title), _folded(sources[at])} - {""}
            for name in {f"={sources[at]}", *ways}:
                self._names.setdefault(name, []).append(at)

    def places(self, citation: Citation) -> tuple[int, ...] | None:
        """The places of the documents cited; None when one of them does not exist.

        Where documents are not named by number, a number tells no more than that there must be as
        many: then any document may be meant.
        """
        places: list[int] = []
        if citation.numbers:
            for number in citation.numbers:
                if len(self._numbers) == self._count:
                    here = [at for at, its in enumerate(self._numbers) if its == number]
                else:
                    here = list(range(self._count)) if 0 <= number <= self._count else []
                if not here:
                    return None
                places += here
            return tuple(dict.fromkeys(places))
        for name in citation.names:
            ways = (f"={name}", _folded(name))
            places += sorted({at for way in ways for at in self._names.get(way, ())})
        return tuple(dict.fromkeys(places)) or None


def _linked(inputs: Inputs, citation: Citation) -> Span | None:
    """Where a document has the address of a link: that leads on and is no source."""
    for name in citation.names:
        address = name.removeprefix("mailto:")
        if "/" not in address and "@" not in address:
            continue
        for indexed in inputs.documents:
            start = indexed.document.parsed.text.find(address)
            if start >= 0:
                end = start + len(address)
                return Span(source=indexed.document.source, start=start, end=end)
    return None


def _folded(name: str) -> str:
    return " ".join(regex.findall(r"[\p{L}\d]+", name.lower()))


class _Support:
    """How well documents support the sentence of a citation; each document is aligned once."""

    def __init__(self, inputs: Inputs, found: Iterable[Citation]) -> None:
        self._inputs = inputs
        answer = inputs.answer
        self._marks = frozenset(
            token for each in found for token in answer.tokens_within(each.start, each.end)
        )
        telling = [
            (answer.starts[unit.tokens[0]], number)
            for number, unit in enumerate(inputs.aligned.units)
            if any(token not in self._marks for token in unit.content)
        ]
        self._begins = [start for start, _ in telling]
        self._telling = [number for _, number in telling]
        self._units: dict[int, Sequence[Unit]] = {}

    def of(self, citation: Citation, places: Sequence[int]) -> tuple[float | None, Span | None]:
        """(share of the sentence's weight, its passage); None when no sentence is cited for."""
        number = self._cited(citation)
        if number is None:
            return None, None
        units = [self._aligned(place)[number] for place in places]
        mine = units[0]
        total = found = 0.0
        for at, (token, weight) in enumerate(zip(mine.content, mine.weights, strict=True)):
            if token not in self._marks:
                total += weight
                found += weight * any(unit.found[at] == 1.0 for unit in units)
        best = max(range(len(units)), key=lambda at: (units[at].support, -at))
        passage = units[best].passage
        match = None if passage is None else self._span(Passage(places[best], passage.sentence))
        return round(found / total, 6), match

    def _cited(self, citation: Citation) -> int | None:
        """The number of the unit that a mark stands in, or behind."""
        place = bisect_left(self._begins, citation.end) - 1
        return self._telling[place] if place >= 0 else None

    def _aligned(self, place: int) -> Sequence[Unit]:
        if place not in self._units:
            inputs = self._inputs
            settings = inputs.profile.features.alignment
            document = inputs.aligned.documents[place]
            self._units[place] = align(inputs.answer, (document,), inputs.language, settings).units
        return self._units[place]

    def _span(self, passage: Passage) -> Span:
        indexed = self._inputs.documents[passage.document]
        start, end = sentence_span(indexed.document.parsed, passage.sentence)
        return Span(source=indexed.document.source, start=start, end=end)


CITATIONS = Feature(
    name="citations",
    title="citations that lead to a document that says so",
    section="4.4.2",
    settings=Citations,
    measure=measure,
    needs_alignment=True,
)
