"""The recipe of the encoder, as far as it runs without torch: what is read, and what rows are."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from replication.encoder import made, written
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


def test_written_items_say_what_their_labels_say_they_do() -> None:
    """Each edit's words, and what it breaks, stand where they should; nothing is there twice."""
    found = written.items()
    assert len({each["id"] for each in found}) == len(found) > 700
    for item in found:
        lies = item["lies"] if "page" in item else [{**item, "text": item["lie"]}]
        assert all(lie["text"].count(lie["untrue"]) == 1 for lie in lies), item["id"]
        texts = item["true"] if "page" in item else [item["true"]]
        for edit in (lie["edit"] for lie in lies if lie["edit"]):
            broken = edit["breaks"] if "page" in item else [item["breaks"]]
            pairs = zip(broken, texts, strict=True)
            assert all(not words or text.count(words) == 1 for words, text in pairs), item["id"]
        assert len({*texts, *(lie["text"] for lie in lies)}) == len(texts) + len(lies)


def test_a_written_item_is_read_beside_its_page_and_the_edited_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "helpcentre"
    folder.mkdir()
    (tmp_path / "parallel").mkdir()
    (tmp_path / "parallel" / "nl_en.tsv.gz").write_bytes(gzip.compress(b""))
    every = [each for each in written.items() if each.get("page", "").startswith("gnome")]
    others = [each for each in written.items() if "page" not in each]
    monkeypatch.setattr(written, "items", lambda: [*every, *others])
    for lang in ("nl", "en"):
        pages = {each["page"]: each for each in every if each["lang"] == lang}
        rows = []
        for name in pages:
            edits = [lie["edit"] for e in every if e["page"] == name for lie in e["lies"]]
            told = [old for edit in edits if edit for old in edit["old"]]
            rows.append({"id": name, "title": "A page", "text": "\n\n".join(dict.fromkeys(told))})
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"gnome_{lang}.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    rows = list(written.rows(tmp_path, Maker(Pieces(Words()), random.Random(0))))
    assert {row.source.split()[0] for row in rows} == {written.NAME}
    by_pair = defaultdict(set)
    for row in rows:
        by_pair[row.pair].add(row.label > 0)
    assert sum(len(labels) == 2 for labels in by_pair.values()) > len(every)


def test_pages_of_software_begin_with_a_heading(tmp_path: Path) -> None:
    rows = [("h", "Delivery")] + [("p", "word " * 30)] * 3 + [("l", "one thing"), ("l", "another")]
    rows += [("p", "word " * 60), ("h", "Returns"), ("p", "word " * 20)]
    path = tmp_path / "nl_en.tsv.gz"
    lines = "".join(f"workfront\t{kind}\tx\t{text.strip()}\n" for kind, text in rows)
    path.write_bytes(gzip.compress(lines.encode()))
    [page] = written._software(path, "en").values()
    assert (page["id"], page["title"]) == ("workfront_en:0", "Delivery")
    assert page["text"].startswith("# Delivery\n\nword word")
    assert "\n\n- one thing\n- another\n\n" in page["text"]
    assert "Returns" not in page["text"]


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
