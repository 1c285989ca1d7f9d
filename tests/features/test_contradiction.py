"""Contradictions, slips and steps, through the real Dutch and English parses."""

# ruff: noqa: E501 (a sentence and its page read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer, Verdict


@pytest.fixture
def scorer(whole: TruthScorer) -> TruthScorer:
    return whole


def judge(scorer: TruthScorer, lang: str, question: str, answer: str, page: str) -> Verdict:
    return scorer.score(question=question, answer=answer, context=[page], lang=lang)


def findings(verdict: Verdict, feature: str, answer: str) -> list[tuple[str, str]]:
    return [
        (each.label, answer[each.span.start : each.span.end])
        for each in verdict.features[feature].evidence
    ]


NL_PAGE = (
    "Een gesloten periode kan de beheerder weer openen met de knop Heropenen, mits de loonrun van "
    "die periode nog niet is vastgesteld.\n\nU kunt een geboekte factuur niet wijzigen.\n\n"
    "Schakel de optie Automatisch boeken uit voordat u de import start."
)
EN_PAGE = (
    "You cannot change a posted invoice.\n\nTurn on the option before you start the import.\n\n"
    "Only the administrator can close a period."
)


@pytest.mark.parametrize(
    ("lang", "page", "answer", "found"),
    [
        ("nl", NL_PAGE, "U kunt een geboekte factuur wijzigen.", True),
        ("nl", NL_PAGE, "U kunt een geboekte factuur niet wijzigen.", False),
        ("nl", NL_PAGE, "Een geboekte factuur kunt u niet wijzigen.", False),
        ("nl", NL_PAGE, "Dat kan ook nog als de loonrun van die periode al is vastgesteld.", True),
        ("nl", NL_PAGE, "Dat kan als de loonrun van die periode nog niet is vastgesteld.", False),
        ("nl", NL_PAGE, "Schakel de optie Automatisch boeken in voordat u de import start.", True),
        ("en", EN_PAGE, "You can change a posted invoice.", True),
        ("en", EN_PAGE, "A posted invoice cannot be changed, because you cannot change it.", False),
        ("en", EN_PAGE, "Turn on the option after you start the import.", True),
        ("en", EN_PAGE, "Turn on the option before you start the import.", False),
        # The reply denies the question, not the page.
        ("en", EN_PAGE, "No. Only the administrator can close a period.", False),
        # The page's word stands elsewhere in the answer, of the same thing: two steps, no slip.
        ("en", "Open the glove compartment.", "Close the glove compartment.", True),
        # A question in the answer asserts nothing that the answer could contradict.
        ("en", EN_PAGE, "Is there an age limit for a member? No, there is no age limit.", False),
        (
            "en",
            "You didnt allow changing a posted invoice.",
            "Do not allow changing a posted invoice.",
            False,
        ),
        # What the sources leave out contradicts nothing in them.
        (
            "en",
            "How points are totaled is up to you.",
            "However, it does not provide specific details on how points are totaled.",
            False,
        ),
        (
            "nl",
            "Hoe de punten worden geteld, bepaalt u zelf.",
            "Hoe de punten worden geteld, wordt niet verder beschreven.",
            False,
        ),
    ],
)
def test_a_clause_is_held_against_its_passage(
    scorer: TruthScorer, lang: str, page: str, answer: str, found: bool
) -> None:
    verdict = judge(scorer, lang, "Wat moet ik weten?", answer, page)
    measured = verdict.features["contradiction"]
    assert (measured.raw or 0.0) == (1.0 if found else 0.0), findings(
        verdict, "contradiction", answer
    )
    if found:
        [each] = measured.evidence
        assert each.role == "contradicts"
        assert each.match is not None
        assert measured.value == pytest.approx(0.5)
        assert verdict.score is not None
        assert verdict.base_score is not None
        assert verdict.score <= verdict.base_score - 1.5  # it costs stars, whatever else is right


