"""Traces from where they are, and scores back: Langfuse, LangSmith, Phoenix, OpenTelemetry.

The exports of these tools are read as they write them; every trace is a row with the question, the
answer and the pages that `truthscore score` reads. Needs nothing of the tools, and sends nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from truthscore.errors import InputError
from truthscore.example import FIELDS
from truthscore.formats import Row
from truthscore.integrations import conversation
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
#: Attributes of OpenInference (Phoenix) and of OpenTelemetry's conventions, the best first.
_GOES_IN = ("input.value", "llm.input_messages", "gen_ai.input.messages", "gen_ai.prompt",
            "traceloop.entity.input")  # fmt: skip
_COMES_OUT = ("output.value", "llm.output_messages", "gen_ai.output.messages",
              "gen_ai.completion", "traceloop.entity.output")  # fmt: skip
_RETRIEVED = ("reranker.output_documents", "retrieval.documents", "gen_ai.retrieval.documents")
_KINDS = ("openinference.span.kind", "gen_ai.operation.name", "traceloop.span.kind")
#: How deep values are looked into: what a framework wraps is four or five deep.
_DEEPEST = 8
#: How a text begins that may be JSON: storage and tables write a text with its quotes.
_JSON = ("{", "[", '"')
_NANOSECONDS = 1e9
#: Characters of a day, 2026-11-20.
_DAY = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a trace: what went in, what came out, and the pages that it brought."""

    trace: str
    id: str
    parent: str | None
    kind: str
    started: str
    input: Any = None
    output: Any = None
    pages: Any = None
    version: str | None = None


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
        for step in TOOLS[tool].read(_loaded_once(record.data)):
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
    ids = {step.id for step in steps}
    tops = [step for step in steps if step.parent is None or step.parent not in ids]
    # The trace itself, then its first step, then what was generated last: where an answer stands.
    ordered = sorted(tops, key=lambda step: (step.kind != "trace", step.started))
    generated = sorted(steps, key=lambda step: step.started, reverse=True)
    found = [(step, _turn(step)) for step in (*ordered, *(s for s in generated if s not in tops))]
    answered = next(
        (turn for step, turn in found if turn.answer and step.kind not in _SEARCHES), None
    )
    if answered is None:
        missing.answers += 1
        return None
    question = answered.question or next((turn.question for _, turn in found if turn.question), "")
    brought = _brought(steps) or answered.context or _given(ordered)
    pages = [page for page in map(_page, brought) if page is not None]
    missing.questions += not question
    missing.texts += len(brought) - len(pages)
    missing.pages += not pages
    first = ordered[0]
    row: dict[str, Any] = {
        "id": first.id if TOOLS[tool].by_step else first.trace,
        "question": question,
        "answer": answered.answer,
        "context": pages,
    }
    started = next((step.started for step in ordered if step.started), "")
    version = next((step.version for step in ordered if step.version), "")
    if started:
        row["date"] = started[:_DAY]
    if version:
        row["version"] = version
    return row


def _turn(step: Step) -> conversation.Turn:
    """Question and answer of a step: of its chat, else the texts that go in and come out."""
    asked, said = _chat(step.input), _chat(step.output)
    if said is not None and any(_role(each) in conversation.USER for each in said):
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
            found = _listed(step.output, _PAGES, _DEEPEST) or []
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
            made[name] = json.dumps(value, ensure_ascii=False) if _is_json(value) else str(value)
    if "title" not in made and isinstance(about.get("source"), str):
        made["title"] = about["source"]
    return made if made.get("text", "").strip() else None


def _is_json(value: Any) -> bool:
    return isinstance(value, Mapping | list)


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


def _role(message: Mapping[str, Any]) -> Any:
    return message.get("role")


def _text(value: Any, names: tuple[str, ...], deepest: int = _DEEPEST) -> str:
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
        return next((found for each in inner if (found := _text(each, names, deepest - 1))), "")
    if isinstance(value, list):
        return next((found for each in value if (found := _text(each, names, deepest - 1))), "")
    return ""


