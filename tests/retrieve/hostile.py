"""Files that somebody made to end, fool or slow down who reads a help centre."""

from __future__ import annotations

import io
import json
import os
import socket
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

MANY = 50_000
DIGITS = "1" * 6_000
TEXT = "Press Save to keep the page.\n"

Maker = Callable[[Path], None]


def zipped(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return stream.getvalue()


def document(body: str, before: str = "") -> bytes:
    """A DOCX with this body."""
    kinds = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    )
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
    )
    text = (
        f'{before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/'
        f'main"><w:body>{body}</w:body></w:document>'
    )
    return zipped({
        "[Content_Types].xml": kinds, "_rels/.rels": rels, "word/document.xml": text,
    })  # fmt: skip


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def pdf(objects: list[bytes], trailer: bytes = b"<< /Size 9 /Root 1 0 R >>") -> bytes:
    made = b"%PDF-1.7\n"
    places = []
    for number, each in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % each for each in places)
    return (
        made + b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n%b\nstartxref\n%d\n%%%%EOF\n"
        % (len(places) + 1, table, trailer, len(made))
    )  # fmt: skip


def stream(data: bytes, packed: bool = True) -> bytes:
    body = zlib.compress(data, 9) if packed else data
    told = b"/Filter /FlateDecode " if packed else b""
    return b"<< %b/Length %d >>\nstream\n%b\nendstream" % (told, len(body), body)


def page_of(content: bytes) -> list[bytes]:
    return [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << "
        b"/F 5 0 R >> >> >>", content,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]  # fmt: skip


def of(data: bytes | str | Callable[[], bytes]) -> Maker:
    """A file of these bytes; what takes a second to make is made when it is wanted."""

    def make(path: Path) -> None:
        made = data() if callable(data) else data
        path.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"))

    return make


def above(told: str, rule: str = "---") -> Maker:
    return of(f"{rule}\n{told}\n{rule}\n{TEXT}")


def link(target: str) -> Maker:
    return lambda path: path.symlink_to(target)


def inside(name: str, data: bytes | str = TEXT) -> Maker:
    """A folder with a file in it."""

    def make(path: Path) -> None:
        path.mkdir()
        of(data)(path / name)

    return make


def fifo(path: Path) -> None:
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # such an address is short
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(before)


def deep_folder(path: Path) -> None:
    handle = None
    path.mkdir()
    handle = os.open(path, os.O_RDONLY)
    for _ in range(700):
        os.mkdir("d", dir_fd=handle)
        inner = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3_000_000_000)


def loop(path: Path) -> None:
    path.mkdir()
    (path / "again").symlink_to("..")


def named(raw: bytes) -> Maker:
    """A folder with a file whose name is these bytes."""

    def make(path: Path) -> None:
        path.mkdir()
        with open(os.path.join(os.fsencode(path), raw), "wb") as file:
            file.write(TEXT.encode())

    return make


_BOMB = "\n".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise("abcdefghij"))
_ENTITIES = "<!DOCTYPE d [<!ENTITY a0 'lol'>" + "".join(
    f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9)
) + "]>"  # fmt: skip
#: 9,900 cells to repeat, in each of many tables.
_SPANS = (
    "<table>" + f"<tr>{f'<td rowspan=99>{chr(120) * 190}</td>' * 100}</tr>" + "<tr></tr>" * 98
    + "</table>"
) * 9  # fmt: skip


def _article(**changes: object) -> str:
    return json.dumps({"articles": [{"id": 1, "title": "T", "body": "<p>x</p>"} | changes]})


