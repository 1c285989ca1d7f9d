"""A folder of parsed pages: the same page comes back, and nothing else is believed."""

from __future__ import annotations

import ast
import os
import pickle
import struct
import subprocess
import sys
import textwrap
import threading
import zlib
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import truthscore
from truthscore import TruthScorer
from truthscore.errors import InputError
from truthscore.features import IndexedDocument
from truthscore.page_format import decode, encode
from truthscore.store import ENDING, MAGIC, MAX_PACKED, DocumentStore
from truthscore.text.postings import Postings
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


@pytest.mark.parametrize("profile", ["paper", "grounded", "grounded-encoder"])
def test_a_page_from_the_folder_gives_the_same_verdict(
    profile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = TruthScorer.load(profile, lang="nl", score_types="all")
    first = TruthScorer.load(profile, lang="nl", score_types="all", cache=tmp_path)
    assert ask(first) == ask(without)
    assert len(files(tmp_path)) == 1
    second = TruthScorer.load(profile, lang="nl", score_types="all", cache=tmp_path)
    parser = second._parsers["nl"]
    monkeypatch.setattr(parser, "parse", _only_answers(parser.parse))
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


def packed(body: bytes) -> bytes:
    """A file with the right format and checksum, as somebody would forge it."""
    body = zlib.compress(body)
    return MAGIC + sha256(body).digest() + body


def foreign(_: bytes) -> bytes:
    return packed(pickle.dumps(os.system))


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
    [indexed] = scorer._pages.index([PAGE], "nl").values()
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
    [indexed] = scorer._pages.index([PAGE], "nl").values()
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
    [indexed] = scorer._pages.index([PAGE], "nl").values()
    store = DocumentStore(tmp_path / "pages")
    (tmp_path / "pages").rmdir()
    store.put("b" * 64, indexed)
    assert store.get("b" * 64) is None


def test_the_words_of_pages_from_the_folder_are_one_object_each(
    scorer: TruthScorer, tmp_path: Path
) -> None:
    ask(scorer)
    folder = DocumentStore(scorer._pages.store.folder if scorer._pages.store else tmp_path)
    key = files(folder.folder)[0].stem
    one, two = folder.get(key), folder.get(key)
    assert one is not None
    assert two is not None
    words = one.document.parsed.lowers
    assert all(a is b for a, b in zip(words, two.document.parsed.lowers, strict=True))
    assert "periode" in words


HELP = Path(__file__).parents[1] / "examples" / "help"


def same(one: Any, two: Any) -> bool:
    """Equality to the type of every part, of arrays too."""
    if type(one) is not type(two):
        return False
    if isinstance(one, Postings):
        return same(one.packed(), two.packed())
    if isinstance(one, np.ndarray):
        return one.dtype == two.dtype and bool((one == two).all())
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(two, f.name)) for f in fields(one))
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(two) and all(map(same, one, two))
    return bool(one == two)


@pytest.mark.parametrize("lang", ["nl", "en"])
@pytest.mark.parametrize("profile", ["paper", "grounded", "grounded-encoder"])
def test_every_part_of_a_page_comes_back_as_it_was(profile: str, lang: str) -> None:
    pages = [
        ContextDocument(id=path.stem, title=path.stem, text=path.read_text())
        for path in sorted((HELP / lang).glob("*.md"))[::3]
    ]
    for made in TruthScorer.load(profile, lang=lang)._pages.index(pages, lang).values():
        assert same(made, decode(encode(made)))


class _Calls:
    """A pickle that calls something when it is read."""

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> Any:
        return self.call


def dotted(module: str, name: str, *told: str) -> bytes:
    """A pickle that calls `name`, dots and all, of `module`."""
    strings = [s.encode() for s in (module, name, *told)]
    module_, name_, *rest = (b"\x8c" + bytes([len(s)]) + s for s in strings)
    return b"\x80\x04" + module_ + name_ + b"\x93" + b"".join(rest) + b"\x85R."


