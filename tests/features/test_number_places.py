"""Where a page has a value, and what it tells it of."""

from __future__ import annotations

import pytest

from tests.builders import pack, read
from truthscore.features.numbers.places import placed

STOPS = ("de", "het", "een", "op", "na", "om", "tot", "is", "en", "van", "at", "on", "the", "for")
POS = {
    **dict.fromkeys(("staat", "staan", "wordt", "geleegd", "betalen", "betaalt", "closes"), "VERB"),
    **dict.fromkeys(("groene", "grijze", "open"), "ADJ"),
    **dict.fromkeys(("de", "het", "een"), "DET"),
    **dict.fromkeys(("en", "and"), "CCONJ"),
}


def told(lang: str, text: str) -> list[tuple[str, set[str]]]:
    found = placed(read(text, pos=POS, stops=STOPS), pack(lang))
    return [(each.value.normal, set(each.told_of)) for each in found]


def test_a_part_of_a_sentence_has_its_own_thing() -> None:
    assert told("nl", "Leden betalen 5 euro, gasten 9 euro.") == [
        ("5 eur", {"leden", "betalen"}),
        ("9 eur", {"gasten", "betalen"}),  # it has no verb of its own
    ]


def test_a_part_without_a_noun_has_that_of_the_part_before() -> None:
    assert told("nl", "De grijze bak staat 2 dagen, de groene 3 dagen.") == [
        ("2 day", {"grijze", "bak", "staat"}),
        ("3 day", {"groene", "bak", "staat"}),
    ]


def test_the_ends_of_a_range_stand_in_one_part() -> None:
    found = placed(read("Tussen 20 en 29 jaar.", pos=POS, stops=STOPS), pack("nl"))
    assert len({each.told_of for each in found}) == 1


def test_days_are_what_a_time_is_told_of() -> None:
    (late, of_day), (_, itself) = told("en", "The desk closes at 5 pm on Friday.")
    assert (late, of_day) == ("17:00", {"desk", "closes", "@friday"})
    assert itself == {"desk", "closes", "@friday"}


def test_an_ordinal_is_what_an_amount_is_told_of() -> None:
    found = dict(told("nl", "De eerste auto kost 60 euro, een tweede auto 180 euro."))
    assert "@1" in found["60 eur"]
    assert "@2" in found["180 eur"]


def test_the_values_of_a_list_are_told_of_their_items() -> None:
    text = "- Klein: 3 dagen\n- Groot: 5 dagen\n"
    assert told("nl", text) == [("3 day", {"klein"}), ("5 day", {"groot"})]


def test_a_cell_is_told_of_its_row_and_its_column() -> None:
    text = (
        "| Soort | Prijs | Korting |\n|---|---|---|\n"
        "| Basis | 4 euro | 1 euro |\n| Plus | 9 euro | 2 euro |\n"
    )
    assert told("nl", text) == [
        ("4 eur", {"basis", "prijs"}),
        ("1 eur", {"basis", "korting"}),
        ("9 eur", {"plus", "prijs"}),
        ("2 eur", {"plus", "korting"}),
    ]


@pytest.mark.parametrize("text", ["", "Geen getal.", "# Kop\n\n- a\n- b\n"])
def test_a_page_without_values_has_no_places(text: str) -> None:
    assert placed(read(text), pack("nl")) == ()
