"""The nouns of the house: what goes in, what is measured, what comes out.

Plain frozen records; nothing here computes. `None` means "does not apply", 0.0 means
"measured, and bad"; there is no NaN and no -1. All offsets are **character** offsets,
half-open, into the NFC-normalised text of the source they name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Literal

QUESTION = "question"
ANSWER = "answer"
#: Why an answer that declines has no stars, or those that its profile gives such answers.
REFUSAL = "refusal"

MessageType = Literal[
    "error", "general", "reasoning", "instruction", "binary", "action", "unspecified"
]
#: The seven message types of the paper (§4.4.1), in its order.
MESSAGE_TYPES: tuple[MessageType, ...] = (
    "error",
    "general",
    "reasoning",
    "instruction",
    "binary",
    "action",
    "unspecified",
)

Role = Literal["supports", "missing", "contradicts", "unsupported"]
Status = Literal["scored", "not_scored", "error"]
DocumentKind = Literal["page", "record", "prompt", "answer"]
#: The kinds of documents that are evidence: pages, and records of a customer.
EVIDENCE: tuple[DocumentKind, ...] = ("page", "record")
#: What to do with an answer: send it, let a person look, or hold it back.
Action = Literal["allow", "review", "block"]
ACTIONS: tuple[Action, ...] = ("allow", "review", "block")
#: Findings that a notebook shows of one verdict: as many as one looks at before opening a report.
EVIDENCE_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextDocument:
    """One retrieved document. `kind="prompt"` marks a system prompt: shown, never evidence.
    `kind="record"`: a customer's own data, a field a line (`text/record.py`).
    `kind="answer"` an answer that people accepted: second evidence, behind every page.

    `roles` are those of the users who may see it; None: everybody, empty: nobody. Scoring does not
    read them, a guardrail does. `lang` is the code of its language, which is believed; None: it is
    recognised.
    """

    id: str
    text: str
    title: str = ""
    kind: DocumentKind = "page"
    roles: tuple[str, ...] | None = None
    lang: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedText:
    """A text in another language and which sentence of it stands for which.

    Each of `sentences` is (start, end, start here, end here): characters of the given text and of
    this one.
    """

    text: str
    sentences: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A recorded translation of an example: by whom, when (ISO 8601), and every text of it.

    `context` holds (title, text) by document id.
    """

    source: str
    target: str
    provider: str
    version: str
    date: str
    question: TranslatedText
    answer: TranslatedText
    context: Mapping[str, tuple[str, TranslatedText]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One question, the chatbot's answer, and the documents the answer was made from.

    `date` (ISO 8601) and `version` (of the chatbot) decide nothing; they are written beside the
    verdict, for `trend` and `compare`.
    """

    id: str
    question: str
    answer: str
    context: tuple[ContextDocument, ...] = ()
    lang: str | None = None
    rating: float | None = None
    gold_type: MessageType | None = None
    translation: Translation | None = None
    date: str | None = None
    version: str | None = None

    def __post_init__(self) -> None:
        """Raises TypeError for a context of anything but documents."""
        if not all(isinstance(each, ContextDocument) for each in self.context):
            raise TypeError(
                "context of an Example: expected ContextDocument objects, as in (ContextDocument("
                'id="page", text="..."),); truthscore.example.example_from takes texts'
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters `start` (included) to `end` (excluded) of `source`.

    `source` is "question", "answer" or the id of a context document.
    """

    source: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a point was given or taken: a place in the answer and its counterpart, if any.

    `rule`: the id of the rule that found it (`truthscore.rules`), None for what speaks for the
    answer. `copied`: whether its sentence stands nearly word for word on its page, where that
    decides what the finding counts; it is not written.
    """

    span: Span
    role: Role
    label: str
    match: Span | None = None
    rule: str | None = None
    copied: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one feature found: `value` in [0, 1], or None when the feature does not apply.

    `raw` is the figure before normalisation (its unit is in the feature's docstring). `sure` is
    the part of `raw` that the feature is certain of, None when it makes no difference; it decides
    overrides and is not written.
    """

    value: float | None
    raw: float | None = None
    evidence: tuple[Evidence, ...] = ()
    note: str | None = None
    sure: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Which list, and which pattern in it, decided a message type."""

    list: str
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """The message type of a question; `rule` and `span` are None when no pattern matched."""

    type: MessageType
    rule: Rule | None = None
    span: Span | None = None


StatementKind = Literal["supported", "contradicted", "not_found", "no_claim"]
#: What can be said of one statement of an answer.
STATEMENT_KINDS: tuple[StatementKind, ...] = ("supported", "contradicted", "not_found", "no_claim")


#: How a notebook colours a sentence: seen through, on a light page and on a dark one.
COLOURS: Mapping[StatementKind, str] = {
    "supported": "rgba(60, 160, 80, .25)",
    "contradicted": "rgba(210, 40, 60, .3)",
    "not_found": "rgba(230, 180, 0, .3)",
    "no_claim": "none",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementVerdict:
    """The judgement of one statement of the answer: a sentence, a list item, a cell.

    `verdict`: "supported" where it passes by itself; "contradicted" where a page says otherwise or
    a value, name or code stands nowhere; "not_found" where its passage does not bear it out;
    "no_claim" of a greeting, a question, a refusal. `stars`: 1.0 to 5.0 by itself, None of what
    claims nothing. `passage`: what it was held against, None where no page has a word of it.
    `rules`: the ids of the rules that speak against it (`truthscore.rules`).
    """

    span: Span
    verdict: StatementKind
    stars: float | None = None
    passage: Span | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verdict:
    """The scorer's judgement of one example.

    `score` and `base_score` run from 1.0 (untrue) to 5.0 (true) and are None unless
    `status` is "scored". `reason` says why a row was not scored, or what went wrong; "refusal"
    also where an answer that declines has the stars of a profile. `statements`: each by itself, in
    text order; none where the profile judges answers as a whole. Of one answer that was scored by
    itself, for a notebook, and not written: `texts`, those that its spans count in, by source;
    `decide`: gives what its profile does with a verdict and why, in words.
    """

    id: str
    status: Status
    reason: str | None = None
    lang: str | None = None
    detection: Detection | None = None
    score: float | None = None
    base_score: float | None = None
    override: str | None = None
    features: Mapping[str, Measurement] = field(default_factory=dict)
    statements: tuple[StatementVerdict, ...] = ()
    signature: str = ""
    texts: Mapping[str, str] = field(default_factory=dict, compare=False)
    decide: Callable[[Verdict], tuple[str, str]] | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """One line: the stars and what decided; its fields hold the rest."""
        said = ", ".join(each for each in (self.override, self.reason) if each)
        stars = self.status if self.score is None else f"{self.score:.2f}"
        return f"<Verdict {self.id!r}: {stars}{said and f' ({said})'}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the decision and why, the stars, the answer's sentences in the
        colour of their verdicts with the passage under each, and what was found against it."""
        decision = ""
        if self.decide is not None:
            done, why = map(escape, self.decide(self))
            decision = f"<div><b>{done}</b>: {why}</div>"
        sentences = "".join(map(self._sentence_html, self.statements)) if self.texts else ""
        against = [
            (name, each.role, each.label)
            for name, found in self.features.items()
            for each in found.evidence
            if each.role != "supports"
        ]
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
            for row in against[:EVIDENCE_SHOWN]
        )
        return f"{decision}<b>{escape(repr(self))}</b>{sentences}<table>{rows}</table>"

    def _sentence_html(self, each: StatementVerdict) -> str:
        stars = "" if each.stars is None else f" {each.stars:.1f}"
        passage = ""
        if each.passage is not None and each.passage.source in self.texts:
            words = self.texts[each.passage.source][each.passage.start : each.passage.end]
            passage = (
                '<div style="margin-left: 2em; opacity: .7">'
                f"{escape(each.passage.source)}: {escape(words)}</div>"
            )
        words = self.texts.get(each.span.source, "")[each.span.start : each.span.end]
        return (
            f'<div style="margin: 4px 0"><span style="background: {COLOURS[each.verdict]}" '
            f'title="{each.verdict}{stars}">{escape(words)}</span>{passage}</div>'
        )
