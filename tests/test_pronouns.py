"""What a page says of "them" and "it": "Final invoices are fixed. You cannot change them".

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import told_apart
from truthscore import TruthScorer

#: Language, page, question, true answer, lie.
PAIRS = [
    ("nl", "Verzonden offertes staan vast: u kunt ze niet wijzigen of verwijderen. Kies Dupliceren voor een kopie.", "Kan ik een verzonden offerte nog aanpassen?", "Nee, verzonden offertes staan vast.", "Ja, u kunt een verzonden offerte wijzigen."),
    ("nl", "Bij opzegging blijven uw gegevens 60 dagen beschikbaar. Daarna wissen we ze definitief en kunnen we ze niet herstellen.", "Kunnen jullie mijn gegevens na drie maanden nog herstellen?", "Nee, gegevens kunnen we dan niet meer herstellen.", "Ja, we kunnen uw gegevens herstellen."),
    ("nl", "Definitieve facturen staan vast. U kunt ze niet wijzigen of verwijderen.", "Kan ik een definitieve factuur wijzigen?", "Nee, een definitieve factuur kunt u niet wijzigen.", "Ja, u kunt een definitieve factuur wijzigen."),
    ("nl", "De code staat in de e-mail. Wij kunnen hem niet opnieuw sturen.", "Kunt u de code opnieuw sturen?", "Nee, de code kunnen we niet opnieuw sturen.", "We kunnen de code opnieuw sturen."),
    ("nl", "Contante betalingen boekt u in de kas. Ze worden niet automatisch verwerkt.", "Worden contante betalingen automatisch verwerkt?", "Nee, contante betalingen boekt u zelf in de kas.", "Contante betalingen worden automatisch verwerkt."),
    ("nl", "Bijlagen voegt u toe onder Documenten. Klanten zien ze niet.", "Zien klanten de bijlagen?", "Nee, klanten zien de bijlagen niet.", "Klanten zien de bijlagen."),
    ("en", "Editors can open and export reports. They cannot delete them.", "Can editors delete reports?", "No, editors cannot delete reports.", "Editors can delete reports."),
    ("en", "A key is shown once. We store only a hash and cannot recover it.", "Can you recover my key?", "No, we can't recover a key.", "We can recover the key for you."),
    ("en", "Archived projects stay searchable. You cannot edit them.", "Can I edit an archived project?", "No, archived projects can't be edited.", "You can edit archived projects."),
    ("en", "The deposit is due at booking. It is not refundable.", "Is the deposit refundable?", "No, the deposit isn't refundable.", "The deposit is refundable."),
    ("en", "Guests get a pass at the desk. They do not need an account.", "Do guests need an account?", "No, guests don't need an account.", "Guests need an account."),
    ("en", "Backups run every night. They do not include attachments.", "Do backups include attachments?", "No, attachments are not included in backups.", "Backups include attachments."),
    ("nl", "Een pas die gestolen is, blokkeert u in de app. U kunt hem daarna niet meer deblokkeren.", "Kan ik een geblokkeerde pas deblokkeren?", "Nee, de pas is niet meer te deblokkeren.", "U kunt de pas deblokkeren in de app."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "page", "question", "true", "lie"), PAIRS)
def test_told_apart(
    whole: TruthScorer, lang: str, page: str, question: str, true: str, lie: str
) -> None:
    assert told_apart(whole, lang, page, question, true, lie) == (True, True)
