"""Exports of tracing tools, made by hand after the tools' own shapes: the same trace in each."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from truthscore.cli import group
from truthscore.cli.export_scores import TO
from truthscore.cli.import_traces import FROM
from truthscore.example import example_from
from truthscore.integrations.exports import TOOLS

ASKED = "How large may attachments be?"
SAID = "Attachments may be at most 10 MB together."
PAGE = "With an invoice you can send at most 5 attachments, together at most 10 MB."
EXPECTED = {"question": ASKED, "answer": SAID, "context": [{"text": PAGE, "title": "Attachments"}]}
DOCUMENT = {"page_content": PAGE, "metadata": {"title": "Attachments"}, "type": "Document"}
MESSAGES = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": ASKED}]


def attribute(key: str, value: Any) -> dict[str, Any]:
    return {"key": key, "value": {"stringValue": value}}


LANGFUSE = [
    {
        "id": "o1", "traceId": "t1", "type": "SPAN", "startTime": "2026-11-20T10:00:00Z",
        "parentObservationId": None, "input": {"args": [], "kwargs": {"question": ASKED}},
        "output": SAID, "version": "bot-3",
    },
    {
        "id": "o2", "traceId": "t1", "type": "RETRIEVER", "startTime": "2026-11-20T10:00:01Z",
        "parentObservationId": "o1", "input": ASKED, "output": [DOCUMENT],
    },
    {
        "id": "o3", "traceId": "t1", "type": "GENERATION", "startTime": "2026-11-20T10:00:02Z",
        "parentObservationId": "o1", "input": MESSAGES,
        "output": {"role": "assistant", "content": SAID},
    },
]  # fmt: skip
#: As the storage export has them: other names, and texts that are JSON.
STORED = [
    {
        "id": each["id"], "trace_id": "t1", "type": each["type"],
        "start_time": str(each["startTime"]).replace("T", " ").removesuffix("Z"),
        "parent_observation_id": each["parentObservationId"] or "",
        "input": json.dumps(each["input"]), "output": json.dumps(each["output"]),
    }
    for each in LANGFUSE
]  # fmt: skip
LANGSMITH = [
    {
        "id": "r1", "trace_id": "r1", "parent_run_id": None, "run_type": "chain", "name": "bot",
        "start_time": "2026-11-20T10:00:00", "inputs": {"messages": MESSAGES},
        "outputs": {"messages": [
            {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "HumanMessage"],
             "kwargs": {"content": ASKED}},
            {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "AIMessage"],
             "kwargs": {"content": SAID}},
        ]},
    },
    {
        "id": "r2", "trace_id": "r1", "parent_run_id": "r1", "run_type": "retriever",
        "start_time": "2026-11-20T10:00:01", "inputs": {"query": ASKED},
        "outputs": {"documents": [DOCUMENT]},
    },
    {
        "id": "r3", "trace_id": "r1", "parent_run_id": "r1", "run_type": "llm",
        "start_time": "2026-11-20T10:00:02", "inputs": {"messages": [MESSAGES]},
        "outputs": {"generations": [[{"text": SAID, "type": "ChatGeneration"}]]},
    },
]  # fmt: skip
PHOENIX = [
    {
        "name": "bot", "context": {"trace_id": "t1", "span_id": "s1"}, "span_kind": "CHAIN",
        "parent_id": None, "start_time": "2026-11-20T10:00:00+00:00",
        "attributes": {"input.value": ASKED, "output.value": SAID},
    },
    {
        "name": "search", "context": {"trace_id": "t1", "span_id": "s2"}, "span_kind": "RETRIEVER",
        "parent_id": "s1", "start_time": "2026-11-20T10:00:01+00:00",
        "attributes": {
            "input.value": ASKED,
            "retrieval.documents.0.document.content": PAGE,
            "retrieval.documents.0.document.metadata": json.dumps({"title": "Attachments"}),
        },
    },
]  # fmt: skip
#: As `get_spans_dataframe` has them.
FRAME = [
    {
        "name": "bot", "context.trace_id": "t1", "context.span_id": "s1", "span_kind": "CHAIN",
        "start_time": "2026-11-20 10:00:00+00:00",
        "attributes.llm.input_messages": [
            {"message.role": "user", "message.content": ASKED},
        ],
        "attributes.llm.output_messages": [
            {"message.role": "assistant", "message.content": SAID},
        ],
    },
    {
        "name": "search", "context.trace_id": "t1", "context.span_id": "s2", "parent_id": "s1",
        "span_kind": "RETRIEVER", "start_time": "2026-11-20 10:00:01+00:00",
        "attributes.retrieval.documents": [
            {"document.content": PAGE, "document.metadata": {"title": "Attachments"}},
        ],
    },
]  # fmt: skip
OTEL = {
    "resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {}, "spans": [
        {
            "traceId": "t1", "spanId": "s1", "name": "chat",
            "startTimeUnixNano": "1763632800000000000",
            "attributes": [
                attribute("gen_ai.operation.name", "chat"),
                attribute("gen_ai.input.messages", json.dumps(
                    [{"role": "user", "parts": [{"type": "text", "content": ASKED}]}])),
                attribute("gen_ai.output.messages", json.dumps(
                    [{"role": "assistant", "parts": [{"type": "text", "content": SAID}]}])),
            ],
        },
        {
            "traceId": "t1", "spanId": "s2", "parentSpanId": "s1", "name": "search",
            "startTimeUnixNano": "1763632801000000000",
            "attributes": [
                attribute("gen_ai.operation.name", "retrieval"),
                {"key": "gen_ai.retrieval.documents", "value": {"arrayValue": {"values": [
                    {"kvlistValue": {"values": [
                        attribute("content", PAGE), attribute("title", "Attachments"),
                    ]}},
                ]}}},
            ],
        },
    ]}]}],
}  # fmt: skip


def imported(tool: str, export: Any, tmp_path: Path, ending: str = "json") -> Any:
    path = tmp_path / f"export.{ending}"
    path.write_text(
        "".join(json.dumps(each) + "\n" for each in export)
        if ending == "jsonl"
        else json.dumps(export)
    )
    out = tmp_path / "rows.jsonl"
    done = CliRunner().invoke(group, ["import", tool, str(path), "-o", str(out)])
    assert done.exception is None, done.exception
    return [json.loads(line) for line in out.read_text().splitlines()], done.stderr


@pytest.mark.parametrize(
    ("tool", "export", "ending", "id_"),
    [
        ("langfuse", LANGFUSE, "jsonl", "t1"),
        ("langfuse", {"data": LANGFUSE, "meta": {}}, "json", "t1"),
        ("langfuse", STORED, "jsonl", "t1"),
        (
            "langfuse",
            {"id": "t1", "input": ASKED, "output": SAID, "timestamp": "2026-11-20T10:00:00Z",
             "observations": LANGFUSE},
            "json", "t1",
        ),
        ("langfuse", {"trace": {"id": "t1"}, "observations": LANGFUSE}, "json", "t1"),
        ("langsmith", LANGSMITH, "jsonl", "r1"),
        ("langsmith", {"runs": LANGSMITH}, "json", "r1"),
        ("langsmith", [{**LANGSMITH[0], "child_runs": LANGSMITH[1:]}], "json", "r1"),
        (
            "langsmith",
            [{**each, "inputs": json.dumps(each["inputs"]), "outputs": json.dumps(each["outputs"])}
             for each in LANGSMITH],
            "jsonl", "r1",
        ),
        ("phoenix", {"data": PHOENIX, "next_cursor": None}, "json", "s1"),
        ("phoenix", FRAME, "jsonl", "s1"),
        ("otel", OTEL, "json", "t1"),
        ("otel", [OTEL], "jsonl", "t1"),
    ],
)  # fmt: skip
def test_a_trace_is_a_row(tool: str, export: Any, ending: str, id_: str, tmp_path: Path) -> None:
    [row], told = imported(tool, export, tmp_path, ending)
    assert {key: row[key] for key in EXPECTED} == EXPECTED
    assert (row["id"], row.get("date")) == (id_, "2025-11-20" if tool == "otel" else "2026-11-20")
    assert told == f"1 traces, 1 rows → {tmp_path / 'rows.jsonl'}\n"
    example_from(row, default_id="")  # `score` reads it


def test_a_csv_of_the_table_is_read(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    with path.open("w", newline="") as stream:
        table = csv.DictWriter(stream, STORED[0])
        table.writeheader()
        table.writerows(STORED)
    done = CliRunner().invoke(group, ["import", "langfuse", str(path)])
    assert {key: json.loads(done.stdout)[key] for key in EXPECTED} == EXPECTED


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    export = [
        {"id": "a", "run_type": "chain", "inputs": {"question": ASKED}, "outputs": None},
        {"id": "b", "run_type": "chain", "inputs": {}, "outputs": {"output": SAID}},
        {"id": "c", "run_type": "chain", "inputs": {"input": ASKED}, "outputs": {"output": SAID}},
        {
            "id": "d", "run_type": "retriever", "trace_id": "c", "parent_run_id": "c",
            "outputs": {"documents": [{"id": "p1", "score": 0.9}]},
        },
    ]  # fmt: skip
    rows, told = imported("langsmith", export, tmp_path, "jsonl")
    assert [row["id"] for row in rows] == ["b", "c"]
    assert "3 traces, 2 rows" in told
    assert "left out: 1 without an answer" in told
    assert "without a question: 1" in told
    assert "without a page: 2" in told
    assert "has no text: 1" in told


def test_a_follow_up_and_what_a_tool_returned_are_read_as_of_a_chat(tmp_path: Path) -> None:
    chat = [
        *MESSAGES, {"role": "assistant", "content": SAID},
        {"role": "user", "content": "And who reads those of an invoice?"},
        {"role": "tool", "content": PAGE},
    ]  # fmt: skip
    said = {"choices": [{"message": {"role": "assistant", "content": "Your bookkeeper."}}]}
    export = [{"id": "r", "run_type": "llm", "inputs": {"messages": chat}, "outputs": said}]
    [row], _ = imported("langsmith", export, tmp_path)
    assert row["question"].endswith("And who reads those of an invoice?")
    assert (row["answer"], row["context"]) == ("Your bookkeeper.", [{"text": PAGE}])


def test_a_file_of_another_tool_is_told(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text('{"a": 1}\n')
    for tool in FROM:
        done = CliRunner().invoke(group, ["import", tool, str(path)])
        assert f"{path}: has no step of a trace; expected an export of {tool}" in str(
            done.exception
        )


def test_a_file_without_a_row_is_wrong_input(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text(
        '{"id": "r1", "trace_id": "t1", "run_type": "llm", "inputs": {}, "outputs": {}}\n'
    )
    done = CliRunner().invoke(group, ["import", "langsmith", str(path), "-q"])
    assert "no trace has an answer; expected an export of langsmith" in str(done.exception)


def test_scores_go_back_as_the_clients_take_them(tmp_path: Path) -> None:
    rows, scored = tmp_path / "rows.jsonl", tmp_path / "scored.jsonl"
    row = {"id": "t1", "question": ASKED, "answer": SAID.replace("10", "25"), "context": [PAGE]}
    rows.write_text(json.dumps(row) + "\n")
    runner = CliRunner()
    assert runner.invoke(group, ["score", str(rows), "-o", str(scored), "-q"]).exception is None
    stars = json.loads(scored.read_text())["score"]
    assert stars < 3.0
    decision = "review" if stars >= 2.0 else "hold"
    made = {}
    for tool in TO:
        done = runner.invoke(group, ["export", tool, str(scored), "--answers", str(rows)])
        made[tool] = [json.loads(line) for line in done.stdout.splitlines()]
    label, number = made["langfuse"]
    assert (label["trace_id"], label["value"], label["data_type"]) == (
        "t1",
        decision,
        "CATEGORICAL",
    )
    assert (number["name"], number["value"], number["data_type"]) == (
        "truthscore",
        stars,
        "NUMERIC",
    )
    assert "25 MB" in number["comment"]
    [feedback] = made["langsmith"]
    assert (feedback["run_id"], feedback["value"]) == ("t1", decision)
    assert feedback["score"] == pytest.approx((stars - 1) / 4, abs=1e-6)
    [annotation] = made["phoenix"]
    assert (annotation["span_id"], annotation["label"]) == ("t1", decision)
    assert annotation["annotator_kind"] == "CODE"


def test_the_commands_know_the_tools() -> None:
    assert tuple(TOOLS) == FROM
    assert set(TO) < set(TOOLS)
