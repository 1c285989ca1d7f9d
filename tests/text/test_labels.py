"""What rows and items are called."""

from __future__ import annotations

from tests.builders import read
from truthscore.text.labels import Labelled, groups, labelled

STOPS = ("de", "het", "van", "op", "with", "the")


def of(text: str) -> tuple[Labelled, ...]:
    return labelled(read(text, stops=STOPS))


def shown(found: tuple[Labelled, ...]) -> list[list[str]]:
    return [["/".join(sorted(word)) for word in each.label] for each in found]


def test_rows_and_items_have_labels() -> None:
    assert shown(of("| Soort | Prijs |\n|---|---|\n| Basis | 4 |\n")) == [["basis"]]
    assert shown(of("- Klein: drie\n- Groot: vijf\n- zonder label\n")) == [["klein"], ["groot"]]


def test_a_label_of_which_nothing_is_said_is_none() -> None:
    assert of("- Klein:\n- Groot:\n") == ()


def test_a_label_that_is_a_sentence_is_none() -> None:
    assert of(f"- {' '.join(['woord'] * 10)}: vijf\n- {' '.join(['term'] * 10)}: zes\n") == ()


def test_those_beside_each_other_are_one_group() -> None:
    one = of("- Klein: drie\n- Groot: vijf\n\nEn nog.\n\n- Rood: zes\n- Blauw: acht\n")
    two = of("- Hoog: een\n- Laag: twee\n")
    found = [
        [(place.document, *shown((place.row,))) for place in each] for each in groups([one, two])
    ]
    assert found == [
        [(0, ["klein"]), (0, ["groot"])],
        [(0, ["rood"]), (0, ["blauw"])],
        [(1, ["hoog"]), (1, ["laag"])],
    ]


def test_a_place_has_its_tokens() -> None:
    ((small, _),) = groups([of("- Klein: drie\n- Groot: vijf\n")])
    inside = range(small.row.start, small.row.end)
    assert [small.has(0, token) for token in (inside.start, inside.stop)] == [True, False]
    assert not small.has(1, inside.start)
