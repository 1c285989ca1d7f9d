"""A name told with the explanation of another one, through the real parses."""

from __future__ import annotations

import pytest

from truthscore import TruthScorer
from truthscore.types import Measurement

NL = """De pagina heeft deze velden:

| Veld | Betekenis |
| --- | --- |
| **Gebruiken voor bijlage** | Het document wordt als pdf aan de e-mail toegevoegd. |
| **Gebruiken voor tekst** | De mail begint met een samenvatting van de factuur en de vervaldatum. |
| **Begindatum** | De eerste dag van de periode waarin de korting geldt. |
| **Einddatum** | De laatste dag van de periode waarin de korting geldt. |
"""
EN = """The page has these fields:

* **Use for attachment** - The document is added to the email as a pdf.
* **Use for body** - The email opens with a summary of the invoice and its due date.
* **Start date** - The first day of the period in which the discount applies.
* **End date** - The last day of the period in which the discount applies.
"""


@pytest.fixture
def scorer(grounded: TruthScorer) -> TruthScorer:
    return grounded


def measured(scorer: TruthScorer, lang: str, answer: str, page: str = "") -> Measurement:
    page = page or {"nl": NL, "en": EN}[lang]
    verdict = scorer.score(question="?", answer=answer, context=[page], lang=lang)
    return verdict.features["swapped_labels"]


@pytest.mark.parametrize(
    ("lang", "answer", "label"),
    [
        (
            "nl",
            "Met **Gebruiken voor bijlage** begint de mail met een samenvatting van de factuur.",
            "gebruiken voor bijlage / gebruiken voor tekst",
        ),
        (
            "nl",
            "Zet 'Gebruiken voor tekst' aan. Het document wordt dan als pdf toegevoegd.",
            "gebruiken voor tekst / gebruiken voor bijlage",
        ),
        (
            "nl",
            "Begindatum: de laatste dag van de periode waarin de korting geldt.",
            "begindatum / einddatum",
        ),
        (
            "en",
            "Use for attachment: the email opens with a summary of the invoice.",
            "use for attachment / use for body",
        ),
        (
            "en",
            "* **End date**: the first day of the period in which the discount applies.",
            "end date / start date",
        ),
    ],
)
def test_a_name_with_another_one_s_explanation(
    scorer: TruthScorer, lang: str, answer: str, label: str
) -> None:
    found = measured(scorer, lang, answer)
    assert (found.value, found.raw) == (0.5, 1.0)
    assert [each.label for each in found.evidence] == [label]
    match = found.evidence[0].match
    assert match is not None
    assert {"nl": NL, "en": EN}[lang][match.start : match.end][:4] in {
        "De l", "De m", "Het ", "The ",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("nl", "Met **Gebruiken voor bijlage** wordt het document als pdf toegevoegd."),
        ("nl", "**Begindatum**: de eerste dag van de periode.\n**Einddatum**: de laatste dag."),
        # One explains the other.
        ("nl", "**Einddatum**:\nDe laatste dag na de Begindatum van de periode met de korting."),
        ("en", "Choose **Use for body**. The email opens with a summary of the invoice."),
        # Nothing is said of it.
        ("en", "Fill in the **Start date**."),
    ],
)  # fmt: skip
def test_a_name_with_its_own_explanation(scorer: TruthScorer, lang: str, answer: str) -> None:
    assert measured(scorer, lang, answer).raw == 0.0


@pytest.mark.parametrize(
    ("answer", "page"),
    [
        ("Het document wordt als pdf aan de e-mail toegevoegd.", NL),
        # Two are named: what is said of which is not told apart.
        (
            "Zet **Gebruiken voor tekst** aan, dan wordt met **Gebruiken voor bijlage** het "
            "document als pdf toegevoegd.",
            NL,
        ),
        # Not marked, not capitalised: a word like any other.
        ("De begindatum is de laatste dag van de periode waarin de korting geldt.", NL),
        (
            "**Bijlage**: de laatste dag van de periode.",
            "* **Bijlage** - Het document zelf als pdf.",
        ),
    ],
)
def test_without_an_explained_name_nothing_applies(
    scorer: TruthScorer, answer: str, page: str
) -> None:
    found = measured(scorer, "nl", answer, page)
    assert (found.value, found.evidence) == (None, ())


def test_what_another_page_says_of_the_name_counts(scorer: TruthScorer) -> None:
    answer = "Met **Gebruiken voor bijlage** begint de mail met een samenvatting van de factuur."
    other = "Ook met Gebruiken voor bijlage begint de mail met een samenvatting van de factuur."
    verdict = scorer.score(question="?", answer=answer, context=[NL, other], lang="nl")
    assert verdict.features["swapped_labels"].raw == 0.0


TIERS = """# Abonnementen

| Abonnement | Hulp |
| --- | --- |
| Basis | per e-mail |
| Plus | per e-mail en chat |
| Zakelijk | telefonisch, dag en nacht |
"""
INSTALL = """# Installeren

## Vereisten

U hebt een toegangscode van de beheerder nodig.

## Android

Open de winkel en tik op Installeren. Sta meldingen toe.

## Windows

Download het bestand en dubbelklik erop. Herstart daarna de computer.
"""


