"""A folder of pages and chunks: written, read back, and what is torn is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import call
from truthscore.cli import main
from truthscore.errors import InputError
from truthscore.retrieve.chunking import chunks
from truthscore.retrieve.finder import Finder
from truthscore.retrieve.kept import CHUNKS, PAGES, keep, read
from truthscore.text.markup import normalise
from truthscore.types import ContextDocument

PAGE = ContextDocument(
    id="p", title="Doors", text="# Doors\n\nOpen the blue door.\n", roles=("staff",), lang="en"
)


def test_what_was_kept_is_read_and_found(tmp_path: Path) -> None:
    assert keep(tmp_path, [PAGE, PAGE, ContextDocument(id="q", text="---")]) == (1, 1)
    pages, [chunk] = read(tmp_path)
    assert pages["p"].roles == ("staff",)
    assert pages["p"].text[chunk.span.start : chunk.span.end] == chunk.text
    [found] = Finder([chunk]).search("Which door is blue?", roles={"staff"}, lang="en")
    assert found.chunk == chunk
    before = (tmp_path / CHUNKS).read_bytes()
    keep(tmp_path, [PAGE])
    assert (tmp_path / CHUNKS).read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "o" + "\u0301" * 90 + " door", "a\u0323\u0301" * 40 + " door", "\ud800 door",
        "a\r\rb\x85c\u2028d", "\ufeff# Title \x0b door\x0c", "x" * 9_000,
        "\u3000" + "y" * 9_000, "1. \r\n\t- door",
    ],
)  # fmt: skip
def test_a_page_of_odd_signs_is_kept_as_it_is_read(tmp_path: Path, text: str) -> None:
    """A folder with one letter under many marks could be written, and not be read again."""
    keep(tmp_path, [ContextDocument(id="p", text=text)])
    pages, found = read(tmp_path)
    assert normalise(pages["p"].text) == pages["p"].text
    assert found == tuple(chunks(pages["p"]))


def test_what_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no page with a word"):
        keep(tmp_path, [])
    with pytest.raises(InputError, match="page 'p' is there twice"):
        keep(tmp_path, [PAGE, ContextDocument(id="p", text="Other.")])
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(InputError, match="cannot be kept there"):
        keep(tmp_path / "file", [PAGE])


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        (CHUNKS, lambda text: text[:-1], "line 1: the line is torn"),
        (CHUNKS, lambda text: text.replace('"span": [0', '"span": ["0"'), "no line as `index"),
        (CHUNKS, lambda text: text[: len(text) // 2] + "\n", "line 1: the line is torn"),
        (CHUNKS, lambda text: text.replace('"origin": "p"', '"origin": "x"'), "no chunk of a page"),
        (CHUNKS, lambda text: text.replace("blue", "pink"), "its text is not that of its page"),
        (PAGES, lambda text: f"[{len(text)}]\n", "Expected `object`"),
        (PAGES, lambda text: text.replace('"title"', '"name"'), "no line as `index"),
    ],
)
def test_what_is_torn_is_told(tmp_path: Path, name: str, change: object, told: str) -> None:
    keep(tmp_path, [PAGE])
    path = tmp_path / name
    path.write_text(change(path.read_text("utf-8")), "utf-8")  # type: ignore[operator]
    with pytest.raises(InputError, match=told):
        read(tmp_path)


def test_half_a_character_is_kept_as_a_sign_that_a_file_can_hold(tmp_path: Path) -> None:
    keep(tmp_path, [ContextDocument(id="a\ud800", title="b\ud800", text="The door\ud800.")])
    pages, [chunk] = read(tmp_path)
    assert set(pages) == {"a\ufffd"}
    assert (chunk.title, chunk.text) == ("b\ufffd", "The door\ufffd.")


def test_a_page_without_title_and_language_gets_those_of_its_text(tmp_path: Path) -> None:
    text = "# De deur\n\n" + "De blauwe deur gaat om negen uur open voor alle gasten. " * 5
    keep(tmp_path, [ContextDocument(id="p", text=text)])
    pages, chunks = read(tmp_path)
    assert (pages["p"].title, pages["p"].lang) == ("De deur", "nl")
    assert {each.lang for each in chunks} == {"nl"}


def test_a_folder_without_chunks_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="truthscore index DOCS"):
        read(tmp_path)


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["index", "--chunks", *words])
        return int(ended.value.code or 0), capsys.readouterr().err

    return run


def test_the_command_reads_what_it_can_and_tells_the_rest(tmp_path: Path, run: Run) -> None:
    docs, out = tmp_path / "docs", tmp_path / "out"
    docs.mkdir()
    (docs / "a.md").write_text("# A\n\nOpen the door.\n", "utf-8")
    (docs / "b.html").write_text("<h1>B</h1><p>Close the door.</p>", "utf-8")
    (docs / "c.pdf").write_bytes(b"no PDF")
    row = {"id": "r", "text": "Ring the bell.", "roles": ["staff"], "lang": "en"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    code, told = run(str(docs), str(tmp_path / "rows.jsonl"), "-o", str(out), "--preset", "B")
    assert code == 0, told
    assert "c.pdf: found a file that cannot be read as PDF" in told
    assert "3 pages, 3 chunks" in told
    assert "; 1 left out" in told
    pages, _ = read(out)
    assert pages["r"].roles == ("staff",)


def test_the_command_refuses_what_has_no_page_and_roles_that_are_none(
    tmp_path: Path, run: Run
) -> None:
    (tmp_path / "c.pdf").write_bytes(b"no PDF")
    code, told = run(str(tmp_path / "c.pdf"), "-o", str(tmp_path / "out"))
    assert code == 2
    assert "cannot be read as PDF" in told
    assert "EOF" not in told  # what pypdf logs names no file
    assert f"{tmp_path / 'c.pdf'}: found no page with a word; expected Markdown" in told
    (tmp_path / "rows.jsonl").write_text('{"text": "x y", "roles": 5}\n', "utf-8")
    code, told = run(str(tmp_path / "rows.jsonl"), "-o", str(tmp_path / "out"))
    assert code == 2
    assert "expected a list of role names" in told


def test_a_page_without_a_word_is_told_and_the_others_are_kept(tmp_path: Path, run: Run) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in (("a.md", "# Leave\n"), ("b.md", "\n---\n"), ("c.txt", "")):
        (docs / name).write_text(text, "utf-8")
    (docs / "old.md").write_bytes(b"\x81\x8d\xe9\xff")
    (docs / ".git").mkdir()
    (docs / ".git" / "d.md").write_text("hidden")
    (docs / "torn.json").write_text('{"articles": [')
    for name in ("a.png", "b.PNG", "rows.jsonl", "LICENSE"):
        (docs / name).write_text("x y")
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": "r", "text": "Bikes."}\n{"id": "s", "text": "..."}\n', "utf-8")
    code, told = run(str(docs), str(rows), "-o", str(tmp_path / "out"))
    assert code == 0
    for place in (docs / "b.md", docs / "c.txt", f"{rows}:2"):
        assert f"{place}: found no word; expected some text: the page is left out" in told
    assert "old.md: cannot be read: not UTF-8 (byte 0); save it as UTF-8" in told
    assert "torn.json: cannot be read: no whole JSON (Expecting value" in told
    kinds = "1 .jsonl, 2 .png, 1 hidden, 1 without an ending"
    assert f"{docs}: files of other kinds are not read from a folder: {kinds}" in told
    assert "2 pages, 2 chunks" in told
    assert "; 6 left out" in told


def test_the_folder_is_searched_by_words_and_by_role(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out"
    pages = [
        {"id": "open", "text": "# Leave\n\nAsk your lead for leave."},
        {"id": "shut", "text": "# Pay\n\nPay and leave of leads.", "roles": ["hr"]},
    ]
    rows.write_text("".join(json.dumps(each) + "\n" for each in pages), "utf-8")
    assert run(str(rows), "-o", str(out))[0] == 0

    def search(*more: str) -> tuple[int, list[dict[str, Any]], str]:
        code, told, err = call(capsys, "search", str(out), *more)
        return code, [json.loads(line) for line in told.splitlines()], err

    code, found, _ = search("how do I ask for leave?", "--lang", "en")
    assert (code, [(each["id"], each["title"]) for each in found]) == (0, [("open", "Leave")])
    assert found[0]["text"] == pages[0]["text"]
    _, found, _ = search("leave", "--role", "hr", "--lang", "en")
    assert {each["id"] for each in found} == {"open", "shut"}
    for asked in (("leave", "--role", "nobody"), ("",), ("?!",)):
        code, found, err = search(*asked)
        assert (code, found) == (0, [])
        assert f"no page of {out} is found for this question and these roles" in err
    code, found, err = search("leave", "--lang", "nk")
    assert (code, found) == (2, [])
    assert "'nk': expected en, nl" in err
    code, found, err = search("leave", "--top", "0")
    assert (code, found) == (2, [])
    assert "0 is not in the range x>=1" in err
    code, _, err = call(capsys, "search", str(tmp_path), "leave", "--role", "hr")
    assert code == 2
    assert "expected what `truthscore index DOCS" in err
