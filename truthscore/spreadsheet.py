"""Verdicts as a table for a support lead: stars, what to do, the reason, and the texts beside it.

CSV and Excel have the same columns. Evidence with its passages is in JSONL only.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import IO, TYPE_CHECKING, Any, TextIO

import regex

from truthscore import resources
from truthscore.errors import InputError, install_hint
from truthscore.formats import safe_cell, to_dict
from truthscore.guard import reasons
from truthscore.guard.judgement import Judgement, judge
from truthscore.page_name import page_name
from truthscore.profile import Profile, load
from truthscore.profiles import DEFAULT
from truthscore.text.markup import normalise
from truthscore.types import Action, Example, Measurement, Verdict

if TYPE_CHECKING:
    from pandas import DataFrame

#: What a person does with an answer, by the guardrail's action.
DECISIONS: Mapping[Action, str] = {"allow": "send", "review": "review", "block": "hold"}
#: What a reader looks at first, then what a program wants.
COLUMNS = (
    "id", "score", "decision", "explanation", "question", "answer", "page", "status", "reason",
    "lang", "message_type", "base_score", "override",
)  # fmt: skip
#: Features whose evidence is words and not statements: their passages say little of the answer.
_WORDS = frozenset({"hal", "company_terms", "complex_answer", "prompt_overlap", "subject_pairs"})
#: Widths of the columns in Excel, in characters; the others get `_WIDTH`.
_WIDTHS = {"explanation": 50, "question": 40, "answer": 60, "page": 24}
_WIDTH = 12
#: How Excel shows a number with a fraction, with the decimal mark of whoever opens it.
_TWO_PLACES = "0.00"
#: Characters that one cell of Excel holds, and those that its files may not have.
_MOST = 32_767
_unwritable = regex.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def decision(verdict: Verdict, profile: Profile) -> str:
    """What the guardrail would do with an answer, in a person's words: send, review or hold."""
    return DECISIONS[judge(verdict, profile.policy).action]


def columns(profile: Profile) -> list[str]:
    """The names of the columns: `COLUMNS`, the profile's features, the signature."""
    return [*COLUMNS, *profile.features.use, "signature"]


def row(verdict: Verdict, example: Example | None, profile: Profile) -> list[Any]:
    """The cells of one verdict; None where something does not apply.

    `example` is None for a row that could not be read.
    """
    policy = profile.policy
    judgement = judge(verdict, policy)
    code = verdict.lang if verdict.lang in resources.languages() else policy.reason_language
    told = reasons.reason(
        judgement, code=str(code), profile=profile, example=example, verdict=verdict
    )
    line = {
        **to_dict(verdict),
        "decision": DECISIONS[judgement.action],
        "explanation": told if example is not None else verdict.reason,
        "question": None if example is None else normalise(example.question),
        "answer": None if example is None else normalise(example.answer),
        "page": None if example is None else _page(judgement, verdict, example),
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


class CsvWriter:
    """One row per verdict, complete as soon as it is written; no cell is a formula.

    With `delimiter` ";" as Dutch and other continental Excel reads it: decimal commas, and a byte
    order mark in front.
    """

    def __init__(self, stream: TextIO, profile: Profile, *, delimiter: str = ",") -> None:
        self._profile = profile
        self._continental = delimiter == ";"
        if self._continental:
            stream.write("\ufeff")
        self._csv = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        self._csv.writerow(columns(profile))

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Write one row; what does not apply stays empty."""
        self._csv.writerow(self._shown(cell) for cell in row(verdict, example, self._profile))

    def _shown(self, value: Any) -> Any:
        if isinstance(value, float) and self._continental:
            return str(value).replace(".", ",")
        return safe_cell(value)

    def close(self) -> None:
        """Nothing is left to write."""


class XlsxWriter:
    """A workbook with one sheet. Needs openpyxl (the extra `excel`); written when it is closed."""

    def __init__(self, stream: IO[bytes], profile: Profile, *, name: str = "truthscore") -> None:
        """Raises InputError where openpyxl is not installed."""
        try:
            from openpyxl import Workbook
            from openpyxl.cell import WriteOnlyCell
            from openpyxl.styles import Alignment, Font
            from openpyxl.utils import get_column_letter
        except ImportError as error:
            raise InputError(
                f"writing Excel needs openpyxl ({install_hint('excel')}); or write a .csv with "
                "--delimiter ';'"
            ) from error
        self._stream, self._profile = stream, profile
        self._book = Workbook(write_only=True)
        self._sheet = self._book.create_sheet(name)
        self._sheet.freeze_panes = "B2"
        names = columns(profile)
        for place, column in enumerate(names, start=1):
            letter = get_column_letter(place)
            self._sheet.column_dimensions[letter].width = _WIDTHS.get(column, _WIDTH)
        self._sheet.auto_filter.ref = f"A1:{get_column_letter(len(names))}1"
        top = Alignment(vertical="top", wrap_text=True)

        def cell(value: Any, *, bold: bool = False) -> Any:
            text = isinstance(value, str)
            shown = _unwritable.sub("\ufffd", value)[:_MOST] if text else value
            made = WriteOnlyCell(self._sheet, value=shown)
            if text:
                made.data_type = "s"  # openpyxl takes what begins with = for a formula
            elif isinstance(value, float):
                made.number_format = _TWO_PLACES  # the cell keeps them all
            made.alignment = top
            if bold:
                made.font = Font(bold=True)
            return made

        self._cell: Callable[..., Any] = cell
        self._sheet.append([cell(name, bold=True) for name in names])

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Add one row; texts are texts, whatever they begin with."""
        self._sheet.append([self._cell(value) for value in row(verdict, example, self._profile)])

    def close(self) -> None:
        """Write the workbook."""
        self._book.save(self._stream)


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
