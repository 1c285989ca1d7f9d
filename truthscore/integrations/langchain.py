"""LangChain and LangGraph: middleware that holds an agent's answer, and a graph's node.

    agent = create_agent(model, tools, middleware=[TruthMiddleware()])
    graph.add_node("truth", TruthMiddleware().node)          # in a LangGraph graph of messages

Documents are what the agent's tools returned, unless `context` says otherwise. The answer is
checked when it is complete: a host that shows tokens while they come shows them unchecked. A chain
checks each sentence before it is shown, with the `stream` of a `Guardrail`:
`model | StrOutputParser() | RunnableGenerator(stream.sent)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truthscore.guard.decision import Decision
from truthscore.integrations.judge import NAME, Checks, Judge, brief, framework

with framework("langchain"):
    from langchain.agents.middleware import AgentMiddleware
    from langchain_core.messages import AIMessage


class TruthMiddleware(AgentMiddleware):
    """Replaces an answer that is not allowed before anybody reads it.

    The message in its place says so in the answer's language and keeps the message's id; its
    `additional_kwargs["truthscore"]` tells the action and the cause.
    """

    def __init__(
        self,
        judge: Judge | Checks | str | None = None,
        *,
        context: Callable[[Any], Any] | None = None,
    ) -> None:
        """`context`: documents from the agent's state, instead of what its tools returned."""
        super().__init__()
        self._judge = Judge.of(judge)
        self._context = context

    def after_agent(self, state: Any, runtime: Any = None) -> dict[str, Any] | None:
        """Check the answer of this turn; an update of the state when it is held."""
        del runtime
        return self._update(state, self._judge.judge(*self._asked(state)))

    async def aafter_agent(self, state: Any, runtime: Any = None) -> dict[str, Any] | None:
        """`after_agent` for asyncio."""
        del runtime
        return self._update(state, await self._judge.ajudge(*self._asked(state)))

    def node(self, state: Any) -> dict[str, Any]:
        """The check as a node of a LangGraph graph whose state has `messages`."""
        return self.after_agent(state) or {}

    def _asked(self, state: Any) -> tuple[Any, None, Any]:
        """The chat with its answer, and its documents: None are those that its tools returned."""
        if self._context is None:
            return state["messages"], None, None
        return state["messages"], None, self._context(state) or ()

    def _update(self, state: Any, decision: Decision) -> dict[str, Any] | None:
        if decision.allowed:
            return None
        last = state["messages"][-1] if state["messages"] else None
        message = AIMessage(
            content=self._judge.held(decision),
            # In its place; what a tool said straight to the customer is followed, not replaced.
            id=last.id if last is not None and last.type == "ai" else None,
            additional_kwargs={NAME: brief(decision)},
        )
        update: dict[str, Any] = {"messages": [message]}
        if state.get("structured_response") is not None:
            update["structured_response"] = None  # the same answer in another dress
        return update
