"""The material of answers in own words, and what is reckoned of it, on three made-up items."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from replication.faithfulness import figures, fit, material
from replication.faithfulness.figures import Scored

ITEM = {
    "id": "x1", "lang": "nl", "vendor": "made up", "question": "Hoe lang duurt het?", "page": 0,
    "context": [{
        "id": "p", "title": "Levering",
        "text": "Levering duurt twee dagen in heel Nederland. Wij bellen u een dag van tevoren op. "
                "De bezorger neemt oude apparaten mee.",
    }],
    "true": ["Twee dagen. Wij bellen u.", "Na twee dagen is het er."],
    "lies": [{
        "text": "Het duurt vier dagen. Wij bellen u.", "kind": "number", "untrue": "vier dagen",
        "edit": {"old": ["twee dagen"], "new": ["vier dagen"], "breaks": ["Twee dagen", None]},
    }],
}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "natural").mkdir()
    with gzip.open(tmp_path / "natural" / "dev_nl.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(ITEM) + "\n")
    return tmp_path


def test_a_page_that_is_edited_turns_the_lie_and_the_broken_answer_round(data: Path) -> None:
    found = material.natural(data, "dev_nl")
    told = {(each.text_id, each.beside): each.true for each in found}
    assert told == {
        ("x1/true0", "as given"): True,
        ("x1/true1", "as given"): True,
        ("x1/lie0", "as given"): False,
        ("x1/lie0", "edited page"): True,
        ("x1/true0", "edited page"): False,
    }
    [turned] = [e for e in found if e.beside == "edited page" and e.true]
    assert "vier dagen" in turned.context[0]["text"]


def test_an_untrue_sentence_stands_alone_and_behind_copied_ones(data: Path) -> None:
    found = [each for each in material.behind_copied(data, "dev_nl", 1) if not each.true]
    assert [each.copied for each in found] == [0, 1, 2, 3]
    assert found[0].answer == "Het duurt vier dagen."
    page = ITEM["context"][0]["text"]  # type: ignore[index]
    assert found[3].answer.removesuffix(" Het duurt vier dagen.") == page


def test_two_pages_compare_the_same_words_alone(data: Path) -> None:
    scored = [
        Scored(answer=each, stars=5.0 if each.true else 1.0, sent=each.true)
        for each in material.natural(data, "dev_nl")
    ]
    assert figures.two_pages(scored) == "AUC 1.000  pairs 1.000  (2)"
    assert figures.sent(scored) == "sent: true 1.000, lies 0.000"


def test_no_weight_falls_below_nothing() -> None:
    rng = np.random.default_rng(0)
    untrue = rng.integers(0, 2, 200).astype(float)
    inputs = np.column_stack([np.ones(200), untrue + rng.normal(size=200), -untrue])
    base, helps, hurts = fit._fitted(inputs, untrue, ["a"] * 200, free=1)
    assert helps > 0.0
    assert hurts == 0.0
    assert base < helps
