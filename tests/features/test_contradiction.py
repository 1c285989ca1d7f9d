"""Contradictions, slips and steps, through the real Dutch and English parses."""

# ruff: noqa: E501 (a sentence and its page read best side by side)

from __future__ import annotations

import pytest

from truthscore import TruthScorer, Verdict


@pytest.fixture(scope="module")
def scorer() -> TruthScorer:
    return TruthScorer.load("grounded", pipelines={"nl": "bundled", "en": "bundled"})


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
        (
            "en",
            "Open the glove compartment and press the sides.",
            "Open the glove compartment.\nReplace the filter.\nClose the glove compartment.",
            False,
        ),
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


def test_steps_out_of_order_and_new_steps_are_found(scorer: TruthScorer) -> None:
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
    assert [each.label for each in new.features["guide_fidelity"].evidence] == ["step 3 new"]
    assert (swapped.score or 0) < 5 > (new.score or 0)
