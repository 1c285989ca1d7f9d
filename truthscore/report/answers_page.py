"""The page a support person reads: every answer with what was found in it, on one page, offline.

On top what all answers come to. Each answer shows what is done with it and why, and its sentences
coloured by their own verdicts; beside it stands the page, opened at the passage that decided, and a
click on another sentence goes to that one's. Rule ids, features and figures are in a fold. Filters:
stars, decision, type, override, finding, document, words.
"""

from __future__ import annotations

import hashlib
import heapq
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from truthscore import wording
from truthscore.decisions import stars, whole
from truthscore.evaluate.fault import CAUSES, Library
from truthscore.evaluate.lines import LOW, from_verdict, is_low, pages_of
from truthscore.page_name import over_rows, page_name
from truthscore.report import markdown, page, texts
from truthscore.report.blamed import Blamed, blamed
from truthscore.report.overview import Overview
from truthscore.report.page_text import PageText, page_text
from truthscore.rules import SLOT_OF
from truthscore.text.markup import normalise
from truthscore.types import (
    ANSWER,
    QUESTION,
    ContextDocument,
    Evidence,
    Example,
    Span,
    StatementKind,
    StatementVerdict,
    Verdict,
)

T = TypeVar("T")
TEMPLATE = "answers.html.jinja"
#: Answers on the page: the lowest-scored ones. With as many, of three findings each, a filter takes
#: a browser a tenth of a second (see `tests/report/test_browser.py`).
MOST = 10_000
#: Where an answer without a score stands: behind five stars.
NO_SCORE = 6.0
#: Findings of an answer in sentences; the rest is counted, and marked in the answer.
MOST_TOLD = 4
#: Findings that are marked in the answer. Role → class; later ones lie on top.
ROLES = ("supports", "unsupported", "contradicts", "missing")
#: Features whose every span would only colour the page: pairs of neighbouring words.
UNMARKED = frozenset({"hal", "prompt_overlap", "complex_answer", "subject_pairs", "rouge_l"})
#: Characters of pages on a report, all together; of pages behind that only passages are shown.
MOST_PAGES = 20_000_000
#: Supporting findings worth a colour: what exists as named, and steps that a page has.
GREEN = frozenset({"components_defined", "verbatim_guide", "numbers", "citations"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One marked piece of evidence, with the passage split around its match.

    `number` begins at 1 and tells findings apart on paper; `words` are those of the answer.
    `worst`: shown before anybody clicks, and first.
    """

    number: int
    role: str
    slot: str | None
    words: str
    source: str
    before: str
    match: str
    after: str
    rule: str
    worst: bool
    at: Place | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: the page by its number on the report (`AnswersPage`), its name, and
    characters of its text as it is shown."""

    page: str
    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the answer with the roles and findings that cover it, smallest first.

    `styles` are those of its Markdown; `ends`: findings against the answer whose last piece it is.
    """

    text: str
    classes: str = ""
    findings: str = ""
    styles: str = ""
    ends: str = ""
    statement: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the answer: its class, and its pieces."""

    classes: str
    pieces: tuple[Piece, ...]


#: The decision whose colour a statement has.
_LIKE: Mapping[StatementKind, str] = {
    "supported": "send", "not_found": "review", "contradicted": "hold", "no_claim": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShownStatement:
    """A sentence of the answer by itself, with the words of its passage and the page's title.
    `worst`: shown before anybody clicks."""

    number: int
    verdict: StatementKind
    decision: str
    stars: str
    words: str
    source: str
    passage: str
    at: Place | None
    worst: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One answer on the page."""

    id: str
    stars: int
    score: str
    decision: str
    why: str
    reason: str
    type: str
    override: str
    lang: str
    question: str
    lines: tuple[ShownLine, ...]
    findings: tuple[Finding, ...]
    documents: tuple[tuple[str, str], ...]
    statements: tuple[ShownStatement, ...]
    features: str
    slots: tuple[str, ...]
    told: tuple[str, ...]
    blamed: Blamed | None


class AnswersPage:
    """Collects verdicts while a file is scored; keeps the `MOST` lowest in memory."""

    def __init__(
        self, name: str, *, lang: str | None = None, library: Library | None = None
    ) -> None:
        """`lang`: the language of the page itself; None: that of most answers. `library`: the help
        centre, to tell whose fault low answers are; None: that is not told."""
        self._name = name
        self._lang = lang
        self._library = library
        self._kept: list[tuple[float, int, Card]] = []
        self._overview = Overview()
        self._pages = ShownPages()

    def add(self, example: Example, verdict: Verdict, decision: str = "", why: str = "") -> None:
        """Count one answer, and keep it if it is among the lowest; those without a score come last.

        `decision`: what the profile's policy does with it, "send", "review" or "hold"; `why`: in a
        sentence.
        """
        names = {each.id: page_name(each) for each in example.context}
        rests_on = pages_of(from_verdict(verdict))
        fault = cause = None
        if self._library is not None and is_low(verdict.score, example.rating):
            fault = blamed(self._library, example)
            cause = fault.cause
        self._overview.add(
            verdict,
            decision,
            [over_rows(each, names.get(each, each)) for each in rests_on],
            {over_rows(id_, name): name for id_, name in names.items()},
            cause,
        )
        rank = -(verdict.score if verdict.score is not None else NO_SCORE)
        if len(self._kept) >= MOST and rank <= self._kept[0][0]:
            return
        entry = (
            rank,
            -self._overview.answers,
            card(example, verdict, decision, fault, why=why, pages=self._pages),
        )
        if len(self._kept) < MOST:
            heapq.heappush(self._kept, entry)
        else:
            heapq.heapreplace(self._kept, entry)

    def render(self) -> str:
        """The page as HTML text."""
        cards = [card_ for _, _, card_ in sorted(self._kept, key=lambda each: (-each[0], -each[1]))]
        code = self._lang or self._overview.language()
        values = {
            **shown_in(code),
            "name": self._name,
            "o": self._overview.made(),
            "low": f"{LOW:g}",
            "causes": CAUSES if self._library is not None else (),
            "faults": Counter(card_.blamed.cause for card_ in cards if card_.blamed),
            "cards": cards,
            "pages": self._pages.of(cards),
            "counts": Counter(card_.stars for card_ in cards),
            "decisions": Counter(card_.decision for card_ in cards if card_.decision),
            "types": _counted(card_.type for card_ in cards),
            "overrides": _counted(card_.override for card_ in cards),
            "found": _counted(slot for card_ in cards for slot in card_.slots),
            "documents": _counted(document for card_ in cards for document in card_.documents),
        }
        return page.render(TEMPLATE, values, filters(code))

    def write(self, path: Path) -> None:
        """Write the page. Raises InputError when `path` cannot be written."""
        page.write(path, self.render())


def shown_in(code: str) -> dict[str, Any]:
    """What the templates of answers say in a language."""
    return {
        "lang": code, "t": texts.load(code), "slots": wording.load(code).slots,
        "most_told": MOST_TOLD,
    }  # fmt: skip


def filters(code: str) -> dict[str, Callable[..., str]]:
    """What the templates of answers do with a name or a number."""
    return {"named": _named, "number": texts.number(code)}


def _counted(names: Iterator[T]) -> list[tuple[T, int]]:
    """Names and how many answers have them, the most frequent first."""
    counts = Counter(name for name in names if name)
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _named(name: str, names: Mapping[str, str]) -> str:
    """A program's name in words; where it has none, the name itself."""
    return names.get(name) or name.replace("_", " ")


class ShownPages:
    """The pages behind answers as text, each once, by the hash of what was given."""

    def __init__(self) -> None:
        self._texts: dict[str, PageText] = {}
        self._size = 0

    def place(self, span: Span, pages: Mapping[str, ContextDocument]) -> Place | None:
        """Where a span of one of these pages stands; None for the answer itself, and where a report
        has as much text of pages as it may."""
        page = pages.get(span.source)
        if page is None:
            return None
        key = hashlib.sha256(page.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        if key not in self._texts:
            if self._size + len(page.text) > MOST_PAGES:
                return None
            self._size += len(page.text)
            self._texts[key] = page_text(page.text)
        return Place(key, page_name(page), *self._texts[key].place(span))

    def of(self, cards: Sequence[Card]) -> Mapping[str, str]:
        """The texts that these cards lead to."""
        used = {
            at.page: None
            for card_ in cards
            for at in (*(s.at for s in card_.statements), *(f.at for f in card_.findings))
            if at is not None
        }
        return {key: self._texts[key].text for key in used}


def card(
    example: Example,
    verdict: Verdict,
    decision: str = "",
    fault: Blamed | None = None,
    *,
    why: str = "",
    pages: ShownPages | None = None,
) -> Card:
    """Everything the page shows of one answer."""
    shown_pages = ShownPages() if pages is None else pages
    given = {document.id: document for document in example.context}
    answer = normalise(example.answer)
    sources = {ANSWER: answer, QUESTION: normalise(example.question)}
    sources.update({document.id: document.text for document in example.context})
    titles = {document.id: page_name(document) for document in example.context}
    marked = [
        (name, each)
        for name, found in verdict.features.items()
        if name not in UNMARKED
        for each in found.evidence
        if each.span.source == ANSWER and (each.role != "supports" or name in GREEN)
    ]
    worst = _worst([each for _, each in marked])
    if verdict.statements:  # its page is beside it
        worst = worst[:1]
    opened = _opened(verdict, next((marked[place][1] for place in worst), None))
    score = verdict.score
    return Card(
        id=verdict.id,
        stars=0 if score is None else whole(score),
        score=stars(score, verdict.lang),
        decision=decision,
        why=why,
        reason=verdict.reason or "",
        type=verdict.detection.type if verdict.detection else "",
        override=verdict.override or "",
        lang=verdict.lang or "",
        question=sources[QUESTION],
        lines=_lines(answer, [each for _, each in marked], verdict.statements),
        findings=tuple(
            _finding(
                place + 1,
                *marked[place],
                sources,
                titles,
                worst=place in worst,
                at=None
                if (match := marked[place][1].match) is None
                else shown_pages.place(match, given),
            )
            for place in (*worst, *(p for p in range(len(marked)) if p not in worst))
        ),
        documents=tuple(
            (over_rows(page.id, page_name(page)), page_name(page))
            for page in example.context
            if page.kind != "prompt"
        ),
        statements=tuple(
            _statement(
                number,
                each,
                sources,
                titles,
                verdict.lang,
                worst=number == opened,
                at=None if each.passage is None else shown_pages.place(each.passage, given),
            )
            for number, each in enumerate(verdict.statements, start=1)
        ),
        features=_features(verdict),
        slots=tuple(
            dict.fromkeys(slot for each in wording.blamed(verdict) if (slot := _slot(each)))
        ),
        told=tuple(each for each in wording.told(example, verdict) if each != why),
        blamed=fault,
    )


def _opened(verdict: Verdict, finding: Evidence | None) -> int:
    """The number of the sentence that is shown first: that of the worst finding, else that of the
    fewest stars; 0 where there is none."""
    for number, each in enumerate(verdict.statements, start=1):
        if finding is not None and each.span.start <= finding.span.start < each.span.end:
            return number
    with_stars = [
        (each.stars, number)
        for number, each in enumerate(verdict.statements, start=1)
        if each.stars is not None
    ]
    return min(with_stars, default=(0.0, 0))[1]


def _statement(
    number: int,
    each: StatementVerdict,
    sources: Mapping[str, str],
    titles: Mapping[str, str],
    lang: str | None,
    *,
    worst: bool,
    at: Place | None,
) -> ShownStatement:
    source = passage = ""
    if each.passage is not None:
        source = titles.get(each.passage.source, each.passage.source)
        text = sources.get(each.passage.source, "")
        passage = " ".join(text[each.passage.start : each.passage.end].split())
    words = wording.quoted(sources[ANSWER], each.span).strip("*_ ")
    return ShownStatement(
        number, each.verdict, _LIKE[each.verdict], stars(each.stars, lang), words, source, passage,
        at, worst,
    )  # fmt: skip


def _slot(each: Evidence) -> str | None:
    return SLOT_OF.get(each.rule or "")


def _features(verdict: Verdict) -> str:
    """What each feature measured and by which rules, a line each: a cell each would be a third of
    the page."""
    return "\n".join(
        f"{name} {'–' if found.value is None else format(found.value, '.2f')}"
        + (f" · {found.note}" if found.note else "")
        + "".join(f" · {rule}" for rule in dict.fromkeys(e.rule for e in found.evidence if e.rule))
        for name, found in verdict.features.items()
    )


def _worst(marked: Sequence[Evidence]) -> tuple[int, ...]:
    """The place of the finding that is told first; where it has no passage, also of one that has:
    what is on no page is read beside what is."""
    against = sorted(
        (_slot(each) is None, wording.ORDER.index(each.role), each.span.start, place)
        for place, each in enumerate(marked)
        if each.role in wording.ORDER
    )
    places = [place for *_, place in against]
    with_passage = [place for place in places if marked[place].match is not None]
    return tuple(dict.fromkeys((*places[:1], *with_passage[:1])))


def _finding(
    number: int,
    name: str,
    each: Evidence,
    sources: Mapping[str, str],
    titles: Mapping[str, str],
    *,
    worst: bool,
    at: Place | None,
) -> Finding:
    source = before = match = after = ""
    if each.match is not None:
        source = titles.get(each.match.source, each.match.source)
        before, match, after = markdown.around(sources.get(each.match.source, ""), each.match)
    words = wording.quoted(sources[ANSWER], each.span)
    return Finding(
        number, each.role, _slot(each), words, source, before, match, after, each.rule or name,
        worst, at,
    )  # fmt: skip


def _lines(
    answer: str, marked: Sequence[Evidence], said: Sequence[StatementVerdict] = ()
) -> tuple[ShownLine, ...]:
    """The lines of the answer, cut at every border of a finding, a sentence and of its Markdown."""
    spans = [*(each.span for each in marked), *(each.span for each in said)]
    cuts = sorted({border for each in spans for border in (each.start, each.end)})
    shown: list[tuple[str, list[tuple[Piece, int, int]]]] = []
    for line in markdown.lines(answer):
        pieces = []
        for run in line.runs:
            inner = cuts[bisect_right(cuts, run.start) : bisect_left(cuts, run.end)]
            for start, end in pairwise((run.start, *inner, run.end)):
                styles = [each for each in run.styles if each != "cell" or start == run.start]
                piece = _piece(answer, start, end, styles, marked)
                for number, each in enumerate(said, start=1):
                    if each.span.start <= start and end <= each.span.end:
                        piece = replace(piece, statement=str(number), verdict=each.verdict)
                pieces.append((piece, start, end))
        shown.append((_classes(line), pieces))
    last = _last_pieces(shown, marked)
    return tuple(
        ShownLine(
            classes,
            tuple(
                replace(piece, ends=" ".join(map(str, last[start]))) if start in last else piece
                for piece, start, _ in pieces
            ),
        )
        for classes, pieces in shown
    )


def _classes(line: markdown.Line) -> str:
    """How a line is shown."""
    depth = f" l{line.level}" if line.kind in ("heading", "item") else ""
    return line.kind + depth + (" bullet" if line.bullet else "") + (" apart" * line.apart)


def _piece(
    answer: str, start: int, end: int, styles: Sequence[str], marked: Sequence[Evidence]
) -> Piece:
    over = sorted(
        (each.span.end - each.span.start, number, each.role)
        for number, each in enumerate(marked, start=1)
        if each.span.start <= start and each.span.end >= end
    )
    roles = sorted({role for _, _, role in over}, key=ROLES.index)
    return Piece(
        answer[start:end], " ".join(roles), " ".join(str(n) for _, n, _ in over), " ".join(styles)
    )


def _last_pieces(
    shown: Sequence[tuple[str, Sequence[tuple[Piece, int, int]]]], marked: Sequence[Evidence]
) -> dict[int, list[int]]:
    """Findings against the answer by the start of the last piece that they cover."""
    last: dict[int, int] = {}
    for _, pieces in shown:
        for piece, start, _ in pieces:
            for number in piece.findings.split():
                last[int(number)] = start
    by_start: dict[int, list[int]] = {}
    for one, begin in sorted(last.items()):
        if marked[one - 1].role != "supports":
            by_start.setdefault(begin, []).append(one)
    return by_start
