"""What the score is worth on answers that no rule was made beside: the table of the limits box.

    python -m replication.unseen --data ../shared/data/bench [--half counted]
        [--profile grounded] [--sets natural_nl_dev,mtrag_dev] [--readme README.md]

Which rows count and which may be read stands in `split.toml`; `--half read` prints the same for the
half that rules were made beside. Every message type is scored; an answer without stars counts as 3.
Beside the score: its base score, and what anybody can compute (share of the answer's words on the
pages, the features `rouge_l` and `hal` alone). Intervals are 95 %, from 1,000 samples of the
sources with seed 0. `--readme` writes the table between the marks of the limits box.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from replication.auc import auc
from replication.benchmark.baselines import word_share
from replication.folders import folder_with
from replication.material import COUNTED, READ, Row, rows, sets
from truthscore import TruthScorer, Verdict

#: Stars of an answer that is not scored.
MIDDLE = 3.0
#: Stars below which an answer counts as untrue.
UNTRUE = 3.0
#: The share of the lies that may be sent, and of the true answers that may lie below.
SENT_LIES, LOWEST_TRUE = 0.10, 0.05
#: Samples of an interval, and their seed.
SAMPLES, SEED = 1_000, 0
#: Language of the sets whose answers are pairs, worded freely.
NATURAL = ("natural_nl_dev", "natural_en_dev")
#: Sets rated by people in which the score is held against its own base score.
RATED = ("mtrag_dev", "clapnq_dev")
#: What the limits box calls the sets.
NAMES = {
    "natural_nl_dev": "Dutch, in a chatbot's own words",
    "natural_en_dev": "English, in a chatbot's own words",
    "mtrag_dev": "English, rated by people (MTRAG)",
    "clapnq_dev": "English, rated by people (ClapNQ)",
    "nl_support_dev": "Dutch support desk, rated by language models",
    "ragtruth_qa_train": "English, marked by people (RAGTruth)",
    "begin_dev": "English, marked by people (BEGIN)",
    "sick_nl_train": "Dutch pairs of sentences (SICK-NL)",
}
#: Figures of the natural sets that the limits box shows beside how often the pairs are right.
SHOWN = ("true answers below 3 stars", "untrue answers below 3 stars")
START, END = "<!-- unseen:start -->", "<!-- unseen:end -->"

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A set's rows with what each method gives them, all of the same length."""

    rows: Sequence[Row]
    methods: dict[str, Floats]

    def of(self, method: str, places: Sequence[int]) -> tuple[Floats, list[Row]]:
        """A method's numbers at some places, and their rows."""
        return self.methods[method][list(places)], [self.rows[at] for at in places]


#: A figure of a set: from a method's numbers and the rows; None where it cannot be told.
Figure = Callable[[Floats, Sequence[Row]], float | None]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("*.jsonl.gz"), required=True)
    parser.add_argument("--half", choices=(COUNTED, READ), default=COUNTED)
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--sets", default=",".join(sets()), help="comma-separated")
    parser.add_argument("--readme", type=Path, help="a file with the marks of the limits box")
    args = parser.parse_args(argv)
    names = args.sets.split(",")
    lines = []
    for name in names:
        kept = [row for row in rows(args.data, name) if row.half == args.half]
        scored, signature, send_from = score(kept, args.profile)
        print(f"\n{name}, {args.half} half: {told(kept)}\n  {signature}")
        lines += report(name, scored, send_from)
    if args.readme:
        write(args.readme, lines)


def told(kept: Sequence[Row]) -> str:
    """How many rows there are, of how many sources, and how many of them are true and untrue."""
    sources = len({row.source for row in kept})
    true = sum(row.label is True for row in kept)
    untrue = sum(row.label is False for row in kept)
    return f"{len(kept)} answers of {sources} sources; {true} true, {untrue} untrue"


