"""`truthscore evaluate-retrieval`: how well a search finds the right pages."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

import click

from truthscore.cli.documents import read_help_centre
from truthscore.cli.options import encoding_option
from truthscore.cli.terminal import echo
from truthscore.evaluate.figures import NONE, p_value, percent
from truthscore.shown import json_text

if TYPE_CHECKING:
    from truthscore.evaluate.citations import CitationMatch
    from truthscore.evaluate.retrieval import Retrieval


@click.command(name="evaluate-retrieval")
@click.argument("run", metavar="RUN")
@click.argument("qrels", metavar="QRELS")
@click.option("--against", metavar="RUN2", help="A second run, held against RUN in pairs.")
@click.option(
    "--k",
    default=3,
    show_default=True,
    type=click.IntRange(1),
    help="How many pages the chatbot reads.",
)
@click.option(
    "--pages",
    multiple=True,
    metavar="DOCS",
    help="All pages, as `truthscore fault` takes them: every id must be one of them. Repeatable.",
)
@click.option(
    "--answers",
    metavar="FILE",
    help="JSONL with `query` and `cited`: citation match and no-answer rate.",
)
@click.option(
    "--missing-as-zero",
    is_flag=True,
    help="A judged question without a line in the run counts as nothing found.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of the intervals.")
@encoding_option
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of text.")
def command(
    run: str, qrels: str, against: str | None, k: int, pages: tuple[str, ...],
    answers: str | None, missing_as_zero: bool, seed: int, encoding: str, as_json: bool,
) -> int:  # fmt: skip
    """Hold the pages that a search found (RUN) against those that people judged (QRELS).

    RUN: TREC lines `query Q0 page rank score tag`, or JSONL, CSV or Excel with `query`, `id` and
    `score`. QRELS: `query 0 page grade`, or `query`, `id` and `grade`; 0 is not relevant, 2 the
    best. Of equal scores the first id comes first, whatever the rank says.
    """

    from truthscore.evaluate import retrieval
    from truthscore.evaluate.citations import citation_match

    judged = retrieval.read_qrels(qrels, encoding)
    found = retrieval.measure(
        judged, retrieval.read_run(run, encoding),
        None if against is None else retrieval.read_run(against, encoding), k=k,
        missing_as_zero=missing_as_zero, seed=seed,
        pages=None if not pages else frozenset(
            page.id for page in read_help_centre(pages, partial(echo, err=True))
        ),
    )  # fmt: skip
    cited = None if answers is None else citation_match(answers, judged, encoding)
    if as_json:
        line = asdict(found)
        if cited is not None:
            rates = {"match_rate": cited.match_rate, "no_answer_rate": cited.no_answer_rate}
            line["citations"] = {**asdict(cited), **rates}
        echo(json_text(line))
    else:
        echo(told(found, cited))
    return 0


def told(found: Retrieval, cited: CitationMatch | None = None) -> str:
    """The figures for people."""
    from truthscore.evaluate.retrieval import MIN_QUERIES

    lines = [f"{found.queries} judged questions"]
    if found.unanswered:
        lines.append(f"  {len(found.unanswered)} found nothing, and count as 0")
    if found.unjudged:
        lines.append(f"  {len(found.unjudged)} more in the run are not judged, and do not count")
    if found.queries < MIN_QUERIES:
        lines.append(f"  too few for intervals and p: they are told from {MIN_QUERIES} on")
    paired = any(each.other is not None for each in found.figures)
    head = f"\n{'measure':<18}{'mean':>6}  {'95 %':<16}"
    if paired:
        head += (
            f"{'against':>8}  {'change [95 %]':<25}{'relative':>9}  {'signed-rank p':<15}t-test p"
        )
    lines.append(head.rstrip())
    for each in found.figures:
        between = "" if each.low is None else f"[{each.low:.3f}, {each.high:.3f}]"
        line = f"{each.measure:<18}{each.mean:>6.3f}  {between:<16}"
        if each.other is not None and each.change is not None:
            around = "" if each.change_low is None else (
                f" [{each.change_low:+.3f}, {each.change_high:+.3f}]"
            )  # fmt: skip
            change = f"{each.change:+.3f}{around}"
            relative = NONE if each.relative is None else f"{each.relative:+.1%}"
            line += f"{each.other:>8.3f}  {change:<25}{relative:>9}  "
            line += f"{p_value(each.p_signed_rank):<15}{p_value(each.p_t)}"
        lines.append(line.rstrip())
    if any("Success(rel=2)" in each.measure for each in found.figures):
        lines.append(
            "Success(rel=2): a page of grade 2 is among the first. Table 4 of Ask Me Anything "
            'calls it "recall"'
        )
        if found.without_best:
            lines.append(
                f"{found.without_best} questions have no page of grade 2: (rel=2) is 0 for them"
            )
    if cited is not None:
        lines += [
            "",
            f"citation match: {percent(cited.match_rate)} ({cited.matched} of {cited.annotated}; "
            f"{cited.excluded} without a judged page are left out)",
            f"no answer: {percent(cited.no_answer_rate)} ({cited.no_answer} of {cited.answers})",
        ]
    return "\n".join(lines)
