"""What a question itself names for the arguments of a call, whatever a model made of it."""

from __future__ import annotations

import functools
import re
from typing import Any

from examples.desk.data import SCHEMA
from examples.desk.wording import CALLS
from truthscore import language
from truthscore.guard.operation import Actor, Operation, check_operation
from truthscore.text.values import values

FORMS: dict[str, str] = CALLS["forms"]
#: The argument that says whose row it is; without one in the question it is the own row.
OWNER = "employee"
#: Arguments that name one thing: one more in the question than the call has is another request.
NAMES = ("request", "expense", "ticket", "phone", "email", "subject")
#: Causes that say that a question does not ask for a call.
NOT_THIS_CALL = frozenset({"not_asked", "other_call"})


@functools.lru_cache(maxsize=1_000)
def named(question: str, form: str, lang: str) -> tuple[Any, ...]:
    """The values of a form that a question has, in its order."""
    if form == "date":
        found = [one for one in values(question, language.load(lang)) if one.kind == "date"]
        return tuple(one.number for one in sorted(found, key=lambda one: one.start))
    if form == "amount":
        pack = language.load(lang)
        return tuple(float(one.number) for one in values(question, pack) if one.kind == "amount")
    return tuple(re.findall(form, question))


def other_than_asked(question: str, operation: Operation, actor: Actor, lang: str) -> str:
    """The first argument of a call that is not what the question names, or that the question names
    and the call has not; "" where there is none."""
    for argument in NAMES:
        if argument not in operation.args and named(question, FORMS[argument], lang):
            return argument
    by_form: dict[str, list[str]] = {}
    for argument in SCHEMA[operation.name].args:
        by_form.setdefault(FORMS[argument], []).append(argument)
    for form, arguments in by_form.items():
        wanted = named(question, form, lang)
        if arguments == [OWNER] and not wanted:
            wanted = (actor.id,)
        given = tuple(operation.args.get(each) for each in arguments)
        if given != wanted:
            return arguments[0]
    return ""


def told_otherwise(reply: str, operation: Operation, lang: str) -> str:
    """The first argument of a call for which a reply names another value; "" where there is none.
    Dates and amounts are `check_report`'s."""
    for argument in NAMES:
        wanted = operation.args.get(argument)
        if wanted is not None and set(named(reply, FORMS[argument], lang)) - {wanted}:
            return argument
    return ""


def proposal(question: str, actor: Actor | None, lang: str) -> Operation | None:
    """The one call that a question asks for and names all arguments of; whether the actor may make
    it is not looked at."""
    if actor is None:
        return None
    found = []
    for name, call in SCHEMA.items():
        operation = Operation(name=name, args=_arguments(question, list(call.args), actor, lang))
        decided = check_operation(question, operation, SCHEMA, (), actor, lang)
        if decided.cause == "missing_argument" or decided.cause in NOT_THIS_CALL:
            continue
        if decided.cause == "not_allowed" and not _asked_for(question, operation, actor, lang):
            continue
        if not other_than_asked(question, operation, actor, lang):
            found.append(operation)
    return found[0] if len(found) == 1 else None


def _asked_for(question: str, operation: Operation, actor: Actor, lang: str) -> bool:
    """Whether a call that the actor may not make is the one that the question asks for."""
    call = SCHEMA[operation.name]
    trusted = Actor(id=actor.id, roles=call.roles)
    decided = check_operation(question, operation, SCHEMA, (), trusted, lang)
    return decided.cause not in NOT_THIS_CALL


def _arguments(question: str, names: list[str], actor: Actor, lang: str) -> dict[str, Any]:
    made: dict[str, Any] = {}
    used: dict[str, int] = {}
    for name in names:
        form = FORMS[name]
        found = named(question, form, lang) or ((actor.id,) if name == OWNER else ())
        at = used.get(form, 0)
        if at < len(found):
            made[name] = found[at]
        used[form] = at + 1
    return made
