"""Whether an answer tells what a user may not see."""

from __future__ import annotations

from collections.abc import Sequence

from truthscore.guard.trimming import BAD
from truthscore.types import ANSWER, Verdict


def tells(seen: Verdict, everything: Verdict, features: Sequence[str]) -> bool:
    """Whether something in the answer stands only in documents that were left out of `seen`.

    `seen` is the verdict with the documents the user may see, `everything` the one with all. What
    the first finds fault with and the second does not stands only in the others.
    """
    return bool(_faults(seen, features) - _faults(everything, features))


def _faults(verdict: Verdict, features: Sequence[str]) -> set[tuple[str, int, int]]:
    return {
        (name, each.span.start, each.span.end)
        for name in features
        if name in verdict.features
        for each in verdict.features[name].evidence
        if each.role in BAD and each.span.source == ANSWER
    }
