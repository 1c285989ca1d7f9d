"""Files in and out: one table of readers, one of writers.

Readers stream: they yield one `Row` at a time and hold no file in memory (a JSON array is the
exception: it has to be read to its end). A bad line is a `Row` with an error, so that the caller
decides whether to stop or to go on; nothing is dropped silently.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import IO, Any, TextIO

from truthscore.errors import InputError, install_hint
from truthscore.example import example_from
from truthscore.types import (
    QUESTION,
    Detection,
    Evidence,
    Example,
    Measurement,
    Rule,
    Span,
    Verdict,
)

STDIN = "-"
UTF8 = "utf-8"
#: What Python calls UTF-8 with or without a byte order mark.
_UTF8_BOM = "utf-8-sig"
#: One CSV field may hold a page of help text as JSON: more than the csv module's 128 kB.
_CSV_FIELD = 2**31 - 1
#: First bytes of a text whose characters are two or four bytes wide → its encoding. The longer
#: ones first: that of UTF-32 begins as that of UTF-16.
_WIDE = {
    codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
#: What may stand between the values of a line; the commonest of the header decides.
DELIMITERS = (",", ";", "\t")
#: A first line with which a spreadsheet says what stands between the values.
_DELIMITER_LINE = "sep="
#: First bytes of a packed file, which a spreadsheet is, and of one as Excel wrote them until 2003.
_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
#: What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection").
_FORMULA = ("=", "+", "-", "@", "\t", "\n")
#: Rows per Parquet batch: what is held in memory at once.
_PARQUET_BATCH = 256
#: Characters of a broken line that an error message shows.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file: its place ("answers.jsonl:17"), and its data or what is wrong with it."""

    where: str
    line: int
    data: Mapping[str, Any] | None
    error: str | None = None

    @property
    def id(self) -> str:
        """The row's own id, else `line17` after its place."""
        given = (self.data or {}).get("id")
        return str(given) if isinstance(given, str | int) else f"line{self.line}"

    @property
    def complaint(self) -> str:
        """Where the row stands and what is wrong with it."""
        return f"{self.where}: {self.error}"

    def refused(self) -> Verdict:
        """The verdict on a row that cannot be read: its id and its error."""
        return Verdict(id=self.id, status="error", reason=self.complaint)


Reader = Callable[[IO[bytes], str, str], Iterator[Row]]


def read_jsonl(stream: IO[bytes], name: str, encoding: str) -> Iterator[Row]:
    """One JSON object per line; blank lines are passed over, a byte order mark is dropped."""
    for number, raw in enumerate(stream, start=1):
        where = f"{name}:{number}"
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if not raw.strip():
            continue
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError as error:
            yield Row(where, number, None, _not_text(error, encoding))
            continue
        try:
            # strict=False: a raw tab or control character in a text is sloppy, not ambiguous
            data = json.loads(text, strict=False)
        except (json.JSONDecodeError, RecursionError) as error:
            yield Row(where, number, None, _not_json(error, text, torn=not raw.endswith(b"\n")))
            continue
        if not isinstance(data, dict):
            found = type(data).__name__
            yield Row(where, number, None, f"found a {found}; expected a JSON object per line")
            continue
        yield Row(where, number, data)


def read_json(stream: IO[bytes], name: str, encoding: str) -> Iterator[Row]:
    """A JSON array of objects; held in memory (JSONL streams)."""
    try:
        text = stream.read().decode(_UTF8_BOM if encoding == UTF8 else encoding)
        data = json.loads(text, strict=False)
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: {_not_text(error, encoding)}") from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"{name}:{error.lineno}: not a JSON array: {error.msg} (column {error.colno}); one "
            "object per line is JSONL: name the file .jsonl or say --input-format jsonl"
        ) from error
    if isinstance(data, dict):
        data = [data]
    if not isinstance(data, list):
        raise InputError(f"{name}: found a {type(data).__name__}; expected a JSON array of objects")
    for number, item in enumerate(data, start=1):
        where = f"{name}: row {number}"
        if isinstance(item, dict):
            yield Row(where, number, item)
        else:
            found = type(item).__name__
            yield Row(where, number, None, f"found a {found}; expected an object")


