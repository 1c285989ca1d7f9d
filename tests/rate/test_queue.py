"""Which answer is asked for, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rate.conftest import made
from truthscore.rate import queue
from truthscore.rate.items import Items
from truthscore.rate.queue import Machine
from truthscore.rate.store import State, Store

NOTHING = Machine(stars={}, borders=())


def work(
    store: Store, items: Items, rater: str, machine: Machine, *, count: int = 10**6, stars: int = 3,
    overlap: float = queue.OVERLAP,
) -> list[tuple[str, str]]:  # fmt: skip
    """Rate what is asked for until nothing is left."""
    asked = []
    while len(asked) < count:
        with store.writing() as state:
            found = queue.next_item(items, state, rater, machine, overlap=overlap)
            if found is None:
                break
            store.add("rating", rater, found[0], {"truth": stars, "reason": found[1]})
        asked.append(found)
    return asked


def test_three_of_ten_are_random_at_every_length(tmp_path: Path) -> None:
    items = made(100)
    machine = Machine(stars=dict.fromkeys(items, 3.9), borders=(4.0, 2.0))
    asked = work(Store(tmp_path / "r.sqlite", items), items, "anna", machine)
    assert len({item for item, _ in asked}) == len(items)
    for length in range(1, len(asked) + 1):
        share = sum(reason == queue.RANDOM for _, reason in asked[:length]) / length
        assert share >= 0.3


def test_every_reason_is_used_and_holds(tmp_path: Path) -> None:
    items = made(60, pages=20)
    stars = {f"a{n}": 1.0 + n % 5 for n in range(60)}
    machine = Machine(stars=stars, borders=(4.0, 2.0))
    store = Store(tmp_path / "r.sqlite", items)
    work(store, items, "anna", machine, count=25, stars=5)
    asked = work(store, items, "bert", machine, count=25)
    assert {reason for _, reason in asked} == set(queue.REASONS)
    for item, reason in asked:
        if reason == queue.UNCERTAIN:
            assert stars[item] in (2.0, 4.0)
        if reason == queue.DISAGREED:
            assert 5 - stars[item] >= 2


def test_a_fifth_goes_to_everybody_and_the_rest_to_one(tmp_path: Path) -> None:
    items = made(150)
    store = Store(tmp_path / "r.sqlite", items)
    done = {
        rater: {item for item, _ in work(store, items, rater, NOTHING, count=count)}
        for rater, count in (("anna", 60), ("bert", 150))
    }
    both = done["anna"] & done["bert"]
    assert all(map(queue.is_shared, both))
    rest = {item for item, _ in work(store, items, "anna", NOTHING)}
    assert done["anna"] | rest | done["bert"] == set(items)
    shared = {id_ for id_ in items if queue.is_shared(id_)}
    assert shared <= done["bert"]
    assert shared <= done["anna"] | rest
    assert len(shared) < len(items) / 2


def test_the_share_of_the_overlap_is_a_fifth() -> None:
    assert sum(queue.is_shared(f"row-{n}") for n in range(20_000)) == pytest.approx(4_000, rel=0.05)


def test_what_is_on_another_s_screen_is_not_asked_for(tmp_path: Path) -> None:
    items = made(30)
    store = Store(tmp_path / "r.sqlite", items)
    with store.writing() as state:
        first = queue.next_item(items, state, "anna", NOTHING, overlap=0.0)
        assert first is not None
        store.add("asked", "anna", first[0], {"reason": first[1]})
        second = queue.next_item(items, state, "bert", NOTHING, overlap=0.0)
        assert second is not None
        assert second[0] != first[0]
    yesterday = "2020-01-01T00:00:00.000+00:00"
    with store.writing() as state:
        store.add("asked", "carla", second[0], {"reason": "random"}, at=yesterday)
        assert queue.next_item(items, state, "bert", NOTHING, overlap=0.0) == second


def test_what_one_cannot_judge_goes_to_another(tmp_path: Path) -> None:
    items = made(1)
    store = Store(tmp_path / "r.sqlite", items)
    with store.writing() as state:
        store.add("rating", "anna", "a0", {"truth": None, "reason": "random"})
        assert queue.next_item(items, state, "anna", NOTHING, overlap=0.0) is None
        assert queue.next_item(items, state, "bert", NOTHING, overlap=0.0) == ("a0", "random")
        store.add("rating", "bert", "a0", {"truth": 4, "reason": "random"})
        assert queue.next_item(items, state, "carla", NOTHING, overlap=0.0) is None


def test_nothing_is_asked_of_no_answers() -> None:
    assert queue.next_item({}, State({}), "anna", NOTHING) is None
