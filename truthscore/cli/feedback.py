"""`truthscore documents`: pages that low answers rest on, without ratings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from urllib.parse import quote

import click

from truthscore.cli.options import Reading, map_option, report_language
from truthscore.cli.progress import counting
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.lines import ScoredLine, by_id
from truthscore.page_name import NO_NAMES, named_by_place, over_rows, page_name, told_apart
from truthscore.report import page
from truthscore.report import texts as wordings
from truthscore.shown import json_text
from truthscore.text.markup import normalise


@click.command(name="documents")
@click.argument("scored", metavar="SCORED")
@click.option(
    "--answers", metavar="FILE", help="The rows that were scored, for titles and questions."
)
@map_option
@click.option("--output", "-o", metavar="FILE.html", help="A page for the documentation team.")
@click.option(
    "--report", metavar="FILE.html",
    help="The page of `truthscore score --report`, to which the lowest answers link.",
)  # fmt: skip
@report_language
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of text.")
def command(
    scored: str,
    answers: str | None,
    mapping: dict[str, str],
    output: str | None,
    report: str | None,
    report_lang: str | None,
    as_json: bool,
) -> int:
    """List the help pages that answers go wrong with, from the output of `truthscore score`.

    A page counts for the answers that rest on it or contradict it, not for those beside which it
    was only retrieved. Shown are its low answers, how many more those are than among all other
    answers, the lowest three, the names that were invented beside it, and the wordings of a
    question that get other stars on the same page.
    """

    from truthscore.evaluate import documents, tables
    from truthscore.report import documents_page

    if report is not None and output is None:
        raise click.UsageError("--report is what the page of --output links to: give both")
    if report is not None and not Path(report).is_file():
        raise InputError(
            f"{report}: is not there; expected the page of `truthscore score --report`"
        )
    titles, names, questions = _texts(answers, mapping) if answers is not None else ({}, {}, {})
    langs: Counter[str] = Counter()
    nameless: Counter[bool] = Counter()

    def read(line: ScoredLine) -> documents.PageAnswer:
        one()
        if line.lang:
            langs[line.lang] += 1
        found = documents.page_answer(line, questions.get(str(line.id), ""))
        pages = told_apart(found.pages, names.get(found.id, {}))
        nameless.update([len(pages) < len(found.pages)])
        return replace(found, pages=pages)

    with counting(scored) as one:
        rows = by_id(scored, read)
    if answers is not None and questions.keys().isdisjoint(rows):
        raise InputError(
            f"{answers}: no row has the id of a line of {scored}; expected the rows that were "
            "scored, with --map id=NAME where their ids are in another column"
        )
    if nameless[True]:
        echo(f"{scored}: of {nameless[True]} answers, {NO_NAMES}", err=True)
    found = documents.feedback(rows.values(), titles)
    if as_json:
        echo(json_text(asdict(found)))
    else:
        echo(tables.told(found))
    if output is not None:
        address = ""  # of the report, as seen from the page
        if report is not None:
            address = quote(Path(os.path.relpath(report, Path(output).parent)).as_posix())
        html = documents_page.render(
            found, name=Path(scored).name, questions=questions,
            lang=report_lang or wordings.of_most(langs), report=address,
        )  # fmt: skip
        page.write(Path(output), html)
        echo(f"page: {output}", err=True)
        if answers is None:
            echo("(--answers FILE adds titles and questions to it)", err=True)
    return 0


def _texts(
    path: str, mapping: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, dict[str, str]], dict[str, str]]:
    """Titles of pages, names of a row's pages that came without an id, and questions of rows, by
    id. Raises InputError at the first wrong row."""
    titles: dict[str, str] = {}
    names: dict[str, dict[str, str]] = {}
    questions: dict[str, str] = {}
    for row in Reading(mapping=mapping, ignore_unknown=True).right(path):
        questions[row.id] = normalise(row.question)
        for each in row.context:
            name = page_name(each)
            titles[over_rows(each.id, name)] = name
        names[row.id] = named_by_place(row.context)
    return titles, names, questions
