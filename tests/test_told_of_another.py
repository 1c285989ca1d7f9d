"""True answers to who, where and how, of which a page tells in more places than one."""

# ruff: noqa: E501 (a page reads best as it is)

from __future__ import annotations

from tests.asked import believing

TABS = "Sign in with your work account. Your payslips are in the Documents tab. The Profile tab shows your address. Annual statements are stored in the archive. You can download them as a PDF. HR answers questions about payslips."
LEAVE = "Het verlof wordt goedgekeurd door de leidinggevende. Bij afwezigheid doet de vervanger dat. HR controleert het saldo. De manager krijgt elke maand een overzicht van het team."

PAY = "Sign in with your work email. The invoice is paid with a purchase order. You can track the parcel with the code from the email. Payments are made by bank transfer."

RUNS = "De jaarovergang wordt uitgevoerd na de laatste afschrijving. De loonrun draait op de 20e. De salarissen worden op de 25e uitbetaald. Vakantiegeld wordt in mei uitbetaald. De balie is op maandag gesloten. Afval wordt op dinsdag opgehaald, glas op donderdag."
SENT = "Orders placed before 3 pm leave the same day. The newsletter is sent on Fridays. Invoices are sent after delivery. The meter is read in December."

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
