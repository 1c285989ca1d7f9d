"""MCP: three tools for an agent, over standard input and output (`truthscore mcp`).

A call that is not right gets an error that says what was expected, as the result of its tool: the
model reads it and may call again. Nothing that is sent ends the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from truthscore.errors import InputError, OverBudget, did_you_mean
from truthscore.example import example_of_call
from truthscore.guard.decision import Decision
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.workers import Busy, Workers
from truthscore.integrations.judge import NAME, framework
from truthscore.page_name import page_name
from truthscore.profile import Profile
from truthscore.signature import package_version
from truthscore.text.markup import blocks, normalise
from truthscore.types import ContextDocument, Example, Span, Verdict

with framework("mcp"):
    from mcp.server import Server
    from mcp.server.stdio import stdio_server
    from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool

LOG = logging.getLogger("truthscore.mcp")

_CONTEXT = {
    "description": "The help pages: a text, or a list of texts or of objects with text, id, title.",
    "anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "object"}]}},
    ],
}
_ANSWER = {
    "question": {"type": "string", "description": "What the customer asked."},
    "answer": {"type": "string", "description": "The answer to be checked."},
    "context": _CONTEXT,
}
#: Tool → what it does, and its arguments, all of which it needs.
TOOLS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "check_answer": (
        "Check an answer against help pages before it is sent: the decision (allow, review, "
        "block), stars from 1 to 5, the reason, and each statement with its passage.",
        _ANSWER,
    ),
    "find_passage": (
        "Find, for each sentence of a text, the passage of the help pages that stands nearest. "
        "Says nothing about true or untrue.",
        {"text": {"type": "string", "description": "One or more sentences."}, "context": _CONTEXT},
    ),
    "explain": (
        "Explain in words what speaks against an answer: the findings, sentence by sentence "
        "beside the passage, and what each rule says.",
        _ANSWER,
    ),
}  # fmt: skip

#: How an answer is explained: `cli.explain.explained`.
Explained = Callable[[Example, Verdict, Profile], str]


class Tools:
    """The tools, without the protocol around them."""

    def __init__(self, guardrail: Guardrail, explained: Explained) -> None:
        self._guardrail = guardrail
        self._explained = explained
        policy = guardrail.policy
        self._workers: Workers[str] = Workers(policy.workers, policy.waiting)

    async def call(self, name: str, arguments: Mapping[str, Any] | None) -> str:
        """What a tool tells: JSON, of `explain` a text.

        Raises InputError for a tool or arguments that are not right, OverBudget or Busy where the
        time of the policy is over or too many calls wait.
        """
        given = _checked(name, arguments or {})
        if name == "find_passage":
            given = {"question": "", "answer": given["text"], "context": given["context"]}
        example = example_of_call(**given, id="", lang=None)
        self._fits(example)
        does: dict[str, Callable[[Example], Awaitable[str]]] = {
            "check_answer": self._check,
            "find_passage": partial(self._in_time, self._find),
            "explain": partial(self._in_time, self._explain),
        }
        return await does[name](example)

    def close(self) -> None:
        """End the threads."""
        self._workers.close()

    def _fits(self, example: Example) -> None:
        limits = self._guardrail.scorer.profile.serve
        if len(example.context) > limits.max_documents:
            raise InputError(
                f"'context' has {len(example.context)} pages; expected at most "
                f"{limits.max_documents}: send those that a search finds"
            )
        for page in example.context:
            if len(page.text) > limits.max_document_chars:
                raise InputError(
                    f"'context': page {page.id!r} has {len(page.text)} characters; expected at "
                    f"most {limits.max_document_chars}: send the part that the answer is about"
                )

    async def _check(self, example: Example) -> str:
        decision = await self._guardrail.acheck(
            question=example.question, answer=example.answer, context=example.context
        )
        return _json(_told(decision, example))

    async def _in_time(self, work: Callable[[Example], str], example: Example) -> str:
        seconds = self._guardrail.policy.time_budget_ms / 1000.0 or None
        return await self._workers.run(partial(work, example), seconds)

    def _find(self, example: Example) -> str:
        found = self._guardrail.scorer.passages(example)
        answer = normalise(example.answer)
        return _json({
            "passages": [
                {"text": answer[said.start : said.end], "shared": shared, **_place(there, example)}
                for said, there, shared in found
            ]
        })  # fmt: skip

    def _explain(self, example: Example) -> str:
        scorer = self._guardrail.scorer
        verdict = next(scorer.score_many([example]))
        return self._explained(example, verdict, scorer.profile)


def _checked(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call. Raises InputError for a tool that is none of ours, and for a missing
    or unknown argument or an empty text; what type each has is told by `example_of_call`."""
    if name not in TOOLS:
        raise InputError(
            f"no tool {name!r}{did_you_mean(name, TOOLS)}; expected one of {', '.join(TOOLS)}"
        )
    wanted = TOOLS[name][1]
    for each in wanted:
        if each not in arguments:
            raise InputError(f"{name}: {each!r} is missing; expected {', '.join(wanted)}")
    for each in arguments:
        if each not in wanted:
            raise InputError(
                f"{name}: {each!r} is not known{did_you_mean(each, wanted)}; expected "
                f"{', '.join(wanted)}"
            )
    for each in ("answer", "text"):
        if isinstance(arguments.get(each, "-"), str) and not arguments.get(each, "-").strip():
            raise InputError(f"{name}: {each!r} is empty; expected a sentence or more")
        if each == "text" and not isinstance(arguments.get(each, ""), str):
            kind = type(arguments[each]).__name__
            raise InputError(f"{name}: 'text' is of type {kind}; expected a text (str)")
    return dict(arguments)


