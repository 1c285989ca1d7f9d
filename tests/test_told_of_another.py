"""Who, where, how or what, told with what the page says of something else: the service desk for the
ombudsman."""

# ruff: noqa: E501 (a page reads best as it is)

from __future__ import annotations

from tests.asked import believing, telling_apart

ROOM = "De sleutel levert u in bij de receptie. De huismeester controleert daarna de kamer. De borg wordt overgemaakt op de rekening van de huurder."
HELP = "Complaints are handled by the ombudsman. The service desk forwards your message to the planning team. Parcels are delivered to the warehouse; letters go to the front desk."
LOG = "De wijziging wordt opgeslagen in het logboek. Het rapport wordt naar de accountant gestuurd. De export staat daarna in de map Downloads."
DOCK = "Pallets komen binnen bij poort 3. De magazijnchef tekent de vrachtbrief. Retouren zet u klaar op de laadkade. De vervoerder haalt retouren op woensdag op."
TABS = "Sign in with your work account. Your payslips are in the Documents tab. The Profile tab shows your address. Annual statements are stored in the archive. You can download them as a PDF. HR answers questions about payslips."
LEAVE = "Het verlof wordt goedgekeurd door de leidinggevende. Bij afwezigheid doet de vervanger dat. HR controleert het saldo. De manager krijgt elke maand een overzicht van het team."

test_who_and_where = telling_apart([
    ("nl", ROOM, "Waar lever ik de sleutel in?", "Bij de receptie.", "Bij de huismeester."),
    ("nl", ROOM, "Waar lever ik de sleutel in?", "Die levert u in bij de receptie.", "Die levert u in bij de huismeester."),
    ("nl", ROOM, "Wie controleert de kamer?", "De huismeester.", "De receptie controleert de kamer."),
    ("nl", LOG, "Waar vind ik de export?", "In de map Downloads.", "In het logboek."),
    ("nl", LOG, "Waar vind ik de export?", "Die staat in de map Downloads.", "Die staat in het logboek."),
    ("nl", LOG, "Waar zie ik de wijziging terug?", "In het logboek.", "In de map Downloads."),
    ("nl", DOCK, "Wie tekent de vrachtbrief?", "De magazijnchef.", "De vervoerder tekent de vrachtbrief."),
    ("nl", "Afgekeurde facturen gaan terug naar de crediteurenadministratie. De leverancier krijgt daarvan geen bericht.", "Waar gaat een afgekeurde factuur heen?", "Terug naar de crediteurenadministratie.", "Die gaat terug naar de leverancier."),
    ("en", HELP, "Who handles complaints?", "The ombudsman does.", "The service desk handles complaints."),
    ("en", HELP, "Who handles complaints?", "The ombudsman.", "The planning team."),
    ("en", TABS, "Where do I find my payslips?", "In the Documents tab.", "In the Profile tab."),
    ("en", TABS, "Where do I find my payslips?", "In the Documents tab.", "In the archive."),
])  # fmt: skip

CLAIM = "Schade meldt u met het schadeformulier. Een adreswijziging geeft u door via de website. Opzeggen doet u per brief. Voor een tweede pas hebt u een kopie van uw paspoort nodig. Voor een machtiging is een handtekening nodig."
PLAN = "The Basic plan comes with email support. Large files are sent with the transfer tool. To reset your password you need your employee number. To change your bank account you need a bank statement."
PAY = "Sign in with your work email. The invoice is paid with a purchase order. You can track the parcel with the code from the email. Payments are made by bank transfer."

test_how_and_what = telling_apart([
    ("nl", CLAIM, "Hoe meld ik schade?", "Met het schadeformulier.", "Via de website."),
    ("nl", CLAIM, "Hoe meld ik schade?", "Dat doet u met het schadeformulier.", "Schade meldt u per brief."),
    ("nl", CLAIM, "Hoe zeg ik op?", "Per brief.", "Via de website."),
    ("nl", CLAIM, "Hoe geef ik een adreswijziging door?", "Via de website.", "Met het schadeformulier."),
    ("nl", CLAIM, "Wat heb ik nodig voor een tweede pas?", "Een kopie van uw paspoort.", "Een handtekening."),
    ("en", PLAN, "What do I need to reset my password?", "Your employee number.", "A bank statement."),
    ("en", PLAN, "What do I need to reset my password?", "You need your employee number.", "You need a bank statement."),
    ("en", PLAN, "How do I send a large file?", "With the transfer tool.", "By email."),
])  # fmt: skip

RUNS = "De jaarovergang wordt uitgevoerd na de laatste afschrijving. De loonrun draait op de 20e. De salarissen worden op de 25e uitbetaald. Vakantiegeld wordt in mei uitbetaald. De balie is op maandag gesloten. Afval wordt op dinsdag opgehaald, glas op donderdag."
SENT = "Orders placed before 3 pm leave the same day. The newsletter is sent on Fridays. Invoices are sent after delivery. The meter is read in December."

test_when = telling_apart([
    ("nl", RUNS, "Wanneer wordt de jaarovergang uitgevoerd?", "Na de laatste afschrijving.", "Op de 20e."),
    ("nl", RUNS, "Wanneer draait de loonrun?", "Op de 20e.", "Na de laatste afschrijving."),
    ("nl", RUNS, "Wanneer wordt het vakantiegeld uitbetaald?", "In mei.", "Op de 20e."),
    ("nl", RUNS, "Wanneer is de balie gesloten?", "Op maandag.", "Op dinsdag."),
    ("en", SENT, "When is the meter read?", "In December.", "After delivery."),
])  # fmt: skip

test_more_places_than_one = believing([
    # the sentence with the verb that was asked for has no word of the thing
    ("nl", "U dient een declaratie in via de app. Uw leidinggevende controleert de declaratie. Daarna betaalt de salarisadministratie het bedrag uit.", "Wie betaalt mijn declaratie uit?", "De salarisadministratie."),
    ("en", "The line manager approves overtime. Finance pays it out in the next month.", "Who pays overtime?", "Finance, in the next month."),
    # a step on the way there, another word for it, and a case that was asked about
    ("nl", "Facturen worden per e-mail verstuurd. Log in op het portaal en open Administratie. In het menu Documenten vindt u de facturen van de laatste twee jaar.", "Waar vind ik mijn facturen?", "In het portaal, onder Administratie."),
    ("en", TABS, "Where do I find my payslips?", "Sign in with your work account and open the Documents tab."),
    ("en", "Tyres are stored in the hotel for tyres. The garage sends us the bill.", "Where are my tyres kept?", "In the tyre hotel."),
    ("en", PAY, "How do I pay the invoice?", "By bank transfer."),
    ("nl", RUNS, "Wanneer wordt het vakantiegeld uitbetaald?", "In mei, op de 25e."),
    ("en", SENT, "When are invoices sent?", "After the delivery."),
    ("en", PAY, "How can I follow my parcel?", "Use the code from the email."),
    ("nl", LEAVE, "Wie keurt mijn verlof goed als mijn leidinggevende er niet is?", "De vervanger."),
    ("nl", "De export staat in de map Downloads. U vindt hem ook in het logboek.", "Waar vind ik de export?", "In het logboek."),
])  # fmt: skip
