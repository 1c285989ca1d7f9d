"""Rule by rule: in how many labelled answers it fired, and what their stars tell without it.

    python -m replication.ablation --data ../shared/data [--sets "kinds,records,natural,bench"]
        [--rules step.left_out,...]

Of both halves of the sets of `faithfulness/figures.py` ("counted natural nl" is one) and of
`split.toml` ("bench mtrag_dev"), in totals. Each answer in which a rule of `grounded` fired is
scored again with a weight of 0 for it. "newly sent": held with the rule, sent without it; "AUC":
thousandths that the AUC of a set gains without it, where it fired. An answer without stars counts
as 3. A rule that fires on fewer than ten answers, or whose loss moves no figure, is one to delete;
see also what `tests/test_unsaid.py` and `tests/replication/test_attacks.py` hold by it. Hours go
into all of it: choose sets.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from replication import material
from replication.auc import auc
from replication.faithfulness import figures
from replication.faithfulness.figures import MIDDLE
from replication.folders import folder_with
from truthscore import Example, TruthScorer, Verdict
from truthscore.guard.judgement import judge
from truthscore.profile import RuleWeight
from truthscore.rules import HINTS

#: Sets of `figures` that are read twice otherwise.
DOUBLE = ("copied", "rated", "not fitted", "records as")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An answer with its stars and whether it is sent; `without`: the same by each rule that fired,
    had it no weight."""

    set: str
    true: bool
    stars: float
    sent: bool
    without: dict[str, tuple[float, bool]]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("natural/*.jsonl.gz"), required=True)
    parser.add_argument("--sets", default="kinds,records", help="words in their names, commas")
    parser.add_argument("--rules", default="", help="of these alone, commas")
    args = parser.parse_args(argv)
    chosen = [each for each in args.rules.split(",") if each]
    told = list(measured(args.data, args.sets.split(","), chosen))
    print(f"{len(told)} answers")
    for rule in sorted({rule for each in told for rule in each.without}):
        print(line(rule, told))


def answers(data: Path, words: Sequence[str]) -> Iterator[tuple[str, Example, bool]]:
    """Set, row and whether it is true, of the sets with one of `words` in their names."""

    def wanted(name: str) -> bool:
        return any(word in name for word in words)

    for half in (figures.READ, figures.COUNTED):
        for name, made in figures.sets(data, half).items():
            if not name.startswith(DOUBLE) and wanted(f"{half} {name}"):
                yield from ((f"{half} {name}", each.example, each.true) for each in made())
    for name in material.sets():
        if wanted(f"bench {name}"):
            for row in material.rows(data / "bench", name):
                if row.label is not None:
                    yield f"bench {name}", row.example, row.label


def measured(data: Path, words: Sequence[str], rules: Sequence[str]) -> Iterator[Told]:
    """The answers, each scored, and again without each of `rules` (all where empty) that fired."""
    whole = {lang: TruthScorer.load(lang=lang, score_types="all") for lang in ("nl", "en")}
    fewer: dict[tuple[str, str], TruthScorer] = {}
    last = ""
    for name, example, true in answers(data, words):
        if name != last:
            print(name, file=sys.stderr)
            last = name
        scorer = whole[str(example.lang)]
        verdict = next(scorer.score_many([example]))
        without = {}
        for rule in fired(verdict):
            if rules and rule not in rules:
                continue
            key = str(example.lang), rule
            if key not in fewer:
                fewer[key] = unweighted(scorer, rule)
            without[rule] = outcome(fewer[key], next(fewer[key].score_many([example])))
        stars, sent = outcome(scorer, verdict)
        yield Told(set=name, true=true, stars=stars, sent=sent, without=without)


def fired(verdict: Verdict) -> list[str]:
    """The rules of the findings in a verdict that can count."""
    found = {
        each.rule
        for measurement in verdict.features.values()
        for each in measurement.evidence
        if each.rule is not None and each.role != "supports"
    }
    return sorted(found - HINTS)


def unweighted(scorer: TruthScorer, rule: str) -> TruthScorer:
    """The scorer with a weight of 0 for a rule."""
    score = scorer.profile.score
    weights = {**score.rules, rule: RuleWeight(copied=0.0, free=0.0)}
    fewer = score.model_copy(update={"rules": weights})
    return scorer.under(scorer.profile.model_copy(update={"score": fewer}))


def outcome(scorer: TruthScorer, verdict: Verdict) -> tuple[float, bool]:
    """Stars, and whether it is sent."""
    sent = judge(verdict, scorer.profile.policy).action == "allow"
    return MIDDLE if verdict.score is None else verdict.score, sent


def line(rule: str, told: Sequence[Told]) -> str:
    """What is printed of a rule."""
    mine = [each for each in told if rule in each.without]
    sent = [each for each in mine if not each.sent and each.without[rule][1]]
    counts = ", ".join(
        f"{title} true {sum(each.true for each in some)} untrue {sum(not e.true for e in some)}"
        for title, some in (("fired:", mine), ("newly sent:", sent))
    )
    sets = defaultdict(list)
    for each in told:
        sets[each.set].append(each)
    gains = [
        f"{name} {1000 * (auc_without(sets[name], rule) - auc_without(sets[name])):+.0f}"
        for name in dict.fromkeys(each.set for each in mine)
    ]
    return f"{rule:18} {counts}; AUC {', '.join(gains)}"


def auc_without(told: Sequence[Told], rule: str = "") -> float:
    """The AUC of some answers without a rule."""
    stars = [(each.true, each.without.get(rule, (each.stars,))[0]) for each in told]
    return auc([s for true, s in stars if true], [s for true, s in stars if not true])


if __name__ == "__main__":
    main()
