"""Pages that low answers rest on: what counts for a page, and how much."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.cli.test_cli import call
from truthscore.evaluate.documents import ENOUGH, USUAL, PageAnswer, feedback


def answers(page: str, low: int, of: int, wording: str = "hoe") -> list[PageAnswer]:
    return [
        PageAnswer(id=f"{page}{wording}{at}", score=1.0 if at < low else 5.0, pages=(page,),
                   wording=wording)
        for at in range(of)
    ]  # fmt: skip


def test_three_of_three_are_not_worse_than_thirty_of_forty() -> None:
    rows = [*answers("small", 3, 3), *answers("large", 30, 40), *answers("fine", 5, 57)]
    found = feedback(rows, {"large": "Groot"})
    assert [each.id for each in found.documents] == ["large", "small", "fine"]
    large, small, _ = found.documents
    assert (large.title, large.enough, small.enough) == ("Groot", True, False)
    assert large.usual == pytest.approx(8 / 60)
    assert large.extra == pytest.approx(30 - 40 * 8 / 60)
    assert small.share == pytest.approx((3 + USUAL * 35 / 97) / (3 + USUAL))
    assert large.worst == ("largehoe0", "largehoe1", "largehoe10")
    assert sum(each.answers for each in found.documents) >= ENOUGH


def test_the_same_page_by_the_wording_of_the_question() -> None:
    rows = [*answers("p", 5, 6, "kan ik"), *answers("p", 0, 6, "hoe"), *answers("p", 0, 2, "wat")]
    [page] = feedback(rows, {}).documents
    assert [(each.pattern, each.answers) for each in page.wordings] == [("kan ik", 6), ("hoe", 6)]
    assert page.wordings[0].mean_score == pytest.approx(10 / 6)
    assert page.wordings[0].words == ()  # without the questions


def test_a_wording_is_shown_in_the_words_of_the_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who writes pages reads no regular expressions."""
    asked = ["Hoe groot mag een bijlage zijn?"] * 5 + ["Mag een bijlage groot zijn?"] * 5
    good, bad = "Een bijlage mag 10 MB zijn.", "Een bijlage mag 25 MB zijn. Klik op **Zenden**."
    said = [good] * 5 + [bad] * 5
    rows = [
        {"id": f"r{at}", "question": question, "answer": answer, "lang": "nl",
         "context": [{"id": "bijlagen", "text": "Een bijlage mag 10 MB zijn."}]}
        for at, (question, answer) in enumerate(zip(asked, said, strict=True))
    ]  # fmt: skip
    source, scored = tmp_path / "answers.jsonl", tmp_path / "scored.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert call(capsys, "score", str(source), "-p", "grounded", "-o", str(scored), "-q")[0] == 0
    page = tmp_path / "pages.html"
    args = ("documents", str(scored), "--answers", str(source), "-o", str(page))
    code, out, _ = call(capsys, *args)
    assert code == 0
    assert re.search(r"^ +mag: [12]\.\d\d stars in 5\n +hoe.*: [45]\.\d\d stars in 5$", out, re.M)
    assert "“mag”" in page.read_text("utf-8")
    assert "(?" not in page.read_text("utf-8")


def test_a_page_beside_is_not_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = [
        {"id": "bijlagen", "title": "Bijlagen", "text": "Een bijlage mag 10 MB zijn."},
        {"id": "verlof", "title": "Verlof", "text": "Verlof vraagt u aan bij uw leidinggevende."},
    ]
    rows = [
        {"id": f"r {at}/é", "question": "Hoe groot mag een bijlage zijn?", "context": pages,
         "answer": f"Een bijlage mag 25 MB zijn. Klik op de knop **Zenden {at}**.", "lang": "nl"}
        for at in range(3)
    ]  # fmt: skip
    source, scored = tmp_path / "answers.jsonl", tmp_path / "scored.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    page, report = tmp_path / "for writers" / "pages.html", tmp_path / "report é.html"
    page.parent.mkdir()
    args = ("score", str(source), "-p", "grounded", "-o", str(scored), "-q")
    assert call(capsys, *args, "--report", str(report))[0] == 0
    args = ("documents", str(scored), "--answers", str(source), "--json")
    code, _, err = call(capsys, *args, "--report", str(report))
    assert code == 2
    assert "give both" in err
    code, _, err = call(capsys, *args, "-o", str(page), "--report", str(tmp_path / "none.html"))
    assert code == 2
    assert "none.html: is not there; expected the page of `truthscore score --report`" in err
    args = (*args, "-o", str(page), "--report", str(report))
    code, out, _ = call(capsys, *args)
    assert code == 0
    [found] = json.loads(out)["documents"]
    assert (found["id"], found["title"], found["low"]) == ("bijlagen", "Bijlagen", 3)
    assert ["Zenden 0", 1] in found["invented"]
    text = page.read_text("utf-8")
    assert "Hoe groot mag een bijlage zijn?" in text
    assert "Verlof" not in text
    for link in re.findall(r'<a href="(.*?)"', text):
        address, _, place = unquote(link).partition("#")
        target = (page.parent / address).resolve()
        assert target == report.resolve()
        assert f'id="{place}"' in target.read_text("utf-8")
    assert text.count("<a href=") == 3


def test_a_table_of_a_support_lead_names_its_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ids in a column of another name, and pages that are bare texts."""
    table = tmp_path / "antwoorden.csv"
    table.write_text(
        "Nr;Vraag;Antwoord;Bron\n"
        '7;Hoe groot mag een bijlage zijn?;Een bijlage mag 25 MB zijn.;"Bijlagen\n'
        'Een bijlage mag 10 MB zijn."\n'
        '8;Wanneer is de balie open?;De balie is om 8:00 uur open.;"Balie\n'
        'De balie is om 9:00 uur open."\n',
        encoding="utf-8-sig",
    )
    scored = tmp_path / "scored.jsonl"
    args = ("score", str(table), "--map", "id=Nr", "-p", "grounded", "-o", str(scored), "-q")
    assert call(capsys, *args)[0] == 0
    args = ("documents", str(scored), "--answers", str(table), "--json")
    code, _, err = call(capsys, *args)
    assert code == 2
    assert "antwoorden.csv: no row has the id of a line of" in err
    assert "--map id=NAME" in err
    code, out, _ = call(capsys, *args, "--map", "id=Nr")
    assert code == 0
    assert {each["id"] for each in json.loads(out)["documents"]} == {"Bijlagen", "Balie"}


def test_pages_without_ids_are_not_thrown_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """ "doc1" of two rows is two pages; without the rows they cannot be told apart."""
    pages = ["Bijlagen\nEen bijlage mag 10 MB zijn.", "Balie\nDe balie is om 9:00 uur open."]
    said = ["Een bijlage mag 25 MB zijn.", "De balie is om 8:00 uur open."]
    rows = [
        {"id": str(at), "question": "Hoe zit dat?", "context": [pages[at]], "answer": said[at]}
        for at in range(2)
    ]
    source, scored = tmp_path / "answers.jsonl", tmp_path / "scored.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert call(capsys, "score", str(source), "-p", "grounded", "-o", str(scored), "-q")[0] == 0
    code, out, err = call(capsys, "documents", str(scored), "--json")
    assert code == 0
    assert json.loads(out)["documents"] == []
    assert "of 2 answers, pages came without an id, as 'doc1'" in err
    code, out, err = call(capsys, "documents", str(scored), "--answers", str(source), "--json")
    assert code == 0
    assert {each["id"] for each in json.loads(out)["documents"]} == {"Bijlagen", "Balie"}
    assert "doc1" not in err
