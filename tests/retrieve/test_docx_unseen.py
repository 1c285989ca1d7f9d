"""What a reader of a Word document does not see, or sees struck out, is no evidence."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from tests.retrieve.test_convert import converted
from truthscore.errors import InputError

#: Properties of a run whose text nobody sees, or sees struck out.
UNSEEN = (
    "<w:vanish/>", '<w:vanish w:val="true"/>', '<w:vanish w:val="1"/>', "<w:strike/>",
    "<w:dstrike/>", '<w:dstrike w:val="on"/>', '<w:color w:val="FFFFFF"/>',
    '<w:color w:val="ffffff"/>', '<w:color w:val="FEFEFE"/>',
    '<w:color w:val="000000" w:themeColor="background1"/>',
    '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:color="auto" w:fill="FFFFFF"/>',
    '<w:color w:val="1F4E79"/><w:shd w:val="clear" w:fill="1F4E79"/>',
    '<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>',
    '<w:sz w:val="1"/>', '<w:sz w:val="2"/>', '<w:sz w:val="0"/>', '<w:w w:val="1"/>',
    '<w:rStyle w:val="Gone"/>', '<w:rStyle w:val="GoneToo"/>', '<w:rStyle w:val="Pale"/>',
)  # fmt: skip
#: Properties with which a text is seen.
SEEN = (
    "", '<w:vanish w:val="0"/>', '<w:vanish w:val="false"/>', '<w:strike w:val="off"/>',
    '<w:color w:val="auto"/>', '<w:color w:val="C00000"/>', '<w:color w:val="FFC000"/>',
    '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F4E79"/>',
    '<w:color w:val="FFFFFF"/><w:shd w:val="solid" w:color="1F4E79" w:fill="FFFFFF"/>',
    '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>', '<w:sz w:val="16"/>',
    '<w:highlight w:val="yellow"/>', '<w:rStyle w:val="Gone"/><w:vanish w:val="0"/>',
    '<w:w w:val="90"/>', "<w:b/>", "<w:webHidden/>",
)  # fmt: skip
_STYLES = (
    '<w:style %s w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/>'
    "</w:rPr></w:style>",
    '<w:style %s w:type="character" w:styleId="GoneToo"><w:name w:val="Gone too"/>'
    '<w:basedOn w:val="Gone"/></w:style>',
    '<w:style %s w:type="character" w:styleId="Pale"><w:name w:val="Pale"/><w:rPr>'
    '<w:color w:val="FFFFFF"/></w:rPr></w:style>',
    '<w:style %s w:type="paragraph" w:styleId="Struck"><w:name w:val="Struck"/><w:rPr><w:strike/>'
    "</w:rPr></w:style>",
)


def _document() -> docx.document.Document:
    document = docx.Document()
    for style in _STYLES:
        document.styles.element.append(parse_xml(style % nsdecls("w")))
    return document


def _run(properties: str, text: str) -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _paragraph(*runs: str, properties: str = "") -> str:
    return f"<w:p {nsdecls('w')}><w:pPr>{properties}</w:pPr>{''.join(runs)}</w:p>"


def _read(path: Path, *blocks: str, document: docx.document.Document | None = None) -> str:
    _save(path, *blocks, document=document)
    return converted(path / "a.docx")[1]


def _save(path: Path, *blocks: str, document: docx.document.Document | None = None) -> None:
    made = document or _document()
    for each in blocks:
        made.element.body.insert(len(made.element.body) - 1, parse_xml(each))
    made.save(str(path / "a.docx"))


def _said(properties: str) -> str:
    return _paragraph(
        _run("", "U mag uw abonnement "), _run(properties, "niet"), _run("", " opzeggen.")
    )


@pytest.mark.parametrize("how", UNSEEN)
def test_a_run_that_is_not_seen_is_left_out(tmp_path: Path, how: str) -> None:
    read = _read(tmp_path, _said(how))
    assert "niet" not in read
    assert "U mag uw abonnement" in read
    assert "opzeggen" in read


@pytest.mark.parametrize("how", SEEN)
def test_a_run_that_is_seen_is_kept(tmp_path: Path, how: str) -> None:
    read = _read(tmp_path, _said(how)).replace("**", "")
    assert read == "U mag uw abonnement niet opzeggen.\n"


def test_what_the_style_of_a_paragraph_hides_is_left_out(tmp_path: Path) -> None:
    read = _read(
        tmp_path,
        _paragraph(_run("", "Het kost 10 euro.")),
        _paragraph(_run("", "Het kost 25 euro."), properties='<w:pStyle w:val="Struck"/>'),
    )
    assert read == "Het kost 10 euro.\n"


def test_two_styles_that_strike_strike_nothing(tmp_path: Path) -> None:
    """So Word has it: a style turns round what the style of the paragraph says."""
    struck = '<w:style %s w:type="character" w:styleId="Out"><w:name w:val="Out"/><w:rPr>'
    document = _document()
    document.styles.element.append(
        parse_xml((struck + "<w:strike/></w:rPr></w:style>") % nsdecls("w"))
    )
    text = _paragraph(
        _run('<w:rStyle w:val="Out"/>', "Gewoon."), properties='<w:pStyle w:val="Struck"/>'
    )
    assert _read(tmp_path, text, document=document) == "Gewoon.\n"


def test_white_on_what_is_dark_is_seen(tmp_path: Path) -> None:
    white = _run('<w:color w:val="FFFFFF"/>', "Prijs")
    dark = '<w:shd w:val="clear" w:color="auto" w:fill="1F4E79"/>'
    cell = f"<w:tc><w:tcPr>{dark}</w:tcPr>{_paragraph(white)}</w:tc>"
    row = f"<w:tr>{cell}<w:tc>{_paragraph(_run('', 'tien'))}</w:tc></w:tr>"
    table = f"<w:tbl {nsdecls('w')}><w:tblPr/><w:tblGrid/>{row}</w:tbl>"
    assert "| Prijs | tien |" in _read(tmp_path, table)
    assert _read(tmp_path, _paragraph(white, properties=dark)) == "Prijs\n"


def test_white_in_a_table_whose_style_shades_is_seen(tmp_path: Path) -> None:
    """The first row of many a table is white on a colour that only its style names."""
    document = _document()
    table = document.add_table(rows=2, cols=1, style="Medium Shading 1 Accent 1")
    for cell, text in zip(table.column_cells(0), ("Prijs", "tien"), strict=True):
        cell.paragraphs[0]._p.append(
            parse_xml(_paragraph(_run('<w:color w:val="FFFFFF"/>', text))).r_lst[0]
        )
    read = _read(tmp_path, document=document)
    assert "Prijs" in read
    assert "tien" in read


def test_a_hidden_row_is_left_out(tmp_path: Path) -> None:
    def row(text: str, properties: str = "") -> str:
        cell = f"<w:tc>{_paragraph(_run('', text))}</w:tc>"
        return f"<w:tr><w:trPr>{properties}</w:trPr>{cell}</w:tr>"

    table = f"<w:tbl {nsdecls('w')}><w:tblPr/>{row('tien')}{row('elf', '<w:hidden/>')}</w:tbl>"
    read = _read(tmp_path, table)
    assert "tien" in read
    assert "elf" not in read


def test_what_a_change_took_out_is_left_out_and_what_it_put_in_is_kept(tmp_path: Path) -> None:
    gone = f"<w:del><w:r><w:delText>niet </w:delText></w:r>{_run('', 'nooit ')}</w:del>"
    come = f"<w:ins>{_run('', 'wel ')}{_run('<w:vanish/>', 'zelden ')}</w:ins>"
    text = _paragraph(_run("", "Het mag "), gone, come, _run("", "in juli."))
    assert _read(tmp_path, text) == "Het mag wel in juli.\n"


def test_a_footnote_that_is_not_seen_is_left_out(tmp_path: Path) -> None:
    """Mammoth writes notes below the text; they have a file of their own in the archive."""
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    _save(tmp_path, _paragraph(_run("", "Het mag."), note))
    notes = (
        f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2">'
        f"{_paragraph(_run('', 'Alleen in juli.'), _run('<w:vanish/>', 'Nooit.'))}"
        "</w:footnote></w:footnotes>"
    )
    with zipfile.ZipFile(tmp_path / "a.docx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    link = (
        '<Relationship Id="rIdNotes" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/footnotes" Target="footnotes.xml"/></Relationships>'
    )
    links = "word/_rels/document.xml.rels"
    parts[links] = parts[links].replace(b"</Relationships>", link.encode())
    with zipfile.ZipFile(tmp_path / "b.docx", "w") as archive:
        for name, data in {**parts, "word/footnotes.xml": notes.encode()}.items():
            archive.writestr(name, data)
    read = converted(tmp_path / "b.docx")[1]
    assert "Alleen in juli." in read
    assert "Nooit" not in read


def test_a_document_of_nothing_else_has_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no text"):
        _read(tmp_path, _paragraph(_run("<w:vanish/>", "Alles is gratis.")))


def test_a_picture_that_is_torn_costs_itself(tmp_path: Path) -> None:
    """No text is in it, and Mammoth does not look at it."""
    picture = "docProps/thumbnail.jpeg"
    _save(tmp_path, _said("<w:vanish/>"))
    with zipfile.ZipFile(tmp_path / "a.docx") as archive:
        at = archive.getinfo(picture).header_offset + 30 + len(picture)
    data = bytearray((tmp_path / "a.docx").read_bytes())
    data[at + 5 : at + 40] = b"\xff" * 35
    (tmp_path / "a.docx").write_bytes(data)
    assert converted(tmp_path / "a.docx")[1].startswith("U mag uw abonnement")
    assert "niet" not in converted(tmp_path / "a.docx")[1]
