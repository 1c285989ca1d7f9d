"""Checked operations: who may make which call, with what, and whether the reply tells of it truly."""

# ruff: noqa: E501 (a table reads best with a case a line)
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replication.chops.commits import schema
from replication.chops.reports import reports
from truthscore import Guardrail, InputError
from truthscore.guard.operation import (
    ACTIONS,
    Actor,
    Operation,
    Result,
    check_operation,
    check_report,
    checked_operation,
    checked_report,
    read_schema,
    texts,
    to_dict,
)
from truthscore.guard.verify_loop import Generated, Operations, verify_loop
from truthscore.text.record import read

CALLS = read_schema(
    {
        "set_limit": {
            "own": True, "roles": ["admin"], "owner": "user", "asks": ["upload limit", "uploadlimiet"],
            "args": {"user": {}, "limit": {"type": "integer", "least": 1, "most": 200}},
        },
        "set_role": {
            "own": True, "owner": "user", "asks": ["role", "rol"],
            "args": {"user": {}, "role": {"enum": ["arbiter", "leader"]}},
        },
        "add_school": {
            "roles": ["admin"], "asks": ["school"],
            "args": {"name": {}, "since": {"type": "date", "required": False},
                     "open": {"type": "boolean", "required": False}},
        },
        "find_user": {"roles": ["admin"], "writes": False, "args": {"name": {}}},
    }
)  # fmt: skip
ACTORS = {
    "owner": Actor(id="u1"), "other": Actor(id="u2"), "admin": Actor(id="a1", roles=("admin",)),
    "unknown": None,
}  # fmt: skip
#: A right call of each kind on the row of u1, and the question for it.
RIGHT: dict[str, tuple[str, dict[str, Any]]] = {
    "set_limit": ("Please change my upload limit to 50.", {"user": "u1", "limit": 50}),
    "set_role": ("Please change my role to arbiter.", {"user": "u1", "role": "arbiter"}),
    "add_school": ("Please add the school Nova.", {"name": "Nova"}),
    "find_user": ("Tell me about Andy.", {"name": "Andy"}),
}
#: What each actor gets for it.
TABLE = {
    ("set_limit", "owner"): "permitted", ("set_limit", "other"): "not_allowed",
    ("set_limit", "admin"): "permitted", ("set_limit", "unknown"): "unknown_actor",
    ("set_role", "owner"): "permitted", ("set_role", "other"): "not_allowed",
    ("set_role", "admin"): "not_allowed", ("set_role", "unknown"): "unknown_actor",
    ("add_school", "owner"): "not_allowed", ("add_school", "other"): "not_allowed",
    ("add_school", "admin"): "permitted", ("add_school", "unknown"): "unknown_actor",
    ("find_user", "owner"): "not_allowed", ("find_user", "other"): "not_allowed",
    ("find_user", "admin"): "permitted", ("find_user", "unknown"): "unknown_actor",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CALLS))
@pytest.mark.parametrize("who", sorted(ACTORS))
def test_every_call_by_everybody(name: str, who: str) -> None:
    question, args = RIGHT[name]
    if who != "owner":
        question = question.replace("my", "u1's")
    operation = Operation(name=name, args=args)
    decided = check_operation(question, operation, CALLS, (), ACTORS[who], "en")
    assert decided.cause == TABLE[name, who]
    assert decided.action == ACTIONS[decided.cause]


#: Of CHOPS's ten calls: those that everybody may make on the own row.
OWN = {name for name, call in schema().items() if call.own}


@pytest.mark.parametrize("name", sorted(schema()))
@pytest.mark.parametrize("who", ["owner", "admin", "unknown"])
def test_every_call_of_chops_by_everybody(name: str, who: str) -> None:
    calls = schema()
    args: dict[str, Any] = {
        each: 5 if one.type == "integer" else "Nova" for each, one in calls[name].args.items()
    }
    asks = " ".join(calls[name].asks[:1])
    operation = Operation(name=name, args=args)
    question = f"Please change this: {asks}, 5, Nova."
    decided = check_operation(question, operation, calls, (), ACTORS[who], "en")
    assert decided.allowed == (who == "admin" or (who == "owner" and name in OWN))
    other = check_operation(
        question, Operation(name=name, args=args, actor="u2"), calls, (), ACTORS["owner"], "en"
    )
    assert other.cause == "other_actor"


