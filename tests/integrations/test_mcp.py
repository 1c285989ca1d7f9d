"""`truthscore mcp` as an agent starts it: the SDK's own client, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.integrations.cases import ALLOWED, BARE, BLOCKED, REASON
from tests.statements.told_apart import default
from truthscore.guard.guardrail import Guardrail
from truthscore.profile import with_policy

pytest.importorskip("mcp", reason="the MCP SDK is not installed: pip install '.[mcp]'")

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

pytestmark = pytest.mark.slow

SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "truthscore", "mcp", "--lang", "nl"]
)
PAGE = {"id": "bijlagen", "title": "Bijlagen", "text": (
    "# Facturen\n\nEen factuur heeft een nummer.\n\n## Bijlagen meesturen\n\n"
    "Bij een factuur kunt u maximaal 5 bijlagen meesturen, samen niet groter dan 10 MB."
)}  # fmt: skip
LIE = {
    "question": "Hoe groot mogen de bijlagen zijn?",
    "answer": "De bijlagen mogen samen niet groter zijn dan 25 MB.",
    "context": [PAGE],
}


def with_client(do: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(stdio_client(SERVER)) as client:
            return await do(client)

    return asyncio.run(run())


def said(*calls: tuple[str, dict[str, Any]]) -> list[tuple[bool, str]]:
    """Whether each of some calls of one server was wrong, and its text."""

    async def do(client: Client) -> list[tuple[bool, str]]:
        found = [await client.call_tool(name, arguments) for name, arguments in calls]
        return [(bool(each.is_error), each.content[0].text) for each in found]

    return with_client(do)


@pytest.fixture
def guardrail() -> Guardrail:
    """By the profile that the server has when it is asked for none, without a time limit."""
    return Guardrail(default(), with_policy(default().profile.policy, time_budget_ms=0.0))


def test_the_tools_say_what_they_need() -> None:
    async def do(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = {each.name: each for each in with_client(do)}
    assert list(tools) == ["check_answer", "find_passage", "explain"]
    assert tools["check_answer"].input_schema["required"] == ["question", "answer", "context"]
    assert tools["find_passage"].input_schema["required"] == ["text", "context"]


def test_an_answer_is_checked_as_the_guardrail_does(guardrail: Guardrail) -> None:
    cases = [LIE, ALLOWED, BLOCKED, BARE]
    for case, (wrong, text) in zip(
        cases, said(*(("check_answer", case) for case in cases)), strict=True
    ):
        decision, told = guardrail.check(**case, lang="nl"), json.loads(text)
        assert not wrong
        assert told["decision"] == decision.action
        assert told["stars"] == decision.verdict.score
        assert (told["cause"], told["reason"]) == (decision.cause, decision.reason)
    assert json.loads(said(("check_answer", BLOCKED))[0][1])["reason"] == REASON


def test_a_statement_has_its_passage_with_page_and_heading() -> None:
    [(_, text)] = said(("check_answer", LIE))
    [statement] = json.loads(text)["statements"]
    assert statement["verdict"] == "contradicted"
    assert statement["text"] == LIE["answer"]
    passage = statement["passage"]
    assert (passage["page"], passage["heading"]) == ("bijlagen", "Bijlagen meesturen")
    assert PAGE["text"][passage["start"] : passage["end"]] == passage["passage"]


def test_the_nearest_passage_of_each_sentence_is_found() -> None:
    asked = {"text": "Maximaal 5 bijlagen. Een factuur heeft een nummer.", "context": [PAGE]}
    [(wrong, text)] = said(("find_passage", asked))
    found = json.loads(text)["passages"]
    assert not wrong
    assert [each["heading"] for each in found] == ["Bijlagen meesturen", "Facturen"]
    assert found[1]["passage"] == "Een factuur heeft een nummer."


def test_what_is_wrong_is_explained_in_words() -> None:
    [(wrong, text)] = said(("explain", LIE))
    assert not wrong
    assert "“Bijlagen” zegt “10 MB”, het antwoord zegt “25 MB”" in text
    assert "value.other: the page has another number, date or amount for this" in text
    assert "\x1b" not in text


WRONG = {
    "a missing argument": ("check_answer", {"question": "?", "context": []}, "'answer' is missing"),
    "another argument": ("explain", {**LIE, "anwser": "Ja."}, "'anwser' is not known"),
    "a number": ("check_answer", {**LIE, "answer": 5}, "'answer' is of type int; expected a text"),
    "a text of numbers": ("find_passage", {"text": 5, "context": []}, "expected a text"),
    "pages that are none": ("check_answer", {**LIE, "context": 5}, "expected a text, a list"),
    "an empty answer": ("check_answer", {**LIE, "answer": " \n"}, "'answer' is empty"),
    "a page of 1 MB": ("check_answer", {**LIE, "context": ["a " * 524_288]}, "at most 500000"),
    "many pages": ("explain", {**LIE, "context": ["a"] * 1000}, "at most 64"),
    "no tool": ("check_answers", LIE, "did you mean 'check_answer'"),
    "no arguments": ("find_passage", {}, "'text' is missing; expected text, context"),
}


def test_wrong_calls_are_told_and_the_server_goes_on() -> None:
    found = said(*((name, given) for name, given, _ in WRONG.values()), ("check_answer", LIE))
    for about, (wrong, text), (_, _, expected) in zip(WRONG, found, WRONG.values(), strict=False):
        assert wrong, about
        assert expected in text, about
        assert len(text) < 500, about
    assert found[-1][0] is False
    assert json.loads(found[-1][1])["decision"] == "review"


def test_the_same_call_gives_the_same_bytes() -> None:
    one, other = said(("check_answer", LIE), ("check_answer", LIE))
    assert one == other
