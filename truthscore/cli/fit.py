"""`truthscore fit`: a company's own profile from its own stars."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from truthscore.cli.options import input_options, load_scorer, scorer_options


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
    profile: str,
    lang: str,
    pipelines: Mapping[str, str],
    score_types: str | None,
    mapping: Mapping[str, str],
    ignore_unknown: bool,
    input_format: str | None,
    encoding: str,
) -> int:
    """Learn feature weights from the stars in RATED and write them as a profile.

    The profile extends --profile and changes only its weights; each line says what it rests on.
    Refuses below 50 ratings. The same file gives the same profile.
    """
    from truthscore.cli.evaluate import rated_rows
    from truthscore.errors import InputError
    from truthscore.evaluate.fitting import fit
    from truthscore.evaluate.rated import parse_scale
    from truthscore.formats import read_rows

    rows = read_rows(rated, input_format=input_format, encoding=encoding)
    scorer = load_scorer(profile, lang, pipelines, score_types)
    found = list(rated_rows(rows, scorer, mapping, ignore_unknown, parse_scale(scale)))
    settings = scorer.profile
    weights = dict(settings.score.weights) or dict.fromkeys(settings.features.use, 1.0)
    result = fit(found, weights, seed=seed)
    target = Path(output)
    base = profile if not Path(profile).is_file() else str(Path(profile).resolve())
    lines = [
        f"# Weights fitted by `truthscore fit` to {result.n} ratings of {Path(rated).name},",
        f"# starting from profile {settings.name} ({settings.digest}); seed {seed}.",
        f"# Spearman with these ratings: {_two(result.before)} before, {_two(result.fitted)} "
        "after;",
        f"# on ratings the weights had not seen (5 folds): {_two(result.cross_validated)}.",
        "",
        f'name = "{target.stem}"',
        f"extends = {_quoted(base)}",
        "",
        "[score.weights]",
    ]
    lines.extend(
        f"{row.name} = {row.after}".ljust(34)
        + f"# was {row.before}; applies to {row.applies:.0%} of the answers; without it "
        f"{_two(row.without)}"
        for row in result.rows
    )
    try:
        target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror}") from error
    click.echo("\n".join(line.removeprefix("# ") for line in lines[:4]))
    for row in result.rows:
        click.echo(f"  {row.name:<22}{row.before:>8.3f} → {row.after:<8.3f}without: "
                   f"{_two(row.without)}")  # fmt: skip
    better = (result.cross_validated or 0) > (result.before or 0)
    click.echo(
        f"written: {output}"
        if better
        else f"written: {output}, but on unseen ratings these weights are no better than those of "
        f"{settings.name}: keep {settings.name} unless more ratings change that"
    )
    return 0


def _two(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
