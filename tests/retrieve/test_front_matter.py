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
        ("roles: &a [hr]", ("hr",)), ("roles: []", ()), ("roles:", None), ("tags: [hr]", None),
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
    with pytest.raises(InputError, match="found `roles` between --- above the page"):
        page_of("a.md", f"---\ntitle: T\nno pair at all\nroles: hr\n---\n{BODY}")


def test_lines_that_stand_for_more_than_they_are_are_no_title() -> None:
    bomb = "\n".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise("abcdefghij"))
    text = f"---\na: &a [x]\n{bomb}\ntitle: *j\n---\n{BODY}"
    assert page(text) == ContextDocument(id="a.md", text=text)


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
