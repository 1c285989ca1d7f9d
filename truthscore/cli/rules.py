"""`truthscore rules`: the table of rules, made from `RULES` and a profile."""

from __future__ import annotations

import click

from truthscore.cli.options import profile_option
from truthscore.cli.terminal import echo, shown_console
from truthscore.rules import RULES
from truthscore.shown import json_text


@click.command(name="rules")
@profile_option("The profile whose settings are shown.")
@click.option("--json", "as_json", is_flag=True, help="JSONL instead of a table.")
def command(profile: str, as_json: bool) -> int:
    """List what can be found against an answer, and what one finding takes off.

    The stars are those of the first finding of a feature: in a sentence that stands nearly word for
    word on its page, and in any other. A rule without stars lowers a feature that has a weight, or
    is only shown.
    """

    from truthscore import profile as profiles

    settings = profiles.load(profile)
    rows = []
    for rule in RULES:
        counts = settings.score.rules.get(rule.id)
        most = settings.score.penalties.get(rule.feature, 0.0)
        rows.append(
            {
                "id": rule.id,
                "feature": rule.feature,
                "slot": rule.slot,
                "used": rule.feature in settings.features.use,
                "says": rule.says,
                "needs": rule.needs,
                "status": rule.status,
                "since": rule.since,
                "copied": None if counts is None else stars(most, counts.copied),
                "free": None if counts is None else stars(most, counts.free),
            }
        )
    if as_json:
        for row in rows:
            echo(json_text(row))
        return 0
    from rich.table import Table

    table = Table(title=f"rules of profile {settings.name}", title_justify="left")
    table.add_column("rule", no_wrap=True)  # a name to copy into a profile
    for column in ("what a finding means", "needs", "stars: copied", "own words", "status"):
        table.add_column(column, overflow="fold")
    for row in rows:
        taken = ["" if row[key] is None else f"−{row[key]:.2f}" for key in ("copied", "free")]
        name = str(row["id"]) if row["used"] else f"({row['id']}: not used)"
        table.add_row(name, str(row["says"]), str(row["needs"]), *taken, str(row["status"]))
    shown_console().print(table)
    return 0


def stars(most: float, counts: float) -> float:
    """What the first finding of a feature takes off, which takes off `most` at most."""
    return round(most * counts / (1.0 + counts), 2)
