"""The loop of generating and verifying, with stub generators and the real guardrail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, TRUE, WRONG_NUMBER
from truthscore import profile
from truthscore.errors import InputError
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.verify_loop import (
    Generated,
    LoopResult,
    averify_loop,
    mark,
    pass_mark,
    stars,
    verify_loop,
)
from truthscore.profile import VerifyLoop, with_policy

CONTEXT = [LEAVE, ADDRESS]
GIVEN = len(QUESTION) + len(str(LEAVE["text"])) + len(str(ADDRESS["text"]))
FALLING = VerifyLoop(iterations=5, pass_mark=8.0, last_pass_mark=6.0)


class Stub:
    """Gives one answer after another and keeps what it was told."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.told: list[str | None] = []

    def __call__(self, feedback: str | None) -> Any:
        self.told.append(feedback)
        return self.answers[min(len(self.told), len(self.answers)) - 1]


def run(guardrail: Guardrail, *answers: Any) -> tuple[LoopResult, Stub]:
    stub = Stub(*answers)
    return verify_loop(stub, guardrail, question=QUESTION, context=CONTEXT), stub


def test_marks_are_stars_on_another_scale() -> None:
    assert [mark(score) for score in (1.0, 3.0, 4.0, 5.0)] == [1.0, 5.5, 7.75, 10.0]
    assert [stars(mark(score)) for score in (1.0, 2.5, 4.0, 5.0)] == [1.0, 2.5, 4.0, 5.0]


def test_the_mark_that_is_needed_falls_in_a_straight_line() -> None:
    assert [pass_mark(number, FALLING) for number in range(1, 6)] == [8.0, 7.5, 7.0, 6.5, 6.0]
    once = VerifyLoop(iterations=1, pass_mark=8.0, last_pass_mark=6.0)
    assert pass_mark(1, once) == 8.0


def test_at_most_five_tries_and_four_stars_first_are_what_ships() -> None:
    settings = profile.load("grounded").policy.verify_loop
    assert settings.iterations == 5
    assert stars(settings.pass_mark) == 4.0


def test_a_true_answer_passes_at_once(guardrail: Guardrail) -> None:
    result, stub = run(guardrail, TRUE)
    assert result.passed
    assert result.answer == TRUE
    assert result.decision.action == "allow"
    assert stub.told == [None]
    [one] = result.iterations
    assert (one.chars_in, one.chars_out) == (GIVEN, len(TRUE))
    assert (result.chars_in, result.chars_out) == (GIVEN, len(TRUE))


def test_reasons_go_back_until_it_passes(guardrail: Guardrail) -> None:
    result, stub = run(guardrail, MISSING, WRONG_NUMBER, TRUE)
    assert result.passed
    assert result.answer == TRUE
    button = "De knop “Salarisrun” staat in geen van de 2 documenten."
    number = (
        "Getal, datum of bedrag: “Verlof aanvragen” zegt “25 dagen”, het antwoord zegt “40 dagen”."
    )
    assert stub.told[:2] == [None, button]
    assert stub.told[2] is not None
    assert stub.told[2].splitlines()[:2] == [button, number]  # what was wrong stays said
    assert [one.number for one in result.iterations] == [1, 2, 3]
    assert result.iterations[0].mark == 1.0
    assert result.iterations[1].chars_in == GIVEN + len(button)
    assert result.chars_in == 3 * GIVEN + len(button) + len(stub.told[2])
    assert result.chars_out == len(MISSING) + len(WRONG_NUMBER) + len(TRUE)


def test_when_none_passes_the_best_is_for_a_person(guardrail: Guardrail) -> None:
    result, stub = run(guardrail, MISSING, WRONG_NUMBER, MISSING)
    assert not result.passed
    assert len(stub.told) == 5
    assert result.answer == WRONG_NUMBER
    assert (result.decision.action, result.decision.decided) == ("review", "review")
    marks = [one.mark for one in result.iterations]
    assert marks[1] == max(mark for mark in marks if mark is not None)


