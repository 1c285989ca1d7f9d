"""Files that workers share: whole or not there, and found again."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.serve.problem import Problem
from truthscore.serve.registry import Documents, Folder


def test_what_is_put_is_got(tmp_path: Path) -> None:
    folder, other = Folder(tmp_path, 10), Folder(tmp_path, 10)
    assert folder.put("a", {"x": 1})
    assert not folder.put("a", {"x": 2})
    assert folder.get("a") == other.get("a") == {"x": 2}
    assert other.put("a", {"x": 3}) is False
    assert folder.get("a") == {"x": 3}
    assert other.delete("a")
    assert not folder.delete("a")
    assert folder.get("a") is None
    assert [path.name for path in tmp_path.iterdir()] == []


def test_two_names_are_two_files(tmp_path: Path) -> None:
    folder = Folder(tmp_path, 100)
    names = ["a", "A", "a ", "../a", "/a", "á", "a\u0301", "con", "", "."]
    for number, name in enumerate(names):
        assert folder.put(name, number)
    assert [folder.get(name) for name in names] == list(range(len(names)))
    assert all(path.parent == tmp_path for path in tmp_path.rglob("*"))


@given(name=st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_name_is_a_file_of_the_folder(tmp_path_factory: Any, name: str) -> None:
    path = tmp_path_factory.mktemp("folder")
    Folder(path, 10).put(name, name)
    [made] = list(path.iterdir())
    assert json.loads(made.read_text(encoding="utf-8"))["value"] == name


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(tmp_path, 10)
    folder.put("a", 1)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(Problem) as error:
                folder.put("a", 2)
            assert error.value.kind == "full"
    assert folder.get("a") == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_readers_see_one_version_or_the_other_while_writers_write(tmp_path: Path) -> None:
    folder = Folder(tmp_path, 10)
    values = ["a" * 20_000, "b" * 30_000]
    folder.put("x", values[0])
    seen: set[int] = set()
    stop = threading.Event()

    def read() -> None:
        own = Folder(tmp_path, 10)
        while not stop.is_set():
            value = own.get("x")
            assert value in values
            seen.add(len(value))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(60):
        folder.put("x", values[number % 2])
    stop.set()
    for reader in readers:
        reader.join()
    assert seen <= {20_000, 30_000}
    assert seen


def test_documents_are_documents_again(tmp_path: Path) -> None:
    documents = Documents(tmp_path, 2)
    documents.put("a", {"text": "x\r\ny", "title": "T", "kind": "page", "roles": ["hr"],
                        "lang": "en"})  # fmt: skip
    found = documents.get("a")
    assert found is not None
    assert (found.id, found.text, found.title, found.roles) == ("a", "x\ny", "T", ("hr",))
    assert found.lang == "en"
    assert documents.get("b") is None
    documents.put("b", {"text": ""})
    with pytest.raises(Problem):
        documents.put("c", {"text": ""})


def test_what_a_killed_worker_left_is_cleared_when_it_is_old(tmp_path: Path) -> None:
    old, fresh = tmp_path / "old.part", tmp_path / "fresh.part"
    for path in (old, fresh):
        path.write_text("{", encoding="utf-8")
    os.utime(old, (1.0, 1.0))
    folder = Folder(tmp_path, 10)
    assert not old.exists()
    assert fresh.exists()  # perhaps another worker is writing it now
    assert folder.put("a", 1)