@pytest.mark.parametrize(
    ("question", "args", "cause", "argument"),
    [
        ("Please set my upload limit to 50.", {"user": "u1"}, "missing_argument", "limit"),
        ("Please set my upload limit to 50.", {"user": "u1", "limit": "50"}, "wrong_argument", "limit"),
        ("Please set my upload limit to 50.", {"user": "u1", "limit": True}, "wrong_argument", "limit"),
        ("Please set my upload limit to 500.", {"user": "u1", "limit": 500}, "wrong_argument", "limit"),
        ("Please set my upload limit to 50.", {"user": "u1", "limit": 50, "force": 1}, "extra_argument", "force"),
        ("Please set my upload limit to 50.", {"user": "u1", "limit": 80}, "unfounded_argument", "limit"),
        ("Please raise my upload limit to my maximum.", {"user": "u1", "limit": 120}, "permitted", ""),
        ("Please set my upload limit to fifty.", {"user": "u1", "limit": 50}, "permitted", ""),
        ("What is my upload limit, 50?", {"user": "u1", "limit": 50}, "not_asked", ""),
        ("Do not change my upload limit to 50.", {"user": "u1", "limit": 50}, "not_asked", ""),
        ("If I pay, change my upload limit to 50.", {"user": "u1", "limit": 50}, "not_asked", ""),
        ("My upload limit was 50.", {"user": "u1", "limit": 50}, "not_asked", ""),
        ("Please change my role, I am 50.", {"user": "u1", "limit": 50}, "other_call", ""),
        ("Could you change my upload limit to 50?", {"user": "u1", "limit": 50}, "permitted", ""),
        ("Kunt u mijn uploadlimiet op 50 zetten?", {"user": "u1", "limit": 50}, "permitted", ""),
        ("Wijzig mijn uploadlimiet niet naar 50.", {"user": "u1", "limit": 50}, "not_asked", ""),
        ("Wat is mijn uploadlimiet, 50?", {"user": "u1", "limit": 50}, "not_asked", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_call_is_named(
    question: str, args: dict[str, Any], cause: str, argument: str
) -> None:
    records = read({"maximum": {"value": 120, "hidden": True}}, "record")
    lang = "nl" if "uploadlimiet" in question else "en"
    operation = Operation(name="set_limit", args=args)
    decided = check_operation(question, operation, CALLS, records, ACTORS["owner"], lang)
    assert (decided.cause, decided.argument) == (cause, argument)
    assert "120" not in decided.reason


def test_an_unknown_call_is_blocked() -> None:
    decided = check_operation("Please do it.", Operation(name="drop"), CALLS, (), ACTORS["admin"])
    assert (decided.action, decided.cause) == ("block", "unknown_call")


VALUES = st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.none(), st.floats())


@given(
    question=st.sampled_from([each for each, _ in RIGHT.values()]) | st.text(max_size=60),
    name=st.sampled_from(sorted(CALLS)) | st.text(max_size=5),
    args=st.dictionaries(st.sampled_from(["user", "limit", "role", "name", "x"]), VALUES),
    actor=st.none() | st.builds(Actor, id=st.sampled_from(["u1", "u2", "", " "])),
)
def test_nothing_is_allowed_without_permission(
    question: str, name: str, args: dict[str, Any], actor: Actor | None
) -> None:
    decided = check_operation(question, Operation(name=name, args=args), CALLS, (), actor, "en")
    if actor is None or not actor.id.strip() or name not in CALLS or not CALLS[name].own:
        assert decided.action == "block"
        return
    if args.get("user") != actor.id:
        assert decided.action == "block"


@pytest.mark.parametrize(
    ("given_schema", "told"),
    [
        ([], r"schema: .*dictionary; found list"),
        ({"a": 3}, r"schema: a: .*Call; found 3"),
        ({"a": {"role": []}}, r"schema: a: role: is not known; did you mean 'roles'\?"),
        ({"a": {"roles": "admin"}}, r"schema: a: roles: .*; found 'admin'"),
        ({"a": {"args": {"b": {"type": "int"}}}}, r"schema: a: args: b: type: .*'integer'.*'int'"),
        ({"a": {"args": {"b": {"most": "9"}}}}, r"schema: a: args: b: most: .*number; found '9'"),
        ({"a": {"args": {"b": {"most": True}}}}, r"schema: a: args: b: most: .*number"),
        ({"a": {"owner": "b"}}, r"schema: a: 'owner' is 'b'"),
        ({"a": {"own": 1}}, r"schema: a: own: .*boolean; found 1"),
    ],
)
def test_a_schema_that_cannot_be_read_says_where(given_schema: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_schema(given_schema)


def test_plain_data_is_checked_and_what_is_wrong_is_blocked() -> None:
    call = {"name": "limit", "args": {"to": 5}}
    plain = {"limit": {"own": True, "args": {"to": {"type": "integer"}}}}
    told = checked_operation("Please set my limit to 5.", call, plain, (), {"id": "u1"}, "en")
    assert told.allowed
    for wrong in (
        checked_operation(3, call, plain, (), {"id": "u1"}),
        checked_operation("?", {"name": 3}, plain),
        checked_operation("?", call, plain, [{"id": "no fields"}]),
        checked_operation("?", call, plain, (), {"id": 4}),
        checked_report("Done", {"done": "yes"}),
        checked_report("Done", {"done": True, "state": "pending"}),
        checked_report("Done", {"done": True, "state": "half"}),
        checked_report(None, {"done": True}),
    ):
        assert (wrong.action, wrong.cause) == ("block", "invalid_input")
        assert wrong.argument


@pytest.mark.parametrize(
    ("answer", "result", "cause", "words"),
    [
        ("Done, you are an arbiter.", Result(done=False), "false_done", "Done, you are an arbiter."),
        ("Done, you are an arbiter.", Result(done=True, values={"role": "arbiter"}), "reported", ""),
        ("Done, you are a leader now.",
         Result(done=True, values={"role": "arbiter"}, others=("leader",)), "other_value", "leader"),
        ("Your limit has been changed to 80.", Result(done=True, values={"limit": 50}),
         "other_value", "80"),
        ("Your limit has not been changed.", Result(done=True), "false_failed",
         "Your limit has not been changed."),
        ("Thank you for your question.", Result(done=True), "not_told", ""),
        ("We will change it soon.", Result(done=False), "not_told", ""),
        ("Sorry, that failed.", Result(done=False), "reported", ""),
        ("Gelukt! Uw limiet is nu 50.", Result(done=True, values={"limit": 50}), "reported", ""),
        ("Uw limiet is gewijzigd naar 50.", Result(done=False), "false_done",
         "Uw limiet is gewijzigd naar 50."),
    ],
)  # fmt: skip
def test_a_report_is_held_against_what_was_done(
    answer: str, result: Result, cause: str, words: str
) -> None:
    lang = "nl" if "limiet" in answer else "en"
    decided = check_report(answer, result, lang=lang)
    assert decided.cause == cause
    span = decided.span
    assert (answer[span.start : span.end] if span else "") == words
    assert to_dict(decided)["action"] == ACTIONS[cause]


def test_the_templates_of_the_half_that_is_read() -> None:
    told = [each for each in reports() if each.half == "read"]
    wrong = [
        each.answer
        for each in told
        if check_report(each.answer, each.result, lang=each.lang).allowed is not each.true
    ]
    assert len(told) > 200
    assert wrong == []


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_each_cause_has_a_reason(lang: str) -> None:
    assert set(texts(lang)) == set(ACTIONS)


def test_a_loop_makes_no_call_that_is_not_allowed(guardrail: Guardrail) -> None:
    page = "Uw uploadlimiet kunt u laten wijzigen in een ander getal, van 1 tot en met 200."
    made = iter(
        [
            Generated(answer=page, operation=Operation(name="set_limit", args={"limit": 50})),
            Generated(
                answer=page, operation=Operation(name="set_limit", args={"user": "u1", "limit": 50})
            ),
        ]
    )
    told: list[str | None] = []

    def generate(feedback: str | None) -> Generated:
        told.append(feedback)
        return next(made)

    result = verify_loop(
        generate, guardrail, question="Wijzig mijn uploadlimiet naar 50.", context=[page],
        lang="nl", operations=Operations(schema=CALLS, actor=ACTORS["owner"]),
    )  # fmt: skip
    assert [each.operation.cause for each in result.iterations if each.operation] == [
        "missing_argument", "permitted",
    ]  # fmt: skip
    assert result.passed
    assert "user" in (told[1] or "")


def test_a_loop_without_a_schema_holds_every_call(guardrail: Guardrail) -> None:
    page = "Uw uploadlimiet kunt u laten wijzigen in een ander getal, van 1 tot en met 200."
    one = Generated(answer=page, operation=Operation(name="set_limit"))
    result = verify_loop(
        lambda _: one, guardrail, question="Wijzig hem.", context=[page], lang="nl"
    )
    assert not result.passed
    assert (result.decision.action, result.decision.cause) == ("block", "operation")


@pytest.mark.parametrize(("limit", "cause"), [(18, "unfounded_argument"), (40, "permitted")])
def test_a_part_of_a_number_is_not_that_number(limit: int, cause: str) -> None:
    question = "Please set my upload limit to 40, I paid 18.40 for it."
    operation = Operation(name="set_limit", args={"user": "u1", "limit": limit})
    decision = check_operation(question, operation, CALLS, (), ACTORS["owner"], "en")
    assert decision.cause == cause


@pytest.mark.parametrize(
    ("lang", "answer", "values", "words"),
    [
        ("nl", "Gelukt! We bellen u op 06-87654321.", {"phone": "0612345678"}, "06-87654321"),
        ("nl", "Gelukt! We bellen u op 06 1234 5678.", {"phone": "0612345678"}, ""),
        ("nl", "Gelukt! Uw nummer is +31 6 12345678.", {"phone": "0612345678"}, ""),
        ("en", "Done, mail goes to jan@b.example now.", {"mail": "jan@a.example"}, "jan@b.example"),
        ("en", "Done, mail goes to Jan@A.example now.", {"mail": "jan@a.example"}, ""),
        ("en", "Done, we meet on 2026-01-05.", {"phone": "0612345678"}, ""),
    ],
)
def test_another_number_or_address_than_is_stored_is_seen(
    lang: str, answer: str, values: dict[str, str], words: str
) -> None:
    decided = check_report(answer, Result(done=True, values=values), lang=lang)
    assert decided.cause == ("other_value" if words else "reported")
    span = decided.span
    assert (answer[span.start : span.end] if span else "") == words


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", "Your ticket has been opened."),
        ("en", "Two-step sign-in was enabled for you."),
        ("en", "I've assigned it to the sales team."),
        ("en", "Your invoice has been paid."),
        ("nl", "Uw melding is aangemaakt."),
        ("nl", "Tweestapsverificatie is ingeschakeld."),
        ("nl", "Ik heb het toegewezen aan verkoop."),
        ("nl", "Uw factuur is betaald."),
    ],
)
def test_what_says_that_it_was_done_is_a_report(lang: str, answer: str) -> None:
    assert check_report(answer, Result(done=False), lang=lang).cause == "false_done"
    assert check_report(answer, Result(done=True), lang=lang).cause == "reported"


@pytest.mark.parametrize(
    ("lang", "question", "cause"),
    [
        ("nl", "Voeg de school “Niet te missen” toe.", "permitted"),
        ("nl", "Voeg mij als beheerder van school Niet te missen toe.", "not_asked"),
        ("nl", "Zet mij als beheerder op school Niet te missen, als dat kan.", "not_asked"),
        ("en", "Please add the school 'Not to miss'.", "permitted"),
        ("en", "Please add the school Not to miss if you can.", "not_asked"),
    ],
)
def test_what_stands_in_quotes_takes_nothing_back(lang: str, question: str, cause: str) -> None:
    name = "Niet te missen" if lang == "nl" else "Not to miss"
    made = Operation(name="add_school", args={"name": name})
    assert check_operation(question, made, CALLS, (), ACTORS["admin"], lang).cause == cause


def test_as_is_no_condition_before_a_role() -> None:
    asked = Operation(name="set_role", args={"user": "u1", "role": "arbiter"})
    for question, cause in (
        ("Registreer mij met de rol als arbiter.", "permitted"),
        ("Zet mijn rol op arbiter als ik al leider ben.", "not_asked"),
    ):
        decided = check_operation(question, asked, CALLS, (), ACTORS["owner"], "nl")
        assert decided.cause == cause, question


def test_whose_row_it_is_must_be_known_from_question_or_record() -> None:
    """Who has a role may change the row of another one, but not of one whom nobody named."""
    made = Operation(name="set_limit", args={"user": "u7", "limit": 50})
    records = read({"id": "u7", "name": "Andy"}, "record")
    for question, known, cause in (
        ("Please change the upload limit of u7 to 50.", (), "permitted"),
        ("Please change the upload limit of Andy to 50.", records, "permitted"),
        ("Please change the upload limit of Andy to 50.", (), "unfounded_argument"),
    ):
        decided = check_operation(question, made, CALLS, known, ACTORS["admin"], "en")
        assert decided.cause == cause, question
