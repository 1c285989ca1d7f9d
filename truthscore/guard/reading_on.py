"""Long pages that a check had no time for are read on, so that the next check is in time."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from time import sleep

from truthscore import deadline
from truthscore.guard.workers import Busy, Job, Workers
from truthscore.scorer import TruthScorer
from truthscore.types import Example

#: Characters of a page from which reading it takes as long as a check may: some 3,000 words.
LONG_PAGE = 20_000
#: Characters of the pages of one check that are read on when its time is over: ten seconds of work,
#: so that who sends longer ones sets nothing going.
MOST_READ_ON = 300_000
#: Seconds between two looks whether a page has been read that somebody else reads.
_LOOK_SECONDS = 0.01


class ReadingOn:
    """Reads long pages on that checks had no time for: one check's at a time in a process, and none
    waits, so that who sends long pages takes one thread from the others and no more."""

    def __init__(self) -> None:
        self._workers: Workers[int] = Workers(threads=1, waiting=0)
        self._texts: frozenset[str] = frozenset()
        self._job: Job[int] | None = None

    def begin(self, scorer: TruthScorer, example: Example) -> None:
        """Read the long pages of an example, unless others are being read, or it has too many."""
        if sum(len(page.text) for page in example.context) > MOST_READ_ON:
            return
        long = [page for page in example.context if len(page.text) >= LONG_PAGE]
        seconds = scorer.profile.documents.parse_seconds
        if long:
            with suppress(Busy):
                job = self._workers.submit(partial(scorer.warm, long, example.lang), seconds)
                self._job, self._texts = job, frozenset(page.text for page in long)

    def wait(self, example: Example) -> None:
        """Wait while a page of the example is being read: to read it twice would take both longer.
        Raises OverBudget when the time of the check is over."""
        job = self._job
        if job is None or self._texts.isdisjoint(page.text for page in example.context):
            return
        while not job.future.done():
            deadline.check()
            sleep(_LOOK_SECONDS)


#: That of this process.
PROCESS = ReadingOn()
