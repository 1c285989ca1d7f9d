"""`truthscore gate`: a build that fails by what its chatbot answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truthscore.cli import EXIT_THRESHOLD
from truthscore.cli.compare import decided_by, examples_by_id, scored_now
from truthscore.cli.options import Reading, Scoring, input_options, scorer_options
from truthscore.cli.progress import progress
from truthscore.cli.terminal import echo
from truthscore.decisions import FALLBACK_LANGUAGE
from truthscore.errors import InputError
from truthscore.evaluate.lines import LOW, by_id, from_verdict, is_scored, refuse_others
from truthscore.formats import Row, examples_of
from truthscore.open_files import STDIN, open_output
from truthscore.report import builds, texts
from truthscore.report.builds import ENDINGS, GONE, Case, Check, Finding, decided
from truthscore.rules import HINTS, RULES
from truthscore.types import Example, Verdict
from truthscore.verdict_line import read_verdicts, row_digest
from truthscore.wording import blamed, tell

if TYPE_CHECKING:
    from truthscore.profile import Profile
    from truthscore.spreadsheet import Told

#: Stars that an answer may lose against the baseline, and not be worse.
LEAST = 0.5


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with its verdict, and the line of its row; `example`: None where only scores are
    there."""

    line: int
    verdict: Verdict
    example: Example | None


@click.command(name="gate")
@click.argument("answers", metavar="ANSWERS")
@click.option("--baseline", metavar="OTHER", help="Answers or scores that were good enough.")
@click.option("--max-held", type=click.IntRange(0), metavar="N", help="Answers held back.")
@click.option(
    "--max-untrue", type=click.IntRange(0), metavar="N",
    help="Answers below 3 stars, or with a sentence that is contradicted.",
)  # fmt: skip
@click.option(
    "--max-worse", type=click.IntRange(0), metavar="N",
    help="Answers with which less is done than with those of --baseline, or that lost half a star; "
    "default: none.",
)  # fmt: skip
@click.option(
    "--max-gone", type=click.IntRange(0), metavar="N",
    help="Rows of --baseline that are not there now; default: none.",
)  # fmt: skip
@click.option(
    "--min-sent", type=click.FloatRange(0, 1), metavar="SHARE", help="Share that must be sent."
)
@click.option(
    "--answers",
    "rows",
    metavar="ROWS",
    help="Where ANSWERS are scores: the rows that were scored, for reasons and passages.",
)
@click.option(
    "--output", "-o", "outputs", multiple=True, metavar="FILE",
    help="Write .xml (JUnit), .sarif or .md (Markdown). Repeatable.",
)  # fmt: skip
@click.option(
    "--format", "-f", "form", type=click.Choice(["junit", "sarif", "markdown"]),
    help="Format of an output whose ending says none.",
)  # fmt: skip
@scorer_options
@input_options
def command(
    answers: str, baseline: str | None, max_held: int | None, max_untrue: int | None,
    max_worse: int | None, max_gone: int | None, min_sent: float | None, rows: str | None,
    outputs: tuple[str, ...],
    form: str | None, scoring: Scoring, reading: Reading,
) -> int:  # fmt: skip
    """Hold a file of answers against limits, and exit with 1 when one of them does not hold.

    ANSWERS and OTHER are answers, which are scored now, or JSONL that `truthscore score` wrote.
    Without limits none may be untrue. With --baseline none may be worse and none gone, unless
    --max-worse or --max-gone allow it.
    """
    for name, given in (("--max-worse", max_worse), ("--max-gone", max_gone)):
        if given is not None and baseline is None:
            raise click.UsageError(f"{name} holds answers against others: give --baseline OTHER")
    limits: dict[str, float | None] = {
        "held": max_held, "untrue": max_untrue, "worse": max_worse, "sent": min_sent,
    }  # fmt: skip
    if not any(each is not None for each in limits.values()):
        limits["untrue"] = 0
    limits["worse"], limits["gone"] = max_worse or 0, max_gone or 0
    formats = {path: _format(path, form, (answers, baseline, rows)) for path in outputs}
    scorer = scoring.scorer()
    judged = _judged(answers, rows, scorer, reading)
    cases = [_case(each, scorer.profile) for each in judged]
    notes: tuple[str, ...] = ()
    if baseline is not None:
        cases, notes = _against(baseline, judged, cases, scorer, reading)
    checks = tuple(
        _check(name, cases, allowed)
        for name, allowed in limits.items()
        if name not in ("worse", "gone") or baseline is not None
    )
    made = builds.Gate(path=rows or answers, cases=tuple(cases), checks=checks, notes=notes)
    for path, each in formats.items():
        with open_output(path) as stream:
            stream.write(builds.FORMATS[each](made))
    echo(builds.to_text(made), err=STDIN in outputs)
    return EXIT_THRESHOLD if made.failed else 0


def _format(path: str, form: str | None, inputs: tuple[str | None, ...]) -> str:
    """The format of an output. Raises InputError where nothing says it, and for an input."""
    if path != STDIN:
        for each in inputs:
            if each not in (None, STDIN) and Path(str(each)).resolve() == Path(path).resolve():
                raise InputError(f"{path}: is an input itself; give the output another name")
    found = ENDINGS.get(Path(path).suffix.lower(), form)
    if found is None:
        raise InputError(f"{path}: expected a name that ends in {', '.join(ENDINGS)}, or --format")
    return found


