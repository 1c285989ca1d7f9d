"""What all adapters share: a decision that is always there, and never "allow" after an error."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, MISSING, QUESTION, TRUE
from tests.integrations.cases import (
    ALLOWED,
    BARE,
    BLOCKED,
    CHAT,
    ENGLISH_MISSING,
    ENGLISH_PAGE,
    ENGLISH_QUESTION,
    ENGLISH_REASON,
    HELD,
    NO_CONTEXT,
    READ_AS,
    REASON,
    SENT_FROM,
)  # fmt: skip
from truthscore.example import documents as read_documents
from truthscore.guard.decision import to_dict
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.judge import Judge, brief, documents, passed, share, spans
from truthscore.profile import with_policy
from truthscore.profiles import DEFAULT
from truthscore.types import ContextDocument


def judged(judge: Judge, case: dict[str, Any]) -> Any:
    return judge.judge(case["question"], case["answer"], case["context"])


def test_three_answers(judge: Judge) -> None:
    allowed, blocked, bare = (judged(judge, case) for case in (ALLOWED, BLOCKED, BARE))
    assert (allowed.action, allowed.cause, passed(allowed)) == ("allow", "supported", True)
    assert (blocked.action, blocked.reason, passed(blocked)) == ("block", REASON, False)
    assert (bare.action, bare.reason, passed(bare)) == ("review", NO_CONTEXT, False)
    assert share(blocked) == 0.0
    assert share(bare) is None
    assert SENT_FROM <= (share(allowed) or 0.0) <= 1.0


def test_async_decides_the_same(judge: Judge) -> None:
    for case in (ALLOWED, BLOCKED, BARE):
        made = asyncio.run(judge.ajudge(case["question"], case["answer"], case["context"]))
        assert made == judged(judge, case)


def test_reason_and_held_text_are_in_the_answer_s_language(judge: Judge) -> None:
    dutch = judged(judge, BLOCKED)
    english = judge.judge(ENGLISH_QUESTION, ENGLISH_MISSING, [ENGLISH_PAGE])
    assert (dutch.reason, judge.held(dutch)) == (REASON, HELD)
    assert english.reason == ENGLISH_REASON
    assert judge.held(english) == "I cannot give a reliable answer to this question now."


def test_a_held_text_of_ones_own(guardrail: Guardrail) -> None:
    own = Judge(guardrail, held="Bel de balie.")
    assert own.held(judged(own, BLOCKED)) == "Bel de balie."


@pytest.mark.parametrize("how", ["judge", "ajudge"])
def test_a_guardrail_that_raises_does_not_allow(broken: Judge, how: str) -> None:
    asked = (QUESTION, TRUE, [LEAVE])
    made = broken.judge(*asked) if how == "judge" else asyncio.run(broken.ajudge(*asked))
    assert (made.action, made.decided, made.cause) == ("review", "review", "error")
    assert made.reason == "Het antwoord kon niet beoordeeld worden: er ging iets mis."
    assert made.verdict.status == "error"
    assert to_dict(made)["verdict"]["score"] is None


@pytest.mark.parametrize("context", [7, [7], [None], [{"text": 7}], object(), [["nested"]]])
def test_context_of_no_known_shape_does_not_allow(judge: Judge, context: Any) -> None:
    made = judge.judge(QUESTION, TRUE, context)
    assert (made.action, made.cause) == ("review", "invalid_input")


@pytest.mark.parametrize("answer", [None, "", "  "])
def test_no_answer_is_blocked(judge: Judge, answer: Any) -> None:
    assert judge.judge(QUESTION, answer, [LEAVE]).cause == "empty_answer"


def test_an_answer_that_is_no_text_does_not_allow(judge: Judge) -> None:
    assert judge.judge(QUESTION, {"text": TRUE}, [LEAVE]).cause == "invalid_input"


def test_who_is_told_of_held_answers(guardrail: Guardrail) -> None:
    told: list[tuple[Any, Any, str]] = []
    own = Judge(guardrail, on_held=lambda *held: told.append((*held[:2], held[2].action)))
    for case in (ALLOWED, BLOCKED, BARE):
        judged(own, case)
    assert told == [(QUESTION, MISSING, "block"), (QUESTION, TRUE, "review")]


def test_who_is_told_may_fail(guardrail: Guardrail) -> None:
    def fails(*held: Any) -> None:
        del held
        raise OSError("the queue is down")

    assert judged(Judge(guardrail, on_held=fails), BLOCKED).action == "block"


def test_monitor_mode_lets_through_and_evaluators_still_tell(guardrail: Guardrail) -> None:
    monitor = Guardrail(guardrail.scorer, with_policy(guardrail.policy, mode="monitor"))
    made = judged(Judge(monitor), BLOCKED)
    assert made.allowed
    assert not passed(made)


def test_what_may_travel_has_no_word_of_the_answer(judge: Judge) -> None:
    made = brief(judged(judge, BLOCKED))
    assert "Salarisrun" not in str(made)
    assert (made["action"], made["cause"], made["score"]) == ("block", "missing_component", 1.0)


def test_spans_are_in_the_answer_s_characters(judge: Judge) -> None:
    found = spans(judged(judge, BLOCKED), MISSING)
    assert ("Salarisrun", "Salarisrun") in [
        (MISSING[s:e].strip("*"), label) for s, e, label in found
    ]
    decomposed = MISSING.replace("Ga", "Ga\u0301")
    assert spans(judge.judge(QUESTION, decomposed, [LEAVE]), decomposed) == []


def test_a_judge_from_what_an_adapter_is_given(judge: Judge, guardrail: Guardrail) -> None:
    assert Judge.of(judge) is judge
    assert Judge.of(guardrail).guardrail is guardrail
    assert Judge.of(DEFAULT).guardrail is Judge.of(None).guardrail


@dataclass
class Node:
    text: str = "Node."
    id_: str = "n1"
    metadata: dict[str, Any] = field(default_factory=lambda: {"title": "A node", "page": 3})


@dataclass
class Scored:
    node: Node
    score: float = 0.5


@dataclass
class Langchain:
    page_content: str = "Page."
    id: None = None
    metadata: dict[str, Any] = field(default_factory=lambda: {"source": "help.md"})


@dataclass
class Haystack:
    content: str = "Content."
    id: str = "h1"
    meta: dict[str, Any] = field(default_factory=dict)


@dataclass
class Deepeval:
    context: str = "Context."
    source: str = "kb"


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (None, ()),
        ("one text", "one text"),
        (["a", LEAVE], ["a", LEAVE]),
        ([Scored(Node())], [{"text": "Node.", "id": "n1", "title": "A node"}]),
        ([Langchain()], [{"text": "Page.", "id": "help.md"}]),
        ([Haystack()], [{"text": "Content.", "id": "h1"}]),
        ([Deepeval()], [{"text": "Context.", "id": "kb"}]),
        (Haystack(), {"text": "Content.", "id": "h1"}),
        ((each for each in (ADDRESS,)), [ADDRESS]),
    ],
)
def test_documents_of_the_frameworks(given: Any, made: Any) -> None:
    assert documents(given) == made


@pytest.mark.parametrize(
    ("given", "roles"),
    [
        (Scored(Node(metadata={"roles": ["hr"]})), ("hr",)),
        (Langchain(metadata={"roles": "hr"}), ("hr",)),
        (Haystack(meta={"roles": []}), ()),  # nobody may see it
        (Haystack(meta={"roles": None}), None),
        (Haystack(), None),
    ],
)
def test_who_may_see_a_document_comes_from_its_metadata(given: Any, roles: Any) -> None:
    [made] = read_documents(documents([given]))
    assert made.roles == roles


def test_an_odd_shape_of_roles_is_refused_and_not_dropped(guardrail: Guardrail) -> None:
    page = Haystack(meta={"roles": {"hr": True}})
    decision = guardrail.check(question="Q?", answer="A.", context=documents([page]))
    assert decision.cause == "invalid_input"


def test_our_own_documents_stay() -> None:
    own = ContextDocument(id="a", text="A.", roles=("hr",))
    assert documents([own]) == [own]


@pytest.mark.parametrize("in_a_loop", [False, True])
def test_a_chat_is_read_to_its_last_turn(listening: Any, in_a_loop: bool) -> None:
    asked = (CHAT, BLOCKED["answer"], BLOCKED["context"])
    if in_a_loop:
        made = asyncio.run(listening.judge.ajudge(*asked))
    else:
        made = listening.judge.judge(*asked)
    assert (made.action, listening.questions) == ("block", [READ_AS])


def test_a_chat_that_cannot_be_read_lets_nothing_through(judge: Judge) -> None:
    class Odd(dict[str, Any]):
        def get(self, *_: Any) -> Any:
            raise RuntimeError("odd")

    assert judge.judge([Odd()], ALLOWED["answer"], ALLOWED["context"]).action == "review"
