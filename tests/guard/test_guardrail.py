"""The guardrail end to end: what it allows, what it holds, and that it fails closed."""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, CREDIT, LEAVE, MISSING, SALARY, TRUE, WRONG_NUMBER, call
from truthscore.errors import ProfileError
from truthscore.guard.decision import Decision, to_dict
from truthscore.guard.guardrail import Guardrail
from truthscore.profile import with_policy
from truthscore.scorer import TruthScorer
from truthscore.types import Example, Verdict


class Stub:
    """A scorer whose verdict on a row is given; the rest is the real one's."""

    def __init__(self, real: TruthScorer, score_one: Callable[[Example], Verdict]) -> None:
        self._real = real
        self._score_one = score_one

    def score_many(self, examples: Iterable[Example]) -> Iterator[Verdict]:
        return map(self._score_one, examples)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def stubbed(guardrail: Guardrail, score_one: Callable[[Example], Any], **policy: Any) -> Guardrail:
    return Guardrail(
        Stub(guardrail.scorer, score_one),  # type: ignore[arg-type]
        with_policy(guardrail.policy, **policy),
    )


def raising(error: BaseException) -> Callable[[Example], Verdict]:
    def score_one(_: Example) -> Verdict:
        raise error

    return score_one


def test_a_true_answer_is_allowed(guardrail: Guardrail) -> None:
    decision = guardrail.check(**call())
    assert (decision.action, decision.cause) == ("allow", "supported")
    assert decision.allowed
    assert decision.reason.startswith("Het antwoord steunt op de 2 documenten: ")
    assert decision.verdict.score is not None
    assert decision.verdict.score >= 4.0
    assert decision.trimmed is None
    assert decision.elapsed_ms > 0.0


def test_a_button_that_is_nowhere_blocks_and_is_named(guardrail: Guardrail) -> None:
    decision = guardrail.check(**call(MISSING, LEAVE, ADDRESS, SALARY))
    assert (decision.action, decision.cause) == ("block", "missing_component")
    assert decision.reason == "De knop “Salarisrun” staat in geen van de 3 documenten."


def test_the_reason_is_in_the_answer_s_language(guardrail: Guardrail) -> None:
    decision = guardrail.check(
        question="How do I credit an invoice?",
        answer="Open the tab **Invoices** and click the button **Refund now**.",
        context=[CREDIT],
    )
    assert decision.reason == "The button “Refund now” is not in the document."


def test_a_wrong_number_is_held_and_offered_without_its_sentence(guardrail: Guardrail) -> None:
    decision = guardrail.check(**call(WRONG_NUMBER))
    assert decision.action in ("review", "block")
    assert decision.cause == "number"
    said = (
        "Getal, datum of bedrag: “Verlof aanvragen” zegt “25 dagen”, het antwoord zegt “40 dagen”"
    )
    assert decision.reason == f"{said}."
    assert decision.trimmed == (
        "U vraagt verlof aan op het Urenbord. Uw teamleider keurt de aanvraag binnen 5 werkdagen "
        "goed."
    )
    again = guardrail.check(**call(decision.trimmed))
    assert again.action == "allow"


@pytest.mark.parametrize(
    ("arguments", "action", "cause"),
    [
        ({"context": []}, "review", "no_context"),
        ({"context": ["   "]}, "review", "no_context"),
        ({"answer": " \n"}, "block", "empty_answer"),
        ({"answer": "I cannot find that in the documents.", "lang": "en"}, "review", "refusal"),
        ({"lang": "fr"}, "review", "language"),
        ({"answer": "woord " * 20_000}, "review", "answer_too_long"),
        ({"question": "Hoe? " * 5_000}, "review", "question_too_long"),
        ({"context": ["zin. " * 1_100_000]}, "review", "context_too_long"),
        ({"answer": "Ja."}, "review", "nothing_to_measure"),
    ],
)
def test_what_is_not_scored_is_not_allowed(
    guardrail: Guardrail, arguments: dict[str, Any], action: str, cause: str
) -> None:
    decision = guardrail.check(**{**call(), "lang": "nl", **arguments})
    assert (decision.action, decision.cause) == (action, cause)
    assert decision.verdict.score is None


def test_a_type_out_of_scope_is_not_allowed(guardrail: Guardrail) -> None:
    profile = guardrail.scorer.profile
    score = profile.score.model_copy(update={"types": ("binary",)})
    narrow = Guardrail(guardrail.scorer.under(profile.model_copy(update={"score": score})))
    assert narrow.check(**call()).cause == "message_type"
    assert narrow.check(**call()).action == "review"


