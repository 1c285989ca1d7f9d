"""Traces from where they are, and scores back: Langfuse, LangSmith, Phoenix, OpenTelemetry.

The exports of these tools are read as they write them; every trace is a row with the question, the
answer and the pages that `truthscore score` reads. Needs nothing of the tools, and sends nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from truthscore.errors import InputError
from truthscore.field_names import FIELDS
from truthscore.formats import Row
from truthscore.integrations import conversation, exports
from truthscore.integrations.exports import DEEPEST, Step
from truthscore.integrations.judge import NAME, as_share

#: Where a text stands in what goes into a step and what comes out, beside the names in files.
_TEXT = ("text", "content", "message", "value", "prompt", "result")
ASKED, SAID = (*FIELDS["question"], *_TEXT), (*FIELDS["answer"], *_TEXT)
#: Where a chat stands, and where each tool has a chat's answers.
_CHATS = ("messages", "input", "inputs")
_CHOICES = ("choices", "generations")
#: Kinds of a step that bring pages, the best first, as the tools call them (in small letters); what
#: a tool of an agent returned is read where nothing searched.
_SEARCHES, _TOOLS = ("reranker", "retriever", "retrieval"), ("tool", "execute_tool")
#: Names of the pages in what comes out of a search.
_PAGES = (*FIELDS["context"], "output_documents", "pages", "results", "nodes")
#: Names of the text, the title and the id of a page.
_PAGE = {"text": ("content", "page_content", "text"), "title": ("title",), "id": ("id", "doc_id")}
#: Tools that take a score for a step; the others take it for a trace.
_BY_STEP = frozenset({"langsmith", "phoenix"})
#: Characters of a day, 2026-11-20.
_DAY = 10

_Value = TypeVar("_Value")


@dataclass(slots=True)
class Missing:
    """What the traces of an export lacked, in numbers."""

    traces: int = 0
    answers: int = 0
    questions: int = 0
    pages: int = 0
    texts: int = 0

    def told(self, output: str) -> str:
        """What was read and what was missing, for a person."""
        lines = [f"{self.traces} traces, {self.traces - self.answers} rows → {output}"]
        if self.answers:
            lines.append(f"left out: {self.answers} without an answer")
        if self.questions:
            lines.append(f"rows without a question: {self.questions}")
        if self.pages:
            lines.append(
                f"rows without a page: {self.pages}; they get no stars. Trace the search as a "
                "retriever, or add the pages in a field `context`"
            )
        if self.texts:
            lines.append(f"pages of which the export has no text: {self.texts}")
        return "\n".join(lines)


def rows(tool: str, records: Iterable[Row], missing: Missing) -> Iterator[dict[str, Any]]:
    """The rows of an export, a trace each, in the order of the file; `missing` is counted on.

    Its `id` is that by which the tool takes a score. Raises InputError for a record that cannot be
    read, and for a file in which no record is a step.
    """
    by_trace: dict[str, list[Step]] = {}
    for record in records:
        if record.data is None:
            raise InputError(record.complaint)
        for step in exports.steps(tool, record.data):
            by_trace.setdefault(step.trace, []).append(step)
    if not by_trace:
        raise InputError(f"has no step of a trace; expected an export of {tool}")
    for steps in by_trace.values():
        missing.traces += 1
        made = _row(tool, steps, missing)
        if made is not None:
            yield made


def scores(
    tool: str, *, id_: str, decision: str, stars: float | None, reason: str
) -> Iterator[dict[str, Any]]:
    """The scores of one answer, as keyword arguments of the tool's Python client.

    Langfuse `create_score`, LangSmith `create_feedback`, Phoenix `spans.add_span_annotation`. The
    decision is the label; the score is a share of the stars (0 to 1), in Langfuse the stars.
    """
    share = as_share(stars)
    if tool == "langfuse":
        named = {"trace_id": id_, "comment": reason}
        yield {
            **named, "name": f"{NAME}_decision", "value": decision, "data_type": "CATEGORICAL",
            "score_id": f"{id_}-{NAME}-decision",
        }  # fmt: skip
        if stars is not None:
            yield {
                **named, "name": NAME, "value": stars, "data_type": "NUMERIC",
                "score_id": f"{id_}-{NAME}",
            }  # fmt: skip
    elif tool == "langsmith":
        yield {"run_id": id_, "key": NAME, "score": share, "value": decision, "comment": reason}
    else:
        yield {
            "span_id": id_, "annotation_name": NAME, "annotator_kind": "CODE", "label": decision,
            "score": share, "explanation": reason, "identifier": NAME,
        }  # fmt: skip


def _row(tool: str, steps: list[Step], missing: Missing) -> dict[str, Any] | None:
    tops, others = _ordered(steps)
    found = [(step, _turn(step)) for step in (*tops, *others)]
    answered = _any(turn for step, turn in found if turn.answer and step.kind not in _SEARCHES)
    if answered is None:
        missing.answers += 1
        return None
    question = answered.question or _any(turn.question for _, turn in found) or ""
    brought = _brought(steps) or answered.context or _given(tops)
    pages = [page for page in map(_page, brought) if page is not None]
    missing.questions += not question
    missing.texts += len(brought) - len(pages)
    missing.pages += not pages
    row: dict[str, Any] = {
        "id": tops[0].id if tool in _BY_STEP else tops[0].trace,
        "question": question,
        "answer": answered.answer,
        "context": pages,
    }
    if started := _any(step.started for step in tops):
        row["date"] = started[:_DAY]
    if version := _any(step.version for step in tops):
        row["version"] = version
    return row


def _ordered(steps: list[Step]) -> tuple[list[Step], list[Step]]:
    """Where an answer stands: the trace and its first steps, then what was generated last."""
    ids = {step.id for step in steps}
    tops = [step for step in steps if step.parent is None or step.parent not in ids]
    others = [step for step in steps if step not in tops]
    tops.sort(key=lambda step: (step.kind != "trace", step.started))
    others.sort(key=lambda step: step.started, reverse=True)
    return tops, others


def _any(values: Iterable[_Value]) -> _Value | None:
    """The first that is not empty."""
    return next(filter(None, values), None)


def _turn(step: Step) -> conversation.Turn:
    """Question and answer of a step: of its chat, else the texts that go in and come out."""
    asked, said = _chat(step.input), _chat(step.output)
    if said is not None and any(each["role"] in conversation.USER for each in said):
        return conversation.turn(said)  # a graph gives back the whole chat
    context: list[Any] = []
    if asked is not None:
        before = conversation.turn(asked)
        question, context = before.question, before.context
    else:
        question = _text(step.input, ASKED)
    answer = conversation.turn(said).answer if said is not None else _text(step.output, SAID)
    return conversation.Turn(question=question, answer=answer, context=context)


def _brought(steps: Iterable[Step]) -> list[Any]:
    """What searches brought, of the best kind that there is; else what tools returned."""
    by_kind: dict[str, list[Any]] = {}
    for step in steps:
        found = _list(step.pages)
        if not found and step.kind in (*_SEARCHES, *_TOOLS):
            found = _listed(step.output, _PAGES, DEEPEST) or []
        if found:
            by_kind.setdefault(step.kind, []).extend(found)
    best = next((kind for kind in (*_SEARCHES, *_TOOLS) if kind in by_kind), None)
    return by_kind[best] if best else [page for pages in by_kind.values() for page in pages]


def _given(steps: Iterable[Step]) -> list[Any]:
    """Pages that stand beside the question or the answer of a whole trace."""
    for step in steps:
        for value in (step.output, step.input):
            named = value if isinstance(value, Mapping) else {}
            for wrapped in (named, named.get("kwargs"), named.get("inputs")):
                if isinstance(wrapped, Mapping):
                    for name in FIELDS["context"]:
                        if found := _list(wrapped.get(name)):
                            return found
    return []


def _page(found: Any) -> dict[str, str] | None:
    """A page as rows have it; None for one of which there is no text."""
    if isinstance(found, str):
        return {"text": found} if found.strip() else None
    if not isinstance(found, Mapping):
        return None
    page = found.get("document") or found.get("node") or found.get("kwargs") or found
    page = page if isinstance(page, Mapping) else {"text": page}
    about = page.get("metadata") or page.get("meta")
    about = about if isinstance(about, Mapping) else {}
    made: dict[str, str] = {}
    for name, aliases in _PAGE.items():
        values = [where.get(alias) for where in (page, about) for alias in aliases]
        value = next((each for each in values if each not in (None, "", [], {})), None)
        if value is not None:  # a page that is a record was read as JSON
            is_json = isinstance(value, Mapping | list)
            made[name] = json.dumps(value, ensure_ascii=False) if is_json else str(value)
    if "title" not in made and isinstance(about.get("source"), str):
        made["title"] = about["source"]
    return made if made.get("text", "").strip() else None


def _chat(value: Any) -> list[dict[str, Any]] | None:
    """The messages in what goes in or comes out, in one shape; None where there are none."""
    if isinstance(value, Mapping):
        for name in _CHOICES:
            if found := _flat(value.get(name)):
                return [
                    _message(each) or {"role": "assistant", "content": _text(each, SAID)}
                    for each in found
                ]
        if (one := _message(value)) is not None:
            return [one]
        return next((chat for name in _CHATS if (chat := _chat(value.get(name)))), None)
    messages = [_message(each) for each in _flat(value)]
    return [each for each in messages if each is not None] if all(messages) and messages else None


def _message(value: Any, deepest: int = 3) -> dict[str, Any] | None:
    """A message with role and content, of OpenAI, LangChain, OpenInference or OpenTelemetry."""
    if not isinstance(value, Mapping) or deepest == 0:
        return None
    for name in ("message", "kwargs", "data"):
        if isinstance(inner := value.get(name), Mapping):
            outer = str((value.get("id") or [""])[-1] if name == "kwargs" else value.get("type"))
            inner = {"type": outer.removesuffix("Chunk").removesuffix("Message").lower(), **inner}
            if (found := _message(inner, deepest - 1)) is not None:
                return found
    content = value.get("content", value.get("parts", value.get("contents")))
    role = value.get("role") or value.get("type")
    if content is None or role not in (*conversation.ROLES, "system", "developer"):
        return None
    return {**value, "role": role, "content": _blocks(content)}


def _blocks(content: Any) -> Any:
    """Blocks of a message that have a text, each under `text`."""
    if not isinstance(content, list):
        return content
    made = []
    for block in content:
        inner = block.get("message_content", block) if isinstance(block, Mapping) else block
        if isinstance(inner, Mapping) and isinstance(inner.get("content"), str):
            inner = {**inner, "text": inner["content"]}
        made.append(inner)
    return made


def _text(value: Any, names: tuple[str, ...], deepest: int = DEEPEST) -> str:
    """The text of what goes in or comes out: itself, or what stands under one of the names."""
    if isinstance(value, str):
        return value
    if deepest == 0:
        return ""
    if isinstance(value, Mapping):
        kwargs = [value[name] for name in ("kwargs", "args") if name in value]  # of a Python call
        inner = [value[name] for name in names if value.get(name) is not None] or kwargs
        texts = [each for each in value.values() if isinstance(each, str)]
        if not inner and len(texts) == 1:
            return texts[0]
    else:
        inner = value if isinstance(value, list) else []
    return _any(_text(each, names, deepest - 1) for each in inner) or ""


def _listed(value: Any, names: tuple[str, ...], deepest: int) -> list[Any] | None:
    """The list in what a search brought: itself, or what stands under one of the names."""
    if isinstance(value, list):
        return value
    if isinstance(value, Mapping) and deepest:
        inner = [value[name] for name in (*names, "output", "content") if name in value]
        return _any(_listed(each, names, deepest - 1) for each in inner)
    return [value] if isinstance(value, str) and value.strip() else None


def _list(value: Any) -> list[Any]:
    if isinstance(value, str) and value.strip():
        return [value]
    return value if isinstance(value, list) else []


def _flat(value: Any) -> list[Any]:
    """A list whose lists are opened: what was generated for one question of many."""
    if not isinstance(value, list):
        return []
    return [each for item in value for each in (item if isinstance(item, list) else [item])]
