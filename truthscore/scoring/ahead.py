"""Long pages are read to their end, also when whoever asked for an answer has given up: what was
done is kept, so that the next check of the page finds it read."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late

from truthscore.deadline import Deadline, left, until
from truthscore.errors import OverBudget

#: Name of the thread that reads.
NAME = "truthscore-pages"
#: Characters of a page from which reading it may take longer than a check: some 3,000 words.
LONG = 20_000
#: Pages that wait to be read; a check of one more is over budget as if there were no reader.
WAITING = 16
#: Seconds that a page may take: a million characters on a slow machine.
SECONDS = 120.0


class Ahead:
    """Reads pages one at a time, in a thread that lives while there are some."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[Hashable, tuple[Callable[[], object], Future[None]]] = {}
        self._process = os.getpid()

    def read(self, key: Hashable, call: Callable[[], object]) -> None:
        """Have `call` made, which keeps what it makes, and wait for it as long as the deadline of
        this check lets. Raises OverBudget when that is over; `call` goes on."""
        future = self.begin(key, call)
        try:
            future.result(timeout=left())
        except Late as error:
            raise OverBudget("a long page is being read") from error

    def begin(self, key: Hashable, call: Callable[[], object]) -> Future[None]:
        """Have `call` made; nobody need wait. Raises OverBudget when too many are in line."""
        if os.getpid() != self._process:
            self._reset()  # threads do not live on in a forked process
        with self._lock:
            if key not in self._jobs:
                if len(self._jobs) >= WAITING:
                    raise OverBudget("too many long pages wait to be read")
                self._jobs[key] = call, Future()
                if len(self._jobs) == 1:
                    thread = threading.Thread(target=self._work, name=NAME, daemon=True)
                    thread.start()
            return self._jobs[key][1]

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._jobs:
                    return
                key, (call, future) = next(iter(self._jobs.items()))
            try:
                with until(Deadline(SECONDS)):
                    call()
            except BaseException as error:  # whoever waits for it must not wait for ever
                future.set_exception(error)
            else:
                future.set_result(None)
            with self._lock:
                del self._jobs[key]
                if not self._jobs:
                    return