def score(kept: Sequence[Row], profile: str) -> tuple[Scored, str, float]:
    """The rows scored, the signature, and the stars from which the profile sends an answer."""
    lang = kept[0].lang
    scorer = TruthScorer.load(profile, lang=lang, score_types="all")
    verdicts = list(scorer.score_many([row.example for row in kept]))
    methods = {
        "score": filled([v.score for v in verdicts], MIDDLE),
        "base score": filled([v.base_score for v in verdicts], MIDDLE),
        "word share": filled([word_share("", row.answer, pages(row)) for row in kept]),
        "rouge_l": filled([value(v, "rouge_l") for v in verdicts]),
        "hal": filled([value(v, "hal") for v in verdicts]),
    }
    found = Scored(rows=kept, methods=methods)
    return found, scorer.signature(lang), scorer.profile.decision.send_from


def pages(row: Row) -> str:
    """The text of the pages, without a system prompt."""
    return "\n".join(page.text for page in row.example.context if page.kind == "page")


def value(verdict: Verdict, feature: str) -> float | None:
    """The value of a feature, None when it does not apply or was not measured."""
    found = verdict.features.get(feature)
    return None if found is None else found.value


def filled(found: Sequence[float | None], missing: float | None = None) -> Floats:
    """`found` with the mean of those that are there (or `missing`) for those that are not."""
    there = [each for each in found if each is not None]
    middle = missing if missing is not None else sum(there) / len(there) if there else 0.0
    return np.array([middle if each is None else each for each in found], dtype=np.float64)


def report(name: str, scored: Scored, send_from: float) -> list[tuple[str, str, str]]:
    """Print the figures of a set; the rows of the limits box."""
    shown = []
    for method in scored.methods:
        cells = [
            f"{title} {cell(scored, method, figure)}"
            for title, figure in (
                ("AUC", true_above),
                ("Spearman", spearman),
                ("pairs", pairs_right),
            )
            if figure(*scored.of(method, range(len(scored.rows)))) is not None
        ]
        print(f"  {method:<12}{'   '.join(cells)}")
    main_figure = (
        ("true answer above its lie (share)", pairs_right) if name in NATURAL
        else ("Spearman with the ratings", spearman) if scored.rows[0].rating is not None
        else ("true above untrue (AUC)", true_above)
    )  # fmt: skip
    shown.append((name, main_figure[0], cell(scored, "score", main_figure[1])))
    for title, figure in thresholds(send_from):
        if figure(*scored.of("score", range(len(scored.rows)))) is not None:
            print(f"  {title}: {cell(scored, 'score', figure, percent=True)}")
            if name in NATURAL and title in SHOWN:
                shown.append((name, title, cell(scored, "score", figure, percent=True)))
    if name in RATED:
        print(f"  score - base score, Spearman: {gain(scored)}")
    return shown


def thresholds(send_from: float) -> list[tuple[str, Figure]]:
    """Shares of the answers on one side of a number of stars."""

    def share(label: bool, holds: Callable[[Floats], NDArray[np.bool_]]) -> Figure:
        def figure(found: Floats, kept: Sequence[Row]) -> float | None:
            mine = found[[row.label is label for row in kept]]
            return float(holds(mine).mean()) if len(mine) else None

        return figure

    def lies_below(found: Floats, kept: Sequence[Row]) -> float | None:
        true, untrue = parted(found, kept)
        if not len(true) or not len(untrue):
            return None
        return float((untrue < np.quantile(true, LOWEST_TRUE)).mean())

    def sent_at_most(found: Floats, kept: Sequence[Row]) -> float | None:
        true, untrue = parted(found, kept)
        if not len(true) or not len(untrue):
            return None
        return float((true > np.quantile(untrue, 1.0 - SENT_LIES)).mean())

    def balanced(found: Floats, kept: Sequence[Row]) -> float | None:
        true, untrue = parted(found, kept)
        if not len(true) or not len(untrue):
            return None
        return float(((true >= UNTRUE).mean() + (untrue < UNTRUE).mean()) / 2)

    return [
        ("true answers below 3 stars", share(True, lambda found: found < UNTRUE)),
        ("untrue answers below 3 stars", share(False, lambda found: found < UNTRUE)),
        ("balanced accuracy at 3 stars", balanced),
        (f"true answers sent (from {send_from:g})", share(True, lambda found: found >= send_from)),
        (
            f"untrue answers sent (from {send_from:g})",
            share(False, lambda found: found >= send_from),
        ),
        (f"true answers above all but {SENT_LIES:.0%} of the untrue ones", sent_at_most),
        (f"untrue answers below all but {LOWEST_TRUE:.0%} of the true ones", lies_below),
    ]


