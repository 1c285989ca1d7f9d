"""`truthscore features`: the table of features, made from `FEATURES`."""

from __future__ import annotations

import click

from truthscore.cli.options import profile_option
from truthscore.cli.terminal import echo, shown_console
from truthscore.shown import json_text


@click.command(name="features")
@profile_option("The profile whose settings are shown.")
@click.option("--json", "as_json", is_flag=True, help="JSONL instead of a table.")
def command(profile: str, as_json: bool) -> int:
    """List the features, the section of the paper each comes from, and its settings."""

    from truthscore import profile as profiles
    from truthscore.features import FEATURES

    settings = profiles.load(profile)
    rows = []
    for feature in FEATURES:
        own = getattr(settings.features, feature.name)  # None: the profile says nothing of it
        rows.append(
            {
                "name": feature.name,
                "section": feature.section,
                "used": feature.name in settings.features.use,
                "title": feature.title,
                "settings": {} if own is None else own.model_dump(),
            }
        )
    if as_json:
        for row in rows:
            echo(json_text(row))
        return 0
    from rich.table import Table

    table = Table(title=f"features of profile {settings.name}", title_justify="left")
    table.add_column("feature", no_wrap=True)
    for column in ("paper", "what it measures", "settings"):
        table.add_column(column, overflow="fold")
    for row in rows:
        shown = ", ".join(f"{key}={value}" for key, value in row["settings"].items())
        name = str(row["name"]) if row["used"] else f"({row['name']}: not used)"
        table.add_row(name, f"§{row['section']}", str(row["title"]), shown)
    shown_console().print(table)
    return 0
