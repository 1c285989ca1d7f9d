"""`truthscore fit`: a company's own profile from its own stars."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from truthscore.cli.evaluate import rated_rows
from truthscore.cli.options import Reading, Scoring, input_options, scorer_options
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.evaluate.rated import parse_scale
from truthscore.evaluate.raters import joined

if TYPE_CHECKING:
    from truthscore.evaluate.fitting import Fit


@click.command(name="fit")
@click.argument("rated", metavar="RATED")
@click.option("--output", "-o", required=True, metavar="FILE", help="The profile to write (TOML).")
@click.option("--seed", default=0, show_default=True, help="Seed of the cross-validation.")
@click.option("--scale", default="1-5", show_default=True, help="Scale of the ratings, as in 0-1.")
@scorer_options
@input_options
def command(
    rated: str,
    output: str,
    seed: int,
    scale: str,
    scoring: Scoring,
    reading: Reading,
) -> int:
    """Learn weights, penalties, what findings count and the scale from the stars in RATED.

    The profile that is written extends --profile and changes nothing else; each line says what it
    rests on. A message type with 50 ratings or more gets numbers of its own where they pay; answers
    that decline get the mean of their ratings, from 10 on. Refuses below 50 ratings. The same file
    gives the same profile.
    """
    from truthscore.evaluate.fitting import Start, fit
    from truthscore.profile import told

    rows = joined(reading.rows(rated), reading.mapping)
    scorer = scoring.scorer()
    found = list(rated_rows(rows, scorer, reading, parse_scale(scale)))
    settings = scorer.profile
    start = Start(
        weights=dict(settings.score.weights) or dict.fromkeys(settings.features.use, 1.0),
        penalties=dict(settings.score.penalties),
        middle_at=settings.score.middle_at,
        counts={
            (rule, copied): counts.copied if copied else counts.free
            for rule, counts in settings.score.rules.items()
            for copied in (True, False)
        },
    )
    result = fit(found, start, seed=seed)
    target = Path(output)
    base = scoring.profile
    if Path(base).is_file():
        base = str(Path(base).resolve())
    head = [
        f"# Fitted by `truthscore fit` to {result.n} ratings of {Path(rated).name},",
        f"# starting from profile {settings.name} ({settings.digest}); seed {seed}.",
        *_figures(result),
    ]
    lines = [
        *head,
        "",
        f'name = "{target.stem}"',
        f"extends = {json.dumps(base, ensure_ascii=False)}",
        "",
        "[score]",
        *_middle(result, settings.score.middle_at),
        *_refusals(result, settings.score.refusals),
        "",
        *_tables(result, "score"),
        *_rules(result, start.counts),
    ]
    for name, own in result.by_type.items():
        lines += ["", f"[score.by_type.{name}]", f"# {own.n} ratings."]
        lines += [*_figures(own), *_middle(own, result.middle_at), ""]
        lines += _tables(own, f"score.by_type.{name}")
    try:
        target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror}") from error
    echo("\n".join(line.removeprefix("# ") for line in head))
    _show(result)
    for name, own in result.by_type.items():
        echo(f"{name}: numbers of its own ({own.n} ratings)")
        _show(own)
    echo(told(settings), err=True)
    better = (result.cross_validated or 0) > (result.before or 0)
    echo(
        f"written: {output}"
        if better
        else f"written: {output}, but on unseen ratings these weights are no better than those of "
        f"{settings.name}: keep {settings.name} unless more ratings change that"
    )
    return 0


def _figures(result: Fit) -> list[str]:
    lines = [
        f"# Spearman with these ratings: {_two(result.before)} before, {_two(result.fitted)} "
        "after;",
        f"# on ratings the weights had not seen (5 folds): {_two(result.cross_validated)}.",
    ]
    at = result.threshold
    if at is not None:
        lines.append(
            f"# A score below {at.below:.2f} tells untrue from true best: it finds {at.untrue:.0%} "
            f"of the unseen answers with 1-2 stars,"
        )
        lines.append(f"# and spares {at.true:.0%} of those with 4-5.")
    return lines


def _middle(result: Fit, before: float) -> list[str]:
    return [f"middle_at = {result.middle_at}".ljust(34) + f"# was {before}; the mean of 3 stars"]


def _refusals(result: Fit, before: str | float | Mapping[str, float]) -> list[str]:
    """What people give answers that decline; nothing where the profile takes them as any other."""
    if before == "score" or result.refusals is None:
        return []
    if isinstance(before, Mapping):
        before = ", ".join(f"{stars:g} in {lang}" for lang, stars in before.items())
    return [
        f"refusals = {result.refusals}".ljust(34)
        + f"# was {before}; the mean of {result.refused} ratings of answers that decline"
    ]


def _tables(result: Fit, path: str) -> list[str]:
    lines: list[str] = []
    for penalty, table in ((False, "weights"), (True, "penalties")):
        rows = [row for row in result.rows if row.penalty == penalty]
        if rows or path != "score":  # a message type has all of its own, also an empty table
            lines += [f"[{path}.{table}]" if not penalty else f"\n[{path}.{table}]"]
        lines += [
            f"{row.name} = {row.after}".ljust(34)
            + f"# was {row.before}; applies to {row.applies:.0%} of the answers; without it "
            f"{_two(row.without)}"
            for row in rows
        ]
    return lines


def _rules(result: Fit, counts: Mapping[tuple[str, bool], float]) -> list[str]:
    """`[score.rules]`: what findings count, of the rules that fired on these answers."""
    fitted = {(each.rule, each.copied): each for each in result.rules}
    lines = []
    for rule in dict.fromkeys(each.rule for each in result.rules):
        now, notes = [], []
        for name, copied in (("copied", True), ("free", False)):
            found = fitted.get((rule, copied))
            now.append(f"{name} = {found.after if found else counts[rule, copied]}")
            if found:
                notes.append(f"{name} was {found.before}: {found.untrue} untrue, {found.true} true")
        lines.append(f'"{rule}" = {{ {", ".join(now)} }}'.ljust(54) + f"# {'; '.join(notes)}")
    return ["", "[score.rules]", *lines] if lines else []


def _show(result: Fit) -> None:
    for row in result.rows:
        kind = "stars off" if row.penalty else "weight"
        echo(f"  {row.name:<22}{kind:<11}{row.before:>8.3f} → {row.after:<8.3f}without: "
                   f"{_two(row.without)}")  # fmt: skip
    for rule in result.rules:
        name = f"{rule.rule} ({'copied' if rule.copied else 'own words'})"
        echo(f"  {name:<33}{rule.before:>8.2f} → {rule.after:<8.2f}"
                   f"untrue: {rule.untrue}, true: {rule.true}")  # fmt: skip


def _two(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"
