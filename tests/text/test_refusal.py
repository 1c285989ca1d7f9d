"""Refusals: answers that decline as a whole, and answers that only look like it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack
from truthscore.errors import ResourceError
from truthscore.text.refusal import declines, refusal
from truthscore.types import ANSWER

# All made up, in the manner of support chatbots.
DUTCH_REFUSALS = [
    "Dat kan ik niet vinden in de documentatie.",
    "Dat kan ik helaas niet terugvinden in de artikelen die ik heb.",
    "Hier heb ik helaas geen informatie over, neem contact op met de klantenservice.",
    "Ik kan uw vraag helaas niet beantwoorden.",
    "Ik heb hier geen informatie over gevonden. Neem gerust contact op met support.",
    "Sorry, dat weet ik niet.",
    "Dat weet ik helaas niet zeker.",
    "Daar kan ik je helaas niet mee helpen.",
    "In de documenten staat niet hoe je dit instelt.",
    "De documentatie vermeldt niet hoe u een koppeling verwijdert.",
    "De aangeleverde documenten bevatten geen antwoord op uw vraag.",
    "Hierover staat niets in de documentatie.",
    "Helaas is hierover niets te vinden in de handleiding.",
    "In de beschikbare documenten is hierover geen informatie te vinden.",
    "Er is geen informatie over dit onderwerp beschikbaar.",
    "Deze vraag valt buiten mijn kennisgebied.",
    "Ik kan hier geen antwoord op geven. Zal ik je doorverbinden met een collega?",
    "Goedemiddag! Ik heb geen gegevens over uw contract. Neem contact op met de administratie.",
    "Bedankt voor je vraag. Ik vind hier niets over in de kennisbank.",
    "Op basis van de context kan ik hier geen antwoord op geven.",
    "Geen informatie gevonden.",
    "In mijn bronnen vind ik nergens informatie over een koppeling met Zilt.",
    "Ik kan dat niet met zekerheid zeggen op basis van deze documenten.",
    "De passages noemen geen prijs, dus ik kan die vraag niet beantwoorden.",
    "Sorry, over dat onderwerp heb ik geen documentatie. Een medewerker kan je verder helpen.",
    "Vervelend dat dit gebeurt. De oplossing kan ik niet terugvinden in de artikelen. "
    "Maak een supportincident aan in het portaal.",
    "Ik zie hierover niets terug in de documentatie. Wel gaat een artikel over het archief.",
    "Een wachtwoord resetten kan ik helaas niet voor je doen: ik kan alleen vragen "
    "beantwoorden op basis van de documentatie. In de stukken die ik heb gevonden, staat "
    "ook niet hoe je het zelf doet.",
    "In de documentatie die mij is aangereikt, vind ik geen beschrijving van de "
    "verzuimaangifte. Ik kan u daarom geen stappen geven zonder te gokken. Wat ik wel "
    "zag, gaat over andere onderwerpen: het instellen van roosters en het afdrukken van "
    "contracten.",
    "Ik kom in de handleiding geen stappenplan tegen voor het koppelen van een "
    "weegschaal. Neem contact op met support.",
    "Voor deze koppeling heb ik geen instructies gevonden. Onze helpdesk kan u verder helpen.",
    "Dat kan ik niet voor u uitvoeren, want ik heb geen toegang tot uw administratie. "
    "Bel de servicedesk op 030 123 45 67.",
    "Ik kan zelf geen facturen annuleren. Neem daarvoor contact op met de klantenservice.",
    "De gevonden artikelen beantwoorden uw vraag niet. Ze gaan over het inrichten van "
    "magazijnen en niet over retouren.",
    "De beschikbare informatie geeft hierover geen uitsluitsel. Ik verwijs u graag door "
    "naar een consultant.",
    "Over de prijs van deze module lees ik niets in de artikelen. Vraag het na bij uw "
    "accountmanager.",
    "Hoe u dat instelt, is in de aangeleverde artikelen niet terug te vinden.",
    "Ik heb onvoldoende informatie om deze vraag te beantwoorden.",
    "Helaas ontbreekt dit onderwerp in de documentatie waarover ik beschik. Maak een ticket aan.",
    "Deze vraag kan ik op basis van de artikelen niet met zekerheid beantwoorden. Een "
    "collega kijkt graag met u mee.",
    "Daarover staat in de mij bekende documentatie niets. Ik wil niet gokken.",
]
DUTCH_ANSWERS = [
    "Nee, dat kan niet in Wulp.",
    "Je kunt een geboekte factuur niet verwijderen.",
    "Nee, die knop is er niet.",
    "De artikelen staan niet op voorraad.",
    "Het document bevat geen regels en wordt niet geboekt.",
    "Deze informatie staat niet op de factuur.",
    "Er is geen limiet voor het aantal gebruikers.",
    "U kunt de order niet vinden als het filter aanstaat.",
    "Nee. U kunt bedragen niet importeren op kopregels.",
    "Het rapport bevat geen geblokkeerde klanten.",
    "De factuur staat nog niet in de lijst met geboekte facturen.",
    "Een concept heeft nog geen nummer en komt niet in het overzicht.",
    "Neem contact op met de beheerder als je geen rechten hebt.",
    "Als je het wachtwoord niet weet, kies je Wachtwoord vergeten.",
    "Dat is niet mogelijk; maak een nieuwe order aan.",
    "Een medewerker zonder licentie kan niet inloggen.",
    "Kies **Opslaan**. Lukt dat niet, neem dan contact op met support.",
    "De melding 'Geen verbinding' betekent dat de server niet antwoordt.",
    "U vindt het veld niet op de kaart maar in de lijst.",
    "Ga naar Instellingen. Kies daar Gebruikers. Vul de naam in.",
    "Dat hoeft niet: het systeem doet dit zelf.",
    "Uw collega ziet de notitie niet.",
    "Ja, dat kan. Er zijn geen extra kosten.",
    "Zonder machtiging kunt u het document niet openen.",
    "Je kunt de periode sluiten via Beheer. Hoe lang dat duurt, staat niet in de documentatie.",
    "De prijs wijzigt u op de artikelkaart. Over kortingen heb ik geen informatie gevonden.",
    "Over kortingen heb ik geen informatie. Prijzen wijzigt u op de artikelkaart bij Verkoop. "
    "Kies daarna de knop Bijwerken om alle orders aan te passen.",
    "Klik op Versturen. Dat kan niet ongedaan worden gemaakt.",
    "Het filter vindt niets als het veld leeg is.",
    "Goedemorgen! Fijn dat het gelukt is.",
    "De export werkt in elke browser die wij kennen. Over telefoons heb ik geen informatie.",
    "",
    "Die knop kan ik niet voor je vinden zonder het recht Beheerder; ga naar Beheer > "
    "Rechten en geef uzelf dat recht. Daarna staat de knop onder Acties. Klik op Opslaan "
    "om het te bewaren.",
    "Nee, dat kan niet: zonder vergunning krijgt u geen parkeerplaats.",
    "De stukken staan niet in het archief als ze nog niet zijn goedgekeurd.",
    "U vindt geen stappenplan in het scherm; klik op Help om het te openen.",
    "Facturen kunt u niet zelf annuleren. De administratie doet dat voor u.",
    "Uw aanvraag bevat onvoldoende informatie, daarom is deze afgewezen.",
]
ENGLISH_REFUSALS = [
    "I do not have that information.",
    "Sorry, I don't have that information at the moment.",
    "The passages do not mention a fee, so it cannot be answered.",
    "I cannot find that in the documentation.",
    "I'm sorry, but I can't find anything about that.",
    "I am unable to answer the question based on the given passages.",
    "Unable to answer based on given passages.",
    "I don't know how long that takes.",
    "I have no information about that.",
    "This is not covered in the documentation.",
    "There is no information about that in the text.",
    "This question cannot be answered.",
    "None of the passages says how long it takes.",
    "That is outside my area of knowledge.",
    "Unfortunately, I could not find an answer. Please contact our support team.",
    "The provided documents do not contain information about refunds.",
    "Based on the context, it is not possible to determine the price.",
    "I'm not sure about that. Feel free to contact support.",
    "The document does not specify when the offer ends.",
    "We do not have data on that yet.",
    "I cannot help with that. Let me know if you have another question.",
    "The articles I have do not describe how to remove a link.",
    "There is not enough information to answer your question.",
    "I was not able to find the steps. A colleague can help you; shall I open a ticket?",
    "The exact price is not mentioned in the passages. Therefore, I cannot answer the question.",
    "I do not have specific information. The documents only describe how to create an order.",
    "Thank you for your question. I could not locate this in the knowledge base.",
    "I'm not able to reset your password: I can only answer questions from the "
    "documentation. The pages I found don't explain how to do it yourself either.",
    "In the documentation I was given there is no description of the tax return. I can't "
    "give you steps without guessing. What I did find is about other topics: setting up "
    "rosters and printing contracts.",
    "I don't see any instructions for connecting a scale in the manual. Please contact support.",
    "I can't do that for you, as I don't have access to your account. Please call the "
    "service desk on 020 123.",
    "The articles I found don't answer your question. They are about setting up "
    "warehouses, not about returns.",
    "The available information isn't conclusive here. I'm happy to refer you to a consultant.",
    "There is nothing about the price of this module in the articles I have. Ask your "
    "account manager.",
    "How to set that up isn't covered in the articles provided.",
    "I have insufficient information to answer this question.",
    "Unfortunately this topic is missing from the documentation I have. Please open a ticket.",
    "I can't cancel invoices myself. Please contact customer service.",
]
ENGLISH_ANSWERS = [
    "No, that is not possible in Wulp.",
    "You cannot delete a posted invoice.",
    "A posted invoice cannot be deleted.",
    "There is no limit to the number of users.",
    "Only owners have the right to sign. The passages do not mention tenants.",
    "The document does not contain any lines, so it is not posted.",
    "Articles without a price are not listed in the document.",
    "You cannot find the order when the filter is on.",
    "If you do not have access, ask your administrator.",
    "Users who don't know their password choose Forgot password.",
    "A draft does not contain a number.",
    "An order is not included in the report until it is posted.",
    "None of the users is blocked.",
    "Dates outside your fiscal year are refused.",
    "The list has no information about payments.",
    "No. Amounts are not imported on header lines.",
    "Contact your administrator if the button is not there.",
    "Choose **Save**. If that does not help, contact support.",
    "The message 'No connection' means that the server does not answer.",
    "Your colleague does not see the note.",
    "Yes, you can. There are no extra costs.",
    "Go to Settings. Choose Users. Enter the name.",
    "A blocked user is not able to post invoices.",
    "You do not have to do anything: the system does it.",
    "You close the period under Administration. How long that takes is not mentioned in the text.",
    "You change the price on the item card. I have no information about discounts.",
    "I have no information about discounts. Prices are changed on the item card under Sales. "
    "Then choose Update to change every open order as well.",
    "The email was not sent because the address is empty.",
    "Sirens are not mentioned in the text, but Pete believes that the women were sirens. "
    "He was sure that they turned his friend into a toad.",
    "Good morning! Great that it worked.",
    "",
    "You can't cancel invoices yourself. The finance team does that for you.",
    "Your request has insufficient information, so it was rejected.",
    "The articles aren't in stock, so the order can't be shipped.",
    "No, that isn't possible: without a permit you don't get a parking space.",
]
REFUSALS = [("nl", each) for each in DUTCH_REFUSALS] + [("en", each) for each in ENGLISH_REFUSALS]
ANSWERS = [("nl", each) for each in DUTCH_ANSWERS] + [("en", each) for each in ENGLISH_ANSWERS]


@pytest.mark.parametrize(("lang", "answer"), REFUSALS)
def test_an_answer_that_declines(lang: str, answer: str) -> None:
    found = refusal(answer, "", pack(lang))
    assert found is not None
    assert found.source == ANSWER
    assert answer[found.start : found.end].strip() == answer[found.start : found.end] != ""


@pytest.mark.parametrize(("lang", "answer"), ANSWERS)
def test_an_answer_that_answers(lang: str, answer: str) -> None:
    assert refusal(answer, "", pack(lang)) is None


def test_the_span_is_the_sentence_that_declines() -> None:
    answer = "Goedemiddag!\n\n- Daar kan ik je **niet** mee helpen. Neem contact op met support."
    found = refusal(answer, "", pack("nl"))
    assert found is not None
    assert answer[found.start : found.end] == "Daar kan ik je **niet** mee helpen."


def test_what_the_question_said_is_no_content() -> None:
    question = "How do I remove a link between two orders in Wulp?"
    answer = "You remove a link between two orders in Wulp. I do not have that information."
    assert refusal(answer, "", pack("en")) is None
    assert refusal(answer, question + " you", pack("en")) is not None


def test_what_announces_a_sentence_that_declines_is_no_content() -> None:
    opening = "Op basis van uw vraag over de leverdatum is dit het antwoord"
    gap = "Dat kan ik niet vinden in de documentatie."
    assert refusal(f"{opening}:\n\n{gap}", "", pack("nl")) is not None
    assert refusal(f"{opening}. {gap}", "", pack("nl")) is None
    # what it announces is an answer here, however short, and the gap comes behind it
    assert (
        refusal(f"{opening}:\n\n- Kies Boeken.\n- Kies Sluiten.\n\n{gap}", "", pack("nl")) is None
    )


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_every_pattern_reaches_its_example_and_not_its_counter_example(lang: str) -> None:
    data = pack(lang).refusal
    assert set(data) == set(pack("nl").refusal)
    names = [each["name"] for each in data["patterns"]]
    assert len(set(names)) == len(names)
    for number, each in enumerate(data["patterns"]):
        alone = replace(
            pack(lang),
            refusal={**data, "patterns": [data["patterns"][number]]},
            digest=f"only pattern {number}",
        )
        assert refusal(each["example"], "", alone) is not None, each["name"]
        assert refusal(each["example"], "", pack(lang)) is not None, each["name"]
        assert refusal(each["counter"], "", pack(lang)) is None, each["name"]


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_every_reservation_reaches_its_example_and_makes_no_refusal(lang: str) -> None:
    data = pack(lang).refusal
    for number, each in enumerate(data["reservations"]):
        alone = replace(
            pack(lang),
            refusal={**data, "patterns": [], "reservations": [each]},
            digest=f"only reservation {number}",
        )
        assert declines(each["example"], alone), each["name"]
        assert refusal(each["example"], "", alone) is None, each["name"]
        assert not declines(each["counter"], pack(lang)), each["name"]


WORDS = st.sampled_from(
    [*DUTCH_REFUSALS[:4], *DUTCH_ANSWERS[:6], "Kies Opslaan.", "\n", "- ", "maar"]
)


@given(answer=st.lists(WORDS, max_size=6).map(" ".join))
def test_the_span_is_inside_the_answer(answer: str) -> None:
    found = refusal(answer, "", pack("nl"))
    assert found is None or 0 <= found.start < found.end <= len(answer)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"patterns": [{"pattern": "a <thing>"}]}, "pattern 'a <thing>' uses an unknown macro"),
        ({"patterns": [{"pattern": "("}]}, "pattern does not compile"),
        ({"patterns": [{}]}, "missing or wrong key: 'pattern'"),
    ],
)
@pytest.mark.usefixtures("patterns_kept")
def test_a_broken_word_list_is_named(change: dict[str, object], message: str) -> None:
    data = {**pack("nl").refusal, **change}
    broken = replace(pack("nl"), refusal=data, digest=f"broken {message}")
    with pytest.raises(ResourceError, match=rf"^wordlists/nl/refusal\.toml: {message}"):
        declines("x", broken)
