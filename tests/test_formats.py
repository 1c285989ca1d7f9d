"""Readers and writers: every kind of bad input has one clear message, and nothing is lost."""

from __future__ import annotations

import csv
import gzip
import io
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from truthscore.errors import InputError
from truthscore.formats import Row, read_examples, read_rows, safe_cell
from truthscore.open_files import count_lines
from truthscore.types import (
    Detection,
    Evidence,
    Example,
    Measurement,
    Rule,
    Span,
    StatementVerdict,
    Verdict,
)
from truthscore.verdict_line import from_dict, to_dict, to_json

GOOD = {"id": "a", "question": "Kan dit?", "answer": "Ja.", "context": ["Dit kan."]}


def write(tmp_path: Path, name: str, data: str | bytes) -> str:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(path)


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def examples(path: str, **options: object) -> list[Example | Row]:
    return list(read_examples(path, **options))  # type: ignore[arg-type]


def only_error(path: str, **options: object) -> str:
    rows = [row for row in examples(path, **options) if isinstance(row, Row)]
    assert len(rows) == 1, rows
    assert rows[0].error is not None
    return f"{rows[0].where}: {rows[0].error}"


def test_jsonl_json_csv_and_parquet_give_the_same_examples(tmp_path: Path) -> None:
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    jsonl = write(tmp_path, "a.jsonl", lines(GOOD))
    array = write(tmp_path, "a.json", json.dumps([GOOD]))
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(GOOD)
    writer.writerow(["a", "Kan dit?", "Ja.", json.dumps(["Dit kan."])])
    comma = write(tmp_path, "a.csv", table.getvalue())
    columns = str(tmp_path / "a.parquet")
    parquet.write_table(arrow.Table.from_pylist([GOOD]), columns)
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(lines(GOOD).encode()))
    read = [examples(path) for path in (jsonl, array, comma, columns, str(packed))]
    assert all(each == read[0] for each in read)
    assert isinstance(read[0][0], Example)
    assert read[0][0].context[0].text == "Dit kan."


def test_semicolons_of_a_dutch_spreadsheet_are_recognised(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "id;question;answer\r\na;Kan dit, of niet?;Ja\r\n")
    [example] = examples(path)
    assert isinstance(example, Example)
    assert (example.question, example.answer) == ("Kan dit, of niet?", "Ja")


def test_an_empty_csv_cell_is_an_empty_answer(tmp_path: Path) -> None:
    [example] = examples(write(tmp_path, "a.csv", "id,question,answer\na,Kan dit?,\n"))
    assert isinstance(example, Example)
    assert example.answer == ""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lines(GOOD, {**GOOD, "id": "b", "anwser": "x"}),
         r"a\.jsonl:2: field 'anwser' is not known; did you mean 'answer'\?.*--map"),
        (lines({"id": "a", "question": "Kan dit?"}),
         r"a\.jsonl:1: field 'answer' is missing \(found 'id', 'question'\).*--map answer=NAME"),
        (lines({**GOOD, "context": 3}), r"a\.jsonl:1: field 'context' is 3; expected a text"),
        (lines({**GOOD, "context": [1]}), r"context document 1 is 1; expected a text or an object"),
        (lines({**GOOD, "context": [{"id": "x"}]}), r"context document 1: 'text' is missing"),
        (lines({**GOOD, "context": [{"text": "x", "titel": "y"}]}),
         r"field 'titel' is not known; did you mean 'title'\?"),
        (lines(GOOD) + '{"id": "b", "answer": \n' + lines({**GOOD, "id": "c"}),
         r"a\.jsonl:2: not JSON: Expecting value at column"),
        (lines(GOOD) + '{"id": "b", "answer": "Ja', r"a\.jsonl:2: the last line is cut off"),
        (lines(GOOD) + "[1, 2]\n", r"a\.jsonl:2: found a list; expected a JSON object per line"),
        (b'{"id": "a", "answer": "caf\xe9"}\n',
         r"byte 0xe9 at position \d+ is not utf-8; save the file as UTF-8, or.*windows-1252"),
        (lines({**GOOD, "rating": 7}), r"field 'rating' is 7; expected a number from 1"),
        (lines({**GOOD, "rating": math.nan}), r"field 'rating' is nan; expected a number from 1"),
        (lines({**GOOD, "rating": "goed"}), r"field 'rating' is 'goed'; expected a number from 1"),
        (lines({**GOOD, "rating": True}), r"field 'rating' is True; expected a number from 1"),
        (lines(GOOD, GOOD), r"a\.jsonl:2: id 'a' is also the id of line 1; give every row"),
        (lines({**GOOD, "message_type": "binair"}), r"'binair'.*did you mean 'binary'\?"),
        (lines({**GOOD, "response": "Nee."}),
         r"fields 'answer' and 'response' both mean 'answer'; keep one"),
        (lines({**GOOD, "answer": ["Ja"]}), r"field 'answer' is a list; expected a text"),
        (lines({**GOOD, "id": [1]}), r"field 'id' is a list; expected a text or a whole number"),
    ],
)  # fmt: skip
def test_a_bad_row_says_where_what_was_found_and_what_to_do(
    tmp_path: Path, data: str | bytes, message: str
) -> None:
    import re

    found = only_error(write(tmp_path, "a.jsonl", data))
    assert re.search(message, found), found


