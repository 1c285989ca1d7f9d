"""`truthscore compare`: two versions of a chatbot on the same questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truthscore.cli import EXIT_THRESHOLD
from truthscore.cli.options import Reading, Scoring, input_options, report_language, scorer_options
from truthscore.cli.progress import counting, progress
from truthscore.cli.terminal import echo
from truthscore.decisions import DECISIONS
from truthscore.errors import InputError
from truthscore.evaluate.figures import p_value, stars
from truthscore.evaluate.lines import (
    ScoredLine,
    as_verdict,
    by_id,
    from_verdict,
    is_scored,
    refuse_others,
)
from truthscore.page_name import NO_NAMES, named_by_place, told_apart
from truthscore.report import page
from truthscore.report import texts as wordings
from truthscore.shown import json_text
from truthscore.types import Example
from truthscore.verdict_line import row_digest
from truthscore.wording import told

if TYPE_CHECKING:
    from truthscore.evaluate.compare import Comparison, Difference, Side
    from truthscore.profile import Profile

#: Rows that fell which are printed; the page has all.
SHOWN = 5
#: Characters of a question in the text.
WIDTH = 90


@click.command(name="compare")
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@click.option("--output", "-o", metavar="FILE.html", help="A page with every row that changed.")
@click.option(
    "--answers", nargs=2, metavar="BEFORE AFTER",
    help="Where scores are compared: the two files that were scored, for their texts.",
)  # fmt: skip
@report_language
@click.option(
    "--by", default="message_type,page,version", show_default=True, metavar="COLUMN,...",
    help="Also by message_type, page, version (a field of the rows).",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of text.")
@click.option(
    "--least", default=1.0, show_default=True, help="Stars by which a row has risen or fallen."
)
@click.option("--seed", default=0, show_default=True, help="Seed of the resampling.")
@click.option("--fail-if-worse", is_flag=True, help="Exit 1 when AFTER is worse beyond chance.")
@scorer_options
@input_options
def command(
    before: str,
    after: str,
    output: str | None,
    answers: tuple[str, str] | None,
    report_lang: str | None,
    by: str,
    as_json: bool,
    least: float,
    seed: int,
    fail_if_worse: bool,
    scoring: Scoring,
    reading: Reading,
) -> int:
    """Compare the answers of two versions of a chatbot, row by row.

    BEFORE and AFTER are answers to the same questions under the same ids, which are scored now, or
    two outputs of `truthscore score`. Scores of different settings are refused: then not only the
    answers differ. Prints the mean change with a paired 95 % interval and p, what is sent now and
    was not before, the same by message type, page and version, and the rows that fell most.
    """

    from truthscore.evaluate import compare as comparing
    from truthscore.profile import load
    from truthscore.report import comparison_page

    texts: tuple[dict[str, Example], dict[str, Example]] = ({}, {})
    reasons: dict[str, tuple[str, ...]] = {}
    if _are_scored(before, after):
        decide = decided_by(load(scoring.profile))
        if answers is not None:
            texts = examples_by_id(answers[0], reading), examples_by_id(answers[1], reading)
        sides = _read(before, decide, texts[0]), _read(after, decide, texts[1])
    elif answers is not None:
        raise click.UsageError("--answers gives scores their texts: BEFORE and AFTER have them")
    else:
        scorer = scoring.scorer()
        texts = examples_by_id(before, reading), examples_by_id(after, reading)
        sides = (
            scored_now(texts[0], scorer, {}),
            scored_now(texts[1], scorer, reasons),
        )
    groups = [name for name in by.split(",") if name]
    found = comparing.compare(*sides, least=least, seed=seed, by=groups)
    if as_json:
        echo(json_text(asdict(found)))
    else:
        echo(summary(found, texts[1], reasons))
    if output is not None:
        name = f"{Path(before).name} → {Path(after).name}"
        langs = Counter(each.lang for each in sides[1].values() if each.lang)
        html = comparison_page.render(
            found, name=name, texts=texts, reasons=reasons,
            lang=report_lang or wordings.of_most(langs),
        )  # fmt: skip
        page.write(Path(output), html)
        echo(f"page: {output}", err=True)
    worse = found.whole.high is not None and found.whole.high < 0.0
    return EXIT_THRESHOLD if fail_if_worse and worse else 0


def _are_scored(before: str, after: str) -> bool:
    """Whether both files have scores, and not answers. Raises InputError for one of each."""
    scored, other = is_scored(before), is_scored(after)
    if scored != other:
        scores, answers = (before, after) if scored else (after, before)
        raise InputError(
            f"{answers} has answers and {scores} scores; expected two files of answers, which are "
            "scored now, or two of scores"
        )
    return scored


def decided_by(settings: Profile) -> Callable[[ScoredLine], str]:
    """What a policy does with a scored line: "send", "review" or "hold"; a log says it itself."""
    from truthscore.spreadsheet import decision

    held_for = settings.policy.held_for

    def decide(line: ScoredLine) -> str:
        if line.decided is not None:
            return DECISIONS[line.decided]
        return decision(as_verdict(line, held_for), settings)

    return decide


def _read(
    path: str, decide: Callable[[ScoredLine], str], texts: Mapping[str, Example]
) -> dict[str, Side]:
    """The scores of a file, by id; `texts`: what was scored, as far as it is known."""
    from truthscore.evaluate.compare import side

    nameless: Counter[bool] = Counter()
    others: list[str] = []
    with counting(path) as one:

        def keep(line: ScoredLine) -> Side:
            one()
            made, text = side(line, decide(line)), texts.get(str(line.id))
            # a log, and scores of before this digest, do not say what they are of
            if text is not None and line.judged not in (None, row_digest(text)):
                others.append(text.id)
            names = {} if text is None else named_by_place(text.context)
            pages = told_apart(made.pages, names)
            nameless.update([len(pages) < len(made.pages)])
            return replace(made, pages=pages)

        found = by_id(path, keep)
    refuse_others(path, "--answers", others)
    if nameless[True]:
        echo(f"{path}: of {nameless[True]} answers, {NO_NAMES}", err=True)
    return found


def examples_by_id(path: str, reading: Reading) -> dict[str, Example]:
    """The answers of a file by their id. Raises InputError at the first row that is wrong."""
    return {row.id: row for row in reading.right(path)}


def scored_now(
    examples: Mapping[str, Example], scorer: Any, reasons: dict[str, tuple[str, ...]]
) -> dict[str, Side]:
    """The answers, scored now; what was found against each goes into `reasons`."""
    from truthscore.evaluate.compare import side

    decide, sides = decided_by(scorer.profile), {}
    with progress(len(examples)) as advance:
        for verdict in scorer.score_many(examples.values()):
            advance()
            line = from_verdict(verdict, examples[verdict.id])
            made, context = side(line, decide(line)), examples[verdict.id].context
            pages = told_apart(made.pages, named_by_place(context))
            sides[verdict.id] = replace(made, pages=pages)
            reasons[verdict.id] = told(examples[verdict.id], verdict)
    return sides


def summary(
    found: Comparison, after: Mapping[str, Example], reasons: Mapping[str, tuple[str, ...]]
) -> str:
    """The comparison for people, a screen of text; `after` and `reasons` are empty where only
    scores were given."""
    from truthscore.evaluate.compare import MIN_PAIRS

    whole = found.whole
    lines = [f"{found.rows} rows in both files, {whole.n} with stars on both sides"]
    for side, names in (("before", found.only_before), ("after", found.only_after)):
        if names:
            lines.append(f"  {len(names)} only {side}, not compared: {', '.join(names[:3])}"
                         + (" …" if len(names) > 3 else ""))  # fmt: skip
    lines.append(f"stars   {stars(whole.before)} → {stars(whole.after)}   {_told(whole)}")
    sent = f"{found.sent_before} → {found.sent_after}"
    chance = "" if found.p_sent is None else f", p {p_value(found.p_sent)}"
    lines.append(f"sent    {sent}   {len(found.won)} more, {len(found.lost)} no longer{chance}")
    lines.append(f"rose by {found.least:g} and more: {len(found.rose)}, fell: {len(found.fell)}")
    for title, groups in (
        ("by message type", found.by_type),
        ("by page", found.by_page),
        ("by version", found.by_version),
    ):
        if groups:
            lines.append(f"\n{title} (from {MIN_PAIRS} rows, the largest loss first)")
            lines += [f"  {name[:40]:<40} {_told(each)}" for name, each in [*groups.items()][:8]]
    if found.fell:
        lines.append("\nfell most")
    for change in found.fell[:SHOWN]:
        question = after[change.id].question if change.id in after else ""
        lines.append(f"  {change.id}: {stars(change.before)} → {stars(change.after)}  "
                     f"{_short(question)}".rstrip())  # fmt: skip
        lines += [f"    {each}" for each in reasons.get(change.id, ())[:2]]
    return "\n".join(lines)


def _told(found: Difference) -> str:
    if found.mean is None:
        return "no stars"
    if found.low is None or found.high is None or found.p is None:
        return f"{found.mean:+.2f} ({found.n} rows: too few for an interval)"
    between = f"[{found.low:+.2f}, {found.high:+.2f}]"
    return f"{found.mean:+.2f} {between}, p {p_value(found.p)}, n {found.n}"


def _short(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= WIDTH else one[:WIDTH].rsplit(" ", 1)[0] + " …"
