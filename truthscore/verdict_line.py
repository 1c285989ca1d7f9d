"""The line that `truthscore score` writes of a verdict: the contract other programs rely on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TextIO

from truthscore.errors import InputError
from truthscore.formats import Row, read_rows
from truthscore.shown import json_text
from truthscore.signature import digest
from truthscore.types import (
    QUESTION,
    Detection,
    Evidence,
    Example,
    Measurement,
    Rule,
    Span,
    StatementVerdict,
    Verdict,
)


def row_digest(example: Example) -> str:
    """A short digest of what a verdict is about: question, answer and pages, not what people or
    accepted answers say of them."""
    pages = [
        (page.id, page.title, page.text, page.kind)
        for page in example.context
        if page.kind != "answer"
    ]
    return digest([json.dumps([example.question, example.answer, pages])])


def to_dict(verdict: Verdict, example: Example | None = None) -> dict[str, Any]:
    """The output line of a verdict as plain data: the contract other programs rely on.

    With its `example`, its `row_digest` stands behind it as `judged`, and `date` and `version` of
    the row where it has them.
    """
    detection = verdict.detection
    rule = detection.rule if detection else None
    return {
        "id": verdict.id,
        "status": verdict.status,
        "reason": verdict.reason,
        "lang": verdict.lang,
        "message_type": detection.type if detection else None,
        "message_type_rule": None
        if detection is None or rule is None
        else {
            "list": rule.list,
            "pattern": rule.pattern,
            "span": [detection.span.start, detection.span.end] if detection.span else None,
        },
        "score": verdict.score,
        "base_score": verdict.base_score,
        "override": verdict.override,
        "features": {name: _measurement(found) for name, found in verdict.features.items()},
        "statements": [_statement(each) for each in verdict.statements],
        "signature": verdict.signature,
        **({} if example is None else {"judged": row_digest(example)}),
        **({} if example is None or example.date is None else {"date": example.date}),
        **({} if example is None or example.version is None else {"version": example.version}),
    }


def from_dict(line: Mapping[str, Any]) -> Verdict:
    """The verdict of an output line: what `to_dict` wrote. Raises KeyError for what is no such."""
    rule, span = line["message_type_rule"], None
    if rule is not None and rule["span"] is not None:
        span = _span_of([QUESTION, *rule["span"]])
    return Verdict(
        id=line["id"],
        status=line["status"],
        reason=line["reason"],
        lang=line["lang"],
        detection=None
        if line["message_type"] is None
        else Detection(
            type=line["message_type"],
            rule=None if rule is None else Rule(list=rule["list"], pattern=rule["pattern"]),
            span=span,
        ),
        score=line["score"],
        base_score=line["base_score"],
        override=line["override"],
        features={
            name: Measurement(
                value=found["value"],
                raw=found["raw"],
                note=found["note"],
                evidence=tuple(
                    Evidence(
                        role=each["role"],
                        label=each["label"],
                        span=_span_of(each["span"]),
                        match=None if each["match"] is None else _span_of(each["match"]),
                        rule=each.get("rule"),  # written since rules have names
                    )
                    for each in found["evidence"]
                ),
            )
            for name, found in line["features"].items()
        },
        statements=tuple(
            StatementVerdict(
                span=_span_of(each["span"]),
                verdict=each["verdict"],
                stars=each["stars"],
                passage=None if each["passage"] is None else _span_of(each["passage"]),
                rules=tuple(each["rules"]),
            )
            for each in line.get("statements", ())  # written since answers are judged by statements
        ),
        signature=line["signature"],
    )


def read_verdicts(path: str) -> Iterator[tuple[Row, Verdict]]:
    """The lines that `truthscore score` wrote in JSONL: their places and verdicts.

    Raises InputError, with its place, for a line that is none.
    """
    import msgspec

    for row in read_rows(path, input_format="jsonl"):
        try:
            found = msgspec.convert(msgspec.to_builtins(from_dict(row.data or {})), Verdict)
        except (AttributeError, KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
            raise InputError(
                f"{row.where}: is no line that `truthscore score` wrote in JSONL"
            ) from error
        yield row, found


def to_json(verdict: Verdict, example: Example | None = None) -> str:
    """The output line as JSON text, as `to_dict` has it, without the line end; never NaN."""
    return json_text(to_dict(verdict, example))


class JsonlWriter:
    """One verdict per line, complete as soon as it is written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, verdict: Verdict, example: Example | None = None) -> None:
        """Write one line."""
        self._stream.write(to_json(verdict, example) + "\n")

    def close(self) -> None:
        """Nothing is left to write."""


def _measurement(found: Measurement) -> dict[str, Any]:
    return {
        "value": found.value,
        "raw": found.raw,
        "note": found.note,
        "evidence": [_evidence(each) for each in found.evidence],
    }


def _statement(each: StatementVerdict) -> dict[str, Any]:
    return {
        "span": _span(each.span),
        "verdict": each.verdict,
        "stars": each.stars,
        "passage": None if each.passage is None else _span(each.passage),
        "rules": list(each.rules),
    }


def _evidence(each: Evidence) -> dict[str, Any]:
    return {
        "role": each.role,
        "label": each.label,
        "span": _span(each.span),
        "match": None if each.match is None else _span(each.match),
        "rule": each.rule,
    }


def _span_of(found: Sequence[Any]) -> Span:
    source, start, end = found
    return Span(source=source, start=start, end=end)


def _span(span: Span) -> list[str | int]:
    return [span.source, span.start, span.end]
