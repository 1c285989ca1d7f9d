"""Verdicts as a table for a support lead: what to do, stars, the reason, and the texts beside it.

CSV and Excel have the same eight columns, in the language of the first row; `every` has one for
each feature and what programs want, by their names. All evidence is in JSONL only.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from truthscore import resources
from truthscore.decisions import DECISIONS, FALLBACK_LANGUAGE, named, number
from truthscore.errors import InputError
from truthscore.example import example_from
from truthscore.field_names import field_of
from truthscore.formats import safe_cell
from truthscore.guard import reasons
from truthscore.guard.judgement import Judgement, judge
from truthscore.page_name import page_name
from truthscore.profile import Profile, load
from truthscore.profiles import DEFAULT
from truthscore.report import texts
from truthscore.scorer import TruthScorer
from truthscore.shown import shown
from truthscore.text.markup import normalise
from truthscore.types import Example, Measurement, Span, Verdict
from truthscore.verdict_line import to_dict
from truthscore.wording import quoted, sentence

if TYPE_CHECKING:
    from pandas import DataFrame

#: With `--columns all`: what a reader looks at first, then what a program wants.
COLUMNS = (
    "id", "score", "decision", "explanation", "question", "answer", "page", "status", "reason",
    "lang", "message_type", "base_score", "override",
)  # fmt: skip
#: Features whose evidence is words and not statements: their passages say little of the answer.
_WORDS = frozenset({"hal", "company_terms", "complex_answer", "prompt_overlap", "subject_pairs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One row as people read it: what is done with the answer and why, in the answer's language
    `code`, and the page that decided with its words there. `cause`: the guardrail's name of why."""

    decision: str
    cause: str
    reason: str
    code: str
    page: str | None
    passage: str | None


def told(verdict: Verdict, example: Example | None, profile: Profile) -> Told:
    """What people are told of a verdict; `example` is None for a row that could not be read."""
    policy = profile.policy
    judgement = judge(verdict, policy)
    code = verdict.lang if verdict.lang in resources.languages() else policy.reason_language
    reason = reasons.reason(
        judgement, code=str(code), profile=profile, example=example, verdict=verdict
    )
    page = passage = None
    if example is not None:
        page = _page(judgement, verdict, example)
        found = _passage(judgement, verdict, example)
        if found is not None:
            page, passage = found
    return Told(
        decision=DECISIONS[judgement.action],
        cause=judgement.cause,
        reason=reason if example is not None else verdict.reason or reason,
        code=str(code),
        page=page,
        passage=passage,
    )


def in_words(verdict: Verdict, example: Example, profile: Profile) -> tuple[str, str]:
    """The decision on an answer and its reason, in the answer's language."""
    found = told(verdict, example, profile)
    return named(found.decision, found.code), found.reason


def decision(verdict: Verdict, profile: Profile) -> str:
    """What the guardrail would do with an answer, in a person's words: send, review or hold."""
    return DECISIONS[judge(verdict, profile.policy).action]


def few(found: Told, verdict: Verdict, example: Example | None) -> list[Any]:
    """The cells of `texts.COLUMNS` of one verdict, words in the answer's language."""
    stars = None if verdict.score is None else math.floor(verdict.score * 10 + 1e-9) / 10
    return [
        named(found.decision, found.code),
        stars,
        found.reason,
        None if example is None else normalise(example.question),
        None if example is None else normalise(example.answer),
        found.page,
        found.passage,
        verdict.id,
    ]


def heads(verdict: Verdict, profile: Profile) -> list[str]:
    """The names of the columns of `few`, in the language of a verdict."""
    words = texts.load(written(verdict, profile)).table
    return [words[name] for name in texts.COLUMNS]


def written(verdict: Verdict, profile: Profile) -> str:
    """The language of a table of which a verdict is the first row, one that has texts."""
    known = texts.languages()
    code = verdict.lang or profile.policy.reason_language
    return code if code in known else FALLBACK_LANGUAGE


def columns(profile: Profile) -> list[str]:
    """The names of the columns: `COLUMNS`, the profile's features, the signature."""
    return [*COLUMNS, *profile.features.use, "signature"]


def row(verdict: Verdict, example: Example | None, profile: Profile) -> list[Any]:
    """The cells of one verdict; None where something does not apply.

    `example` is None for a row that could not be read.
    """
    found = told(verdict, example, profile)
    line = {
        **to_dict(verdict),
        "decision": found.decision,
        "explanation": found.reason,
        "question": None if example is None else normalise(example.question),
        "answer": None if example is None else normalise(example.answer),
        "page": found.page,
    }
    nothing = Measurement(value=None)
    values = [verdict.features.get(name, nothing).value for name in profile.features.use]
    return [*(line[name] for name in COLUMNS), *values, verdict.signature]


def to_frame(
    verdicts: Iterable[Verdict],
    profile: Profile | str = DEFAULT,
    examples: Iterable[Example] = (),
) -> DataFrame:
    """A pandas frame with one row per verdict and the columns of the CSV, which are `columns`.

    `profile` is the one that scored: it decides. `examples` are found by id; a verdict without
    one has no question, answer and page. Raises ProfileError for a profile that is not one.
    """
    from pandas import DataFrame

    settings = load(profile) if isinstance(profile, str) else profile
    known = {example.id: example for example in examples}
    return DataFrame(
        [row(verdict, known.get(verdict.id), settings) for verdict in verdicts],
        columns=columns(settings),
    )


