"""What columns share, the words of some tokens, and the tokens among some characters."""

from __future__ import annotations

from tests.builders import read
from truthscore.text.model import SHARED_NUMBERS, shared, shared_numbers


def test_equal_words_and_numbers_are_one_object() -> None:
    offsets = [int(each) for each in ("7", "1000", "1000", "65535")]
    first, second = shared_numbers(offsets), shared_numbers(iter(offsets))
    assert first == second == (7, 1000, 1000, 65535)
    assert all(one is other for one, other in zip(first, second, strict=True))
    made = "".join(["ver", "lof"])
    assert shared([made])[0] is shared(["".join(["verl", "of"])])[0]


def test_a_number_of_a_very_long_page_is_itself() -> None:
    assert shared_numbers([SHARED_NUMBERS - 1, SHARED_NUMBERS, 10**9]) == (65535, 65536, 10**9)
    assert shared_numbers([]) == ()


def test_words_are_told_as_they_stand_there_and_as_lemmas() -> None:
    parsed = read("De facturen betaalt u.", lemmas={"facturen": "factuur", "betaalt": "betalen"})
    assert parsed.words_at(range(1, 3)) == {"facturen", "factuur", "betaalt", "betalen"}
    assert parsed.words_at(range(1, 3)) == parsed.words_at([1, 2]) == parsed.words_at(iter((2, 1)))
    assert parsed.words_at((0,)) == {"de"}
    assert parsed.words_at(range(2, 2)) == parsed.words_at(()) == set()


def test_tokens_within_characters_begin_there() -> None:
    parsed = read("Klein: drie dagen")
    assert parsed.tokens_within(0, 7) == range(2)
    assert parsed.tokens_within(7, 17) == range(2, 4)
    assert parsed.tokens_within(1, 5) == range(1, 1)