def test_a_file_runs_no_code_whatever_its_pickle_names(tmp_path: Path) -> None:
    victim, proof = tmp_path / "victim", tmp_path / "proof"
    victim.write_text("kept")
    attacks = [
        dotted("truthscore.text.alignment", "np._core._internal.ctypes.CDLL", "libm.so.6"),
        dotted("truthscore.text.alignment", "np.memmap", str(victim)),
        pickle.dumps(_Calls(np.memmap, (str(victim), "u1", "w+", 0, (4,)))),
        pickle.dumps(_Calls(os.system, (f"touch {proof}",))),
        # BUILD: attributes set on a class of the library
        b"\x80\x04\x8c\x13truthscore.features\x8c\x06Inputs\x93}\x8c\x05reply\x8c\x01xsb.",
    ]
    store = DocumentStore(tmp_path / "pages")
    for number, attack in enumerate(attacks):
        key = f"{number:064}"
        path = store._path(key)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(packed(attack))
        assert store.get(key) is None
    assert victim.read_text() == "kept"
    assert not proof.exists()
    assert isinstance(truthscore.features.Inputs.reply, property)


def test_no_module_that_reads_pages_can_read_a_pickle() -> None:
    """The two files are all that touches the bytes of a page; neither has a way to run them."""
    folder = Path(truthscore.__file__).parent
    for name in ("store.py", "page_format.py", "serve/pages.py"):
        tree = ast.parse((folder / name).read_text())
        imported = {
            alias.name.partition(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in (
                node.names if isinstance(node, ast.Import) else [ast.alias(node.module or "")]
            )
        }
        assert not imported & {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}


def empties(count: int, text: str = "") -> bytes:
    """A page whose sentences are told of by `count` empty sets, a byte each."""
    index = b"\x82\xa5codes\x90\xa5about\xdd" + struct.pack(">I", count) + b"\x90" * count
    return msgspec.msgpack.encode(
        ["", "", text, [], [*[b""] * 9, []], None, {"error_codes": msgspec.Raw(index)}]
    )


READ = textwrap.dedent("""
    import resource, sys
    from truthscore.store import DocumentStore

    store = DocumentStore(sys.argv[1])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert all(store.get(key) is None for key in sys.argv[2:])
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
""")


def test_a_bomb_is_left_alone(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path)
    [few] = decode(empties(1, text="x" * 99)).indexes["error_codes"].about
    assert few == frozenset()  # the shape is right
    keys = []
    for body in (bytes(300_000_000), empties(20_000_000), b"\x91" * 20_000_000):
        keys.append(f"{len(keys):064}")
        path = store._path(keys[-1])
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(packed(body))
        assert path.stat().st_size < 400_000
    command = [sys.executable, "-c", READ, str(tmp_path), *keys]
    grown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert int(grown.stdout) < 100_000, "kB more than before"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes and devices here")
def test_only_regular_files_of_a_page_s_size_are_read(tmp_path: Path) -> None:
    page = tmp_path / "real"
    ask(TruthScorer.load("paper", lang="nl", score_types="all", cache=page))
    [real] = files(page)
    store = DocumentStore(tmp_path / "pages")
    for number, place in enumerate(("/dev/zero", str(real), None, "long")):
        key = f"{number:064}"
        path = store._path(key)
        path.parent.mkdir(exist_ok=True)
        if place is None:
            os.mkfifo(path)  # who opens it waits for somebody who writes
        elif place == "long":
            with path.open("wb") as file:
                file.truncate(2 * MAX_PACKED)
        else:
            path.symlink_to(place)
        assert store.get(key) is None


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="links are followed here")
def test_a_page_is_not_written_through_a_link(scorer: TruthScorer, tmp_path: Path) -> None:
    [indexed] = scorer._pages.index([PAGE], "nl").values()
    victim = tmp_path / "victim"
    victim.write_text("kept")
    store, key = DocumentStore(tmp_path / "pages"), "c" * 64
    path = store._path(key)
    path.parent.mkdir()
    path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}").symlink_to(victim)
    store.put(key, indexed)
    assert victim.read_text() == "kept"
    store.put(key, indexed)  # the link is gone: the next write succeeds
    assert store.get(key) is not None


def test_a_page_that_cannot_be_written_costs_no_answer(scorer: TruthScorer, tmp_path: Path) -> None:
    [indexed] = scorer._pages.index([PAGE], "nl").values()
    huge = IndexedDocument(
        document=indexed.document, indexes={**indexed.indexes, "blocks": {"x": 2**70}}
    )
    store = DocumentStore(tmp_path)
    store.put("d" * 64, huge)
    assert store.get("d" * 64) is None
    assert not files(tmp_path)
