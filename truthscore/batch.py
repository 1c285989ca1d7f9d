"""Many answers on several processors: the same verdicts in the same order, only sooner.

The rows go through in windows. The pages of a window that no row before it had are parsed first,
each by one process, and put into a folder that all of them read (`store.py`); then the rows are
scored in chunks. So a page is parsed once in a run and not once per process, and a verdict is what
`TruthScorer` alone would have made of the row.
"""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from multiprocessing import get_context
from typing import Any

from truthscore.errors import BatchError
from truthscore.interrupt import unheard_by_children
from truthscore.profiles import DEFAULT
from truthscore.scorer import CHUNK, TruthScorer
from truthscore.scoring.setup import AUTO
from truthscore.types import ContextDocument, Example, Verdict

#: Rows whose new pages are parsed before they are scored: enough that no process waits for
#: another's last page for long, few enough to keep memory flat.
WINDOW = 512
#: Pages that one task parses.
PAGES = 8
#: Times a chunk is tried again when the process that had it died (out of memory, killed).
RETRIES = 3
#: Parsed pages that each process keeps in memory (about 0.2 MB each); the others it reads from the
#: folder, again and again when there are more.
KEPT_PAGES = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerOptions:
    """How each process loads its scorer: the arguments of `TruthScorer.load`."""

    profile: str = DEFAULT
    lang: str = AUTO
    pipelines: Mapping[str, str] = field(default_factory=dict, hash=False)  # no mapping has one
    score_types: str | None = None
    cache: str | None = None
    mode: str | None = None

    def load(self) -> TruthScorer:
        """The scorer."""
        return TruthScorer.load(**asdict(self))


def score_parallel(
    examples: Iterable[Example], options: ScorerOptions, *, jobs: int
) -> Iterator[Verdict]:
    """Verdicts in the order of `examples`, made by `jobs` processes.

    Without `options.cache` the folder of parsed pages is a temporary one. At most two windows of
    examples are in memory. Raises BatchError when a chunk's process dies again and again.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    with tempfile.TemporaryDirectory(prefix="truthscore-") as folder:
        shared = replace(options, cache=options.cache or folder)
        with _Pool(shared, jobs) as pool:
            yield from _windows(iter(examples), pool)


def in_order(
    rows: Iterable[Example | Verdict], score: Callable[[Iterable[Example]], Iterator[Verdict]]
) -> Iterator[tuple[Example | None, Verdict]]:
    """Each row's example and verdict, in the order of `rows`; a row that is a verdict is passed on.

    `score` may read ahead of what it returns, as `TruthScorer.score_many` and the pools do.
    """
    order: deque[Example | Verdict] = deque()

    def examples() -> Iterator[Example]:
        for row in rows:
            order.append(row)
            if isinstance(row, Example):
                yield row

    for verdict in score(examples()):
        while isinstance(first := order.popleft(), Verdict):
            yield None, first
        yield first, verdict
    yield from ((None, each) for each in order if isinstance(each, Verdict))


def _windows(source: Iterator[Example], pool: _Pool) -> Iterator[Verdict]:
    seen: set[bytes] = set()
    waiting: deque[list[_Task]] = deque()

    def begin() -> bool:
        """Send the next window's pages off, then its rows behind them."""
        window = list(islice(source, WINDOW))
        if not window:
            return False
        pages = _new_pages(window, seen)
        parsing = [
            pool.submit(_warm, pages[start : start + PAGES])
            for start in range(0, len(pages), PAGES)
        ]
        for task in parsing:
            pool.result(task)
        waiting.append(
            [
                pool.submit(_score, window[start : start + CHUNK])
                for start in range(0, len(window), CHUNK)
            ]
        )
        return True

    more = begin()
    while waiting:
        current = waiting.popleft()
        if more:
            more = begin()  # its pages are parsed while the rows of this window are scored
        for task in current:
            yield from pool.result(task)


def _new_pages(window: Sequence[Example], seen: set[bytes]) -> list[tuple[ContextDocument, str]]:
    """Pages with the language of their row, if it says one; only what was not in `seen`."""
    pages = []
    for example in window:
        for page in example.context:
            name = "\0".join((page.lang or example.lang or "", page.title, page.text))
            key = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            if key not in seen and page.kind != "prompt" and page.text.strip():
                seen.add(key)
                pages.append((page, example.lang or ""))
    return pages


# --- in the worker processes ------------------------------------------------------------------

#: The scorer of this process, loaded by `_start`.
_scorer: TruthScorer


def _start(options: ScorerOptions) -> None:
    global _scorer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that reads the results decides
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the processes are the parallelism
    _scorer = options.load()
    _scorer.keep(KEPT_PAGES)


def _warm(pages: Sequence[tuple[ContextDocument, str]]) -> list[Any]:
    for lang in dict.fromkeys(lang for _, lang in pages):
        _scorer.warm([page for page, of in pages if of == lang], lang or None)
    return []


def _score(examples: Sequence[Example]) -> list[Verdict]:
    return list(_scorer.score_many(examples))


# --- a pool that survives the death of a process ----------------------------------------------


@dataclass(slots=True)
class _Task:
    """What was sent off, so that it can be sent again."""

    function: Any
    argument: Any
    future: Future[Any]
    tries: int = 1


class _Pool:
    """A process pool that is made anew when one of its processes dies."""

    def __init__(self, options: ScorerOptions, jobs: int) -> None:
        self._options = options
        self._jobs = jobs
        self._open: list[_Task] = []
        self._executor = self._made()

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)

    def submit(self, function: Any, argument: Any) -> _Task:
        """Send a task off."""
        task = _Task(function, argument, self._send(function, argument))
        self._open.append(task)
        return task

    def result(self, task: _Task) -> Any:
        """The task's result; when its process died, it and all that were lost are sent again."""
        while True:
            try:
                found = task.future.result()
            except BrokenProcessPool:
                if task.tries > RETRIES:
                    raise BatchError(
                        f"a process died {task.tries} times over the same answers (no memory?); "
                        "what was written is complete: go on with --resume and fewer --jobs"
                    ) from None
                self._again()
                continue
            self._open.remove(task)
            return found

    def _again(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._made()
        for task in self._open:
            if not task.future.done() or task.future.cancelled() or task.future.exception():
                task.tries += 1
                task.future = self._send(task.function, task.argument)

    def _send(self, function: Any, argument: Any) -> Future[Any]:
        try:
            with unheard_by_children():  # it starts its processes when there is work for them
                return self._executor.submit(function, argument)
        except BrokenProcessPool as error:  # it broke before anybody asked for a result
            lost: Future[Any] = Future()
            lost.set_exception(error)
            return lost

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._jobs,
            # A fresh process: forking one with threads and BLAS in it can hang.
            mp_context=get_context("spawn"),
            initializer=_start,
            initargs=(self._options,),
        )
