"""Several processes: the bytes of one, whatever happens to them."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_cli import call
from truthscore import TruthScorer, batch
from truthscore.batch import ScorerOptions, _new_pages, score_parallel
from truthscore.errors import BatchError
from truthscore.retrieve import kept
from truthscore.types import ContextDocument, Example
from truthscore.verdict_line import to_json

ANSWERS = Path(__file__).parents[1] / "examples" / "answers.jsonl"
PAGE = ContextDocument(id="p", text="Klik op **Opslaan** om de periode af te sluiten.")


def examples(count: int) -> list[Example]:
    return [
        Example(
            id=str(number), question="Hoe sluit ik af?", lang="nl",
            answer=f"Klik op **Opslaan** en daarna op **Knop {number}**.", context=(PAGE,),
        )
        for number in range(count)
    ]  # fmt: skip


def test_two_processes_write_what_one_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "answers.jsonl"
    lines = ANSWERS.read_text(encoding="utf-8").splitlines()
    bad.write_text("\n".join([*lines[:5], "{", *lines[5:], "[]"]) + "\n", encoding="utf-8")
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        args = ("score", str(bad), "-o", str(out), "--on-error", "skip", "--jobs", jobs)
        code, _, _ = call(capsys, *args, "-p", "grounded")
        assert code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    code, _, err = call(capsys, "score", str(bad), "-o", str(tmp_path / "3.jsonl"), "-j", "2")
    assert code == 2
    assert "answers.jsonl:6: not JSON" in err
    kept = (tmp_path / "3.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in kept] == [
        json.loads(line)["id"] for line in lines[:5]
    ]


def test_a_killed_process_is_replaced_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "WINDOW", 80)
    rows = examples(100)
    killed: list[int] = []

    def read() -> Iterator[Example]:
        """The rows; while those of the second window are read, those of the first are scored."""
        for number, row in enumerate(rows):
            if number == batch.WINDOW + 1:
                pid = multiprocessing.active_children()[0].pid
                assert pid is not None
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            yield row

    found = list(score_parallel(read(), ScorerOptions(profile="paper", lang="nl"), jobs=2))
    assert killed
    alone = TruthScorer.load("paper", lang="nl")
    assert [to_json(each) for each in found] == [to_json(each) for each in alone.score_many(rows)]


def test_a_profile_that_cannot_load_ends_in_an_error_not_in_a_loop() -> None:
    with pytest.raises(BatchError, match="died"):
        list(score_parallel(iter(examples(2)), ScorerOptions(profile="no such"), jobs=1))


def test_a_page_is_parsed_once_in_a_run() -> None:
    seen: set[bytes] = set()
    assert len(_new_pages(examples(10), seen)) == 1
    assert _new_pages(examples(10), seen) == []


def test_an_indexed_folder_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    docs = tmp_path / "docs.jsonl"
    pages = {
        (page.get("title") or "", page["text"])
        for line in ANSWERS.read_text(encoding="utf-8").splitlines()
        for page in json.loads(line).get("context") or ()
        if isinstance(page, dict) and page.get("kind", "page") == "page"
    }
    docs.write_text(
        "".join(json.dumps({"title": title, "text": text}) + "\n" for title, text in sorted(pages))
    )
    folder = tmp_path / "pages"
    code, _, err = call(capsys, "index", str(docs), "-o", str(folder), "--lang", "nl")
    assert code == 0
    parsed = len({text for _, text in pages})
    assert f"{len(pages)} pages, " in err
    assert f"{parsed} parsed pages" in err
    before = {path.name for path in folder.glob("*/*")}
    assert len(before) == parsed
    assert len(kept.read(folder)[0]) == len(pages)
    out = tmp_path / "out.jsonl"
    args = ("score", str(ANSWERS), "-o", str(out), "--lang", "nl", "--cache", str(folder), "-q")
    assert call(capsys, *args)[0] == 0
    assert {path.name for path in folder.glob("*/*")} == before  # nothing had to be parsed


def test_an_index_of_nothing_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capsys, "index", str(tmp_path), "-o", str(tmp_path / "pages"))
    assert code == 2
    assert "found no page with a word" in err
    code, _, err = call(capsys, "index", str(tmp_path / "no"), "-o", str(tmp_path / "pages"))
    assert code == 2
    assert "no such file or folder" in err
