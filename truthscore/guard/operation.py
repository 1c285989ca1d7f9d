"""Checked operations: a change is made when it is allowed and asked for, and then told of truly.

CHOPS lets a language model propose a call to the company's system and commits it only when it is
valid (Shi et al. 2024, §3.1, §4.1). Here nothing of that is left to a model: `check_operation` asks
a schema who may make which call with what, and the question whether it was asked for;
`check_report` holds the reply against what was really done. Both fail closed.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from truthscore import language as languages
from truthscore import resources
from truthscore.errors import InputError, ResourceError
from truthscore.guard import operation_grounds, operation_report, operation_request
from truthscore.guard.operation_given import Given, is_day
from truthscore.guard.operation_grounds import Grounds
from truthscore.guard.operation_others import other_thing, other_value
from truthscore.guard.operation_report import Clause
from truthscore.guard.operation_schema import Actor as Actor
from truthscore.guard.operation_schema import Argument, read_fields, read_plain, read_result
from truthscore.guard.operation_schema import Call as Call
from truthscore.guard.operation_schema import Operation as Operation
from truthscore.guard.operation_schema import Result as Result
from truthscore.guard.operation_schema import Schema as Schema
from truthscore.guard.operation_schema import read_schema as read_schema
from truthscore.guard.operation_words import WORD
from truthscore.language import LanguagePack
from truthscore.text import langid
from truthscore.text.markup import normalise
from truthscore.text.record import Field, text_of, words_of
from truthscore.types import ANSWER, Action, Span

#: Every cause, with a text in each language's `[operations]` of reasons.toml, and what is done.
ACTIONS: Mapping[str, Action] = {
    "permitted": "allow", "reported": "allow",
    "unknown_call": "block", "wrong_argument": "block", "extra_argument": "block",
    "missing_argument": "block", "unknown_actor": "block", "other_actor": "block",
    "not_allowed": "block", "invalid_input": "block", "false_done": "block",
    "other_value": "block",
    "not_asked": "review", "other_row": "review", "other_call": "review",
    "unfounded_argument": "review",
    "false_failed": "review", "false_later": "review", "not_told": "review", "unread": "review",
}  # fmt: skip
#: Where the language of a text cannot be told.
DEFAULT = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDecision:
    """What to do with a call or a report: `action`, the `cause` (one of `ACTIONS`), the reason in
    words, and its evidence: an `argument`, or the `span` of the question or answer."""

    action: Action
    cause: str
    reason: str
    argument: str = ""
    span: Span | None = None

    @property
    def allowed(self) -> bool:
        """Whether the call may be made, or the report be sent."""
        return self.action == "allow"


def check_operation(
    question: str,
    operation: Operation,
    schema: Schema,
    records: Sequence[Field] = (),
    actor: Actor | None = None,
    lang: str | None = None,
    today: datetime.date | None = None,
) -> OperationDecision:
    """Whether a proposed call may be made.

    `records`: the customer's fields (`text.record.read`); hidden ones count and are never quoted.
    `lang`: that of the question and of the reason; None: recognised. `today`: the day that a date
    without a year is near to; None: that of the clock. Blocked: a call that the schema does not
    have, an argument too many, missing or of another type or value, an actor that is not known,
    another one, or without permission. For review: a call that writes where the question tells no
    request of the customer's own, takes it back, is about another call or another's row; an
    argument whose value neither question nor record says for it. Everything else is allowed.
    """
    pack = _pack(question, lang)
    day = today or datetime.date.today()
    cause, argument = _cause(question, operation, schema, records, actor, pack, day)
    return _decided(cause, pack, call=operation.name, argument=argument)


def _cause(
    question: str, operation: Operation, schema: Schema, records: Sequence[Field],
    actor: Actor | None, pack: LanguagePack, today: datetime.date,
) -> tuple[str, str]:  # fmt: skip
    call = schema.get(operation.name)
    if call is None:
        return "unknown_call", ""
    if actor is None or not actor.id.strip():
        return "unknown_actor", ""
    if operation.actor is not None and operation.actor != actor.id:
        return "other_actor", ""
    if wrong := _wrong_argument(operation, call):
        return wrong
    if not _may(operation, call, actor):
        return "not_allowed", ""
    phrases = {name: each.asks for name, each in schema.items() if each.writes}
    message = operation_request.read(normalise(question), pack, phrases)
    if call.writes:
        told = any(each.told for each in message.sentences)
        if message.withdrawn or not told or operation_request.is_denied(
            message, operation.name, phrases
        ):  # fmt: skip
            return "not_asked", ""
        if not operation_request.is_about(message, operation.name, phrases):
            return "other_call", ""
    said = " ".join((*call.asks, words_of(operation.name), *map(words_of, call.args)))
    words = frozenset(WORD.findall(said.lower()))
    if _is_own(operation, call, actor):
        given = [each for each in operation.args.values() if isinstance(each, str)]
        known = " ".join([actor.id, *operation_grounds.own_names(records), *given])
        own = frozenset(WORD.findall(known.lower()))
        if call.writes and operation_request.is_of_another(message, own, words, pack):
            return "other_row", ""
    grounds = Grounds(
        given=Given(message, pack, call.writes), records=records, today=today, words=words
    )
    for name, value in operation.args.items():
        argument = call.args[name]
        if value in (None, "") or (name == call.owner and value == actor.id):
            continue
        if not grounds.has(name, argument.type, argument.enum, operation.args):
            return "unfounded_argument", name
    return "permitted", ""


def _is_own(operation: Operation, call: Call, actor: Actor) -> bool:
    """Whether a call changes the actor's own row, and not another's by a role of his."""
    if call.owner is not None:
        return bool(operation.args.get(call.owner) == actor.id)
    return call.own and set(call.roles).isdisjoint(actor.roles)


def _wrong_argument(operation: Operation, call: Call) -> tuple[str, str] | None:
    for name in operation.args:
        if name not in call.args:
            return "extra_argument", name
    for name, argument in call.args.items():
        if name not in operation.args or operation.args[name] in (None, ""):
            if argument.required:
                return "missing_argument", name
            continue
        if not _fits(operation.args[name], argument):
            return "wrong_argument", name
    return None


def _fits(value: Any, argument: Argument) -> bool:
    """Whether a value has the type of its argument, and is one of those it may have."""
    number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    fits = {
        "text": isinstance(value, str),
        "integer": number and value == value // 1,
        "number": number and value == value,
        "boolean": isinstance(value, bool),
        "date": is_day(value),
    }[argument.type]
    if not fits or (argument.enum and value not in argument.enum):
        return False
    low, high = argument.least, argument.most
    return not number or ((low is None or value >= low) and (high is None or value <= high))


def _may(operation: Operation, call: Call, actor: Actor) -> bool:
    if not set(call.roles).isdisjoint(actor.roles):
        return True
    if not call.own:
        return False
    return call.owner is None or operation.args.get(call.owner) == actor.id


def check_report(answer: str, result: Result, *, lang: str | None = None) -> OperationDecision:
    """Whether a reply tells truly what became of an operation.

    Read are the clauses that speak of it. Blocked: it says that it was done and it was not, or it
    names another value or object than is stored, or as the one that stood before. For review: it
    says that it failed or will be done though that is not so, does not say, or cannot be read for
    certain. `lang`: that of the answer and of the reason; None: recognised.
    """
    text = normalise(answer)
    pack = _pack(text, lang)
    stored = [text_of(each) for each in result.values.values()]
    told = tuple(operation_report.clauses(text, stored, pack))
    cause, found = (_of_done if result.done else _of_not_done)(text, told, result, pack)
    span = None if found is None else Span(source=ANSWER, start=found[0], end=found[1])
    return _decided(cause, pack, span=span, text=text)


def _of_done(
    text: str, told: Sequence[Clause], result: Result, pack: LanguagePack
) -> tuple[str, tuple[int, int] | None]:
    """The cause of a reply on what was done, and the characters that it stands on."""
    done = [each for each in told if each.claim in ("done", "applied")]
    verbs = frozenset[str]().union(*(each.verbs for each in done))
    against = [
        each for each in told
        if each.claim in ("not", "cannot", "still")
        and not (each.beyond and each.claim == "cannot")
        and not (each.aside and verbs and verbs.isdisjoint(each.verbs))
    ]  # fmt: skip
    if not done:
        later = _first(told, "will")
        cause = "false_failed" if against else "false_later" if later else "not_told"
        return cause, _sentence(against) or later
    if other := other_value(text, result.values, result.before, result.others, pack):
        return "other_value", other
    if against:
        return "false_failed", _sentence(against)
    if unread := _first(told, "unread"):
        return "unread", unread
    promised = [
        each
        for each in told
        if each.claim == "will" and (not (each.verbs or each.message) or each.verbs & verbs)
    ]
    if promised:
        return "false_later", _sentence(promised)
    if other := other_thing(text, told, result.values, pack):
        return "unread", other
    return "reported", None


def _of_not_done(
    text: str, told: Sequence[Clause], result: Result, pack: LanguagePack
) -> tuple[str, tuple[int, int] | None]:
    """The same of a reply on what was not done, or not yet."""
    pending = result.state == "pending"
    done = _first(told, "done") or (None if pending else _first(told, "applied"))
    if done:
        return "false_done", done
    if unread := _first(told, "unread", "finished"):
        return "unread", unread
    told = [each for each in told if not each.aside or each.claim == "cannot"]
    later, denied = _first(told, "will", "applied"), _first(told, "not", "cannot", "still")
    if pending:
        refused = _first([each for each in told if not each.yet], "not", "cannot")
        return ("not_told", refused) if refused or not later else ("reported", None)
    if later:
        return ("not_told", None) if result.state is None else ("false_later", later)
    if denied is None:
        return "not_told", None
    still = [each for each in told if each.claim == "still"]
    for each in still:
        part = text[each.start : each.end]
        if found := other_value(part, result.values, {}, (), pack):
            return "other_value", (each.start + found[0], each.start + found[1])
    return "reported", None


def _first(told: Sequence[Clause], *claims: str) -> tuple[int, int] | None:
    """The sentence of the first clause with one of some claims."""
    return _sentence([each for each in told if each.claim in claims])


def _sentence(told: Sequence[Clause]) -> tuple[int, int] | None:
    return (told[0].start, told[0].end) if told else None


def _pack(text: str, lang: str | None) -> LanguagePack:
    code = (lang or langid.identify(text) or DEFAULT).lower().partition("-")[0]
    return languages.load(code if code in resources.languages() else DEFAULT)


@functools.cache
def texts(code: str) -> Mapping[str, str]:
    """The reasons of a language. Raises ResourceError where one lacks or is too much."""
    path = resources.wordlists(code) / "reasons.toml"
    found: Mapping[str, str] = resources.read_toml(path).get("operations", {})
    if odd := sorted(set(found) ^ set(ACTIONS)):
        raise ResourceError(f"{path}: [operations] lacks, or has too much: {', '.join(odd)}")
    return found


def _decided(
    cause: str, pack: LanguagePack, *, call: str = "", argument: str = "", span: Span | None = None,
    text: str = "",
) -> OperationDecision:  # fmt: skip
    quote = "" if span is None else text[span.start : span.end]
    reason = texts(pack.code)[cause].format(call=call, argument=argument, quote=quote)
    return OperationDecision(
        action=ACTIONS[cause], cause=cause, reason=reason, argument=argument, span=span
    )


def to_dict(decision: OperationDecision) -> dict[str, Any]:
    """A decision as plain data, for JSON."""
    span = decision.span
    return {
        "action": decision.action,
        "cause": decision.cause,
        "reason": decision.reason,
        "argument": decision.argument,
        "span": None if span is None else [span.source, span.start, span.end],
    }


def checked_operation(
    question: Any, operation: Any, schema: Any, records: Any = (), actor: Any = None,
    lang: str | None = None,
) -> OperationDecision:  # fmt: skip
    """`check_operation` for plain data, as it comes in over HTTP: mappings in place of the records
    of this module, and customers' records as context documents. Never raises InputError: what is
    not of the right kind is the cause "invalid_input", with what is wrong as its `argument`."""
    try:
        return check_operation(
            read_plain(str, question, "question"), read_plain(Operation, operation, "operation"),
            read_schema(schema), read_fields(records), read_plain(Actor | None, actor, "actor"),
            lang,
        )  # fmt: skip
    except InputError as error:
        return _decided("invalid_input", _pack("", lang), argument=str(error))


def checked_report(answer: Any, result: Any, *, lang: str | None = None) -> OperationDecision:
    """`check_report` for plain data; see `checked_operation`."""
    try:
        return check_report(read_plain(str, answer, "answer"), read_result(result), lang=lang)
    except InputError as error:
        return _decided("invalid_input", _pack("", lang), argument=str(error))
