"""`truthscore trend`: how a chatbot's answers go over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from truthscore.cli import EXIT_THRESHOLD
from truthscore.cli.compare import decided_by
from truthscore.cli.options import encoding_option, map_option, profile_option, report_language
from truthscore.cli.progress import counting
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.lines import ScoredLine, fields_by_id, read_lines
from truthscore.report import page, texts
from truthscore.shown import json_text

if TYPE_CHECKING:
    from truthscore.evaluate.trend import Trend

#: Width of the bar of stars, in characters.
BAR = 20


@click.command(name="trend")
@click.argument("log", metavar="LOG")
@click.option(
    "--by", type=click.Choice(["day", "week", "month"]), default="week", show_default=True,
    help="How long a period is.",
)  # fmt: skip
@click.option(
    "--answers", metavar="FILE",
    help="The rows that were scored, for their `date`, where LOG has none.",
)  # fmt: skip
@click.option("--date", "date_field", default="date", show_default=True, metavar="FIELD",
              help="The field of --answers that has the date.")  # fmt: skip
@map_option
@encoding_option
@profile_option("Whose thresholds tell what is sent and held.")
@click.option("--output", "-o", metavar="FILE.html", help="A page with plots.")
@report_language
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of text.")
def command(
    log: str,
    by: str,
    answers: str | None,
    date_field: str,
    mapping: dict[str, str],
    encoding: str,
    profile: str,
    output: str | None,
    report_lang: str | None,
    as_json: bool,
) -> int:
    """Show stars, decisions, message types and overrides of LOG by week.

    LOG is the output of `truthscore score` for rows with a `date` (or --answers), or the log of
    `truthscore serve`. Exit code 1 when the last period is worse than at least eight before it
    make likely: mean stars, the share below 3, the share sent, the share held. Where nothing
    changed, that is so for one in 100 periods at most.
    """

    from truthscore.evaluate import trend as trends
    from truthscore.profile import load
    from truthscore.report import trend_page

    if mapping and answers is None:
        raise click.UsageError("--map names columns of --answers: give both")
    dates = _dates(answers, date_field, mapping, encoding) if answers is not None else {}
    langs: Counter[str] = Counter()
    with counting(log) as one:
        lines = _lines(log, dates, langs, one)
        found = trends.trend(lines, decided_by(load(profile)), by=by)  # type: ignore[arg-type]
    if as_json:
        echo(json_text(asdict(found)))
    else:
        echo(summary(found))
    if output is not None:
        code = report_lang or texts.of_most(langs)
        page.write(Path(output), trend_page.render(found, name=Path(log).name, lang=code))
        echo(f"page: {output}", err=True)
    last = found.periods[-1].begin
    return EXIT_THRESHOLD if any(each.begin == last for each in found.alarms) else 0


def _lines(
    log: str, dates: Mapping[str, str], langs: Counter[str], one: Callable[[], None]
) -> Iterator[tuple[str, ScoredLine]]:
    """The lines of a log with their place, and the date of the row that was scored; their languages
    are counted in `langs`, and `one` is called at each."""
    import msgspec

    for number, line in read_lines(log):
        if line.date is None and dates:
            line = msgspec.structs.replace(line, date=dates.get(str(line.id)))
        if line.lang:
            langs[line.lang] += 1
        one()
        yield f"{log}:{number}", line


def _dates(path: str, field: str, mapping: Mapping[str, str], encoding: str) -> dict[str, str]:
    """The date of each row by its id. Raises InputError when no row has the field."""
    found = fields_by_id(path, field, mapping, encoding)
    if not found:
        named = mapping.get(field, field)
        raise InputError(f"{path}: no row has a field {named!r}; name it with --date FIELD")
    return found


def summary(found: Trend) -> str:
    """The trend for people: a line a period, and what is out of the ordinary."""
    from truthscore.evaluate.trend import MIN_ANSWERS, NAMES

    lines = [f"{found.by + ' of':<12}{'answers':>8}{'stars':>7}  {'':<{BAR}}{'below 3':>9}"
             f"{'sent':>7}{'review':>8}{'held':>7}"]  # fmt: skip
    marked = {each.begin for each in found.alarms}
    for each in found.periods:
        stars = "–" if each.stars is None else f"{each.stars:.2f}"
        bar = "█" * round(BAR * ((each.stars or 1.0) - 1.0) / 4.0)
        low = "–" if each.low is None else f"{each.low:.0%}"
        lines.append(
            f"{each.begin:<12}{each.answers:>8}{stars:>7}  {bar:<{BAR}}{low:>9}{each.sent:>7.0%}"
            f"{each.review:>8.0%}{each.held:>7.0%}{'  !' if each.begin in marked else ''}"
            f"{'  few' if each.begin in found.few else ''}"
        )
    last = found.periods[-1]
    for title, shares in (("types", last.types), ("overrides", last.overrides)):
        most = sorted(shares.items(), key=lambda each: (-each[1], each[0]))
        if most:
            told = ", ".join(f"{name} {share:.0%}" for name, share in most)
            lines.append(f"{title} in the last {found.by}: {told}")
    for alarm in found.alarms:
        figure = f"{alarm.value:.2f}" if alarm.figure == "stars" else f"{alarm.value:.0%}"
        mean = f"{alarm.mean:.2f}" if alarm.figure == "stars" else f"{alarm.mean:.0%}"
        lines.append(f"! {alarm.begin}: {NAMES[alarm.figure]} {figure}, "
                     f"where {alarm.before} before it had {mean} on average")  # fmt: skip
    if found.few:
        lines.append(
            f"few: fewer than {MIN_ANSWERS} answers, in {len(found.few)} of {len(found.periods)}; "
            "they raise no alarm, and no other period is held against them"
        )
    if found.undated:
        lines.append(f"{found.undated} lines without a date are left out")
    if len(found.signatures) > 1:
        lines.append(f"{len(found.signatures)} signatures: not only the answers changed")
    return "\n".join(lines)
