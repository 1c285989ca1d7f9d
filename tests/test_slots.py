"""Another thing, another one who does it: one word of a statement is exchanged for one of the page's.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # another thing in the same place
    ("en", "\n\n1. Ask the ward for a visitor code.\n2. Choose **Passes**.\n\nCodes come from the ward; the car park office cannot issue one.", "How do I buy a pass?", "1. Ask the ward for a visitor code.\n2. Choose **Passes**.", "1. Ask the car park office for a visitor code.\n2. Choose **Passes**."),
    # another one of two of the same name
    ("nl", "Selecteer een week met een groene stip. Een week met een oranje stip is vol.", "Hoe kies ik een week?", "Kies een week met een groene stip; weken met een oranje stip zijn vol.", "Kies een week met een oranje stip; weken met een groene stip zijn vol."),
    # the reader, we or somebody else
    ("en", "Walls that are too thin are only flagged, and you have to fix them yourself. A technician reviews the job.", "Does the check fix thin walls?", "Thin walls are only flagged; you have to fix them yourself.", "Walls that are too thin are only flagged, and the technician fixes them."),
    ("nl", "Wij vragen de inlichtingen op bij de gemeente. U brengt het attest mee.", "Moeten wij die inlichtingen zelf opvragen?", "Nee, de inlichtingen vragen wij voor u op.", "Ja, de inlichtingen vraagt u zelf op."),
    ("nl", "Valt er meer dan één hele vaardag uit, dan krijg je automatisch een tegoedbon.", "Moet ik iets doen om die tegoedbon te krijgen?", "Nee, die krijg je automatisch.", "Ja, de tegoedbon vraag je zelf aan."),
    # what changed places around "but"
    ("en", "Members of the Plus plan pay no dispensing fee, but do pay postage.", "What are the fees for members?", "Members do pay postage, but no dispensing fee.", "Members pay no postage, but they do pay the dispensing fee."),
]  # fmt: skip

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


test_told_apart = telling_apart(PAIRS)


test_no_truth_is_called_a_lie = believing(TRUE)
