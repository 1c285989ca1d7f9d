"""A check that nobody waits for any more ends, and the next ones are not late."""

from __future__ import annotations

import gc
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from truthscore import deadline
from truthscore.deadline import Deadline, until
from truthscore.errors import OverBudget
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.workers import Workers
from truthscore.profile import with_policy

PAGE = (
    "# Verlof\n\nU vraagt verlof aan op het Urenbord. Klik op de knop **Aanvragen**. "
    "Uw teamleider keurt de aanvraag binnen 5 werkdagen goed."
)
NORMAL: dict[str, Any] = {
    "question": "Hoe vraag ik verlof aan?",
    "answer": "U vraagt verlof aan op het Urenbord. Klik op de knop **Aanvragen**.",
    "context": [PAGE],
}
#: Milliseconds that a check gets here: less than a hostile one takes, more than a normal one.
BUDGET = 1_500.0
#: Seconds after which a normal check is late, on a machine with other work.
LATE = 1.0


def hostile(number: int, lines: int = 12_000) -> dict[str, Any]:
    """A check that takes a minute: a page of which no two lines are the same."""
    told = (f"Regel {number}-{line}, en dan kiest u, of niet, {line}." for line in range(lines))
    return {**NORMAL, "context": ["\n".join(told)]}


def test_the_shipped_profiles_give_a_check_two_seconds(guardrail: Guardrail) -> None:
    assert guardrail.scorer.profile.policy.time_budget_ms == 2_000.0


def test_six_hostile_checks_do_not_make_the_next_ones_late(guardrail: Guardrail) -> None:
    policy = with_policy(guardrail.policy, time_budget_ms=BUDGET, workers=2)
    with Guardrail(guardrail.scorer, policy) as guarded:
        guardrail.scorer.warm_up()
        with ThreadPoolExecutor(6) as callers:
            told = list(callers.map(lambda number: guarded.check(**hostile(number)), range(6)))
        # the button that is on no page may be missed before the time is over
        assert {each.cause for each in told} <= {"over_budget", "missing_component"}
        assert all(each.action != "allow" for each in told)
        until_idle(seconds=10.0)  # a step that was under way ends
        for _ in range(5):
            began = time.perf_counter()
            assert guarded.check(**NORMAL).action == "allow"
            assert time.perf_counter() - began < LATE


def until_idle(seconds: float) -> None:
    """Wait until the process does next to nothing; fail after so many seconds."""
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        used = time.process_time()
        time.sleep(0.1)
        if time.process_time() - used < 0.02:
            return
    pytest.fail(f"a check that was given up still works after {seconds:g} s")


def test_no_step_of_a_hostile_check_takes_a_second(
    guardrail: Guardrail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deadline is looked at between the steps. The time is that of the processor, so that other
    processes of the machine do not count; what is loaded once is loaded before, and what other
    tests left in memory is looked through by no garbage collection, as in a server."""
    guardrail.scorer.warm_up()
    gc.collect()
    gc.freeze()
    slowest, where = 0.0, ""
    began = time.thread_time()
    ends = began + 30.0

    def check() -> None:
        nonlocal began, slowest, where
        now = time.thread_time()
        if now - began > slowest:
            slowest = now - began
            where = "".join(traceback.format_stack(limit=5)[:-1])
        began = now
        if now > ends:
            raise OverBudget("seen enough")

    monkeypatch.setattr(deadline, "check", check)
    try:
        with suppress(OverBudget):
            guardrail.scorer.score(**hostile(0, lines=6_000))
    finally:
        gc.unfreeze()
    assert 0.0 < slowest < 1.0, f"the step before this one took {slowest:.2f} s:\n{where}"


def test_a_job_that_is_given_up_ends_at_its_next_step() -> None:
    workers: Workers[None] = Workers(threads=1, waiting=0)
    began, ended = threading.Event(), threading.Event()

    def work() -> None:
        try:
            while True:
                deadline.check()
                began.set()
                time.sleep(0.001)
        finally:
            ended.set()

    job = workers.submit(work)  # no deadline of its own
    assert began.wait(10.0)
    workers.give_up(job)
    assert ended.wait(10.0)
    assert isinstance(job.future.exception(10.0), OverBudget)
    workers.close()


def test_a_deadline_holds_where_it_was_set_and_nowhere_else() -> None:
    deadline.check()
    with until(Deadline(-1.0)):
        with pytest.raises(OverBudget, match="time for this work is over"):
            deadline.check()
        with until(None):
            deadline.check()
    with until(Deadline(60.0)):
        deadline.check()
    deadline.check()


def test_work_past_its_deadline_gives_no_verdict(guardrail: Guardrail) -> None:
    full = guardrail.scorer.score(**NORMAL)
    with until(Deadline(-1.0)), pytest.raises(OverBudget):
        guardrail.scorer.score(**NORMAL)
    assert guardrail.scorer.score(**NORMAL) == full
