"""A folder of parsed pages: the same page comes back, and nothing else is believed."""

from __future__ import annotations

import os
import pickle
import threading
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from truthscore import TruthScorer
from truthscore.errors import InputError
from truthscore.store import ENDING, MAGIC, DocumentStore
from truthscore.types import ContextDocument

PAGE = ContextDocument(
    id="p", title="Perioden", text="Klik op **Opslaan**.\n\n1. Open de periode.\n2. Sluit haar af."
)


@pytest.fixture(scope="module")
def scorer(tmp_path_factory: pytest.TempPathFactory) -> TruthScorer:
    return TruthScorer.load("grounded", lang="nl", cache=tmp_path_factory.mktemp("pages"))


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*/*{ENDING}"))


def ask(scorer: TruthScorer) -> object:
    return scorer.score(question="Hoe sluit ik af?", answer="Klik op Opslaan.", context=[PAGE])


@pytest.mark.parametrize("profile", ["paper", "grounded"])
def test_a_page_from_the_folder_gives_the_same_verdict(profile: str, tmp_path: Path) -> None:
    without = TruthScorer.load(profile, lang="nl", score_types="all")
    first = TruthScorer.load(profile, lang="nl", score_types="all", cache=tmp_path)
    assert ask(first) == ask(without)
    assert len(files(tmp_path)) == 1
    second = TruthScorer.load(profile, lang="nl", score_types="all", cache=tmp_path)
    second._parsers["nl"].parse = _only_answers(second._parsers["nl"].parse)  # type: ignore[attr-defined,method-assign]
    assert ask(second) == ask(without)


def _only_answers(parse: object) -> object:
    def checked(texts: list[str]) -> object:
        assert PAGE.text not in texts, "the page was parsed again"
        return parse(texts)  # type: ignore[operator]

    return checked


def test_profiles_with_other_features_do_not_share_a_page(tmp_path: Path) -> None:
    for profile in ("paper", "grounded"):
        ask(TruthScorer.load(profile, lang="nl", score_types="all", cache=tmp_path))
    assert len(files(tmp_path)) == 2


def torn(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def changed(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])


def foreign(_: bytes) -> bytes:
    packed = zlib.compress(pickle.dumps(os.system))
    return MAGIC + sha256(packed).digest() + packed


def empty(_: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [torn, changed, foreign, empty])
def test_a_damaged_file_is_made_again(damage: object, tmp_path: Path) -> None:
    expected = ask(TruthScorer.load("grounded", lang="nl", cache=tmp_path))
    [path] = files(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))  # type: ignore[operator]
    assert DocumentStore(tmp_path).get(path.stem) is None
    assert ask(TruthScorer.load("grounded", lang="nl", cache=tmp_path)) == expected
    assert path.read_bytes() == whole


def test_the_least_used_pages_go_when_the_folder_is_full(
    scorer: TruthScorer, tmp_path: Path
) -> None:
    [indexed] = scorer._index([PAGE], "nl").values()
    store = DocumentStore(tmp_path)
    for number in range(10):
        store.put(f"{number:064}", indexed)
        os.utime(files(tmp_path)[-1], (number, number))
    size = files(tmp_path)[0].stat().st_size
    found = store.get(f"{0:064}")  # used just now
    assert found is not None
    assert found.document == indexed.document
    left = DocumentStore(tmp_path, max_bytes=5 * size).clean()
    assert left <= 5 * size
    names = [path.stem for path in files(tmp_path)]
    assert f"{0:064}" in names
    assert f"{1:064}" not in names


def test_many_writers_of_one_page_leave_it_whole(scorer: TruthScorer, tmp_path: Path) -> None:
    [indexed] = scorer._index([PAGE], "nl").values()
    key = "a" * 64
    whole: list[bool] = []

    def write() -> None:
        store = DocumentStore(tmp_path)
        for _ in range(20):
            store.put(key, indexed)
            found = store.get(key)
            whole.append(found is not None and found.document == indexed.document)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert whole == [True] * 80
    assert [path.name for path in tmp_path.glob("*/*")] == [f"{key}{ENDING}"]


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("x")
    with pytest.raises(InputError, match="documents cannot be kept there"):
        DocumentStore(place / "pages")


def test_a_folder_that_went_away_costs_no_answer(scorer: TruthScorer, tmp_path: Path) -> None:
    [indexed] = scorer._index([PAGE], "nl").values()
    store = DocumentStore(tmp_path / "pages")
    (tmp_path / "pages").rmdir()
    store.put("b" * 64, indexed)
    assert store.get("b" * 64) is None


def test_the_words_of_pages_from_the_folder_are_one_object_each(
    scorer: TruthScorer, tmp_path: Path
) -> None:
    ask(scorer)
    folder = DocumentStore(scorer._store.folder if scorer._store else tmp_path)
    key = files(folder.folder)[0].stem
    one, two = folder.get(key), folder.get(key)
    assert one is not None
    assert two is not None
    words = one.document.parsed.lowers
    assert all(a is b for a, b in zip(words, two.document.parsed.lowers, strict=True))
    assert "periode" in words
