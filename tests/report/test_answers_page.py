"""The page of answers: findings at their place, passages beside them, safe and offline."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_cli import LIE, TRUE, call
from truthscore.report import answers_page
from truthscore.report.answers_page import AnswersPage, card
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
    assert "".join(piece.text for piece in made.pieces) == EXAMPLE.answer
    by_text = {piece.text: (piece.classes, piece.findings) for piece in made.pieces}
    assert by_text["Opslaan"] == ("unsupported missing", "0 1")  # the smallest finding first
    assert by_text["5"] == ("contradicts", "2")
    assert made.findings[2].before == "Het kost "
    assert (made.findings[2].match, made.findings[2].after) == ("7", " euro per maand.")
    assert made.concerns == ("components_defined", "statements", "numbers")


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
    assert re.search(r'class="[^"]*missing"[^>]*>(?:\s*)Direct', text)
    code, _, err = call(capsys, "score", str(rows), "--report", "/proc/none/x.html", "-q")
    assert code == 2
    assert "cannot be written" in err


def test_only_the_lowest_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers_page, "MOST", 3)
    page = AnswersPage("x.jsonl")
    for score in (4.0, 2.0, None, 5.0, 1.0, 3.0):
        page.add(EXAMPLE, verdict(score))
    text = page.render()
    assert "6 answers; the 3 lowest-scored are shown" in text
    assert re.findall(r"<b>(\d\.\d\d)</b>", text) == ["1.00", "2.00", "3.00"]