@pytest.mark.parametrize(
    "arguments",
    [
        {"context": 5},
        {"context": b"abc"},
        {"context": [{"txt": "a"}]},
        {"context": [{"id": "a", "text": "b", "roles": 3}]},
        {"answer": None},
        {"answer": 3},
        {"question": None},
        {"question": ["a"]},
        {"id": 5},
        {"lang": 5},
        {"roles": "beheerder"},
    ],
)
def test_a_call_that_is_not_right_is_not_allowed(
    guardrail: Guardrail, arguments: dict[str, Any]
) -> None:
    decision = guardrail.check(**{**call(), **arguments})
    assert (decision.action, decision.cause) == ("review", "invalid_input")
    assert decision.verdict.status == "error"
    assert decision.error is not None
    assert decision.error not in decision.reason


def test_a_call_that_is_not_right_is_told_to_its_writer(
    guardrail: Guardrail, caplog: pytest.LogCaptureFixture
) -> None:
    decision = guardrail.check(**{**call(), "context": [1, 2]})
    assert decision.error is not None
    assert decision.error.startswith("context document 1 is 1; expected a text or an object")
    assert decision.error in caplog.text
    for roles in (3, "hr", [3], {"hr": True}):
        decision = guardrail.check(**{**call(), "roles": roles})
        assert (decision.action, decision.cause) == ("review", "invalid_input")
        assert "'roles' is of type" in str(decision.error)
    assert guardrail.check(**call()).error is None


@pytest.mark.parametrize(
    "error",
    [RuntimeError("boom"), MemoryError(), RecursionError(), TimeoutError("regex"), KeyError("x")],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("budget", [0.0, 5_000.0])
def test_an_error_is_not_allowed(guardrail: Guardrail, error: Exception, budget: float) -> None:
    with stubbed(guardrail, raising(error), time_budget_ms=budget) as broken:
        decision = broken.check(**call())
    assert (decision.action, decision.cause) == ("review", "error")
    assert decision.verdict.status == "error"
    assert (
        decision.verdict.reason == type(error).__name__
    )  # never its words: they may be customers'
    assert "boom" not in repr(decision)


@pytest.mark.parametrize("budget", [0.0, 5_000.0])
def test_an_interrupt_reaches_the_caller_and_costs_no_thread(
    guardrail: Guardrail, budget: float
) -> None:
    with stubbed(
        guardrail, raising(KeyboardInterrupt()), time_budget_ms=budget, workers=1, waiting=0
    ) as broken:
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                broken.check(**call())


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict(id="", status="scored", score=None),
        Verdict(id="", status="scored", score=float("nan")),
        Verdict(id="", status="scored", score=5.5),
        Verdict(id="", status="scored", score=0.0),
        Verdict(id="", status="error", reason="?"),
        Verdict(id="", status="not_scored", reason="a reason nobody knows"),
        Verdict(id="", status="not_scored", reason=None),
        Verdict(id="", status="odd", score=5.0),  # type: ignore[arg-type]
        Verdict(id="", status="scored", score=5.0, features={}),
        None,
        "allow",
    ],
    ids=repr,
)
def test_what_is_unknown_is_not_allowed(guardrail: Guardrail, verdict: Any) -> None:
    decision = stubbed(guardrail, lambda _: verdict).check(**call())
    assert decision.action == "review"
    assert decision.reason


def test_only_the_policy_s_own_words_let_an_unknown_through(guardrail: Guardrail) -> None:
    lax = stubbed(
        guardrail, raising(RuntimeError()), error="allow", not_scored={"no_context": "allow"}
    )
    assert lax.check(**call()).action == "allow"
    lax = Guardrail(
        guardrail.scorer, with_policy(guardrail.policy, not_scored={"refusal": "allow"})
    )
    assert lax.check(**call("Dat kan ik niet vinden in de documentatie.")).action == "allow"
    assert lax.check(**{**call(), "context": []}).action == "review"


def test_a_refusal_with_stars_of_its_own_is_still_for_the_policy(tmp_path: Path) -> None:
    path = tmp_path / "company.toml"
    path.write_text('name = "company"\nextends = "grounded"\n\n[score]\nrefusals = 5\n')
    generous = Guardrail.load(str(path), lang="nl")
    decision = generous.check(**call("Dat kan ik niet vinden in de documentatie."))
    verdict = decision.verdict
    assert (verdict.status, verdict.score, verdict.override) == ("scored", 5.0, "refusal")
    assert verdict.reason == "refusal"  # as without stars
    assert set(verdict.features) == set(generous.scorer.profile.features.use)
    assert (decision.action, decision.cause) == ("review", "refusal")
    assert generous.check(**call()).action == "allow"
    # `grounded` has some for Dutch, from rated ones (replication/support/refusals.py)
    own = TruthScorer.load("grounded", lang="nl")
    assert own.score(**call("Dat kan ik niet vinden in de documentatie.")).score == 4.0
    # not those of a message type that the profile does not score
    other = TruthScorer.load(str(path), lang="nl", score_types="general")
    asked = call("Dat kan ik niet vinden in de documentatie.")
    unscored = other.score(**asked)
    assert (unscored.status, unscored.reason) == ("not_scored", "refusal")


