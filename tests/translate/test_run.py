"""Whole files through the real code path to a server on loopback, with its faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.translate.conftest import ROOT, lines, run, write
from truthscore.example import example_from
from truthscore.formats import read_rows
from truthscore.translate import client as clients
from truthscore.translate.client import Client
from truthscore.translate.run import Order, Outcome, translate_rows

ROWS = 250


def big_file(path: Path) -> Path:
    """Rows: questions of their own, pages and answers of the example company."""
    pages = {
        page.stem: page.read_text("utf-8")
        for page in sorted((ROOT / "examples/help/nl").glob("*.md"))
    }
    names = sorted(pages)
    rows = []
    for number in range(ROWS):
        name, other = names[number % len(names)], names[(number * 7 + 3) % len(names)]
        body = [line for line in pages[name].splitlines() if line.strip()]
        answer = "\n".join(body[number % 5 : number % 5 + 4])
        rows.append(
            {
                "id": f"row-{number}",
                "question": f"Hoe werkt {chr(97 + number % 26) * (1 + number // 26)} precies?",
                "answer": answer,
                "context": [{"id": n, "title": n, "text": pages[n]} for n in (name, other)],
                "rating": number % 5 + 1,
            }
        )
    return write(path, rows)


def translate(source: Path, output: Path, order: Order, sleeps: list[float]) -> Outcome:
    def make(*args: Any, **settings: Any) -> Client:
        now = [0.0]

        def sleep(seconds: float) -> None:
            sleeps.append(seconds)
            now[0] += seconds

        return Client(
            *args, **settings, sleep=sleep, clock=lambda: now[0], today=lambda: "2026-11-20"
        )

    return translate_rows(read_rows(str(source)), output, order, make_client=make)


def order_for(server: Any, folder: Path, **settings: Any) -> Order:
    return Order(
        source="nl", target="en", provider="libre", base_url=server.url, cache=folder, timeout=0.3,
        **settings,
    )  # fmt: skip


def test_many_rows_end_complete_and_no_text_is_translated_twice(
    tmp_path: Path, memory: Any, serve: Callable[..., Any]
) -> None:
    faults = {1: "hang", 2: "429", 3: "500", 4: "torn", 5: "hang", 6: "torn"}

    def fault(number: int) -> str:
        # A bad patch in which requests fail for good, then one in eight, each in another way.
        if 60 <= number < 60 + 2 * clients.TRIES:
            return "500"
        return faults.get(number % 48 // 8, "") if number % 8 == 0 else ""

    server = serve(memory, fault=fault, hang=0.6)
    source, output = big_file(tmp_path / "in.jsonl"), tmp_path / "out.jsonl"
    sleeps: list[float] = []
    first = translate(source, output, order_for(server, tmp_path / "cache"), sleeps)
    assert first.rows == ROWS
    assert first.failed, "the bad patch must have cost rows"
    statuses = [row["translation"]["status"] for row in lines(output)]
    assert statuses.count("failed") == len(first.failed)
    assert sleeps
    assert max(sleeps) <= clients.LONGEST_WAIT
    runs = 1
    again = first
    while again.failed:
        again = translate(source, output, order_for(server, tmp_path / "cache", resume=True), [])
        assert again.rows == ROWS
        runs += 1
        assert runs < 5
    rows = lines(output)
    assert [row["id"] for row in rows] == [f"row-{number}" for number in range(ROWS)]
    assert all(row["translation"]["status"] == "translated" for row in rows)
    assert all(row["rating"] == number % 5 + 1 for number, row in enumerate(rows))
    assert len(server.answered) > ROWS  # every question and every sentence of 26 pages
    assert set(server.answered.values()) == {1}
    # A second run, from nothing but the folder: no request, the same bytes.
    before, requests = output.read_bytes(), server.requests
    translate(source, output, order_for(server, tmp_path / "cache"), [])
    assert server.requests == requests
    assert output.read_bytes() == before


def test_a_row_reads_back_and_its_findings_lead_to_the_given_sentence(
    tmp_path: Path, memory: Any, serve: Callable[..., Any]
) -> None:
    from truthscore.text.translation import original
    from truthscore.types import Span

    server = serve(memory)
    page = (ROOT / "examples/help/nl/loonrun-terugdraaien.md").read_text("utf-8")
    answer = "1. Kies Klaarzetten.\n2. Open de loonrun via Salaris → Loonstraat → Loonruns."
    source = write(tmp_path / "in.jsonl", [{"answer": answer, "question": "", "context": page}])
    translate(source, tmp_path / "out.jsonl", order_for(server, tmp_path / "c"), [])
    [row] = lines(tmp_path / "out.jsonl")
    english = (ROOT / "examples/help/en/loonrun-terugdraaien.md").read_text("utf-8")
    made = row["translation"]["context"][0]["text"]
    same = [a == b for a, b in zip(made.splitlines(), english.splitlines(), strict=True)]
    assert sum(same) >= 0.9 * len(same)  # others hold amounts, which stay as they are written
    found = example_from(row, default_id="x").translation
    assert found is not None
    assert found.answer.text.splitlines()[0] == "1. Choose Prepare."
    start = found.answer.text.index("payroll run")
    span = original(found.answer, Span(source="answer", start=start, end=start + 7))
    assert answer[span.start : span.end] == "Open de loonrun via Salaris → Loonstraat → Loonruns."


def test_a_changed_text_is_not_scored_with_an_old_translation(
    tmp_path: Path, memory: Any, serve: Callable[..., Any]
) -> None:
    from truthscore.errors import InputError

    source = write(tmp_path / "in.jsonl", [{"answer": "Kies Klaarzetten.", "context": "Nee."}])
    translate(source, tmp_path / "out.jsonl", order_for(serve(memory), tmp_path / "c"), [])
    [row] = lines(tmp_path / "out.jsonl")
    with pytest.raises(InputError, match="translation of the answer is of another text"):
        example_from({**row, "answer": "Kies Verwijderen."}, default_id="x")
    with pytest.raises(InputError, match="lacks or has a broken"):
        example_from({**row, "translation": {"status": "translated"}}, default_id="x")


BASE = [{"id": "a", "question": "Hoe werkt het?", "answer": "Kies Klaarzetten. En dan verder.",
         "context": "Wulp."}]  # fmt: skip


def command(source: Path, output: Path, server: Any, *more: str) -> list[str]:
    return ["translate", str(source), "-o", str(output), "--from", "nl", "--provider", "libre",
            "--base-url", server.url, "--timeout", "0.5", "-q", *more]  # fmt: skip


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "FIRST_WAIT", 0.0)


@pytest.mark.usefixtures("no_waiting")
def test_provider_down_half_way_is_told_and_resumed(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{**BASE[0], "id": f"r{n}", "answer": f"Kies knop {'abcdefgh'[n]} nu."}
            for n in range(8)]  # fmt: skip
    source, output = write(tmp_path / "in.jsonl", rows), tmp_path / "out.jsonl"
    broken = serve(memory, fault=lambda number: "503" if number > 3 else "")
    code, said = run(command(source, output, broken), capsys)
    assert code == 2
    assert "the provider is down" in said
    assert "--resume" in said
    states = [row["translation"]["status"] for row in lines(output)]
    assert states == ["translated"] * 3 + ["failed"] * 5
    assert broken.requests == 3 + clients.DOWN_AFTER * clients.TRIES  # then nobody asks any more
    code, _ = run(command(source, output, serve(memory), "--resume"), capsys)
    assert code == 0
    assert all(row["translation"]["status"] == "translated" for row in lines(output))


@pytest.mark.usefixtures("no_waiting")
def test_no_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(tmp_path / "in.jsonl", BASE)
    args = ["translate", str(source), "-o", str(tmp_path / "o.jsonl"), "--from", "nl", "--provider",
            "libre", "--base-url", "http://127.0.0.1:9", "-q"]  # fmt: skip
    code, said = run(args, capsys)
    assert code == 2
    assert "a: no connection (ConnectionError), 5 tries" in said
    assert "Traceback" not in said


@pytest.mark.usefixtures("no_waiting")
def test_a_provider_that_returns_its_input_is_not_believed(
    tmp_path: Path, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{**BASE[0], "answer": "Kies daarna de knop voor het opslaan van de factuur."}]
    source = write(tmp_path / "in.jsonl", rows)
    code, said = run(command(source, tmp_path / "o.jsonl", serve(lambda text: text)), capsys)
    assert code == 2
    assert "returned the text unchanged: 'Kies daarna" in said


def test_empty_texts_ask_nothing(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(memory)
    source = write(tmp_path / "in.jsonl", [{"answer": "", "question": "", "context": ["", "12"]}])
    code, _ = run(command(source, tmp_path / "o.jsonl", server), capsys)
    assert (code, server.requests) == (0, 0)
    [row] = lines(tmp_path / "o.jsonl")
    assert row["translation"]["answer"]["text"] == ""
    assert row["id"] == "line1"


def test_a_text_longer_than_the_limit_is_cut_at_sentence_ends(
    tmp_path: Path, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    sent: list[str] = []

    def translate_line(text: str) -> str:
        sent.append(text)
        return text.upper()

    long = " ".join(f"Dit is zin {'abcdefghij'[n % 10] * (n // 10 + 2)} van de lange tekst."
                    for n in range(400))  # fmt: skip
    endless = "woord " * 2_000
    source = write(tmp_path / "in.jsonl", [{"answer": long, "question": endless, "context": "x"}])
    server = serve(translate_line)
    code, said = run(command(source, tmp_path / "o.jsonl", server), capsys)
    assert code == 0, said
    assert all(text.endswith("tekst.") for text in sent if text.startswith("Dit is"))
    assert max(map(len, sent)) < 2_000
    [row] = lines(tmp_path / "o.jsonl")
    assert row["translation"]["answer"]["text"] == long.upper()
    assert row["translation"]["question"]["text"].split() == ["WOORD"] * 2_000


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--provider", "gogle"], "no provider 'gogle'; did you mean 'google'?"),
        (["--provider", "deepl"], "deepl needs a key: write it to a file"),
        (["--provider", "google", "--from", "xx"], "google does not have the pair xx-en"),
        (["--provider", "google", "--from", "en"], "there is nothing to translate"),
        (["--provider", "deepl", "--api-key-file", "nowhere"], "nowhere: no key can be read"),
    ],
)
def test_what_cannot_be_asked_is_told_before_any_request(
    tmp_path: Path, args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write(tmp_path / "in.jsonl", BASE)
    given = ["translate", str(source), "-o", str(tmp_path / "o.jsonl")]
    more = [] if "--from" in args else ["--from", "nl"]
    code, told = run([*given, *more, *args], capsys)
    assert code == 2
    assert said in told
    assert not (tmp_path / "o.jsonl").exists()


def test_rows_in_the_wanted_language_pass(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(memory)
    rows = [{**BASE[0], "lang": "nl"}, {"id": "b", "answer": "Choose Save.", "lang": "en"}]
    source = write(tmp_path / "in.jsonl", rows)
    args = ["translate", str(source), "-o", str(tmp_path / "o.jsonl"), "--provider", "libre",
            "--base-url", server.url]  # fmt: skip
    code, said = run(args, capsys)
    assert code == 0
    assert "1 translated, 0 kept, 1 in that language already" in said
    assert "translation" not in lines(tmp_path / "o.jsonl")[1]


def test_resume_refuses_another_language_pair(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(memory)
    source, output = write(tmp_path / "in.jsonl", BASE), tmp_path / "o.jsonl"
    run(command(source, output, server), capsys)
    before = output.read_bytes()
    code, said = run([*command(source, output, server, "--resume"), "--to", "fr"], capsys)
    assert code == 2
    assert "was translated nl-en by libre" in said
    assert output.read_bytes() == before
