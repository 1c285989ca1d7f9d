"""Files as Markdown: what a reader sees, and a clear sentence for what cannot be read."""

from __future__ import annotations

from pathlib import Path

import docx
import pypdf
import pytest
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from truthscore.errors import InputError
from truthscore.retrieve.convert import markdown_of_html, page_of
from truthscore.text.markup import blocks, plain

HTML = """<!doctype html><html><head><title>Site</title><style>p {}</style></head><body>
<nav><a href="/">Home page</a></nav><h1>Doors</h1><p>Open the <b>blue</b> door.</p>
<p hidden>Secret</p><span style="display: none">Hidden</span><!-- comment -->
<ol><li>Turn the key.</li><li>Push.</li></ol>
<table><tr><th>Size</th><th>Price</th></tr><tr><td>small</td><td>two</td></tr></table>
<script>alert("x")</script></body></html>"""


def converted(path: Path) -> tuple[str, str]:
    page = page_of(path, path.read_bytes(), None, pytest.fail)
    assert page is not None
    return page.title, page.text


def pdf(path: Path, text: str, password: str = "") -> None:
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(300, 300)
    font = DictionaryObject({
        NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"),
        NameObject("/BaseFont"): NameObject("/Helvetica"),
    })  # fmt: skip
    fonts = DictionaryObject({NameObject("/F1"): writer._add_object(font)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode() if text else b"")
    page[NameObject("/Contents")] = writer._add_object(stream)
    if password:
        writer.encrypt(password)
    writer.write(path)


def test_html_keeps_what_a_reader_sees() -> None:
    title, text = markdown_of_html(HTML)
    assert title == "Doors"
    assert "# Doors" in text
    assert "Open the **blue** door." in text
    assert "1. Turn the key.\n2. Push." in text
    assert "| Size | Price |" in text
    assert "| small | two |" in text
    for unseen in ("Secret", "Hidden", "comment", "alert", "Home page", "p {}"):
        assert unseen not in text


def test_a_page_in_a_form_with_a_note_and_a_head_of_its_own_is_kept() -> None:
    """SharePoint puts all of a page in a form; help pages put warnings in an aside."""
    title, text = markdown_of_html(
        "<body><header>Shop | Log in</header><form><main><article><header><h1>Keys</h1></header>"
        "<aside><p>Mind: set user_id to 2*3 first.</p></aside></article></main></form>"
        "<footer>Imprint</footer></body>"
    )
    assert title == "Keys"
    assert text == "# Keys\n\nMind: set user_id to 2*3 first.\n"


def test_of_a_picture_in_the_text_only_its_name_is_kept() -> None:
    _, text = markdown_of_html('<p>See <img src="data:image/png;base64,AAAA" alt="the door">.</p>')
    assert text == "See the door.\n"


SITE = """<body class="page cookie-consent-dialog-open"><div id="cookie-banner" role="dialog">
<p>We use cookies.</p></div><div role="navigation">Home</div>
<ul class="breadcrumbs"><li>Help</li></ul>
<div class="content"><h1>Cookies</h1><p>A cookie keeps your choice.</p></div>
<div role="contentinfo">Imprint</div></body>"""


def test_what_stands_around_a_page_without_tags_of_its_own_is_left_out() -> None:
    assert markdown_of_html(SITE)[1] == "# Cookies\n\nA cookie keeps your choice.\n"
    inside = '<main><div class="cookie-notice">Our notice of cookies.</div></main>'
    assert markdown_of_html(inside)[1] == "Our notice of cookies.\n"
    around = '<div role="dialog"><main>The page of an app.</main></div>'
    assert markdown_of_html(around)[1] == "The page of an app.\n"


def test_a_cell_over_rows_stands_in_each_of_them() -> None:
    """Else the cells behind it are read under the headings before theirs."""
    _, text = markdown_of_html(
        "<table><tr><th>Plan</th><th>Per</th><th>Price</th></tr><tr><td rowspan=2>Plus</td>"
        "<td>month</td><td rowspan='9'>10</td></tr><tr><td>year</td></tr>"
        "<tr><td colspan=2>Free</td></tr></table>"
    )
    assert "| Plus | month | 10 |\n| Plus | year | 10 |\n| Free | | 10 |" in text


def test_a_table_that_asks_for_a_million_cells_stays_as_it_is() -> None:
    row = "<tr>" + "<td rowspan=999>x y</td>" * 999 + "</tr>"
    _, text = markdown_of_html(f"<table>{row}{'<tr></tr>' * 999}</table>")
    assert text.count("x y") == 999


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    _, text = markdown_of_html(
        "<table><tr><th>Option</th><th>Default</th></tr><tr><td><code>on|off</code></td>"
        "<td>on</td></tr></table>"
    )
    row = text.splitlines()[2]
    assert row == r"| `on\|off` | on |"
    cells = [plain(row, each.start, each.end).text for each in blocks(row)]
    assert cells == ["on|off", "on"]


def test_a_page_of_confluence_is_read_without_its_settings() -> None:
    title, text = markdown_of_html(
        '<h1>Export</h1><ac:structured-macro ac:name="info"><ac:parameter ac:name="title">Mind'
        "</ac:parameter><ac:rich-text-body><p>Admins only.</p></ac:rich-text-body>"
        '</ac:structured-macro><ac:structured-macro ac:name="code"><ac:parameter ac:name="lang">'
        "sql</ac:parameter><ac:plain-text-body><![CDATA[SELECT 1\nWHERE a < 3;]]>"
        "</ac:plain-text-body></ac:structured-macro><ac:task-list><ac:task><ac:task-id>7"
        "</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Check it"
        "</ac:task-body></ac:task></ac:task-list>"
        '<p>See <ac:link><ri:page ri:content-title="Import" /></ac:link>.</p>'
    )
    assert title == "Export"
    assert "```\nSELECT 1\nWHERE a < 3;\n```" in text
    assert "Mind\n\nAdmins only." in text
    assert "\n- Check it\n" in text
    assert "See Import." in text
    assert "sql" not in text
    assert "incomplete" not in text


@pytest.mark.parametrize("name", ["iso-8859-1", "windows-1252", "utf-16"])
def test_a_page_in_the_character_set_that_it_names_is_read(tmp_path: Path, name: str) -> None:
    html = f'<head><meta charset="{name}"><title>Caf\u00e9</title></head><p>Re\u00fcnie</p>'
    (tmp_path / "a.html").write_bytes(html.encode(name))
    assert converted(tmp_path / "a.html") == ("Caf\u00e9", "Re\u00fcnie\n")


def test_a_page_in_an_unknown_character_set_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes('<meta charset="no-such"><p>\u00e9</p>'.encode("cp1252"))
    told = "a.html: cannot be read: it says that its character set is no-such, and is not in it"
    with pytest.raises(InputError, match=told):
        converted(tmp_path / "a.html")


def test_the_title_of_a_word_document_is_its_first_heading(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Guide", 0)
    document.add_heading("Doors", 1)
    document.save(str(tmp_path / "a.docx"))
    assert converted(tmp_path / "a.docx") == ("Guide", "# Guide\n\n# Doors\n")


def test_a_docx_keeps_headings_steps_and_tables(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Doors", 1)
    document.add_paragraph("Open the blue door.")
    document.add_paragraph("Turn the key.", style="List Number")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "small", "two"
    document.save(str(tmp_path / "doors.docx"))
    title, text = converted(tmp_path / "doors.docx")
    assert title == "Doors"
    assert text.startswith("# Doors\n\nOpen the blue door.\n\n1. Turn the key.")
    assert "| small | two |" in text


def test_a_pdf_is_read(tmp_path: Path) -> None:
    pdf(tmp_path / "doors.pdf", "Open the blue door.")
    assert converted(tmp_path / "doors.pdf") == ("doors", "Open the blue door.\n")


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    pdf(tmp_path / "scan.pdf", "")
    pdf(tmp_path / "locked.pdf", "Open the door.", password="secret")
    for name in ("broken.pdf", "broken.docx"):
        (tmp_path / name).write_bytes(b"\x00\x01 no such thing")
    for name, told in (
        ("scan.pdf", "found no text.*a scan needs"), ("locked.pdf", "with a password"),
        ("broken.pdf", "cannot be read as PDF"), ("broken.docx", "cannot be read as DOCX"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=told) as error:
            converted(tmp_path / name)
        assert str(tmp_path / name) in str(error.value)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('<time datetime="2026-11-28" />', "2026-11-28"),
        ('<time datetime="2026-11-28"></time>', "2026-11-28"),
        ('<time datetime="2026-11-28">\n </time>', "2026-11-28"),
        ('<time DateTime="2026-11-28T09:30"></time>', "2026-11-28T09:30"),
        ('<time datetime="2026-11-28">28 november</time>', "28 november"),
        ("<time>28 november</time>", "28 november"),
    ],
)
def test_a_date_that_only_an_attribute_has_is_kept(written: str, told: str) -> None:
    """Confluence stores a date so, and shows it to a reader."""
    assert markdown_of_html(f"<p>Vanaf {written} geldt het.</p>")[1] == f"Vanaf {told} geldt het.\n"


def test_a_date_is_kept_where_confluence_stores_it() -> None:
    _, text = markdown_of_html(
        '<h1>Actie</h1><p>Tot <time datetime="2026-11-28" />: gratis.</p><ac:task-list><ac:task>'
        '<ac:task-body>Check <time datetime="2026-12-01" /></ac:task-body></ac:task>'
        '</ac:task-list><table><tr><th>Op</th></tr><tr><td><time datetime="2026-12-24" /></td>'
        '</tr></table><p hidden>Op <time datetime="2027-01-01" /></p><p>Op <time/> niet.</p>'
    )
    assert "Tot 2026-11-28: gratis." in text
    assert "- Check 2026-12-01" in text
    assert "| 2026-12-24 |" in text
    assert "2027" not in text
