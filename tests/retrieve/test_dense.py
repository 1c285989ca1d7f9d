"""Vectors behind the protocol, from a real server on loopback; two retrievers as one."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.retrieve.test_finder import TEXTS, chunk, ids
from truthscore.errors import InputError, ResourceError
from truthscore.retrieve import DenseFinder, Finder, Fused
from truthscore.retrieve.dense import ABOUT, VECTORS, keep, read, unit_rows
from truthscore.retrieve.embeddings import Endpoint
from truthscore.retrieve.retriever import Chunk
from truthscore.text.pieces import words

SIZE = 64
CHUNKS = [chunk(name, text) for name, text in TEXTS.items()]
KEY = "a-key-that-no-error-tells"


def by_words(texts: Sequence[str]) -> NDArray[np.float32]:
    """Each word is a place in the vector."""
    rows = np.zeros((len(texts), SIZE), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in words(text):
            row[zlib.crc32(word.encode()) % SIZE] += 1
    return rows


def dense(chunks: Sequence[Chunk]) -> DenseFinder:
    return DenseFinder(chunks, unit_rows(by_words([each.text for each in chunks])), by_words)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server that answers as OpenAI's does; the model's name chooses a fault."""
    fastapi, uvicorn = pytest.importorskip("fastapi"), pytest.importorskip("uvicorn")
    app, busy = fastapi.FastAPI(), [True]

    async def embeddings(request: Any) -> Any:
        asked = await request.json()
        model, rows = asked["model"], by_words(asked["input"]).tolist()
        data = [{"index": at, "embedding": row} for at, row in enumerate(rows)]
        if request.headers.get("authorization") != f"Bearer {KEY}":
            error = {"error": {"message": "Incorrect\nkey", "type": "auth"}}
            return fastapi.responses.JSONResponse(error, 401)
        if model == "busy" and busy:
            busy.clear()
            return fastapi.responses.JSONResponse({}, 503)
        if model == "down":
            return fastapi.responses.Response("<html>", 500)
        if model == "elsewhere":
            return fastapi.responses.RedirectResponse("http://127.0.0.1:1/v1/embeddings")
        if model == "few":
            data = data[1:]
        if model == "nan":
            data[0]["embedding"][0] = "NaN"
        if model == "ragged":
            data[0]["embedding"].pop()
        if model == "text":
            return fastapi.responses.PlainTextResponse("fine")
        return {"data": data[::-1], "model": model}

    embeddings.__annotations__["request"] = fastapi.Request
    app.post("/v1/embeddings")(embeddings)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        runs = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        thread = threading.Thread(target=runs.run, args=([taken],), daemon=True)
        thread.start()
        while not runs.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        runs.should_exit = True
        thread.join(10)


def endpoint(server: str, model: str = "words", **more: Any) -> Endpoint:
    return Endpoint(url=server, model=model, **{"key": KEY, "pauses": (), **more})


def test_a_server_gives_vectors_which_are_kept_and_found_by(server: str, tmp_path: Path) -> None:
    embed = endpoint(server, batch=2)
    assert keep(tmp_path, CHUNKS, embed, "words") == SIZE
    finder = DenseFinder(CHUNKS, read(tmp_path, CHUNKS, "words"), embed)
    first, *_ = finder.search("een reservekopie van bestanden")
    assert first.chunk.id == "backup#0"
    assert 0.3 < first.score <= 1.0
    assert finder.search(TEXTS["login"])[0].score == pytest.approx(1.0)
    again = DenseFinder(CHUNKS, read(tmp_path, CHUNKS, "words"), by_words)
    assert again.search("factuur printer") == finder.search("factuur printer")


def test_a_busy_server_is_asked_again(server: str) -> None:
    assert endpoint(server, "busy", pauses=(0.0,))(["deur"]).shape == (1, SIZE)
    assert endpoint(f"{server}/embeddings/")([]).shape == (0, 0)


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("down", "status 500"),
        ("elsewhere", "status 307"),
        ("few", r"found 1 vectors for 2 texts; expected \{"),
        ("nan", "a number that is none"),
        ("ragged", "not its answer"),
        ("text", "not its answer"),
    ],
)
def test_what_a_server_does_wrong_is_told(server: str, model: str, told: str) -> None:
    with pytest.raises(ResourceError, match=told) as error:
        endpoint(server, model)(["een", "twee"])
    assert f"embeddings at 127.0.0.1, model '{model}'" in str(error.value)


def test_a_refused_key_is_told_and_kept_to_itself(server: str) -> None:
    with pytest.raises(ResourceError, match="status 401 Incorrect key") as error:
        endpoint(server, key="wrong-key")(["deur"])
    assert "wrong-key" not in str(error.value) + repr(endpoint(server, key="wrong-key"))
    with pytest.raises(ResourceError, match="cannot be reached"):
        endpoint("http://127.0.0.1:1/v1")(["deur"])


@pytest.mark.parametrize("url", ["http://example.org/v1", "ftp://127.0.0.1", "x", "http://[", ""])
def test_texts_are_sent_encrypted_or_stay_here(url: str) -> None:
    with pytest.raises(InputError, match="expected an address https://host/v1"):
        Endpoint(url=url, model="m")


