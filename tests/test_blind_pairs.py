"""Help pages with a question, a true answer and a lie, all written without looking at any score.

`blind_pairs.jsonl` has sixteen sets of our own, in the manner of chatbots: whole answers, plain
and subtle untruths, and true answers without a lie that are told in other words than the page's.
Each set was scored first when it was finished; what that showed was worked on since, so what is
seen now is no held-out figure. `holds` and `seen` say what is told apart today; what is not is a
strict xfail, so that a change that mends it shows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.asked import marked, stars
from truthscore import TruthScorer

HERE = Path(__file__).parent
PAGES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (HERE / "blind_pairs.jsonl").read_text(encoding="utf-8").splitlines()
]
ROWS: list[dict[str, Any]] = [
    {"lang": page["lang"], "page": page["page"], **row} for page in PAGES for row in page["rows"]
]

LIES = [row for row in ROWS if "lie" in row]


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer"), [marked(row, "true", "holds") for row in ROWS]
)
def test_the_true_answer_is_not_called_a_lie(
    grounded: TruthScorer, lang: str, page: str, question: str, answer: str
) -> None:
    assert stars(grounded, lang, page, question, answer) >= 3.0


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer"), [marked(row, "lie", "seen") for row in LIES]
)
def test_the_lie_is_seen(
    grounded: TruthScorer, lang: str, page: str, question: str, answer: str
) -> None:
    assert stars(grounded, lang, page, question, answer) < 3.0


def test_the_readme_counts_them() -> None:
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    holds = len([row for row in ROWS if row["holds"]])
    seen = len([row for row in LIES if row["seen"]])
    counted = f"{holds} of {len(ROWS)} true answers at 3 or above, {seen} of {len(LIES)} lies below"
    assert counted in " ".join(readme.split())