def parted(found: Floats, kept: Sequence[Row]) -> tuple[Floats, Floats]:
    """The numbers of the true answers and of the untrue ones."""
    return (
        found[[row.label is True for row in kept]],
        found[[row.label is False for row in kept]],
    )


def true_above(found: Floats, kept: Sequence[Row]) -> float | None:
    """How often a true answer has more than an untrue one; ties count half."""
    share = auc(*parted(found, kept))
    return None if math.isnan(share) else share


def spearman(found: Floats, kept: Sequence[Row]) -> float | None:
    """Spearman with the ratings; None where there are none."""
    rated = [at for at, row in enumerate(kept) if row.rating is not None]
    if len(rated) < 3:
        return None
    rho = float(stats.spearmanr(found[rated], [kept[at].rating for at in rated]).statistic)
    return rho if np.isfinite(rho) else None


def pairs_right(found: Floats, kept: Sequence[Row]) -> float | None:
    """Share of the questions whose true answer has more than its lie; ties are not right."""
    both: dict[str, dict[bool, float]] = {}
    for number, row in zip(found, kept, strict=True):
        if row.pair is not None and row.label is not None:
            both.setdefault(row.pair, {})[row.label] = float(number)
    told = [each for each in both.values() if len(each) == 2]
    return sum(each[True] > each[False] for each in told) / len(told) if told else None


def cell(scored: Scored, method: str, figure: Figure, *, percent: bool = False) -> str:
    """A figure with its interval."""

    def measured(places: Sequence[int]) -> float | None:
        return figure(*scored.of(method, places))

    return interval(scored.rows, measured, percent=percent)


def gain(scored: Scored) -> str:
    """Spearman of the score less that of its base score, on the same samples."""

    def measured(places: Sequence[int]) -> float | None:
        both = [spearman(*scored.of(method, places)) for method in ("score", "base score")]
        return None if both[0] is None or both[1] is None else both[0] - both[1]

    return interval(scored.rows, measured)


def interval(
    kept: Sequence[Row], measured: Callable[[Sequence[int]], float | None], *, percent: bool = False
) -> str:
    """A figure over all places, and where it lies in 95 % of the samples of the sources."""
    whole = measured(range(len(kept)))
    if whole is None:
        return "–"
    by_source: dict[str, list[int]] = {}
    for at, row in enumerate(kept):
        by_source.setdefault(row.source, []).append(at)
    sources = list(by_source.values())
    random = np.random.default_rng(SEED)
    sampled = []
    for _ in range(SAMPLES):
        drawn = random.integers(0, len(sources), len(sources))
        one = measured([at for source in drawn for at in sources[source]])
        if one is not None:
            sampled.append(one)
    low, high = np.quantile(sampled, [0.025, 0.975])
    if percent:
        return f"{whole:.0%} [{low:.0%}, {high:.0%}]"
    return f"{whole:.3f} [{low:.3f}, {high:.3f}]"


def write(path: Path, lines: Sequence[tuple[str, str, str]]) -> None:
    """Put the table between the marks. Exits when they are not there."""
    text = path.read_text("utf-8")
    if START not in text or END not in text:
        sys.exit(f"{path}: expected a line {START} and a line {END}")
    head, rest = text.split(START, 1)
    tail = rest.split(END, 1)[1]
    table = ["| answers | what | figure | 95 % |", "| --- | --- | --- | --- |"]
    for name, title, found in lines:
        figure, _, between = found.partition(" ")
        table.append(f"| {NAMES[name]} | {title} | {figure} | {between.strip('[]')} |")
    body = "\n".join(table)
    path.write_text(f"{head}{START}\n{body}\n{END}{tail}", "utf-8")


if __name__ == "__main__":
    main()
