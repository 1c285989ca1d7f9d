"""One answer as a page shows it: its sentences and findings, each with its passage, and whose fault
it is where it is low."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from truthscore import wording
from truthscore.decisions import stars, whole
from truthscore.evaluate.fault import RETRIEVER, Cause, Library
from truthscore.page_name import over_rows, page_name
from truthscore.report import markdown
from truthscore.report.page_text import Place, ShownPages
from truthscore.retrieve.kept import title_of
from truthscore.rules import SLOT_OF
from truthscore.text.markup import normalise
from truthscore.types import (
    ANSWER,
    QUESTION,
    Evidence,
    Example,
    Span,
    StatementKind,
    StatementVerdict,
    Verdict,
)

#: Findings that are marked in the answer. Role → class; later ones lie on top.
ROLES = ("supports", "unsupported", "contradicts", "missing")
#: Features whose every span would only colour the page: pairs of neighbouring words.
UNMARKED = frozenset({"hal", "prompt_overlap", "complex_answer", "subject_pairs", "rouge_l"})
#: Supporting findings worth a colour: what exists as named, and steps that a page has.
GREEN = frozenset({"components_defined", "verbatim_guide", "numbers", "citations"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Blamed:
    """Whose fault it is. `id` and `title` are of the page that answers, or comes nearest; both are
    empty where none does. `passage`: of a page that the search missed what stands before, in and
    behind the sentence that answers; None where another is to blame."""

    cause: Cause
    id: str = ""
    title: str = ""
    passage: tuple[str, str, str] | None = None


def blamed(library: Library, example: Example) -> Blamed:
    """Whose fault an answer is that is known to be low."""
    found = library.blame(example.question, example.answer, example.context)
    if found.page is None:
        return Blamed(cause=found.cause)
    given = {page.id: page for page in example.context}
    page = given[found.page] if found.given else library.page(found.page)
    title = "" if page is None else title_of(page)
    passage = None
    if page is not None and found.cause == RETRIEVER:
        span = library.passage(page.id, example.question, example.answer)
        passage = markdown.around(page.text, span)
    name = found.page if page is None else over_rows(found.page, page_name(page))
    return Blamed(cause=found.cause, id=name, title=title or name, passage=passage)


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

    @property
    def places(self) -> tuple[Place | None, ...]:
        """Where its passages stand on their pages."""
        return (*(each.at for each in self.statements), *(each.at for each in self.findings))


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
    given = Given(example, pages)
    marked = _marked(verdict)
    worst = _worst([each for _, each in marked])
    if verdict.statements:  # its page is beside it
        worst = worst[:1]
    opened = _opened(verdict, next((marked[place][1] for place in worst), None))
    in_order = (*worst, *(place for place in range(len(marked)) if place not in worst))
    return Card(
        id=verdict.id,
        stars=0 if verdict.score is None else whole(verdict.score),
        score=stars(verdict.score, verdict.lang),
        decision=decision,
        why=why,
        reason=verdict.reason or "",
        type=verdict.detection.type if verdict.detection else "",
        override=verdict.override or "",
        lang=verdict.lang or "",
        question=given.texts[QUESTION],
        lines=_lines(given.texts[ANSWER], [each for _, each in marked], verdict.statements),
        findings=tuple(
            _finding(place + 1, *marked[place], given, worst=place in worst) for place in in_order
        ),
        documents=tuple(
            (over_rows(page.id, page_name(page)), page_name(page))
            for page in example.context
            if page.kind != "prompt"
        ),
        statements=tuple(
            _statement(number, each, given, verdict.lang, worst=number == opened)
            for number, each in enumerate(verdict.statements, start=1)
        ),
        features=_features(verdict),
        slots=tuple(
            dict.fromkeys(slot for each in wording.blamed(verdict) if (slot := _slot(each)))
        ),
        told=tuple(each for each in wording.told(example, verdict) if each != why),
        blamed=fault,
    )


class Given:
    """What the spans of a verdict stand in: the answer, the question, and the pages."""

    def __init__(self, example: Example, pages: ShownPages | None = None) -> None:
        """`pages`: where passages are shown; None: on pages of their own."""
        self._pages = ShownPages() if pages is None else pages
        self._documents = {each.id: each for each in example.context}
        self.texts = {ANSWER: normalise(example.answer), QUESTION: normalise(example.question)}
        self.texts.update({each.id: each.text for each in example.context})

    def text(self, span: Span) -> str:
        """The text that a span is of; empty where nobody has it."""
        return self.texts.get(span.source, "")

    def title(self, span: Span) -> str:
        """What the page of a span is called."""
        page = self._documents.get(span.source)
        return span.source if page is None else page_name(page)

    def place(self, span: Span | None) -> Place | None:
        """Where a span stands on its page; None where that is not shown."""
        return None if span is None else self._pages.place(span, self._documents)


def _marked(verdict: Verdict) -> list[tuple[str, Evidence]]:
    """The evidence that is marked in the answer, with the name of its feature."""
    return [
        (name, each)
        for name, found in verdict.features.items()
        if name not in UNMARKED
        for each in found.evidence
        if each.span.source == ANSWER and (each.role != "supports" or name in GREEN)
    ]


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
    number: int, each: StatementVerdict, given: Given, lang: str | None, *, worst: bool
) -> ShownStatement:
    source = passage = ""
    if each.passage is not None:
        source = given.title(each.passage)
        text = given.text(each.passage)
        passage = " ".join(text[each.passage.start : each.passage.end].split())
    words = wording.quoted(given.texts[ANSWER], each.span).strip("*_ ")
    return ShownStatement(
        number, each.verdict, _LIKE[each.verdict], stars(each.stars, lang), words, source, passage,
        given.place(each.passage), worst,
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


def _finding(number: int, name: str, each: Evidence, given: Given, *, worst: bool) -> Finding:
    source = before = match = after = ""
    if each.match is not None:
        source = given.title(each.match)
        before, match, after = markdown.around(given.text(each.match), each.match)
    words = wording.quoted(given.texts[ANSWER], each.span)
    return Finding(
        number, each.role, _slot(each), words, source, before, match, after, each.rule or name,
        worst, given.place(each.match),
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
