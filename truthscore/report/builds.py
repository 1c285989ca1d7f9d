"""What a gate found, as build servers read it: JUnit XML, SARIF 2.1.0, Markdown; and as a table.

Texts of answers and pages are others': no sign of theirs is a control sign, a tag or a link here.
The same gate gives the same bytes: nothing has a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import regex

from truthscore.decisions import FALLBACK_LANGUAGE, named, stars
from truthscore.rules import RULES
from truthscore.shown import json_text, shown
from truthscore.signature import NAME, package_version

#: What counts against an answer, by the limit under which it counts.
COUNTS: Mapping[str, str] = {
    "held": "held back",
    "untrue": "untrue: below 3 stars, or contradicted",
    "worse": "worse than the baseline",
    "sent": "not sent",
    "gone": "gone from the baseline",
}
#: The decision on a row that only the baseline has.
GONE = "gone"
_SENT = "sent, share"
#: A result of SARIF whose answer has no finding is one of the gate itself.
_OWN = "gate."
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
#: Answers and characters of a text that Markdown has, at most: a summary of GitHub holds 1 MiB.
_MOST, _LONGEST = 100, 400
#: Failing answers in a terminal, and characters of a reason there.
_FEW, _WIDTH = 5, 100
_MARKDOWN = regex.compile(r"[\\`*_{}\[\]<>()#|~@&:!+=-]|(?<=^\d{1,9})\.|(?<=\bwww)\.", regex.I)
#: What XML cannot say, beside the signs that `shown` replaces.
_NO_XML = dict.fromkeys((0xFFFE, 0xFFFF), "\N{REPLACEMENT CHARACTER}")


def decided(decision: str, score: float | None) -> str:
    """A decision and stars, in English, as all that a build says by itself: "hold back 1.8 ★"."""
    words = GONE if decision == GONE else named(decision, FALLBACK_LANGUAGE)
    return " ".join(filter(None, (words, stars(score, FALLBACK_LANGUAGE))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something found against an answer: the id of its rule, in words, and whether it is a hint."""

    rule: str
    text: str
    hint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One answer. `line`: of its row, from 1; `decision`: "send", "review", "hold" or `GONE`;
    `reason`: in the answer's language; `before`: what was done with it in the baseline, where that
    was better; `counts`: under which of `COUNTS` it counts."""

    id: str
    line: int
    decision: str
    stars: float | None
    cause: str
    reason: str
    before: str = ""
    passage: str | None = None
    counts: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def told(self) -> str:
        """What is done with it and its stars, behind those of before."""
        now = decided(self.decision, self.stars)
        return f"{self.before} → {now}" if self.before else now


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One limit: what is counted (of `COUNTS`), how many answers or which share, and the most
    (of "sent": the least) that is allowed; None where it is only told."""

    name: str
    found: float
    allowed: float | None

    @property
    def failed(self) -> bool:
        """Whether the limit does not hold."""
        if self.allowed is None:
            return False
        return self.found < self.allowed if self.name == "sent" else self.found > self.allowed

    def cells(self) -> tuple[str, str, str, str]:
        """What, found, allowed, verdict."""
        shares = self.name == "sent"
        found, allowed = (
            "-" if each is None else f"{each:.1%}" if shares else f"{each:g}"
            for each in (self.found, self.allowed)
        )
        verdict = "" if self.allowed is None else "FAILED" if self.failed else "ok"
        return _SENT if shares else COUNTS[self.name], found, allowed, verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """The answers of a file, held against limits. `notes`: what else there is to know."""

    path: str
    cases: tuple[Case, ...]
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether a limit does not hold."""
        return any(each.failed for each in self.checks)

    @property
    def failing(self) -> dict[str, tuple[Case, list[str]]]:
        """The answers that count under limits that do not hold, and which, by their ids."""
        return self._counted({each.name for each in self.checks if each.failed})

    @property
    def limited(self) -> dict[str, tuple[Case, list[str]]]:
        """The same under all limits, whether they hold or not."""
        return self._counted({each.name for each in self.checks if each.allowed is not None})

    def _counted(self, limits: set[str]) -> dict[str, tuple[Case, list[str]]]:
        found = {
            each.id: (each, [name for name in each.counts if name in limits]) for each in self.cases
        }
        return {id_: each for id_, each in found.items() if each[1]}


def to_text(gate: Gate) -> str:
    """A table of the limits, and the first answers that fail."""
    rows = [("what", "found", "allowed", ""), *(each.cells() for each in gate.checks)]
    wide = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [f"{a:<{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d}".rstrip() for a, b, c, d in rows]
    failing = list(gate.failing.values())
    for each, _ in failing[:_FEW]:
        why = _cut(each.reason, _WIDTH)
        lines.append(f"  {gate.path}:{each.line}: {each.id}: {each.told}: {why}")
    if len(failing) > _FEW:
        lines.append(f"  and {len(failing) - _FEW} more")
    return "\n".join([*lines, *gate.notes])


def to_junit(gate: Gate) -> str:
    """JUnit XML: a test case for each answer; one that fails has its reason and its passage."""
    failing = gate.failing
    amounts = {"tests": str(len(gate.cases)), "failures": str(len(failing)), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": NAME, **amounts})
    suite = ElementTree.SubElement(
        root, "testsuite", {"name": f"{NAME} gate", "file": _xml(gate.path), **amounts}
    )
    properties = ElementTree.SubElement(suite, "properties")
    for check in gate.checks:
        what, found, allowed, verdict = check.cells()
        value = f"{found}, allowed {allowed}: {verdict}" if verdict else found
        ElementTree.SubElement(properties, "property", {"name": what, "value": value})
    group = _xml(Path(gate.path).stem)
    for case in gate.cases:
        named_ = {"name": _xml(case.id), "classname": group}
        made = ElementTree.SubElement(suite, "testcase", named_)
        if case.id not in failing:
            continue
        reason = {"message": _xml(case.reason), "type": _xml(case.cause)}
        told = [f"{gate.path}:{case.line}: {case.told}"]
        told += [COUNTS[name] for name in failing[case.id][1]]
        told += [case.reason, *([f"“{case.passage}”"] if case.passage else [])]
        told += [f"{each.rule}: {each.text}" for each in case.findings]
        ElementTree.SubElement(made, "failure", reason).text = _xml("\n".join(told))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _xml(text: str) -> str:
    return shown(text).translate(_NO_XML)


def to_sarif(gate: Gate) -> str:
    """SARIF 2.1.0: a result for each finding in an answer that counts under a limit.

    An error where the limit does not hold, a warning where it does, a note for a hint. The place is
    the line of the row.
    """
    failing = gate.failing
    says = {
        **{rule.id: rule.says for rule in RULES},
        **{f"{_OWN}{name}": what for name, what in COUNTS.items()},
    }
    found = [
        (case, finding)
        for case, names in gate.limited.values()
        for finding in case.findings or (Finding(rule=_OWN + names[0], text=case.reason),)
    ]
    used = [rule for rule in says if any(finding.rule == rule for _, finding in found)]
    uri = _uri(gate.path)
    results = [
        {
            "ruleId": finding.rule,
            "ruleIndex": used.index(finding.rule),
            "level": "note" if finding.hint else "error" if case.id in failing else "warning",
            **_result(case, finding, uri),
        }
        for case, finding in found
    ]
    rules = [{"id": rule, "shortDescription": {"text": says[rule]}} for rule in used]
    driver = {"name": NAME, "version": package_version(), "rules": rules}
    run = {"tool": {"driver": driver}, "results": results}
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(case: Case, finding: Finding, uri: str) -> dict[str, Any]:
    """What a finding says, where, and by what it is known again when its row has moved."""
    place = {"artifactLocation": {"uri": uri}, "region": {"startLine": case.line}}
    same = "\0".join((case.id, finding.rule, finding.text)).encode("utf-8", "replace")
    return {
        "message": {"text": f"{case.id}: {finding.text}"},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"truthscore/v1": hashlib.sha256(same).hexdigest()},
        "properties": {
            "id": case.id, "decision": case.decision, "stars": case.stars, "reason": case.reason,
            "passage": case.passage,
        },
    }  # fmt: skip


def _uri(path: str) -> str:
    """The file as the repository that is built names it: below the working folder, if it is."""
    full = Path(path).absolute()
    try:
        return quote(full.relative_to(Path.cwd()).as_posix(), errors="replace")
    except ValueError:
        return full.as_uri()


def to_markdown(gate: Gate) -> str:
    """Markdown for the summary of a build: the limits, and the answers that fail with reason and
    passage."""
    lines = [f"## {NAME} gate: {'failed' if gate.failed else 'passed'}", ""]
    lines += ["| what | found | allowed | |", "| --- | ---: | ---: | --- |"]
    lines += [f"| {' | '.join(each.cells())} |" for each in gate.checks]
    lines += ["", *(_markdown(each) + "\n" for each in gate.notes)]
    failing = list(gate.failing.values())
    if failing:
        lines += [f"### {len(failing)} of {len(gate.cases)} answers", ""]
    for case, _ in failing[:_MOST]:
        where = f"{gate.path}:{case.line}"
        lines += [f"**{_markdown(case.id)}** ({_markdown(where)}): {_markdown(case.told)}", ""]
        lines += [f"{_markdown(case.reason)}", ""]
        if case.passage:
            lines += [f"> {_markdown(case.passage)}", ""]
    if len(failing) > _MOST:
        lines += [f"and {len(failing) - _MOST} more", ""]
    return "\n".join(lines)


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(lambda found: "\\" + found[0], _cut(_xml(text), _LONGEST))


def _cut(text: str, most: int) -> str:
    one = " ".join(text.split())
    return one if len(one) <= most else one[: most - 1] + "…"


#: Format → what makes it; the ending of a file → its format.
FORMATS: Mapping[str, Callable[[Gate], str]] = {
    "junit": to_junit, "sarif": to_sarif, "markdown": to_markdown,
}  # fmt: skip
ENDINGS: Mapping[str, str] = {".xml": "junit", ".sarif": "sarif", ".md": "markdown"}
