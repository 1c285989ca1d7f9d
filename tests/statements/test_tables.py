"""A sentence told from a table: the row and the column of a cell are said with it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from truthscore.scorer import TruthScorer
from truthscore.types import Verdict

TABLES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("tables.toml").read_text(encoding="utf-8")
)["table"]
LANGUAGES = ("nl", "en")


def judged(scorer: TruthScorer, row: dict[str, str], answer: str) -> Verdict:
    return scorer.score(question=row["question"], answer=answer, context=[row["page"]])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("table", TABLES, ids=[each["shape"] for each in TABLES])
def test_a_true_row_may_be_sent_and_one_with_another_row_s_cell_may_not(
    table: dict[str, Any], lang: str, grounded: TruthScorer
) -> None:
    row = table[lang]
    true, lie = (judged(grounded, row, row[name]) for name in ("true", "lie"))
    assert {each.verdict for each in true.statements} <= {"supported", "no_claim"}
    assert (true.score or 0) >= 4.0
    assert any(each.verdict in ("not_found", "contradicted") for each in lie.statements)
    assert (lie.score or 0) < 4.0


COLUMNS = {
    "nl": {
        "page": "| Pakket | Inbegrepen | Niet inbegrepen |\n|---|---|---|\n"
        "| Basis | wifi | ontbijt |\n| Luxe | ontbijt | parkeren |",
        "question": "Is ontbijt inbegrepen bij Basis?",
        "lie": "Bij Basis is ontbijt inbegrepen.",
    },
    "en": {
        "page": "| Package | Included | Not included |\n|---|---|---|\n"
        "| Basic | wifi | breakfast |\n| Luxury | breakfast | parking |",
        "question": "Is breakfast included with Basic?",
        "lie": "With Basic breakfast is included.",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_name_of_a_column_may_deny_its_cells(lang: str, grounded: TruthScorer) -> None:
    row = COLUMNS[lang]
    assert (judged(grounded, row, row["lie"]).score or 0) < 4.0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_cell_of_an_answer_s_table_is_told_of_its_row(lang: str, grounded: TruthScorer) -> None:
    page = TABLES[0][lang]["page"]
    asked = {"nl": "Wat kost verzenden?", "en": "What does shipping cost?"}[lang]
    row = {"page": page, "question": asked}
    first, second = (line.split("|")[2].strip() for line in page.splitlines()[2:])
    assert (judged(grounded, row, page).score or 0) >= 4.0
    assert (judged(grounded, row, page.replace(second, first)).score or 0) < 4.0
