"""Documents by content: computed once, forgotten in order of use, shared by threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.cache import Cache


class Maker:
    """Squares, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []

    def __call__(self, keys: list[int]) -> list[int]:
        self.calls.append(list(keys))
        return [key * key for key in keys]


def test_only_what_is_lacking_is_made_and_in_one_call() -> None:
    cache, make = Cache[int, int](10), Maker()
    assert cache.get_all([1, 2], make) == {1: 1, 2: 4}
    assert cache.get_all([2, 3, 1, 4], make) == {2: 4, 3: 9, 1: 1, 4: 16}
    assert make.calls == [[1, 2], [3, 4]]


def test_a_key_asked_twice_is_made_once() -> None:
    cache, make = Cache[int, int](10), Maker()
    assert cache.get_all([3, 3, 3], make) == {3: 9}
    assert make.calls == [[3]]


def test_nothing_asked_is_nothing_made() -> None:
    cache, make = Cache[int, int](10), Maker()
    assert cache.get_all([], make) == {}
    cache.get_all([1], make)
    cache.get_all([1], make)
    assert make.calls == [[1]]


def test_the_key_that_was_used_longest_ago_is_forgotten() -> None:
    cache, make = Cache[int, int](2), Maker()
    cache.get_all([1], make)
    cache.get_all([2], make)
    cache.get_all([1], make)  # 1 is now the most recent
    cache.get_all([3], make)  # 2 goes
    make.calls.clear()
    cache.get_all([1], make)
    cache.get_all([3], make)
    assert make.calls == []
    cache.get_all([2], make)
    assert make.calls == [[2]]


def test_more_keys_than_fit_are_all_answered() -> None:
    cache, make = Cache[int, int](2), Maker()
    assert cache.get_all([1, 2, 3, 4, 5], make) == {1: 1, 2: 4, 3: 9, 4: 16, 5: 25}
    make.calls.clear()
    cache.get_all([4, 5], make)
    assert make.calls == []


def test_a_maker_that_returns_too_few_is_an_error_and_leaves_no_trace() -> None:
    cache = Cache[int, int](5)
    with pytest.raises(ValueError, match="shorter"):
        cache.get_all([1, 2], lambda _: [1])
    make = Maker()
    assert cache.get_all([1, 2], make) == {1: 1, 2: 4}
    assert make.calls == [[1, 2]]


def test_a_maker_that_fails_leaves_the_cache_usable() -> None:
    cache = Cache[int, int](5)

    def fail(keys: list[int]) -> list[int]:
        raise RuntimeError(f"no {keys}")

    with pytest.raises(RuntimeError, match=r"no \[1\]"):
        cache.get_all([1], fail)
    assert cache.get_all([1], Maker()) == {1: 1}


def test_threads_get_the_right_values_while_others_are_making() -> None:
    cache = Cache[int, int](3)
    barrier = threading.Barrier(8)

    def work(start: int) -> bool:
        barrier.wait()
        make = Maker()
        return all(
            cache.get_all(keys, make) == {key: key * key for key in keys}
            for keys in ([(start + step) % 7, step % 5] for step in range(200))
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


@given(st.lists(st.lists(st.integers(0, 6), max_size=5), max_size=12), st.integers(1, 4))
def test_the_size_never_changes_an_answer(rounds: list[list[int]], size: int) -> None:
    cache = Cache[int, int](size)
    for keys in rounds:
        assert cache.get_all(keys, Maker()) == {key: key * key for key in keys}


def test_looking_makes_nothing_and_counts_as_use() -> None:
    cache, make = Cache[int, int](2), Maker()
    assert cache.get(1) is None
    cache.get_all([1, 2], make)
    assert cache.get(1) == 1
    cache.get_all([3], make)
    assert (cache.get(2), cache.get(1), cache.get(3)) == (None, 1, 9)
