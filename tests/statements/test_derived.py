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
