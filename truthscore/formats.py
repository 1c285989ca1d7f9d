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
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import IO, Any, TextIO

from truthscore.errors import InputError, install_hint
from truthscore.example import example_from, field_of
from truthscore.output_lock import locked
from truthscore.shown import Shown, json_text
from truthscore.signature import digest
from truthscore.types import (
    QUESTION,
    Detection,
    Evidence,
    Example,
    Measurement,
    Rule,
    Span,
    StatementVerdict,
    Verdict,
)

STDIN = "-"
UTF8 = "utf-8"
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


def row_digest(example: Example) -> str:
    """A short digest of what a verdict is about: question, answer and pages, not what people or
    accepted answers say of them."""
    pages = [
        (page.id, page.title, page.text, page.kind)
        for page in example.context
        if page.kind != "answer"
    ]
    return digest([json.dumps([example.question, example.answer, pages])])


def to_dict(verdict: Verdict, example: Example | None = None) -> dict[str, Any]:
    """The output line of a verdict as plain data: the contract other programs rely on.

    With its `example`, its `row_digest` stands behind it as `judged`, and `date` and `version` of
    the row where it has them.
    """
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
        "statements": [_statement(each) for each in verdict.statements],
        "signature": verdict.signature,
        **({} if example is None else {"judged": row_digest(example)}),
        **({} if example is None or example.date is None else {"date": example.date}),
        **({} if example is None or example.version is None else {"version": example.version}),
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
                        rule=each.get("rule"),  # written since rules have names
                    )
                    for each in found["evidence"]
                ),
            )
            for name, found in line["features"].items()
        },
        statements=tuple(
            StatementVerdict(
                span=_span_of(each["span"]),
                verdict=each["verdict"],
                stars=each["stars"],
                passage=None if each["passage"] is None else _span_of(each["passage"]),
                rules=tuple(each["rules"]),
            )
            for each in line.get("statements", ())  # written since answers are judged by statements
        ),
        signature=line["signature"],
    )


def read_verdicts(path: str) -> Iterator[tuple[Row, Verdict]]:
    """The lines that `truthscore score` wrote in JSONL: their places and verdicts.

    Raises InputError, with its place, for a line that is none.
    """
    import msgspec

    for row in read_rows(path, input_format="jsonl"):
        try:
            found = msgspec.convert(msgspec.to_builtins(from_dict(row.data or {})), Verdict)
        except (AttributeError, KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
            raise InputError(
                f"{row.where}: is no line that `truthscore score` wrote in JSONL"
            ) from error
        yield row, found


def to_json(verdict: Verdict, example: Example | None = None) -> str:
    """The output line as JSON text, as `to_dict` has it, without the line end; never NaN."""
    return json_text(to_dict(verdict, example))


class JsonlWriter:
    """One verdict per line, complete as soon as it is written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Write one line."""
        self._stream.write(to_json(verdict, example) + "\n")

    def close(self) -> None:
        """Nothing is left to write."""


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


@contextmanager
def open_output(
    path: str, *, append: bool = False, binary: bool = False, alone: bool = True
) -> Iterator[Any]:
    """A file for writing UTF-8 text or bytes, anew or behind what it has; "-" is standard output.

    `alone`: no other process may write it meanwhile; False where the caller sees to that.

    Raises InputError when it cannot be written, before any work is done.
    """
    import sys

    if path == STDIN:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding=UTF8, newline="\n")
        # what a person sees of it is shown, what a program reads is as it is
        yield Shown(sys.stdout) if sys.stdout.isatty() and not binary else sys.stdout
        return
    with locked(path) if alone else nullcontext():
        try:
            mode = "a" if append else "w"
            stream: IO[Any] = (
                Path(path).open(f"{mode}b")  # noqa: SIM115
                if binary
                else Path(path).open(mode, encoding=UTF8, newline="\n")  # noqa: SIM115
            )
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from error
        with stream:
            yield stream


def _measurement(found: Measurement) -> dict[str, Any]:
    return {
        "value": found.value,
        "raw": found.raw,
        "note": found.note,
        "evidence": [_evidence(each) for each in found.evidence],
    }


def _statement(each: StatementVerdict) -> dict[str, Any]:
    return {
        "span": _span(each.span),
        "verdict": each.verdict,
        "stars": each.stars,
        "passage": None if each.passage is None else _span(each.passage),
        "rules": list(each.rules),
    }


def _evidence(each: Evidence) -> dict[str, Any]:
    return {
        "role": each.role,
        "label": each.label,
        "span": _span(each.span),
        "match": None if each.match is None else _span(each.match),
        "rule": each.rule,
    }


def _span_of(found: Sequence[Any]) -> Span:
    source, start, end = found
    return Span(source=source, start=start, end=end)


def _span(span: Span) -> list[str | int]:
    return [span.source, span.start, span.end]


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
