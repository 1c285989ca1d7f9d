"""What the joint vectors are worth: answers on pages in another language, and finding those pages.

    python -m replication.vectors.measure --data ../shared/data [--half counted] [--seed 1]
        [--planted 0] [--profile grounded] [--parts answers,pages,planted,cost,lsa]

* answers: the sets whose pages exist in both languages, each on its own pages and on the same ones
  in the other language: a true answer above a lie (AUC), order of ratings (Spearman). 1 minute.
* pages: the page in the other language that belongs to a title, among all of its help centre: the
  mean of 1 / its rank (MRR). There are no halves of these. 10 seconds.
* planted: faults of `replication/perturb` in Dutch answers, on the English pages. 4 minutes.
* cost: milliseconds of the processor for an answer whose pages are known. 1 minute.
* lsa: beside answers and pages, LSA on the pairs that the shipped vectors are trained on, in as
  many numbers (`beside.py`). 1 minute. Without the pairs there is none.

At the end the table of what must be reached. Which half of the answers is looked at stands in
`split.toml`; planted ones are split the same way, by their question. Beside the score: the share
of the answer's words that stand on the pages. Intervals are 95 %, from 1,000 samples of the
sources, seed 0. Deterministic, but for the cost.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from replication.benchmark.baselines import word_share
from replication.folders import folder_with
from replication.material import COUNTED, READ, Row, half_of, rows
from replication.perturb.build import build
from replication.perturb.pages import read_pages
from replication.unseen import (
    Figure,
    Scored,
    auc,
    cell,
    filled,
    pages,
    pairs_right,
    spearman,
)
from replication.vectors import pairs
from replication.vectors.beside import Space, likeness, lsa, nearness, recorded
from truthscore import TruthScorer, Verdict
from truthscore.example import example_from
from truthscore.text import vectors
from truthscore.text.pieces import words

#: Sets whose pages exist in both languages, and the help centre of ids that name none.
SETS = ("natural_nl_dev", "natural_en_dev", "nl_support_dev")
CENTRE = "businesscentral"
OTHER = {"nl": "en", "en": "nl"}
#: A score that falls by more than this has fallen; below so many stars an answer counts as untrue.
FALL, UNTRUE = 0.05, 3.0
#: The share of planted faults that is only counted.
SPLIT = {"counted": 0.5}
#: Faults of the perturbation suite that must be seen across languages, by what they are.
FAULTS = {
    "labels": ("wrong_label",),
    "numbers": ("wrong_number", "wrong_unit"),
    "negation": ("flipped_negation",),
    "steps": ("swapped_steps", "invented_step"),
}
#: Of each set what the table says: the figure, and what must be reached.
GOALS: Mapping[str, tuple[str, Figure, str]] = {
    "natural_nl_dev": ("natural_nl, AUC", auc, "0.68, or 0.03 below own"),
    "natural_en_dev": ("natural_en, AUC", auc, "-"),
    "nl_support_dev": ("nl_support, Spearman", spearman, "0.45"),
}
#: The pairs, and those of them that the shipped vectors are not trained on.
PAIRS = Path("parallel") / "nl_en.tsv.gz"
WITHOUT = ("smb", "nav")
#: What tells how near an answer lies to its pages, by itself: without words, labels or numbers.
VECTORS, LSA = "vectors", "LSA"


@dataclass(frozen=True, slots=True)
class Centre:
    """The pages of the help centres by id, and the id of each page in the other language."""

    pages: Mapping[str, Mapping[str, Any]]
    other: Mapping[str, str]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("bench", "helpcentre"), required=True)
    parser.add_argument("--half", choices=(COUNTED, READ), default=COUNTED)
    parser.add_argument("--profile", default="grounded", help="a profile's name or file")
    parser.add_argument("--seed", type=int, default=1, help="of the planted faults")
    parser.add_argument("--planted", type=int, default=0, help="so many faults (0: all)")
    parser.add_argument("--parts", default="answers,pages,planted,cost,lsa", help="comma-separated")
    args = parser.parse_args(argv)
    centre = read_centre(args.data / "helpcentre")
    joint = vectors.load("nl", "en")
    if joint is None:
        raise SystemExit("truthscore/vectors/nl-en.npz is not there; make it with vectors.build")
    print(f"vectors {joint.fingerprint}, profile {args.profile}")
    spaces: dict[str, Space] = {VECTORS: joint}
    if "lsa" in args.parts and {"answers", "pages"} & set(args.parts.split(",")):
        spaces |= with_lsa(args.data / PAIRS, joint.size)
    table: list[str] = []
    if "answers" in args.parts:
        for name in SETS:
            table += answers(args.data / "bench", name, args.half, args.profile, centre, spaces)
    if "pages" in args.parts:
        table += finding(centre, spaces)
    if "planted" in args.parts:
        known = faulty(args.data / "helpcentre", args.half, args.seed, args.planted, centre)
        table += planted(known, f"{args.half} half, seed {args.seed}", args.profile)
    if "cost" in args.parts:
        table += cost(args.data / "bench", args.half, args.profile, centre)
    heads = ("what", "own language", "word overlap", "LSA", "other language", "reach")
    print(f"\n| {' | '.join(heads)} |\n{'| --- ' * len(heads)}|")
    print("\n".join(table))


def with_lsa(path: Path, size: int) -> dict[str, Space]:
    """LSA on the pairs of a file that the shipped vectors are trained on; nothing without it."""
    if not path.is_file():
        print(f"LSA: cannot be measured here: {path} is not there")
        return {}
    start = time.process_time()
    made = lsa(pairs.read(path, WITHOUT), size, seed=0)
    print(f"LSA: {len(made.axes)} words, {size} numbers, without {', '.join(WITHOUT)}, seed 0; "
          f"{time.process_time() - start:.0f} s")  # fmt: skip
    return {LSA: made}


def read_centre(folder: Path) -> Centre:
    """All help centres of a folder."""
    found: dict[str, Mapping[str, Any]] = {}
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                page = json.loads(line)
                found[page["id"]] = page
    other = {
        name: page["parallel_id"]
        for name, page in found.items()
        if page.get("parallel_id") in found
    }
    return Centre(found, other)


def elsewhere(context: Sequence[Mapping[str, Any]], lang: str, centre: Centre) -> list[Any]:
    """The pages of a context in the other language, whole; a page that has none is left out."""
    found = []
    for page in context:
        name = str(page["id"]).split("#")[0]
        name = name if ":" in name else f"{CENTRE}_{lang}:{name}"
        other = centre.other.get(name) or name.replace(f"_{lang}:", f"_{OTHER[lang]}:")
        if other in centre.pages and other != name:
            there = centre.pages[other]
            found.append({"id": other, "title": there["title"], "text": there["text"]})
    return list({page["id"]: page for page in found}.values())


def both(
    data: Path, name: str, half: str, centre: Centre
) -> tuple[tuple[str, list[Row]], tuple[str, list[Row]]]:
    """The answers of a set on their own pages, and on the same ones in the other language; each
    with its language. Answers whose pages have no other one are left out."""
    own = [row for row in rows(data, name) if row.half == half]
    lang = own[0].lang
    crossed = [replace(row, context=elsewhere(row.context, lang, centre)) for row in own]
    there = [at for at, row in enumerate(crossed) if row.context]
    print(f"\n{name}, {half} half: {len(there)} of {len(own)} answers have {OTHER[lang]} pages")
    return (lang, [own[at] for at in there]), (OTHER[lang], [crossed[at] for at in there])


def answers(
    data: Path, name: str, half: str, profile: str, centre: Centre, spaces: Mapping[str, Space]
) -> list[str]:
    """The figures of one set on its own pages and on those in the other language."""
    what, figure, reach = GOALS[name]
    told_cells: list[dict[str, str]] = []
    for title, kept in both(data, name, half, centre):
        scored, verdicts = score(kept, profile)
        for space, each in spaces.items():
            near = [likeness(each, row.answer, pages(row)) for row in kept]
            scored.methods[space] = filled(near)
        told_cells.append({
            method: cell(scored, method, figure)
            for method in ("score", "word share", LSA) if method in scored.methods
        })  # fmt: skip
        told = sum(each.status == "scored" for each in verdicts)
        for method in scored.methods:
            cells = [
                f"{label} {cell(scored, method, each)}"
                for label, each in (("AUC", auc), ("Spearman", spearman), ("pairs", pairs_right))
                if each(*scored.of(method, range(len(kept)))) is not None
            ]
            print(f"  {title} pages  {method:<11} {'   '.join(cells)}")
        low = [
            np.mean([v.score is not None and v.score < UNTRUE
                     for v, row in zip(verdicts, kept, strict=True) if row.label is label])
            for label in (True, False)
        ]  # fmt: skip
        print(f"  {title} pages  {told} scored; below 3 stars: {low[0]:.0%} of the true, "
              f"{low[1]:.0%} of the untrue")  # fmt: skip
    own, crossed = told_cells
    return [
        f"| {what} | {own['score']} | {crossed['word share']} | {crossed.get(LSA, '-')} | "
        f"{crossed['score']} | {reach} |",
        f"| {what}, translated mode | - | - | - | {translated(kept)} | - |",
    ]


def translated(kept: Sequence[Row]) -> str:
    """Why these rows cannot be read in English translation without a network: what is Dutch in
    them, answers or pages, nobody has recorded in English."""
    dutch = [row.answer for row in kept] if kept[0].lang == "nl" else list(map(pages, kept))
    asked, known = recorded(dutch)
    print(f"  translated mode: the recorded provider has {known} of {asked} Dutch sentences")
    return "cannot be measured here: no recorded translations"


def score(kept: Sequence[Row], profile: str) -> tuple[Scored, list[Verdict]]:
    """The rows scored; an answer without stars counts as 3."""
    scorer = TruthScorer.load(profile, score_types="all")
    verdicts = list(scorer.score_many([row.example for row in kept]))
    methods = {
        "score": filled([v.score for v in verdicts], UNTRUE),
        "base score": filled([v.base_score for v in verdicts], UNTRUE),
        "word share": filled([word_share("", row.answer, pages(row)) for row in kept]),
    }
    return Scored(rows=kept, methods=methods), verdicts


def finding(centre: Centre, spaces: Mapping[str, Space]) -> list[str]:
    """How well a title finds its page in the other language."""
    print("\nthe page of a title in the other language, MRR (vectors; word overlap; LSA)")
    sites = sorted({name.split(":")[0] for name in centre.other})
    told_cells = []
    for site in sites:
        lang = str(site.rpartition("_")[2])
        asked = sorted(name for name in centre.other if name.startswith(f"{site}:"))
        there = [centre.pages[centre.other[name]] for name in asked]
        titles = [str(centre.pages[name]["title"]) for name in asked]
        texts = [frozenset(words(f"{page['title']}\n{page['text']}")) for page in there]
        overlap = np.array(
            [[len(text.intersection(asked)) for text in texts] for asked in map(words, titles)]
        )
        named = [(str(page["title"]), str(page["text"])) for page in there]
        near, by_lsa = (
            f"{mrr(np.round(nearness(spaces[name], titles, named), 6)):.3f}"
            if name in spaces else "-"
            for name in (VECTORS, LSA)
        )  # fmt: skip
        print(f"  {site} ({lang} → {OTHER[lang]}, {len(asked)} pages): {near}   "
              f"{mrr(overlap):.3f}   {by_lsa}")  # fmt: skip
        told_cells.append(
            f"| {site}, {len(asked)} titles to their page, MRR | - | {mrr(overlap):.3f} | "
            f"{by_lsa} | {near} | 0.85 |"
        )
    return told_cells


def mrr(likeness: NDArray[Any]) -> float:
    """The mean of 1 / rank of the page on the diagonal; ties count against it."""
    rank = (likeness >= likeness.diagonal()[:, None]).sum(axis=1)
    return float((1.0 / rank).mean())


def faulty(data: Path, half: str, seed: int, wanted: int, centre: Centre) -> list[dict[str, Any]]:
    """Dutch answers with a fault and their faithful twins, on the English pages: so many faults,
    evenly of each kind. What was planted into the Dutch page too has no English one, and is left
    out."""
    made = [
        {**row, "context": context}
        for row in build({"nl": read_pages(data, "nl")}, seed=seed)
        if not row["meta"]["planted"]
        and half_of(row["question"], SPLIT) == half
        and (context := elsewhere(row["context"], "nl", centre))
    ]
    kinds = [kind for each in FAULTS.values() for kind in each]
    share = -(-wanted // len(kinds)) if wanted else len(made)
    bases = {
        row["meta"]["base_id"]
        for kind in kinds
        for row in [row for row in made if row["meta"]["kind"] == kind
                    and row["meta"]["group"] == "fault"][:share]
    }  # fmt: skip
    groups = ("fault", "twin")
    return [
        row for row in made
        if row["meta"]["base_id"] in bases and row["meta"]["group"] in groups
    ]  # fmt: skip


def planted(known: Sequence[Mapping[str, Any]], drawn: str, profile: str) -> list[str]:
    """Faults in Dutch answers on English pages: how often the score falls, and false alarms."""
    scorer = TruthScorer.load(profile, score_types="all")
    verdicts = {
        verdict.id: verdict
        for verdict in scorer.score_many([example_from(row, default_id=row["id"]) for row in known])
    }
    twins = {row["meta"]["base_id"]: verdicts[row["id"]]
             for row in known if row["meta"]["group"] == "twin"}  # fmt: skip
    print(f"\nplanted faults, {OTHER['nl']} pages, {drawn}: falls by more than {FALL}, below 3")
    kinds = [kind for each in FAULTS.values() for kind in each]
    named = {"all": kinds, **FAULTS, **{kind: (kind,) for kind in kinds}}
    lines = []
    for name, wanted_kinds in named.items():
        both = [
            (twins[row["meta"]["base_id"]].score, verdicts[row["id"]].score)
            for row in known
            if row["meta"]["kind"] in wanted_kinds and row["meta"]["group"] == "fault"
            and row["meta"]["base_id"] in twins
        ]  # fmt: skip
        told = [(one, two) for one, two in both if one is not None and two is not None]
        if told:
            falls = np.mean([one - two > FALL for one, two in told])
            below = np.mean([two < UNTRUE for _, two in told])
            print(f"  {name:<26}{len(told):>4}   {falls:>4.0%}   {below:>4.0%}")
            if name == "all" or name in FAULTS:
                what = f"planted: {name}, {len(told)}, falls"
                lines.append(f"| {what} | - | - | - | {falls:.0%} | 80% |")
    faithful = list(twins.values())
    alarms: dict[str, list[bool]] = {
        "contradicts": [_has(each, "contradicts") for each in faithful],
        "missing": [_has(each, "missing") for each in faithful],
        "below 3": [each.score is not None and each.score < UNTRUE for each in faithful],
    }
    alarms["any"] = list(map(any, zip(*alarms.values(), strict=True)))
    shown = ", ".join(f"{name} {np.mean(found):.1%}" for name, found in alarms.items())
    print(f"  false alarms on {len(faithful)} faithful ones: {shown}")
    alarm = f"{np.mean(alarms['any']):.1%}"
    return [*lines, f"| false alarms, {len(faithful)} faithful | - | - | - | {alarm} | 5% |"]


def cost(data: Path, half: str, profile: str, centre: Centre) -> list[str]:
    """Milliseconds of an answer: the second time, when its pages are known."""
    told_cells = []
    for title, kept in both(data, SETS[0], half, centre):
        scorer = TruthScorer.load(profile, score_types="all")
        spent = []
        for _ in range(2):
            start = time.process_time()
            for row in kept:
                next(scorer.score_many([row.example]))
            spent.append(1000 * (time.process_time() - start) / len(kept))
        print(f"  {title} pages  {spent[1]:.1f} ms an answer, {spent[0]:.1f} with its pages read")
        told_cells.append(f"{spent[1]:.1f}")
    return [f"| ms an answer | {told_cells[0]} | - | - | {told_cells[1]} | 5 more |"]


def _has(verdict: Verdict, role: str) -> bool:
    return any(each.role == role for found in verdict.features.values() for each in found.evidence)


if __name__ == "__main__":
    main()
