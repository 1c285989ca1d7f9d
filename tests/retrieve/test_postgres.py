"""Chunks in a real PostgreSQL: found by their words, and never what the asker may not see."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.errors import InputError, ResourceError
from truthscore.retrieve.postgres import LONGEST_NAME, PostgresFinder, keep
from truthscore.retrieve.retriever import Chunk, Found, Retriever
from truthscore.types import Span

pytestmark = pytest.mark.slow

NAMES = (f"chunks {number}" for number in count())
TEXTS = {
    "backup": "Zet een reservekopie van uw bestanden op een andere schijf.",
    "print": "Druk een factuur dubbelzijdig af met de printer.",
    "login": "Meld u aan met uw wachtwoord en de code op uw telefoon.",
}


def chunk(
    origin: str, text: str, local: int = 0, roles: tuple[str, ...] | None = None,
    lang: str | None = "nl", title: str = "", headings: tuple[str, ...] = (),
) -> Chunk:  # fmt: skip
    return Chunk(
        origin=origin, local=local, title=title, headings=headings, text=text, roles=roles,
        lang=lang, span=Span(source=origin, start=0, end=len(text)),
    )  # fmt: skip


@pytest.fixture(scope="session")
def url(postgres: str) -> str:
    return postgres.replace("+psycopg", "") + "/postgres"


@pytest.fixture(scope="session")
def finder(url: str) -> Iterator[PostgresFinder]:
    with made(url, [chunk(name, text) for name, text in TEXTS.items()]) as found:
        yield found


def made(url: str, chunks: Iterable[Chunk]) -> PostgresFinder:
    name = next(NAMES)
    keep(url, chunks, name)
    return PostgresFinder(url, name)


def ids(finder: Retriever, question: str, **settings: object) -> list[str]:
    return [each.chunk.id for each in finder.search(question, **settings)]  # type: ignore[arg-type]


def test_a_word_of_the_chunk_finds_it_in_any_form(finder: PostgresFinder) -> None:
    assert ids(finder, "Waar bewaar ik een RESERVEKOPIE?", lang="nl") == ["backup#0"]
    assert ids(finder, "printers", lang="nl") == ["print#0"]
    assert ids(finder, "de van en het op", lang="nl") == []
    assert ids(finder, "", lang="nl") == []


def test_an_english_question_finds_a_dutch_page(finder: PostgresFinder) -> None:
    assert ids(finder, "How do I print an invoice?", lang="en")[0] == "print#0"


def test_chunks_come_back_as_they_were(url: str) -> None:
    one = Chunk(
        origin="p'\"\\%s", local=3, title="T", headings=("A", "B"), text="een kopie\n\ttab",
        span=Span(source="p", start=2**40, end=2**40 + 14), roles=("hr", "lead"), lang=None,
    )  # fmt: skip
    with made(url, [one]) as finder:
        [found] = finder.search("kopie", roles=["lead"])
    assert found.chunk == one
    assert found.score > 0


def test_title_and_headings_are_searched(url: str) -> None:
    one = chunk("a", "Klik op Opslaan.", title="Printer", headings=("Papier",))
    with made(url, [one, chunk("b", "Klik op Wis.")]) as finder:
        assert ids(finder, "printer", lang="nl") == ids(finder, "papier", lang="nl") == ["a#0"]


def test_of_a_page_its_best_chunk_and_equal_ones_by_id(url: str) -> None:
    told = "De bakker bakt brood."
    chunks = [chunk(name, told, local) for name in ("B", "a", "A") for local in (10, 9)]
    with made(url, [*chunks, chunk("B", "De slager en de bakker, bakker.", 2)]) as finder:
        assert ids(finder, "bakker", lang="nl") == ["B#2", "A#9", "a#9"]
        assert ids(finder, "bakker", lang="nl", top=2) == ["B#2", "A#9"]


def test_languages_without_a_dictionary_are_found_by_words_as_they_are(url: str) -> None:
    texts = [chunk("d", "Drucken Sie", lang="de"), chunk("n", "Drucken Sie", lang=None)]
    with made(url, texts) as finder:
        assert ids(finder, "drucken", lang="de") == ["d#0", "n#0"]


def test_roles(url: str) -> None:
    with made(url, [
        chunk("all", "kopie voor iedereen"), chunk("hr", "kopie voor hr", roles=("hr",)),
        chunk("none", "kopie voor niemand", roles=()),
    ]) as finder:  # fmt: skip
        assert ids(finder, "kopie", lang="nl") == ["all#0"]
        assert sorted(ids(finder, "kopie", lang="nl", roles={"hr"})) == ["all#0", "hr#0"]
        assert sorted(ids(finder, "kopie", lang="nl", roles={"hr", "x"})) == ["all#0", "hr#0"]
        assert ids(finder, "kopie", lang="nl", roles={"x"}) == []
        assert ids(finder, "kopie", lang="nl", roles={"\0", "hr'--"}) == []
        assert ids(finder, "kopie", lang="nl", roles={"\0"}) == []
        assert len(ids(finder, "kopie", lang="nl", roles=None)) == 3


def test_in_2_500_random_cases_nothing_hidden_is_found_nor_changes_a_score(url: str) -> None:
    draw = random.Random(45)
    words = [f"woord{letter}{other}" for letter in "abcdef" for other in "xyz"]
    names = ("hr", "finance", "lead")
    for _ in range(5):  # a database each, for every set of roles
        chunks = [
            chunk(
                f"p{number}", " ".join(draw.choices(words, k=6)),
                roles=draw.choice([None, (), (draw.choice(names),), tuple(draw.sample(names, 2))]),
            )
            for number in range(12)
        ]  # fmt: skip
        known = {role for each in chunks for role in each.roles or ()}
        finder = made(url, chunks)
        alone: dict[frozenset[str], PostgresFinder] = {}
        for _ in range(500):
            roles = frozenset(role for role in (*names, "other") if draw.random() < 0.4)
            may = [
                each for each in chunks
                if (not roles or roles & known) and (each.roles is None or roles & set(each.roles))
            ]  # fmt: skip
            if roles not in alone:
                alone[roles] = made(url, may)
            question = " ".join(draw.choices(words, k=2))
            found = finder.search(question, roles=roles, lang="nl")
            assert {each.chunk.id for each in found} <= {each.id for each in may}
            assert found == alone[roles].search(question, roles=None, lang="nl")
        for each in (finder, *alone.values()):
            each.close()


@given(question=st.text(), role=st.text(), lang=st.sampled_from(["nl", "en", "xx", None]))
def test_no_question_is_read_as_a_command(
    finder: PostgresFinder, question: str, role: str, lang: str | None
) -> None:
    assert set(ids(finder, question, lang=lang)) <= {f"{name}#0" for name in TEXTS}
    assert ids(finder, question, roles=[role], lang=lang) == []


@pytest.mark.parametrize(
    "question",
    ["'; DROP TABLE x; --", "kopie' | 'x", "a & b | !c <-> d:*", "\\", "%s %(x)s", "\ud800", "x\0y",
     "kopie " * 500_000],
)  # fmt: skip
def test_odd_questions_are_asked(finder: PostgresFinder, question: str) -> None:
    found: tuple[Found, ...] = finder.search(f"reservekopie {question}", lang="nl")
    assert [each.chunk.id for each in found] == ["backup#0"]


def test_what_cannot_be_kept_is_told_and_what_was_there_stays(url: str) -> None:
    table = next(NAMES)
    keep(url, [chunk("a", "kopie")], table)
    with PostgresFinder(url, table) as finder:
        with pytest.raises(InputError, match=r"there twice.*a#0"):
            keep(url, [chunk("a", "x"), chunk("a", "y")], table)
        with pytest.raises(InputError, match="'a#0' has a NUL"):
            keep(url, [chunk("a", "x\0")], table)
        with pytest.raises(InputError, match="too long for PostgreSQL"):
            keep(url, [chunk("a", " ".join(map(str, range(300_000))))], table)
        assert ids(finder, "kopie", lang="nl") == ["a#0"]
        assert keep(url, [chunk("b", "kopie"), chunk("c", "kopie")], table) == 2
        assert ids(finder, "kopie", lang="nl") == ["b#0", "c#0"]
        assert keep(url, [], table) == 0
        assert ids(finder, "kopie", lang="nl") == []


def test_what_cannot_be_asked_is_refused(url: str, finder: PostgresFinder) -> None:
    with pytest.raises(InputError, match="top is 0"):
        finder.search("kopie", top=0)
    with pytest.raises(InputError, match=f"1 to {LONGEST_NAME} bytes"):
        PostgresFinder(url, "x" * 60)
    with pytest.raises(ResourceError, match="no table 'nothing'"):
        PostgresFinder(url, "nothing").search("kopie", lang="nl")
    nowhere = "postgresql://me:secret@127.0.0.1:1/none"
    with pytest.raises(ResourceError, match="cannot be asked") as told:
        PostgresFinder(nowhere).search("kopie", lang="nl")
    assert "secret" not in str(told.value)
    with pytest.raises(ResourceError, match="cannot keep"):
        keep(nowhere, [])


def test_a_lost_connection_is_made_again(url: str) -> None:
    import psycopg

    with made(url, [chunk("a", "kopie")]) as finder:
        assert ids(finder, "kopie", lang="nl") == ["a#0"]
        mine = finder._connection.info.backend_pid
        with psycopg.connect(url) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", (mine,))
        assert ids(finder, "kopie", lang="nl") == ["a#0"]


def test_threads_get_what_one_gets(finder: PostgresFinder) -> None:
    asked = ["reservekopie", "printer", "wachtwoord"] * 30
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda each: ids(finder, each, lang="nl"), asked))
    assert found == [["backup#0"], ["print#0"], ["login#0"]] * 30
