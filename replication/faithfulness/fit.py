"""Fits the weights of `[statements]` in grounded.toml, on the read half alone.

    python -m replication.faithfulness.fit --data ../shared/data [--encoder] [--keep FILE]

`--encoder`: of `[encoder]` in grounded-encoder.toml, on what the encoder was not trained on and is
then not counted: the invented items of the public set's test domains, half of the Power BI pages of
`dev_nl` (on invented pages alone, where many lies keep near to the page on purpose, it would count
too little), and the rated sets.

A logistic regression whose weights cannot fall below 0: of a statement (untrue or not) on its
signals. Then of an answer, from the stars of its features, the log odds of its worst statement and
their mean, what orders the answers of each set best. Each set counts as much as any other; in it
true and untrue as much as one another. A statement passes up to where `PASSING` of the lies do, in
the mean of the sets; an answer needs besides log odds of at most 0. `--keep`: a file of what was
measured, written the first time, read from then on. Deterministic.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from replication import material as bench
from replication.auc import auc
from replication.faithfulness.figures import READ, sets
from replication.faithfulness.material import Answer, answers_of, items_of, natural
from replication.faithfulness_nl.split import part_of
from replication.folders import folder_with
from truthscore import Example, TruthScorer
from truthscore.profile import SIGNALS, load

#: Share of the lies of which each statement may pass by itself.
PASSING = 0.05
#: How much weights are held towards 0, and what a weight may not fall below.
RIDGE = 2.0
#: What a star of the features, the worst statement and their mean may count beside one another:
#: in this order the stars count no more than they must.
SHARES = tuple(
    (star / 10, worst / 4, 1 - worst / 4) for star in range(9) for worst in range(4, -1, -1)
)
#: AUC by which others may be better, far below what a set of a hundred answers tells, and log odds
#: that lie between two parts of the scale.
NEARLY, BETWEEN = 0.003, 1e3
#: Stars of an answer without any.
MIDDLE = 3.0
#: Rated sets whose read half is fitted on beside: answers of other makers, judged by people.
RATED = ("mtrag_dev", "clapnq_dev", "nl_support_dev", "ragtruth_qa_train")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """An answer: its set, whether it is true, whether beside its page as given and not as edited,
    the stars of its features, and of each statement its signals, whether it is the untrue one (None
    where nobody says which one is), and whether it is held whatever they are: by a finding, or by a
    signal that is more than it may be."""

    set: str
    true: bool
    given: bool
    stars: float
    statements: list[tuple[dict[str, float], bool | None, bool]]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("natural/*.jsonl.gz"), required=True)
    parser.add_argument("--encoder", action="store_true")
    parser.add_argument("--keep", type=Path, help="a file of what was measured")
    args = parser.parse_args(argv)
    rows = measured(args.data, args.keep, encoder=args.encoder)
    for untrue in (True, False):
        told = [s for row in rows for s, label, _ in row.statements if label is untrue]
        copied = sum(not any(each.values()) for each in told)
        print(f"# {untrue=}: {copied} of {len(told)} statements have no signal against them")
    names, statement = statement_weights(rows)
    table = "encoder" if args.encoder else "statements"
    print(f"[{table}.weights]")
    for name, value in zip(("base", *names), statement, strict=True):
        print(f"{name} = {value:.2f}")
    odds = [[_odds(told, names, statement) for told, _, _ in row.statements] for row in rows]
    passes = threshold(rows, odds, PASSING)
    print(f"passes = {passes:.2f}")
    answer = answer_weights(rows, odds, passes)
    print(f"[{table}.answer]")
    for name, value in zip(("base", "star", "worst", "mean"), answer, strict=True):
        print(f"{name} = {value:.2f}")


def measured(data: Path, keep: Path | None, *, encoder: bool) -> list[Measured]:
    """What is measured of every row of the read half, or of what the encoder was not trained on."""
    if keep is not None and keep.exists():
        return [Measured(**json.loads(line)) for line in keep.read_text("utf-8").splitlines()]
    rows = []
    for name, answers in (_unseen(data) if encoder else sets(data, READ)).items():
        if name.startswith("copied"):
            continue
        print(name, file=sys.stderr)
        told = [(e.example, e.true, e.untrue, e.beside == "as given") for e in answers()]
        rows += _measured(name, told, encoder=encoder)
    for name in RATED[:-1] if encoder else RATED:  # RAGTruth's statements were trained on
        print(name, file=sys.stderr)
        kept = [each for each in bench.rows(data / "bench", name) if each.half == bench.READ]
        rows += _measured(
            name,
            [(each.example, each.label, "", True) for each in kept if each.label is not None],
            encoder=encoder,
        )  # fmt: skip
    if keep is not None:
        lines = [json.dumps({n: getattr(row, n) for n in Measured.__slots__}) for row in rows]
        keep.write_text("\n".join(lines) + "\n", "utf-8")
    return rows


def _unseen(data: Path) -> dict[str, Callable[[], list[Answer]]]:
    """The invented items of the test domains, by language, and the fitted half of `dev_nl`."""
    items = items_of(data / "natural" / "invented.jsonl.gz")
    found: dict[str, Callable[[], list[Answer]]] = {
        f"invented {lang}": lambda lang=lang: answers_of(  # type: ignore[misc]
            [i for i in items if i["lang"] == lang and part_of(i["vendor"]) == "test"], "invented"
        )
        for lang in ("nl", "en")
    }
    return {**found, "dev_nl": lambda: natural(data, "dev_nl", fitted=True)}


def _measured(
    name: str, rows: Sequence[tuple[Example, bool, str, bool]], *, encoder: bool
) -> list[Measured]:
    found = []
    for lang in ("nl", "en"):
        profile = "grounded-encoder" if encoder else "grounded"
        judged = TruthScorer.load(profile, lang=lang, score_types="all")
        settings = judged.profile.statements
        if encoder and judged.profile.encoder and settings:
            settings = judged.profile.encoder.over(settings)
        whole = judged.under(judged.profile.model_copy(update={"statements": None}))
        for example, true, untrue, given in rows:
            if example.lang != lang:
                continue
            stars = next(iter(whole.score_many([example]))).score
            statements = []
            for each in judged.statements(example):
                text = example.answer[each.span.start : each.span.end]
                if each.signals is not None:
                    label = False if true else _holds(text, untrue) if untrue else None
                    statements.append((each.measured, label, each.held(settings)))
            if statements:
                found.append(
                    Measured(
                        set=name, true=true, given=given,
                        stars=MIDDLE if stars is None else stars, statements=statements,
                    )
                )  # fmt: skip
    return found


def _holds(text: str, untrue: str) -> bool:
    """Whether the untrue words stand in a statement, or it in them."""
    return untrue in text or text in untrue or untrue[:25] in text


def statement_weights(rows: Sequence[Measured]) -> tuple[list[str], Floats]:
    """The weights of the signals, the base before them."""
    told = [
        (row.set, signals, untrue)
        for row in rows
        for signals, untrue, _ in row.statements
        if row.set not in RATED and (untrue is True or (untrue is False and row.true))
    ]
    inputs = np.array([[1.0, *(each[1][name] for name in SIGNALS)] for each in told])
    untrue = np.array([float(bool(each[2])) for each in told])
    return list(SIGNALS), _fitted(inputs, untrue, [each[0] for each in told], free=1)


def answer_inputs(rows: Sequence[Measured], odds: Sequence[Sequence[float]]) -> Floats:
    """What the log odds of an answer are made of, as `stars.odds_of` makes them."""
    found = []
    for row, mine in zip(rows, odds, strict=True):
        told = zip(mine, row.statements, strict=True)
        doubted = [each for each, (signals, _, _) in told if any(signals.values())] or mine
        stars = (5.0 - row.stars) * (1.0 - 1.0 / len(doubted))
        found.append([1.0, stars, max(mine), sum(doubted) / len(doubted)])
    return np.array(found)


def answer_weights(
    rows: Sequence[Measured], odds: Sequence[Sequence[float]], passes: float
) -> Floats:
    """Base, star, worst and mean: those of `SHARES` by which the answers of each set are ordered
    best, in the mean of the sets, on the part of the scale that their worst statement puts them on;
    of those that do nearly so well the one in which worst and mean count most alike, and the
    features' stars least. Then how steep and from where on they tell untrue from true.

    Ordered within sets, for what tells one set from another orders no answers of one chatbot: a
    regression over all of them gave the features' stars four times as much.
    """
    untrue = np.array([not row.true for row in rows])
    groups = [row.set for row in rows]
    inputs = answer_inputs(rows, odds)
    parts = np.array([_part(row, mine, passes) for row, mine in zip(rows, odds, strict=True)])
    told = {share: inputs[:, 1:] @ np.array(share) for share in SHARES}
    ordered = {
        share: _ordered(parts * BETWEEN + each, untrue, groups) for share, each in told.items()
    }
    nearly = [s for s in SHARES if ordered[s] >= max(ordered.values()) - NEARLY]
    best = min(nearly, key=lambda share: (abs(share[1] - share[2]), share[0]))
    line = np.column_stack([inputs[:, 0], told[best]])
    base, slope = _fitted(line, untrue.astype(float), groups, free=1)
    return np.array([base, *(slope * np.array(best))])


def _part(row: Measured, odds: Sequence[float], passes: float) -> int:
    """The part of the scale (`truthscore.stars.SCALE`) on which the worst statement of an answer
    puts it: 0 supported, 1 not found, 2 contradicted."""
    least = load("grounded").statements.contradicted  # type: ignore[union-attr]
    if any(told[name] >= much for told, _, _ in row.statements for name, much in least.items()):
        return 2
    passing = zip(odds, row.statements, strict=True)
    return 0 if all(each <= passes and not held for each, (_, _, held) in passing) else 1


def _ordered(odds: Floats, untrue: NDArray[np.bool_], groups: Sequence[str]) -> float:
    """The mean of the sets' AUC of untrue against true answers."""
    names = np.array(groups)
    found = []
    for name in dict.fromkeys(groups):
        mine = names == name
        found.append(auc(odds[mine & untrue], odds[mine & ~untrue]))
    return float(np.mean(found))


