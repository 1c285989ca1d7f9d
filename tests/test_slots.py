"""True answers in which one word is not the page's.

Golden verdicts of `grounded` with the real pipelines; all made up, on a page with other sentences
around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing

#: True: another name of the same, another case, or both do it.
TRUE = [
    # a question as a heading asserts nothing
    ("nl", "\n\n## Worden de resultaten van Zoekwijzer gefilterd door rechten?\n\nAls de medewerker geen licentie heeft, worden knoppen niet weergegeven.", "Waarom zie ik een lijst die ik niet mag openen?", "Zoekwijzer filtert op rechten: knoppen blijven weg, maar lijsten worden in de resultaten weergegeven."),
    ("en", "The Amazon proper runs mostly through Brazil and Peru. The river is long.", "Where does it run?", "The river runs mostly through Brazil and Peru."),
    ("nl", "Vul op een nieuwe dagboekregel de velden in. Een regel is een boeking.", "Hoe boek ik?", "Vul op een nieuwe regel de velden in."),
    ("nl", "De extensie voorspelt potentiële verkopen aan de hand van gegevens. Een mogelijke fout staat in het logboek.", "Wat doet de extensie?", "De extensie voorspelt mogelijke verkopen aan de hand van gegevens."),
    ("nl", "Uw nieuwe leverancier zegt het contract voor u op. Gaat u emigreren, dan zegt u het contract zelf op via het portaal.", "Ik stap over. Moet ik opzeggen?", "Uw nieuwe leverancier zegt het contract bij ons voor u op."),
    ("nl", "De ontvangst wordt gemeld door de aanvrager, niet door de inkoper.", "Moet ik als aanvrager zelf melden dat de bestelling binnen is?", "Ja, de ontvangst meldt u zelf; de inkoper doet dat niet."),
    ("nl", "Wij vragen de inlichtingen op bij de gemeente. U brengt het attest zelf mee.", "Wat breng ik mee?", "Het attest brengt u zelf mee."),
    ("en", "Open the file and choose the customer from the menu. The invoice shows the client number.", "How?", "Open the file and choose the client from the menu."),
    ("en", "Upload the photo in the profile screen. The picture appears next to your name.", "How?", "Upload the picture in the profile screen."),
    ("en", "Send the form to the office by post. You can also send the form by email.", "How?", "Send the form by email to the office."),
    ("en", "Click the blue button to save the document. The large button is at the top.", "How?", "Click the large button to save the document."),
    ("nl", "Breng het formulier naar de balie in de hal. De receptie is open van 9 tot 17 uur.", "Waar?", "Breng het formulier naar de receptie in de hal."),
]  # fmt: skip


test_no_truth_is_called_a_lie = believing(TRUE)
