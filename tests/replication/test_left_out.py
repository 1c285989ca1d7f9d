"""Two lists of pages as one by hand, and a ranker that learns what a title says."""

from __future__ import annotations

import pytest

from replication.ama.left_out import DEPTH, FEATURES, features, fused, learn, reranked
from tests.retrieve.test_finder import chunk
from truthscore.retrieve import Finder

#: Of each topic a page that names it in its title, and one that says its words more often.
TOPICS = ["reservekopie", "printer", "wachtwoord", "factuur", "levering"]
PAGES = [
    each
    for topic in TOPICS
    for each in (
        chunk(f"{topic}-a", f"Over de {topic} leest u hier.", title=f"Een {topic} instellen"),
        chunk(f"{topic}-b", f"De {topic}, elke {topic} en weer een {topic}.", title="Overzicht"),
    )
]


def test_two_lists_are_one_by_their_places() -> None:
    assert fused(["both", "one"], ["both", "two"]) == pytest.approx({
        "both": 2 / 61, "one": 1 / 62, "two": 1 / 62,
    })  # fmt: skip
    assert list(fused(["b", "c"], ["c", "b"], ["a"])) == ["b", "c", "a"]
    assert len(fused([f"{number}" for number in range(DEPTH + 1)])) == DEPTH


def test_what_was_learnt_holds_for_a_question_that_was_not_there() -> None:
    finder = Finder(PAGES)
    weights = learn(
        (each, finder.search(each, lang="nl"), f"{each}-a", "nl") for each in TOPICS[1:]
    )
    assert weights.shape == (len(FEATURES),)
    asked = TOPICS[0]
    found = finder.search(asked, lang="nl")
    assert [each.chunk.origin for each in found] == [f"{asked}-b", f"{asked}-a"]
    again = reranked(weights, asked, found, "nl")
    assert again[f"{asked}-a"] > again[f"{asked}-b"]


def test_features_by_hand() -> None:
    one = chunk("p", "printer kabel", title="printer")
    [row] = features("printer factuur", Finder([one]).search("printer", lang="nl"), "nl").tolist()
    assert row == pytest.approx([1.0, 0.5, 0.5, 1.0, 0.1098612])
    assert features("printer", [], "nl").shape == (0, len(FEATURES))


def test_no_page_among_what_was_found_teaches_nothing() -> None:
    found = Finder(PAGES).search("printer", lang="nl")
    assert learn([("printer", found, "elsewhere", "nl")]).tolist() == [0.0] * len(FEATURES)
