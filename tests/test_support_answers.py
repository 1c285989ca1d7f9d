"""Untruths of long answers, as a support team finds them: a button for what cannot be done, another
status, what does not exist, one for several, what only others may do; and what a customer's own
figures come to.

Golden verdicts of `grounded` with the real pipelines; all made up, the true answer and the lie side
by side, on a page with other sentences around.
"""

# ruff: noqa: E501 (a page, its question and its answers read best side by side)

from __future__ import annotations

import pytest

from tests.asked import around, believing, telling_apart
from truthscore import Example, TruthScorer
from truthscore.types import ContextDocument

#: Language, sentences of the page, question, true answer, lie.
PAIRS = [
    # what is not there
    ("nl", "Codes kunnen niet per sms worden verstuurd.", "Kan ik de code krijgen?", "De codes kunnen niet per sms worden verstuurd.", "De codes worden per sms verstuurd."),
    # what only others may do
    ("en", "> Note: Only public comments written by the requester can be split. Internal notes do not show the option.", "Can I split an internal note off?", "No, only public comments by the requester can be split.", "Yes, you can split it."),
    # by itself, with another verb; what follows from it denies nothing that is said before
    ("en", "The desk does not send any message by itself when a target is missed. Create a trigger for that.", "How will my team leads find out that a target is missed?", "They won't by themselves: create a trigger for it.", "The desk automatically emails the leads when a target is missed, so there's nothing to set up."),
    ("nl", "Beëindigt u een contract, dan wordt de machtiging niet ingetrokken. Openstaande facturen kunnen dus nog worden geïncasseerd.", "Stopt de incasso als ik een contract beëindig?", "Nee, de machtiging wordt dan niet ingetrokken.", "De machtiging wordt daarbij ingetrokken, zodat er niets meer kan worden afgeschreven."),
    # what a customer's own figures come to
    ("nl", "Een bestaande aanvraag kan niet worden gewijzigd. Trek de aanvraag in en maak een nieuwe.", "Ik heb van 4 t/m 15 augustus verlof. Nu wil ik een dag later beginnen.", "Trek de aanvraag in en maak een nieuwe met 5 augustus als eerste dag.", "Trek de aanvraag in en maak een nieuwe met 8 augustus als eerste dag."),
    ("nl", "Zet **Deel van de dag** aan en vul zelf de uren in. Dit kan alleen bij één dag.", "kan ik ook gewoon 3 uurtjes vrij vragen?", "Ja. Zet **Deel van de dag** aan en vul 3 uur in.", "Ja. Zet **Deel van de dag** aan en vul 4 uur in."),
    ("nl", "U kunt de berekende afstand met maximaal 10% verhogen. Een toelichting is verplicht.", "Het systeem rekent 48 km uit maar ik heb er 51 gereden. Kan ik dat aanpassen?", "Ja, u kunt de afstand tot bijna 53 kilometer verhogen, met een toelichting.", "Ja, u kunt de afstand tot bijna 60 kilometer verhogen, met een toelichting."),
]  # fmt: skip

#: True: the page says it of another case, denies only how, or has it in other words.
TRUE = [
    ("en", "A ticket always gets exactly one policy: the first in the list whose conditions match.", "Which policy counts?", "The first in the list whose conditions match counts; a ticket never gets two."),
    ("en", "1. Tap **Offer swap**.\n2. Select the colleague.\n3. Tap **Send offer**.", "I want to swap my saturday late with Jo's sunday, whats the way", "Tap **Offer swap**, select Jo as the colleague and tap **Send offer**."),
    ("nl", "Een goedgekeurde factuur wordt niet onmiddellijk geboekt.", "Wanneer wordt een goedgekeurde factuur geboekt?", "Een goedgekeurde factuur wordt later geboekt."),
    ("nl", "Een definitieve run kunt u ongedaan maken met **Terugdraaien**, zolang de periode nog open is.", "Kan de run nog terug?", "Ja, met **Terugdraaien** kunt u een definitieve run ongedaan maken. De voorwaarde is dat de periode nog niet gesloten is."),
    ("nl", "Annuleert de klant binnen de annuleringstermijn, dan wordt het voorschot automatisch teruggestort. Bij een te late annulering behoudt u het voorschot.", "Ze annuleert te laat. Wat gebeurt er met het voorschot?", "Het voorschot mag u houden, er wordt niets vanzelf teruggestort."),
    ("nl", "Klanten annuleren hun afspraak zelf tot 24 uur voor de afspraak. Daarna toont de link enkel uw telefoonnummer.", "Klant heeft afspraak morgen om 14u, het is nu 17u en ze wil annuleren. Kan ze dat zelf?", "Nee, klanten annuleren hun afspraak zelf tot 24 uur voor de afspraak, en er zitten nog maar 21 uur tussen."),
    ("nl", "Een betaling wordt gekoppeld als het bedrag exact overeenkomt. Een klein verschil boekt u weg met **Afronden** (maximaal € 1).", "Hij heeft 484 euro betaald, de factuur was 484,50. Wat doe ik met het verschil?", "Het verschil van 50 cent boekt u weg met **Afronden**."),
    ("nl", "Op de dubbele kaart staan geen declaraties met de status **Ingediend**. Anders kunt u niet samenvoegen.", "Mag ik een dubbele patiënt samenvoegen als er nog een declaratie ligt?", "Dat hangt ervan af op welke kaart die declaratie staat."),
    ("nl", "In het overzicht ziet u of het bericht is verstuurd. Is het tegoed op, dan gaan berichten verloren.", "Het tegoed is op, worden die berichten later nog verstuurd?", "Nee, die berichten worden niet alsnog verstuurd."),
    ("nl", "\n\n1. Ga naar **Instellingen > Afzender** en klik op **Domein toevoegen**.\n2. Laat de records door de beheerder van uw domein toevoegen.\n3. Klik op **Controleren**.", "Hoe krijg ik de mails vanuit ons eigen adres verstuurd?", "Daarvoor voeg je je eigen domein toe:\n\n- Klik bij **Instellingen > Afzender** op **Domein toevoegen**.\n- Laat de records door je domeinbeheerder instellen.\n- Klik daarna op **Controleren**."),
]  # fmt: skip


test_told_apart = telling_apart(PAIRS)


test_no_truth_is_called_a_lie = believing(TRUE)


#: Answers with what the rules look behind: a comma and a verb, "status", "only", "more than", "not".
CUT = {
    "nl": "Open het scherm, kies dan Bon. Hij krijgt de status *Deels geboekt*, dus maar één bon kan niet direct meer dan één keer. Als beheerder, vanaf dan, geldt de hoogste prijs: beide van 9u tot 17u, zodat er geen bon is.",
    "en": "Open the screen, choose then Post. It gets the status *Partly posted*, so only one order can not directly be more than one. As a manager, from then on, the highest price counts: both from 9 to 17, so there is no order.",
}


@pytest.mark.parametrize("lang", sorted(CUT))
def test_an_answer_may_end_anywhere(grounded: TruthScorer, lang: str) -> None:
    """A chatbot is cut off at its last token: no rule may look behind the end of an answer."""
    words = CUT[lang].split(" ")
    page = (ContextDocument(id="page", text=around(lang, f"\n\n{CUT[lang]}\n\n{CUT[lang][:-1]}")),)
    rows = [
        Example(id=str(n), question=CUT[lang], answer=cut, context=page, lang=lang)
        for n in range(1, len(words) + 1)
        for cut in (" ".join(words[:n]).rstrip(".,:"), " ".join(words[-n:]))
    ]
    assert len(list(grounded.score_many(rows))) == 2 * len(words)
