"""The page of a trend: three plots and the table behind them."""

from __future__ import annotations

from pathlib import Path

from truthscore.evaluate.figures import percent, two
from truthscore.evaluate.trend import NAMES, WATCHED, Trend
from truthscore.report import page, plots

TEMPLATE = "trend.html.jinja"


def render(found: Trend, *, name: str) -> str:
    """The page as HTML text."""
    marked = {each.begin: each for each in found.alarms}
    begins = [each.begin for each in found.periods]
    named = [name for each in found.periods for name in each.types]
    values = {
        "t": found,
        "name": name,
        "marked": marked,
        "names": NAMES,
        "more_is_worse": WATCHED,
        "plots": (
            plots.over_time(
                "Mean stars", begins, {"stars": [each.stars for each in found.periods]},
                marks=marked, ends=(1.0, 5.0),
            ),
            plots.over_time(
                "What is done with the answers, %", begins,
                {name: [100 * getattr(each, name) for each in found.periods]
                 for name in ("sent", "review", "held")},
                marks=marked, ends=(0.0, 100.0),
            ),
            plots.over_time(
                "Message types, %", begins,
                {name: [100 * each.types.get(name, 0.0) for each in found.periods]
                 for name in dict.fromkeys(named)},
                marks={}, ends=(0.0, 100.0),
            ),
        ),
    }  # fmt: skip
    return page.render(TEMPLATE, values, {"two": two, "percent": percent})


def write(found: Trend, path: Path, *, name: str) -> None:
    """Write the page. Raises InputError when `path` cannot be written."""
    page.write(path, render(found, name=name))