@pytest.mark.parametrize(
    ("lang", "page", "answer", "label"),
    [
        # The same thing, denied in another way.
        ("nl", "Het is verboden om wachtwoorden te delen.", "Het is niet toegestaan om wachtwoorden te delen.", None),
        ("nl", "De proefversie werkt alleen met een internetverbinding.", "De proefversie werkt niet zonder een internetverbinding.", None),
        ("nl", "U kunt een bestand pas verwijderen nadat het is gearchiveerd.", "U kunt een bestand niet verwijderen voordat het is gearchiveerd.", None),
        ("nl", "Alleen beheerders mogen de sleutel vernieuwen.", "Niemand anders dan beheerders mag de sleutel vernieuwen.", None),
        ("en", "Never add fertilizer to a dry plant.", "Avoid adding fertilizer to a dry plant.", None),
        # Words that are opposites and negations at once turn a clause once.
        ("nl", "Documenten hebben altijd dezelfde betalingstolerantie.", "Documenten hebben nooit dezelfde betalingstolerantie.", "nooit / altijd"),
        ("en", "The two scenarios are always enabled.", "The two scenarios are never enabled.", "never / always"),
        # What is said of the documents, of a purpose or in a heading denies nothing.
        ("en", "How to clean up wax on a toilet base: use a plastic knife.", "The passages do not mention how to clean up wax on a toilet base.", None),
        ("en", "It will not hide your friends list from your friends.", "To hide your friends list from your friends, open the settings.", None),
        ("en", "Los Gatos weather", "It does not rain in the Los Gatos weather report.", None),
        # Two cases of one page: the answer says one of them.
        ("en", "The app works with a license. Without a license the app works for a month.", "Without a license the app works for a month.", None),
        # A relative clause picks out others than the answer speaks of, or the same.
        ("nl", "Mutaties waarvan het bedrag klopt, koppelt het systeem automatisch.", "Mutaties waarvan het bedrag klopt, koppelt het systeem niet automatisch.", "negation"),
        # What is done without a thing does not need it.
        ("nl", "Voor de aanvraag hebt u een afspraak nodig. U haalt het document op zonder afspraak.", "Voor het ophalen hebt u geen afspraak nodig.", None),
        # A word between quotation marks is a value.
        ("en", "Clear the field if users may not see it: set the switch to “No”.", "Set the “Visible to users” switch to “No”.", None),
        # It is not this but that.
        ("nl", "Meld schade binnen 14 dagen bij de afzender.", "Schade meldt u binnen 14 dagen niet bij ons maar bij de afzender.", None),
        # What stands over a table says nothing.
        ("nl", "| Pakket | Verwijzing nodig |\n|---|---|\n| Ruim | nee |\n| Compact | nee |", "Een verwijzing is niet nodig.", None),
        # A denial ends where a colon explains it.
        ("en", "A key is shown once.", "You can't: a key is shown only once.", None),
        # Too little of the passage is in the answer for the two to be about the same.
        ("en", "The school sends an award letter that outlines the type of financial aid that you may receive.", "Schools send financial aid.", None),
    ],
)  # fmt: skip
def test_only_what_says_the_opposite_of_the_same_thing_contradicts(
    scorer: TruthScorer, lang: str, page: str, answer: str, label: str | None
) -> None:
    verdict = judge(scorer, lang, "Hoe zit dat?", answer, page)
    found = findings(verdict, "contradiction", answer) if verdict.features else []
    assert [each for each, _ in found] == ([] if label is None else [label])


def test_items_of_two_lists_may_be_about_two_things(scorer: TruthScorer) -> None:
    answer = "Organic compounds:\n- contain carbon atoms\nOther compounds:\n- do not contain carbon atoms"
    verdict = judge(scorer, "en", "What differs?", answer, "Compounds are many.")
    assert findings(verdict, "contradiction", answer) == []


def test_an_answer_that_says_the_opposite_of_itself_is_found(scorer: TruthScorer) -> None:
    answer = "De geboekte factuur is zichtbaar in het overzicht. De geboekte factuur is niet zichtbaar in het overzicht."
    page = "De geboekte factuur is zichtbaar in het overzicht."
    verdict = judge(scorer, "nl", "Waar zie ik de factuur?", answer, page)
    assert verdict.features["contradiction"].raw


