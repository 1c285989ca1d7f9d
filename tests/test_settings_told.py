"""What a reader is told to set, press and open: the wrong value, number, tab or keys.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

from tests.asked import believing, telling_apart

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # a value that the field does not have, though the page has the word
    ("en", "Set **Rounding** to **Nearest** or choose **Up**.\n\nThe report shows amounts down to the cent.", "How do I round?", "Set **Rounding** to **Nearest**.", "Set **Rounding** to **Down**."),
    # another name, which the page has as a word
    ("nl", "\n\n1. Open het **Activiteiten**-overzicht en typ **Afstelhulp**.\n2. Klik op het tabblad **Energie**.\n3. Zet **Pauzestand bij sluiten** **UIT**.\n\nU kunt deze instellingen altijd wijzigen.", "Hoe werkt hij door met de klep dicht?", "1. Open het **Activiteiten**-overzicht en typ **Afstelhulp**.\n2. Klik op **Energie**.\n3. Zet **Pauzestand bij sluiten** **UIT**.", "1. Open het **Activiteiten**-overzicht en typ **Instellingen**.\n2. Klik op **Energie**.\n3. Zet **Pauzestand bij sluiten** **UIT**."),
    ("nl", "\n\n1. Ga naar: HRM / Medewerker / Medewerker.\n2. Ga naar het tabblad: Dienstverbanden.\n3. Klik op: Uit dienst melden.\n\nGa naar: Salaris / Inrichting / Looncomponent om een looncomponent te wijzigen.", "Hoe meld ik een medewerker uit dienst?", "1. Ga naar: HRM / Medewerker / Medewerker.\n2. Ga naar het tabblad: Dienstverbanden.\n3. Klik op: Uit dienst melden.", "1. Ga naar: HRM / Medewerker / Medewerker.\n2. Ga naar het tabblad: Salaris.\n3. Klik op: Uit dienst melden."),
    ("nl", "\n\n1. Ga naar: Mijn Portaal / Verlof.\n2. Klik op de actie: Verlof aanvragen.\n\nJe ziet het saldo per verlofsoort op het tabblad: Saldo.", "Waar zie ik mijn saldo?", "Op het tabblad Saldo, per verlofsoort.", "Op het tabblad Verlof, per verlofsoort."),
]  # fmt: skip

#: True: another value in the page's words, a switch, free text, keys of the question.
TRUE = [
    ("nl", "Kies in het veld **Ritme** een van deze opties:\n\n- **Eenmalig**: er gaat één uit.\n- **Dagelijks**: elke dag gaat er één uit.", "Hoe laat ik hem elke dag uitgaan?", "Kies in het veld **Ritme** de optie **Dagelijks**."),
    ("nl", "Zet **Meldingen** op **Aan** om een bericht te krijgen.", "Hoe zet ik meldingen uit?", "Zet **Meldingen** op **Uit**."),
    ("en", "In the **Name** field, enter a name. Choose **OK**.", "How do I name it 'Sales'?", "In the **Name** field, enter 'Sales' and choose **OK**."),
    ("nl", "Kies in het veld **Soort** de waarde **Artikel**, of **(leeg)** als het nog niet vaststaat.", "Het soort weet ik nog niet", "Kies in het veld **Soort** de waarde **(leeg)**."),
    ("en", "The program runs on all versions of Windows that are still supported.", "We are still on Windows-7.", "The program runs on all versions of Windows that are still supported. Whether Windows-7 is one of them is not told."),
    ("nl", "Met **Ctrl+Enter** slaat u de order op.", "Sla ik op met Alt+N?", "Nee, met **Ctrl+Enter** slaat u de order op."),
    ("nl", "Met **Ctrl+Enter** slaat u de order op.", "Sla ik op met Alt+N?", "**Alt+N** is daar niet voor. Met **Ctrl+Enter** slaat u de order op."),
    # a name of the asker's own, an example, and one that the page has elsewhere
    ("nl", "Zoek de klant op: typ bijvoorbeeld **Bakker** en kies de regel. Klanten van de markt staan apart.", "Hoe vind ik Markt BV?", "Zoek de klant op: typ **Markt BV** en kies de regel."),
    ("nl", "Zoek de klant op: typ de naam **Bakker** en kies de regel. Klanten van de markt staan apart.", "Hoe vind ik een klant?", "Zoek de klant op: typ de naam **Markt** bijvoorbeeld, en kies de regel."),
    ("en", "Open the menu and choose **Orders**. Choose **Post**. For a draft, choose **Save** there.", "How do I keep a draft?", "Open the menu and choose **Save**."),
    ("nl", "\n\n1. Ga naar: HRM / Medewerker / Medewerker.\n2. Ga naar het tabblad: Dienstverbanden.\n3. Klik op: Uit dienst melden.\n\nOp het tabblad: Salaris staat het loon.", "Waar staat het loon van een medewerker?", "1. Ga naar: HRM / Medewerker / Medewerker.\n2. Ga naar het tabblad: Salaris."),
    # the number of another thing, told beside it or of what the row does not count
    ("nl", "\n\n| Veld | Uitleg |\n|---|---|\n| **Code** | De code van de groep. U kunt maximaal 10 letters invoeren. |\n| **Kleur** | De kleur van de groep op het bord. |\n\nEen artikelnummer heeft maximaal 20 letters.", "Hoe lang mogen ze zijn?", "In het veld **Code** kunt u maximaal 10 letters invoeren, en in een artikelnummer maximaal 20 letters."),
    ("nl", "\n\n| Veld | Uitleg |\n|---|---|\n| **Code** | De code van de groep. U kunt maximaal 10 letters invoeren. |\n| **Kleur** | De kleur van de groep op het bord. |\n\nEen groep heeft maximaal 4 leden.", "Hoe maak ik een groep?", "Vul het veld **Code** in; een groep heeft maximaal 4 leden."),
    ("nl", "\n\n| Veld | Uitleg |\n|---|---|\n| **Code** | De code van de groep. U kunt maximaal 10 letters invoeren. |\n| **Kleur** | De kleur van de groep op het bord. |\n\nBij verkoop heeft een code maximaal 20 letters.", "Hoe lang mag de code bij verkoop zijn?", "Bij verkoop heeft **Code** maximaal 20 letters."),
    # what most programs share
    ("en", "Select the rows, copy them to the clipboard and paste them into the sheet.", "How do I get rows into a sheet?", "Select the rows, copy them to the clipboard with **Ctrl+C** and paste them into the sheet."),
    # nearly the same is said of others
    ("nl", "Druk op **Alt+N** om een nieuwe inkooporder te maken. Druk op **Alt+M** om een nieuwe inkooporder voor morgen te maken.", "Nieuwe inkooporder?", "Druk op **Alt+N** om een nieuwe inkooporder te maken."),
    # two of them in one sentence
    ("nl", "Met **Alt+K** maakt u een kopie.\n\nMet **Alt+P** plakt u de kopie in het archief van de afdeling.", "Hoe krijg ik een kopie in het archief van de afdeling?", "Maak met **Alt+K** een kopie en plak de kopie met **Alt+P** in het archief van de afdeling."),
]  # fmt: skip

test_told_apart = telling_apart(PAIRS)
test_no_truth_is_called_a_lie = believing(TRUE)