def _judged(path: str, rows: str | None, scorer: Any, reading: Reading) -> list[Judged]:
    """The answers of a file with their verdicts, scored now unless they are."""
    if path != STDIN and is_scored(path):
        return _read(path, None if rows is None else _examples(rows, reading), rows)
    if rows is not None:
        raise click.UsageError("--answers gives scores their texts: ANSWERS has them")

    found = _examples(path, reading)
    examples = [example for _, example in found.values()]
    with progress(len(examples)) as advance:
        judged = []
        for verdict in scorer.score_many(examples):
            line, example = found[verdict.id]
            judged.append(Judged(line, verdict, example))
            advance()
    return judged


def _read(
    path: str, texts: Mapping[str, tuple[int, Example]] | None, rows: str | None
) -> list[Judged]:
    """Scored lines, each with its row where the rows are there."""
    others: list[str] = []
    judged: dict[str, Judged] = {}
    for row, verdict in read_verdicts(path):
        if verdict.id in judged:
            raise InputError(f"{row.where}: id {verdict.id!r} stands twice; give rows their own")
        if texts is not None and verdict.id not in texts:
            raise InputError(
                f"{row.where}: {rows} has no row {verdict.id!r}; expected the rows that were scored"
            )
        line, example = (row.line, None) if texts is None else texts[verdict.id]
        if example is not None and (row.data or {}).get("judged") != row_digest(example):
            others.append(verdict.id)
        judged[verdict.id] = Judged(line, verdict, example)
    refuse_others(path, str(rows), others)
    return list(judged.values())


def _examples(path: str, reading: Reading) -> dict[str, tuple[int, Example]]:
    """The rows of a file by id, each with its line, 1 where the file has none.

    Raises InputError at the first row that is wrong.
    """
    at = [1]

    def noted() -> Iterator[Row]:
        for row in reading.rows(path):
            at[0] = row.line if row.where.endswith(f":{row.line}") else 1
            yield row

    found: dict[str, tuple[int, Example]] = {}
    for example in examples_of(noted(), reading.mapping, reading.ignore_unknown):
        if isinstance(example, Row):
            raise InputError(example.complaint)
        found[example.id] = at[0], example
    return found


def _case(judged: Judged, profile: Profile) -> Case:
    """What a build server is told of an answer, without what only a baseline tells."""
    from truthscore.spreadsheet import told

    verdict = judged.verdict
    found = told(verdict, judged.example, profile)
    low = verdict.score is not None and verdict.score < LOW
    untrue = low or any(each.verdict == "contradicted" for each in verdict.statements)
    counted = {
        "held": found.decision == "hold", "untrue": untrue, "sent": found.decision != "send",
    }  # fmt: skip
    return Case(
        id=verdict.id, line=judged.line, decision=found.decision, stars=verdict.score,
        cause=found.cause,
        reason=_cause(found) if judged.example is None else found.reason,
        passage=": ".join(filter(None, (found.page, found.passage))) if found.passage else None,
        counts=tuple(name for name, counts in counted.items() if counts),
        findings=tuple(_findings(judged)),
    )  # fmt: skip


def _cause(found: Told) -> str:
    """Why, in the words of the cause alone: a reason quotes texts that are not there."""
    return texts.load(FALLBACK_LANGUAGE).causes.get(found.cause, found.cause)


def _findings(judged: Judged) -> Iterator[Finding]:
    """What was found against an answer: in words where its texts are there; nothing twice."""
    says = {rule.id: rule.says for rule in RULES}
    seen = set()
    for each in blamed(judged.verdict):
        rule = str(each.rule)
        if judged.example is None:
            text = f"“{each.label}”: {says[rule]}"
        else:
            text = tell(each, judged.example, judged.verdict.lang)
        if (rule, text) not in seen:
            seen.add((rule, text))
            yield Finding(rule=rule, text=text, hint=rule in HINTS)


def _against(
    baseline: str, judged: list[Judged], cases: list[Case], scorer: Any, reading: Reading
) -> tuple[list[Case], tuple[str, ...]]:
    """The cases, of which those that are worse than the baseline count so, behind them those that
    only the baseline has; and how many are new. Raises InputError where the two were scored under
    other settings, or share no row."""
    from truthscore.evaluate.compare import is_worse, one_signature, pairs, side

    decide = decided_by(scorer.profile)
    if is_scored(baseline):
        before = by_id(baseline, lambda line: side(line, decide(line)))
    else:
        before = scored_now(examples_by_id(baseline, reading), scorer, {})
    after = {
        case.id: side(from_verdict(each.verdict), case.decision)
        for each, case in zip(judged, cases, strict=True)
    }
    one_signature(before.values(), after.values())
    changes = {each.id: each for each in pairs(before, after)}
    for at, case in enumerate(cases):
        was = changes.get(case.id)
        if was is not None and is_worse(was, least=LEAST):
            told = decided(was.decided_before, was.before)
            cases[at] = replace(case, before=told, counts=("worse", *case.counts))
    cases += [
        Case(id=id_, line=1, decision=GONE, stars=None, cause=GONE, counts=(GONE,),
             reason="the baseline has this row, and it is not there now",
             before=decided(was.decided, was.score))
        for id_, was in before.items() if id_ not in changes
    ]  # fmt: skip
    new = len(after) - len(changes)
    return cases, (f"new, not compared: {new}",) if new else ()


def _check(name: str, cases: list[Case], allowed: float | None) -> Check:
    found: float = sum(name in each.counts for each in cases)
    if name == "sent":
        there = sum(each.decision != GONE for each in cases)
        found = (there - found) / there
    return Check(name=name, found=found, allowed=allowed)
