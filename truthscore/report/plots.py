"""Plots as inline SVG, by matplotlib: the same bytes for the same figures."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truthscore.evaluate.correlation import Correlation
from truthscore.evaluate.deviation import Bin
from truthscore.evaluate.operating import Point, Recommendation
from truthscore.evaluate.rated import RatedRow, nearest_star, scored_pairs
from truthscore.evaluate.selection import FeatureRow

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Inches: one column of a phone at matplotlib's 72 points an inch, half a desktop page.
WIDTH, HEIGHT = 5.2, 3.4
#: Untrue to true, told apart by colour-blind readers too (checked against Okabe & Ito's palette).
STAR_COLOURS = ("#b2182b", "#ef8a62", "#b0b0b0", "#67a9cf", "#2166ac")
DARK, GREY, RED, BLUE = "#222222", "#888888", "#b2182b", "#2166ac"
#: Lines of one plot, told apart by colour-blind readers too (Okabe and Ito).
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
#: And on paper without colour.
_DASHES = ("-", "--", ":", "-.")
#: Letters of a name beside a plot, before it goes on in a second line.
MOST_LETTERS = 28
#: Dates under a plot that do not run into each other.
MOST_TICKS = 13
#: Fixed ids in the SVG, so that two runs give the same file.
_RC: dict[Any, Any] = {
    "svg.hashsalt": "truthscore",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
}


def _svg(draw: Callable[[Axes], None], height: float = HEIGHT) -> str:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_RC):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def scores_per_star(rows: Sequence[RatedRow], w: Mapping[str, str]) -> str:
    """Stacked shares: of the answers people gave n stars, how many score what."""
    pairs = [*zip(*scored_pairs(rows), strict=True)]
    counts = [[0] * 5 for _ in range(5)]
    for score, rating in pairs:
        counts[nearest_star(rating) - 1][nearest_star(score) - 1] += 1

    def draw(axes: Axes) -> None:
        left = [0.0] * 5
        for star in range(5):
            share = [100 * row[star] / sum(row) if sum(row) else 0.0 for row in counts]
            axes.barh(range(1, 6), share, left=left, color=STAR_COLOURS[star], height=0.75,
                      label=f"{star + 1}★")  # fmt: skip
            left = [a + b for a, b in zip(left, share, strict=True)]
        axes.set_yticks(range(1, 6), [f"{n}★ (n={sum(counts[n - 1])})" for n in range(1, 6)])
        axes.set_xlabel(w["share"])
        axes.set_ylabel(w["rated"])
        axes.set_xlim(0, 100)
        axes.set_title(w["scores"].format(n=len(pairs)), pad=24)
        axes.legend(ncols=5, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False,
                    handlelength=1.0, columnspacing=1.0, borderaxespad=0.2)  # fmt: skip

    return _svg(draw)


def operating_curve(
    points: Sequence[Point], found: Recommendation | None, n: int, w: Mapping[str, str]
) -> str:
    """Shares of 1-star answers stopped and of 5-star answers lost, per threshold."""

    def draw(axes: Axes) -> None:
        x = [point.threshold for point in points]
        for values, colour, label, style in (
            ([p.one_star_stopped for p in points], RED, w["stopped"], "-"),
            ([p.five_star_lost for p in points], BLUE, w["lost"], "--"),
        ):
            known = [(a, 100 * b) for a, b in zip(x, values, strict=True) if b is not None]
            if known:
                axes.step(*zip(*known, strict=True), where="post", color=colour, label=label,
                          linestyle=style)  # fmt: skip
        if found is not None:
            for threshold, label, some in (
                (found.block_below, w["hold"], found.blocked),
                (found.send_from, w["send"], found.sent),
            ):
                if not some:
                    continue
                axes.axvline(threshold, color=GREY, linewidth=1, linestyle=":")
                axes.annotate(label, (threshold, 101), color=DARK, fontsize=9, ha="center",
                              annotation_clip=False)  # fmt: skip
        axes.set_xlim(1, 5.05)
        axes.set_ylim(0, 100)
        axes.set_xlabel(w["threshold"])
        axes.set_ylabel(w["percent"])
        axes.set_title(w["curve"].format(n=n), pad=16)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(frameon=False, loc="upper left")

    return _svg(draw)


def calibration(bins: Sequence[Bin], n: int, w: Mapping[str, str]) -> str:
    """Mean rating per half star of score; the dotted line is where both are equal."""

    def draw(axes: Axes) -> None:
        known = [each for each in bins if each.mean_rating is not None]
        axes.plot([1, 5], [1, 5], color=GREY, linestyle=":", linewidth=1)
        axes.scatter(
            [each.mean_score or 0 for each in known],
            [each.mean_rating or 0 for each in known],
            s=[18 + 160 * each.n / max(1, n) for each in known],
            color=BLUE,
            zorder=3,
        )
        for each in known:
            place = (each.mean_score or 0, each.mean_rating or 0)
            axes.annotate(f"{each.n}", place, xytext=(0, 9), textcoords="offset points",
                          ha="center", fontsize=8)  # fmt: skip
        axes.set_xlim(0.8, 5.2)
        axes.set_ylim(0.8, 5.4)
        axes.set_xlabel(w["mean_score"])
        axes.set_ylabel(w["mean_rating"])
        axes.set_title(w["calibration"].format(n=n))

    return _svg(draw)


def correlations(groups: Mapping[str, Correlation], w: Mapping[str, str]) -> str:
    """Spearman's rho with its 95 % interval, one line per group."""
    known = {name: found for name, found in groups.items() if found.spearman is not None}
    labels = [
        textwrap.fill(f"{name} (n={found.n})", MOST_LETTERS, break_long_words=False)
        for name, found in known.items()
    ]
    rows = sum(label.count("\n") + 1 for label in labels)

    def draw(axes: Axes) -> None:
        for place, (_, found) in enumerate(reversed(known.items())):
            if found.low is not None and found.high is not None:
                axes.plot([found.low, found.high], [place, place], color=BLUE, linewidth=2)
            axes.scatter([found.spearman or 0], [place], color=DARK, zorder=3, s=24)
        axes.set_yticks(range(len(known)), labels[::-1])
        axes.set_ylim(-0.6, len(known) - 0.4)
        axes.axvline(0, color=GREY, linewidth=1)
        axes.set_xlim(-1, 1)
        axes.set_xlabel(w["rho"])
        # over the labels too: they may leave it little room over the axes
        axes.annotate(w["agreement"], (0.02, 1.0), xycoords=("figure fraction", "axes fraction"),
                      xytext=(0, 6), textcoords="offset points", fontsize=11,
                      fontweight="bold", annotation_clip=False)  # fmt: skip

    return _svg(draw, height=1.2 + 0.26 * max(1, rows))


