"""Files in and out: one table of readers, one of writers.

Readers stream: they yield one `Row` at a time and hold no file in memory (a JSON array is the
exception: it has to be read to its end). A bad line is a `Row` with an error, so that the caller
decides whether to stop or to go on; nothing is dropped silently.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import IO, Any

from truthscore.errors import InputError, install_hint
from truthscore.example import example_from
from truthscore.field_names import field_of
from truthscore.open_files import STDIN, UTF8, open_input
from truthscore.types import Example, Verdict

#: What Python calls UTF-8 with or without a byte order mark.
_UTF8_BOM = "utf-8-sig"
#: One CSV field may hold a page of help text as JSON: more than the csv module's 128 kB.
_CSV_FIELD = 2**31 - 1
#: Rows per Parquet batch: what is held in memory at once.
_PARQUET_BATCH = 256
#: Signs that make a spreadsheet run what stands in a cell.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\n")
#: How files begin that are no text, and what to do with each.
_NO_TEXT = {
    b"PK\x03\x04": "an Excel workbook (or another zip file); name it .xlsx, or say "
    "--input-format xlsx",
    b"\xd0\xcf\x11\xe0": "a workbook of an old Excel; save it as .xlsx",
    b"PAR1": "a Parquet file; name it .parquet, or say --input-format parquet",
    b"\x1f\x8b": "packed; name it .gz",
}
#: Byte order marks of UTF-16: what Excel calls "Unicode text".
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
#: What may separate columns; the one that a header has most of does.
_DELIMITERS = (",", ";", "\t")
#: A first line with which Excel is told the separator.
_SEPARATOR_LINE = "sep="
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
    if not splits_at_bytes(encoding):
        text_stream = io.TextIOWrapper(stream, encoding=encoding, newline="\n")
        lines: Iterable[bytes] = (line.encode(UTF8, "surrogatepass") for line in text_stream)
        encoding = UTF8
    else:
        lines = stream
    for number, raw in enumerate(lines, start=1):
        where = f"{name}:{number}"
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if not raw.strip():
            continue
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError as error:
            yield Row(where, number, None, not_text(error, encoding))
            continue
        try:
            # strict=False: a raw tab or control character in a text is sloppy, not ambiguous
            data = json.loads(text, strict=False)
        except (ValueError, RecursionError) as error:  # a number of 5,000 digits is no JSON error
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
        raise InputError(f"{name}: {not_text(error, encoding)}") from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"{name}:{error.lineno}: not a JSON array: {error.msg} (column {error.colno}); one "
            "object per line is JSONL: name the file .jsonl or say --input-format jsonl"
        ) from error
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits is no JSON error
        told = "nested too deeply" if isinstance(error, RecursionError) else error
        raise InputError(f"{name}: not a JSON array that can be read: {told}") from error
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
    """A header and values, with commas, semicolons or tabs; `context` may be a JSON list."""
    csv.field_size_limit(_CSV_FIELD)
    text = io.TextIOWrapper(
        stream, encoding=_UTF8_BOM if encoding == UTF8 else encoding, newline=""
    )
    try:
        header, before = text.readline(), 1
        # Dutch Excel writes semicolons, and a tab in "Unicode text".
        delimiter = max(_DELIMITERS, key=header.count)
        if header.lower().startswith(_SEPARATOR_LINE) and len(header.rstrip("\r\n")) == 5:
            delimiter, header, before = header[4], text.readline(), 2
        names = next(csv.reader([header], delimiter=delimiter), [])
        _check_columns(names, name)
        rows = csv.reader(text, delimiter=delimiter)
        after = before
        for values in rows:
            line, after = after + 1, rows.line_num + before  # where it begins: cells have lines
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
            filled = {key: value for key, value in zip(names, values, strict=True) if value != ""}
            yield Row(where, line, {**filled, **_empty_answer(names, filled)})
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: {not_text(error, encoding)}") from error
    except csv.Error as error:
        raise InputError(f"{name}: not CSV: {error}") from error
    finally:
        text.detach()


def _check_columns(names: Sequence[str], where: str) -> None:
    """Raises InputError for a header with a name twice, and for one that bars part."""
    if len(names) == 1 and names[0].count("|") > 0:
        raise InputError(
            f"{where}: found columns between bars (|); expected commas, semicolons or tabs: save "
            'it with one of these, or put "sep=|" in a line above the header'
        )
    twice = next((each for each in names if each and names.count(each) > 1), None)
    if twice is not None:
        raise InputError(
            f"{where}: has the column {twice!r} twice; expected each once: which one is meant is "
            "unknown, so give one of them another name"
        )


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
            row = {**filled, **_empty_answer(list(data), filled)}
            yield Row(f"{name}: row {number}", number, row)


def read_xlsx(stream: IO[bytes], name: str, encoding: str) -> Iterator[Row]:
    """The first sheet of an Excel workbook, with a header. Needs openpyxl (the extra `excel`)."""
    del encoding
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise InputError(
            f"{name}: reading Excel needs openpyxl ({install_hint('excel')}); or save the sheet as "
            "CSV"
        ) from error
    try:
        # Its own parts are read out of order, which standard input cannot do.
        whole = io.BytesIO(stream.read())
        sheet = load_workbook(whole, read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # what the file says of its size need not be true
        rows = sheet.iter_rows(values_only=True)
        names = [str(each).strip() if each is not None else "" for each in next(rows, ())]
        _check_columns(names, name)
        for line, values in enumerate(rows, start=2):
            filled = {
                key: value
                for key, value in zip(names, values, strict=False)
                if key and value is not None and value != ""
            }
            if filled:
                yield Row(f"{name}:{line}", line, {**filled, **_empty_answer(names, filled)})
    except InputError:
        raise
    except Exception as error:  # openpyxl, zipfile and the XML parser each have their own
        raise InputError(f"{name}: not an Excel workbook (.xlsx): {error}") from error


#: File ending → reader. `-` and unknown endings are read as JSONL.
READERS: Mapping[str, Reader] = {
    "jsonl": read_jsonl,
    "ndjson": read_jsonl,
    "json": read_json,
    "csv": read_csv,
    "tsv": read_csv,
    "xlsx": read_xlsx,
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
    splits_at_bytes(encoding)  # raises for one that nobody knows, before anything is opened
    with open_input(path) as stream:
        head = stream.peek(4)[:4] if isinstance(stream, io.BufferedReader) else b""
        if reader not in (read_xlsx, read_parquet):
            for begins, is_a in _NO_TEXT.items():
                if head.startswith(begins):
                    raise InputError(f"{name}: is {is_a}")
            if encoding == UTF8 and head.startswith(_UTF16_BOMS):
                encoding = "utf-16"
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
    return examples_of(rows, mapping or {}, ignore_unknown, answers)


def read_stream(stream: IO[bytes], name: str, ending: str) -> Iterator[Example | Row]:
    """Examples from an open stream, read as files that end in `ending` are."""
    return examples_of(READERS.get(ending, read_jsonl)(stream, name, UTF8))


def examples_of(
    rows: Iterable[Row],
    mapping: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    answers: bool = True,
) -> Iterator[Example | Row]:
    """The examples of rows that were read, one for one and as they come; as `read_examples`."""
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
                mapping=mapping or {},
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


def safe_cell(value: Any) -> Any:
    """A cell of a table for people: a text that a spreadsheet would run is shown instead.

    A text that begins with = + - @, a tab or a line end is a formula to Excel and LibreOffice; an
    apostrophe before it makes it a text (OWASP, CSV injection). Numbers stay numbers. A bare
    carriage return becomes a line end: to some it ends the row, so that a cell begins behind it.
    """
    if not isinstance(value, str):
        return value
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if text.startswith(_FORMULA_SIGNS) and not _number(text) else text


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii()


def splits_at_bytes(encoding: str) -> bool:
    """Whether a line end of this encoding is one byte, as in UTF-8 and windows-1252.

    Raises InputError for a name that nobody knows.
    """
    try:
        return "\n".encode(encoding) == b"\n"
    except LookupError as error:
        raise InputError(f"--encoding {encoding}: is not known") from error


def _empty_answer(names: Iterable[str], filled: Mapping[str, Any]) -> dict[str, str]:
    """An empty cell is an empty answer, not a missing one: tables cannot tell the two apart."""
    return {name: "" for name in names if name not in filled and field_of(name) == "answer"}


def not_text(error: UnicodeDecodeError, encoding: str) -> str:
    """What is wrong with bytes that are no text of an encoding, and what to do."""
    byte = error.object[error.start]
    return (
        f"byte 0x{byte:02x} at position {error.start} is not {encoding}; save the file as UTF-8, "
        "or say what it is: --encoding windows-1252"
    )


def _not_json(error: Exception, text: str, *, torn: bool) -> str:
    shown = text.strip()[:_SHOWN]
    if torn:
        return f"the last line is cut off ({shown!r}...); the file was not written to its end"
    nested = isinstance(error, RecursionError)
    reason = "nested too deeply" if nested else getattr(error, "msg", str(error))
    column = getattr(error, "colno", 1)
    return f"not JSON: {reason} at column {column} ({shown!r}); expected one object per line"
