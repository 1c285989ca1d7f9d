"""The stars on answers in a chatbot's own words, as one table: AUC, sent, below 3.

    python -m replication.faithfulness.figures --data ../shared/data [--half counted]
        [--profile grounded-encoder] [--only kinds,records] [--by-kind] [--by words] [--dump FILE]

`--half read` prints the same for what checks and stars were made beside (see `material`). "Sent" is
what the guardrail of the profile lets through; an answer without stars counts as 3. "Two pages":
the same words beside a page that bears them out and one that does not, so that style cannot help.
`--by words`: without the encoder; `--by encoder`: by nothing but the worst statement as it reads
it.
Deterministic; samples are drawn with seed 0.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from replication import material as bench
from replication.auc import auc
from replication.faithfulness import material
from replication.faithfulness.material import COUNTED, READ, Answer
from replication.folders import folder_with
from truthscore import TruthScorer
from truthscore.guard.judgement import judge
from truthscore.profiles import DEFAULT
from truthscore.stars import HIGHEST

#: Sets of answers that people or language models rated or marked.
RATED = ("ragtruth_qa_train", "mtrag_dev", "clapnq_dev", "nl_support_dev")
#: Stars of an answer that is not scored, and stars below which an answer counts as untrue.
MIDDLE = UNTRUE = 3.0
#: Share of the lies that true answers are held against.
CLEAR = 0.95
#: Items of a language that are scored behind copied sentences.
PAIRS = 50
#: Items of a file that the read half draws, at most.
DRAWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """An answer with its stars and whether it is sent."""

    answer: Answer
    stars: float
    sent: bool


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with("natural/*.jsonl.gz"), required=True)
    parser.add_argument("--half", choices=(COUNTED, READ), default=COUNTED)
    parser.add_argument("--profile", default=DEFAULT, help="a profile's name or file")
    parser.add_argument("--only", default="", help="sets, comma-separated")
    parser.add_argument("--by-kind", action="store_true", help="a line for each kind of lie, too")
    parser.add_argument("--by", choices=("both", "words", "encoder"), default="both")
    parser.add_argument("--dump", type=Path, help="a file for each answer's stars, JSONL")
    args = parser.parse_args(argv)
    scorers = {
        lang: TruthScorer.load(args.profile, lang=lang, score_types="all") for lang in ("nl", "en")
    }
    if args.by == "words":
        rules = {"encoder": None}
        scorers = {k: s.under(s.profile.model_copy(update=rules)) for k, s in scorers.items()}
    make = by_encoder if args.by == "encoder" else score
    chosen = [each for each in args.only.split(",") if each]
    print(f"{args.half} half; {scorers['nl'].signature('nl')}")
    for name, answers in sets(args.data, args.half).items():
        if chosen and not any(name.startswith(each) for each in chosen):
            continue
        start = time.perf_counter()
        scored = make(answers(), scorers)
        took = time.perf_counter() - start
        print(f"\n{name}: {len(scored)} answers, {took:.0f} s", file=sys.stderr)
        print(f"\n{name}")
        report(name, scored, by_kind=args.by_kind)
        if args.dump:
            dump(args.dump, scored)


def sets(data: Path, half: str) -> dict[str, Callable[[], list[Answer]]]:
    """What is measured, by name."""
    counted = half == COUNTED
    pages = {"natural nl": "dev_nl", "natural en": "dev_en"}
    if not counted:
        pages = {"natural nl": "train_nl", "natural en": "train_en", "natural invented": "invented"}
    found: dict[str, Callable[[], list[Answer]]] = {
        "kinds": lambda: material.kinds(data, half),
        "records": lambda: material.records(data, "records_dev" if counted else "records_train"),
    }
    for dress in ("json", "table", "text") if counted else ():
        found[f"records as {dress}"] = lambda dress=dress: material.records(  # type: ignore[misc]
            data, "records_dev", dress=dress
        )
    for title, name in pages.items():
        limit = None if counted else DRAWN
        found[title] = lambda name=name, limit=limit: material.natural(data, name, limit=limit)  # type: ignore[misc]
    if counted:  # on the other pages of `dev_nl` the weights of [encoder] are fitted
        found["not fitted nl"] = lambda: material.natural(data, "dev_nl", fitted=False)
    if counted:
        for name in RATED:
            found[f"rated {name}"] = lambda name=name: rated(data, name)  # type: ignore[misc]
    for title, name in pages.items():
        if name != "invented":
            key = title.replace("natural", "copied")
            found[key] = lambda name=name: material.behind_copied(data, name, PAIRS)  # type: ignore[misc]
    return found


def rated(data: Path, name: str) -> list[Answer]:
    """The answers of the counted half of a set of `bench`; `kind` is what people gave them."""
    return [
        Answer(
            set=name, group=row.id, text_id=row.id, lang=row.lang, question=row.question,
            answer=row.answer, context=row.context, true=row.label is not False,
            kind="" if row.rating is None else str(row.rating),
        )
        for row in bench.rows(data / "bench", name)
        if row.half == COUNTED and (row.label is not None or row.rating is not None)
    ]  # fmt: skip


def score(answers: Sequence[Answer], scorers: dict[str, TruthScorer]) -> list[Scored]:
    """The answers with their stars, in their order."""
    found: dict[int, Scored] = {}
    for lang, scorer in scorers.items():
        mine = [at for at, each in enumerate(answers) if each.lang == lang]
        verdicts = scorer.score_many([answers[at].example for at in mine])
        for at, verdict in zip(mine, verdicts, strict=True):
            stars = MIDDLE if verdict.score is None else verdict.score
            sent = judge(verdict, scorer.profile.policy).action == "allow"
            found[at] = Scored(answer=answers[at], stars=stars, sent=sent)
    return [found[at] for at in range(len(answers))]


def by_encoder(answers: Sequence[Answer], scorers: dict[str, TruthScorer]) -> list[Scored]:
    """The answers with stars by the worst of their statements as the encoder reads them; sent from
    4 stars on."""
    found = []
    for answer in answers:
        told = [
            each.signals.not_entailed
            for each in scorers[answer.lang].statements(answer.example)
            if each.signals is not None
        ]
        stars = 5.0 - 4.0 * max(told) if told else MIDDLE
        found.append(Scored(answer=answer, stars=stars, sent=stars >= 4.0))
    return found


def report(name: str, scored: Sequence[Scored], *, by_kind: bool) -> None:
    """The lines of one set."""
    if name.startswith("copied"):
        for copied in range(material.MOST_COPIED + 1):
            row = [each for each in scored if each.answer.copied == copied]
            print(f"  behind {copied} copied: {sent(row)}")
        return
    given = [each for each in scored if each.answer.beside == "as given"]
    line("as given", given)
    if name.startswith("rated"):
        ratings = [float(each.answer.kind) for each in given if each.answer.kind]
        stars = [each.stars for each in given if each.answer.kind]
        if len(set(ratings)) > 1:
            print(f"  Spearman with the ratings: {spearmanr(ratings, stars).statistic:.3f}")
        return
    if len(given) < len(scored):
        print(f"  {'two pages':12} {two_pages(scored)}")
    if by_kind:
        grouped = defaultdict(list)
        for each in given:
            grouped[each.answer.kind].append(each)
        for kind, rows in sorted(grouped.items()):
            line(f"  {kind}", rows)


def line(title: str, scored: Sequence[Scored]) -> None:
    """AUC, true above its lie, sent and below 3 of some answers, and the share of the true ones
    that could be sent with one lie in twenty."""
    true, lies = of(scored, True), of(scored, False)
    pairs = defaultdict(lambda: ([], []))  # type: ignore[var-annotated]
    for each in scored:
        pairs[each.answer.group][not each.answer.true].append(each.stars)
    above = [(one > two) + (one == two) / 2 for t, f in pairs.values() for one in t for two in f]
    low = sum(each.stars < UNTRUE for each in true) / max(1, len(true))
    caught = sum(each.stars < UNTRUE for each in lies) / max(1, len(lies))
    share = sum(above) / max(1, len(above))
    most = float(np.quantile(stars_of(lies), CLEAR)) if lies else HIGHEST
    clear = sum(each.stars > most for each in true) / max(1, len(true))
    print(
        f"  {title:16} AUC {auc(stars_of(true), stars_of(lies)):.3f}  above {share:.3f}  "
        f"{sent(scored)}  below 3: true {low:.3f}, lies {caught:.3f}  ({len(true)}, {len(lies)})  "
        f"true above {CLEAR:.0%} of the lies {clear:.3f}"
    )


def sent(scored: Sequence[Scored]) -> str:
    """The share of true answers and of lies that is sent."""
    shares = []
    for true in (True, False):
        mine = of(scored, true)
        shares.append(sum(each.sent for each in mine) / max(1, len(mine)))
    return f"sent: true {shares[0]:.3f}, lies {shares[1]:.3f}"


def two_pages(scored: Sequence[Scored]) -> str:
    """The same answer beside both versions: AUC over all of them, and how often it has more stars
    beside the page that bears it out."""
    both = defaultdict(list)
    for each in scored:
        both[each.answer.text_id].append(each)
    told = [
        (one, other)
        for rows in both.values()
        for one in rows
        for other in rows
        if one.answer.true and not other.answer.true
    ]
    above = [(a.stars > b.stars) + (a.stars == b.stars) / 2 for a, b in told]
    value = auc([a.stars for a, _ in told], [b.stars for _, b in told])
    return f"AUC {value:.3f}  pairs {sum(above) / max(1, len(above)):.3f}  ({len(told)})"


def of(scored: Sequence[Scored], true: bool) -> list[Scored]:
    """The true answers, or the lies."""
    return [each for each in scored if each.answer.true is true]


def stars_of(scored: Sequence[Scored]) -> list[float]:
    """The stars of some answers."""
    return [each.stars for each in scored]


def dump(path: Path, scored: Sequence[Scored]) -> None:
    """Append each answer's stars to a file."""
    with path.open("a", encoding="utf-8") as stream:
        for each in scored:
            row = {
                "id": each.answer.example.id, "kind": each.answer.kind, "true": each.answer.true,
                "stars": each.stars, "sent": each.sent,
            }  # fmt: skip
            stream.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