def read_csv(stream: IO[bytes], name: str, encoding: str) -> Iterator[Row]:
    """Values between commas, semicolons or tabs, with a header; `context` may be a JSON list."""
    csv.field_size_limit(_CSV_FIELD)
    text = io.TextIOWrapper(
        stream, encoding=_UTF8_BOM if encoding == UTF8 else encoding, newline=""
    )
    try:
        header = text.readline()
        before = 1
        if header.startswith(_DELIMITER_LINE):
            header, before = text.readline(), 2
        delimiter = max(DELIMITERS, key=header.count)  # Dutch Excel writes semicolons
        names = _names(next(csv.reader([header], delimiter=delimiter), []))
        rows = csv.reader(text, delimiter=delimiter)
        for values in rows:
            line = rows.line_num + before
            where = f"{name}:{line}"
            if not values:
                continue
            if len(values) != len(names):
                yield Row(
                    where, line, None,
                    f"found {len(values)} columns; expected {len(names)} as in the header (a text "
                    "that holds the separator must stand in double quotes)",
                )  # fmt: skip
                continue
            yield Row(where, line, _filled(names, values))
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: {_not_text(error, encoding)}") from error
    except csv.Error as error:
        raise InputError(f"{name}: not CSV: {error}") from error
    finally:
        text.detach()


def read_parquet(stream: IO[bytes], name: str, encoding: str) -> Iterator[Row]:
    """Parquet, batch by batch. Needs pyarrow (the extra `parquet`)."""
    del encoding
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise InputError(
            f"{name}: reading Parquet needs pyarrow: {install_hint('parquet')}"
        ) from error
    try:
        file = parquet.ParquetFile(stream)
    except Exception as error:  # pyarrow has its own exceptions; all mean: not a Parquet file
        raise InputError(f"{name}: not a Parquet file: {error}") from error
    number = 0
    for batch in file.iter_batches(batch_size=_PARQUET_BATCH):
        for data in batch.to_pylist():
            number += 1
            filled = {key: value for key, value in data.items() if value is not None}
            filled.update(_empty_answer(list(data), filled))
            yield Row(f"{name}: row {number}", number, filled)