def test_of_a_page_its_best_chunk_and_ties_by_id() -> None:
    finder = dense([
        chunk("p", "De bakker bakt.", 0), chunk("p", "De slager snijdt.", 1),
        chunk("c", "slager"), chunk("a", "slager"),
    ])  # fmt: skip
    assert ids(finder, "slager") == ["a#0", "c#0", "p#1"]  # type: ignore[arg-type]
    assert ids(finder, "slager", top=1) == ["a#0"]  # type: ignore[arg-type]


def test_roles_and_odd_questions() -> None:
    finder = dense([
        chunk("all", "kopie voor iedereen"), chunk("hr", "kopie voor hr", roles=("hr",)),
        chunk("none", "kopie voor niemand", roles=()),
    ])  # fmt: skip
    found = {
        roles: sorted(each.chunk.origin for each in finder.search("kopie", roles=roles))
        for roles in ((), ("hr",), ("x",), ("hr", "x"), None)
    }
    assert found == {
        (): ["all"], ("hr",): ["all", "hr"], ("x",): [], ("hr", "x"): ["all", "hr"],
        None: ["all", "hr", "none"],
    }  # fmt: skip
    assert finder.search(" ?! ") == ()
    assert DenseFinder([], np.zeros((0, 3), np.float32), by_words).search("kopie") == ()
    with pytest.raises(InputError, match="top is 0"):
        finder.search("kopie", top=0)


def test_hidden_chunks_change_no_score() -> None:
    draw = random.Random(45)
    vocabulary = [f"woord{number}" for number in range(30)]
    for _ in range(200):
        made = [
            chunk(f"p{at}", " ".join(draw.choices(vocabulary, k=6)),
                  roles=draw.choice([None, (), ("hr",), ("hr", "lead")]))
            for at in range(12)
        ]  # fmt: skip
        roles = draw.choice([(), ("hr",), ("lead",)])
        may = [each for each in made if each.roles is None or {*roles} & {*each.roles}]
        known = {role for each in made for role in each.roles or ()}
        if roles and not known & set(roles):
            may = []
        question = " ".join(draw.choices(vocabulary, k=2))
        expected = dense(may).search(question, roles=None) if may else ()
        assert dense(made).search(question, roles=roles) == expected


def test_vectors_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected 3 rows"):
        DenseFinder(CHUNKS, np.zeros((2, 4), np.float32), by_words)
    with pytest.raises(InputError, match="is there twice"):
        dense([CHUNKS[0], CHUNKS[0]])
    with pytest.raises(InputError, match="64 numbers and those of the chunks 4"):
        DenseFinder(CHUNKS, np.ones((3, 4), np.float32), by_words).search("kopie")
    with pytest.raises(InputError, match="no chunks to make vectors of"):
        keep(tmp_path, [], by_words, "words")
    with pytest.raises(InputError, match="cannot be kept there"):
        keep(tmp_path / "none", CHUNKS, by_words, "words")


def test_kept_vectors_are_of_these_chunks_and_this_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no vectors that can be read"):
        read(tmp_path, CHUNKS, "words")
    keep(tmp_path, CHUNKS, by_words, "words")
    with pytest.raises(InputError, match="of model 'words'; expected 'other'"):
        read(tmp_path, CHUNKS, "other")
    with pytest.raises(InputError, match="are of other chunks"):
        read(tmp_path, CHUNKS[:2], "words")
    before = (tmp_path / VECTORS).read_bytes()
    keep(tmp_path, CHUNKS, by_words, "words")
    assert (tmp_path / VECTORS).read_bytes() == before
    (tmp_path / VECTORS).write_bytes(before[: len(before) // 2])
    with pytest.raises(InputError, match="has no vectors that can be read"):
        read(tmp_path, CHUNKS, "words")
    (tmp_path / ABOUT).write_text(json.dumps({"model": "words"}))
    with pytest.raises(InputError, match="has no vectors that can be read"):
        read(tmp_path, CHUNKS, "words")


def test_two_retrievers_are_fused_by_their_places() -> None:
    pages = [chunk("both", "slager bakker"), chunk("one", "slager"), chunk("two", "bakker")]
    first, second = Finder(pages[:2]), Finder([pages[0], pages[2]])
    found = Fused((first, second)).search("slager bakker", lang="nl")
    assert [each.chunk.origin for each in found] == ["both", "one", "two"]
    assert found[0].score == pytest.approx(2 / 61)
    assert found[1].score == found[2].score == pytest.approx(1 / 62)
    assert Fused((first, second)).search("slager bakker", lang="nl", top=1) == found[:1]


def test_the_chunk_of_a_fused_page_is_that_of_the_retriever_that_has_it_first() -> None:
    one = Finder([chunk("p", "slager", 0), chunk("q", "slager slager")])
    two = Finder([chunk("p", "slager bakker", 1)])
    assert ids(Fused((one, two)), "slager", lang="nl")[0] == "p#1"  # type: ignore[arg-type]
    with pytest.raises(InputError, match="0 retrievers"):
        Fused(())
    with pytest.raises(InputError, match="top is 0"):
        Fused((one,)).search("slager", top=0)


def test_a_fused_retriever_shows_nobody_more() -> None:
    pages = [chunk("open", "slager"), chunk("shut", "slager", roles=("hr",))]
    fused = Fused((Finder(pages), dense(pages)))
    assert ids(fused, "slager", lang="nl") == ["open#0"]  # type: ignore[arg-type]
    assert ids(fused, "slager", lang="nl", roles=("x",)) == []  # type: ignore[arg-type]
