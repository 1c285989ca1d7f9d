"""The page of a trend: three plots and the table behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from truthscore.evaluate.figures import percent, two
from truthscore.evaluate.trend import MIN_ANSWERS, WATCHED, Trend
from truthscore.report import page, plots, texts

TEMPLATE = "trend.html.jinja"
#: A watched figure → its name among the texts.
NAMES = {"stars": "mean_stars", "low": "share_low", "sent": "share_sent", "held": "share_held"}

#: Overrides that are drawn, those of most answers: more lines cannot be told apart.
MOST = 7


def render(found: Trend, *, name: str, lang: str = "en") -> str:
    """The page as HTML text."""
    words = texts.load(lang)
    w, types = words.trend, words.types
    marked = {each.begin: each for each in found.alarms}
    begins = [each.begin for each in found.periods]
    kinds = dict.fromkeys(name for each in found.periods for name in each.types)
    decided = Counter[str]()
    for each in found.periods:
        decided.update(each.overrides)
    most = [name for name, _ in decided.most_common(MOST)]
    values = {
        "t": found,
        "w": w,
        "lang": lang,
        "name": name,
        "marked": marked,
        "least": MIN_ANSWERS,
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
                 for name in kinds},
                marks={}, ends=(0.0, 100.0),
            ),
            plots.over_time(
                w["plot_overrides"], begins, _told(found, most, words.overrides),
                marks={}, ends=(0.0, 100.0),
            ),
        ),
    }  # fmt: skip
    return page.render(TEMPLATE, values, {"number": texts.number(lang)})


def _told(
    found: Trend, most: Sequence[str], names: Mapping[str, str]
) -> dict[str, list[float | None]]:
    """The shares of overrides in per cent, by what they are called; those that are told in the same
    words are one line."""
    made: dict[str, list[float | None]] = {}
    for name in most:
        shares = [100 * each.overrides.get(name, 0.0) for each in found.periods]
        called = names.get(name, name)
        before = made.get(called, [0.0] * len(shares))
        made[called] = [(one or 0.0) + share for one, share in zip(before, shares, strict=True)]
    return made
