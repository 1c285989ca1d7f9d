"""True and untrue answers of CHOPS's published runs: how well the stars tell them apart.

    python -m replication.chops.truth --data ../shared/data/cphos [--half counted]

Every answer of the runs with logs, with what its executor was given: pieces of the guides, and a
description of the customer's row, which is given here as what it was made from, a record (whether
approved, the type of user, the problems left to mark). Right or wrong is the verdict in the result
files, which GPT-4 gave, or the authors' note behind it. Equal answers to one question count once.
Groups: `guide` and `records` by what the classifier had fetched, `executor only` the runs without
one. Printed by half of the questions: answers scored, wrong ones among them, and the AUC of
`grounded` with a 95 % interval (bootstrap over questions, seed 0, 1,000 resamples). The set has no
licence and is not in the repository; who reads answers reads those of the half `read`.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import random
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex

from replication.auc import auc
from replication.chops.commits import ARCHIVE
from replication.chops.pairs import COUNTED, READ
from replication.folders import folder_with
from truthscore import Example, TruthScorer
from truthscore.example import documents

SEED, RESAMPLES = 0, 1_000
GROUPS = ("guide", "records", "executor only")
RESULTS = regex.compile(r"result/(?P<run>.*newQAs)_result\.csv")
ENTRY = regex.compile(
    r"Begin of query information:(?P<given>.*?)End of query information"
    r".*?(?:User's question|User Text):(?P<question>.*?)\.?Answer:",
    regex.DOTALL,
)
PIECE = regex.compile(r"query_result\[\d+\]:(.*?)(?=query_result\[\d+\]:|\Z)", regex.DOTALL)
STATUS = "the user's status is:"
TYPE = regex.compile(r"Type of user is: (\w+)")
LEFT = regex.compile(r"Problems to be marked is (\d+)")
RIGHT = regex.compile(r"\s*(?:right|correct)\b", regex.IGNORECASE)
NOTE_RIGHT = regex.compile(r"should be (?:correct|right)", regex.IGNORECASE)
NOTE_WRONG = regex.compile(r"should be (?:wrong|incorrect)", regex.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with what it was made from."""

    group: str
    half: str
    question: str
    answer: str
    context: tuple[Any, ...]
    right: bool


def half_of(question: str) -> str:
    """The half that a question is in."""
    digest = hashlib.sha256(f"chops:{question.strip().lower()}".encode()).hexdigest()
    return COUNTED if int(digest, 16) % 2 else READ


def answers(data: Path, *, prose: bool = False) -> Iterator[Answer]:
    """The answers of all runs with logs; `prose`: the customer's row as CHOPS describes it."""
    with tarfile.open(data / ARCHIVE) as archive:
        names = archive.getnames()
        texts = {each: _text(archive, each) for each in names if "newQAs" in each}
    seen = set()
    for name in sorted(texts):
        found = RESULTS.fullmatch(name)
        logs = [each for each in sorted(texts) if found
                and each.endswith(f"/{found['run']}executor_input_words.txt")]  # fmt: skip
        if not logs:
            continue
        given = {
            _plain(each["question"]): each["given"] for each in ENTRY.finditer(texts[logs[-1]])
        }
        for row in list(csv.reader(io.StringIO(texts[name])))[1:]:
            key = (name.startswith("result/ExecutorOnly"), *row[1:2], *row[3:4])
            if len(row) < 5 or not row[3].strip() or key in seen or _plain(row[1]) not in given:
                continue
            seen.add(key)
            context = _context(given[_plain(row[1])], prose=False)
            only = {each["kind"] for each in context} == {"record"}
            group = GROUPS[2] if key[0] else GROUPS[1] if only else GROUPS[0]
            if prose:
                context = _context(given[_plain(row[1])], prose=True)
            yield Answer(
                group=group, half=half_of(row[1]), question=row[1], answer=row[3],
                context=context, right=_right(row),
            )  # fmt: skip


def _text(archive: tarfile.TarFile, name: str) -> str:
    stored = archive.extractfile(name)
    return "" if stored is None else stored.read().decode("utf-8", "replace")


def _plain(question: str) -> str:
    return question.strip().rstrip(".").strip().lower()


