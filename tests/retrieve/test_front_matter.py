"""What stands above a Markdown page, and above all who may see the page."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from truthscore.cli.documents import read_documents
from truthscore.errors import InputError
from truthscore.retrieve.front_matter import page_of
from truthscore.types import ContextDocument

BODY = "Click the link. Choose a new password.\n"


def page(text: str) -> ContextDocument:
    found = page_of("a.md", text)
    assert found is not None
    return found


def test_title_language_and_roles_are_read() -> None:
    found = page(
        f'---\ntitle: "A new: password"\nlang: EN\nroles: [hr, it]\nx:\n  - y\n---\n\n{BODY}'
    )
    assert found.title == "A new: password"
    assert found.lang == "en"
    assert found.roles == ("hr", "it")
    assert found.text == f"# A new: password\n\n{BODY}"


@pytest.mark.parametrize(
    ("told", "roles"),
    [
        ("roles: hr", ("hr",)), ("roles:\n  - it\n  - hr  # people", ("hr", "it")),
        ("roles:\n- hr", ("hr",)), ("roles: [hr,\n  it]", ("hr", "it")),
        ("roles: &a [hr]", ("hr",)), ("roles: []", ()), ("tags: [hr]", None),
        ("Roles: [hr]", ("hr",)), ('"roles": [hr]', ("hr",)), ("? ROLES\n: [hr]", ("hr",)),
        ("<<: {roles: [hr]}", ("hr",)), ('"ro\\x6ces": hr', ("hr",)), ("x: {}", None),
    ],
)  # fmt: skip
def test_roles_as_people_write_them(told: str, roles: tuple[str, ...] | None) -> None:
    assert page(f"---\ntitle: T\n{told}\n---\n{BODY}").roles == roles


@pytest.mark.parametrize(
    "told",
    ["roles: {a: b}", "roles: hr, it", 'roles: "[hr]"', "roles: no", "x: &a [hr]\nroles: *a"],
)
def test_roles_that_are_not_understood_are_refused(told: str) -> None:
    """As a name they would hide the page from all, without a word."""
    with pytest.raises(InputError, match=r"a\.md.*(the page is left out|expected a list of role)"):
        page_of("a.md", f"---\ntitle: T\n{told}\n---\n{BODY}")


def test_roles_among_lines_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(InputError, match="found lines between --- that are no YAML"):
        page_of("a.md", f"---\ntitle: T\nno pair at all\nroles: hr\n---\n{BODY}")


def test_lines_that_stand_for_more_than_they_are_are_no_title() -> None:
    bomb = "\n".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise("abcdefghij"))
    text = f"---\na: &a [x]\n{bomb}\ntitle: *j\n---\n{BODY}"
    with pytest.raises(InputError, match="it refers to a part of itself"):
        page_of("a.md", text)


#: Pages that say who may see them in a way that cannot be read for certain.
UNCERTAIN = (
    "---\nx: &a roles\n*a : [hr]\n---\n", '{"roles": ["hr"]\n\n', "---\nroles: [hr]\n",
    "<!-- roles: hr -->\n", "<!-- x -->\n---\nroles: hr\n---\n", "Roles: hr\nTitle: x\n\n",
    ":roles: hr\n\n", "= T\n:roles: hr\n\n", "---\na: b\n---\n---\nroles: hr\n---\n",
    "---\nparams:\n  roles: [hr]\n---\n", "---\nroles: [hr]\nRoles: []\n---\n",
    "---\nroles:\n---\n",
    '---\nroles: ""\n---\n', "---\nno: [x\nRoles : hr\n---\n", '+++\n[params]\nroles=["hr"]\n+++\n',
    "----\nroles: hr\n----\n", "--- roles: hr\n---\n", "%YAML 1.2\n---\nroles: hr\n---\n",
    "---\nrole: hr\n---\n", "---\n- roles: hr\n---\n", "---\n---\nroles: hr\n---\n",
    "---\ntitle: x\n...\nroles: hr\n---\n", "***\nroles: hr\n***\n", "---html\nroles: hr\n---\n",
    "---\n!!python/object:os.x {roles: hr}\n---\n", '+++\nRoles = "hr"\nroles = []\n+++\n',
    "---\nRoles : *x\n---\n", "---\n\ttitle: x\n\troles: hr\n---\n",
)  # fmt: skip


@pytest.mark.parametrize("above", UNCERTAIN)
def test_a_page_that_may_be_restricted_is_never_public(above: str) -> None:
    with pytest.raises(InputError, match=r"a\.md: .*: the page is left out"):
        page_of("a.md", above + BODY)


@pytest.mark.parametrize(
    "above",
    [
        '+++\nRoles = ["hr"]\n+++\n', "--- # who may see it\nroles: [hr]\n--- # end\n",
        '---toml\nroles = ["hr"]\n---\n', '{"roles": ["hr"]}\n', ";;;\n{\"Roles\": \"hr\"}\n;;;\n",
        "\u200b---\nroles: hr\n---\n", "  ---\nroles: hr\n...\n",
    ],
)  # fmt: skip
def test_other_blocks_are_read(above: str) -> None:
    found = page(above + BODY)
    assert (found.roles, found.text) == (("hr",), BODY)


def test_a_page_about_roles_is_a_page() -> None:
    for text in (
        "# Roles: what they do\n\nText", "The roles: are many\n", "{ no JSON\n", "| roles | x |\n",
        "# T\n\nThere are roles.\n\n---\n\nRoles: hr\n",
    ):  # fmt: skip
        assert page(text) == ContextDocument(id="a.md", text=text)


def test_an_html_page_and_a_row_say_who_may_see_them(tmp_path: Path) -> None:
    html = f"<p>{BODY}</p>"
    (tmp_path / "a.html").write_text(f"---\nRoles: hr\n---\n{html}", "utf-8")
    (tmp_path / "b.html").write_text(f'<META content=hr name="Roles">{html}', "utf-8")
    (tmp_path / "c.html").write_text(html, "utf-8")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        '{"id": "d", "text": "Save.", "Roles": ["hr"]}\n{"id": "e", "text": "x", "ROLES": "a, b"}\n'
        '{"id": "f", "text": "Save.", "roles": null}\n', "utf-8",
    )  # fmt: skip
    told: list[str] = []
    found = read_documents([str(tmp_path), str(rows)], told.append)
    roles = {page.id.removeprefix(f"{tmp_path}/"): page.roles for page in found}
    assert roles == {"a.html": ("hr",), "c.html": None, "d": ("hr",), "f": None}
    assert [each.removeprefix(f"{tmp_path}/").split(":")[0] for each in told] == [
        "b.html", str(tmp_path), "rows.jsonl",
    ]  # fmt: skip


def test_a_title_below_its_key_is_read() -> None:
    assert page(f"---\ntitle: >-\n  A new\n  password\nlang: en\n---\n{BODY}").title == (
        "A new password"
    )


def test_toml_is_read() -> None:
    found = page(f'+++\ntitle = "T"\nroles = ["hr"]\n+++\n{BODY}')
    assert (found.title, found.roles) == ("T", ("hr",))
    with pytest.raises(InputError, match=r"a\.md: found lines between \+\+\+ that are no TOML"):
        page_of("a.md", f"+++\nroles = [hr\n+++\n{BODY}")
    with pytest.raises(InputError, match="'roles' is"):
        page_of("a.md", f"+++\nroles = 5\n+++\n{BODY}")


def test_a_heading_of_the_page_is_not_doubled() -> None:
    assert page(f"---\ntitle: T\n---\n# Other\n\n{BODY}").text == f"# Other\n\n{BODY}"


def test_text_between_rules_is_text() -> None:
    for text in (f"---\nSome text of the page.\n---\n{BODY}", f"---\n\n---\n{BODY}", BODY, "---"):
        assert page(text) == ContextDocument(id="a.md", text=text)


@pytest.mark.parametrize("told", ["draft: true", "published: false"])
def test_a_draft_is_told_and_left_out(tmp_path: Path, told: str) -> None:
    (tmp_path / "a.md").write_bytes(f"---\r\n{told}\r\n---\r\n{BODY}".encode())
    (tmp_path / "b.md").write_bytes(f"---\r\nroles: hr\r\n---\r\n{BODY}".encode())
    refused: list[str] = []
    [found] = read_documents([str(tmp_path)], refused.append)
    assert found.roles == ("hr",)
    assert len(refused) == 1
    assert "a.md: found a draft" in refused[0]
