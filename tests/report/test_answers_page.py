"""The page of answers: findings at their place, passages beside them, safe and offline."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.test_cli import LIE, TRUE, call
from truthscore import TruthScorer
from truthscore.report import answers_page
from truthscore.report import page_text as texts_of_pages
from truthscore.report.answers_page import AnswersPage
from truthscore.report.card import card
from truthscore.types import ContextDocument, Evidence, Example, Measurement, Span, Verdict

EXAMPLE = Example(
    id="a", question="Kan dit?", answer="Klik op Opslaan. Dat kost 5 euro.",
    context=(ContextDocument(id="p", title="Pagina", text="Het kost 7 euro per maand."),),
)  # fmt: skip


def verdict(score: float | None = 2.0, **features: Measurement) -> Verdict:
    return Verdict(id="a", status="scored", score=score, features=features)


def found(role: str, start: int, end: int, match: Span | None = None) -> Measurement:
    span = Span(source="answer", start=start, end=end)
    evidence = (Evidence(span=span, role=role, label="x", match=match),)  # type: ignore[arg-type]
    return Measurement(value=0.5, raw=1.0, evidence=evidence)


def test_the_pieces_are_the_answer_cut_at_the_findings() -> None:
    made = card(
        EXAMPLE,
        verdict(
            components_defined=found("missing", 8, 15),
            statements=found("unsupported", 0, 16),
            numbers=found("contradicts", 26, 27, Span(source="p", start=9, end=10)),
        ),
    )
    [line] = made.lines
    assert "".join(piece.text for piece in line.pieces) == EXAMPLE.answer
    by_text = {piece.text: (piece.classes, piece.findings, piece.ends) for piece in line.pieces}
    assert by_text["Opslaan"] == ("unsupported missing", "1 2", "1")  # the smallest finding first
    assert by_text["."] in [("unsupported", "2", "2"), ("", "", "")]
    assert by_text["5"] == ("contradicts", "3", "3")
    [number] = [each for each in made.findings if each.number == 3]
    assert (number.before, number.match, number.after) == ("Het kost ", "7", " euro per maand.")
    assert number.source == "Pagina"


def test_markdown_is_rendered_and_a_colour_lies_on_its_characters() -> None:
    answer = (
        "# Zo\n\n1. Klik op **Op<b>slaan**.\n2. Dat `kost` 5 euro.\n\n<script>alert(1)</script>"
    )
    at = answer.index("Op<b>slaan")
    example = replace(EXAMPLE, answer=answer)
    found_ = found("missing", at - 2, at + len("Op<b>slaan**"))  # the signs are found with it
    page = AnswersPage("x", lang="nl")
    page.add(example, verdict(components_defined=found_), "hold")
    text = page.render()
    assert '<div class="heading l1">Zo</div>' in text
    assert (
        '<div class="item l0 apart"><span class="mark">1.</span>Klik op <span role="button"' in text
    )
    assert re.search(
        r'class="bold missing" data-find="1" data-ends="1"[^>]*>Op&lt;b&gt;slaan</span>\.', text
    )
    assert '<span class="code">kost</span>' in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert text.count("<script>") == 1


def test_the_worst_finding_is_shown_before_anybody_clicks_with_a_passage_beside_it() -> None:
    made = card(
        EXAMPLE,
        verdict(
            statements=found("unsupported", 0, 16),
            numbers=found("contradicts", 26, 27, Span(source="p", start=9, end=10)),
            components_defined=found("missing", 8, 15),
        ),
    )
    shown = [(each.role, each.match) for each in made.findings if each.worst]
    assert shown == [("missing", ""), ("contradicts", "7")]
    assert [each.worst for each in made.findings] == [True, True, False]


def test_the_overview_counts_every_answer_and_speaks_the_language_of_most() -> None:
    page = AnswersPage("x.jsonl")
    for score, decision, lang in ((1.2, "hold", "nl"), (4.6, "send", "nl"), (None, "review", "en")):
        evidence = found("contradicts", 26, 27, Span(source="p", start=9, end=10)).evidence
        against = (replace(evidence[0], rule="value.other"),) if score == 1.2 else ()
        measured = Measurement(value=0.5, raw=1.0, evidence=against)
        page.add(EXAMPLE, replace(verdict(score, numbers=measured), lang=lang), decision)
    text = page.render()
    assert '<html lang="nl">' in text
    assert "3 antwoorden" in text
    assert "2 met sterren, 1 zonder sterren" in text
    assert re.search(r"tegenhouden <b>33 %</b>", text)
    assert re.search(r'data-to="value">Getal, datum of bedrag</button>.*?1 antwoord<', text)
    assert re.search(r'data-to="p">Pagina</button>.*?1 van 1 onder 3 sterren', text)
    english = AnswersPage("x.jsonl", lang="en")
    english.add(EXAMPLE, verdict(2.0), "review")
    assert "Are these answers true?" in english.render()


def test_the_command_writes_a_page_that_needs_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    evil = {
        **LIE,
        "id": "evil",
        "question": "<script>alert(1)</script>",
        "answer": "<script>alert(1)</script> <img src=x onerror=y>",
    }
    rows.write_text("".join(json.dumps(row) + "\n" for row in (TRUE, LIE, evil)))
    code, out, _ = call(capsys, "score", str(rows), "--report", str(page), "-p", "grounded", "-q")
    assert code == 0
    assert len(out.splitlines()) == 3
    text = page.read_text(encoding="utf-8")
    assert text.index('data-stars="1"') < text.index('data-stars="5"')  # the worst first
    assert text.count("<script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert not re.search(r'(?:src|href)\s*=\s*"', text)
    assert re.search(r'class="[^"]*\bmissing\b[^"]*"[^>]*>(?:\s*)Direct', text)
    code, _, err = call(capsys, "score", str(rows), "--report", "/proc/none/x.html", "-q")
    assert code == 2
    assert "cannot be written" in err


def test_only_the_lowest_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers_page, "MOST", 3)
    page = AnswersPage("x.jsonl")
    for score in (4.0, 2.0, None, 5.0, 1.0, 3.0):
        page.add(EXAMPLE, verdict(score))
    text = page.render()
    assert "The 3 lowest of 6 answers are listed below, and the filters count those." in text
    assert re.findall(r'<b class="stars">(\d\.\d) ★</b>', text) == ["1.0", "2.0", "3.0"]
    assert [int(each) for each in re.findall(r"%\"></i><b>(\d)</b>", text)] == [1] * 6  # of all
    options = re.findall(r'<option value="(\d)">★+ \((\d)\)', text)  # of those listed
    assert options == [("1", "1"), ("2", "1"), ("3", "1"), ("4", "0"), ("5", "0")]


LEAVE = ContextDocument(
    id="verlof",
    title="Verlof",
    text="# Verlof\n\nU krijgt **25 dagen** verlof per jaar.\n\n- Klaar.",
)  # fmt: skip
ANSWERED = Example(
    id="b", question="Hoeveel verlof?", answer="U krijgt 30 dagen verlof per jaar. Fijne dag!",
    context=(LEAVE,), lang="nl",
)  # fmt: skip


def judged(grounded: TruthScorer) -> str:
    """The page of one answer that tells another number than its page."""
    page = AnswersPage("x.jsonl")
    [found] = grounded.score_many([ANSWERED])
    page.add(ANSWERED, found, "review", "Getal: de pagina zegt anders.")
    return page.render()


def test_the_sentences_are_coloured_and_the_page_is_there_with_its_passage(
    grounded: TruthScorer,
) -> None:
    text = judged(grounded)
    assert re.search(
        r'<span class="decided review">iemand laten kijken</span>\s*<b class="stars">', text
    )
    assert text.index('class="decided') < text.index('<b class="stars">')
    assert re.search(r'class="[^"]*v-contradicted"[^>]*data-st="1"', text)
    [page] = re.findall(r'<div id="page-(\w+)">', text)
    shown = re.findall(rf'<div id="page-{page}">([^<]*)</div>', text)[0]
    assert shown == "Verlof\n\nU krijgt 25 dagen verlof per jaar.\n\n• Klaar."
    passage = re.findall(
        rf'data-n="\d+" data-page="{page}" data-title="Verlof" data-from="(\d+)" data-to="(\d+)"',
        text,
    )
    assert "25 dagen" in {shown[int(start) : int(end)] for start, end in passage}


def test_a_dutch_page_has_no_rule_feature_or_english_before_its_folds(
    grounded: TruthScorer,
) -> None:
    text = re.sub(r"<details.*?</details>", "", judged(grounded), flags=re.DOTALL)
    body = text[text.index("<body>") : text.index("<script>")]
    words = re.sub(r"<[^>]*>", " ", body)
    assert not re.search(
        r"value\.other|numbers|statements|rouge|new_words|contradict|send|hold", words
    )


def test_pages_are_left_out_when_there_is_too_much_of_them(
    grounded: TruthScorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts_of_pages, "MOST_PAGES", 10)
    text = judged(grounded)
    assert '<div id="page-' not in text
    assert "U krijgt 25 dagen verlof per jaar" in text  # the passage is there