def asked(scorer: TruthScorer, page: str, question: str, answer: str) -> Measurement:
    verdict = scorer.score(question=question, answer=answer, context=[page], lang="nl")
    return verdict.features["swapped_labels"]


@pytest.mark.parametrize(
    ("page", "question", "answer", "raw"),
    [
        (TIERS, "Welke hulp krijg ik bij Plus?", "Telefonisch, dag en nacht.", 1.0),
        (TIERS, "Welke hulp krijg ik bij Plus?", "Per e-mail en chat.", 0.0),
        # the headings are no row, and no other row is named
        (TIERS, "Welke hulp hoort bij welk abonnement?", "Telefonisch, dag en nacht.", None),
        # two rows are named: either may be meant
        (TIERS, "Wat is het verschil tussen Plus en Zakelijk?", "Chat.", None),
        (INSTALL, "Hoe installeer ik op Android?", "Download het bestand en dubbelklik erop.", 1.0),
        (INSTALL, "Hoe installeer ik op Android?", "Tik op Installeren in de winkel.", 0.0),
        # what holds for all of them may come first
        (INSTALL, "Hoe installeer ik op Android?",
         "U hebt een toegangscode nodig. Open dan de winkel en sta meldingen toe.", 0.0),
        # a page of one section has none beside it
        ("## Android\n\nTik op Installeren.", "Hoe gaat het op Android?", "Herstart.", None),
    ],
)  # fmt: skip
def test_the_question_tells_which_row_or_section_it_is(
    scorer: TruthScorer, page: str, question: str, answer: str, raw: float | None
) -> None:
    assert asked(scorer, page, question, answer).raw == raw


def test_the_evidence_shows_what_was_asked_and_what_is_told(scorer: TruthScorer) -> None:
    (found,) = asked(
        scorer, TIERS, "Welke hulp krijg ik bij Plus?", "Telefonisch, dag en nacht."
    ).evidence
    assert found.label == "asked: Plus | per e-mail en chat"
    assert found.match is not None
    assert TIERS[found.match.start : found.match.end] == "Zakelijk | telefonisch, dag en nacht"


def test_a_wrong_figure_is_counted_once(scorer: TruthScorer) -> None:
    page = "| Kaart | Prijs |\n|---|---|\n| Dagkaart | 12,50 euro |\n| Familiekaart | 30 euro |\n"
    verdict = scorer.score(
        question="Wat kost een familiekaart?", answer="12,50 euro.", context=[page], lang="nl"
    )
    assert verdict.features["numbers"].raw == 1.0
    assert verdict.features["swapped_labels"].raw == 0.0


TURNS = {
    "nl": "Ga naar Magazijn > Tellijsten en klik op **Nieuw**. Kies een locatie.\n\n"
    "De code staat onder Profiel > Mobiel. Meldingen zet u aan in uw telefoon.",
    "en": "Go to Warehouse > Counts and click **New**. Choose a location.\n\nThe code is under "
    "Profile > Mobile. Notifications are set on your phone. Under Profile you also find Roles.",
}


@pytest.mark.parametrize(
    ("lang", "answer", "labels"),
    [
        ("nl", "Ga naar Magazijn > Locaties.", ["Magazijn > Locaties / Magazijn > Tellijsten"]),
        ("nl", "Dat doet u onder Profiel > Meldingen.",
         ["Profiel > Meldingen / Profiel > Mobiel"]),
        ("en", "Go to Warehouse > Locations.",
         ["Warehouse > Locations / Warehouse > Counts"]),
        # The page's own way, also from its middle, and one that it may well have.
        ("nl", "Ga naar Magazijn > Tellijsten.", []),
        ("nl", "Ga naar Magazijn > Nieuw.", []),  # a name of the page, marked as one
        ("en", "Go to Profile > Roles.", []),  # in one sentence with the part before
        ("en", "Go to Phone > Notifications.", []),  # no path of the page begins like that
        ("nl", "Kies een locatie in het magazijn.", []),
    ],
)  # fmt: skip
def test_a_menu_path_with_a_wrong_turn(
    scorer: TruthScorer, lang: str, answer: str, labels: list[str]
) -> None:
    found = measured(scorer, lang, answer, TURNS[lang])
    assert [each.label for each in found.evidence] == labels
    assert found.value == (0.5 if labels else None)


def test_a_wrong_turn_points_at_both_paths(scorer: TruthScorer) -> None:
    answer = "Klik eerst op Start. Ga daarna naar Magazijn > Locaties."
    (found,) = measured(scorer, "nl", answer, TURNS["nl"]).evidence
    assert answer[found.span.start : found.span.end] == "Magazijn > Locaties"
    assert found.match is not None
    assert TURNS["nl"][found.match.start : found.match.end] == "Magazijn > Tellijsten"