def _told(decision: Decision, example: Example) -> dict[str, Any]:
    """A decision as an agent reads it."""
    answer = normalise(example.answer)
    return {
        "decision": decision.action,
        "stars": decision.verdict.score,
        "cause": decision.cause,
        "reason": decision.reason,
        "findings": list(decision.findings),
        "statements": [
            {
                "text": answer[each.span.start : each.span.end],
                "verdict": each.verdict,
                "stars": each.stars,
                "rules": list(each.rules),
                "passage": None if each.passage is None else _place(each.passage, example),
            }
            for each in decision.verdict.statements
        ],
        "lang": decision.verdict.lang,
        "signature": decision.signature,
    }


def _place(span: Span, example: Example) -> dict[str, Any]:
    """A passage: its page, the heading that it stands under, its characters and its words."""
    page = next((each for each in example.context if each.id == span.source), None)
    if page is None:  # a place in the question
        return {"page": span.source, "start": span.start, "end": span.end}
    return {
        "page": page.id,
        "title": page_name(page),
        "heading": _heading(page, span.start),
        "start": span.start,
        "end": span.end,
        "passage": page.text[span.start : span.end],
    }


def _heading(page: ContextDocument, at: int) -> str:
    """The last heading before a place; empty where there is none."""
    above = [each for each in blocks(page.text) if each.kind == "heading" and each.start <= at]
    return page.text[above[-1].start : above[-1].end] if above else ""


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False)


def server_of(tools: Tools) -> Server[Any]:
    """The tools as a server of the protocol."""

    async def on_list(context: Any, params: Any) -> ListToolsResult:
        del context, params
        return ListToolsResult(
            tools=[
                Tool(
                    name=name,
                    description=description,
                    input_schema={
                        "type": "object",
                        "properties": dict(properties),
                        "required": list(properties),
                    },
                )
                for name, (description, properties) in TOOLS.items()
            ]
        )

    async def on_call(context: Any, params: Any) -> CallToolResult:
        del context
        try:
            text, wrong = await tools.call(params.name, params.arguments), False
        except InputError as error:
            text, wrong = str(error), True
        except (OverBudget, TimeoutError, Busy):
            text, wrong = f"{params.name}: no time; expected fewer or shorter pages", True
        except Exception as error:  # a fault of ours must not end the server
            LOG.exception("%s failed", params.name)
            text, wrong = f"{params.name}: {type(error).__name__}; please report the call", True
        return CallToolResult(content=[TextContent(type="text", text=text)], is_error=wrong)

    return Server(NAME, version=package_version(), on_list_tools=on_list, on_call_tool=on_call)


def run(guardrail: Guardrail, explained: Explained) -> None:
    """Serve until standard input ends."""

    async def serve() -> None:
        server = server_of(tools)
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    tools = Tools(guardrail, explained)
    try:
        asyncio.run(serve())
    finally:
        tools.close()
