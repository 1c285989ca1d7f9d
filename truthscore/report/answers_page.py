"""The page a support person reads: every answer with what was found in it, on one page, offline.

Each answer shows its stars and its sentences coloured by what was found; a click on a coloured
place shows the finding and the passage of the context behind it. Filters: stars, type, override,
feature, document, words.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from truthscore.report import page
from truthscore.text.markup import normalise
from truthscore.types import ANSWER, QUESTION, Evidence, Example, Span, Verdict
from truthscore.wording import told

TEMPLATE = "answers.html.jinja"
#: Answers on the page: the lowest-scored ones; a browser stays quick, and nobody reads more.
MOST = 1_000
#: Where an answer without a score stands: behind five stars.
NO_SCORE = 6.0
#: Findings of an answer in sentences; the rest is counted, and marked in the answer.
MOST_TOLD = 4
#: Characters of a passage shown before and after the match.
AROUND = 160
#: Findings that are marked in the answer. Role → class; later ones lie on top.
ROLES = ("supports", "unsupported", "contradicts", "missing")
#: Features whose every span would only colour the page: pairs of neighbouring words.
UNMARKED = frozenset({"hal", "prompt_overlap", "complex_answer", "subject_pairs", "rouge_l"})
#: Supporting findings worth a colour: what exists as named, and steps that a page has.
GREEN = frozenset({"components_defined", "verbatim_guide", "numbers", "citations"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One marked piece of evidence, with the passage split around its match."""

    number: int
    feature: str
    role: str
    label: str
    source: str
    before: str
    match: str
    after: str
    rule: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the answer with the roles and findings that cover it, smallest first."""

    text: str
    classes: str
    findings: str


@dataclass(frozen=True, slots=True)
class Card:
    """One answer on the page."""

    id: str
    stars: int
    score: float | None
    status: str
    reason: str
    type: str
    override: str
    lang: str
    question: str
    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...]
    documents: tuple[tuple[str, str], ...]
    features: tuple[tuple[str, float | None, str], ...]
    concerns: tuple[str, ...]
    told: tuple[str, ...]


class AnswersPage:
    """Collects verdicts while a file is scored; keeps the `MOST` lowest in memory."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._kept: list[tuple[float, int, Card]] = []
        self._seen = 0
        self._signatures: set[str] = set()

    def add(self, example: Example, verdict: Verdict) -> None:
        """Keep one answer if it is among the lowest; answers without a score come last."""
        self._seen += 1
        if verdict.signature:
            self._signatures.add(verdict.signature)
        rank = -(verdict.score if verdict.score is not None else NO_SCORE)
        if len(self._kept) >= MOST and rank <= self._kept[0][0]:
            return
        entry = (rank, -self._seen, card(example, verdict))
        if len(self._kept) < MOST:
            heapq.heappush(self._kept, entry)
        else:
            heapq.heapreplace(self._kept, entry)

    def render(self) -> str:
        """The page as HTML text."""
        cards = [card_ for _, _, card_ in sorted(self._kept, key=lambda each: (-each[0], -each[1]))]
        documents = Counter(document for card_ in cards for document in card_.documents)
        values = {
            "name": self._name,
            "seen": self._seen,
            "most_told": MOST_TOLD,
            "cards": cards,
            "counts": Counter(card_.stars for card_ in cards),
            "types": sorted({card_.type for card_ in cards if card_.type}),
            "overrides": sorted({card_.override for card_ in cards if card_.override}),
            "features": sorted({name for card_ in cards for name in card_.concerns}),
            "documents": [
                each for each, _ in sorted(documents.items(), key=lambda x: (-x[1], x[0]))
            ],
            "signatures": sorted(self._signatures),
        }
        return page.render(TEMPLATE, values)

    def write(self, path: Path) -> None:
        """Write the page. Raises InputError when `path` cannot be written."""
        page.write(path, self.render())


def card(example: Example, verdict: Verdict) -> Card:
    """Everything the page shows of one answer."""
    answer = normalise(example.answer)
    texts = {ANSWER: answer, QUESTION: normalise(example.question)}
    texts.update({document.id: document.text for document in example.context})
    marked = [
        (name, each)
        for name, found in verdict.features.items()
        if name not in UNMARKED
        for each in found.evidence
        if each.span.source == ANSWER and (each.role != "supports" or name in GREEN)
    ]
    findings = tuple(
        _finding(number, name, each, texts) for number, (name, each) in enumerate(marked)
    )
    score = verdict.score
    return Card(
        id=verdict.id,
        stars=0 if score is None else round(score),
        score=score,
        status=verdict.status,
        reason=verdict.reason or "",
        type=verdict.detection.type if verdict.detection else "",
        override=verdict.override or "",
        lang=verdict.lang or "",
        question=texts[QUESTION],
        pieces=_pieces(answer, [each for _, each in marked]),
        findings=findings,
        documents=tuple((d.id, d.title or d.id) for d in example.context if d.kind == "page"),
        features=tuple(
            (name, found.value, found.note or "") for name, found in verdict.features.items()
        ),
        concerns=tuple(dict.fromkeys(f.feature for f in findings if f.role != "supports")),
        told=told(example, verdict),
    )


def _finding(number: int, name: str, each: Evidence, texts: dict[str, str]) -> Finding:
    source = before = match = after = ""
    if each.match is not None:
        source = each.match.source
        before, match, after = _around(texts.get(source, ""), each.match)
    return Finding(
        number, name, each.role, each.label, source, before, match, after, each.rule or name
    )


def _around(text: str, span: Span) -> tuple[str, str, str]:
    start, end = max(0, span.start - AROUND), min(len(text), span.end + AROUND)
    before = ("… " if start else "") + text[start : span.start]
    after = text[span.end : end] + (" …" if end < len(text) else "")
    return before, text[span.start : span.end], after


def _pieces(answer: str, marked: Sequence[Evidence]) -> tuple[Piece, ...]:
    """The answer cut at every border of a finding."""
    borders = {0, len(answer)}
    for each in marked:
        borders.update((each.span.start, each.span.end))
    cuts = sorted(border for border in borders if 0 <= border <= len(answer))
    pieces = []
    for start, end in pairwise(cuts):
        over = [
            (each.span.end - each.span.start, number, each.role)
            for number, each in enumerate(marked)
            if each.span.start <= start and each.span.end >= end
        ]
        over.sort()
        roles = sorted({role for _, _, role in over}, key=ROLES.index)
        pieces.append(
            Piece(answer[start:end], " ".join(roles), " ".join(str(n) for _, n, _ in over))
        )
    return tuple(pieces)
