"""What a gate writes for build servers, by hand: shapes, places, and texts that are not ours."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from truthscore.report.builds import (
    COUNTS,
    FORMATS,
    Case,
    Check,
    Finding,
    Gate,
    to_junit,
    to_markdown,
    to_sarif,
    to_text,
)

WRONG = Case(
    id="two", line=7, decision="hold", stars=1.96, cause="number",
    reason="Another: “Files” says “10 MB”.", passage="Files: at most 10 MB",
    counts=("worse", "held", "sent"), before="send 4.5 ★",
    findings=(
        Finding(rule="value.other", text="10 MB, not 25 MB"),
        Finding(rule="warning.left_out", text="a warning", hint=True),
    ),
)  # fmt: skip
RIGHT = Case(id="one", line=1, decision="send", stars=4.5, cause="supported", reason="ok")
NO_STARS = Case(
    id="three", line=9, decision="review", stars=None, cause="no_context", reason="no page",
    counts=("sent",),
)  # fmt: skip
CHECKS = (
    Check(name="held", found=1, allowed=0),
    Check(name="untrue", found=0, allowed=None),
    Check(name="worse", found=1, allowed=1),
    Check(name="sent", found=1 / 3, allowed=0.3),
)
GATE = Gate(path="answers.jsonl", cases=(RIGHT, WRONG, NO_STARS), checks=CHECKS)
#: Signs that a terminal, XML, HTML or Markdown would obey.
HOSTILE = (
    "\x1b[2J\x00\x08 ]]> </failure><script>alert(1)</script> &lt; ![x](http://a.example/p.png) "
    "[here](javascript:x) | @everyone #12 www.a.example http://a.example <img src=x> \ud800 \ufffe "
    "\u202e **b** `c`\r\n# head\n- item\n1. one"
)


@pytest.mark.parametrize(
    ("name", "found", "allowed", "failed"),
    [
        ("held", 0, 0, False), ("held", 1, 0, True), ("untrue", 3, 2, True),
        ("untrue", 2, 2, False), ("worse", 1, None, False), ("sent", 0.5, 0.5, False),
        ("sent", 0.49, 0.5, True), ("sent", 0.0, None, False), ("sent", 0.0, 0.0, False),
    ],
)  # fmt: skip
def test_when_a_limit_does_not_hold(
    name: str, found: float, allowed: float | None, failed: bool
) -> None:
    assert Check(name=name, found=found, allowed=allowed).failed is failed


def test_the_table() -> None:
    assert to_text(GATE).splitlines() == [
        "what                                    found  allowed",
        "held back                                   1        0  FAILED",
        "untrue: below 3 stars, or contradicted      0        -",
        "worse than the baseline                     1        1  ok",
        "sent, share                             33.3%    30.0%  ok",
        "  answers.jsonl:7: two: send 4.5 ★ → hold back 1.9 ★: Another: “Files” says “10 MB”.",
    ]


def test_junit_has_a_case_for_each_answer() -> None:
    """The shape of the XSD of Jenkins' xUnit plugin, which pytest's own output is held against."""
    root = ElementTree.fromstring(to_junit(GATE))
    [suite] = root
    amounts = {"tests": "3", "failures": "1", "errors": "0"}
    assert (root.tag, root.attrib) == ("testsuites", {"name": "truthscore", **amounts})
    assert (suite.tag, suite.attrib) == (
        "testsuite", {"name": "truthscore gate", "file": "answers.jsonl", **amounts},
    )  # fmt: skip
    properties, *cases = suite
    assert [each.attrib for each in properties] == [
        {"name": "held back", "value": "1, allowed 0: FAILED"},
        {"name": "untrue: below 3 stars, or contradicted", "value": "0"},
        {"name": "worse than the baseline", "value": "1, allowed 1: ok"},
        {"name": "sent, share", "value": "33.3%, allowed 30.0%: ok"},
    ]
    assert [each.attrib for each in cases] == [
        {"name": name, "classname": "answers"} for name in ("one", "two", "three")
    ]
    assert [[child.tag for child in each] for each in cases] == [[], ["failure"], []]
    [failure] = cases[1]
    assert failure.attrib == {"message": WRONG.reason, "type": "number"}
    assert str(failure.text).splitlines() == [
        "answers.jsonl:7: send 4.5 ★ → hold back 1.9 ★",
        "held back",
        "Another: “Files” says “10 MB”.",
        "“Files: at most 10 MB”",
        "value.other: 10 MB, not 25 MB",
        "warning.left_out: a warning",
    ]


def test_sarif_has_a_result_for_each_finding_that_counts() -> None:
    made = json.loads(to_sarif(GATE))
    assert made["version"] == "2.1.0"
    [run] = made["runs"]
    driver = run["tool"]["driver"]
    assert [(each["id"], each["shortDescription"]["text"]) for each in driver["rules"]] == [
        ("value.other", "the page has another number, date or amount for this"),
        ("warning.left_out", "the warning that stands at this step is left out"),
        ("gate.sent", COUNTS["sent"]),
    ]
    results = run["results"]
    assert [(each["ruleId"], each["ruleIndex"], each["level"]) for each in results] == [
        ("value.other", 0, "error"), ("warning.left_out", 1, "note"), ("gate.sent", 2, "warning"),
    ]  # fmt: skip
    assert results[0]["message"] == {"text": "two: 10 MB, not 25 MB"}
    assert results[0]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "answers.jsonl"}, "region": {"startLine": 7},
            }
        }
    ]  # fmt: skip
    assert results[0]["properties"]["passage"] == "Files: at most 10 MB"
    assert len({each["partialFingerprints"]["truthscore/v1"] for each in results}) == 3


def test_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def uri(path: str) -> str:
        run = json.loads(to_sarif(Gate(path=path, cases=(WRONG,), checks=CHECKS)))["runs"][0]
        place = run["results"][0]["locations"][0]["physicalLocation"]
        return str(place["artifactLocation"]["uri"])

    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert uri("bot/my answers#1.jsonl") == "bot/my%20answers%231.jsonl"
    assert uri(str(tmp_path / "work" / "é.jsonl")) == "%C3%A9.jsonl"
    assert uri(str(tmp_path / "other.jsonl")) == (tmp_path / "other.jsonl").as_uri()


def test_markdown_has_the_limits_and_what_fails() -> None:
    made = to_markdown(GATE)
    assert made.startswith("## truthscore gate: failed\n")
    assert "| held back | 1 | 0 | FAILED |" in made
    html = MarkdownIt("commonmark").enable("table").render(made)
    assert "<h3>1 of 3 answers</h3>" in html
    assert "<strong>two</strong> (answers.jsonl:7): send 4.5 ★ → hold back 1.9 ★" in html
    assert "<blockquote>\n<p>Files: at most 10 MB</p>\n</blockquote>" in html
    assert "no page" not in html
    passed = Gate(path="a", cases=(RIGHT,), checks=CHECKS[1:])
    assert to_markdown(passed).startswith("## truthscore gate: passed\n")


def hostile(text: str) -> Gate:
    case = Case(
        id=text, line=1, decision="hold", stars=1.0, cause="number", reason=text,
        passage=text, counts=("held",), findings=(Finding(rule="value.other", text=text),),
    )  # fmt: skip
    return Gate(path=text, cases=(case,), checks=CHECKS, notes=(text,))


@pytest.mark.parametrize("text", [HOSTILE, "", "x" * 1_000_000, "\\`*_" * 1000, "&#x1b;" * 99])
def test_texts_of_others_are_only_texts(text: str) -> None:
    gate = hostile(text)
    for name, make in FORMATS.items():
        made = make(gate)
        assert make(gate) == made
        assert not set(made) & {"\x1b", "\x00", "\x08", "\u202e", "\ud800", "\r"}, name
        made.encode("utf-8")
    root = ElementTree.fromstring(to_junit(gate))
    assert {each.tag for each in root.iter()} == {
        "testsuites", "testsuite", "properties", "property", "testcase", "failure",
    }  # fmt: skip
    assert json.loads(to_sarif(gate))["runs"][0]["results"][0]["properties"]["reason"] == text
    html = MarkdownIt("gfm-like", {"linkify": False}).render(to_markdown(gate))
    for tag in ("<a", "<img", "<script", "<code", "<h1", "<li", "<ol"):
        assert tag not in html
    assert len(to_markdown(gate)) < 5_000


def test_a_summary_has_an_end() -> None:
    cases = tuple(
        Case(id=f"r{at}", line=at, decision="hold", stars=1.0, cause="number",
             reason="é|" * 500, passage="<" * 500, counts=("held",))
        for at in range(1, 5001)
    )  # fmt: skip
    gate = Gate(path="a.jsonl", cases=cases, checks=(Check(name="held", found=5000, allowed=0),))
    made = to_markdown(gate)
    assert "and 4900 more" in made
    assert len(made.encode()) < 1 << 20  # what GitHub takes
    assert to_text(gate).endswith("  and 4995 more")
    assert to_junit(gate).count("<failure") == 5000
