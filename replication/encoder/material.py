"""Rows for the encoder: a statement beside the passages of a page, its question, and whether it is
untrue there.

Read from `natural`, `kinds`, `records`, `entailment` and RAGTruth beside the checkout. What is
counted elsewhere (`replication/faithfulness/README.md`, `../split.toml`) is never among the rows
for training; nor are `catenda` and `telnyx` (no licence) and SICK (non-commercial).
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replication.faithfulness.material import Answer, edited, items_of, sentences
from replication.faithfulness_nl.split import part_of
from replication.material import COUNTED, READ, half_of, rows, sets, source_of
from truthscore.encoder.passages import LINE_END, Line, lines_of, passages, plain
from truthscore.encoder.pieces import Pieces
from truthscore.example import documents
from truthscore.text.readable import shown

TRUE, NEUTRAL, CONTRADICTED, UNTRUE = 0, 1, 2, 3
#: Pieces of passages: our own rows come with each, others draw one. Statements are scored with two
#: of them (`truthscore.encoder.reading`).
BUDGETS = (64, 96, 128)
#: Words below which a piece of an answer goes with the next one.
LEAST_WORDS = 3

#: The part of ConjNLI that rules made.
MADE_BY_RULES = "adversarial_train_15k"
LONGEST_PREMISE = 1_200


@dataclass(frozen=True, slots=True)
class Row:
    """`label`: `TRUE`, `NEUTRAL`, `CONTRADICTED`, or `UNTRUE` where it is not said which of the
    two. `pair`: rows of the same words beside two pages have the same one, "" has none."""

    source: str
    question: str
    passages: str
    statement: str
    label: int
    pair: str = ""
    group: str = ""


def statements(answer: str) -> list[str]:
    """The statements of an answer: its sentences, of which a short one goes with the next one of
    its line, and at the end of a line with the one before."""
    found: list[str] = []
    for line in answer.split("\n"):
        waiting, first = "", len(found)
        for piece in sentences(line):
            waiting = f"{waiting} {piece}".strip()
            if len(waiting.split()) >= LEAST_WORDS:
                found.append(waiting)
                waiting = ""
        if re.search(r"\w", waiting):
            if len(found) > first:
                found[-1] = f"{found[-1]} {waiting}"
            else:
                found.append(waiting)
    return found


class Maker:
    """Makes rows. `pieces`: the vocabulary; `rng`: draws the budget."""

    def __init__(
        self, pieces: Pieces, rng: random.Random, budgets: Sequence[int] = BUDGETS
    ) -> None:
        self._pieces, self._rng, self._budgets = pieces, rng, budgets

    def row(
        self,
        source: str,
        pages: Sequence[Sequence[Line]],
        question: str,
        statement: str,
        label: int,
        pair: str = "",
        group: str = "",
        budget: int | None = None,
    ) -> Row:
        """One row, with the passages chosen as at scoring."""
        most = budget or self._rng.choice(self._budgets)
        told = plain(statement)
        at = passages(pages, plain(question), told, self._pieces.count, most)
        text = LINE_END.join(pages[p][i].text for p, i in at)
        return Row(source, plain(question), text, told, label, pair, group)

    def answer(
        self,
        source: str,
        pages: Sequence[Sequence[Line]],
        question: str,
        answer: str,
        untrue: str | None,
        text_id: str,
        group: str,
        budget: int | None = None,
        only_untrue: bool = False,
    ) -> Iterator[Row]:
        """The statements of an answer: those with the untrue words are `UNTRUE`, others `TRUE`."""
        told = statements(answer)
        hit = _hit(told, untrue)
        for number, statement in enumerate(told):
            if only_untrue and number not in hit:
                continue
            label = UNTRUE if number in hit else TRUE
            yield self.row(
                source,
                pages,
                question,
                statement,
                label,
                f"{text_id}/{number}",
                group,
                budget,
            )


def _hit(told: Sequence[str], untrue: str | None) -> set[int]:
    if not untrue:
        return set()
    hit = {at for at, each in enumerate(told) if untrue in each}
    if hit:
        return hit
    words = untrue.split()
    share = [sum(word in each for word in words) / len(words) for each in told]
    return {max(range(len(told)), key=lambda at: share[at])} if told else set()


def page_lines(context: Sequence[Mapping[str, Any]]) -> list[tuple[Line, ...]]:
    """The lines of each document."""
    return [lines_of(shown(each.get("text", "")).text, each.get("title") or "") for each in context]


def items(data: Path, name: str) -> list[dict[str, Any]]:
    """The items of a file of `natural`."""
    return items_of(data / "natural" / f"{name}.jsonl.gz")


def _counted(data: Path) -> Iterator[dict[str, Any]]:
    """The invented items that are counted: those of the public set's test part, and those that are
    asked across languages."""
    yield from items(data, "cross")
    yield from (item for item in items(data, "invented") if part_of(item["vendor"]) == "test")


def natural_rows(data: Path, make: Maker) -> Iterator[Row]:
    """The rows for training of `natural`: of no page that is counted anywhere."""
    counted = {item["context"][item["page"]]["text"] for item in _counted(data)}
    for name in ("train_nl", "train_en", "invented"):
        for item in items(data, name):
            if item["context"][item["page"]]["text"] not in counted:
                yield from with_each_budget(make, item, name)


def with_each_budget(make: Maker, item: Mapping[str, Any], name: str) -> Iterator[Row]:
    """The rows of an item for training, with passages of each budget in a group of its own, so that
    a row seen again is not the same."""
    for budget in BUDGETS:
        yield from of_item(make, {**item, "id": f"{item['id']} {budget}"}, name, budget)


def of_item(make: Maker, item: Mapping[str, Any], name: str, budget: int) -> Iterator[Row]:
    """The rows of an item of `natural`: each text beside each page that says something of it, with
    passages of `budget` pieces."""
    pages, question, group = page_lines(item["context"]), item["question"], item["id"]
    for at, text in enumerate(item["true"]):
        yield from make.answer(name, pages, question, text, None, f"{group}/t{at}", group, budget)
    for at, lie in enumerate(item["lies"]):
        text_id = f"{group}/l{at}"
        yield from make.answer(
            name, pages, question, lie["text"], lie["untrue"], text_id, group, budget
        )
        if not lie["edit"]:
            continue
        turned = page_lines(edited(item["context"], item["page"], lie["edit"]))
        told = statements(lie["text"])
        for number in sorted(_hit(told, lie["untrue"])):
            yield make.row(
                f"{name} edited",
                turned,
                question,
                told[number],
                TRUE,
                f"{text_id}/{number}",
                group,
                budget,
            )
        for which, broken in enumerate(lie["edit"]["breaks"]):
            if broken:
                yield from make.answer(
                    f"{name} edited",
                    turned,
                    question,
                    item["true"][which],
                    broken,
                    f"{group}/t{which}",
                    group,
                    budget,
                    only_untrue=True,
                )


def entailment(data: Path) -> Iterator[Row]:
    """The general pairs; a premise of more than `LONGEST_PREMISE` characters is cut."""
    labels = {"entailment": TRUE, "neutral": NEUTRAL, "contradiction": CONTRADICTED}
    for name in ("snli_dev_test", "mnli_taxinli", "conjnli", "fool_me_twice", "summedits"):
        with gzip.open(data / "entailment" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as stream:
            for line in stream:
                row = json.loads(line)
                if name == "summedits":
                    label = TRUE if row["label"] else UNTRUE
                    text, told = row["document"], row["summary"]
                elif row["label"] in labels and row.get("part") != MADE_BY_RULES:
                    label, text, told = labels[row["label"]], row["premise"], row["hypothesis"]
                else:
                    continue
                yield Row(name, "", text[:LONGEST_PREMISE], told, label)


def ragtruth(make: Maker, data: Path) -> Iterator[Row]:
    """The statements of RAGTruth's answers, of the half that may be read: those that a span of
    made-up words reaches are `UNTRUE`."""
    settings = sets()["ragtruth_qa_train"]
    with gzip.open(data / "bench" / "ragtruth_qa_train.jsonl.gz", "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    for row in rows:
        half = half_of(source_of(row, settings["source"]), settings)
        if half == COUNTED or row["meta"].get("quality") != "good":
            continue
        pages, at = page_lines(row["context"]), 0
        for number, statement in enumerate(statements(row["answer"])):
            start = row["answer"].find(statement[:20], at)
            if start < 0:
                continue
            end = start + len(statement)
            at = start
            spans = [
                each for each in row["meta"]["spans"] if each["start"] < end and start < each["end"]
            ]
            untrue = [each for each in spans if not each.get("implicit_true")]
            if not spans or untrue:
                label = UNTRUE if untrue else TRUE
                yield make.row(
                    "ragtruth",
                    pages,
                    row["question"],
                    statement,
                    label,
                    f"{row['id']}/{number}",
                    row["id"],
                )


def rated_pairs(make: Maker, data: Path, name: str) -> Iterator[Row]:
    """The pairs of a true answer and a lie of a set of `bench`, of the half that may be read."""
    for row in rows(data / "bench", name):
        if row.half == READ and row.label is not None:
            untrue = None if row.label else row.untrue
            yield from make.answer(
                name, page_lines(row.context), row.question, row.answer, untrue, row.id, row.id
            )


def of_pairs(
    make: Maker, answers: Sequence[Answer], name: str, budget: int | None = None
) -> Iterator[Row]:
    """The rows of `kinds` and `records` as `replication.faithfulness.material` reads them."""
    for answer in answers:
        pages = [lines_of(shown(each.text).text, each.title) for each in documents(answer.context)]
        untrue = None if answer.true else answer.untrue
        for row in make.answer(
            name,
            pages,
            answer.question,
            answer.answer,
            untrue,
            answer.text_id,
            answer.group,
            budget,
        ):
            turned = answer.beside != "as given"
            at_issue = answer.untrue and row.label == UNTRUE
            if not turned or at_issue or answer.true:
                yield row
