"""What follows from a customer's record is no value that stands nowhere: worked by hand."""

# ruff: noqa: E501 (a record and what is said of it read best side by side)

from __future__ import annotations

from typing import Any

import pytest

from truthscore import Example, TruthScorer
from truthscore.example import documents

TICKET = {"aangemaakt": "2026-02-18T13:25:00+01:00", "eerste_reactie": "2026-02-18T14:10:00+01:00"}
FERRY = {"dep": "2026-08-14T06:45:00+01:00", "checkInClosesMinBeforeDep": 30}
ORDER = {
    "lines": [
        {"name": "Trowel", "qty": 2, "unit_pence": 899},
        {"name": "Soil", "qty": 3, "unit_pence": 650},
    ],
    "shipping_pence": 495,
}
RETURN = {
    "lines": [
        {"item": "Tent", "unitPence": 18900, "accepted": True},
        {"item": "Stool", "unitPence": 2250, "accepted": True},
        {"item": "Lamp", "unitPence": 3400, "accepted": False},
    ]
}


LOGGED = {
    "entries": [
        {"client": "Corvid", "mins": 95},
        {"client": "Lark", "mins": 120},
        {"client": "Corvid", "mins": 140},
    ]
}


@pytest.mark.parametrize(
    ("lang", "fields", "true", "lie"),
    [
        # between two moments; the day of the week
        ("nl", TICKET, "De eerste reactie kwam drie kwartier later.", "De eerste reactie kwam vijf kwartier later."),
        ("nl", TICKET, "Dat was op woensdag.", "Dat was op vrijdag."),
        # so long before a moment, with the unit inside of a label
        ("en", FERRY, "Check-in closes at 6:15 am.", "Check-in closes at 6:10 am."),
        ("en", FERRY, "Check-in closes half an hour before.", "Check-in closes two hours before."),
        ("en", {"validUntilExclusive": "2027-02-10T00:00:00Z"}, "It is valid until 9 February 2027.", "It is valid until 7 February 2027."),
        # a row, and all of them, times how many there are; those with a yes
        ("en", ORDER, "The soil comes to £19.50.", "The soil comes to £21.50."),
        ("en", ORDER, "Your items come to £37.48.", "Your items come to £39.48."),
        ("en", RETURN, "What was accepted comes to £211.50.", "What was accepted comes to £221.50."),
        # a rounding, a share, a share as programs write it
        ("en", {"duration_min": 142}, "It took just under two and a half hours.", "It took just under three and a half hours."),
        ("nl", {"bundel_mb": 20000, "verbruikt_mb": 13650}, "U hebt ruim 68 procent verbruikt.", "U hebt ruim 58 procent verbruikt."),
        ("nl", {"rente": 0.0369}, "De rente is 3,69 procent.", "De rente is 3,96 procent."),
        # what is left, told with a unit that the record has not
        ("nl", {"gratis": 14, "gebruikt": 5}, "U hebt nog negen dagen.", "U hebt nog acht dagen."),
        # rows that say the same in another column; a list of amounts; what is paid in parts
        ("en", LOGGED, "You logged 235 minutes for Corvid.", "You logged 225 minutes for Corvid."),
        ("en", {"receiptsPence": [2650, 3830]}, "Your receipts come to £64.80.", "Your receipts come to £46.80."),
        ("en", {"fee_pence": 19500, "paid": [{"pence": 10000}, {"pence": 5000}]}, "You still owe £45.", "You still owe £55."),
        ("nl", {"begin_ct": 2000, "mutaties": [{"ct": 1500}, {"ct": -435}]}, "Er staat € 30,65 op.", "Er staat € 39,35 op."),
        # so many times a price; a length in two parts; all lengths behind a moment
        ("nl", {"uren_pw": 6, "ct_pu": 950, "tarief_ct": 950}, "U betaalt € 57.", "U betaalt € 67."),
        ("en", {"size_mm": {"length": 400, "width": 300, "height": 120}}, "It is 40 x 30 x 12 cm.", "It is 40 x 32 x 12 cm."),
        ("en", {"visitMin": 105}, "It took 1 hour and 45 minutes.", "It took 1 hour and 15 minutes."),
        ("en", {"start": "2026-11-12T13:25:00", "paidMinutes": 120, "moreMinutes": 30}, "You are covered until 15:55.", "You are covered until 15:35."),
        # days, months and times as programs write them
        ("nl", {"te_water": "20270412"}, "Dat is op 12 april 2027.", "Dat is op 19 april 2027."),
        ("nl", {"eind_verwacht": "2026-11"}, "Dat is in november 2026.", "Dat is in december 2026."),
        ("nl", {"gereed_week": "2026-W22"}, "Dat is in de week van 25 mei.", "Dat is in de week van 18 mei."),
        ("en", {"arr": "14:52", "dep": "15:27"}, "You have 35 minutes.", "You have 75 minutes."),
        ("en", {"dep": "15:27"}, "The X6 leaves at 15.27.", "The X6 leaves at 15.72."),
        # the clocks of the record's own zone; a unit in the name of what a field is in
        ("en", {"closesAt": "2026-08-31T23:30:00Z", "tz": "Europe/London"}, "It closes on 1 September at 00:30.", "It closes on 1 September at 23:30."),
        ("nl", {"call": "2026-10-05T09:00:00-04:00", "tz": "Europe/Amsterdam"}, "Dat is om drie uur 's middags.", "Dat is om negen uur 's ochtends."),
        ("nl", {"bedragen_ct": {"rest": 43500}}, "De rest is € 435.", "De rest is € 345."),
        ("en", {"feeBps": 35}, "The fee is 0.35%.", "The fee is 3.5%."),
    ],
)  # fmt: skip
def test_what_follows_stands_somewhere(
    grounded: TruthScorer, lang: str, fields: dict[str, Any], true: str, lie: str
) -> None:
    found = []
    record = documents([{"id": "r", "title": "Record", "kind": "record", "fields": fields}])
    for answer in (true, lie):
        question = "Hoe zit dat?" if lang == "nl" else "How is that?"
        row = Example(id="r", question=question, answer=answer, context=record, lang=lang)
        told = [each.signals for each in grounded.statements(row) if each.signals]
        found.append(max(each.value_nowhere for each in told))
    assert found[0] == 0.0
    assert found[1] > 0.0


