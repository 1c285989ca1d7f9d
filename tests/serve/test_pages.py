"""Parses of registered documents: there for other workers, and gone with their document."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, QUESTION, TRUE
from tests.serve.conftest import Service
from truthscore.scorer import TruthScorer
from truthscore.serve.app import application
from truthscore.serve.pages import Pages
from truthscore.serve.tokens import Tokens
from truthscore.verdict_line import to_dict

ASKED = {"question": QUESTION, "answer": TRUE}


class Counting:
    """A parser that remembers what it was given."""

    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self.texts: list[str] = []

    def parse(self, texts: Any) -> Any:
        self.texts += texts
        return self._parser.parse(texts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parser, name)


Worker = Callable[[], tuple[Service, Counting]]


@pytest.fixture
def worker(grounded: TruthScorer, tmp_path: Path) -> Worker:
    """Makes one more worker of a service: a scorer and caches of its own, the same folder."""

    def make() -> tuple[Service, Counting]:
        parser = Counting(grounded._parsers["nl"])
        pages = Pages(tmp_path / "pages")
        scorer = TruthScorer(grounded.profile, {"nl": parser}, lang="nl", store=pages)
        return Service(application(scorer, tmp_path, Tokens(), pages=pages), {}), parser

    return make


def kept(folder: Path) -> int:
    """How many files stand below a folder."""
    return sum(path.is_file() for path in (folder / "pages").rglob("*"))


def test_a_registered_page_is_parsed_by_one_worker_only(worker: Worker, tmp_path: Path) -> None:
    first, parser = worker()
    assert first("PUT", "/v1/documents/a", json={"text": LEAVE["text"]}).status_code == 201
    told = first("POST", "/v1/score", json=ASKED | {"documents": ["a"]}).json()
    assert LEAVE["text"] in parser.texts
    assert kept(tmp_path) == 2  # the parse, and its name under its text
    second, parser = worker()
    assert second("POST", "/v1/score", json=ASKED | {"documents": ["a"]}).json() == told
    assert LEAVE["text"] not in parser.texts


def test_the_verdict_is_the_one_without_a_store(
    worker: Worker, grounded: TruthScorer, tmp_path: Path
) -> None:
    worker()[0]("PUT", "/v1/documents/a", json={"text": LEAVE["text"]})
    worker()[0]("POST", "/v1/score", json=ASKED | {"documents": ["a"]})
    assert kept(tmp_path) == 2
    told = worker()[0]("POST", "/v1/score", json=ASKED | {"documents": ["a"]}).json()
    page = {"id": "a", "text": LEAVE["text"]}
    expected = to_dict(grounded.score(**ASKED, context=[page]))
    assert {**told, "id": ""} == {**expected, "id": ""}


def test_what_is_sent_along_is_not_written(worker: Worker, tmp_path: Path) -> None:
    service, _ = worker()
    service("PUT", "/v1/documents/a", json={"text": LEAVE["text"]})
    asked = ASKED | {"documents": ["a"], "context": [ADDRESS, "De klant Jansen betaalt niet."]}
    assert service("POST", "/v1/check", json=asked).status_code == 200
    assert kept(tmp_path) == 2
    assert not any(b"Jansen" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_document_that_is_forgotten_takes_its_parse_along(
    worker: Worker, tmp_path: Path, how: str
) -> None:
    text = "Cafe\u0301 \u200bverlof. " + LEAVE["text"]  # not as it is read
    first, second = worker()[0], worker()[0]
    first("PUT", "/v1/documents/a", json={"text": text})
    for service in (first, second):
        service("POST", "/v1/score", json=ASKED | {"documents": ["a"]})
    assert kept(tmp_path) == 2
    if how == "deleted":
        assert second("DELETE", "/v1/documents/a").status_code == 204
    else:
        same = second("PUT", "/v1/documents/a", json={"text": text, "title": "Verlof"})
        assert same.status_code == 200
        assert kept(tmp_path) == 2
        second("PUT", "/v1/documents/a", json={"text": ADDRESS["text"]})
    assert kept(tmp_path) == 0


def test_a_folder_that_is_full_or_gone_costs_no_answer(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, _ = worker()
    service("PUT", "/v1/documents/a", json={"text": LEAVE["text"]})

    real = Path.open

    def full(path: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if "r" not in mode:
            raise OSError(28, "No space left on device")
        return real(path, mode, *more, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        told = service("POST", "/v1/score", json=ASKED | {"documents": ["a"]})
    assert told.status_code == 200
    assert kept(tmp_path) == 0
    assert service("DELETE", "/v1/documents/a").status_code == 204
