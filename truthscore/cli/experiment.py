"""`truthscore experiment`: did a change of the chatbot help? Two arms of an online test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from truthscore.cli.options import encoding_option
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.figures import NONE, p_value
from truthscore.formats import read_rows
from truthscore.shown import json_text

if TYPE_CHECKING:
    from truthscore.evaluate.experiment import Effect, Experiment


def _pair(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, str] | None:
    if value is None:
        return None
    first, comma, second = value.partition(",")
    if not comma or not first.strip() or not second.strip() or "," in second:
        raise click.BadParameter(f"{value!r}: expected two, as in A,B", ctx, param)
    return first.strip(), second.strip()


#: How a time is written.
TIME = "2026-11-26T09:30"
_SHARE = click.FloatRange(0.0, 1.0, min_open=True, max_open=True)


@click.command(name="experiment")
@click.argument("log", metavar="LOG")
@click.option(
    "--unit",
    default="agent,day",
    show_default=True,
    metavar="COLUMNS",
    help="What got an arm; of a time, its day.",
)
@click.option(
    "--treatment", default="arm", show_default=True, metavar="COLUMN", help="The column of the arm."
)
@click.option(
    "--arms",
    callback=_pair,
    metavar="CONTROL,TREATMENT",
    help="The two arms; default: those that are there, in the order of the alphabet.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="NUM/DEN",
    help="A ratio of two columns, or NUM alone: its mean. Repeatable.",
)
@click.option(
    "--alpha",
    default=0.01,
    show_default=True,
    type=_SHARE,
    help="Significance of metrics of every question.",
)
@click.option(
    "--alpha-feedback",
    default=0.05,
    show_default=True,
    type=_SHARE,
    help="Significance of metrics of thumbs, which are few.",
)
@click.option("--shares", callback=_pair, metavar="C,T", help="Planned shares of units, as in 9,1.")
@click.option("--detect", type=_SHARE, help="Tell the units needed for a relative effect.")
@click.option(
    "--aa",
    default=0,
    metavar="N",
    type=click.IntRange(0),
    help="Also N tests without any effect, on the log's own units.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of --aa.")
@encoding_option
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of text.")
def command(
    log: str, unit: str, treatment: str, arms: tuple[str, str] | None, metrics: tuple[str, ...],
    alpha: float, alpha_feedback: float, shares: tuple[str, str] | None, detect: float | None,
    aa: int, seed: int, encoding: str, as_json: bool,
) -> int:  # fmt: skip
    """Compare two arms of an online test, from LOG: one row a question.

    Columns that are read: `no_answer`, `escalated` (0 or 1), `thumb` (1, -1, 0 for none),
    `handle_seconds`, those of --unit, --treatment and --metric. Questions of one unit are alike, so
    intervals and p come from the units (delta method). Check first that the units are as many as
    planned ("sample ratio"), and with --aa 2000 that about 5 % of tests without effect are found.
    """

    from truthscore.evaluate.experiment import experiment, to_metrics
    from truthscore.evaluate.units import read_units

    planned = _shares(shares)
    columns = [name.strip() for name in unit.split(",") if name.strip()]
    if not columns:
        raise InputError("--unit names no column; expected one or more, as in agent,day")
    rows = read_rows(log, encoding=encoding)
    units = read_units(rows, unit=columns, treatment=treatment, asked=metrics, arms=arms)
    found = experiment(
        units, alpha=alpha, alpha_feedback=alpha_feedback, detect=detect, shares=planned, aa=aa,
        seed=seed,
    )  # fmt: skip
    if arms is None:
        turned = f"{found.treatment},{found.control}"
        echo(f"control is {found.control!r}, the first in the alphabet; --arms {turned} "
                   "turns them", err=True)  # fmt: skip
    if as_json:
        echo(json_text(to_metrics(found)))
    else:
        echo(told(found))
    return 0


def _shares(given: tuple[str, str] | None) -> tuple[float, float]:
    if given is None:
        return 1.0, 1.0
    try:
        control, treatment = (float(each) for each in given)
    except ValueError:
        control = 0.0
    if not control > 0 or not treatment > 0:
        raise InputError(
            f"--shares is {','.join(given)!r}; expected two numbers above 0, as in 9,1"
        )
    return control, treatment


def told(found: Experiment) -> str:
    """The test for people."""
    unit = ",".join(found.unit)
    lines = [
        f"{name}: {units} units of {unit}, {rows} rows"
        for name, units, rows in zip(
            (f"control {found.control!r}", f"treatment {found.treatment!r}"),
            found.units, found.rows, strict=True,
        )
    ]  # fmt: skip
    verdict = "as planned"
    if found.mismatch:
        control, treatment = (f"{each:.0f}" for each in found.planned)
        verdict = (
            f"NOT as planned ({control} and {treatment} units; --shares tells another plan): find "
            "out why before you believe any effect"
        )
    lines.append(f"sample ratio: {verdict} (chi-square p {p_value(found.ratio_p)})")
    if found.alone:
        lines.append(
            f"nearly every unit of {unit} is one row, so p is that of single questions; if one of "
            f"these columns has times, write them as {TIME}, and the day is read"
        )
    lines += [
        "",
        f"{'metric':<22}{'control':>9}{'treated':>9}{'effect':>9}  {'95 %':<19}{'p':<11}"
        f"{'alpha':<7}{'naive p':<9}found from",
    ]
    lines += [_line(each) for each in found.effects]
    lines.append("effect: relative to control; found from: the effect seen in 80 % of such tests")
    if found.aa:
        lines += [
            "",
            "tests without an effect that were called significant at 0.05 (should be 5 %)",
        ]
    lines += [
        f"  {each.metric:<22}{each.delta:.1%} [{each.delta_low:.1%}, {each.delta_high:.1%}] of "
        f"{each.runs}; naive test: {each.naive:.1%}"
        for each in found.aa
    ]
    return "\n".join(lines)


def _line(each: Effect) -> str:
    if each.control is None or each.treatment is None:
        return f"{each.metric:<22}not told: {each.note}"
    effect = NONE if each.effect is None else f"{each.effect:+.1%}"
    between = ""
    if each.low is not None and each.high is not None:
        between = f"[{each.low:+.1%}, {each.high:+.1%}]"
    mark = " *" if each.significant else ""
    least = NONE if each.detectable is None else f"{each.detectable:.1%}"
    if each.units_needed is not None:
        least += f"; {each.units_needed} units needed"
    few = "  (few units)" if each.few else ""
    few += f"  ({each.note})" if each.note else ""
    return (
        f"{each.metric:<22}{each.control:>9.4g}{each.treatment:>9.4g}{effect:>9}  {between:<19}"
        f"{p_value(each.p) + mark:<11}{each.alpha:<7g}{p_value(each.naive_p):<9}{least}{few}"
    )
