"""Whose fault low answers are, on the page of answers: in figures, in a sentence, with the page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from tests.cli.test_cli import call
from tests.evaluate.test_fault import ANSWER, PAGES, QUESTION, TEXTS, rows
from truthscore.evaluate.fault import Library
from truthscore.report.answers_page import AnswersPage
from truthscore.report.card import blamed
from truthscore.types import ContextDocument, Example, Verdict

GIVEN = Example(id="m", question=QUESTION, answer=ANSWER, context=(PAGES["bijlagen"],))
MISSED = replace(GIVEN, id="r", context=(PAGES["pas"],))
UNKNOWN = replace(
    GIVEN, id="p", question="Welke printer past erbij?", answer="Elke printer met bluetooth past."
)


def page(*answers: tuple[Example, float | None], lang: str = "nl", pages: bool = True) -> str:
    library = Library(PAGES.values()) if pages else None
    made = AnswersPage("x.jsonl", lang=lang, library=library)
    for example, score in answers:
        made.add(example, Verdict(id=example.id, status="scored", score=score), "review")
    return unescape(made.render())


def test_each_low_answer_has_a_sentence_and_the_overview_counts_them() -> None:
    text = page((GIVEN, 1.5), (MISSED, 2.0), (UNKNOWN, 2.5))
    told = {
        name: " ".join(re.sub(r"<[^>]+>", "", sentence).split())
        for name, sentence in re.findall(r'<div class="blamed (\w+)"><p>(.*?)</p>', text)
    }
    assert told == {
        "model": "Waarschijnlijk het model: “bijlagen” geeft antwoord en was meegegeven, maar het "
        "antwoord zegt iets anders.",
        "retriever": "Waarschijnlijk de zoekfunctie: “bijlagen” geeft antwoord, maar het model "
        "kreeg die pagina niet.",
        "page": told["page"],
    }
    assert told["page"].startswith("Waarschijnlijk de pagina's: geen enkele geeft antwoord.")
    assert f"<mark>{TEXTS['bijlagen']}</mark>" in text  # of the page that was missed
    assert text.count('<div class="passage">') == 1
    assert "Van de 3 lage antwoorden" in text
    counted = re.findall(r'data-set="fault" data-to="(\w+)">[^<]+</button> <b>(\d+) %</b>', text)
    assert counted == [("model", "33"), ("retriever", "33"), ("page", "33")]


def test_only_low_answers_are_anybodys_fault() -> None:
    rated = replace(GIVEN, id="rated", rating=1.0)
    text = page((GIVEN, 4.0), (rated, None), (MISSED, None), (replace(GIVEN, rating=4.0), 3.0))
    assert re.findall(r'data-fault="(\w*)"', text) == ["", "", "model", ""]
    assert "Van 1 laag antwoord." in text
    assert "Geen antwoord is laag." in page((GIVEN, 4.0))


def test_without_pages_nothing_is_told() -> None:
    text = page((GIVEN, 1.5), (MISSED, 2.0), pages=False)
    assert "data-fault=" in text  # what the filter reads
    for part in (
        '<div class="blamed',
        'name="fault"',
        'data-set="fault"',
        "lage antwoorden liggen",
    ):
        assert part not in text


def test_a_page_is_named_by_its_title_or_its_heading_and_shown_as_text() -> None:
    evil = "# <img src=x onerror=alert(1)>\n\n" + TEXTS["bijlagen"]
    pages = {**PAGES, "bijlagen": ContextDocument(id="https://help/1", text=evil)}
    library = Library(pages.values())
    found = blamed(library, MISSED)
    assert (found.id, found.title) == ("https://help/1", "<img src=x onerror=alert(1)>")
    made = AnswersPage("x.jsonl", lang="en", library=library)
    made.add(MISSED, Verdict(id="r", status="scored", score=1.0))
    text = made.render()
    assert "<img" not in text
    assert "“&lt;img src=x onerror=alert(1)&gt;” answers the question" in text
    assert '<span class="dim">https://help/1</span>' in text


def test_a_question_without_words_is_the_fault_of_the_pages_without_a_name() -> None:
    text = page((replace(GIVEN, question="", answer="…", context=()), 1.0), lang="en")
    assert "Probably the pages: none answers the question. Write one.</p>" in text


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    help_pages = tmp_path / "help"
    help_pages.mkdir()
    for name, text in TEXTS.items():
        (help_pages / f"{name}.md").write_text(f"# Over {name}\n\n{text}\n", "utf-8")
    (help_pages / "oud.md").write_bytes(b"caf\xe9")
    log = rows(
        tmp_path / "log.jsonl",
        {"id": "r", "context": [{"id": "pas", "text": TEXTS["pas"]}], "rating": 1},
    )
    report = tmp_path / "report.html"
    usual = ("score", log, "-p", "grounded", "-q", "--report", str(report))
    code, plain, _ = call(capsys, *usual)
    assert code == 0
    code, out, err = call(capsys, *usual, "--pages", str(help_pages))
    assert (code, out) == (0, plain)  # the stars are those without pages
    assert "oud.md: is no UTF-8 (byte 3); read as windows-1252, --encoding says another" in err
    text = unescape(report.read_text("utf-8"))
    assert "“Over bijlagen” geeft antwoord, maar het model kreeg die pagina niet." in text
    code, out, err = call(capsys, "score", log, "--pages", str(help_pages))
    assert (code, out) == (2, "")
    assert "--pages adds to a page of --report: give both" in err
    code, out, err = call(capsys, *usual, "--pages", str(tmp_path / "none"))
    assert (code, out) == (2, "")
    assert "none: no such file or folder" in err


def test_the_pages_may_be_an_index_of_chunks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages, chunks = tmp_path / "pages.jsonl", tmp_path / "chunks"
    lines = [json.dumps({"id": name, "text": text}) + "\n" for name, text in TEXTS.items()]
    pages.write_text("".join(lines), "utf-8")
    assert call(capsys, "index", "--chunks", str(pages), "-o", str(chunks))[0] == 0
    log = rows(tmp_path / "log.jsonl", {"id": "r", "context": [TEXTS["pas"]]})
    told = [
        call(capsys, "fault", log, "--all", "--json", "--pages", str(each))
        for each in (pages, chunks)
    ]
    assert told[0] == told[1]
    assert json.loads(told[0][1])["page"] == "bijlagen"
