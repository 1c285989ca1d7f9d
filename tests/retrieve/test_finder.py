"""Finding chunks: by their words, in another language, never what the asker may not see."""

from __future__ import annotations

import random

import pytest

from truthscore.errors import InputError
from truthscore.retrieve.finder import Finder
from truthscore.retrieve.retriever import Chunk
from truthscore.retrieve.words import rare
from truthscore.types import Span

TEXTS = {
    "backup": "Zet een reservekopie van uw bestanden op een andere schijf.",
    "print": "Druk een factuur dubbelzijdig af met de printer.",
    "login": "Meld u aan met uw wachtwoord en de code op uw telefoon.",
}


def chunk(
    origin: str, text: str, local: int = 0, roles: tuple[str, ...] | None = None,
    lang: str | None = "nl", title: str = "",
) -> Chunk:  # fmt: skip
    return Chunk(
        origin=origin, local=local, title=title, headings=(), text=text, roles=roles, lang=lang,
        span=Span(source=origin, start=0, end=len(text)),
    )  # fmt: skip


def ids(finder: Finder, question: str, **settings: object) -> list[str]:
    return [each.chunk.id for each in finder.search(question, **settings)]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(chunk(name, text) for name, text in TEXTS.items())


def test_a_word_of_the_page_finds_it(finder: Finder) -> None:
    assert ids(finder, "Waar bewaar ik een RESERVEKOPIE?", lang="nl") == ["backup#0"]


def test_common_words_find_nothing(finder: Finder) -> None:
    assert ids(finder, "de van en het op", lang="nl") == []
    assert rare("the way of the door", "en") == ["door"]


def test_an_english_question_finds_a_dutch_page(finder: Finder) -> None:
    assert ids(finder, "How do I print an invoice?", lang="en")[0] == "print#0"


def test_of_a_page_its_best_chunk_is_given() -> None:
    finder = Finder([chunk("p", "De bakker bakt brood.", 0), chunk("p", "De slager snijdt.", 1)])
    assert ids(finder, "slager", lang="nl") == ["p#1"]


def test_equal_scores_come_in_the_order_of_their_ids() -> None:
    finder = Finder([chunk(name, "De bakker bakt brood.") for name in ("c", "a", "b")])
    assert ids(finder, "bakker", lang="nl") == ["a#0", "b#0", "c#0"]
    assert ids(finder, "bakker", lang="nl", top=2) == ["a#0", "b#0"]


def test_a_title_counts_where_the_text_does_not_have_it() -> None:
    finder = Finder([chunk("a", "Klik op Opslaan.", title="Printer"), chunk("b", "Klik op Wis.")])
    assert ids(finder, "printer", lang="nl") == ["a#0"]


def test_an_empty_index_and_an_empty_question_find_nothing(finder: Finder) -> None:
    assert ids(Finder([]), "kopie") == []
    assert ids(finder, "") == []
    assert ids(finder, "?!") == []


def test_what_cannot_be_asked_is_refused(finder: Finder) -> None:
    with pytest.raises(InputError, match="top is 0"):
        finder.search("kopie", top=0)
    with pytest.raises(InputError, match="chunk 'a#0' is there twice"):
        Finder([chunk("a", "x"), chunk("a", "y")])


def test_roles() -> None:
    finder = Finder([
        chunk("all", "kopie voor iedereen"), chunk("hr", "kopie voor hr", roles=("hr",)),
        chunk("none", "kopie voor niemand", roles=()),
    ])  # fmt: skip
    assert ids(finder, "kopie", lang="nl") == ["all#0"]
    assert sorted(ids(finder, "kopie", lang="nl", roles={"hr"})) == ["all#0", "hr#0"]
    assert sorted(ids(finder, "kopie", lang="nl", roles={"hr", "nobody"})) == ["all#0", "hr#0"]
    assert ids(finder, "kopie", lang="nl", roles={"nobody"}) == []
    assert len(ids(finder, "kopie", lang="nl", roles=None)) == 3


@pytest.mark.slow
def test_in_10_000_random_cases_nothing_hidden_is_found_nor_changes_a_score() -> None:
    draw = random.Random(45)
    words = [f"woord{letter}{other}" for letter in "abcdef" for other in "xyz"]
    names = ("hr", "finance", "lead")
    cases = 0
    while cases < 10_000:
        made = [
            chunk(
                f"p{number}", " ".join(draw.choices(words, k=6)),
                roles=draw.choice([None, (), (draw.choice(names),), tuple(draw.sample(names, 2))]),
            )
            for number in range(12)
        ]  # fmt: skip
        finder = Finder(made)
        known = {role for each in made for role in each.roles or ()}
        alone: dict[frozenset[str], Finder] = {}
        for _ in range(50):
            roles = frozenset(role for role in (*names, "other") if draw.random() < 0.4)
            may = [
                each for each in made
                if (not roles or roles & known)
                and (each.roles is None or roles & set(each.roles))
            ]  # fmt: skip
            question = " ".join(draw.choices(words, k=2))
            found = finder.search(question, roles=roles, lang="nl")
            assert {each.chunk.id for each in found} <= {each.id for each in may}
            if roles not in alone:
                alone[roles] = Finder(may)
            assert found == alone[roles].search(question, roles=None, lang="nl")
            cases += 1