def _right(row: Sequence[str]) -> bool:
    notes = " ".join(row[5:])
    if NOTE_RIGHT.search(notes):
        return True
    return bool(RIGHT.match(row[4])) and not NOTE_WRONG.search(notes)


def _context(given: str, *, prose: bool) -> tuple[dict[str, Any], ...]:
    """What an executor was given, the customer's row as a record."""
    found: list[dict[str, Any]] = []
    for number, piece in enumerate(PIECE.findall(given)):
        if STATUS in piece and not prose:
            found.append({"id": "user", "kind": "record", "fields": _fields(piece)})
        elif piece.strip():
            found.append({"id": f"guide{number}", "kind": "page", "text": piece.strip()})
    return tuple(found)


def _fields(piece: str) -> dict[str, Any]:
    kind, left = TYPE.search(piece), LEFT.search(piece)
    known = "has been approved" in piece
    fields: dict[str, Any] = {
        "approved": known, "registered": "not in the system" not in piece.lower(),
    }  # fmt: skip
    if kind is not None:
        named = kind[1].replace("teamleader", "team leader").replace("_", " ")
        fields["user_type"] = {"value": named, "labels": {"en": ["role", "status", "position"]}}
    if left is not None:
        fields["problems_left"] = {"value": int(left[1]), "labels": {"en": [
            "problems to mark", "unmarked problems", "unviewed problems", "answer sheets to mark",
        ]}}  # fmt: skip
    return fields


def interval(rows: Sequence[tuple[str, float, bool]]) -> tuple[float, float]:
    """The 95 % interval of the AUC, by drawing questions again."""
    by_question: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for question, score, right in rows:
        by_question[question].append((score, right))
    drawn, found = random.Random(SEED), []
    groups = [by_question[each] for each in sorted(by_question)]
    for _ in range(RESAMPLES):
        some = [one for group in drawn.choices(groups, k=len(groups)) for one in group]
        true = [score for score, right in some if right]
        wrong = [score for score, right in some if not right]
        if true and wrong:
            found.append(auc(true, wrong))
    found.sort()
    if not found:
        return float("nan"), float("nan")
    return found[int(0.025 * len(found))], found[int(0.975 * len(found)) - 1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with(ARCHIVE), required=True)
    parser.add_argument("--half", choices=(READ, COUNTED, "both"), default="both")
    parser.add_argument("--prose", action="store_true", help="the row as text, not as a record")
    parser.add_argument("--show", action="store_true", help="answers of the read half, worst first")
    args = parser.parse_args()
    halves = (READ, COUNTED) if args.half == "both" else (args.half,)
    mine = [each for each in answers(args.data, prose=args.prose) if each.half in halves]
    scorer = TruthScorer.load("grounded")
    verdicts = list(
        scorer.score_many(
            Example(id=str(number), question=each.question, answer=each.answer, lang="en",
                    context=documents(list(each.context)))
            for number, each in enumerate(mine)
        )
    )  # fmt: skip
    told = list(zip(mine, verdicts, strict=True))
    print("| half | answers | all | scored | wrong | AUC | 95 % |\n" + "| --- " * 7 + "|")
    for half in (*halves, "both") if len(halves) > 1 else halves:
        for group in GROUPS:
            every = [one for one in told
                     if one[0].group == group and half in (one[0].half, "both")]  # fmt: skip
            rows = [(each.question, verdict.score, each.right)
                    for each, verdict in every if verdict.score is not None]  # fmt: skip
            true = [score for _, score, right in rows if right]
            wrong = [score for _, score, right in rows if not right]
            cells = "- | -"
            if true and wrong:
                low, high = interval(rows)
                cells = f"{auc(true, wrong):.3f} | {low:.3f}, {high:.3f}"
            print(f"| {half} | {group} | {len(every)} | {len(rows)} | {len(wrong)} | {cells} |")
    if args.show:
        for each, verdict in sorted(told, key=lambda one: one[1].score or 0.0):
            if each.half == READ and each.group != "guide" and verdict.score is not None:
                record = verdict.features["records"]
                print(
                    each.group,
                    each.right,
                    verdict.score,
                    record.value,
                    repr(each.question),
                    repr(each.answer[:160]),
                    [(one.rule, one.label) for one in record.evidence],
                )


if __name__ == "__main__":
    main()
