"""What each rule finds on labelled answers, and what changed between two commits.

    python -m replication.findings --data ../shared/data/bench [--half counted]
    python -m replication.findings --data ../shared/data/bench OLD NEW --page changed.html

Per rule: the answers in which it fired (each counts once), how many of those are untrue and true,
the share of untrue ones with its 95 % Wilson interval, the share of untrue ones among all answers
of the same sets, the odds of the one against the other, in which no set counts for more than ten
answers, and the lines of the files that name the rule. An answer is one row of a set of
`split.toml`; who reads rows uses the half `read`. `--weights` prints what a finding counts, as
`profiles/grounded.toml` has it (`--half read`).

With two commits both are checked out beside this one, score the same rows, and every row of which
the stars or the findings changed is written to a page, true answers first. Of commits from before
rules had names the feature and the role stand in place of the rule.
"""

from __future__ import annotations

import argparse
import html
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

from replication.folders import folder_with
from replication.material import COUNTED, READ, Row, half_of, rows, sets
from replication.perturb.faults import FAULTS

#: Rows with planted faults, about.
PLANTED = 500
#: Evidence that blames a place in the answer.
BLAMES = ("missing", "contradicts", "unsupported")
#: Answers for which a set counts at most, one of planted faults (the rules were made for those
#: kinds), and all rules together.
MOST, MOST_PLANTED, SHRUNK = 10, 3, 3
#: A copied sentence and one in own words, as `named` tells them apart.
WHERE = ("copied", "free")
ROOT = Path(__file__).resolve().parents[1]

#: A row with what was found: what `found_in` makes of it.
Line = Mapping[str, Any]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("*.jsonl.gz"), required=True)
    parser.add_argument("--half", choices=(COUNTED, READ), default=COUNTED)
    parser.add_argument("--sets", default=",".join(sets()), help="comma-separated")
    parser.add_argument("--page", type=Path, default=Path("changed.html"))
    parser.add_argument("--dump", action="store_true", help="write the rows as JSONL instead")
    parser.add_argument(
        "--planted", type=folder_with("*_nl.jsonl.gz"), help="a help centre, to plant faults in"
    )
    parser.add_argument("--weights", action="store_true", help="print `[score.rules]` as TOML")
    parser.add_argument("commits", nargs="*", metavar="OLD NEW")
    args = parser.parse_args(argv)
    names = args.sets.split(",")
    if args.dump:
        for line in found_in(args.data, names, args.half):
            print(json.dumps(line, ensure_ascii=False))
    elif not args.commits:
        lines = list(found_in(args.data, names, args.half))
        if args.planted:
            lines += planted(args.planted, args.half)
        show(table(lines))
        if args.weights:
            print(weights(lines))
    elif len(args.commits) == 2:
        both = [of_commit(commit, args.data, names, args.half) for commit in args.commits]
        compare(*both)
        changed = list(differing(*both))
        args.page.write_text(as_page(changed, args.commits), "utf-8")
        print(f"{len(changed)} of {len(both[0])} answers changed: {args.page}")
    else:
        parser.error("expected no commit, or two: OLD NEW")


def found_in(data: Path, names: Sequence[str], half: str) -> Iterable[Line]:
    """Every row of a half with its stars and its findings, by this process's `truthscore`."""
    for name in names:
        kept = [row for row in rows(data, name) if row.half == half]
        yield from scored(kept)
        print(f"{name}: {len(kept)} answers", file=sys.stderr)


def planted(folder: Path, half: str) -> list[Line]:
    """Copied answers of real pages with one planted fault and without, two sets, one a language.

    `replication/perturb` plants them; they tell what a finding is worth where a sentence is copied.
    """
    from replication.perturb.build import LANGUAGES, build
    from replication.perturb.pages import read_pages
    from replication.perturb.run import sampled

    made = sampled(build({lang: read_pages(folder, lang) for lang in LANGUAGES}), PLANTED)
    kept = [
        Row(
            set=f"planted_{row['lang']}", id=row["id"], lang=row["lang"], half=half,
            source=row["meta"]["base_id"], question=row["question"], answer=row["answer"],
            context=row["context"], label=row["meta"]["group"] in ("twin", "paraphrase"),
        )
        for row in made
        if row["meta"]["kind"] in FAULTS
        and half_of(row["meta"]["base_id"], {"counted": 0.5}) == half
    ]  # fmt: skip
    return [line for lang in LANGUAGES for line in scored([r for r in kept if r.lang == lang])]


