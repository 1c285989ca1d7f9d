"""What a rater sees of an answer and its page; and the passage that the scorer is nearest to."""

from __future__ import annotations

from tests.rate.conftest import made
from truthscore import TruthScorer
from truthscore.rate import items as rated
from truthscore.rate import views
from truthscore.rate.opinion import Opinion, nearest, opinion
from truthscore.types import ContextDocument, Example, Span

PAGE = "# Bijlagen\n\nU kunt 5 bijlagen meesturen. Samen 10 MB.\n\n1. Kies Opslaan.\n2. Klaar."


def at(text: str, page: str = PAGE) -> tuple[str, int, int]:
    start = page.index(text)
    return "p", start, start + len(text)


def seen(passage: tuple[str, int, int] | None, answer: str = "Kies Opslaan.") -> views.Shown:
    pages = (
        ContextDocument(id="other", title="Ander", text="Niets."),
        ContextDocument(id="p", title="Bijlagen", text=PAGE),
        ContextDocument(id="system prompt", text="Wees aardig.", kind="prompt"),
    )
    example = Example(id="x", question="Hoe?", answer=answer, context=pages)
    said = Opinion(
        score=1.0, reason=None, override=None, action="block", told=(), lang="nl", passage=passage
    )
    return views.shown(rated.of([example])["x"], said)


def test_sentences_list_items_and_lines_can_be_marked() -> None:
    answer = "Dat kan, d.w.z. soms. Kies **Opslaan**.\n\n1. Klik op Ja! Dan 5 MB.\n2. Klaar"
    assert [answer[start:end] for start, end in views.sentences(answer)] == [
        "Dat kan, d.w.z. soms.", "Kies **Opslaan**.", "Klik op Ja!", "Dan 5 MB.", "Klaar",
    ]  # fmt: skip
    assert "".join(piece.text for piece in seen(None, answer).answer) == answer


def test_the_page_with_the_passage_comes_first_and_the_passage_is_on_its_lines() -> None:
    found = seen(at("Samen 10 MB.\n\n1. Kies Opslaan."))
    assert [(page.id, page.nearest) for page in found.pages] == [("p", True), ("other", False)]
    near = [(line.near, line.first) for line in found.pages[0].lines if line.near]
    assert near == [("Samen 10 MB.", True), ("1. Kies Opslaan.", False)]
    whole = "\n".join(line.before + line.near + line.after for line in found.pages[0].lines)
    assert whole == PAGE.removeprefix("# ")
    assert found.pages[0].title == ""  # the page says it itself
    assert found.pages[1].title == "Ander"
    assert not [line for page in seen(None).pages for line in page.lines if line.near]


def test_a_table_is_rows_without_its_rule() -> None:
    lines = list(views.lines("# Titel\n| a | b |\n|---|:-:|\n| 1 | x \\| y |\nen", None))
    assert [line.kind for line in lines] == ["h h1", "row", "rule", "row", "text"]
    assert [line.cells for line in lines if line.kind == "row"] == [("a", "b"), ("1", "x | y")]


def test_a_quoted_line_is_shown_without_its_sign() -> None:
    text = "Zo.\n> Let op: nooit op vrijdag.\n>> Echt niet.\n3 > 2"
    lines = list(views.lines(text, (text.index(">"), text.index("\n>>"))))
    assert [line.kind for line in lines] == ["text", "quote", "quote", "text"]
    assert [line.near for line in lines] == ["", "Let op: nooit op vrijdag.", "", ""]
    assert [line.before for line in lines] == ["Zo.", "", "Echt niet.", "3 > 2"]


def test_a_fact_in_a_table_is_shown_with_its_row() -> None:
    """One cell says nothing: what it is of stands at the head of its row."""
    table = "| Pas | Per maand | Per jaar |\n|---|---|---|\n| Basis | 5 | 50 |\n| Plus | 9 | 90 |\n"
    lines = list(views.lines(f"Zo veel.\n\n{table}", (place := 10 + table.index("90"), place + 2)))
    assert [line.near for line in lines if line.near] == ["| Plus | 9 | 90 |"]
    assert [line.before + line.near + line.after for line in lines[2:-1]] == table.splitlines()


def test_bold_words_and_links_are_read() -> None:
    assert views.bold("Kies **Op slaan** en [zie ook](x.md).") == [
        ("Kies ", False), ("Op slaan", True), (" en ", False), ("zie ook", False), (".", False),
    ]  # fmt: skip
    assert views.bold("2 ** 3 ** 4") == [("2 ** 3 ** 4", False)]


def test_the_stretch_that_most_of_the_answer_stands_on() -> None:
    def found(*places: tuple[str, int, int, float]) -> tuple[str, int, int] | None:
        mine = Span(source="answer", start=0, end=1)
        return nearest(
            tuple((mine, Span(source=p, start=s, end=e), weight) for p, s, e, weight in places)
        )

    assert found() is None
    assert found(("p", 0, 9, 1.0), ("q", 5, 9, 3.0)) == ("q", 5, 9)
    steps = (("p", 500, 520, 2.0), ("p", 530, 550, 2.0), ("p", 0, 20, 3.0))
    assert found(*steps) == ("p", 500, 550)


def test_the_scorer_s_passage_is_where_the_answer_comes_from(grounded: TruthScorer) -> None:
    item = made(1)["a0"]
    page = item.example.context[0]
    found = grounded.passages(item.example)
    assert {said.source for said, _, _ in found} == {"answer"}
    assert any("10 MB" in page.text[there.start : there.end] for _, there, _ in found)
    said, signature = opinion(item, grounded)
    assert signature == grounded.signature("nl")
    assert said.passage is not None
    assert said.passage[0] == page.id
    nothing = Example(id="x", question="Hoe?", answer="Zo.", context=())
    assert grounded.passages(nothing) == ()


PRICES = """# Prices

Below are the prices of each pass.

| Pass | Per month | Per year |
|---|---|---|
| Basic | € 5.00 | € 50.00 |
| Plus | € 9.00 | € 90.00 |

You can pay by card. Click **Renew** to extend the pass by a year.
"""
LOGIN = "# Logging in\n\nEnter your e-mail address and your password.\n"
USERS = """# Adding users

Go to **Administration**.

The invitation is valid for 7 days. After that you send it again.
"""


def test_a_page_in_another_language_has_its_passage(grounded: TruthScorer) -> None:
    pages = (
        ContextDocument(id="login", title="", text=LOGIN),
        ContextDocument(id="users", title="", text=USERS),
    )
    answer = "De uitnodiging is 7 dagen geldig. Daarna verstuurt u die opnieuw."
    example = Example(id="x", question="Hoe lang?", answer=answer, context=pages, lang="nl")
    said, _ = opinion(rated.of([example])["x"], grounded)
    assert said.passage is not None
    name, start, end = said.passage
    assert name == "users"
    assert "valid for 7 days" in pages[1].text[start:end]


def test_a_row_of_a_table_in_another_language(grounded: TruthScorer) -> None:
    page = ContextDocument(id="prices", title="", text=PRICES)
    example = Example(
        id="x", question="Wat kost de Plus-pas?", answer="De Plus-pas kost € 90,00 per jaar.",
        context=(page,), lang="nl",
    )  # fmt: skip
    item = rated.of([example])["x"]
    said, _ = opinion(item, grounded)
    [found] = views.shown(item, said).pages
    assert [line.near for line in found.lines if line.near] == ["| Plus | € 9.00 | € 90.00 |"]
