"""Help centres as they are exported: zip archives, which may harm, and Zendesk's JSON."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from truthscore.cli import main
from truthscore.cli.documents import read_documents
from truthscore.errors import InputError
from truthscore.retrieve import Finder, archive, chunks
from truthscore.retrieve.archive import Archive
from truthscore.retrieve.kept import read
from truthscore.types import ContextDocument

ARTICLES: list[Any] = [
    {"id": 1, "title": "Doors", "body": "<h2>Open</h2><p>Turn the <b>key</b>.</p>",
     "html_url": "https://help.example/en-us/1", "locale": "en-us", "user_segment_id": None},
    {"id": 2, "title": "Deuren", "body": "<ol><li>Draai.</li><li>Duw.</li></ol>", "locale": "nl"},
    {"id": 3, "title": "Staff", "body": "<p>The safe key is red.</p>", "user_segment_id": 77},
    {"id": 4, "title": "Later", "body": "<p>Draft.</p>", "draft": True},
]  # fmt: skip


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return path


def export(path: Path, articles: list[Any]) -> Path:
    path.write_text(json.dumps({"articles": articles, "count": len(articles)}), "utf-8")
    return path


def seen(place: Path) -> tuple[dict[str, ContextDocument], list[str]]:
    refused: list[str] = []
    return {page.id: page for page in read_documents([str(place)], refused.append)}, refused


def test_an_archive_is_read_as_a_folder_is(tmp_path: Path) -> None:
    path = zipped(tmp_path / "docs.zip", {
        "guide/b.html": b"<h1>B</h1><p>Close the door.</p>", "guide/a.md": b"# A\n\nOpen it.\n",
        "c.pdf": b"no PDF", "logo.png": b"\x89PNG", "__MACOSX/guide/._a.md": b"x y",
        ".git/d.md": b"x y", "old.zip": b"PK", "e.txt": b"caf\xe9",
        "export.json": json.dumps({"articles": ARTICLES[:1]}).encode(), "other.json": b"[1]",
    })  # fmt: skip
    pages, refused = seen(path)
    assert list(pages) == [
        f"{path}/e.txt", "https://help.example/en-us/1", f"{path}/guide/a.md",
        f"{path}/guide/b.html",
    ]  # fmt: skip
    assert pages[f"{path}/guide/b.html"].title == "B"
    assert [each.removeprefix(f"{path}/").split(" ")[0] for each in refused] == [
        "c.pdf:", f"note: {path}/e.txt:".split(" ")[0], "old.zip:", "other.json:",
    ]  # fmt: skip
    assert "e.txt: is no UTF-8 (byte 3); read as windows-1252" in refused[1]
    assert pages[f"{path}/e.txt"].text == "café"
    assert "found JSON without articles" in refused[3]
    inside = tmp_path / "folder"
    inside.mkdir()
    path.rename(inside / "docs.zip")
    assert len(seen(inside)[0]) == 4


@pytest.mark.parametrize(
    "name", ["../x.md", "/x.md", "a/../../x.md", "C:\\x.md", "..\\x.md", "a\\..\\..\\x.md", ".."]
)
def test_names_that_lead_out_of_an_archive_are_refused(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "a.zip", {"good.md": b"Open it.", name: b"x y"})
    pages, [told] = seen(path)
    assert not pages
    assert "leads out of the archive; expected names inside it: nothing of it was read" in told


def test_names_with_dots_are_names(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a..b/c...md": b"Open it."})
    assert list(seen(path)[0]) == [f"{path}/a..b/c...md"]


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.md": b"Open it.", "b.md": b"\0" * 20_000_000})
    pages, [told] = seen(path)
    assert not pages
    assert "would unpack to 20 MB" in told
    assert "nothing of it was read" in told


def test_limits_of_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "a.zip", {"a.md": b"Open the door.", "b.md": b"x y"})
    monkeypatch.setattr(archive, "LARGEST", 5)
    with pytest.raises(InputError, match=r"a\.md: is longer than 0 MB"):
        Archive(path).read("a.md")
    assert Archive(path).read("b.md") == b"x y"
    monkeypatch.setattr(archive, "MOST", 1)
    with pytest.raises(InputError, match="has 2 files; expected at most 1"):
        Archive(path)


def test_an_archive_that_lies_of_a_size_or_is_torn_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lies.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.md", b"Open the door. " * 1000)
        made.writestr("b.md", b"Close it.")
        made.filelist[0].file_size = 4
    pages, [told] = seen(path)
    assert list(pages) == [f"{path}/b.md"]
    assert "lies.zip/a.md: cannot be unpacked" in told
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "cannot be read as ZIP" in seen(path)[1][0]


def test_a_password_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.md": b"Open it."})
    data = bytearray(path.read_bytes())
    for sign, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):  # the bit of an encrypted file
        data[data.index(sign) + place] |= 1
    path.write_bytes(data)
    assert "without a password" in seen(path)[1][0]


def test_articles_are_pages_and_a_segment_is_a_role(tmp_path: Path) -> None:
    pages, refused = seen(export(tmp_path / "help.json", ARTICLES))
    assert refused == []
    assert [(each.id, each.lang, each.roles) for each in pages.values()] == [
        ("https://help.example/en-us/1", "en", None), ("2", "nl", None),
        ("3", None, ("user_segment:77",)),
    ]  # fmt: skip
    assert pages["https://help.example/en-us/1"].text == "# Doors\n\n## Open\n\nTurn the **key**.\n"
    assert "1. Draai.\n2. Duw." in pages["2"].text
    finder = Finder(each for page in pages.values() for each in chunks(page))
    assert finder.search("safe key", lang="en")[0].chunk.origin != "3"
    staff = finder.search("red safe", lang="en", roles={"user_segment:77"})
    assert staff[0].chunk.origin == "3"


@pytest.mark.parametrize(
    ("article", "told"),
    [
        (5, "article 1: found no object"),
        ({"title": "T", "body": "x"}, "article 1: has no id"),
        ({"id": 9, "body": None}, r"article 1 \(9\): has no text; expected HTML in 'body'"),
        ({"id": 9, "body": "x y", "user_segment_ids": 7}, "'user_segment_ids' is no list"),
        ({"id": 9, "body": "x y", "user_segment_id": [7]}, r"\[7\] is no id of a user segment"),
        ({"id": 9, "body": "<div>" * 5_000}, r"article 1 \(9\): found a file that cannot be"),
    ],
)
def test_an_article_that_cannot_be_read_is_told_and_the_others_are(
    tmp_path: Path, article: Any, told: str
) -> None:
    pages, refused = seen(export(tmp_path / "help.json", [article, ARTICLES[1]]))
    assert list(pages) == ["2"]
    [said] = refused
    assert re.search(told, said)


def test_json_that_is_no_export_is_rows_as_before(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text('[{"id": "r", "text": "Ring the bell."}]', "utf-8")
    assert list(seen(path)[0]) == ["r"]


def test_the_command_reads_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    zipped(tmp_path / "a.zip", {"a.md": b"# A\n\nOpen the door.\n"})
    export(tmp_path / "help.json", ARTICLES)
    given = [str(tmp_path / name) for name in ("a.zip", "help.json")]
    with pytest.raises(SystemExit) as ended:
        main(["index", "--chunks", *given, "-o", str(tmp_path / "out")])
    assert (ended.value.code or 0, "4 pages, 4 chunks" in capsys.readouterr().err) == (0, True)
    pages, cut = read(tmp_path / "out")
    assert pages["3"].roles == ("user_segment:77",)
    assert {each.roles for each in cut if each.origin == "3"} == {("user_segment:77",)}


ONE = {"id": 1, "title": "Doors", "body": "<p>Turn the key.</p>"}
OTHER = {"id": 2, "title": "Safe", "body": "<p>Blue.</p>", "user_segment_id": 7}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", {"articles": [ONE, OTHER]}), ("a.json", [ONE, OTHER]),
        ("a.json", [{"article": ONE}, {"article": OTHER}]), ("a.json", {"results": [ONE, OTHER]}),
        ("a.jsonl", [ONE, OTHER]), ("a.jsonl", [{"article": ONE}, OTHER]),
    ],
)  # fmt: skip
def test_every_shape_of_an_export_is_read(tmp_path: Path, name: str, data: Any) -> None:
    path = tmp_path / name
    rows = "".join(json.dumps(each) + "\n" for each in data)
    path.write_text(rows if name == "a.jsonl" else json.dumps(data), "utf-8")
    pages, told = seen(path)
    assert not told
    assert {page.title: page.roles for page in pages.values()} == {
        "Doors": None, "Safe": ("user_segment:7",),
    }  # fmt: skip
    assert pages["1"].text == "# Doors\n\nTurn the key.\n"


def test_one_article_is_an_export(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"article": ONE}), "utf-8")
    (tmp_path / "b.json").write_text('{"settings": 1}', "utf-8")
    pages, [told] = seen(tmp_path)
    assert list(pages) == ["1"]
    assert "b.json: found JSON without articles; expected Zendesk's export" in told


def test_an_encoding_is_recognised_or_said(tmp_path: Path) -> None:
    text = "Klik op Opslaan: één knop, € 5.\n"
    (tmp_path / "a.md").write_bytes(text.encode("cp1252"))
    (tmp_path / "b.html").write_bytes(f"<p>{text}</p>".encode("cp1252"))
    (tmp_path / "c.txt").write_bytes("Нажмите кнопку".encode("cp1251"))
    pages, told = seen(tmp_path)
    assert [page.text for page in pages.values()] == [text, text]
    assert [each.split(": ")[0] for each in told[:2]] == ["note", "note"]
    assert "read as windows-1252, --encoding says another" in told[0]
    assert "c.txt: cannot be read: not UTF-8 (byte 0); save it as UTF-8, or say its" in told[2]
    refused: list[str] = []
    [found] = read_documents([str(tmp_path / "c.txt")], refused.append, encoding="cp1251")
    assert found.text == "Нажмите кнопку"
    assert not refused
    assert not list(read_documents([str(tmp_path / "c.txt")], refused.append, encoding="utf-8"))
    assert "c.txt: cannot be read: it is not in utf-8, as --encoding says" in refused[0]


def test_index_without_chunks_and_terms_read_html_and_tell_what_they_skip(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.html").write_text("<h1>Wulppoort</h1><p>Open the Wulppoort.</p>", "utf-8")
    (docs / "b.png").write_bytes(b"\x89PNG")
    (docs / "c.md").write_text("---\nroles: [hr]\n---\nThe Wulppoort code is blue.\n", "utf-8")
    cache = str(tmp_path / "cache")
    for args in (["index", str(docs), "-o", cache], ["terms", "build", str(docs), "--lang", "en"]):
        with pytest.raises(SystemExit) as done:
            main(args)
        assert done.value.code == 0
        err = capsys.readouterr().err
        assert "2 documents" in err
        assert "files of other kinds are not read from a folder: 1 .png" in err
        assert "1 left out" in err
    for roles, found in (([], ["a.html"]), (["--role", "hr"], ["a.html", "c.md"])):
        with pytest.raises(SystemExit):
            main(["search", cache, "Wulppoort", *roles])
        lines = capsys.readouterr().out.splitlines()
        assert sorted(Path(json.loads(line)["id"]).name for line in lines) == found
