"""Pages found by a question in either language, from memory and from a folder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from truthscore.cli import main
from truthscore.cli.documents import read_documents
from truthscore.errors import InputError
from truthscore.retrieve import Keeper, Shelf, kept
from truthscore.retrieve.shelf import ENDING, MAGIC
from truthscore.store import DocumentStore, read, write
from truthscore.types import ContextDocument

HELP = Path(__file__).parents[1] / "examples" / "help"
FRENCH = "Les pièces jointes ne doivent pas dépasser dix mégaoctets, sinon rien ne part. " * 4


def pages(lang: str) -> list[ContextDocument]:
    return [
        ContextDocument(id=path.stem, text=path.read_text(encoding="utf-8"))
        for path in sorted((HELP / lang).glob("*.md"))
    ]


@pytest.fixture(scope="module")
def shelves() -> dict[str, Shelf]:
    return {lang: Shelf.of(pages(lang)) for lang in ("nl", "en")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pages")
    assert Keeper(made).keep(pages("en")) == len(pages("en"))
    return made


@pytest.mark.parametrize(
    ("lang", "question", "wanted"),
    [
        ("en", "Hoe vraag ik verlof aan?", "verlof-aanvragen"),
        ("en", "Hoe maak ik een creditfactuur?", "creditfactuur"),
        ("nl", "How do I approve hours?", "uren-goedkeuren"),
        ("nl", "How do I add an employee?", "medewerker-toevoegen"),
        ("nl", "Hoe meld ik iemand ziek?", "ziekmelding"),
    ],
)
def test_a_question_finds_its_page(
    shelves: dict[str, Shelf], lang: str, question: str, wanted: str
) -> None:
    hits = shelves[lang].search(question, top=3)
    assert hits[0].document_id == wanted
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(-1.0 <= hit.score <= 1.0 for hit in hits)


def test_the_span_is_the_sentence_that_lies_nearest() -> None:
    text = (
        "# Attachments\n\nInvoices are sent by e-mail. 1 file is free.\n\n"
        "- You can attach at most 5 files (10 MB). Posted invoices cannot be changed."
    )
    shelf = Shelf.of([ContextDocument(id="p", text=text)])
    found = {}
    for question in ("Mag een geboekte factuur worden gewijzigd?", "Hoeveel bestanden meesturen?"):
        [hit] = shelf.search(question)
        assert hit.span.source == "p"
        found[question] = text[hit.span.start : hit.span.end]
    assert list(found.values()) == [
        "Posted invoices cannot be changed.", "You can attach at most 5 files (10 MB).",
    ]  # fmt: skip


def test_a_folder_and_its_pages_find_the_same(shelves: dict[str, Shelf], folder: Path) -> None:
    asked = "Hoe vraag ik verlof aan?"
    wanted = shelves["en"].search(asked, lang="nl")
    assert Shelf.read(folder).search(asked, lang="nl") == wanted
    assert Shelf.read(folder).documents == shelves["en"].documents
    assert len(DocumentStore(folder)) == 0  # no parsed page


def test_a_page_is_made_once_to_the_same_bytes_and_gives_way_to_its_new_text(
    folder: Path, tmp_path: Path
) -> None:
    def kept(where: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in where.glob(f"*/*{ENDING}")}

    Keeper(tmp_path).keep(reversed(pages("en")))
    assert kept(tmp_path) == kept(folder)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob(f"*/*{ENDING}")}
    first, *others = pages("en")
    Keeper(tmp_path).keep([replace(first, text="Choose **Post**."), *others])
    changed = [path for path, when in before.items() if path.stat().st_mtime_ns != when]
    assert len(changed) == 1
    assert Shelf.read(tmp_path).documents[first.id].text == "Choose **Post**."


def test_equal_scores_are_told_in_the_order_of_their_ids() -> None:
    text = "Choose **Post** to post the invoice."
    many = [ContextDocument(id=id_, text=text) for id_ in ("c", "a", "d", "b")]
    hits = Shelf.of(many).search("Hoe boek ik een factuur?", top=None)
    assert [hit.document_id for hit in hits] == ["a", "b", "c", "d"]
    assert len({hit.score for hit in hits}) == 1
    assert Shelf.of(reversed(many)).search("Hoe boek ik een factuur?", top=2) == hits[:2]


def test_two_texts_under_one_id_are_two_pages(tmp_path: Path) -> None:
    twice = [ContextDocument(id="p", text=text) for text in ("Post it.", "Save it.", "Post it.")]
    assert Keeper(tmp_path).keep(twice) == 2
    assert {id_: page.text for id_, page in Shelf.read(tmp_path).documents.items()} == {
        "p": "Post it.", "p#2": "Save it.",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["4711 0815 — 3.14 %", "***", "Ж", "a" * 5_000, "#" * 5_000])
def test_an_odd_page_is_searched_like_any_other(text: str) -> None:
    odd = ContextDocument(id="odd", text=text, lang="en")
    hits = Shelf.of([*pages("en"), odd]).search("Hoe vraag ik verlof aan?", top=None)
    assert len(hits) == len(pages("en")) + 1
    assert hits[0].document_id == "verlof-aanvragen"


def test_what_is_no_page_in_a_language_that_is_read_is_left_out() -> None:
    given = [
        ContextDocument(id="french", text=FRENCH),
        ContextDocument(id="says so", text="Choose **Post**.", lang="FR-be"),
        ContextDocument(id="prompt", text="Choose **Post**.", kind="prompt"),
        ContextDocument(id="empty", text=" \n"),
        ContextDocument(id="said", text=FRENCH, lang="en"),  # believed
    ]
    assert list(Shelf.of(given).documents) == ["said"]
    assert Shelf.of([]).search("Hoe?") == ()
    assert Shelf.of(given).search(" ?! ") == ()


@pytest.mark.parametrize(
    ("asked", "message"),
    [({"lang": "fr"}, "lang is 'fr', which no vectors read; expected one of en, nl"),
     ({"top": 0}, "top is 0; expected a number of pages from 1")],
)  # fmt: skip
def test_what_cannot_be_asked_is_told(asked: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Shelf.of([]).search("Hoe?", **asked)  # type: ignore[arg-type]


def test_a_folder_without_pages_says_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pages to search in; make them with `truthscore index"):
        Shelf.read(tmp_path)


def test_pages_of_other_weights_are_refused(tmp_path: Path) -> None:
    Keeper(tmp_path).keep(pages("en")[:1])
    [path] = tmp_path.glob(f"*/*{ENDING}")
    columns = msgspec.msgpack.decode(read(path, MAGIC))
    columns[4] = "00000000"
    write(path, MAGIC, msgspec.msgpack.encode(columns))
    with pytest.raises(InputError, match="was indexed with vectors 00000000; expected"):
        Shelf.read(tmp_path)


def _columns(path: Path, at: int, value: object) -> bytes:
    columns = msgspec.msgpack.decode(read(path, MAGIC))
    columns[at] = value
    return msgspec.msgpack.encode(columns)


@pytest.mark.parametrize("damage", ["torn", "foreign", "spans", "levels", "outside", "link"])
def test_a_damaged_file_is_a_page_that_is_not_there(damage: str, tmp_path: Path) -> None:
    Keeper(tmp_path).keep(pages("en")[:2])
    path, other = sorted(tmp_path.glob(f"*/*{ENDING}"))
    whole = path.read_bytes()
    if damage == "torn":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "foreign":
        write(path, MAGIC, b"\xc1 no page")
    elif damage == "link":
        path.unlink()
        path.symlink_to(other)
    else:
        at, value = {
            "spans": (6, b"\0" * 12), "levels": (7, b"\0"), "outside": (6, b"\xff" * 8),
        }[damage]  # fmt: skip
        write(path, MAGIC, _columns(path, at, value))
    assert len(Shelf.read(tmp_path).documents) == 1
    if damage != "link":
        Keeper(tmp_path).keep(pages("en")[:2])
        assert path.read_bytes() == whole


def test_the_command_prints_the_nearest_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "Hoe vraag ik verlof aan?"
    with pytest.raises(SystemExit) as stop:
        main(["search", str(folder), asked, "--top", "2", "--lang", "nl"])
    assert stop.value.code == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    hits = Shelf.read(folder).search(asked, top=2)
    assert [(each["id"], each["score"]) for each in told] == [
        (hit.document_id, hit.score) for hit in hits
    ]
    text = Shelf.read(folder).documents[hits[0].document_id].text
    assert told[0]["text"] == text[slice(*told[0]["span"])]


@pytest.mark.parametrize("chunks", [False, True])
def test_of_both_kinds_of_folder_a_role_finds_the_same_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], chunks: bool
) -> None:
    given = [
        ContextDocument(id="all", text="How to ask for leave."),
        ContextDocument(id="hr", text="How to approve leave.", roles=("hr",)),
        ContextDocument(id="none", text="How to refuse leave.", roles=()),
    ]
    if chunks:
        kept.keep(tmp_path, given)
    else:
        Keeper(tmp_path).keep(given)
    for roles, wanted in (
        ([], {"all"}), (["hr"], {"all", "hr"}), (["hr", "nobody"], {"all", "hr"}),
        (["nobody"], set()),
    ):  # fmt: skip
        with pytest.raises(SystemExit) as stop:
            main(["search", str(tmp_path), "leave", *(f"--role={role}" for role in roles)])
        assert stop.value.code == 0
        told = capsys.readouterr()
        assert {json.loads(line)["id"] for line in told.out.splitlines()} == wanted
        assert ("no page of" in told.err) == (not wanted)


def test_documents_of_a_command_may_say_their_language(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    rows = [{"text": "a"}, {"text": "b", "lang": "NL"}, {"text": "e\u0301\r\n", "language": "en"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    told: list[str] = []
    found = list(read_documents([str(path)], told.append))
    assert [each.lang for each in found] == [None, "nl", "en"]
    path.write_text(json.dumps({"text": "a", "lang": 3}), "utf-8")
    assert not list(read_documents([str(path)], told.append))
    assert "pages.jsonl:1: 'lang' is 3; expected a language code" in told[0]
