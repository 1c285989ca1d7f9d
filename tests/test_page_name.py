"""A page without a name is called as its text begins; two of them are never one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_cli import call
from truthscore.evaluate import documents
from truthscore.evaluate.compare import MIN_PAIRS
from truthscore.evaluate.rated import from_verdict
from truthscore.example import example_from
from truthscore.page_name import LONGEST, over_rows, page_name
from truthscore.rate import items, views
from truthscore.report.answers_page import AnswersPage
from truthscore.scorer import TruthScorer
from truthscore.types import ContextDocument, Example, Verdict
from truthscore.wording import told

RETURNS = "# Retourneren\n\nU kunt een bestelling binnen 30 dagen terugsturen."
LINK = "Wachtwoord vergeten\nDe link in de e-mail is 24 uur geldig."
#: (Question, answer, the one page as a bare text): in each a number that its page speaks against.
LIES = (
    ("Hoe lang heb ik om iets terug te sturen?", "U kunt een bestelling binnen 60 dagen "
     "terugsturen.", RETURNS),
    ("Hoe lang is de link geldig?", "De link in de e-mail is 48 uur geldig.", LINK),
)  # fmt: skip


@pytest.fixture(scope="module")
def scored() -> list[tuple[Example, Verdict]]:
    scorer = TruthScorer.load("grounded")
    examples = [
        example_from({"question": asked, "answer": said, "context": page}, default_id=f"row{place}")
        for place, (asked, said, page) in enumerate(LIES)
    ]
    return list(zip(examples, scorer.score_many(examples), strict=True))


@pytest.mark.parametrize(
    ("id_", "title", "text", "name"),
    [
        ("doc1", "", RETURNS, "Retourneren"),
        ("doc2#2", "", "\n\n**Verlof**\ntekst", "Verlof"),
        ("doc1", "Bijlagen", RETURNS, "Bijlagen"),
        ("verlof", "", RETURNS, "verlof"),
        ("document1", "", RETURNS, "document1"),
        ("doc1", "", " \n\n", "doc1"),
        ("doc1", "", "Een twee drie " * 9, "Een twee drie " * 4 + "Een …"),
        ("doc1", "", "x" * 99, "x" * LONGEST + " …"),
    ],
)
def test_a_page_is_called_by_what_it_has(id_: str, title: str, text: str, name: str) -> None:
    assert page_name(ContextDocument(id=id_, title=title, text=text)) == name


def test_over_many_rows_an_id_by_place_is_no_name() -> None:
    assert over_rows("doc1", "Retourneren") == "Retourneren"
    assert over_rows("verlof", "Verlof aanvragen") == "verlof"


def test_a_reason_names_the_page(scored: list[tuple[Example, Verdict]]) -> None:
    (returns, verdict), _ = scored
    assert any("“Retourneren” zegt “30 dagen”" in each for each in told(returns, verdict))


def test_the_report_counts_two_bare_texts_as_two_pages(
    scored: list[tuple[Example, Verdict]],
) -> None:
    page = AnswersPage("answers.csv")
    for example, verdict in scored:
        assert verdict.score is not None
        assert verdict.score < 3.0
        page.add(example, verdict, "review")
    made = page.render()
    assert 'data-to="Retourneren"' in made
    assert 'data-to="Wachtwoord vergeten"' in made
    assert 'data-document="|Retourneren|"' in made
    assert "doc1" not in made


def test_the_feedback_counts_two_bare_texts_as_two_pages(
    scored: list[tuple[Example, Verdict]],
) -> None:
    rows = [
        from_verdict(
            verdict, {}, documents=[(page.id, page_name(page)) for page in example.context]
        )
        for example, verdict in scored
    ]
    found = documents.of_rated(rows)
    assert {each.title: each.answers for each in found.documents} == {
        "Retourneren": 1, "Wachtwoord vergeten": 1,
    }  # fmt: skip


def test_raters_see_two_bare_texts_as_two_pages_and_no_line_twice() -> None:
    long = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
    found = items.of(
        example_from({"question": "Hoe?", "answer": "Zo.", "context": page}, default_id=page[:9])
        for page in (RETURNS, LINK, long)
    )
    pages = [page for item in found.values() for page in item.pages]
    assert pages[:2] == ["Retourneren", "Wachtwoord vergeten"]
    assert len(set(pages)) == 3
    assert [views.title_over(item.example.context[0]) for item in found.values()] == ["", "", ""]
    assert views.title_over(ContextDocument(id="verlof", text=long)) == "verlof"


def test_two_versions_are_compared_by_page_where_pages_are_bare_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for version in ("before", "after"):
        path = tmp_path / f"{version}.jsonl"
        rows = [
            {"id": f"r{at}", "question": asked, "answer": said, "context": page}
            for at, (asked, said, page) in enumerate(LIES * MIN_PAIRS)
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        paths.append(str(path))
    code, out, _ = call(capsys, "compare", *paths, "-p", "grounded", "--json")
    assert code == 0
    assert set(json.loads(out)["by_page"]) == {"Retourneren", "Wachtwoord vergeten"}


def test_explain_names_the_page_of_a_passage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, said, page = LIES[0]
    path = tmp_path / "answers.jsonl"
    path.write_text(
        json.dumps({"id": "a", "question": asked, "answer": said, "context": page}), "utf-8"
    )
    code, out, _ = call(capsys, "explain", str(path), "--id", "a", "-p", "grounded")
    assert code == 0
    assert "Retourneren: " in out
    assert "doc1" not in out


def test_the_fault_of_an_answer_names_the_page_that_it_had(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, said, _ = LIES[0]
    page = "Onze winkel\nU kunt een bestelling binnen 30 dagen terugsturen."
    path, pages = tmp_path / "answers.jsonl", tmp_path / "help"
    pages.mkdir()
    (pages / "bezorgen.md").write_text("# Bezorgen\n\nWij bezorgen op maandag.", "utf-8")
    path.write_text(
        json.dumps({"id": "a", "question": asked, "answer": said, "context": page}), "utf-8"
    )
    args = (str(path), "-p", "grounded", "--pages", str(pages))
    code, out, _ = call(capsys, "fault", *args)
    assert code == 0
    assert re.search(r"^a +model +Onze winkel +Hoe lang", out, re.MULTILINE)
    report = tmp_path / "report.html"
    assert call(capsys, "score", *args, "-q", "--report", str(report))[0] == 0
    assert "doc1" not in report.read_text("utf-8")
