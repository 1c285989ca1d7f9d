"""The steps in the exports of Langfuse, LangSmith, Phoenix and OpenTelemetry."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

#: Attributes of OpenInference (Phoenix) and of OpenTelemetry's conventions, the best first.
_GOES_IN = ("input.value", "llm.input_messages", "gen_ai.input.messages", "gen_ai.prompt",
            "traceloop.entity.input")  # fmt: skip
_COMES_OUT = ("output.value", "llm.output_messages", "gen_ai.output.messages",
              "gen_ai.completion", "traceloop.entity.output")  # fmt: skip
_RETRIEVED = ("reranker.output_documents", "retrieval.documents", "gen_ai.retrieval.documents")
_KINDS = ("openinference.span.kind", "gen_ai.operation.name", "traceloop.span.kind")
#: How deep values are looked into: what a framework wraps is four or five deep.
DEEPEST = 8
#: How a text begins that may be JSON: storage and tables write a text with its quotes.
_JSON = ("{", "[", '"')
_NANOSECONDS = 1e9


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


def steps(tool: str, record: Mapping[str, Any]) -> Iterator[Step]:
    """The steps in a record of a tool's export."""
    return TOOLS[tool](_loaded_once(record))


def _loaded_once(value: Any, deepest: int = DEEPEST) -> Any:
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


#: How the records of a tool's export are read.
TOOLS: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Step]]] = {
    "langfuse": _langfuse,
    "langsmith": _langsmith,
    "phoenix": _phoenix,
    "otel": _otel,
}