def score_frame(
    frame: DataFrame, profile: str = DEFAULT, *, mapping: Mapping[str, str] | None = None
) -> DataFrame:
    """Decision ("send", "review" or "hold"), stars and reason of each row of a pandas frame, under
    its index.

    Columns are called as in a file that `truthscore score` reads, or `mapping` says how (ours to
    theirs); others are read past. Raises InputError for a row without an answer, by its index.
    """
    from pandas import DataFrame

    rows = zip(frame.index, frame.to_dict("records"), strict=True)
    examples = [_example(index, cells, mapping or {}) for index, cells in rows]
    scorer = TruthScorer.load(profile)
    made = []
    for example, verdict in zip(examples, scorer.score_many(examples), strict=True):
        found = told(verdict, example, scorer.profile)
        made.append((found.decision, verdict.score, found.reason))
    return DataFrame(made, index=frame.index, columns=["decision", "stars", "reason"])


def _example(index: Any, cells: Mapping[Any, Any], mapping: Mapping[str, str]) -> Example:
    """The example of a row of a frame. A cell that is None or NaN has no value."""
    names = {str(name): value for name, value in cells.items()}
    given = {
        name: value
        for name, value in names.items()
        if value is not None and not (isinstance(value, float) and math.isnan(value))
    }
    # an empty cell is an empty answer; and what `mapping` names must be there
    theirs = mapping.values()
    empty = {name: "" for name in names if field_of(name) == "answer" or name in theirs}
    try:
        return example_from(
            {**empty, **given}, default_id=str(index), mapping=mapping, ignore_unknown=True
        )
    except InputError as error:
        raise InputError(f"row {index!r}: {error}") from error


class CsvWriter:
    """One row per verdict, complete as soon as it is written; no cell is a formula.

    With `delimiter` ";" as Dutch and other continental Excel reads it: decimal commas, and a byte
    order mark in front. `every`: all columns, by the names that programs read.
    """

    def __init__(
        self, stream: TextIO, profile: Profile, *, delimiter: str = ",", every: bool = False
    ) -> None:
        self._profile, self._every = profile, every
        self._continental = delimiter == ";"
        if self._continental:
            stream.write("\ufeff")
        self._csv = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        self._begun = every
        if every:
            self._csv.writerow(columns(profile))

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Write one row; what does not apply stays empty."""
        if not self._begun:
            self._csv.writerow(heads(verdict, self._profile))
            self._begun = True
        if self._every:
            cells = row(verdict, example, self._profile)
        else:
            cells = few(told(verdict, example, self._profile), verdict, example)
        self._csv.writerow(self._shown(cell) for cell in cells)

    def _shown(self, value: Any) -> Any:
        if isinstance(value, float) and self._continental:
            return str(value).replace(".", ",")
        return safe_cell(value)

    def close(self) -> None:
        """Nothing is left to write."""


class TableWriter:
    """A table for a terminal: the decision first; columns as wide as their widest cell, so it is
    written at the end."""

    COLUMNS = ("decision", "stars", "id", "reason")
    #: Characters of a reason shown in a cell.
    WIDTH = 60

    def __init__(self, stream: TextIO, profile: Profile) -> None:
        self._stream, self._profile = stream, profile
        self._rows: list[tuple[str, ...]] = []

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Keep one row."""
        found = told(verdict, example, self._profile)
        if not self._rows:
            words = texts.load(written(verdict, self._profile)).table
            self._rows.append(tuple(words[name] for name in self.COLUMNS))
        why = shown(" ".join(found.reason.split()))
        self._rows.append(
            (
                named(found.decision, found.code),
                "" if verdict.score is None else number(verdict.score, found.code),
                shown(verdict.id),
                why if len(why) <= self.WIDTH else f"{why[: self.WIDTH - 1]}…",
            )
        )

    def close(self) -> None:
        """Write the table."""
        if not self._rows:
            return
        widths = [max(len(row[column]) for row in self._rows) for column in range(4)]
        for number_, row_ in enumerate(self._rows):
            cells = (cell.ljust(width) for cell, width in zip(row_, widths, strict=True))
            self._stream.write("  ".join(cells).rstrip() + "\n")
            if number_ == 0:
                self._stream.write("  ".join("-" * width for width in widths) + "\n")


def _passage(judgement: Judgement, verdict: Verdict, example: Example) -> tuple[str, str] | None:
    """The page that decided and its words there: those that speak against the answer, else those
    that the weakest of its sentences was held against."""
    found = [_there(each.match, example) for each in judgement.evidence]
    if not any(found):
        weakest = sorted(
            (each for each in verdict.statements if each.passage is not None),
            key=lambda each: (each.stars or 0.0, each.span.start),
        )
        found = [_there(each.passage, example) for each in weakest]
    return next((each for each in found if each is not None), None)


def _page(judgement: Judgement, verdict: Verdict, example: Example) -> str | None:
    """Title or id of the page that speaks against the answer, else of that behind most of it."""
    titles = {each.id: page_name(each) for each in example.context if each.kind != "prompt"}
    behind = [
        each.match.source
        for name, found in verdict.features.items()
        if name not in _WORDS
        for each in found.evidence
        if each.match is not None
    ]
    against = [each.match.source for each in judgement.evidence if each.match is not None]
    for sources in (against, behind):
        pages = Counter(titles[each] for each in sources if each in titles)
        if pages:
            return pages.most_common(1)[0][0]
    return None


def _there(match: Span | None, example: Example) -> tuple[str, str] | None:
    """The name of a page and its sentence around a place; None where it is on no page."""
    page = next((each for each in example.context if match and each.id == match.source), None)
    if page is None or match is None:
        return None
    return page_name(page), quoted(page.text, sentence(page.text, match))
