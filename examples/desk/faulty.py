"""A stand-in that plants known faults: lies in answers, and calls that are wrong in known ways."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from examples.desk import reading
from examples.desk.data import SCHEMA
from examples.desk.models import Asked, Extractive, Reply
from examples.desk.wording import told
from truthscore.guard.operation import Operation

#: Share of the lies in answers that come with a call which nobody asked for.
CALLS_UNASKED = 0.5


class Faulty:
    """`extractive` with a planted fault, another one each round; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.name = f"faulty({seed})"
        self._seed = seed
        self._honest = Extractive()

    def __call__(self, asked: Asked) -> Reply:
        """An answer or a call with a fault, and at times the right one."""
        dice = random.Random(f"{self._seed}|{asked.question}|{asked.round}")
        honest = self._honest(asked)
        operation = honest.operation or reading.proposal(asked.question, asked.actor, asked.lang)
        if operation is None or (asked.route != "operation" and dice.random() < 0.5):
            call = _any_call(asked, dice) if dice.random() < CALLS_UNASKED else None
            return Reply(_lie(honest.answer, dice), call)
        return dice.choice(FAULTS)(operation, asked, dice)


Fault = Callable[[Operation, Asked, random.Random], Reply]


def _with(operation: Operation, **args: Any) -> Reply:
    return Reply(operation=replace(operation, args={**operation.args, **args}))


def _other_value(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked
    name = dice.choice(sorted(operation.args))
    value = operation.args[name]
    return _with(operation, **{name: value + 1 if isinstance(value, float) else _lie(value, dice)})


def _value_of_the_question(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    """Another thing that the question has: what a check on presence alone lets through."""
    name = dice.choice(sorted(operation.args))
    if isinstance(operation.args[name], float):
        numbers = re.findall(r"\d+", asked.question)
        return _with(operation, **{name: float(dice.choice(numbers))})
    others = [value for each, value in operation.args.items() if each != name]
    return _with(operation, **{name: dice.choice([*others, *asked.question.split()])})


def _other_row(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked
    row = f"W-{dice.randint(101, 104)}"
    return _with(operation, employee=row) if "employee" in operation.args else _with(
        operation, **dict.fromkeys(operation.args, f"V-{dice.randint(201, 204)}")
    )  # fmt: skip


def _other_call(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked
    return Reply(operation=replace(operation, name=dice.choice([*SCHEMA, "delete_employee"])))


def _any_call(asked: Asked, dice: random.Random) -> Operation | None:
    """A call on a row of the company that nobody asked for."""
    me = asked.actor.id if asked.actor else "W-101"
    calls = (
        ("withdraw_leave", {"employee": me, "request": "V-201"}),
        ("close_ticket", {"employee": me, "ticket": "T-401"}),
        ("change_phone", {"employee": me, "phone": "06-99999999"}),
        ("approve_expense", {"expense": "B-302"}),
        ("move_department", {"employee": me, "department": "Sales"}),
    )
    name, args = dice.choice(calls)
    return Operation(name=name, args=args)


def _unasked(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del operation
    return Reply(operation=_any_call(asked, dice))


def _extra(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked, dice
    return _with(operation, force=True)


def _missing(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked
    gone = dice.choice(sorted(operation.args))
    args = {name: value for name, value in operation.args.items() if name != gone}
    return Reply(operation=replace(operation, args=args))


def _in_anothers_name(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked, dice
    return Reply(operation=replace(operation, actor="W-104"))


def _only_said(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    """Tells that it was done, without a call."""
    del dice
    return Reply(told(operation.name, {**_ids(operation), **operation.args}, asked.lang))


def _said_otherwise(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    """The right call, and a reply that tells something else of it."""
    said = _only_said(operation, asked, dice).answer
    return Reply(_lie(said, dice), operation)


def _right(operation: Operation, asked: Asked, dice: random.Random) -> Reply:
    del asked, dice
    return Reply(operation=operation)


FAULTS: Sequence[Fault] = (
    _other_value, _value_of_the_question, _other_row, _other_call, _unasked, _extra, _missing,
    _in_anothers_name, _only_said, _said_otherwise, _right,
)  # fmt: skip


def _ids(operation: Operation) -> dict[str, str]:
    codes = [v for n, v in operation.args.items() if n in ("request", "expense", "ticket")]
    return {"id": str(codes[0] if codes else operation.args.get("employee", ""))}


def _lie(text: Any, dice: random.Random) -> str:
    """A text with another digit, or without digits with its words turned round."""
    text = str(text)
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    if not digits:
        return " ".join(reversed(text.split())) if " " in text else f"{text}x"
    at = dice.choice(digits)
    return text[:at] + str((int(text[at]) + dice.randint(1, 9)) % 10) + text[at + 1 :]
