"""The middleware in a real agent and the node in a real graph; the model says what it is told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.guard.cases import WRONG_NUMBER
from tests.integrations.cases import ALLOWED, BARE, BLOCKED, HELD
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.judge import Judge

pytest.importorskip("langchain")
pytest.importorskip("langgraph")

from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.runnables import RunnableGenerator
from langchain_core.tools import tool
from langgraph.graph import END, START, MessagesState, StateGraph

from truthscore.integrations.langchain import TruthMiddleware


class Scripted(GenericFakeChatModel):
    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        del tools, kwargs
        return self


def agent(case: dict[str, Any], judge: Judge, *, artifact: bool = True, **more: Any) -> Any:
    @tool(response_format="content_and_artifact")
    def with_artifact(query: str) -> Any:
        """Search the help pages."""
        del query
        pages = [Document(page_content=text, metadata={"source": "h"}) for text in case["context"]]
        return f"{len(pages)} pages", pages

    @tool
    def plain(query: str) -> str:
        """Search the help pages."""
        del query
        return "\n\n".join(case["context"])

    search = with_artifact if artifact else plain
    call = {"name": search.name, "args": {"query": "verlof"}, "id": "1", "type": "tool_call"}
    said = [AIMessage(content=case["answer"])]
    if case["context"]:
        said.insert(0, AIMessage(content="", tool_calls=[call]))
    model = Scripted(messages=iter(said))
    return create_agent(model, [search], middleware=[TruthMiddleware(judge, **more)])


def asked(case: dict[str, Any]) -> dict[str, Any]:
    return {"messages": [HumanMessage(case["question"])]}


@pytest.mark.parametrize("artifact", [True, False])
def test_an_allowed_answer_stays(judge: Judge, artifact: bool) -> None:
    messages = agent(ALLOWED, judge, artifact=artifact).invoke(asked(ALLOWED))["messages"]
    assert messages[-1].content == ALLOWED["answer"]


@pytest.mark.parametrize("in_a_loop", [False, True])
def test_a_question_that_asks_on_is_read_with_the_one_before(
    guardrail: Guardrail, in_a_loop: bool
) -> None:
    questions: list[str] = []
    judge = Judge(guardrail, on_held=lambda question, *_: questions.append(question))
    chat = {
        "messages": [
            *asked(BLOCKED)["messages"], AIMessage(BLOCKED["answer"]),
            HumanMessage("En voor een dag?"),
        ]
    }  # fmt: skip
    made = agent(BLOCKED, judge)
    if in_a_loop:
        asyncio.run(made.ainvoke(chat))
    else:
        made.invoke(chat)
    assert questions == [f"{BLOCKED['question']}\nEn voor een dag?"]


@pytest.mark.parametrize("case", [BLOCKED, BARE])
def test_a_held_answer_is_replaced(judge: Judge, case: dict[str, Any]) -> None:
    messages = agent(case, judge).invoke(asked(case))["messages"]
    assert messages[-1].content == HELD
    assert messages[-1].additional_kwargs["truthscore"]["action"] in ("review", "block")
    assert case["answer"] not in str(messages)


def test_async_agents_too(judge: Judge) -> None:
    for case, told in ((ALLOWED, ALLOWED["answer"]), (BLOCKED, HELD)):
        made = asyncio.run(agent(case, judge).ainvoke(asked(case)))
        assert made["messages"][-1].content == told


def test_an_error_holds_the_answer(broken: Judge) -> None:
    assert agent(ALLOWED, broken).invoke(asked(ALLOWED))["messages"][-1].content == HELD


def test_documents_from_the_state(judge: Judge) -> None:
    made = agent(BARE, judge, context=lambda _: ALLOWED["context"]).invoke(asked(BARE))
    assert made["messages"][-1].content == ALLOWED["answer"]


def test_documents_that_cannot_be_had_stop_the_run(judge: Judge) -> None:
    def fails(_: Any) -> Any:
        raise OSError("store is down")

    with pytest.raises(OSError, match="store is down"):
        agent(ALLOWED, judge, context=fails).invoke(asked(ALLOWED))


def test_what_a_tool_says_to_the_customer_is_no_answer(judge: Judge) -> None:
    @tool(return_direct=True)
    def direct(query: str) -> str:
        """Tell the customer."""
        del query
        return BLOCKED["answer"]

    call = {"name": "direct", "args": {"query": "verlof"}, "id": "1", "type": "tool_call"}
    model = Scripted(messages=iter([AIMessage(content="", tool_calls=[call])]))
    made = create_agent(model, [direct], middleware=[TruthMiddleware(judge)])
    messages = made.invoke(asked(BLOCKED))["messages"]
    assert [each.type for each in messages] == ["human", "ai", "tool", "ai"]
    assert messages[-1].content == HELD


@pytest.mark.parametrize(("case", "told"), [(ALLOWED, None), (BLOCKED, HELD), (BARE, HELD)])
def test_a_node_of_a_graph(judge: Judge, case: dict[str, Any], told: str | None) -> None:
    graph = StateGraph(MessagesState)
    graph.add_node("say", lambda _: {"messages": [AIMessage(case["answer"])]})
    graph.add_node("truth", TruthMiddleware(judge, context=lambda _: case["context"]).node)
    graph.add_edge(START, "say")
    graph.add_edge("say", "truth")
    graph.add_edge("truth", END)
    messages = graph.compile().invoke(asked(case))["messages"]
    assert [each.type for each in messages] == ["human", "ai"]
    assert messages[-1].content == (told or case["answer"])


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (ALLOWED["answer"], ALLOWED["answer"]),
        (WRONG_NUMBER, "U vraagt verlof aan op het Urenbord."),
        (BLOCKED["answer"], ""),
    ],
)
def test_a_chain_shows_what_may_be_sent(guardrail: Guardrail, answer: str, shown: str) -> None:
    stream = guardrail.stream(question=ALLOWED["question"], context=ALLOWED["context"])
    model = Scripted(messages=iter([AIMessage(answer)]))
    chain = model | StrOutputParser() | RunnableGenerator(stream.sent)
    assert "".join(chain.stream("?")) == shown
    assert stream.close().allowed is (shown == answer)
