"""Ratings on disk: added and never changed, read again in their order, by several at once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.rate.conftest import made
from truthscore.errors import InputError
from truthscore.rate.store import Store


def rate(store: Store, rater: str, item: str, truth: int | None, **more: object) -> None:
    with store.writing():
        store.add("rating", rater, item, {"truth": truth, "reason": "random", **more})


def test_rows_are_only_added(tmp_path: Path) -> None:
    store = Store(tmp_path / "r.sqlite", made(2))
    rate(store, "anna", "a0", 4)
    db = sqlite3.connect(tmp_path / "r.sqlite")
    for statement in ("UPDATE events SET rater = 'x'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="only added"):
            db.execute(statement)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_undo_is_a_row_and_what_was_said_comes_back(tmp_path: Path) -> None:
    items = made(2)
    store = Store(tmp_path / "r.sqlite", items)
    rate(store, "anna", "a0", 4, comment="bijna", untrue=[[0, 5]])
    rate(store, "anna", "a1", None)
    with store.writing() as state:
        assert [each.truth for each in state.history["anna"]] == [4, None]
        store.add("undo", "anna", "a1", {})
        store.add("undo", "anna", "a0", {})
        assert not state.history["anna"]
        assert [each.item for each in state.asked["anna"]] == ["a1", "a0"]
        assert state.taken_back["anna", "a0"].comment == "bijna"
        assert state.taken_back["anna", "a0"].untrue == ((0, 5),)
    with Store(tmp_path / "r.sqlite", items).reading() as again:
        assert again.seq == 4
        assert not again.stars("a0")


def test_two_processes_see_each_other_s_rows(tmp_path: Path) -> None:
    items = made(3)
    one, other = (Store(tmp_path / "r.sqlite", items) for _ in range(2))
    rate(one, "anna", "a0", 5)
    rate(other, "bert", "a0", 1)
    rate(one, "anna", "a1", 2)
    for store in (one, other):
        with store.reading() as state:
            assert state.stars("a0") == {"anna": 5, "bert": 1}
            assert state.stars("a1") == {"anna": 2}


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "r.sqlite", made(2))
    rate(store, "anna", "a0", 3)
    with pytest.raises(KeyError), store.writing():  # noqa: PT012 (the first one is taken back)
        store.add("rating", "anna", "a1", {"truth": 4})
        store.add("rating", "anna", "no such answer", {"truth": 4})
    with store.reading() as state:
        assert state.stars("a0") == {"anna": 3}
        assert not state.stars("a1")


def test_a_rating_of_another_text_does_not_count(tmp_path: Path) -> None:
    rate(Store(tmp_path / "r.sqlite", made(1)), "anna", "a0", 4)
    changed = made(1, pages=1)
    item = changed["a0"]
    other = {"a0": type(item)(id="a0", digest="0" * 16, example=item.example, pages=item.pages)}
    with Store(tmp_path / "r.sqlite", other).reading() as state:
        assert state.stale == 1
        assert not state.stars("a0")


def test_another_program_s_file_is_refused(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "other.sqlite")
    db.execute("CREATE TABLE mine (x)")
    db.commit()
    with pytest.raises(InputError, match="of another program"):
        Store(tmp_path / "other.sqlite", made(1))
    (tmp_path / "text.sqlite").write_text("not a database at all, but quite long " * 40)
    with pytest.raises(InputError, match=r"text\.sqlite: cannot be used.*expected a file"):
        Store(tmp_path / "text.sqlite", made(1))
    with pytest.raises(InputError, match="cannot be used"):
        Store(tmp_path / "nowhere" / "r.sqlite", made(1))