@pytest.mark.parametrize(("answer", "stands"), [("2", True), ("4", False)])
def test_so_far_apart_are_fields_of_one_name_in_two_records(
    grounded: TruthScorer, answer: str, stands: bool
) -> None:
    context = documents([
        {"id": "a", "title": "Baan", "kind": "record", "fields": {"min_lengte_cm": 125}},
        {"id": "b", "title": "Kind", "kind": "record", "fields": {"naam": "Tygo", "lengte_cm": 123}},
    ])  # fmt: skip
    said = f"Tygo is {answer} centimeter te kort."
    row = Example(id="r", question="Mag Tygo mee?", answer=said, context=context, lang="nl")
    told = [each.signals for each in grounded.statements(row) if each.signals]
    assert (max(each.value_nowhere for each in told) == 0.0) is stands


def test_what_follows_is_no_number_from_nowhere_and_shows_its_field(grounded: TruthScorer) -> None:
    record = [{"id": "r", "kind": "record", "fields": {"receiptsPence": [2650, 3830]}}]
    answer = "Your receipts come to £64.80."
    found = grounded.score(question="How much?", answer=answer, context=record, lang="en")
    assert not any(each.rule == "value.nowhere" for each in found.features["numbers"].evidence)
    assert [each.role for each in found.features["records"].evidence] == ["supports"]


@pytest.mark.parametrize(
    "fields",
    [
        {"tz": "Europe/Amsterdam", "at": "0001-01-01T00:00:00+10:00"},
        {"tz": "../etc/passwd", "at": "2026-02-31T10:00:00Z"},
        {"tz": "Europe/Nowhere", "at": "9999-12-31T23:59:59Z", "durMin": 10**30},
        {"month": "0000-11", "week": "2026-W60", "day": "20261399", "clock": "25:61"},
        {"klant": "Jo", "bestellingen": [{}], "_": 3},
        {"durMin": 10**30, "seen": "2026-02-31T10:00:00+01:00"},
        {"receiptsPence": [10**20] * 50, "rows": [{"cents": -7, "x": None}] * 60},
    ],
)
def test_a_record_that_makes_no_sense_is_read_all_the_same(
    grounded: TruthScorer, fields: dict[str, Any]
) -> None:
    answer = "It ends at 3 pm or 15.27 on 1 January, 2 hours 15 minutes later, for £64.80."
    record = [{"id": "r", "kind": "record", "fields": fields}]
    found = grounded.score(question="When?", answer=answer, context=record, lang="en")
    assert found.score is not None


def test_a_moment_is_shown_as_the_clocks_of_its_zone_have_it() -> None:
    record = {"closesAt": "2026-08-31T23:30:00Z", "tz": "Europe/London"}
    [page] = documents([{"id": "r", "kind": "record", "fields": record}])
    assert "closes at: 2026-09-01T00:30:00+01:00" in page.text