def test_a_hanging_parse_holds_nobody_longer_than_the_budget(guardrail: Guardrail) -> None:
    release = threading.Event()

    def hang(example: Example) -> Verdict:
        release.wait(30.0)
        return next(guardrail.scorer.score_many([example]))

    with stubbed(guardrail, hang, time_budget_ms=60.0, workers=1, waiting=0) as slow:
        for _ in range(4):  # more than there are threads
            started = time.perf_counter()
            decision = slow.check(**call())
            assert time.perf_counter() - started < 1.0
            assert (decision.action, decision.cause) == ("review", "over_budget")
            assert decision.reason.startswith("Het antwoord kon niet binnen de tijd beoordeeld")
        release.set()


def test_a_thread_that_hangs_is_replaced(guardrail: Guardrail) -> None:
    release = threading.Event()
    calls: list[str] = []

    def hang_once(example: Example) -> Verdict:
        calls.append(example.id)
        if example.id == "hangs":
            release.wait(30.0)
        return next(guardrail.scorer.score_many([example]))

    with stubbed(guardrail, hang_once, time_budget_ms=2_000.0, workers=1, waiting=1) as slow:
        started = time.perf_counter()
        assert slow.check(**call(), id="hangs").cause == "over_budget"
        assert time.perf_counter() - started >= 2.0
        assert slow.check(**call(), id="fine").action == "allow"
        release.set()


def test_an_answer_that_comes_too_late_is_not_allowed(guardrail: Guardrail) -> None:
    tight = Guardrail(guardrail.scorer, with_policy(guardrail.policy, time_budget_ms=0.001))
    with tight:
        decision = tight.check(**call())
    assert (decision.action, decision.cause) == ("review", "over_budget")


def test_over_budget_can_block(guardrail: Guardrail) -> None:
    with Guardrail(
        guardrail.scorer,
        with_policy(guardrail.policy, time_budget_ms=0.001, over_budget="block"),
    ) as tight:
        assert tight.check(**call()).action == "block"


def test_a_budget_that_is_kept_changes_nothing(guardrail: Guardrail) -> None:
    with Guardrail(
        guardrail.scorer, with_policy(guardrail.policy, time_budget_ms=60_000.0)
    ) as roomy:
        decision = roomy.check(**call())
    expected = guardrail.check(**call())
    assert replace(decision, signature="") == replace(expected, signature="")


def test_monitor_mode_lets_everything_through_and_logs_what_it_would_have_done(
    guardrail: Guardrail, caplog: pytest.LogCaptureFixture
) -> None:
    monitor = Guardrail(guardrail.scorer, with_policy(guardrail.policy, mode="monitor"))
    with caplog.at_level(logging.INFO, logger="truthscore.guardrail"):
        decision = monitor.check(**call(MISSING), id="a17")
    assert (decision.action, decision.decided, decision.cause) == (
        "allow", "block", "missing_component",
    )  # fmt: skip
    [record] = caplog.records
    assert record.__dict__["decided"] == "block"
    assert record.__dict__["cause"] == "missing_component"
    assert record.__dict__["score"] == 1.0
    assert record.__dict__["example_id"] == "a17"
    written = repr(record.__dict__) + record.getMessage()
    for word in ("Salarisrun", "verlof", "Verlof", "tabblad", "Urenbord"):
        assert word not in written


def test_a_broken_log_costs_no_decision(guardrail: Guardrail) -> None:
    class Full(logging.Handler):
        def emit(self, _: logging.LogRecord) -> None:
            raise OSError(28, "No space left on device")

    log, handler = logging.getLogger("truthscore.guardrail"), Full()
    monitor = Guardrail(guardrail.scorer, with_policy(guardrail.policy, mode="monitor"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        assert monitor.check(**call(MISSING)).decided == "block"
    finally:
        log.removeHandler(handler)
        log.setLevel(logging.NOTSET)


def test_threads_get_the_decisions_one_thread_gets(guardrail: Guardrail) -> None:
    cases = [
        call(), call(MISSING), call(WRONG_NUMBER), call(TRUE, ADDRESS), call("Ja."),
        call(MISSING, LEAVE), call(TRUE, LEAVE, SALARY),
    ]  # fmt: skip
    alone = [guardrail.check(**case) for case in cases]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda at: guardrail.check(**cases[at % len(cases)]), range(70)))
    assert [decision == alone[at % len(cases)] for at, decision in enumerate(together)] == [
        True
    ] * 70


