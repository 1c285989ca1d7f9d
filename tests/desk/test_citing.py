"""An answer goes out with a citation that founds it, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")

from examples.desk import help_pages
from examples.desk.data import Store
from examples.desk.loop import Answer, Desk
from examples.desk.models import Asked, Extractive, Reply
from truthscore import Guardrail
from truthscore.errors import InputError
from truthscore.retrieve import kept
from truthscore.types import ContextDocument

QUESTION = "Hoe groot mag een bon zijn?"
SAID = "Een bon mag maximaal 8 MB groot zijn."


class Said:
    """Says the same every round; [Right] is the document that has SAID, [Wrong] another one."""

    name = "said"

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def __call__(self, asked: Asked) -> Reply:
        assert asked.route == "guide"
        has = {SAID in each["text"]: each["id"] for each in asked.documents}
        said = self.answer.replace("Right", has[True]).replace("Wrong", has[False])
        return Reply(said)


@pytest.fixture
def say(tmp_path: Path, guardrail: Guardrail) -> Iterator[Callable[..., Answer]]:
    store = Store(f"sqlite:///{tmp_path / 'desk.db'}")

    def asked(answer: str, question: str = QUESTION, who: str | None = "W-101") -> Answer:
        return Desk(store, Said(answer), guardrail).ask(question, "nl", who)

    yield asked
    store.close()


def test_a_citation_leads_to_the_sentence_in_the_page(say: Callable[..., Answer]) -> None:
    given = say(f"{SAID} [Right]")
    assert (given.status, given.answer) == ("sent", SAID)
    [cited] = given.citations
    page = help_pages.own()["nl"].page(cited.page, ())
    assert page is not None
    assert page.text[cited.start : cited.end] == cited.text == SAID
    assert (cited.number, cited.at, cited.title) == (1, len(SAID), page.title)


@pytest.mark.parametrize("mark", ["", " [Document0]", " [Document9]", " [Bonnenbak]", " [1]"])
def test_without_a_document_that_is_there_nothing_goes_out(
    say: Callable[..., Answer], mark: str
) -> None:
    given = say(SAID + mark)
    assert (given.status, given.citations, given.stars) == ("waiting", (), None)
    assert SAID not in given.answer


def test_a_right_citation_does_not_carry_one_of_a_document_that_is_not_there(
    say: Callable[..., Answer],
) -> None:
    assert say(f"{SAID} [Right] [Document0]").status == "waiting"


def test_a_document_that_does_not_say_so_founds_nothing(say: Callable[..., Answer]) -> None:
    given = say(f"{SAID} [Wrong]")
    assert given.status == "waiting"
    assert "[Document" in given.reason


def test_two_marks_of_one_sentence_have_one_number(say: Callable[..., Answer]) -> None:
    given = say(
        f"{SAID} [Right] Je kunt een bon indienen tot 90 dagen na de datum op de bon. [Right]"
    )
    assert [each.number for each in given.citations] == [1, 2]
    twice = say(f"{SAID} [Right][Right]")
    assert [each.number for each in twice.citations] == [1, 1]


def test_a_page_is_found_and_shown_to_its_roles_only() -> None:
    pages = help_pages.own()["nl"]
    hidden = "nl/loonrun-terugdraaien"
    question = "Hoe draai ik een loonrun terug?"

    def found(*roles: str) -> set[str]:
        return {each.chunk.origin for each in pages.search(question, "nl", roles, 50)}

    assert hidden in found("admin")
    for roles in ((), ("employee",), ("lead",)):
        assert found(*roles)
        assert hidden not in found(*roles)
        assert pages.page(hidden, roles) is None
    assert found("gardener") == set()
    assert pages.page("nl/bonnenbak", ("gardener",)) is None
    assert pages.page("nl/bonnenbak", ()) is not None


def test_the_desk_answers_from_an_index_of_any_help_centre(
    tmp_path: Path, guardrail: Guardrail
) -> None:
    text = "# Receipts\n\nA receipt may be at most 8 MB. Choose **Time** and then **Receipts**."
    kept.keep(
        tmp_path / "chunks",
        [
            ContextDocument(id="help:receipts/size", title="Receipts", text=text, lang="en"),
            ContextDocument(id="help:leave", title="Leave", text="# Leave\n\nAsk.", lang="en"),
            ContextDocument(id="x", title="X", text="Receipts 9 MB.", lang="en", roles=("admin",)),
        ],
    )
    pages = help_pages.read(str(tmp_path / "chunks"))
    store = Store(f"sqlite:///{tmp_path / 'desk.db'}")
    desk = Desk(store, Extractive(), guardrail, pages=pages)
    given = desk.ask("How large may a receipt be in MB?", "en", "W-101")
    assert (given.status, given.answer) == ("sent", "A receipt may be at most 8 MB.")
    [cited] = given.citations
    page = desk.page(cited.page, ("employee",))
    assert page is not None
    assert (page.id, page.text[cited.start : cited.end]) == ("help:receipts/size", cited.text)
    assert desk.page("x", ("employee",)) is None
    assert desk.page("x", ("admin",)) is not None
    assert pages["nl"].search("receipt", "nl", (), 3)  # no Dutch page: all of them
    store.close()


def test_a_sentence_that_a_page_quotes_is_copied_and_found_without_the_sign(
    tmp_path: Path, guardrail: Guardrail
) -> None:
    text = "# Leave\n\nAsk early.\n\n> Note: leave in August is asked for before May.\n"
    pages = {"en": help_pages.cut([ContextDocument(id="leave", text=text, lang="en")])}
    store = Store(f"sqlite:///{tmp_path / 'desk.db'}")
    given = Desk(store, Extractive(), guardrail, pages=pages).ask(
        "When is leave in August asked for?", "en", "W-101"
    )
    assert given.answer == "Note: leave in August is asked for before May."
    [cited] = given.citations
    assert text[cited.start : cited.end] == given.answer
    store.close()


def test_a_folder_without_an_index_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected what `truthscore index"):
        help_pages.read(str(tmp_path))
    for name in ("pages.jsonl", "chunks.jsonl"):
        (tmp_path / name).write_text("")
    with pytest.raises(InputError, match="no pages"):
        help_pages.read(str(tmp_path))