def test_a_generator_may_say_that_no_other_try_could_pass(guardrail: Guardrail) -> None:
    answers = iter([WRONG_NUMBER, None])
    asked = {"question": QUESTION, "context": [LEAVE]}
    result = verify_loop(lambda _: next(answers), guardrail, **asked)
    assert (result.passed, len(result.iterations), result.answer) == (False, 1, WRONG_NUMBER)
    again = iter([WRONG_NUMBER, None])
    assert asyncio.run(averify_loop(lambda _: next(again), guardrail, **asked)) == result
    with pytest.raises(InputError, match="NoneType"):
        verify_loop(lambda _: None, guardrail, **asked)


def test_a_lower_mark_passes_later_but_never_what_is_held(guardrail: Guardrail) -> None:
    policy = with_policy(
        guardrail.policy,
        thresholds={"other": {"send_from": 5.0, "block_below": 2.0}},
        verify_loop={"iterations": 3, "pass_mark": 10.0, "last_pass_mark": 1.0},
    )
    strict = Guardrail(guardrail.scorer, policy)
    assert strict.check(question=QUESTION, answer=TRUE, context=CONTEXT).action == "review"
    result, _ = run(strict, TRUE)
    assert result.passed
    assert (result.decision.action, result.decision.cause) == ("allow", "supported")
    assert result.decision.reason.startswith("Het antwoord steunt op de 2 documenten: 4")
    assert result.iterations[-1].number == 2  # 10, 5.5, 1
    held, _ = run(strict, WRONG_NUMBER)  # reaches 1, but a number contradicts
    assert not held.passed
    assert held.decision.action == "review"
    missing, _ = run(strict, MISSING)
    assert not missing.passed


def test_what_nobody_has_checked_never_passes(guardrail: Guardrail) -> None:
    result, stub = run(guardrail, "Dat kan ik niet vinden in de documentatie.")
    assert not result.passed
    assert result.decision.action == "review"
    assert {one.mark for one in result.iterations} == {mark(4.0)}  # what people give a refusal
    assert stub.told[1] == "Het antwoord zegt dat er geen antwoord is."
    empty, _ = run(guardrail, "")
    assert (empty.passed, empty.decision.action) == (False, "block")


def test_monitor_mode_changes_nothing(guardrail: Guardrail) -> None:
    monitor = Guardrail(guardrail.scorer, with_policy(guardrail.policy, mode="monitor"))
    result, stub = run(monitor, MISSING)
    assert len(stub.told) == 1
    assert (result.decision.action, result.decision.decided) == ("allow", "block")


def test_a_generator_may_count_and_retrieve_itself(guardrail: Guardrail) -> None:
    answer = Generated(answer=TRUE, context=CONTEXT, chars_in=7, chars_out=3)
    result = verify_loop(Stub(answer), guardrail, question=QUESTION)
    assert result.passed
    assert (result.chars_in, result.chars_out) == (7, 3)


def test_pieces_of_text_are_put_together(guardrail: Guardrail) -> None:
    def stream(feedback: str | None) -> Iterator[str]:
        del feedback
        yield from (TRUE[:10], TRUE[10:])

    assert verify_loop(stream, guardrail, question=QUESTION, context=CONTEXT).answer == TRUE


@pytest.mark.parametrize("odd", [None, 5, [1, 2], b"a", Generated(answer=None)])  # type: ignore[arg-type]
def test_what_is_no_answer_is_an_error(guardrail: Guardrail, odd: Any) -> None:
    with pytest.raises(InputError, match="expected a text, pieces of text or a Generated"):
        run(guardrail, odd)


def test_async_generators_give_what_sync_ones_give(guardrail: Guardrail) -> None:
    answers = (MISSING, WRONG_NUMBER, TRUE)
    expected, _ = run(guardrail, *answers)

    async def both() -> list[LoopResult]:
        stub, other = Stub(*answers), Stub(*answers)

        async def generate(feedback: str | None) -> Any:
            await asyncio.sleep(0)
            return stub(feedback)

        async def stream(feedback: str | None) -> AsyncIterator[str]:
            text = other(feedback)
            for at in range(0, len(text), 10):
                yield text[at : at + 10]

        async with Guardrail(guardrail.scorer, guardrail.policy) as own:
            return [
                await averify_loop(made, own, question=QUESTION, context=CONTEXT)
                for made in (generate, stream, Stub(*answers))
            ]

    for result in asyncio.run(both()):
        assert result == expected