def _listed(value: Any, names: tuple[str, ...], deepest: int) -> list[Any] | None:
    """The list in what a search brought: itself, or what stands under one of the names."""
    if isinstance(value, list):
        return value
    if isinstance(value, Mapping) and deepest:
        inner = [value[name] for name in (*names, "output", "content") if name in value]
        return next((found for each in inner if (found := _listed(each, names, deepest - 1))), None)
    return [value] if isinstance(value, str) and value.strip() else None


def _list(value: Any) -> list[Any]:
    return (
        [value]
        if isinstance(value, str) and value.strip()
        else value
        if isinstance(value, list)
        else []
    )


def _flat(value: Any) -> list[Any]:
    """A list whose lists are opened: what was generated for one question of many."""
    if not isinstance(value, list):
        return []
    return [each for item in value for each in (item if isinstance(item, list) else [item])]


def _loaded_once(value: Any, deepest: int = _DEEPEST) -> Any:
    """A value in which texts that are JSON are read, as in a CSV, and dotted names are opened."""
    if isinstance(value, str) and value[:1] in _JSON and deepest:
        with suppress(ValueError, RecursionError):
            return _loaded_once(json.loads(value), deepest - 1)
    if isinstance(value, list):
        return [_loaded_once(each, deepest - 1) for each in value] if deepest else value
    if isinstance(value, Mapping) and deepest:
        return _nested({key: _loaded_once(each, deepest - 1) for key, each in value.items()})
    return value


def _nested(flat: Mapping[str, Any]) -> Any:
    """`a.0.b` opened into mappings and lists, as OpenInference flattens its attributes."""
    made: dict[str, Any] = {}
    for key, value in flat.items():
        *path, last = str(key).split(".") if _is_dotted(str(key)) else [str(key)]
        at = made
        for name in path:
            inner = at.setdefault(name, {})
            if not isinstance(inner, dict):
                inner = at[name] = {}
            at = inner
        if isinstance(value, Mapping) and isinstance(at.get(last), dict):
            at[last].update(value)
        else:
            at[last] = value
    return _with_lists(made)


def _is_dotted(key: str) -> bool:
    """Whether a name is one of a path; a sentence with a full stop is none."""
    return "." in key and " " not in key and not key.startswith(".") and not key.endswith(".")


def _with_lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    made = {key: _with_lists(each) for key, each in value.items()}
    if made and all(key.isdigit() for key in made):
        return [made[key] for key in sorted(made, key=int)]
    return made


def _at(attributes: Any, names: Iterable[str]) -> Any:
    """The first attribute that is there, by its dotted name."""
    for name in names:
        value = attributes
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if value not in (None, "", [], {}):
            return value
    return None


def _first(record: Mapping[str, Any], *names: str) -> Any:
    return next((record[name] for name in names if record.get(name) is not None), None)


def _said(value: Any) -> str | None:
    return None if value is None or value != value or value == "" else str(value)


def _kind(value: Any) -> str:
    return str(value or "").lower()


def _records(record: Mapping[str, Any], *envelopes: str) -> Iterator[Mapping[str, Any]]:
    """The records of an answer of an API, which has them in a list; else the one itself."""
    for name in envelopes:
        if isinstance(record.get(name), list):
            yield from (each for each in record[name] if isinstance(each, Mapping))
            return
    yield record


def _langfuse(record: Mapping[str, Any]) -> Iterator[Step]:
    """Observations (API, table, storage) and traces, alone or with their observations."""
    for each in _records(record, "data"):
        whole = each.get("trace")
        trace = (
            {**whole, "observations": each.get("observations")}
            if isinstance(whole, Mapping)
            else each
        )
        of = _said(_first(trace, "traceId", "trace_id"))
        id_ = _said(trace.get("id"))
        if id_ is None:
            continue
        observations = trace.get("observations")
        yield Step(
            trace=of or id_,
            id=id_,
            parent=_said(_first(trace, "parentObservationId", "parent_observation_id")),
            kind=_kind(trace.get("type")) if of else "trace",
            started=str(_first(trace, "startTime", "start_time", "timestamp") or ""),
            input=trace.get("input"),
            output=trace.get("output"),
            version=_said(_first(trace, "version", "release")),
        )
        for inner in observations if isinstance(observations, list) else ():
            if isinstance(inner, Mapping):
                yield from _langfuse({"traceId": id_, **inner})


