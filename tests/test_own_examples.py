"""The stars of our own help centre's answers: what its makers call true is not called a lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore import Example, TruthScorer, read_examples

RATED = Path(__file__).parent.parent / "examples" / "rated.jsonl"
#: Stars from which an answer is one that a person would send.
TRUE = 4.0
#: Leaves out an exception that its page has ("tenzij u ... hebt aangevinkt"): four stars from a
#: person, below three from us.
STRICTER = {"nl-044"}


@pytest.fixture(scope="module")
def scores() -> dict[str, float]:
    scorer = TruthScorer.load(
        "grounded", score_types="all", pipelines={"nl": "bundled", "en": "bundled"}
    )
    rows = [
        each
        for each in read_examples(RATED)
        if isinstance(each, Example) and each.rating is not None and each.rating >= TRUE
    ]
    return {
        row.id: verdict.score
        for row, verdict in zip(rows, scorer.score_many(rows), strict=True)
        if verdict.score is not None
    }


def test_a_true_answer_is_not_below_the_middle(scores: dict[str, float]) -> None:
    assert len(scores) > 30
    assert {name for name, score in scores.items() if score < 3.0} == STRICTER


def test_the_company_begins_with_grounded_and_sees_the_lie_that_paper_misses() -> None:
    """A company holds every sentence against its pages: a wrong number has fewer stars."""
    path = Path(__file__).parents[1] / "examples" / "company.toml"
    own = TruthScorer.load(path)
    assert own.profile.extends == "grounded"
    page = "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
    asked = {"question": "Hoe groot mogen de bijlagen zijn?", "context": [page], "lang": "nl"}
    true, lie = (
        own.score(answer=f"De bijlagen mogen samen niet groter zijn dan {size} MB.", **asked)
        for size in (10, 25)
    )
    assert true.score is not None
    assert lie.score is not None
    assert true.score >= own.profile.decision.send_from > lie.score