def read_excel(stream: IO[bytes], name: str, encoding: str) -> Iterator[Row]:
    """The first sheet of an Excel file, whose first row names the columns; needs openpyxl.

    A formula counts as what it came to when the file was saved; every value is read as text.
    """
    del encoding
    try:
        import openpyxl
    except ImportError as error:
        raise InputError(
            f"{name}: reading Excel needs openpyxl: {install_hint('excel')}, or save the sheet as "
            "CSV UTF-8"
        ) from error
    try:
        sheet = openpyxl.load_workbook(stream, read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # what the file says of its size need not be true
        rows = sheet.iter_rows(values_only=True)
        names = _names([_cell_text(value) for value in next(rows, ())])
        for number, values in enumerate(rows, start=2):
            texts = [_cell_text(value) for value in values[: len(names)]]
            if any(texts):
                texts += [""] * (len(names) - len(texts))
                yield Row(f"{name}: row {number}", number, _filled(names, texts))
    except InputError:
        raise
    except Exception as error:  # openpyxl, zipfile and the XML parser have their own
        raise InputError(f"{name}: not an Excel file: {error}") from error


#: File ending → reader. `-` and unknown endings are read as JSONL.
READERS: Mapping[str, Reader] = {
    "jsonl": read_jsonl,
    "ndjson": read_jsonl,
    "json": read_json,
    "csv": read_csv,
    "tsv": read_csv,
    "xlsx": read_excel,
    "parquet": read_parquet,
}


def read_rows(path: str, *, input_format: str | None = None, encoding: str = UTF8) -> Iterator[Row]:
    """The rows of a file, or of standard input for "-".

    Raises InputError when the file cannot be opened, has no rows, or is not of its format.
    """
    ending = input_format or Path(path.removesuffix(".gz")).suffix.removeprefix(".").lower()
    reader = READERS.get(ending, read_jsonl)
    name = "<stdin>" if path == STDIN else path
    count = 0
    with open_input(path) as opened:
        stream, encoding = _narrow(opened, name, encoding, reader)
        for row in reader(stream, name, encoding):
            count += 1
            yield row
    if not count:
        raise InputError(f"{name}: no rows; expected one answer per row ({', '.join(READERS)})")


def read_examples(
    path: str | PathLike[str],
    *,
    mapping: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    input_format: str | None = None,
    encoding: str = UTF8,
    answers: bool = True,
) -> Iterator[Example | Row]:
    """Examples of a file in order; a `Row` with its error where a row is not usable.

    A row without an id is called `line17` after its place. Ids must be unique: two rows under
    one id could not be told apart in the output. `answers=False` lets rows without an answer
    through (message types need only the question).
    """
    rows = read_rows(os.fspath(path), input_format=input_format, encoding=encoding)
    return _examples(rows, mapping or {}, ignore_unknown, answers)


def read_stream(stream: IO[bytes], name: str, ending: str) -> Iterator[Example | Row]:
    """Examples from an open stream, read as files that end in `ending` are."""
    return _examples(READERS.get(ending, read_jsonl)(stream, name, UTF8), {}, False, True)


def _examples(
    rows: Iterable[Row], mapping: Mapping[str, str], ignore_unknown: bool, answers: bool
) -> Iterator[Example | Row]:
    seen: dict[int, int] = {}
    for row in rows:
        if row.data is None:
            yield row
            continue
        data = row.data if answers else {"answer": "", **row.data}
        try:
            example = example_from(
                data,
                default_id=f"line{row.line}",
                mapping=mapping,
                ignore_unknown=ignore_unknown,
            )
        except InputError as error:
            yield Row(row.where, row.line, row.data, str(error))
            continue
        first = seen.setdefault(hash(example.id), row.line)
        if first != row.line:
            yield Row(
                row.where, row.line, row.data,
                f"id {example.id!r} is also the id of line {first}; give every row its own id, or "
                "leave `id` out to number them",
            )  # fmt: skip
            continue
        yield example


def _narrow(stream: IO[bytes], name: str, encoding: str, reader: Reader) -> tuple[IO[bytes], str]:
    """The stream, as UTF-8 where its characters are wide; a file of another kind is told.

    What is wide is held in memory: lines cannot be told in its bytes.
    """
    if reader in (read_parquet, read_excel):
        return stream, encoding
    peek = getattr(stream, "peek", None)
    start = bytes(peek(4)[:4]) if peek is not None else b""
    if start in (_ZIP, _OLD_EXCEL):
        raise InputError(
            f"{name}: is a packed or Excel file and no text; name an Excel file .xlsx (an older "
            ".xls: save it as .xlsx or CSV UTF-8), and unpack another one"
        )
    wide = next((each for mark, each in _WIDE.items() if start.startswith(mark)), None)
    if wide is None and codecs.lookup(encoding).name.startswith(("utf-16", "utf-32")):
        wide = encoding
    if wide is None:
        return stream, encoding
    try:
        return io.BytesIO(stream.read().decode(wide).encode(UTF8, "surrogatepass")), UTF8
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: {_not_text(error, wide)}") from error


@contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """A file for reading bytes; "-" is standard input, `.gz` is unpacked on the way.

    Raises InputError naming the file and the reason.
    """
    import sys

    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream: IO[bytes] = Path(path).open("rb")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    with stream:
        if path.endswith(".gz"):
            import gzip

            with gzip.GzipFile(fileobj=stream) as unpacked:
                yield unpacked  # type: ignore[misc]
        else:
            yield stream


def count_lines(path: str) -> int | None:
    """How many lines a JSONL file has (for the progress bar); None when that is not cheap."""
    if path == STDIN or Path(path).suffix.lower() not in {".jsonl", ".ndjson"}:
        return None
    with open_input(path) as stream:
        return sum(1 for line in stream if line.strip())


def to_dict(verdict: Verdict) -> dict[str, Any]:
    """The output line of a verdict as plain data: the contract other programs rely on."""
    detection = verdict.detection
    rule = detection.rule if detection else None
    return {
        "id": verdict.id,
        "status": verdict.status,
        "reason": verdict.reason,
        "lang": verdict.lang,
        "message_type": detection.type if detection else None,
        "message_type_rule": None
        if detection is None or rule is None
        else {
            "list": rule.list,
            "pattern": rule.pattern,
            "span": [detection.span.start, detection.span.end] if detection.span else None,
        },
        "score": verdict.score,
        "base_score": verdict.base_score,
        "override": verdict.override,
        "features": {name: _measurement(found) for name, found in verdict.features.items()},
        "signature": verdict.signature,
    }


def from_dict(line: Mapping[str, Any]) -> Verdict:
    """The verdict of an output line: what `to_dict` wrote. Raises KeyError for what is no such."""
    rule, span = line["message_type_rule"], None
    if rule is not None and rule["span"] is not None:
        span = _span_of([QUESTION, *rule["span"]])
    return Verdict(
        id=line["id"],
        status=line["status"],
        reason=line["reason"],
        lang=line["lang"],
        detection=None
        if line["message_type"] is None
        else Detection(
            type=line["message_type"],
            rule=None if rule is None else Rule(list=rule["list"], pattern=rule["pattern"]),
            span=span,
        ),
        score=line["score"],
        base_score=line["base_score"],
        override=line["override"],
        features={
            name: Measurement(
                value=found["value"],
                raw=found["raw"],
                note=found["note"],
                evidence=tuple(
                    Evidence(
                        role=each["role"],
                        label=each["label"],
                        span=_span_of(each["span"]),
                        match=None if each["match"] is None else _span_of(each["match"]),
                    )
                    for each in found["evidence"]
                ),
            )
            for name, found in line["features"].items()
        },
        signature=line["signature"],
    )


def to_json(verdict: Verdict) -> str:
    """The output line as JSON text, without the line end; never NaN."""
    return json.dumps(to_dict(verdict), ensure_ascii=False, allow_nan=False)


class JsonlWriter:
    """One verdict per line, complete as soon as it is written."""

    def __init__(self, stream: TextIO, feature_names: Iterable[str]) -> None:
        del feature_names
        self._stream = stream

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Write one line."""
        del example
        self._stream.write(to_json(verdict) + "\n")

    def close(self) -> None:
        """Nothing is left to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a verdict means to the people who work with it.

    `decision` is "send", "review" (a person looks) or "hold"; `reason` a sentence in the answer's
    language; `page` the title of the passage behind it, else "".
    """

    decision: str
    reason: str
    page: str


Explain = Callable[[Verdict, Example | None], Explanation]

#: Columns of every table of verdicts, before a column for each feature and the signature: what a
#: person reads first comes first. `code` is the verdict's `reason`, for programs.
COLUMNS = (
    "stars", "decision", "reason", "question", "answer", "page", "id", "status", "code", "lang",
    "message_type", "score", "base_score", "override",
)  # fmt: skip
#: Decimals of `stars`, cut off and not rounded: 3.996 is not 4.00, from where answers are sent.
_STAR_STEPS = 100


def columns(feature_names: Iterable[str]) -> tuple[str, ...]:
    """The names of the columns that `cells` fills."""
    return (*COLUMNS, *feature_names, "signature")


def cells(
    verdict: Verdict,
    feature_names: Iterable[str],
    *,
    example: Example | None = None,
    explanation: Explanation | None = None,
) -> tuple[str | float | None, ...]:
    """One row of a table of verdicts; what does not apply, or is not known here, is None."""
    score = verdict.score
    known: Mapping[str, Any] = {
        **to_dict(verdict),
        "code": verdict.reason,
        "stars": None if score is None else math.floor(score * _STAR_STEPS) / _STAR_STEPS,
        "question": None if example is None else example.question,
        "answer": None if example is None else example.answer,
        "decision": None if explanation is None else explanation.decision,
        "reason": None if explanation is None else explanation.reason,
        "page": None if explanation is None else explanation.page,
    }
    return (
        *(known[name] for name in COLUMNS),
        *(verdict.features.get(name, Measurement(value=None)).value for name in feature_names),
        verdict.signature,
    )


def harmless(value: object) -> object:
    """`value` as a cell that no spreadsheet takes for a formula: a text then begins with a quote.

    Numbers stay numbers, and a text that is a number (-0.5) stays as it is. A bare carriage return
    becomes a line end: to some it ends the row, and what stands behind it begins a cell.
    """
    if not isinstance(value, str):
        return value
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    if not text.startswith(_FORMULA):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text if text.isprintable() else "'" + text


class CsvWriter:
    """One row per verdict: `COLUMNS`, and each feature's value; evidence is only in JSONL.

    With `delimiter` ";" as Dutch and other continental Excel reads it: a byte order mark in front,
    and decimal commas (as R's write.csv2).
    """

    def __init__(
        self,
        stream: TextIO,
        feature_names: Iterable[str],
        *,
        explain: Explain | None = None,
        delimiter: str = ",",
    ) -> None:
        self._names = tuple(feature_names)
        self._explain = explain
        self._continental = delimiter == ";"
        if self._continental:
            stream.write("\ufeff")
        self._csv = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        self._csv.writerow(columns(self._names))

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Write one row; what does not apply stays empty."""
        explanation = self._explain(verdict, example) if self._explain else None
        row = cells(verdict, self._names, example=example, explanation=explanation)
        self._csv.writerow([self._shown(value) for value in row])

    def _shown(self, value: str | float | None) -> object:
        if isinstance(value, float) and self._continental:
            return str(value).replace(".", ",")
        return harmless(value)

    def close(self) -> None:
        """Nothing is left to write."""


class ExcelWriter:
    """The rows of `CsvWriter` as an Excel file: header frozen, long texts wrapped; needs openpyxl.

    Every text is written as a text, never as a formula. The file is there when it is closed.
    """

    #: Column → width in characters; the others have that of a number.
    WIDTHS: Mapping[str, int] = {
        "reason": 60, "question": 40, "answer": 80, "page": 30, "id": 16, "signature": 40,
    }  # fmt: skip

    def __init__(
        self, stream: TextIO, feature_names: Iterable[str], *, explain: Explain | None = None
    ) -> None:
        """Raises InputError where openpyxl is not installed, or the stream takes text only."""
        try:
            import openpyxl
            from openpyxl.utils import get_column_letter
        except ImportError as error:
            raise InputError(
                f"writing Excel needs openpyxl: {install_hint('excel')}, or write a file that ends "
                "in .csv with --delimiter ';'"
            ) from error
        if not hasattr(stream, "buffer"):
            raise InputError("an Excel file cannot be written here; say --output FILE.xlsx")
        self._target: IO[bytes] = stream.buffer
        self._names = tuple(feature_names)
        self._explain = explain
        self._book = openpyxl.Workbook(write_only=True)
        self._sheet = self._book.create_sheet("truthscore")
        self._sheet.freeze_panes = "A2"
        names = columns(self._names)
        for number, name in enumerate(names, start=1):
            self._sheet.column_dimensions[get_column_letter(number)].width = self.WIDTHS.get(
                name, 14
            )
        self._append(names, bold=True)

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Add one row."""
        explanation = self._explain(verdict, example) if self._explain else None
        self._append(cells(verdict, self._names, example=example, explanation=explanation))

    def _append(self, row: Iterable[str | float | None], *, bold: bool = False) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
        from openpyxl.styles import Alignment, Font

        made = []
        for value in row:
            text = ILLEGAL_CHARACTERS_RE.sub(" ", value) if isinstance(value, str) else value
            cell = WriteOnlyCell(self._sheet, value=text)
            if isinstance(text, str):
                cell.data_type = "s"  # a text that begins with = is no formula
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if bold:
                cell.font = Font(bold=True)
            made.append(cell)
        self._sheet.append(made)

    def close(self) -> None:
        """Write the file."""
        self._book.save(self._target)


class TableWriter:
    """A table for people; columns as wide as their widest cell, so it is written at the end."""

    COLUMNS = ("id", "stars", "score", "message type", "override / reason", "strongest evidence")
    #: Characters of evidence shown in a cell.
    WIDTH = 48

    def __init__(self, stream: TextIO, feature_names: Iterable[str]) -> None:
        del feature_names
        self._stream = stream
        self._rows: list[tuple[str, ...]] = []

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Keep one row."""
        del example
        score = verdict.score
        self._rows.append(
            (
                verdict.id,
                "" if score is None else "★" * round(score) + "☆" * (5 - round(score)),
                "" if score is None else f"{score:.2f}",
                verdict.detection.type if verdict.detection else "",
                verdict.override or verdict.reason or "",
                _headline(verdict)[: self.WIDTH],
            )
        )

    def close(self) -> None:
        """Write the table."""
        rows = [self.COLUMNS, *self._rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.COLUMNS))]
        for number, row in enumerate(rows):
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self._stream.write("  ".join(cells).rstrip() + "\n")
            if number == 0:
                self._stream.write("  ".join("-" * width for width in widths) + "\n")


