"""Pages into chunks: slices, whole rows and steps, nothing lost."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.errors import InputError
from truthscore.retrieve.chunking import PRESETS, Cutting, chunks
from truthscore.text.markup import normalise
from truthscore.text.pieces import WORD
from truthscore.types import ContextDocument

SMALL = Cutting(words=8, overlap=3, characters=80)


def cut(text: str, cutting: Cutting = SMALL) -> list[str]:
    page = ContextDocument(id="p", text=text, title="T")
    return [each.text for each in chunks(page, cutting)]


def test_sentences_stay_whole_and_the_end_of_one_chunk_begins_the_next() -> None:
    text = "The door opens at nine. It is blue. The bell rings at ten. We close at six."
    assert cut(text) == [
        "The door opens at nine. It is blue.",
        "It is blue. The bell rings at ten.",
        "We close at six.",
    ]


def test_a_table_and_steps_stay_whole_where_they_fit() -> None:
    table = "| Size | Price |\n| --- | --- |\n| small | two |\n| large | six |"
    steps = "1. Open the door.\n2. Ring the bell."
    assert cut(f"One line of text here.\n\n{table}\n\n{steps}") == [
        "One line of text here.",
        table,
        steps,
    ]


def test_a_table_wider_than_a_chunk_is_cut_between_its_rows() -> None:
    rows = [f"| {each} blue | green black |" for each in "abcdef"]
    made = cut("\n".join(rows))
    assert len(made) == 3
    assert [row for each in made for row in each.split("\n")] == rows


def test_a_list_longer_than_a_chunk_is_cut_between_its_steps() -> None:
    first, second = "1. Open the door.\n\n   It is blue.", "2. Ring the bell.\n\n   Wait for us."
    assert cut(f"{first}\n{second}") == [first, second]


def test_a_step_longer_than_a_chunk_is_cut_between_what_is_below_it() -> None:
    parts = [
        "1. Choose one of these:",
        "- a key\n     for the blue door,",
        "- a bell\n     to ring.",
    ]
    made = cut("\n   ".join(parts), Cutting(words=6, overlap=0, characters=80))
    assert [each.strip() for each in made] == parts


def test_lists_of_many_depths_are_cut_in_linear_time() -> None:
    text = "\n".join(f"{' ' * depth}- a" for depth in (*range(600), *range(600, 0, -1)))
    started = time.perf_counter()
    assert sum(each.count("a") for each in cut(text)) == 1200
    assert time.perf_counter() - started < 2


def test_a_heading_goes_with_what_stands_below_it() -> None:
    text = "# Doors\n\nAll of the doors are blue here.\n\n## Keys\n\nAsk for a key at the desk."
    page = ContextDocument(id="p", text=text, title="Doors", roles=("staff",), lang="en")
    first, second = chunks(page, SMALL)
    assert (first.text, first.headings, first.id) == (
        "# Doors\n\nAll of the doors are blue here.", (), "p#0",
    )  # fmt: skip
    assert (second.text, second.headings) == ("## Keys\n\nAsk for a key at the desk.", ("Doors",))
    assert {first.roles, second.roles} == {("staff",)}


def test_a_code_block_is_no_table_and_no_heading() -> None:
    code = "```\n# no heading\n| no | table |\n```"
    assert cut(f"Some text.\n\n{code}", PRESETS["A"]) == [f"Some text.\n\n{code}"]


def test_a_sentence_longer_than_a_chunk_is_cut_between_words() -> None:
    text = " ".join(f"word{n}" for n in range(20)) + "."
    made = cut(text)
    assert " ".join(made) == text
    assert all(len(each) <= SMALL.characters for each in made)


def test_a_word_longer_than_a_chunk_is_cut() -> None:
    assert cut("a" * 200) == ["a" * 80, "a" * 80, "a" * 40]


@pytest.mark.parametrize("text", ["", "  \n\n", "---", "| | |\n|---|---|"])
def test_a_page_without_a_word_has_none(text: str) -> None:
    assert cut(text) == []


@pytest.mark.parametrize("sizes", [(0, 0, 10), (10, 10, 10), (10, -1, 10), (10, 0, 0)])
def test_lengths_that_cannot_be_are_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="expected lengths from 1"):
        Cutting(words=sizes[0], overlap=sizes[1], characters=sizes[2])


LINES = st.sampled_from([
    "", "# Head", "## Sub head", "One sentence. And another one, longer than that! Yes?",
    "| a b | c d e |", "| --- | --- |", "1. First open this.", "2. Then close it.", "- a bullet",
    "   more of it", "   - below", "     far below", "```", "x" * 120,
    "Een zin met éen accent.", "...", "​",
])  # fmt: skip


@given(st.lists(LINES, max_size=30), st.integers(1, 30), st.integers(0, 29), st.integers(5, 200))
def test_every_chunk_is_a_slice_and_every_word_is_in_one(
    lines: list[str], words: int, overlap: int, characters: int
) -> None:
    cutting = Cutting(words=words, overlap=min(overlap, words - 1), characters=characters)
    page = ContextDocument(id="p", text="\n".join(lines))
    text = normalise(page.text)
    made = list(chunks(page, cutting))
    covered = bytearray(len(text))
    for number, each in enumerate(made):
        assert each.text == text[each.span.start : each.span.end]
        assert each.local == number
        assert len(each.text) <= characters
        covered[each.span.start : each.span.end] = b"\1" * len(each.text)
    assert [each.span.start for each in made] == sorted({each.span.start for each in made})
    for word in WORD.finditer(text):
        assert all(covered[word.start() : word.end()])
    assert made == list(chunks(page, cutting))


@pytest.mark.slow
def test_a_page_of_five_megabytes_is_cut_in_seconds() -> None:
    line = "The door opens at nine in the morning. | no table | It closes at six.\n\n"
    text = line * (5_000_000 // len(line))
    start = time.perf_counter()
    made = cut(text, PRESETS["C"])
    assert time.perf_counter() - start < 20
    assert len(re.findall("opens", "".join(made))) >= text.count("opens")


def test_space_before_a_long_word_makes_no_chunk_longer() -> None:
    cutting = Cutting(words=5, overlap=0, characters=20)
    assert [len(each) for each in cut("\u3000" + "x" * 45, cutting)] == [20, 20, 5]