#: Name of a file → how it is made. All of them together are a folder with one page worth reading.
FILES: Mapping[str, Maker] = {
    # text
    "empty.md": of(""), "spaces.md": of(" \n\t" * MANY), "mark.md": of(b"\xef\xbb\xbf"),
    "nul.md": of(b"\0" * MANY), "bytes.md": of(bytes(range(256)) * 200),
    "utf16.md": of("Save it.".encode("utf-16-le")), "torn16.md": of(b"\xff\xfea"),
    "torn8.md": of(b"Save \xe2\x82"), "latin.txt": of("één café".encode("latin-1")),
    "cyrillic.txt": of("Нажмите кнопку".encode("cp1251")),
    "returns.md": of("\r" * MANY), "dots.md": of("." * 40_000), "dot_space.md": of(". " * MANY),
    "ellipses.md": of("…" * MANY), "comment.md": of("<!--" * MANY), "closed.md": of("-->" * MANY),
    "comments.md": of("<!-- x -->" * MANY), "hashes.md": of("#" * MANY),
    "hash_space.md": of("# " * MANY), "hash_end.md": of("# x" + " #" * MANY + " x"),
    "bars.md": of("|" * MANY), "bar_dash.md": of("|-" * MANY), "fences.md": of("```\n" * MANY),
    "stars.md": of("*" * MANY), "underscores.md": of("_" * MANY), "open.md": of("[" * MANY),
    "links.md": of("](" * MANY), "link_text.md": of("[a](b" * MANY), "less.md": of("<" * MANY),
    "tags.md": of("<a " * MANY), "ampersands.md": of("&" * MANY), "refs.md": of("&#" * MANY),
    "quotes.md": of("." + '"' * MANY), "quote_space.md": of('."' * MANY + " A"),
    "marks.md": of("e" + "\u0301" * MANY), "nothing.md": of("\u200b" * MANY),
    "turned.md": of("\u202e" * MANY + "x"), "line.md": of("Save the page now " * MANY),
    "word.md": of("a" * 900_000), "long.md": of("Save it. " * 400_000),
    "deep_list.md": of("".join(f"{' ' * n}- x\n" for n in range(1_200))),
    "quoted.md": of(">" * MANY), "steps.md": of("1. " * MANY), "newlines.md": of("\n" * 900_000),
    "tabs.md": of("\t" * 900_000), "items.md": of("\n- " * MANY), "slashes.md": of("\\" * MANY),
    "faces.md": of("😀" * MANY), "escapes.md": of("\x1b[2J\x1b]52;c;eA==\x07 " * 500),
    "feeds.md": of("\f\v" * MANY), "digits.md": of("1" * MANY + ",5 " + DIGITS),
    "prices.md": of("€ 1.000," * MANY), "dashes.md": of("-" * MANY), "colons.md": of(":" * MANY),
    "halves.md": of("Save \ud800 it."), "adoc.adoc": of("=" * MANY), "rst.rst": of("=\n" * MANY),
    "dots_word.md": of("Save it " + "." * 40_000 + " Now."),
    "stops.md": of("Save it. " + '."' * MANY),
    "hash_word.md": of("# Save" + " #" * 20_000 + " it"),
    "comment_word.md": of("Save it " + "<!--" * MANY),
    # above a page
    "aliases.md": above(f"a: &a [x]\n{_BOMB}\ntitle: *j"),
    "yaml_deep.md": above("a: " + "[" * 9_000),
    "yaml_maps.md": above("a: " + "{a: " * 3_000), "yaml_int.md": above(f"a: {DIGITS}"),
    "yaml_tag.md": above("a: !!python/object/apply:os.getcwd []"),
    "yaml_time.md": above("a: 2024-13-45"), "yaml_open.md": of("---\n" + "a: b\n" * MANY),
    "yaml_key.md": above("? [a]\n: b"), "yaml_binary.md": above("a: !!binary x"),
    "yaml_base.md": above("a: 1" + ":1" * MANY), "yaml_merge.md": above("<<: x"),
    "yaml_quote.md": above('a: "' + "\\" * 999), "yaml_nul.md": above("a: \0"),
    "yaml_dashes.md": above("- " * 9_000), "yaml_questions.md": above("? " * 9_000),
    "toml_deep.md": above("a = " + "[" * 30_000, "+++"),
    "toml_int.md": above(f"a = {DIGITS}", "+++"),
    "toml_inline.md": above("a = " + "{a = " * 9_000, "+++"),
    "toml_keys.md": above("a" + ".a" * 20_000 + " = 1", "+++"),
    "toml_tables.md": above("[a" + ".a" * 9_000 + "]", "+++"),
    "toml_time.md": above("a = 2024-13-45", "+++"), "json_above.md": of('{"a": ' * MANY),
    # JSON
    "deep.json": of("[" * MANY), "objects.json": of('{"a":' * MANY), "int.json": of(DIGITS),
    "int_in.json": of(f'{{"articles": [{DIGITS}]}}'), "torn.json": of('{"articles": ['),
    "empty.json": of(""), "null.json": of("null"), "nan.json": of("NaN"),
    "no_list.json": of('{"articles": 5}'), "odd.json": of('{"articles": [1, null, [], {}, "x"]}'),
    "body.json": of(_article(body=5)), "body_deep.json": of(_article(body="<div>" * MANY)),
    "id.json": of(_article(id={})), "half.json": of(_article(id="\ud800")),
    "segments.json": of(_article(user_segment_ids="all")), "title.json": of(_article(title=[1])),
    "twice.json": of(json.dumps({"articles": [
        {"id": 7, "body": "<p>Save it.</p>"}, {"id": 7, "body": "<p>Never save it.</p>"},
    ]})), "lists.json": of(json.dumps([[[1] * 99] * 99] * 9)),
    # HTML
    "divs.html": of("<div>" * MANY + "x"), "lists.html": of("<ul><li>" * 9_000 + "x"),
    "comment.html": of("<p>x</p>" + "<!--" * MANY), "comment_dash.html": of("<!-" * MANY),
    "spans.html": of(_SPANS), "tables.html": of("<table><tr><td>" * 3_000 + "x"),
    "columns.html": of(f"<table><tr><td colspan={DIGITS} rowspan={DIGITS}>x</td></tr></table>"),
    "less.html": of("<" * MANY), "attributes.html": of("<p " + "a=" * MANY),
    "unclosed.html": of('<p a="' * MANY), "marked.html": of("<![" + "CDATA[" * MANY),
    "declared.html": of("<!DOCTYPE [" * MANY), "instructions.html": of("<?" * MANY),
    "ends.html": of("</" * MANY), "refs.html": of("&#99999999999;" * 999 + f"&#{DIGITS};"),
    "charset.html": of(b"<meta charset=none>caf\xe9"),
    "rot13.html": of(b"<meta charset=rot13>\xe9"),
    "hex.html": of(b"<meta charset=hex>caf\xe9"), "zlib.html": of(b"<meta charset=zlib>caf\xe9"),
    "utf7.html": of(b"<meta charset=utf-7>caf\xe9 +AGE-"),
    "idna.html": of(b"<meta charset=idna>caf\xe9" + b"." * MANY),
    "undefined.html": of(b"<meta charset=undefined>caf\xe9"),
    "script.html": of("<script>" + "x" * 2_000_000), "bold.html": of("<b><i>" * 9_000 + "x"),
    "picture.html": of(f'<img src="data:image/png;base64,{"A" * 2_000_000}">x'),
    "forms.html": of("<form>" * 9_000 + "x"), "quoted.html": of("<blockquote>" * 3_000 + "x"),
    "mermaid.xhtml": of("<svg>" * 9_000), "pre.html": of("<pre>" + "\n" * 900_000 + "x"),
    # DOCX
    "none.docx": of("no zip"), "torn.docx": of(document(paragraph(TEXT))[:300]),
    "bomb.docx": of(lambda: document(paragraph("x" * 200_000_000))),
    "slow.docx": of(lambda: document("".join(paragraph(str(n)) for n in range(200_000)))),
    "entities.docx": of(document(paragraph("&a9;"), _ENTITIES)),
    "outside.docx": of(document(paragraph("&a;"), "<!DOCTYPE d [<!ENTITY a SYSTEM "
                                "'file:///etc/passwd'>]>")),
    "parts.docx": of(zipped({"x": "y"})), "deep.docx": of(document("<w:p>" * 3_000)),
    "cells.docx": of(document("<w:tbl><w:tr><w:tc>" * 400 + paragraph("x"))),
    # PDF
    "none.pdf": of("no PDF"), "torn.pdf": of(pdf(page_of(stream(b"BT (x) Tj ET")))[:200]),
    "loop.pdf": of(pdf([b"<< /Type /Catalog /Pages 2 0 R >>",
                        b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"])),
    "self.pdf": of(pdf([b"1 0 R"])),
    "bomb.pdf": of(lambda: pdf(page_of(stream(b"0 " * 100_000_000)))),
    "operators.pdf": of(lambda: pdf(page_of(stream(b"BT /F 9 Tf (x) Tj ET " * 400_000)))),
    "deep.pdf": of(pdf([b"[" * MANY])), "int.pdf": of(pdf([DIGITS.encode(), b"<< /A %d >>" % 5])),
    "deep_text.pdf": of(pdf(page_of(stream(b"[" * MANY, packed=False)))),
    "huge.pdf": of(pdf([b"<< /Type /Catalog /Pages 2 0 R >>",
                        b"<< /Type /Pages /Kids [" + b"3 0 R " * MANY + b"] /Count 50000 >>",
                        b"<< /Type /Page /Parent 2 0 R >>"])),
    # archives
    "bomb.zip": of(lambda: zipped({"a.md": b"x " * 60_000_000})), "none.zip": of("no zip"),
    "torn.zip": of(zipped({"a.md": TEXT})[:40]), "outside.zip": of(zipped({"../a.md": TEXT})),
    "nested.zip": of(zipped({"a.zip": zipped({"a.md": TEXT})})),
    "many.zip": of(lambda: zipped({f"{n}.x": "" for n in range(20_000)})),
    "locked.zip": of(zipped({"a.md": TEXT}).replace(
        b"PK\x01\x02\x14\x03\x14\0\0\0", b"PK\x01\x02\x14\x03\x14\0\1\0"
    )), "crc.zip": of(zipped({"a.md": TEXT}, zipfile.ZIP_STORED).replace(b"Press", b"Bless")),
    "method.zip": of(zipped({"a.md": TEXT}).replace(struct.pack("<H", 8), struct.pack("<H", 97))),
    # the file system
    "passwd.md": link("/etc/passwd"), "self.md": link("self.md"), "gone.md": link("nowhere"),
    "outside": link("/etc"), "null.md": link("/dev/zero"), "fifo.md": fifo, "fifo.zip": fifo,
    "socket.md": unix_socket, "folder.md": inside("in.md"), "loop": loop, "deep": deep_folder,
    "sparse.md": sparse, "newline": named(b"a\nb.md"), "escape": named(b"\x1b[2J.md"),
    "no_utf8": named(b"caf\xe9.md"), "long_name": named(b"x" * 250 + b".md"),
}  # fmt: skip