def _langsmith(record: Mapping[str, Any]) -> Iterator[Step]:
    """Runs (API, bulk export), alone or with the runs below them."""
    for run in _records(record, "runs", "data"):
        id_ = _said(run.get("id"))
        if id_ is None or "run_type" not in run:
            continue
        yield Step(
            trace=_said(run.get("trace_id")) or id_,
            id=id_,
            parent=_said(run.get("parent_run_id")),
            kind=_kind(run["run_type"]),
            started=str(run.get("start_time") or ""),
            input=run.get("inputs"),
            output=run.get("outputs"),
            version=_said(_at(run, ("extra.metadata.revision_id",))),
        )
        below = run.get("child_runs")
        for inner in below if isinstance(below, list) else ():
            yield from _langsmith({"trace_id": run.get("trace_id") or id_, **inner})


def _phoenix(record: Mapping[str, Any]) -> Iterator[Step]:
    """Spans: of the API (`data`), or the lines of a data frame."""
    for span in _records(record, "data", "spans"):
        id_ = _said(_at(span, ("context.span_id", "span_id")))
        if id_ is not None:
            yield _of_attributes(
                span.get("attributes"),
                trace=_said(_at(span, ("context.trace_id", "trace_id"))) or id_,
                id_=id_,
                parent=_said(span.get("parent_id")),
                kind=_kind(span.get("span_kind")),
                started=str(span.get("start_time") or ""),
            )


def _otel(record: Mapping[str, Any]) -> Iterator[Step]:
    """OTLP in JSON, as the collector's file exporter and `/v1/traces` have it."""
    for resource in _records(record, "resourceSpans"):
        for scope in _records(resource, "scopeSpans"):
            for span in _records(scope, "spans"):
                if "spanId" in span:
                    yield _of_attributes(
                        _loaded_once(_values(span.get("attributes"))),
                        trace=str(span.get("traceId")),
                        id_=str(span["spanId"]),
                        parent=_said(span.get("parentSpanId")),
                        kind="",
                        started=_time(span.get("startTimeUnixNano")),
                    )


def _of_attributes(
    attributes: Any, *, trace: str, id_: str, parent: str | None, kind: str, started: str
) -> Step:
    return Step(
        trace=trace,
        id=id_,
        parent=parent,
        kind=_kind(_at(attributes, _KINDS)) or kind,
        started=started,
        input=_at(attributes, _GOES_IN),
        output=_at(attributes, _COMES_OUT),
        pages=_at(attributes, _RETRIEVED),
    )


def _values(attributes: Any) -> Any:
    """The attributes of OTLP, `[{key, value: {stringValue}}]`, as a mapping."""
    pairs = attributes if isinstance(attributes, list) else []
    return {str(each.get("key")): _value(each.get("value")) for each in pairs}


def _value(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if isinstance(listed := value.get("arrayValue"), Mapping):
        return [_value(each) for each in listed.get("values") or ()]
    if isinstance(named := value.get("kvlistValue"), Mapping):
        return _values(named.get("values"))
    return next(iter(value.values()), None)


def _time(nanoseconds: Any) -> str:
    try:
        return datetime.fromtimestamp(int(nanoseconds) / _NANOSECONDS, tz=UTC).isoformat()
    except (TypeError, ValueError, OverflowError, OSError):
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """How a tool's export is read, and whether it takes a score for a step or for a trace."""

    read: Callable[[Mapping[str, Any]], Iterator[Step]]
    by_step: bool


TOOLS: Mapping[str, Tool] = {
    "langfuse": Tool(read=_langfuse, by_step=False),
    "langsmith": Tool(read=_langsmith, by_step=True),
    "phoenix": Tool(read=_phoenix, by_step=True),
    "otel": Tool(read=_otel, by_step=False),
}
#: The tools that take a score; events of OpenTelemetry are `integrations.opentelemetry.emit`.
TAKERS = ("langfuse", "langsmith", "phoenix")
