"""What accepted answers are worth where a question is asked again and another chatbot answers it.

    python -m replication.asked_again --data ../shared/data/bench [--cphos ../shared/data/cphos]
    python -m replication.asked_again --data ../shared/data/bench --half read

An answer is scored by its pages alone, and with the true answers of *other* chatbots to its
question as accepted ones: as many as truthscore puts beside a row, never itself and never one in
its words. Answers that have no such other are left out of both. True: three people gave full marks
or nearly (`mtrag`, `clapnq`), nobody marked a span as made up (`ragtruth`), right in the result
file (`cphos`, made beside a description of one customer, which truthscore does not keep where it
comes as a record). Printed: true and untrue answers; of each, how many have the stars from which
an answer is sent by the pages alone, how many were lifted, how many of those are sent now, and of
how many it was told that people accepted something else; AUC of true against untrue, and Spearman
with what people gave, before and after, with the 95 % interval of the change (bootstrap over
questions, seed 0).

`natural_*` has a lie in the words of a chatbot beside the true answer: how many lies the true one
lifts, and is told against. No question of `nl_support_dev` is asked twice.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import numpy as np
from scipy import stats

from replication.chops import truth
from replication.chops.logs import ARCHIVE
from replication.folders import folder_with
from replication.material import COUNTED, READ, rows
from truthscore import Example, TruthScorer, Verdict
from truthscore.accepted import ALL_STARS, AcceptedAnswer, AcceptedAnswers, accept, page_hash
from truthscore.evaluate.correlation import spearman
from truthscore.example import documents
from truthscore.scoring import second

SETS = ("mtrag_dev", "clapnq_dev", "ragtruth_qa_train")
PAIRS = ("natural_nl_dev", "natural_en_dev")
CPHOS = "cphos"
SEED, RESAMPLES = 0, 1_000
#: A day; nothing expires in this measurement.
DAY = date(2026, 11, 26)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer to a question that other chatbots answered too. `rating`: what people gave."""

    question: tuple[str, str]
    half: str
    example: Example
    true: bool | None
    rating: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Stars by the pages `alone` and with accepted answers. `told`: people accepted another."""

    question: tuple[str, str]
    true: bool | None
    rating: float | None
    alone: float
    both: float
    told: bool


Figure = Callable[[Sequence[Scored], str], float | None]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    needed = [f"{name}.jsonl.gz" for name in (*SETS, *PAIRS)]
    parser.add_argument("--data", type=folder_with(*needed), required=True)
    parser.add_argument("--cphos", type=folder_with(ARCHIVE), help="folder of CHOPS's logs")
    parser.add_argument("--half", choices=(COUNTED, READ), default=COUNTED)
    args = parser.parse_args(argv)
    scorer = TruthScorer.load("grounded")
    send = scorer.profile.decision.send_from
    print(f"half: {args.half}; questions are answered by several chatbots")
    print(
        f"{'set':<20}{'true':>5}{'untrue':>8}  {'sent':<10}{'lifted':<10}{'now sent':<10}"
        f"{'told':<10}{'AUC, and its change':<42}Spearman, and its change"
    )
    for name in (*SETS, *PAIRS, *((CPHOS,) if args.cphos else ())):
        found = of_cphos(args.cphos) if name == CPHOS else of_set(args.data, name)
        mine = [each for each in found if each.half == args.half]
        print(line(name, list(scored(mine, scorer)), send))


def of_set(data: Path, name: str) -> Iterator[Answer]:
    """The answers of a set of `split.toml`."""
    for row in rows(data, name):
        asked = (row.source, row.question.strip())
        yield Answer(
            question=asked, half=row.half, example=row.example, true=row.label, rating=row.rating
        )


def of_cphos(data: Path) -> Iterator[Answer]:
    """CHOPS's answers, the customer's row as the text that its executor was given."""
    for number, each in enumerate(truth.answers(data, prose=True)):
        given = documents(each.context)
        # its numbers are those of one retrieval: the same piece has another in the next
        pages = tuple(replace(page, id=page_hash(page.text)) for page in given)
        unique = {page.id: page for page in pages}
        example = Example(
            id=f"{CPHOS}/{number}", question=each.question, answer=each.answer,
            context=tuple(unique.values()), lang="en",
        )  # fmt: skip
        asked = ("", each.question.strip())
        yield Answer(question=asked, half=each.half, example=example, true=each.right, rating=None)


def beside(answers: Sequence[Answer]) -> Iterator[tuple[Answer, Example]]:
    """Each answer that has another true one to its question, with it as accepted answer."""
    by_question: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for each in answers:
        if each.true:
            by_question[each.question].append(each)
    for each in answers:
        own = plain(each)
        kept: dict[str, AcceptedAnswer] = {}
        for other in by_question[each.question]:
            made = accept(other.example, {"rater": ALL_STARS}, DAY)
            if isinstance(made, AcceptedAnswer) and plain(other) != own:
                kept.setdefault(plain(other), made)
        example, _ = AcceptedAnswers(kept.values(), today=DAY).beside(each.example)
        if second.answers_of(example):
            yield each, example


def plain(answer: Answer) -> str:
    """The words of an answer, by which two are the same."""
    return " ".join(answer.example.answer.casefold().split())


def scored(answers: Sequence[Answer], scorer: TruthScorer) -> Iterator[Scored]:
    """The stars of each answer that has an accepted one beside it."""
    found = list(beside(answers))
    alone = scorer.score_many([second.without(example) for _, example in found])
    both = scorer.score_many([example for _, example in found])
    for (each, _), first, then in zip(found, alone, both, strict=True):
        if first.score is not None and then.score is not None:
            yield Scored(
                question=each.question, true=each.true, rating=each.rating,
                alone=first.score, both=then.score, told=told(then),
            )  # fmt: skip


def told(verdict: Verdict) -> bool:
    """Whether a verdict says that people accepted something else."""
    found = verdict.features.get(second.NAME)
    return found is not None and any(each.role == "contradicts" for each in found.evidence)


def line(name: str, found: Sequence[Scored], send: float) -> str:
    """The line of a set. `send`: the stars from which an answer is sent."""
    groups = [[each for each in found if each.true is kind] for kind in (True, False)]
    sent = [sum(each.alone >= send for each in group) for group in groups]
    lifted = [sum(each.both > each.alone for each in group) for group in groups]
    now_sent = [sum(each.both >= send > each.alone for each in group) for group in groups]
    said = [sum(each.told for each in group) for group in groups]
    counts = "".join(
        f"{f'{true}, {untrue}':<10}" for true, untrue in (sent, lifted, now_sent, said)
    )
    return (
        f"{name:<20}{len(groups[0]):>5}{len(groups[1]):>8}  {counts}{shown(found, auc):<42}"
        f"{shown(found, rank)}"
    ).rstrip()


def shown(found: Sequence[Scored], figure: Figure) -> str:
    """A figure before and after, and the interval of the change; "–" where it is undefined."""
    before, after = figure(found, "alone"), figure(found, "both")
    if before is None or after is None:
        return "–"
    low, high = interval(found, figure)
    return f"{before:.3f} → {after:.3f}  {after - before:+.3f} [{low:+.3f}, {high:+.3f}]"


def interval(found: Sequence[Scored], figure: Figure) -> tuple[float, float]:
    """The 95 % interval of the change of a figure, by drawing questions again."""
    by_question: Mapping[tuple[str, str], list[Scored]] = defaultdict(list)
    for each in found:
        by_question[each.question].append(each)
    groups = [by_question[name] for name in sorted(by_question)]
    drawn = np.random.default_rng(SEED)
    changes = []
    for _ in range(RESAMPLES):
        places = drawn.integers(0, len(groups), size=len(groups))
        some = [each for place in places for each in groups[place]]
        before, after = figure(some, "alone"), figure(some, "both")
        if before is not None and after is not None:
            changes.append(after - before)
    low, high = np.percentile(changes, [2.5, 97.5])
    return float(low), float(high)


def auc(found: Sequence[Scored], stars: str) -> float | None:
    """The chance that a true answer has more stars than an untrue one; equal ones count half."""
    known = [each for each in found if each.true is not None]
    true = np.array([bool(each.true) for each in known])
    count = int(true.sum())
    if not count or count == len(known):
        return None
    ranks = stats.rankdata([getattr(each, stars) for each in known])
    wins = float(ranks[true].sum()) - count * (count + 1) / 2
    return wins / (count * (len(known) - count))


def rank(found: Sequence[Scored], stars: str) -> float | None:
    """Spearman of stars and what people gave."""
    known = [each for each in found if each.rating is not None]
    return spearman(
        np.array([getattr(each, stars) for each in known]),
        np.array([each.rating for each in known], dtype=np.float64),
    )


if __name__ == "__main__":
    main()