def test_rows_around_a_bad_one_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", lines(GOOD) + "{broken\n" + lines({**GOOD, "id": "c"}))
    read = examples(path)
    assert [type(each) for each in read] == [Example, Row, Example]


def test_bom_crlf_blank_lines_and_control_characters_are_no_problem(tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n\r\n"
    raw += b'{"id": "b", "answer": "tab\there\x07"}\r\n'
    first, second = examples(write(tmp_path, "a.jsonl", raw))
    assert isinstance(first, Example)
    assert first.id == "a"
    assert isinstance(second, Example)
    assert second.answer == "tab\there\x07"


def test_windows_1252_is_read_when_it_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", b'{"id": "a", "answer": "caf\xe9"}\n')
    [example] = examples(path, encoding="windows-1252")
    assert isinstance(example, Example)
    assert example.answer == "café"


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.ndjson"])
def test_an_empty_file_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no rows; expected one answer per row"):
        examples(write(tmp_path, name, ""))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl: cannot be read: No such file"):
        examples("nowhere.jsonl")


def test_a_json_file_that_is_jsonl_says_so(tmp_path: Path) -> None:
    path = write(tmp_path, "a.json", lines(GOOD, GOOD))
    with pytest.raises(InputError, match=r"a\.json:2: not a JSON array.*--input-format jsonl"):
        examples(path)


def test_a_csv_row_is_where_it_begins_whatever_line_breaks_its_cells_hold(tmp_path: Path) -> None:
    table = 'question;answer\r\nKan dit?;"Ja.\nDat kan."\r\n\r\n"En\ndat?";Nee.\r\nEn zus?;a;b\r\n'
    first, second, bad = examples(write(tmp_path, "a.csv", table.encode("utf-8-sig")))
    assert isinstance(first, Example)
    assert isinstance(second, Example)
    assert isinstance(bad, Row)
    assert (first.id, second.id, Path(bad.where).name) == ("line2", "line5", "a.csv:7")
    assert first.answer == "Ja.\nDat kan."


def test_a_csv_row_with_too_many_columns_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "id,answer\na,Ja, dat kan\nb,Nee\n")
    bad, good = examples(path)
    assert isinstance(bad, Row)
    assert "found 3 columns; expected 2" in str(bad.error)
    assert isinstance(good, Example)


def test_something_else_called_parquet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a Parquet file"):
        examples(write(tmp_path, "a.parquet", "id,answer\n"))


def test_rows_without_an_id_are_called_by_their_line(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", "\n" + lines({"answer": "Ja."}, {"answer": "Nee."}))
    assert [each.id for each in examples(path) if isinstance(each, Example)] == ["line2", "line3"]


def test_map_renames_and_must_find_its_column(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", lines({"id": "a", "bot_reply": "Ja."}))
    [example] = examples(path, mapping={"answer": "bot_reply"})
    assert isinstance(example, Example)
    assert example.answer == "Ja."
    assert "field 'reply' (from --map answer=reply) is not there" in only_error(
        path, mapping={"answer": "reply"}
    )


def test_reading_streams(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", lines(*({**GOOD, "id": str(n)} for n in range(1000))))
    rows = read_rows(path)
    assert next(rows).line == 1  # the file is not read to its end first
    assert count_lines(path) == 1000


def verdict(**changes: object) -> Verdict:
    evidence = Evidence(
        span=Span(source="answer", start=8, end=15),
        role="missing",
        label="Opslaan",
        match=Span(source="doc1", start=0, end=4),
        rule="label.missing",
    )
    fields: dict[str, object] = {
        "id": "a",
        "status": "scored",
        "lang": "nl",
        "detection": Detection(
            type="binary",
            rule=Rule(list="binary", pattern="kan"),
            span=Span(source="question", start=0, end=3),
        ),
        "score": 1.0,
        "base_score": 3.25,
        "override": "missing_component",
        "features": {
            "components_defined": Measurement(value=0.5, raw=1.0, evidence=(evidence,)),
            "verbatim_guide": Measurement(value=None, note="the answer has no guide"),
        },
        "statements": (
            StatementVerdict(
                span=Span(source="answer", start=0, end=15),
                verdict="contradicted",
                stars=1.5,
                passage=Span(source="doc1", start=0, end=4),
                rules=("label.missing",),
            ),
            StatementVerdict(span=Span(source="answer", start=16, end=20), verdict="no_claim"),
        ),
        "signature": "truthscore|lang:nl|v:0",
    }
    return Verdict(**{**fields, **changes})  # type: ignore[arg-type]


def test_the_output_line_is_the_contract() -> None:
    assert to_dict(verdict()) == {
        "id": "a",
        "status": "scored",
        "reason": None,
        "lang": "nl",
        "message_type": "binary",
        "message_type_rule": {"list": "binary", "pattern": "kan", "span": [0, 3]},
        "score": 1.0,
        "base_score": 3.25,
        "override": "missing_component",
        "features": {
            "components_defined": {
                "value": 0.5,
                "raw": 1.0,
                "note": None,
                "evidence": [
                    {
                        "role": "missing",
                        "label": "Opslaan",
                        "span": ["answer", 8, 15],
                        "match": ["doc1", 0, 4],
                        "rule": "label.missing",
                    }
                ],
            },
            "verbatim_guide": {
                "value": None,
                "raw": None,
                "note": "the answer has no guide",
                "evidence": [],
            },
        },
        "statements": [
            {
                "span": ["answer", 0, 15],
                "verdict": "contradicted",
                "stars": 1.5,
                "passage": ["doc1", 0, 4],
                "rules": ["label.missing"],
            },
            {
                "span": ["answer", 16, 20],
                "verdict": "no_claim",
                "stars": None,
                "passage": None,
                "rules": [],
            },
        ],
        "signature": "truthscore|lang:nl|v:0",
    }


def test_a_line_can_be_read_back() -> None:
    for made in (verdict(), verdict(detection=None, features={}, score=None, status="error")):
        assert from_dict(json.loads(to_json(made))) == made


def test_json_never_holds_nan() -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        to_json(verdict(score=math.nan))


def test_a_path_need_not_be_a_string(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"question": "q", "answer": "a", "context": ["c"]}\n', encoding="utf-8")
    assert list(read_examples(path)) == list(read_examples(str(path)))


# --- tables as people make them -------------------------------------------------------------------

DUTCH = [
    ["Vraag", " Antwoord", "BRON"],
    ["Hoe?", "Zó, één keer.", "Doe het zó."],
    ["Kan dit?", None, "Ja."],
]


def in_csv(delimiter: str) -> str:
    lines = [[cell or "" for cell in row] for row in DUTCH]
    return "\r\n".join(delimiter.join(f'"{cell}"' for cell in line) for line in lines) + "\r\n"


def in_excel() -> bytes:
    from openpyxl import Workbook

    book, stream = Workbook(), io.BytesIO()
    for row in DUTCH:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("comma.csv", in_csv(",").encode()),
        ("dutch_excel.csv", in_csv(";").encode("utf-8-sig")),
        ("told.csv", b"sep=;\r\n" + in_csv(";").encode()),
        ("tabs.csv", in_csv("\t").encode()),
        ("tabs.tsv", in_csv("\t").encode()),
        ("unicode_text.csv", in_csv("\t").encode("utf-16")),
        ("big_endian.csv", b"\xfe\xff" + in_csv(";").encode("utf-16-be")),
        ("workbook.xlsx", in_excel()),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_dutch_table_is_read_however_excel_saved_it(
    tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    first, second = read_examples(path)
    assert isinstance(first, Example)
    assert isinstance(second, Example)
    assert (first.question, first.answer) == ("Hoe?", "Zó, één keer.")
    assert [page.text for page in first.context] == ["Doe het zó."]
    assert (second.question, second.answer) == ("Kan dit?", "")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_lines_of_json_may_be_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "rows.jsonl"
    row = {"question": "Één\u2028vraag", "answer": None, "context": ["x"]}
    path.write_bytes((json.dumps(row, ensure_ascii=False) + "\n").encode(encoding) * 1)
    found = list(read_examples(path, encoding=encoding))
    assert [each.question for each in found if isinstance(each, Example)] == ["Één\u2028vraag"]
    if encoding == "utf-16":  # which begins with a mark, so nobody has to say it
        assert list(read_examples(path)) == found


@pytest.mark.parametrize(
    ("name", "begins", "message"),
    [
        ("book.csv", b"PK\x03\x04", "is an Excel workbook (or another zip file); name it .xlsx"),
        ("book.xls", b"\xd0\xcf\x11\xe0", "is a workbook of an old Excel; save it as .xlsx"),
        ("rows.jsonl", b"PAR1", "is a Parquet file; name it .parquet"),
        ("rows.jsonl", b"\x1f\x8b", "is packed; name it .gz"),
        ("book.xlsx", b"no workbook", "not an Excel workbook (.xlsx)"),
    ],
)
def test_a_file_of_another_kind_says_what_to_do(
    tmp_path: Path, name: str, begins: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(begins + b"\x00" * 40)
    with pytest.raises(InputError, match=re.escape(message)):
        list(read_rows(str(path)))


def test_an_output_is_no_input(tmp_path: Path) -> None:
    path = tmp_path / "scored.jsonl"
    path.write_text(to_json(verdict()) + "\n", encoding="utf-8")
    [row] = read_examples(path)
    assert isinstance(row, Row)
    assert "is a line that `truthscore score` wrote" in row.complaint


def test_a_name_of_ours_wins_over_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"bron": "x.html", "question": "q", "answer": "a", "context": ["c"]}\n')
    [row] = read_examples(path)
    assert isinstance(row, Row)
    assert "fields 'context' and 'bron' both mean 'context'" in row.complaint
    [example] = read_examples(path, ignore_unknown=True)
    assert isinstance(example, Example)
    assert [page.text for page in example.context] == ["c"]


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"), ("+31 6 1234", "'+31 6 1234"), ("@SUM(1)", "'@SUM(1)"),
        ("-2+3", "'-2+3"), ("\t=1", "'\t=1"), ("\r=1", "'\n=1"), ("a\r=1", "a\n=1"),
        ("- een lijst", "'- een lijst"),
        ("-2.5", "-2.5"), (-2.5, -2.5), (None, None), ("a=b", "a=b"), ("", ""),
    ],
)  # fmt: skip
def test_no_cell_is_a_formula(cell: Any, safe: Any) -> None:
    assert safe_cell(cell) == safe


def test_an_answer_that_is_null_in_parquet_is_empty(tmp_path: Path) -> None:
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    path = tmp_path / "a.parquet"
    rows = [{"id": "a", "question": "Kan dit?", "answer": None}, {"id": "b", "answer": "Ja."}]
    parquet.write_table(arrow.Table.from_pylist(rows), path)
    first, second = read_examples(path)
    assert isinstance(first, Example)
    assert isinstance(second, Example)
    assert (first.answer, second.answer) == ("", "Ja.")