def _fitted(inputs: Floats, untrue: Floats, groups: Sequence[str], *, free: int) -> Floats:
    """A logistic regression; all but the first `free` weights are 0 or more."""
    weights = np.zeros(len(untrue))
    names = np.array(groups)
    for name in dict.fromkeys(groups):
        for label in (0.0, 1.0):
            mine = (names == name) & (untrue == label)
            if mine.any():
                weights[mine] = 1.0 / mine.sum()
    weights *= len(untrue) / weights.sum()

    def loss(found: Floats) -> tuple[float, Floats]:
        odds = inputs @ found
        error = weights * (1.0 / (1.0 + np.exp(-odds)) - untrue)
        held = found.copy()
        held[:free] = 0.0
        value = (weights * (np.logaddexp(0.0, odds) - untrue * odds)).sum()
        return float(value + RIDGE * (held**2).sum()), inputs.T @ error + 2.0 * RIDGE * held

    bounds = [(None, None)] * free + [(0.0, None)] * (inputs.shape[1] - free)
    return np.asarray(
        minimize(loss, np.zeros(inputs.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B").x
    )


def _odds(told: Mapping[str, float], names: Sequence[str], weights: Floats) -> float:
    return float(weights[0] + sum(told[n] * w for n, w in zip(names, weights[1:], strict=True)))


def threshold(rows: Sequence[Measured], odds: Sequence[Sequence[float]], share: float) -> float:
    """The log odds up to which statements pass by themselves: of the lies beside our own pages, as
    these are given, no more than a share, in the mean of the sets, has none but such statements. A
    statement that is held whatever its odds never passes."""
    worst = defaultdict(list)
    for row, mine in zip(rows, odds, strict=True):
        if row.set not in RATED and row.given and not row.true:
            told = zip(mine, row.statements, strict=True)
            worst[row.set].append(max(np.inf if held else each for each, (_, _, held) in told))
    sets = [np.array(each) for each in worst.values()]
    found = sorted(odd for each in sets for odd in each if np.isfinite(odd))
    passing = [odd for odd in found if np.mean([(each <= odd).mean() for each in sets]) <= share]
    return float(max(passing, default=-np.inf))


if __name__ == "__main__":
    main()
