"""The page of a trend: three plots and the table behind them."""

from __future__ import annotations

from pathlib import Path

from truthscore.evaluate.figures import percent, two
from truthscore.evaluate.trend import WATCHED, Trend
from truthscore.report import page, plots, texts

TEMPLATE = "trend.html.jinja"
#: A watched figure → its name among the texts.
NAMES = {"stars": "mean_stars", "low": "share_low", "sent": "share_sent", "held": "share_held"}


def render(found: Trend, *, name: str, lang: str = "en") -> str:
    """The page as HTML text."""
    words = texts.load(lang)
    w, types = words.trend, words.types
    marked = {each.begin: each for each in found.alarms}
    begins = [each.begin for each in found.periods]
    named = dict.fromkeys(name for each in found.periods for name in each.types)
    values = {
        "t": found,
        "w": w,
        "lang": lang,
        "name": name,
        "marked": marked,
        "names": NAMES,
        "more_is_worse": WATCHED,
        "two": two,
        "percent": percent,
        "plots": (
            plots.over_time(
                w["plot_stars"], begins, {w["stars"]: [each.stars for each in found.periods]},
                marks=marked, ends=(1.0, 5.0),
            ),
            plots.over_time(
                w["plot_decided"], begins,
                {w[name]: [100 * getattr(each, name) for each in found.periods]
                 for name in ("sent", "review", "held")},
                marks=marked, ends=(0.0, 100.0),
            ),
            plots.over_time(
                w["plot_types"], begins,
                {types.get(name, name): [100 * each.types.get(name, 0.0) for each in found.periods]
                 for name in named},
                marks={}, ends=(0.0, 100.0),
            ),
        ),
    }  # fmt: skip
    return page.render(TEMPLATE, values, {"number": texts.number(lang)})


def write(found: Trend, path: Path, *, name: str, lang: str = "en") -> None:
    """Write the page. Raises InputError when `path` cannot be written."""
    page.write(path, render(found, name=name, lang=lang))
