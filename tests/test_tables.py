"""Cells of tables: read by their row and their column, whichever of the two lists the plans.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import holds, stars
from truthscore import TruthScorer

BLOCKED = """

| Optie | Omschrijving |
|---|---|
| **Leeg** | Alles is toegestaan. |
| **Levering** | Er kunnen geen nieuwe bestellingen en nieuwe leveringen voor deze klant worden aangemaakt. Bestaande zendingen die nog niet zijn gefactureerd, kunnen worden gefactureerd. |
| **Nota** | Er kunnen geen nieuwe bestellingen, nieuwe leveringen en nieuwe nota's voor deze klant worden aangemaakt. Bestaande zendingen die nog niet gefactureerd zijn, kunnen niet gefactureerd worden. |
"""
RIGHTS = """

| Rol | Uren zien | Uren goedkeuren | Rapport exporteren |
|---|---|---|---|
| Lezer | ja | nee | nee |
| Teamleider | ja | ja | nee |
| Directeur | ja | ja | ja |

"""
PLANS = """

| | Basis | Plus | Compleet |
|---|---|---|---|
| Opslag | 5 GB | 50 GB | 500 GB |
| Bewaartermijn | 14 dagen | 30 dagen | 1 jaar |
| Chatbot | – | ✓ | ✓ |
| Eigen domein | nee | nee | ja |

"""
FEES = """

| Permit | 6 months | 12 months |
|---|---|---|
| Car | £30 | £55 |
| Motorcycle | £12 | £20 |

"""
FEATURES = """

| Feature | Free | Team |
|---|---|---|
| Time tracking | yes | yes |
| Audit log | no | yes |
| Single sign-on | not included | included |

"""
LOANS = """

| Dienst | Basis | Comfort |
|---|---|---|
| Leentoestel | € 30 | gratis |
| Nacontrole | 1 keer per jaar | 2 keer per jaar |

Een test is gratis. Een filter kost niets.

"""
#: Language, table, question, true answer, lie.
PAIRS = [
    # what is denied of some: "that are not invoiced yet" denies nothing
    ("nl", BLOCKED, "Hoe blokkeer ik een klant terwijl ik oude zendingen nog wil factureren?", "Kies de optie **Levering**. Er kunnen dan geen nieuwe bestellingen en leveringen meer worden aangemaakt, maar zendingen die nog niet gefactureerd zijn, kunt u gewoon nog factureren.", "Kies de optie **Nota**. Er kunnen dan geen nieuwe bestellingen en leveringen meer worden aangemaakt, maar zendingen die nog niet gefactureerd zijn, kunt u gewoon nog factureren."),
    ("nl", "Aanvragen die nog niet zijn goedgekeurd, kunt u niet wijzigen.", "Kan ik een aanvraag die nog niet is goedgekeurd wijzigen?", "Nee, aanvragen die nog niet zijn goedgekeurd, kunt u niet wijzigen.", "Aanvragen die nog niet zijn goedgekeurd, kunt u gewoon wijzigen."),
    ("en", "Orders that are not paid yet cannot be exported. Paid orders are exported every night.", "Can I export orders that are not paid yet?", "No, orders that are not paid yet cannot be exported.", "Orders that are not paid yet can be exported."),
    ("nl", RIGHTS, "Mag een lezer uren goedkeuren?", "Nee, dat mag een lezer niet.", "Ja, dat mag."),
    ("nl", PLANS, "Hoe lang is de bewaartermijn bij Plus?", "30 dagen.", "14 dagen."),
    ("nl", PLANS, "Hoeveel opslag krijg ik met Basis?", "Met Basis krijgt u 5 GB opslag.", "Met Basis krijgt u 50 GB opslag."),
    ("nl", LOANS, "Ik heb Basis. Wat kost een leentoestel?", "Met Basis betaalt u € 30 voor een leentoestel.", "Met Basis krijgt u gratis een leentoestel."),
    ("en", FEES, "What does a permit for a car cost for a year?", "A car permit for 12 months is £55.", "A car permit for 12 months is £30."),
    ("en", FEES, "How much is the motorcycle permit for half a year?", "£12 for 6 months.", "£20 for 6 months."),
]  # fmt: skip

#: True, although the words of a cell that says otherwise stand there.
TRUE = [
    ("nl", RIGHTS, "Wie kan een rapport exporteren?", "Alleen de directeur kan een rapport exporteren; een lezer en een teamleider niet."),
    ("nl", PLANS, "Waar zit de chatbot in?", "Anders dan Basis heeft Plus wel een chatbot."),
    ("en", FEATURES, "What do I gain?", "Compared with Free the Team plan adds an audit log."),
    ("en", FEATURES, "Should I upgrade?", "Unlike Free, Team has an audit log."),
    ("en", FEATURES, "Is there an audit log?", "Team has an audit log at no extra cost."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "table", "question", "true", "lie"), PAIRS)
def test_told_apart(
    whole: TruthScorer, lang: str, table: str, question: str, true: str, lie: str
) -> None:
    assert holds(whole, lang, table, question, true, lie) == (True, True)


@pytest.mark.parametrize(("lang", "table", "question", "answer"), TRUE)
def test_no_cell_is_turned_round(
    whole: TruthScorer, lang: str, table: str, question: str, answer: str
) -> None:
    assert stars(whole, lang, table, question, answer) >= 3.0
