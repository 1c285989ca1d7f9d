"""Pages that take longer to read than a check may take: read once, to their end, and kept."""

from __future__ import annotations

import threading
import time

import pytest

from truthscore import TruthScorer
from truthscore.deadline import Deadline, until
from truthscore.errors import OverBudget
from truthscore.scoring.ahead import LONG, Ahead
from truthscore.types import ContextDocument, Example

#: Seconds that a page may be read in, on a machine that does other work as well.
PATIENCE = 120.0
PART = "Bij een factuur kunt u maximaal {} bijlagen meesturen, samen niet groter dan {} MB.\n\n"


@pytest.fixture(scope="module")
def scorer() -> TruthScorer:
    return TruthScorer.load(lang="nl", pipelines={"nl": "bundled"})


def row(first: int = 1) -> Example:
    text = "".join(PART.format(first + each, 5 * each + 5) for each in range(600))
    assert len(text) > 2 * LONG
    return Example(
        id="a", question="Hoe groot mogen 3 bijlagen zijn?",
        answer=PART.format(first + 2, 15).strip(), context=(ContextDocument(id="p", text=text),),
    )  # fmt: skip


def test_what_a_check_could_not_wait_for_is_read_to_its_end(scorer: TruthScorer) -> None:
    asked = row()
    with until(Deadline(0.05)), pytest.raises(OverBudget):
        scorer.score_early(asked)
    begun = time.monotonic()
    while True:  # one check of which somebody waits two seconds after the other
        assert time.monotonic() - begun < PATIENCE
        try:
            with until(Deadline(2.0)):
                found = scorer.score_early(asked)
            break
        except OverBudget:
            continue
    assert found == TruthScorer.load(lang="nl", pipelines={"nl": "bundled"}).score_early(asked)
    assert found.score is not None


def test_a_page_that_is_read_ahead_needs_no_wait(scorer: TruthScorer) -> None:
    asked = row(7)
    scorer.read_ahead(asked.context[0], "nl")
    begun = time.monotonic()
    while any(each.name == "truthscore-pages" for each in threading.enumerate()):
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.05)
    with until(Deadline(2.0)):
        assert scorer.score_early(asked).score is not None


def test_a_page_that_cannot_be_read_is_told_to_all_who_wait() -> None:
    ahead = Ahead()

    def fail() -> None:
        raise ValueError("no page")

    for _ in range(2):
        with until(Deadline(5.0)), pytest.raises(ValueError, match="no page"):
            ahead.read("x", fail)