Writer = JsonlWriter | CsvWriter | ExcelWriter | TableWriter

#: Output format → writer.
WRITERS: Mapping[str, Callable[..., Writer]] = {
    "jsonl": JsonlWriter,
    "csv": CsvWriter,
    "xlsx": ExcelWriter,
    "table": TableWriter,
}


@contextmanager
def open_output(path: str, *, append: bool = False) -> Iterator[TextIO]:
    """A file for writing UTF-8 text, anew or behind what it has; "-" is standard output.

    Raises InputError when it cannot be written, before any work is done.
    """
    import sys

    if path == STDIN:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding=UTF8, newline="\n")
        yield sys.stdout
        return
    try:
        stream = Path(path).open("a" if append else "w", encoding=UTF8, newline="\n")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    with stream:
        yield stream


def _headline(verdict: Verdict) -> str:
    """What to look at first: something missing, else contradicted, else unsupported.

    Pairs of neighbouring words (`hal`) are left out: each alone tells a reader nothing.
    """
    for role in ("missing", "contradicts", "unsupported"):
        for name, found in verdict.features.items():
            if name == "hal":
                continue
            for each in found.evidence:
                if each.role == role:
                    return f"{role}: {each.label} ({name})"
    return ""


def _measurement(found: Measurement) -> dict[str, Any]:
    return {
        "value": found.value,
        "raw": found.raw,
        "note": found.note,
        "evidence": [_evidence(each) for each in found.evidence],
    }


