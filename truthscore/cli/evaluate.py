"""`truthscore evaluate`: scores beside a support team's stars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truthscore.cli import EXIT_THRESHOLD
from truthscore.cli.options import (
    Reading,
    Scoring,
    input_options,
    mode_option,
    report_language,
    scorer_options,
)
from truthscore.cli.progress import progress
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.lines import by_id
from truthscore.evaluate.rated import RatedRow, from_line, from_verdict, parse_scale, stars
from truthscore.evaluate.raters import joined
from truthscore.example import example_from
from truthscore.field_names import column_of, field_of
from truthscore.formats import Row
from truthscore.page_name import page_name
from truthscore.report import page
from truthscore.text.markup import normalise
from truthscore.types import Example

if TYPE_CHECKING:
    from truthscore.scorer import TruthScorer

#: Fields of a rated row that only evaluation reads.
PERSON_FIELDS = (
    "rating", "ratings", "message_type", "message_types", "relatedness", "completeness", "meta",
)  # fmt: skip


@click.command(name="evaluate")
@click.argument("rated", metavar="RATED")
@click.option(
    "--scored", metavar="FILE",
    help="Output of `truthscore score` for the same rows; default: score RATED now.",
)  # fmt: skip
@click.option(
    "--output", "-o", metavar="DIR",
    help="Write metrics.json, a page, and CSV tables; a text that begins with = + - @ gets "
    "an apostrophe there, so that no cell is a formula.",
)  # fmt: skip
@report_language
@click.option(
    "--by", default="message_type,override,lang", show_default=True, metavar="COLUMN,...",
    help="Also per message_type, gold_type, lang, override, status.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Seed of the resampling.")
@click.option("--scale", default="1-5", show_default=True, help="Scale of the ratings, as in 0-1.")
@click.option("--features", is_flag=True, help="Feature selection and ablation (paper, §5.2).")
@click.option("--documents", is_flag=True, help="Feedback for the documentation team (§8.2).")
@click.option(
    "--cost-untrue", default=20.0, show_default=True,
    help="Cost of sending an untrue answer, in looks by a person.",
)  # fmt: skip
@click.option(
    "--cost-lost", default=3.0, show_default=True,
    help="Cost of holding back a true answer, in looks by a person.",
)  # fmt: skip
@click.option("--inquiries", type=float, help="Inquiries a year: adds the hours saved.")
@click.option(
    "--in-scope", type=click.FloatRange(0, 1),
    help="Share of them in scope; default: the share of RATED that is scored.",
)  # fmt: skip
@click.option("--minutes", default=30.0, show_default=True, help="Minutes a person needs a check.")
@click.option("--gate", metavar="FILE", help="Floors; exit 1 when a figure is below one.")
@click.option("--update-gate", is_flag=True, help="Write today's figures into --gate as floors.")
@click.option("--allow-regression", is_flag=True, help="Let --update-gate lower a floor.")
@scorer_options
@mode_option
@input_options
def command(
    rated: str,
    scored: str | None,
    output: str | None,
    report_lang: str | None,
    by: str,
    seed: int,
    scale: str,
    features: bool,
    documents: bool,
    cost_untrue: float,
    cost_lost: float,
    inquiries: float | None,
    in_scope: float | None,
    minutes: float,
    gate: str | None,
    update_gate: bool,
    allow_regression: bool,
    scoring: Scoring,
    mode: str | None,
    reading: Reading,
) -> int:
    """Compare scores with the stars people gave in RATED (field `rating`, 1-5).

    Prints Spearman with p and a 95 % interval, Kendall, AUC, the paper's Table 5, the cheapest
    thresholds and message-type figures; `-o DIR` writes them with plots in report.html. Where
    several people rated an answer (`ratings`, or a line for each `rater`), their mean counts, and
    kappa, ordinal alpha and the noise ceiling are printed. Rows that `truthscore translate` made
    are scored in both modes, and Table 4's cells are printed.
    """
    from truthscore.evaluate import gate as gates
    from truthscore.evaluate import tables
    from truthscore.evaluate.evaluation import Costs, evaluate
    from truthscore.profile import told
    from truthscore.report import trust

    if update_gate and not gate:
        raise click.UsageError("--update-gate needs --gate FILE")
    rows = joined(reading.rows(rated), reading.mapping)
    ends = parse_scale(scale)
    modes: tuple[list[RatedRow], list[RatedRow]] | None = None
    if scored is not None:
        found = list(_joined(rows, scored, reading, ends))
    else:
        scorer = scoring.scorer(mode=mode)
        found = list(rated_rows(rows, scorer, reading, ends))
        if any(_is_translated(row) for row in rows):
            now = scorer.profile.translation.mode
            other = "translated" if now == "original" else "original"
            scorer = scoring.scorer(mode=other)
            again = list(rated_rows(rows, scorer, reading, ends))
            modes = (found, again) if now == "original" else (again, found)
    evaluation = evaluate(
        found,
        by=[name for name in by.split(",") if name],
        costs=Costs(
            untrue=cost_untrue, lost=cost_lost, inquiries=inquiries, in_scope=in_scope,
            minutes=minutes,
        ),
        seed=seed,
        features=features,
        document_feedback=documents,
        modes=modes,
    )  # fmt: skip
    send_from = scorer.profile.decision.send_from if scored is None else None
    echo(f"{trust.trust(evaluation, found, send_from=send_from).headline}\n")
    echo(tables.summary(evaluation))
    if scored is None:
        echo(f"\n{told(scorer.profile)}", err=True)
    if output is not None:
        from truthscore.report import evaluation_page

        folder = Path(output)
        tables.write(evaluation, folder)
        html = evaluation_page.render(
            evaluation, name=Path(rated).name, rows=found, send_from=send_from, lang=report_lang
        )
        page.write(folder / "report.html", html)
        echo(f"\nwritten: {folder}/report.html, metrics.json and the tables as CSV", err=True)
    if gate is None:
        return 0
    if update_gate:
        gates.update(Path(gate), rated, evaluation, allow_lower=allow_regression)
        echo(f"floors written to {gate}", err=True)
        return 0
    failures = gates.check(Path(gate), rated, evaluation)
    for failure in failures:
        value = "undefined" if failure.value is None else f"{failure.value:.3f}"
        echo(f"gate: {failure.name} is {value}, its floor is {failure.floor}", err=True)
    return EXIT_THRESHOLD if failures else 0


def _is_translated(row: Row) -> bool:
    found = (row.data or {}).get("translation")
    return isinstance(found, dict) and found.get("status") == "translated"


def _person(row: Row, mapping: Mapping[str, str]) -> dict[str, Any]:
    """What people said of a row, under our names."""
    if row.data is None:
        raise InputError(row.complaint)
    person = {key: row.data[key] for key in PERSON_FIELDS if key in row.data}
    for name in ("rating", "message_type"):
        column = column_of(row.data, name, mapping)
        if column is not None:
            person[name] = row.data[column]
    return person


def _example(row: Row, id_: str, reading: Reading) -> Example:
    """A row as it is scored, which is called `id_` if it has no id. Its rating is left out, for it
    may be on another scale than an `Example` has."""
    mapping = {field: name for field, name in reading.mapping.items() if field != "rating"}
    data = {
        key: value
        for key, value in (row.data or {}).items()
        if key != reading.mapping.get("rating") and field_of(key) != "rating"
    }
    try:
        return example_from(
            data, default_id=id_, mapping=mapping, ignore_unknown=reading.ignore_unknown
        )
    except InputError as error:
        raise InputError(f"{row.where}: {error}") from error


def _read(example: Example) -> dict[str, Any]:
    """The pages and texts of an answer, as `rated.from_line` takes them."""
    return {
        "documents": [(d.id, page_name(d)) for d in example.context if d.kind != "prompt"],
        "texts": (normalise(example.question), normalise(example.answer)),
    }


def rated_rows(
    rows: Iterable[Row], scorer: TruthScorer, reading: Reading, scale: tuple[float, float]
) -> Iterator[RatedRow]:
    """The rows of a rated file, scored now. Raises InputError at the first row that is wrong."""
    examples, people = [], []
    for row in rows:
        person = _person(row, reading.mapping)
        stars(person.get("rating"), scale, row.where)  # a wrong rating is told with its line
        examples.append(_example(row, f"line{row.line}", reading))
        people.append(person)
    with progress(len(examples)) as advance:
        for example, person, verdict in zip(
            examples, people, scorer.score_many(examples), strict=True
        ):
            advance()
            yield from_verdict(verdict, person, scale=scale, **_read(example))


def _joined(
    rows: Iterable[Row], scored: str, reading: Reading, scale: tuple[float, float]
) -> Iterator[RatedRow]:
    """Rated rows beside the lines of a scored file, by id."""
    lines = by_id(scored, lambda line: line)
    matched = 0
    for row in rows:
        person = _person(row, reading.mapping)
        data = row.data or {}
        named = column_of(data, "id", reading.mapping)
        id_ = f"line{row.line}" if named is None else str(data[named])
        if id_ not in lines:
            raise InputError(
                f"{row.where}: id {id_!r} is not in {scored}; expected the output of "
                f"`truthscore score` for the same rows"
            )
        matched += 1
        known = {}
        if column_of(data, "answer", reading.mapping) is not None:
            known = _read(_example(row, id_, reading))
        yield from_line(lines[id_], person, scale=scale, where=row.where, **known)
    if matched < len(lines):  # people rate a sample
        echo(
            f"{scored}: {len(lines) - matched} of its {len(lines)} rows have no ratings and are "
            "left out",
            err=True,
        )
