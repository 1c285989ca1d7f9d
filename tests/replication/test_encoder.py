"""The recipe of the encoder, as far as it runs without torch: what is read, and what rows are."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from replication.encoder import made
from replication.encoder.crossed import crossed, faulty
from replication.encoder.material import (
    BUDGETS,
    TRUE,
    UNTRUE,
    Maker,
    natural_rows,
    statements,
)
from replication.encoder.prepare import published
from replication.faithfulness_nl.split import items
from truthscore.encoder.passages import LINE_END
from truthscore.encoder.pieces import Pieces


class Words:
    """A vocabulary of which each word is a piece."""

    def encode(self, text: str) -> list[int]:
        return [7] * len(text.split())


def test_statements_of_an_answer() -> None:
    answer = "Ja. Dat kan binnen 14 dagen. Daarna niet meer, helaas.\n- Kies **Nieuw** en dan OK."
    assert statements(answer) == [
        "Ja. Dat kan binnen 14 dagen.", "Daarna niet meer, helaas.", "- Kies **Nieuw** en dan OK.",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_fault_changes_the_sentence(language: str) -> None:
    told = {"nl": "U kunt minimaal 3 bestanden kiezen.", "en": "You can choose at least 3 files."}
    found = {faulty(told[language], language, "", random.Random(n)) for n in range(40)}
    assert len(found) > 3
    assert told[language] not in found


def test_the_same_words_are_true_and_untrue_beside_two_pages() -> None:
    text = [
        ("p", f"Knop {n} kost {n} euro per maand.", f"Button {n} costs {n} euros a month.")
        for n in range(60)
    ]
    rows = list(crossed(text, random.Random(0), 60))
    by_pair: dict[str, set[int]] = {}
    for row in rows:
        by_pair.setdefault(row.pair, set()).add(int(row.label > 0))
    assert sum(len(labels) == 2 for labels in by_pair.values()) > 20
    assert all(
        row.statement not in row.passages.split(LINE_END) for row in rows if row.source == "crossed"
    )


def test_made_items_have_two_pages_and_balanced_labels() -> None:
    items = made.items()
    counts = Counter((item["kind"], item["lang"]) for item in items)
    assert len(counts) == 42
    assert set(counts.values()) == {400, 1_200}
    labels = Counter(label for item in items for _, *told in item["statements"] for label in told)
    assert 0.45 < labels[1] / (labels[0] + labels[1]) < 0.55
    assert all(len(item["pages"]) == 2 and item["pages"][0] != item["pages"][1] for item in items)
    make = Maker(Pieces(Words()), random.Random(0))
    rows = [row for item in items[::900] for row in made.rows_of(item, make, "g", random.Random(0))]
    assert {row.label for row in rows} == {TRUE, UNTRUE}
    assert all(row.passages and row.statement for row in rows)


def test_held_back_items_and_the_public_test_part_are_not_trained_on() -> None:
    held, trained = ({json.dumps(item) for item in part} for part in (made.held(), made.trained()))
    assert held
    assert held.isdisjoint(trained)
    assert held | trained == {json.dumps(item) for item in made.items()}
    pages = [{each["context"][0]["text"] for each in published(part)} for part in ("train", "test")]
    assert all(pages)
    assert pages[0].isdisjoint(pages[1])


def test_what_a_page_is_counted_on_is_not_trained_on(tmp_path: Path) -> None:
    (tmp_path / "natural").mkdir()
    found = {name: [] for name in ("train_nl", "train_en", "invented", "cross")}
    invented = [*items("nl", "train")[:3], *items("nl", "test")[:2]]
    found["invented"] = [{**each, "vendor": each["domain"]} for each in invented]
    found["cross"] = [found["invented"][0]]
    for name, rows in found.items():
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / "natural" / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    make = Maker(Pieces(Words()), random.Random(0))
    trained = {row.group for row in natural_rows(tmp_path, make)}
    assert trained == {f"{each['id']} {budget}" for each in invented[1:3] for budget in BUDGETS}