def _evidence(each: Evidence) -> dict[str, Any]:
    return {
        "role": each.role,
        "label": each.label,
        "span": _span(each.span),
        "match": None if each.match is None else _span(each.match),
    }


def _span(span: Span) -> list[str | int]:
    return [span.source, span.start, span.end]


def _span_of(found: Sequence[Any]) -> Span:
    source, start, end = found
    return Span(source=source, start=start, end=end)


def _names(header: Iterable[str]) -> list[str]:
    """Column names as `FIELDS` has them, whatever their capitals and the spaces around them."""
    from truthscore.example import FIELDS

    known = {alias.casefold(): alias for aliases in FIELDS.values() for alias in aliases}
    return [known.get(name.strip().casefold(), name.strip()) for name in header]


def _cell_text(value: object) -> str:
    return "" if value is None else str(value)


def _filled(names: list[str], values: Iterable[str]) -> dict[str, str]:
    """A row of texts without its empty cells, but for the answer's."""
    filled = {key: value for key, value in zip(names, values, strict=True) if value != ""}
    return {**filled, **_empty_answer(names, filled)}


def _empty_answer(names: list[str], filled: Mapping[str, Any]) -> dict[str, str]:
    """An empty cell is an empty answer, not a missing one: CSV cannot tell the two apart."""
    from truthscore.example import FIELDS

    return {name: "" for name in names if name in FIELDS["answer"] and name not in filled}


def _not_text(error: UnicodeDecodeError, encoding: str) -> str:
    byte = error.object[error.start]
    return (
        f"byte 0x{byte:02x} at position {error.start} is not {encoding}; save the file as UTF-8, "
        "or say what it is: --encoding windows-1252"
    )


def _not_json(error: Exception, text: str, *, torn: bool) -> str:
    shown = text.strip()[:_SHOWN]
    if torn:
        return f"the last line is cut off ({shown!r}...); the file was not written to its end"
    reason = getattr(error, "msg", "nested too deeply")
    column = getattr(error, "colno", 1)
    return f"not JSON: {reason} at column {column} ({shown!r}); expected one object per line"
