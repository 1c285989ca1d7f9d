"""Scores an answer in each language with what is installed; ends with 1 where one has no stars."""

from __future__ import annotations

import sys

from truthscore import TruthScorer

#: Question, page, answer.
ASKED = (
    (
        "Hoe groot mag een bijlage zijn?",
        "Een bijlage mag 10 MB zijn.",
        "Een bijlage mag 10 MB zijn.",
    ),
    ("How large may a file be?", "A file may have 10 MB.", "A file may have 10 MB."),
)

if __name__ == "__main__":
    scorer = TruthScorer.load()
    told = [
        scorer.score(question=question, context=[page], answer=answer)
        for question, page, answer in ASKED
    ]
    print(*told)
    sys.exit(any(verdict.status != "scored" for verdict in told))
