"""What rows, sections and pages are called, and which one a question names."""

from __future__ import annotations

import pytest

from tests.builders import read
from truthscore.text.labels import Labelled, Place, groups, labelled, meant
from truthscore.text.model import ParsedDocument

STOPS = ("de", "het", "van", "op", "with", "the")


def of(text: str, title: str = "") -> tuple[Labelled, ...]:
    return labelled(ParsedDocument(source="d", title=title, parsed=read(text, stops=STOPS)))


def shown(found: tuple[Labelled, ...]) -> list[tuple[str, list[str]]]:
    return [(each.kind, ["/".join(sorted(word)) for word in each.label]) for each in found]


def test_rows_items_and_sections_have_labels() -> None:
    assert shown(of("| Soort | Prijs |\n|---|---|\n| Basis | 4 |\n")) == [("row", ["basis"])]
    assert shown(of("- Klein: drie\n- Groot: vijf\n- zonder label\n")) == [
        ("row", ["klein"]),
        ("row", ["groot"]),
    ]
    assert shown(of("Vooraf.\n\n## Op de telefoon\n\nTik.\n")) == [("section", ["telefoon"])]


def test_a_label_of_which_nothing_is_said_is_none() -> None:
    assert of("## Leeg\n") == ()
    assert of("- Klein:\n- Groot:\n") == ()


def test_a_label_that_is_a_sentence_is_none() -> None:
    assert of(f"Vooraf.\n\n## {' '.join(['woord'] * 10)}\n\nTekst.\n") == ()


@pytest.mark.parametrize(
    ("title", "text", "label"),
    [
        ("Wulp op de telefoon", "Tik op Start.", ["wulp", "telefoon"]),  # "de" could be a name
        ("the iOS app", "Tap with the finger.", ["ios"]),
        ("Anders", "# Wulp Mobiel\n\nTik.", ["wulp", "mobiel"]),  # what it begins with, if it does
        ("", "Tik.", None),
    ],
)
def test_a_page_has_its_title(title: str, text: str, label: list[str] | None) -> None:
    pages = [each for each in of(text, title) if each.kind == "page"]
    assert [["/".join(sorted(word)) for word in each.label] for each in pages] == (
        [] if label is None else [label]
    )


def test_those_beside_each_other_are_one_group() -> None:
    one = of("# Een\n\nKop.\n\n## Klein\n\nDrie.\n\n## Groot\n\nVijf.\n")
    two = of("# Twee\n\nKop.\n\n## Klein\n\nZes.\n")
    found = [
        [(place.document, shown((place.row,))[0]) for place in each] for each in groups([one, two])
    ]
    assert found == [
        [(0, ("page", ["een"])), (1, ("page", ["twee"]))],
        [(0, ("section", ["klein"])), (0, ("section", ["groot"]))],
    ]


ROWS = [
    Place(0, Labelled("row", 0, 0, 2, (frozenset({"wulp"}), frozenset({"basis"})))),
    Place(0, Labelled("row", 0, 2, 4, (frozenset({"wulp"}), frozenset({"plus"})))),
]


@pytest.mark.parametrize(
    ("asked", "row"),
    [
        ({"plus"}, 1),
        ({"wulp", "basis", "kosten"}, 0),
        ({"wulp"}, None),  # both
        ({"basis", "plus"}, None),
        ({"kosten"}, None),
    ],
)
def test_the_row_that_is_meant_is_named_more_than_each_other(
    asked: set[str], row: int | None
) -> None:
    found = meant(ROWS, frozenset(asked))
    assert found == (None if row is None else ROWS[row])


def test_of_a_section_all_is_named() -> None:
    places = [
        Place(each.document, Labelled("section", 0, each.row.start, each.row.end, each.row.label))
        for each in ROWS
    ]
    assert meant(places, frozenset({"plus"})) is None
    assert meant(places, frozenset({"plus", "wulp"})) == places[1]


def test_a_place_has_its_tokens() -> None:
    assert [ROWS[1].has(0, token) for token in range(5)] == [False, False, True, True, False]
    assert not ROWS[1].has(1, 2)