def test_without_anything_alike_the_feature_does_not_apply(scorer: TruthScorer) -> None:
    verdict = judge(scorer, "nl", "Hoe laat is het?", "Het regent vandaag in Utrecht.", NL_PAGE)
    assert verdict.features["contradiction"].value is None


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("De gebruiker sluit de boekingsperiode af in het menu.", "gebruiker / beheerder"),
        ("De beheerder sluit de boekingsperiode af in het menu.", None),
    ],
)
def test_another_role_than_the_page_s_is_a_slip(
    scorer: TruthScorer, answer: str, label: str | None
) -> None:
    page = "De beheerder sluit de boekingsperiode af in het menu."
    verdict = judge(scorer, "nl", "Wie sluit de periode af?", answer, page)
    found = findings(verdict, "off_context", answer)
    assert found == ([] if label is None else [(label, "gebruiker")])


def test_steps_out_of_order_and_left_out_are_found(scorer: TruthScorer) -> None:
    steps = ["Open de klantenkaart van de debiteur.", "Kies het tabblad Facturering.",
             "Vul het veld Betalingstermijn in.", "Sla de wijzigingen op met Ctrl+S."]  # fmt: skip
    page = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1))

    def score(order: list[str]) -> Verdict:
        answer = "\n".join(f"{n}. {step}" for n, step in enumerate(order, 1))
        return judge(scorer, "nl", "Hoe wijzig ik de termijn?", answer, page)

    assert score(steps).features["guide_fidelity"].raw == 0.0
    assert score(steps).override == "clean_guide"
    swapped = score([steps[0], steps[2], steps[1], steps[3]])
    assert [each.label for each in swapped.features["guide_fidelity"].evidence] == [
        "step out of order"
    ]
    new = score([*steps[:2], "Bel daarna de leverancier over zijn vakantie.", *steps[2:]])
    fewer = score([*steps[:2], steps[3]])
    assert [each.label for each in fewer.features["guide_fidelity"].evidence] == ["step left out"]
    assert all((each.score or 0) < 4 for each in (swapped, new, fewer))


PIN = {"nl": "De pincode is verplicht voor kassiers en optioneel voor bezoekers.",
       "en": "The pin is required for cashiers and optional for visitors."}  # fmt: skip
FEE = {"nl": "Een kaart kost 8 euro voor leden en 12 euro voor gasten.",
       "en": "A ticket costs 8 euros for members and 12 euros for guests."}  # fmt: skip
TAX = {"nl": "De verkoper betaalt de belasting en de koper betaalt de verzending.",
       "en": "The seller pays the tax and the buyer pays the shipping."}  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        # told in the other order, each with its own
        ("nl", PIN, "De pincode is optioneel voor bezoekers en verplicht voor kassiers."),
        ("en", PIN, "The pin is optional for visitors and required for cashiers."),
        ("nl", FEE, "Een kaart kost 12 euro voor gasten en 8 euro voor leden."),
        ("en", FEE, "A ticket costs 12 euros for guests and 8 euros for members."),
        ("nl", TAX, "De koper betaalt de verzending en de verkoper betaalt de belasting."),
        ("en", TAX, "The buyer pays the shipping and the seller pays the tax."),
        # what it is said of stands in front of it here, so what stands behind it tells nothing
        ("nl", FEE, "Een kaart kost leden 8 euro en gasten 12 euro."),
        ("en", FEE, "A ticket costs members 8 euros and guests 12 euros."),
        # both places fit: the same words stand behind either
        ("nl", "Een kaart kost 8 euro voor leden en 12 euro voor leden zonder pas.",
         "Een kaart kost 12 euro voor leden en 8 euro voor leden zonder pas."),
        ("en", "A ticket costs 8 euros for members and 12 euros for members.",
         "A ticket costs 12 euros for members and 8 euros for members."),
        # what stands behind one of them fits its own place too
        ("nl", "De verkoper betaalt de belasting, de koper betaalt belasting en verzending.",
         "De koper betaalt belasting, de verkoper betaalt de belasting en verzending."),
        # only one of the two is told
        ("nl", PIN, "De pincode is verplicht voor kassiers."),
        ("en", PIN, "The pin is required for cashiers."),
    ],
)  # fmt: skip
def test_what_is_told_in_another_order_is_no_contradiction(
    scorer: TruthScorer, lang: str, page: str | dict[str, str], answer: str
) -> None:
    text = page if isinstance(page, str) else page[lang]
    verdict = judge(scorer, lang, "Hoe zit dat?", answer, text)
    assert findings(verdict, "contradiction", answer) == []


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        ("nl", "U betaalt maandelijks met geen enkel contract.", "U betaalt maandelijks."),
        ("en", "You can pay monthly with no long-term contracts.", "You can pay monthly."),
        ("en", "You can pay monthly.", "You can pay monthly with no long-term contracts."),
    ],
)
def test_with_no_contract_denies_nothing_that_is_said_of_paying(
    scorer: TruthScorer, lang: str, page: str, answer: str
) -> None:
    verdict = judge(scorer, lang, "Hoe betaal ik?", answer, page)
    assert findings(verdict, "contradiction", answer) == []


