"""A second look at what was found: the order is the ranker's, the roles are the retriever's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.retrieve.test_finder import chunk
from truthscore.errors import InputError
from truthscore.retrieve import Finder, Found, LinearRanker, Reranked, learn
from truthscore.retrieve.rerank import FEATURES, features

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


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(PAGES)


@pytest.fixture(scope="module")
def ranker(finder: Finder) -> LinearRanker:
    return learn(
        (topic, finder.search(topic, lang="nl"), f"{topic}-a", "nl") for topic in TOPICS[1:]
    )


def test_what_was_learnt_holds_for_a_question_that_was_not_there(
    finder: Finder, ranker: LinearRanker
) -> None:
    asked = TOPICS[0]
    assert finder.search(asked, lang="nl")[0].chunk.origin == f"{asked}-b"
    again = Reranked(finder, ranker).search(asked, lang="nl")
    assert [each.chunk.origin for each in again] == [f"{asked}-a", f"{asked}-b"]
    assert Reranked(finder, ranker).search(asked, lang="nl", top=1) == again[:1]


def test_the_same_judgements_give_the_same_weights(finder: Finder, ranker: LinearRanker) -> None:
    judged = [(topic, finder.search(topic, lang="nl"), f"{topic}-a", "nl") for topic in TOPICS[1:]]
    assert learn(judged) == ranker
    assert len(ranker.weights) == len(FEATURES)


def test_a_ranker_may_be_any_function_and_ties_are_by_id(finder: Finder) -> None:
    def alike(_: str, found: Sequence[Found], __: str | None = None) -> Sequence[float]:
        return [0.5 for _ in found]

    found = Reranked(finder, alike).search("printer", lang="nl")
    assert [each.chunk.origin for each in found] == ["printer-a", "printer-b"]


def test_a_ranker_sees_only_what_the_asker_may() -> None:
    seen: list[str] = []

    def look(_: str, found: Sequence[Found], __: str | None = None) -> Sequence[float]:
        seen.extend(each.chunk.origin for each in found)
        return [each.score for each in found]

    hidden = [chunk("open", "De printer staat hier."), chunk("shut", "De printer.", roles=("hr",))]
    Reranked(Finder(hidden), look).search("printer", lang="nl", roles=())
    assert seen == ["open"]


def test_features_are_shares_and_nothing_found_is_nothing(finder: Finder) -> None:
    rows = features("een printer instellen", finder.search("printer", lang="nl"), "nl")
    assert all(0.0 <= value <= 1.0 for row in rows for value in row)
    assert features("printer", [], "nl") == []
    assert Reranked(finder, LinearRanker((1.0,) * 5)).search("zwembad", lang="nl") == ()


def test_no_page_among_what_was_found_teaches_nothing(finder: Finder) -> None:
    with pytest.raises(InputError, match="no question has its page"):
        learn([("printer", finder.search("printer", lang="nl"), "elders", "nl")])
