"""What columns share."""

from __future__ import annotations

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