@pytest.mark.parametrize(
    ("lang", "page", "answer"),
    [
        ("nl", "U betaalt kosten per maand.", "U betaalt geen kosten per maand."),
        ("en", "You pay a monthly fee.", "You pay no monthly fee."),
    ],
)
def test_no_denies_the_verb_whose_object_it_stands_before(
    scorer: TruthScorer, lang: str, page: str, answer: str
) -> None:
    verdict = judge(scorer, lang, "?", answer, page)
    assert [label for label, _ in findings(verdict, "contradiction", answer)] == ["negation"]


RIVER = {
    "nl": "Is de Vliet de langste rivier van het gebied?",
    "en": "Is the Vliet the longest river of the region?",
}
STORED = {"nl": "Worden de bonnen bewaard in het archief?",
          "en": "Are receipts stored in the archive?"}  # fmt: skip
OPTIONAL = {"nl": "Is de pincode optioneel voor kassiers?",
            "en": "Is the pin optional for cashiers?"}  # fmt: skip
BELL = {"nl": "Luidt de bel in de gang?", "en": "Does the bell in the hall ring?"}
MANDATORY = {"nl": "Is de controle verplicht?", "en": "Is the check mandatory?"}


@pytest.mark.parametrize(
    ("lang", "question", "answer", "page", "wrong"),
    [
        # no modal verb is needed
        ("nl", STORED, "Nee.", "De bonnen worden bewaard in het archief.", True),
        ("nl", STORED, "Ja.", "De bonnen worden bewaard in het archief.", False),
        ("nl", STORED, "Ja.", "De bonnen worden niet bewaard in het archief.", True),
        ("en", STORED, "No.", "Receipts are stored in the archive.", True),
        ("en", STORED, "Yes.", "Receipts are stored in the archive.", False),
        ("en", STORED, "Yes.", "Receipts are not stored in the archive.", True),
        # a sentence that says more of something else does not answer it
        ("nl", RIVER, "Nee.", "De Vliet is de langste rivier van het gebied.", True),
        ("en", RIVER, "No.", "The Vliet is the longest river of the region.", True),
        # nor does one that says a lot more, if it has no modal verb
        ("nl", BELL, "Nee.", "De bel in de gang onder de trap luidt voor de lunch van de gasten.", False),
        ("en", BELL, "No.", "The bell in the hall under the stairs rings for the lunch of guests.", False),
        ("en", BELL, "No.", "The bell in the hall under the stairs can ring for the lunch of guests.", True),
        # the opposite word denies it
        ("nl", OPTIONAL, "Ja.", "De pincode is verplicht voor kassiers.", True),
        ("nl", OPTIONAL, "Nee.", "De pincode is verplicht voor kassiers.", False),
        ("en", OPTIONAL, "Yes.", "The pin is required for cashiers.", True),
        ("en", OPTIONAL, "No.", "The pin is required for cashiers.", False),
        # what is denied behind "and" is another thing
        ("nl", MANDATORY, "Ja.", "De controle is verplicht en kan niet uit.", False),
        ("nl", MANDATORY, "Nee.", "De controle is verplicht en kan niet uit.", True),
        ("nl", MANDATORY, "Ja.", "De controle is niet verplicht en kan uit.", True),
        ("en", MANDATORY, "Yes.", "The check is mandatory and cannot be skipped.", False),
    ],
)  # fmt: skip
def test_yes_and_no(
    scorer: TruthScorer, lang: str, question: dict[str, str], answer: str, page: str, wrong: bool
) -> None:
    verdict = judge(scorer, lang, question[lang], answer, page)
    found = [label for label, _ in findings(verdict, "contradiction", answer)]
    assert found == (["yes / no"] if wrong else [])


