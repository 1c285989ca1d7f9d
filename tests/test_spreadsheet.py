"""The table for a support lead: what a person reads first, and nothing that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
from typing import Any

import pandas
import pytest

import truthscore
from tests.guard.cases import MISSING, TRUE, call
from truthscore import Guardrail
from truthscore.decisions import DECISIONS
from truthscore.example import example_from
from truthscore.formats import safe_cell
from truthscore.guard.decision import CAUSES, Decision
from truthscore.report import texts
from truthscore.spreadsheet import CsvWriter, TableWriter, columns
from truthscore.types import Example, Verdict
from truthscore.workbook import COLOURS, XlsxWriter

openpyxl = pytest.importorskip("openpyxl")

BOMB = '=HYPERLINK("http://evil.example","klik")'


@pytest.fixture(scope="module")
def guardrail() -> Guardrail:
    return Guardrail.load("grounded")


def rows(guardrail: Guardrail) -> list[tuple[Example, Verdict, Decision]]:
    asked = [call(answer) for answer in (TRUE, MISSING)]
    asked.append({**call(TRUE), "question": BOMB, "answer": BOMB})
    found = []
    for number, each in enumerate(asked):
        example = example_from({**each, "id": f"-{number}a"}, default_id="")
        verdict = next(iter(guardrail.scorer.score_many([example])))
        found.append((example, verdict, guardrail.check(**each)))
    return found


def in_csv(guardrail: Guardrail, **options: Any) -> str:
    stream = io.StringIO()
    writer = CsvWriter(stream, guardrail.scorer.profile, **{"every": True, **options})
    for example, verdict, _ in rows(guardrail):
        writer.write(verdict, example)
    writer.write(Verdict(id="bad", status="error", reason="answers.jsonl:4: not JSON"))
    writer.close()
    return stream.getvalue()


def test_it_has_what_the_guardrail_says(guardrail: Guardrail) -> None:
    *found, bad = csv.DictReader(io.StringIO(in_csv(guardrail)))
    for line, (example, verdict, decision) in zip(found, rows(guardrail), strict=True):
        assert line["decision"] == DECISIONS[decision.action]
        assert line["explanation"] == decision.reason or line["explanation"][0] == "'"
        assert line["score"] == ("" if verdict.score is None else str(verdict.score))
        assert example.answer in line["answer"]
    assert [line["decision"] for line in found[:2]] == ["send", "hold"]
    assert found[0]["page"] in {page.title or page.id for page in rows(guardrail)[0][0].context}
    assert list(found[0]) == columns(guardrail.scorer.profile)
    assert (bad["decision"], bad["explanation"]) == ("review", "answers.jsonl:4: not JSON")


def test_no_cell_of_a_table_is_a_formula(guardrail: Guardrail) -> None:
    for line in csv.reader(io.StringIO(in_csv(guardrail))):
        for cell in line:
            assert not cell.startswith(("=", "@", "+", "\t")), cell
            if cell.startswith("-"):
                float(cell)
    last = list(csv.DictReader(io.StringIO(in_csv(guardrail))))[2]
    assert (last["id"], last["question"], last["answer"]) == ("'-2a", f"'{BOMB}", f"'{BOMB}")


def test_another_sign_is_for_an_excel_that_is_dutch(guardrail: Guardrail) -> None:
    text = in_csv(guardrail, delimiter=";")
    assert text.startswith("\ufeffid;score;decision;")
    plain = in_csv(guardrail)
    # 3.12 would be the twelfth of March there
    dutch = list(csv.DictReader(io.StringIO(text[1:]), delimiter=";"))
    numbers = ("score", "base_score", *guardrail.scorer.profile.features.use)
    assert any("," in line["score"] for line in dutch)
    for line in dutch:
        assert "." not in "".join(line[name] for name in numbers)
        line.update({name: line[name].replace(",", ".") for name in numbers})
    assert dutch == list(csv.DictReader(io.StringIO(plain)))


def test_no_row_of_a_table_begins_within_a_cell() -> None:
    # pandas does not quote a bare carriage return, behind which Excel begins a row, and a cell
    assert safe_cell("klik\r=1") == "klik\n=1"
    assert safe_cell("\r=1") == "'\n=1"
    assert safe_cell("a\r\nb") == "a\nb"


def test_a_workbook_has_the_same_as_text(guardrail: Guardrail) -> None:
    stream = io.BytesIO()
    writer = XlsxWriter(stream, guardrail.scorer.profile, every=True)
    for example, verdict, _ in rows(guardrail):
        writer.write(verdict, example)
    writer.write(Verdict(id="odd", status="error", reason="a\x00b\ud800" + "x" * 40_000))
    writer.close()
    sheet = openpyxl.load_workbook(stream).active
    head, *lines = sheet.iter_rows()
    assert [cell.value for cell in head] == columns(guardrail.scorer.profile)
    assert sheet.freeze_panes == "B2"
    assert lines[2][4].value == lines[2][5].value == BOMB
    assert {cell.data_type for line in lines for cell in line} <= {"s", "inlineStr", "n"}
    assert lines[0][1].data_type == "n"  # stars can be sorted
    assert lines[0][1].number_format == "0.00"  # and are shown with two places
    assert lines[3][3].value.startswith("a\ufffdb\ufffdxx")


def test_a_frame_has_the_columns_and_the_cells_of_the_csv(guardrail: Guardrail) -> None:
    found = rows(guardrail)[:2]
    profile = guardrail.scorer.profile
    frame = truthscore.to_frame(
        (verdict for _, verdict, _ in found), profile, [example for example, _, _ in found]
    )
    lines = list(csv.DictReader(io.StringIO(in_csv(guardrail))))[:2]
    assert list(frame.columns) == list(lines[0])
    for name in ("score", "decision", "explanation", "question", "answer", "page", "signature"):
        assert [str(cell) for cell in frame[name]] == [line[name] for line in lines]
    alone = truthscore.to_frame([found[1][1]], "grounded")
    assert alone.loc[0, "decision"] == "hold"
    assert alone.loc[0, "question"] is None


def test_a_frame_of_rows_gets_decision_stars_and_reason() -> None:
    page = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
    frame = pandas.DataFrame(
        {
            "vraag": ["Hoe groot mogen de bijlagen zijn?"] * 3,
            "reply": [page, "De bijlagen mogen samen niet groter zijn dan 25 MB.", None],
            "bron": [page, page, None],
            "other": [1, 2, 3],
        },
        index=["a", "b", "c"],
    )
    found = truthscore.score_frame(frame, mapping={"answer": "reply"})
    assert list(found.columns) == ["decision", "stars", "reason"]
    assert list(found.index) == ["a", "b", "c"]
    assert list(found["decision"][:2]) == ["send", "review"]
    assert found.loc["a", "stars"] > 4 > found.loc["b", "stars"]
    assert "25 MB" in found.loc["b", "reason"]
    assert pandas.isna(found.loc["c", "stars"])
    with pytest.raises(truthscore.InputError, match="row 0: field 'answer' is missing"):
        truthscore.score_frame(pandas.DataFrame({"vraag": ["?"]}))


def test_a_support_lead_gets_eight_columns_in_the_language_of_the_answers(
    guardrail: Guardrail,
) -> None:
    *found, bad = csv.DictReader(io.StringIO(in_csv(guardrail, every=False)))
    assert list(found[0]) == [
        "Besluit", "Sterren", "Waarom", "Vraag", "Antwoord", "Pagina", "Wat daar staat", "Nummer"
    ]  # fmt: skip
    assert [line["Besluit"] for line in found[:2]] == ["versturen", "tegenhouden"]
    assert all(line["Wat daar staat"] and line["Pagina"] for line in found[:2])
    for line, (example, verdict, decision) in zip(found, rows(guardrail), strict=True):
        assert line["Waarom"] in (decision.reason, f"'{decision.reason}")
        assert example.answer in line["Antwoord"]
        assert verdict.score is None or float(line["Sterren"]) <= verdict.score
    assert bad["Waarom"] == "answers.jsonl:4: not JSON"
    assert "Decision" in in_csv_of(guardrail, "en").splitlines()[0]


def in_csv_of(guardrail: Guardrail, lang: str) -> str:
    stream = io.StringIO()
    writer = CsvWriter(stream, guardrail.scorer.profile)
    writer.write(Verdict(id="a", status="not_scored", reason="no_context", lang=lang))
    return stream.getvalue()


def test_a_workbook_sums_up_first_and_colours_what_is_done(guardrail: Guardrail) -> None:
    stream = io.BytesIO()
    writer = XlsxWriter(stream, guardrail.scorer.profile)
    for example, verdict, _ in rows(guardrail):
        writer.write(verdict, example)
    writer.close()
    book = openpyxl.load_workbook(stream)
    assert book.sheetnames == ["Samenvatting", "Antwoorden"]
    summary = {row[0]: row[1:] for row in book["Samenvatting"].iter_rows(values_only=True)}
    assert summary["versturen"][:2] == (1, pytest.approx(1 / 3))
    assert summary["Profiel"][0] == "grounded"
    assert "een knop, menu of veld dat nergens staat" in summary
    sheet = book["Antwoorden"]
    assert sheet.auto_filter.ref == "A1:H1"
    assert sheet.freeze_panes == "B2"
    shown = [sheet.cell(row, 1) for row in (2, 3)]
    assert [cell.value for cell in shown] == ["versturen", "tegenhouden"]
    assert [cell.fill.fgColor.rgb[2:] for cell in shown] == [COLOURS["send"], COLOURS["hold"]]
    assert sheet.cell(2, 2).number_format == "0.0"


def test_an_empty_run_writes_a_workbook_too(guardrail: Guardrail) -> None:
    stream = io.BytesIO()
    XlsxWriter(stream, guardrail.scorer.profile).close()
    assert openpyxl.load_workbook(stream).active["A1"].value == "Decision"


def test_a_table_for_a_terminal_begins_with_what_is_done(guardrail: Guardrail) -> None:
    stream = io.StringIO()
    writer = TableWriter(stream, guardrail.scorer.profile)
    for example, verdict, _ in rows(guardrail):
        writer.write(verdict, example)
    writer.close()
    head, _, sent, held, *_ = stream.getvalue().splitlines()
    assert head.split() == ["Besluit", "Sterren", "Nummer", "Waarom"]
    assert sent.startswith("versturen ")
    assert held.startswith("tegenhouden ")
    assert "Salarisrun" in held


def test_every_cause_has_a_few_words() -> None:
    for code in texts.languages():
        assert set(texts.load(code).causes) == set(CAUSES)
