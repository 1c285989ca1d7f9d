"""A bounded pool of threads that a hanging check cannot use up.

Unlike a `ThreadPoolExecutor`, its queue is bounded, its threads do not keep a program from ending,
and a thread whose check was given up on is replaced.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from truthscore.deadline import Deadline, until

T = TypeVar("T")

#: Seconds that `close` waits for each thread: longer than any check that does not hang.
CLOSE_SECONDS = 10.0


class Busy(Exception):  # noqa: N818 (a state, not a mistake)
    """All threads work and the queue is full, or the pool is closed."""


class Job(Generic[T]):
    """A call that waits or runs; `future` gets its result.

    When it is given up its deadline expires, so that it ends at its next step.
    """

    __slots__ = ("call", "deadline", "future", "given_up")

    def __init__(self, call: Callable[[], T], seconds: float) -> None:
        self.call = call
        self.deadline = Deadline(seconds)
        self.future: Future[T] = Future()
        self.given_up = False


class Workers(Generic[T]):
    """Up to `threads` threads, started when they are needed, and `waiting` calls in line.

    Up to as many threads again replace those that hang in a job that was given up.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._limit = threads
        self._waiting = waiting
        self._reset()

    def _reset(self) -> None:
        self._changed = threading.Condition()
        self._queue: deque[Job[T]] = deque()
        self._threads: set[threading.Thread] = set()
        self._idle = 0
        self._given_up = 0
        self._closed = False
        self._process = os.getpid()

    def submit(self, call: Callable[[], T], seconds: float = math.inf) -> Job[T]:
        """Have a thread make `call`, which has so many seconds from now (see `deadline.check`).
        Raises Busy when there is no place for it."""
        if os.getpid() != self._process:
            self._reset()  # threads do not live on in a forked process
        job = Job(call, seconds)
        with self._changed:
            if self._closed:
                raise Busy("the guardrail is closed")
            idle = self._idle - len(self._queue)
            if idle <= 0 and len(self._threads) < self._limit + self._given_up:
                self._start()
            elif idle <= 0 and len(self._queue) >= self._waiting:
                raise Busy(f"{self._limit} checks are under way and {self._waiting} wait")
            self._queue.append(job)
            self._changed.notify()
        return job

    async def run(self, call: Callable[[], T], seconds: float | None) -> T:
        """What `call` comes to, for asyncio. Raises Busy when there is no place for it, and
        TimeoutError (or what it makes of its deadline) after so many seconds, if any."""
        job = self.submit(call, math.inf if seconds is None else seconds)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job.future), seconds)
        except BaseException:  # too late, or cancelled by the host
            self.give_up(job)
            raise

    def give_up(self, job: Job[T]) -> None:
        """Forget a job: take it from the queue, or let another thread take its thread's place."""
        job.deadline.expire()
        with self._changed:
            if job.future.cancel():
                if job in self._queue:
                    self._queue.remove(job)
            elif not job.future.done() and not job.given_up and self._given_up < self._limit:
                job.given_up = True
                self._given_up += 1
                if self._queue:
                    self._start()

    def close(self, seconds: float = CLOSE_SECONDS) -> int:
        """Take no more jobs, finish those that were taken, for `seconds` a thread at most, and end
        the threads. How many jobs were left, which nobody does any more."""
        with self._changed:
            self._closed = True
            threads = list(self._threads)
            self._changed.notify_all()
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join(seconds)
        with self._changed:
            left = [job for job in self._queue if job.future.cancel()]
            self._queue.clear()
        return len(left)

    def _start(self) -> None:
        thread = threading.Thread(target=self._work, name="truthscore-guardrail", daemon=True)
        self._threads.add(thread)
        try:
            thread.start()
        except RuntimeError as error:  # no more threads: the job must not wait for one
            self._threads.discard(thread)
            if not self._threads:
                raise Busy(f"no thread can be started: {error}") from error

    def _work(self) -> None:
        try:
            while (job := self._next()) is not None:
                self._run(job)
                with self._changed:
                    if job.given_up:
                        self._given_up -= 1
                        if len(self._threads) > self._limit + self._given_up:
                            return  # its place was taken
        finally:
            with self._changed:
                self._threads.discard(threading.current_thread())

    def _next(self) -> Job[T] | None:
        with self._changed:
            self._idle += 1
            try:
                while not self._queue and not self._closed:
                    self._changed.wait()
                return self._queue.popleft() if self._queue else None
            finally:
                self._idle -= 1

    @staticmethod
    def _run(job: Job[T]) -> None:
        if not job.future.set_running_or_notify_cancel():
            return
        try:
            with until(job.deadline):
                result = job.call()
        except BaseException as error:  # whoever waits for it must not wait for ever
            job.future.set_exception(error)
        else:
            job.future.set_result(result)
