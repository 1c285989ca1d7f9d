"""The pool: bounded, and a thread that hangs does not take a place for good."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError

import pytest

from truthscore.guard.workers import Busy, Workers


def test_jobs_are_done_in_threads_that_are_kept() -> None:
    pool: Workers[int] = Workers(2, 10)
    idents = {pool.submit(threading.get_ident).future.result(5) for _ in range(20)}
    assert threading.get_ident() not in idents
    assert len(idents) <= 2
    pool.close()


def test_an_error_reaches_who_waits() -> None:
    pool: Workers[int] = Workers(1, 1)

    def fail() -> int:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        pool.submit(fail).future.result(5)
    assert pool.submit(lambda: 7).future.result(5) == 7
    pool.close()


def test_no_more_may_wait_than_was_said() -> None:
    release = threading.Event()
    pool: Workers[bool] = Workers(1, 1)
    first = pool.submit(lambda: release.wait(30))
    time.sleep(0.05)
    second = pool.submit(lambda: release.wait(30))
    with pytest.raises(Busy, match="1 checks are under way and 1 wait"):
        pool.submit(lambda: True)
    pool.give_up(second)
    with pytest.raises(CancelledError):
        second.future.result(0)
    third = pool.submit(lambda: True)
    release.set()
    assert first.future.result(5)
    assert third.future.result(5)
    pool.close()


def test_threads_given_up_are_replaced_but_not_without_end() -> None:
    release = threading.Event()
    pool: Workers[bool] = Workers(2, 0)
    before = threading.active_count()
    given_up = 0
    for _ in range(10):
        try:
            job = pool.submit(lambda: release.wait(30))
        except Busy:
            continue
        time.sleep(0.02)
        pool.give_up(job)
        given_up += 1
    assert given_up == 4  # two, and two in their place
    assert threading.active_count() - before <= 4
    release.set()
    time.sleep(0.2)
    assert pool.submit(lambda: True).future.result(5)
    assert threading.active_count() - before <= 2
    pool.close()


def test_close_finishes_what_was_taken() -> None:
    pool: Workers[int] = Workers(1, 10)
    jobs = [pool.submit(lambda number=number: (time.sleep(0.01), number)[1]) for number in range(5)]
    pool.close()
    assert [job.future.result(0) for job in jobs] == list(range(5))
    with pytest.raises(Busy, match="closed"):
        pool.submit(lambda: 1)


def test_a_program_ends_though_a_check_hangs() -> None:
    program = (
        "import time\nfrom truthscore.guard.workers import Workers\n"
        "pool = Workers(1, 0)\npool.submit(lambda: time.sleep(600))\ntime.sleep(0.05)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=20, check=False)
    assert done.returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_gets_threads_of_its_own() -> None:
    program = (
        "import os\nfrom truthscore.guard.workers import Workers\n"
        "pool = Workers(1, 4)\npool.submit(lambda: 1).future.result(5)\n"
        "pid = os.fork()\n"
        "if pid == 0:\n    os._exit(pool.submit(lambda: 42).future.result(5))\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42\n"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=30, check=False)
    assert done.returncode == 0