def scored(kept: Sequence[Row]) -> Iterable[Line]:
    """The rows of one language with their stars and findings."""
    from truthscore import TruthScorer

    scorer = TruthScorer.load("grounded", lang=kept[0].lang, score_types="all")
    verdicts = scorer.score_many([row.example for row in kept])
    for row, verdict in zip(kept, verdicts, strict=True):
        pages = {page.id: page.text for page in row.example.context}
        yield {
            "set": row.set, "id": row.id, "label": row.label, "question": row.question,
            "answer": row.answer, "score": verdict.score, "base": verdict.base_score,
            "findings": [
                {
                    "rule": getattr(each, "rule", None) or f"{feature} ({each.role})",
                    "copied": getattr(each, "copied", None),
                    "words": row.answer[each.span.start : each.span.end],
                    "passage": None if each.match is None
                    else pages.get(each.match.source, "")[each.match.start : each.match.end],
                }
                for feature, found in verdict.features.items()
                for each in found.evidence
                if each.role in BLAMES
            ],
        }  # fmt: skip


def of_commit(commit: str, data: Path, names: Sequence[str], half: str) -> list[Line]:
    """The rows of a half, scored by the code of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=True)
        try:
            command = [
                sys.executable, __file__, "--dump", "--data", str(data.resolve()),
                "--half", half, "--sets", ",".join(names),
            ]  # fmt: skip
            path = os.pathsep.join((str(tree), str(ROOT)))
            done = subprocess.run(
                command, check=True, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
            )
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def table(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """A row per rule, the ones that fired most first."""
    all_by_set: dict[str, list[bool]] = defaultdict(list)
    fired: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        if line["label"] is None:
            continue
        untrue = not line["label"]
        all_by_set[line["set"]].append(untrue)
        for rule in {named(each) for each in line["findings"]}:
            fired[rule][line["set"]].append(untrue)
    made = []
    for rule, by_set in fired.items():
        bad = sum(map(sum, by_set.values()))
        n = sum(map(len, by_set.values()))
        low, high = wilson(bad, n)
        base = sum(
            len(found) * sum(all_by_set[name]) / len(all_by_set[name])
            for name, found in by_set.items()
        )
        total, weight = odds(by_set, all_by_set)
        made.append(
            {
                "rule": rule, "fired": n, "untrue": bad, "true": n - bad, "share": bad / n,
                "low": low, "high": high, "base": base / n,
                "odds": math.exp(total / weight), "log_odds": total, "weight": weight,
                "sets": len(by_set),
            }
        )  # fmt: skip
    return sorted(made, key=lambda row: (-row["fired"], row["rule"]))


def named(finding: Mapping[str, Any]) -> str:
    """The rule of a finding, apart for copied sentences and for others where that counts."""
    copied = finding["copied"]
    return str(finding["rule"]) + ("" if copied is None else " copied" if copied else " free")


def wilson(bad: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    between = binomtest(bad, n).proportion_ci(method="wilson")
    return float(between.low), float(between.high)


def odds(
    by_set: Mapping[str, Sequence[bool]], all_by_set: Mapping[str, Sequence[bool]]
) -> tuple[float, int]:
    """How much likelier an answer is untrue where the rule fired than in its set, as a logarithm
    times a weight, and that weight: the sum over the sets, each of which counts for as many answers
    as the rule fired on, at most `MOST`
    (`MOST_PLANTED`)."""
    from truthscore.evaluate.odds import log_odds  # not with a commit that has none (`--dump`)

    total, weight = 0.0, 0
    for name, found in by_set.items():
        counts = min(len(found), MOST_PLANTED if name.startswith("planted") else MOST)
        total += counts * log_odds(found, all_by_set[name])
        weight += counts
    return total, weight


def lines_of(rule: str) -> int:
    """Lines of the files of `truthscore/features` that name a rule; rules may share a file."""
    quoted = f'"{rule.split(" ")[0]}"'
    texts = (path.read_text("utf-8") for path in (ROOT / "truthscore/features").rglob("*.py"))
    return sum(text.count("\n") for text in texts if quoted in text)


def show(made: Sequence[Mapping[str, Any]]) -> None:
    """Print the table."""
    print(f"{'rule':<34}{'fired':>6}{'untrue':>7}{'true':>6}{'share':>7}{'95 %':>13}{'base':>6}"
          f"{'odds':>7}{'sets':>5}{'lines':>6}")  # fmt: skip
    for row in made:
        between = f"{row['low']:.0%}-{row['high']:.0%}"
        print(f"{row['rule']:<34}{row['fired']:>6}{row['untrue']:>7}{row['true']:>6}"
              f"{row['share']:>7.0%}{between:>13}{row['base']:>6.0%}{row['odds']:>7.1f}"
              f"{row['sets']:>5}{lines_of(row['rule']):>6}")  # fmt: skip


def weights(lines: Sequence[Line]) -> str:
    """`[score.rules]`: what a finding counts, from how often it is right.

    The odds of a rule are drawn towards those of all rules together, as by `SHRUNK` answers; what
    odds count is told in `truthscore/evaluate/odds.py`.
    """
    from truthscore import profile
    from truthscore.evaluate.odds import counted
    from truthscore.rules import RULES

    penalties = profile.load("grounded").score.penalties
    rules = [rule for rule in RULES if rule.feature in penalties]
    found = {row["rule"]: row for row in table(lines)}
    together: dict[str, float] = {}
    for where in WHERE:
        mine = [found[name] for rule in rules if (name := f"{rule.id} {where}") in found]
        together[where] = sum(row["log_odds"] for row in mine) / sum(row["weight"] for row in mine)
    logits = logits_per_star(lines)
    shown = ", ".join(f"{math.exp(value):.1f} {where}" for where, value in together.items())
    made = [
        "[score.rules]",
        f"# odds of all rules together: {shown}; a star is worth a factor {math.exp(logits):.1f}",
    ]
    for rule in rules:
        most = penalties[rule.feature]
        counts, notes = [], []
        for where in WHERE:
            row = found.get(f"{rule.id} {where}", {"log_odds": 0.0, "weight": 0})
            drawn = (row["log_odds"] + SHRUNK * together[where]) / (row["weight"] + SHRUNK)
            count = counted(drawn, most, logits, copied=where == "copied")
            counts.append(f"{where} = {count:.2f}")
            told = (
                f"{row['odds']:.1f} ({row['untrue']} of {row['fired']})" if "odds" in row else "-"
            )
            notes.append(told)
        made.append(f'"{rule.id}" = {{ {", ".join(counts)} }}'.ljust(54) + f"# {'; '.join(notes)}")
    return "\n".join(made)


def logits_per_star(lines: Sequence[Line]) -> float:
    """What a star of the base score is worth (`odds.slope`): the mean over the sets whose answers
    are in own words."""
    from truthscore.evaluate.odds import slope

    by_set: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for line in lines:
        copied = line["set"].startswith("planted")
        if line["label"] is not None and line["base"] is not None and not copied:
            by_set[line["set"]].append((line["base"], line["label"]))
    slopes = [slope(*zip(*found, strict=True)) for found in by_set.values()]
    return sum(slopes) / len(slopes)


def compare(old: Sequence[Line], new: Sequence[Line]) -> None:
    """Print how often each rule fired on untrue and on true answers, before and after."""
    before, after = ({row["rule"]: row for row in table(each)} for each in (old, new))
    print(f"{'rule':<34}{'untrue':>14}{'true':>14}")
    for rule in sorted({*before, *after}):
        cells = [
            f"{before.get(rule, {}).get(kind, 0):>7} →{after.get(rule, {}).get(kind, 0):>4}"
            for kind in ("untrue", "true")
        ]
        print(f"{rule:<34}{cells[0]:>14}{cells[1]:>14}")


def differing(old: Sequence[Line], new: Sequence[Line]) -> Iterable[tuple[Line, Line]]:
    """The rows of which the stars or the findings changed, true answers first."""
    pairs = [
        (one, other)
        for one, other in zip(old, new, strict=True)
        if (one["score"], one["findings"]) != (other["score"], other["findings"])
    ]
    return sorted(pairs, key=lambda pair: (pair[0]["label"] is not True, pair[0]["set"]))


def as_page(changed: Sequence[tuple[Line, Line]], commits: Sequence[str]) -> str:
    """The rows that changed, as HTML."""
    made = [
        "<!doctype html><meta charset=utf-8><title>What changed</title>",
        "<style>body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto}section{border-top:"
        "1px solid #bbb;padding:.6em 0}.true{color:#060}.untrue{color:#a00}q{background:#fe9}"
        "</style>",
        f"<h1>{html.escape(' → '.join(commits))}: {len(changed)} answers</h1>",
    ]
    for old, new in changed:
        label = {True: "true", False: "untrue", None: ""}[old["label"]]
        made.append(
            f"<section><b class={label or 'none'}>{label}</b> {html.escape(old['set'])} "
            f"{html.escape(old['id'])}: {stars(old)} → {stars(new)}"
            f"<p><i>{html.escape(old['question'])}</i><p>{html.escape(old['answer'])}"
        )
        for name, one, other in (("gone", old, new), ("new", new, old)):
            for each in one["findings"]:
                if each not in other["findings"]:
                    passage = html.escape(each["passage"] or "on no page")
                    made.append(
                        f"<p>{name}: {html.escape(each['rule'])} "
                        f"<q>{html.escape(each['words'])}</q> {passage}"
                    )
        made.append("</section>")
    return "\n".join(made)


def stars(line: Line) -> str:
    """The stars of a row for people."""
    return "none" if line["score"] is None else f"{line['score']:.2f}"


if __name__ == "__main__":
    main()
