"""The shortest pages with one fact, a true answer and a plain lie: the customer's daily questions.

`minimal_pairs.jsonl`, one pair a line, each on a page with other sentences around; golden verdicts
of `grounded` with the real pipelines. `holds` and `seen` say what it tells now: a change is
shown either way.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.asked import around, marked, stars
from truthscore import TruthScorer

HERE = Path(__file__).parent
ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (HERE / "minimal_pairs.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer"), [marked(row, "true", "holds") for row in ROWS]
)
def test_the_true_answer_is_not_called_a_lie(
    grounded: TruthScorer, lang: str, page: str, question: str, answer: str
) -> None:
    assert stars(grounded, lang, around(lang, page), question, answer) >= 3.0


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer"), [marked(row, "lie", "seen") for row in ROWS]
)
def test_the_lie_is_seen(
    grounded: TruthScorer, lang: str, page: str, question: str, answer: str
) -> None:
    assert stars(grounded, lang, around(lang, page), question, answer) < 3.0


def test_the_readme_counts_them() -> None:
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    holds = len([row for row in ROWS if row["holds"]])
    seen = len([row for row in ROWS if row["seen"]])
    counted = f"({len(ROWS)} pairs, {holds} true answers at 3 or above and {seen} lies below;"
    assert counted in " ".join(readme.split())
