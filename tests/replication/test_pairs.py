"""The written pairs are complete and honest about numbers; the script runs."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from replication.auc import auc
from replication.pairs.run import KINDS, Row, main, pairs_of, read, wrong

ROWS = read()
FIELDS = {
    "id", "pair", "lang", "question", "answer", "context", "label", "kind", "half",
}  # fmt: skip
WORDS = {
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien",
    "en": "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
}
#: A week is 7 days and a day 24 hours: "two weeks" says what "14 days" says.
FACTORS = (1, 7, 24)


def numbers(text: str, lang: str) -> set[int]:
    """Whole numbers in figures or words, without the numbers of steps."""
    text = re.sub(r"(?m)^\d+\. ", "", text.lower())
    figures = {int(re.sub(r"[.,]", "", each)) for each in re.findall(r"\d+(?:[.,]\d+)*", text)}
    known = {word: value for value, word in enumerate(WORDS[lang].split(), start=2)}
    return figures | {known[word] for word in re.findall(r"\w+", text) if word in known}


def test_ids_are_unique_and_pairs_complete() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 300
    by_pair = Counter((row["pair"], row["label"]) for row in ROWS)
    assert set(by_pair.values()) == {1}
    assert len({pair for pair, _ in by_pair}) == 150
    for row in ROWS:
        assert set(row) == FIELDS
        assert row["id"] == f"{row['pair']}-{'true' if row['label'] else 'lie'}"


def test_halves_are_by_page_and_equal() -> None:
    counted = Counter((row["half"], row["lang"]) for row in ROWS)
    assert counted == {
        ("dev", "nl"): 100,
        ("test", "nl"): 100,
        ("dev", "en"): 50,
        ("test", "en"): 50,
    }
    pages = {half: {page["id"] for row in ROWS if row["half"] == half for page in row["context"]}
             for half in ("dev", "test")}  # fmt: skip
    assert not pages["dev"] & pages["test"]
    assert len(pages["dev"]) == len(pages["test"]) == 15


def test_kinds_are_known_and_spread_evenly() -> None:
    counted = Counter(true["kind"] for true, _ in pairs_of(ROWS))
    assert set(counted) == set(KINDS)
    assert max(counted.values()) - min(counted.values()) <= 1


def test_twins_differ_in_their_answer_only() -> None:
    for true, lie in pairs_of(ROWS):
        assert true["answer"].strip()
        assert lie["answer"].strip()
        assert true["answer"] != lie["answer"]
        for field in FIELDS - {"id", "answer", "label"}:
            assert true[field] == lie[field], (true["pair"], field)


def test_every_row_has_its_page_and_half_of_them_another() -> None:
    for row in ROWS:
        ids = [page["id"] for page in row["context"]]
        assert ids[0] == row["pair"].rpartition("-")[0]
        assert len(set(ids)) == len(ids) <= 2
        assert all(page["title"] and 90 <= len(page["text"].split()) <= 200
                   for page in row["context"])  # fmt: skip
    with_two = sum(len(row["context"]) == 2 for row in ROWS)
    assert abs(with_two - len(ROWS) / 2) <= len(ROWS) / 100


def test_no_true_answer_is_copied() -> None:
    for true, _ in pairs_of(ROWS):
        page = " ".join(true["context"][0]["text"].split())
        assert " ".join(true["answer"].split()) not in page


def test_true_answers_have_no_number_of_their_own() -> None:
    for true, _ in pairs_of(ROWS):
        known = numbers(true["context"][0]["text"], true["lang"])
        for value in numbers(true["answer"], true["lang"]):
            assert {value * factor for factor in FACTORS} & known, (true["id"], value)


def test_auc_counts_equal_scores_half() -> None:
    assert auc([4.0, 3.0], [3.0, 1.0]) == (1 + 1 + 0.5 + 1) / 4


def row(pair: str, label: int) -> Row:
    return {"id": f"{pair}-{label}", "pair": pair, "label": label, "kind": "who",
            "question": "q", "answer": f"a{label}"}  # fmt: skip


def test_the_wrong_side() -> None:
    rows = [row(pair, label) for pair in "abc" for label in (1, 0)]
    scores = {"a-1": 4.0, "a-0": 2.0, "b-1": 2.5, "b-0": 2.7, "c-1": 4.5, "c-0": 3.0}
    assert wrong(rows, scores) == [
        "2.50 true b-1: q | a1",
        "2.70 lie  b-0 (who, twin 2.50): q | a0",
        "3.00 lie  c-0 (who, twin 4.50): q | a0",
    ]


def test_the_script_prints_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    four = [row for row in ROWS if row["half"] == "dev" and row["lang"] == "nl"][:4]
    data = tmp_path / "four.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in four), encoding="utf-8")
    main(["--data", str(data), "--half", "dev", "--rows"])
    printed = capsys.readouterr().out
    assert "4 rows, 0 without a score" in printed
    assert re.search(r"(?m)^nl   all +2 ", printed)
    assert re.search(r"(?m)^both who +1 ", printed)
    assert "wrong side, dev" in printed
