"""A workbook of verdicts: a sheet that sums up, then the answers, coloured by what is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import IO, Any

import regex

from truthscore.decisions import DECISIONS, FALLBACK_LANGUAGE, named
from truthscore.errors import InputError, install_hint
from truthscore.profile import Profile
from truthscore.report import texts
from truthscore.spreadsheet import columns, few, heads, row, told, written
from truthscore.types import Example, Verdict

#: The colour of a decision: light green, yellow and red, on which black is read.
COLOURS = {"send": "D5EFD5", "review": "FFF1C2", "hold": "F8D2D2"}
#: Widths of the columns in Excel, in characters; the others get `_WIDTH`.
_WIDTHS = {"explanation": 50, "question": 40, "answer": 60, "page": 24}
_WIDTH = 12
#: Widths of the eight columns of a table for people.
_FEW_WIDTHS = (20, 9, 50, 40, 60, 24, 50, 14)
#: How Excel shows a number with a fraction, with the decimal mark of whoever opens it.
_ONE_PLACE, _TWO_PLACES, _PERCENT = "0.0", "0.00", "0%"
#: Characters that one cell of Excel holds, and those that its files may not have.
_MOST = 32_767
_unwritable = regex.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class XlsxWriter:
    """A workbook: a sheet that sums up, then the answers, coloured by what is done with them. Needs
    openpyxl (the extra `excel`); written when it is closed.

    `every`: one sheet with all columns, by the names that programs read.
    """

    def __init__(self, stream: IO[bytes], profile: Profile, *, every: bool = False) -> None:
        """Raises InputError where openpyxl is not installed."""
        try:
            from openpyxl import Workbook
        except ImportError as error:
            raise InputError(
                f"writing Excel needs openpyxl ({install_hint('excel')}); or write a .csv with "
                "--delimiter ';'"
            ) from error
        self._stream, self._profile, self._every = stream, profile, every
        self._book = Workbook(write_only=True)
        self._name = "truthscore"
        self._summary: Any = None
        self._sheet: Any = None
        self._code = FALLBACK_LANGUAGE
        self._counts: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        if every:
            self._begin(columns(profile))

    def _begin(self, names: Sequence[str]) -> None:
        from openpyxl.utils import get_column_letter

        self._sheet = self._book.create_sheet(self._name)
        self._sheet.freeze_panes = "B2"
        widths = _WIDTHS if self._every else dict(zip(names, _FEW_WIDTHS, strict=True))
        for place, column in enumerate(names, start=1):
            letter = get_column_letter(place)
            self._sheet.column_dimensions[letter].width = widths.get(column, _WIDTH)
        self._sheet.auto_filter.ref = f"A1:{get_column_letter(len(names))}1"
        self._sheet.append([_cell(self._sheet, name, bold=True) for name in names])

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Add one row; texts are texts, whatever they begin with."""
        if self._every:
            cells = row(verdict, example, self._profile)
            self._sheet.append([_cell(self._sheet, value) for value in cells])
            return
        if self._sheet is None:
            self._code = written(verdict, self._profile)
            words = texts.load(self._code).table
            self._summary = self._book.create_sheet(words["summary"])
            self._name = words["answers"]
            self._begin(heads(verdict, self._profile))
        found = told(verdict, example, self._profile)
        self._counts[found.decision] += 1
        if found.decision != "send":
            self._reasons[found.cause] += 1
        first, *others = few(found, verdict, example)
        coloured = _cell(self._sheet, first, colour=COLOURS[found.decision])
        cells = [_cell(self._sheet, value, places=_ONE_PLACE) for value in others]
        self._sheet.append([coloured, *cells])

    def close(self) -> None:
        """Write the workbook."""
        if self._sheet is None:
            self._begin([texts.load(self._code).table[name] for name in texts.COLUMNS])
        if self._summary is not None:
            self._sum_up(self._summary)
        self._book.save(self._stream)

    def _sum_up(self, sheet: Any) -> None:
        """How many answers are sent, looked at and held back, and why not sent."""
        words = texts.load(self._code)
        all_ = sum(self._counts.values())
        sheet.column_dimensions["A"].width = 46
        rows: list[list[Any]] = [
            [_cell(sheet, words.table[n], bold=True) for n in ("decision", "answers", "share")]
        ]
        for each in DECISIONS.values():
            count = self._counts[each]
            share = count / all_ if all_ else 0.0
            decision = _cell(sheet, named(each, self._code), colour=COLOURS[each])
            rows.append([decision, _cell(sheet, count), _cell(sheet, share, places=_PERCENT)])
        rows += [[], [_cell(sheet, words.table["why"], bold=True)]]
        for cause, count in sorted(self._reasons.items(), key=lambda each: (-each[1], each[0])):
            rows.append([_cell(sheet, words.causes.get(cause, cause)), _cell(sheet, count)])
        profile = _cell(sheet, words.table["profile"], bold=True)
        rows += [[], [profile, _cell(sheet, self._profile.name)]]
        for each_row in rows:
            sheet.append(each_row)


def _cell(
    sheet: Any,
    value: Any,
    *,
    bold: bool = False,
    colour: str | None = None,
    places: str = _TWO_PLACES,
) -> Any:
    """A cell of a sheet that is only written: a text is a text, whatever it begins with."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font, PatternFill

    text = isinstance(value, str)
    shown = _unwritable.sub("\ufffd", value)[:_MOST] if text else value
    made = WriteOnlyCell(sheet, value=shown)
    if text:
        made.data_type = "s"  # openpyxl takes what begins with = for a formula
    elif isinstance(value, float):
        made.number_format = places  # the cell keeps them all
    made.alignment = Alignment(vertical="top", wrap_text=True)
    if bold:
        made.font = Font(bold=True)
    if colour is not None:
        made.fill = PatternFill("solid", fgColor=colour)
    return made