@pytest.mark.parametrize(
    ("lang", "page", "answer", "label"),
    [
        # The reply denies the question; the sentence behind it is held against the page without it.
        ("nl", "De pincode is verplicht voor kassiers.", "Nee, de pincode is verplicht voor kassiers.", None),
        ("nl", "De pincode is niet verplicht voor kassiers.", "Nee, de pincode is verplicht voor kassiers.", "negation"),
        ("en", "The pin is required for cashiers.", "No, the pin is required for cashiers.", None),
        ("en", "The pin is not required for cashiers.", "No, the pin is required for cashiers.", "negation"),
        # "on" and "off" as what is said of something
        ("nl", "De herinnering is standaard uit.", "De herinnering is standaard aan.", "aan / uit"),
        ("nl", "De herinnering staat standaard uit.", "De herinnering staat standaard aan.", "aan / uit"),
        ("nl", "De herinnering is standaard uit.", "De herinnering is standaard uit.", None),
        ("en", "The reminder is off by default.", "The reminder is on by default.", "on / off"),
        ("en", "The reminder is off by default.", "The reminder is off by default.", None),
        ("en", "The notes on the reminder.", "The reminder is off the notes.", None),
        # "niet" behind "en" denies another thing
        ("nl", "De controle is verplicht.", "De controle is verplicht en kan niet uit.", None),
        ("nl", "De controle is verplicht en kan niet uit.", "De controle is verplicht.", None),
        ("en", "The check is mandatory.", "The check is mandatory and cannot be skipped.", None),
        ("en", "The check is mandatory and cannot be skipped.", "The check is mandatory.", None),
    ],
)  # fmt: skip
def test_what_a_negation_and_a_particle_are_said_of(
    scorer: TruthScorer, lang: str, page: str, answer: str, label: str | None
) -> None:
    verdict = judge(scorer, lang, "?", answer, page)
    found = [each for each, _ in findings(verdict, "contradiction", answer)]
    assert found == ([] if label is None else [label])


@pytest.mark.parametrize(
    ("lang", "page", "question", "answer"),
    [
        ("nl", "Standaard staat de melding uit. U zet de melding aan bij Instellingen.", "Staat de melding standaard aan?", "Nee, die staat uit tot u hem aanzet."),
        ("en", "Notifications are off by default. Turn them on under Preferences.", "Are notifications on by default?", "No, they are off until you turn them on."),
    ],
)  # fmt: skip
def test_no_that_is_right(
    scorer: TruthScorer, lang: str, page: str, question: str, answer: str
) -> None:
    verdict = judge(scorer, lang, question, answer, page)
    assert findings(verdict, "contradiction", answer) == []
    yes = {"nl": "Ja, dat staat aan.", "en": "Yes, they are on."}[lang]
    if "standaard" in question or "default" in question:
        verdict = judge(scorer, lang, question, yes, page)
        assert [label for label, _ in findings(verdict, "contradiction", yes)] == ["yes / no"]


def test_more_of_one_means_less_of_another(scorer: TruthScorer) -> None:
    page = "A higher score means a lower risk."
    lie, true = "A higher score means a higher risk.", "A lower risk means a higher score."
    assert [
        label for label, _ in findings(judge(scorer, "en", "?", lie, page), "contradiction", lie)
    ] == ["higher / lower"]
    assert findings(judge(scorer, "en", "?", true, page), "contradiction", true) == []


def test_two_denials_are_only_and_not_never(scorer: TruthScorer) -> None:
    page = "De factuur wordt alleen betaald als de ontvangst is gemeld."
    answer = "Zolang de ontvangst niet is gemeld, wordt de factuur niet betaald."
    verdict = judge(scorer, "nl", "Wanneer wordt de factuur betaald?", answer, page)
    assert findings(verdict, "contradiction", answer) == []