def test_acheck_decides_as_check_does_and_keeps_the_loop_free(guardrail: Guardrail) -> None:
    async def run() -> tuple[list[Decision], int]:
        ticks = 0
        done = asyncio.Event()

        async def tick() -> None:
            nonlocal ticks
            while not done.is_set():
                ticks += 1
                await asyncio.sleep(0.001)

        ticking = asyncio.create_task(tick())
        async with Guardrail(guardrail.scorer, guardrail.policy) as own:
            cases = [call(), call(MISSING), call(WRONG_NUMBER)] * 4
            decisions = await asyncio.gather(*(own.acheck(**case) for case in cases))
        done.set()
        await ticking
        return decisions, ticks

    decisions, ticks = asyncio.run(run())
    expected = [guardrail.check(**case) for case in (call(), call(MISSING), call(WRONG_NUMBER))]
    assert decisions == expected * 4
    assert ticks >= 5


def test_acheck_keeps_the_budget_and_survives_being_cancelled(guardrail: Guardrail) -> None:
    release = threading.Event()

    def hang(example: Example) -> Verdict:
        if example.id == "hangs":
            release.wait(30.0)
        return next(guardrail.scorer.score_many([example]))

    async def run(slow: Guardrail) -> None:
        decision = await slow.acheck(**call(), id="hangs")
        assert (decision.action, decision.cause) == ("review", "over_budget")
        task = asyncio.create_task(slow.acheck(**call(), id="hangs"))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with stubbed(guardrail, hang, time_budget_ms=100.0, workers=2, waiting=4) as slow:
        asyncio.run(run(slow))
        release.set()


def test_more_than_may_wait_is_not_allowed(guardrail: Guardrail) -> None:
    release = threading.Event()

    def hang(example: Example) -> Verdict:
        release.wait(30.0)
        return next(guardrail.scorer.score_many([example]))

    async def run(slow: Guardrail) -> list[Decision]:
        waiting = [asyncio.create_task(slow.acheck(**call())) for _ in range(5)]
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        release.set()
        await asyncio.gather(*waiting)
        return [task.result() for task in waiting if task in done or task.done()]

    with stubbed(guardrail, hang, workers=1, waiting=2) as slow:
        decisions = asyncio.run(run(slow))
    assert sorted(decision.cause for decision in decisions).count("over_budget") >= 1
    assert {decision.cause for decision in decisions} == {"over_budget", "supported"}


def test_a_closed_guardrail_takes_no_more_work_and_still_checks(guardrail: Guardrail) -> None:
    own = Guardrail(guardrail.scorer, with_policy(guardrail.policy, time_budget_ms=0.0))
    own.close()
    own.close()
    assert asyncio.run(own.acheck(**call())).action == "review"
    assert own.check(**call()).action == "allow"


def test_a_decision_is_plain_data_and_can_be_pickled(guardrail: Guardrail) -> None:
    decision = guardrail.check(**call(WRONG_NUMBER))
    line = to_dict(decision, trim=True)
    assert list(line) == [
        "action", "decided", "cause", "reason", "findings", "mode", "trimmed", "elapsed_ms",
        "signature", "verdict",
    ]  # fmt: skip
    assert line["trimmed"] == decision.trimmed
    assert to_dict(decision)["trimmed"] is None
    copy = pickle.loads(pickle.dumps(decision))
    assert copy == decision
    assert copy.trimmed == decision.trimmed


def test_the_signature_says_which_policy(guardrail: Guardrail) -> None:
    strict = Guardrail(guardrail.scorer, with_policy(guardrail.policy, error="block"))
    one, other = guardrail.check(**call()), strict.check(**call())
    assert one.verdict.signature == other.verdict.signature
    assert one.signature != other.signature
    assert one.signature.startswith(one.verdict.signature + "|policy:")


def test_thresholds_go_by_message_type(guardrail: Guardrail) -> None:
    strict = with_policy(
        guardrail.policy, thresholds={"instruction": {"send_from": 5.0, "block_below": 5.0}}
    )
    decision = Guardrail(guardrail.scorer, strict).check(**call())
    assert decision.verdict.detection is not None
    assert decision.verdict.detection.type == "instruction"
    assert decision.action == "block"
    other = call(question="Kan een teamleider verlof goedkeuren?")
    assert Guardrail(guardrail.scorer, strict).check(**other).action == "allow"


def test_a_policy_that_cannot_work_says_so(guardrail: Guardrail) -> None:
    with pytest.raises(ProfileError, match="reason_language is 'xx'; expected one of en, nl"):
        Guardrail(guardrail.scorer, with_policy(guardrail.policy, reason_language="xx"))
