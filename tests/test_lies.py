"""A true answer and a lie of one kind, on a page of our own: the one stays at 3 or above, the other
falls below. Golden verdicts of the profile `grounded` with the real pipelines."""

from __future__ import annotations

import pytest

from tests.asked import told_apart
from truthscore import TruthScorer

LEAVE = """# Verlof aanvragen
Medewerkers vragen verlof aan via de portal.
1. Ga naar **Mijn gegevens / Verlof**.
2. Klik op **Verlof aanvragen**.
3. Vul de **Begindatum** en **Einddatum** in en kies het **Type verlof**.
4. Klik op **Insturen**.
De leidinggevende ontvangt een taak om de aanvraag goed te keuren. Zolang de aanvraag niet is
goedgekeurd, kan de medewerker de aanvraag nog intrekken. Na goedkeuring kan alleen de HR-afdeling
het verlof verwijderen. Je kunt maximaal 15 maanden vooruit verlof aanvragen.
"""
DEBIT = """# Incassobestand aanmaken
Je maakt een incassobestand aan om openstaande verkoopfacturen te innen. De incassodatum moet
minimaal twee werkdagen in de toekomst liggen. Als de bank het bestand afkeurt met foutcode AM04, is
het saldo van de debiteur ontoereikend; foutcode MD01 betekent dat er geen machtiging is. Een
verwerkte incassorun kun je niet terugdraaien; je maakt dan een storno. Standaard wordt er per
kwartaal geïnd.
"""
LOGIN = """# Wachtwoord vergeten
De link in de e-mail is 30 minuten geldig. Na vijf mislukte pogingen wordt het account 15 minuten
geblokkeerd. Tweefactorauthenticatie is verplicht voor beheerders en optioneel voor overige
gebruikers. Sluit eerst alle vensters, wis daarna de cookies en meld u tot slot opnieuw aan.
"""
SLIP = """# Loonstrook publiceren
Een beheerder kan een loonstrook opnieuw publiceren via de actie **Opnieuw publiceren**. De
medewerker ziet zijn loonstroken tot 24 maanden na uitdiensttreding.
"""
EXPORT = """# Export reports to Excel
You can export any list view to Excel. Files stay available for 7 days. Attachments are not included
in the export. Archived projects can be restored, provided your plan allows it. Colour themes are
available to the design team only; everyone else uses the standard theme.
"""
FEES = """# Refunds
You can ask for a refund until the day before the event. The entry price goes back to the account it
was paid from; the service fee is never refunded.
"""
FILES = """# Dossiers bewaren
Actieve dossiers blijven tien jaar bewaard. Gesloten dossiers verdwijnen na de jaarwisseling uit de
lijst. Een dossier sluit u met **Afsluiten**.
"""
SSO = """# Set up single sign-on
After you enforce SSO, members can no longer sign in with a password, except the workspace owner.
Guests are not affected by SSO. First verify the domain, then upload the certificate. If sign-in
fails with error SAML-302, the certificate of your identity provider has expired; error SAML-410
means that the clock of your server is slow.
"""

PAIRS = [
    # who
    ("nl", LEAVE, "Wie verwijdert goedgekeurd verlof?",
     "Dat doet de afdeling HR; na de goedkeuring kun je het niet zelf meer weghalen.",
     "Na goedkeuring kan de medewerker het verlof zelf verwijderen."),
    # a limit lifted
    ("nl", LEAVE, "Kan ik een aanvraag nog intrekken?",
     "Ja, zolang de aanvraag nog niet is goedgekeurd kun je die intrekken.",
     "Ja, je kunt de aanvraag altijd zelf intrekken, ook als die al is goedgekeurd."),
    ("en", EXPORT, "Can I restore an archived project?",
     "Yes, archived projects can be restored, provided that your plan allows it.",
     "Archived projects can be restored even if your plan does not allow it."),
    ("en", EXPORT, "Who can use colour themes?",
     "Colour themes are there for the design team only.",
     "Colour themes are available to everyone."),
    # yes and no, denied statements
    ("nl", DEBIT, "Kan ik een verwerkte incassorun terugdraaien?",
     "Nee, terugdraaien kan niet. Maak in plaats daarvan een storno.",
     "Ja, een verwerkte incassorun kun je terugdraaien."),
    ("en", EXPORT, "Are attachments included?",
     "No. Attachments are left out of the export.",
     "Yes, attachments are included in the export."),
    # values
    ("nl", SLIP, "Hoe lang ziet een oud-medewerker zijn loonstroken?",
     "De medewerker ziet zijn loonstroken nog twee jaar na uitdiensttreding.",
     "De medewerker ziet zijn loonstroken nog een jaar na uitdiensttreding."),
    ("nl", LOGIN, "Hoe lang is de link geldig?",
     "De link in de e-mail is een half uur geldig.",
     "De link in de e-mail is een uur geldig."),
    ("nl", DEBIT, "Hoe vaak wordt er standaard geïnd?",
     "Standaard wordt er elk kwartaal geïnd.", "Standaard wordt er per maand geïnd."),
    ("en", EXPORT, "How long do the files stay available?",
     "Files stay available for a week.", "Files stay available for a month."),
    # the meaning of another code
    ("nl", DEBIT, "Wat betekent AM04?",
     "AM04 betekent dat het saldo van de debiteur ontoereikend is.",
     "AM04 betekent dat er geen machtiging is voor de debiteur."),
    ("en", SSO, "What does SAML-302 mean?",
     "It means that the certificate of your identity provider has expired.",
     "It means that the clock of your server is slow."),
    # changed places, order
    ("en", SSO, "Where do I begin?",
     "First verify the domain, then upload the certificate.",
     "First upload the certificate, then verify the domain."),
    ("en", FEES, "What do I get back?",
     "The entry price goes back to your account. The service fee is not refunded.",
     "The service fee goes back to your account. The entry price is not refunded."),
    ("nl", FILES, "Welke dossiers verdwijnen?",
     "De gesloten dossiers: die verdwijnen na de jaarwisseling. Actieve bewaren we tien jaar.",
     "De actieve dossiers: die verdwijnen na de jaarwisseling. Gesloten bewaren we tien jaar."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "page", "question", "true", "lie"), PAIRS)
def test_a_lie_in_the_words_of_the_page(
    whole: TruthScorer, lang: str, page: str, question: str, true: str, lie: str
) -> None:
    assert told_apart(whole, lang, page, question, true, lie) == (True, True)