def confusion(labels: Sequence[str], counts: Sequence[Sequence[int]], w: Mapping[str, str]) -> str:
    """Message types: rows are what people said, columns what was detected."""

    def draw(axes: Axes) -> None:
        shares = [[count / max(1, sum(row)) for count in row] for row in counts]
        axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        for y, row in enumerate(counts):
            for x, count in enumerate(row):
                if count:
                    colour = "white" if shares[y][x] > 0.6 else DARK
                    axes.text(x, y, str(count), ha="center", va="center", color=colour, fontsize=9)
        axes.set_xticks(range(len(labels)), labels, rotation=40, ha="right")
        axes.set_yticks(range(len(labels)), labels)
        axes.set_xlabel(w["detected"])
        axes.set_ylabel(w["said"])
        total = sum(map(sum, counts))
        axes.set_title(w["types"].format(n=total))

    return _svg(draw, height=4.0)


def features(rows: Sequence[FeatureRow], w: Mapping[str, str]) -> str:
    """Per feature: Spearman alone, and what leaving it out costs the sum."""

    def draw(axes: Axes) -> None:
        names = [f"{row.name} (n={row.n})" for row in reversed(rows)]
        places: Sequence[Any] = range(len(rows))
        axes.barh([p + 0.2 for p in places], [row.spearman or 0 for row in reversed(rows)],
                  height=0.38, color=BLUE, label=w["alone"])  # fmt: skip
        axes.barh([p - 0.2 for p in places], [row.change or 0 for row in reversed(rows)],
                  height=0.38, color=STAR_COLOURS[1], label=w["without"])  # fmt: skip
        axes.set_yticks(places, names)
        axes.axvline(0, color=DARK, linewidth=1)
        axes.set_xlabel(w["only_rho"])
        axes.set_title(w["features"])
        axes.legend(frameon=False, loc="best")

    return _svg(draw, height=1.2 + 0.42 * len(rows))


#: How high a row of a legend over a plot is, in points, and how many letters fit into one.
LEGEND_ROW, LEGEND_LETTERS = 17, 48
#: Names in such a row, where they are short enough.
LEGEND = 3


def over_time(
    title: str,
    begins: Sequence[str],
    values: Mapping[str, Sequence[float | None]],
    *,
    marks: Collection[str],
    ends: tuple[float, float],
) -> str:
    """Lines over periods, each named at its end; `marks` are the periods that stand out."""

    def draw(axes: Axes) -> None:
        x = range(len(begins))
        for at, begin in enumerate(begins):
            if begin in marks:
                axes.axvspan(at - 0.5, at + 0.5, color=RED, alpha=0.12, linewidth=0)
        for number, (name, found) in enumerate(values.items()):
            y = [float("nan") if each is None else each for each in found]
            axes.plot(
                x, y, marker="o", markersize=3, color=_LINES[number % len(_LINES)],
                linestyle=_DASHES[number % len(_DASHES)], label=name,
            )  # fmt: skip
        axes.set_ylim(*ends)
        step = max(1, -(-len(begins) // MOST_TICKS))
        axes.set_xticks(list(x)[::step], [each[2:] for each in begins][::step], rotation=45)
        longest = max(map(len, values), default=1)
        columns = max(1, min(LEGEND, LEGEND_LETTERS // longest))
        rows = -(-len(values) // columns) if len(values) > 1 else 0
        axes.set_title(title, pad=6 + LEGEND_ROW * rows)
        if rows:
            axes.legend(ncols=columns, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False,
                        handlelength=2.0, columnspacing=1.0, borderaxespad=0.2)  # fmt: skip

    return _svg(draw)
