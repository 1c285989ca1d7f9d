"""Which names exist: hand-worked tables, spans, and what may never happen."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import builders
from truthscore import TruthScorer, language, profile
from truthscore.features.base import IndexedDocument, Inputs
from truthscore.features.components_defined import COMPONENTS_DEFINED, NAME, index
from truthscore.text.model import ParsedDocument, ParsedText
from truthscore.types import Evidence, Measurement, Span

# Each row: a page, an answer, and the names that a reader would not find in the page.
DUTCH: list[tuple[str, str, list[str]]] = [
    # form does not matter
    ("Klik op de knop **Salaris verwerken**.", "Klik op **SALARIS VERWERKEN**.", []),
    ("Ga naar de pagina **Instellingen**.", "Open de **Instellingenpagina**.", []),
    ("Open de Instellingenpagina.", "Ga naar de pagina **Instellingen**.", []),
    ("De Klantenlijst toont alles.", "Open de lijst **Klanten**.", []),
    ("Open het menu **Beheer**.", "Klik op **Beheermenu**.", []),
    ("Open het tabblad **Verlof**.", "Open **Tabblad Verlof**.", []),
    ("Vul het **E-mailadres** in.", "Vul het veld **Email adres** in.", []),
    ("Maak een **Back-up**.", "Klik op **Backup**.", []),
    ("Klik op **Nieuwe sneltoets...**", "Klik op **Nieuwe sneltoets**.", []),
    ("Klik op **Opslaan**.", "Klik op **Opslaan (Ctrl+S)**.", []),
    ("Klik op **Opslaan**.", "Klik op **Opslaan (rechtsboven)**.", []),
    ("De **Verlofaanvragen** staan klaar.", "Open **Verlofaanvraag**.", []),
    ("Kies **Regio's**.", "Kies **Regio**.", []),
    ("Kies **Categorieën**.", "Kies **Categorie**.", []),
    ("Kies **Salarisstroken**.", "Kies **Salarisstrook**.", []),
    ("Kies **Crème**.", "Kies **Creme**.", []),
    ("Vul **Artikelnr.** in.", "Vul bij **Artikelnummer** het nummer in.", []),
    ("Vul **Artikelnummer** in.", "Vul bij **Artikelnr.** het nummer in.", []),
    ("Vul **Indirecte kosten %** in.", "Vul bij **Percentage indirecte kosten** 5 in.", []),
    ("Vul **Regelkorting %** in.", "Vul bij **Regelkortingspercentage** 5 in.", []),
    ("Kies **Bestaande opslagloc. wissen**.", "Kies **Bestaande opslaglocatie wissen**.", []),
    ("Kies **Verbinding testen**.", "Kies **De verbinding testen**.", []),
    ("Kies **Verbinding met de server testen**.", "Kies **Verbinding met server testen**.", []),
    ("Kies **Naar Excel exporteren**.", "Kies **Exporteren naar Excel**.", []),
    ("Open de **Verkoopinstellingen**.", "Ga naar **Instellingen voor verkoop**.", []),
    ("Kies **R&amp;D kosten**.", "Kies **R&D kosten**.", []),
    ("Kies **Onderzoek en beheer**.", "Kies **Onderzoek & beheer**.", []),
    ("Kies **Debiteurenadministratie**.", "Kies **Debiteurenadminstratie**.", []),
    ("Klik op Toevoegen.", "Klik op Toevoegen rechtsboven.", []),
    ("Klik op Toevoegen.", "Klik op Toevoegen halverwege.", []),
    ("Klik op **OK**.", "Klik op **OK**.", []),
    # content does
    ("Klik op de knop **Salaris verwerken**.", "Klik op **Salarisrun**.", ["Salarisrun"]),
    ("Kies **Te ontvangen aantal**.", "Kies **Te verzenden aantal**.", ["Te verzenden aantal"]),
    ("Kies **Order boeken**.", "Kies **Order afdrukken**.", ["Order afdrukken"]),
    ("Kies **Koppelen**.", "Kies **Ontkoppelen**.", ["Ontkoppelen"]),
    ("Kies **Activeren**.", "Kies **Deactiveren**.", ["Deactiveren"]),
    ("Kies **Begindatum**.", "Kies **Einddatum**.", ["Einddatum"]),
    ("Kies **Factuur**.", "Kies **Factuur verzenden**.", ["Factuur verzenden"]),
    ("Klik op Verzenden.", "Klik op Indienen rechtsboven.", ["Indienen"]),
    ("Er is een nieuwe versie.", "Open **Nieuwe lijst**.", ["Nieuwe lijst"]),
    ("Kies **Rapport 10**.", "Kies **Rapport 11**.", ["Rapport 11"]),
    ("- Naam\n- Adres", "Kies **Naam adres**.", ["Naam adres"]),
    ("Kies **Klant naar account**.", "Kies **Account naar klant**.", ["Account naar klant"]),
    ("Kies **Klik**.", "Kies **Klak**.", ["Klak"]),
    ("Zoek de klant. Daarna bent u klaar.", "Open **Klantkaart**.", ["Klantkaart"]),
    ("Zoek de klant.", "Open **Klantkaart**.", ["Klantkaart"]),
    ("Kies een optie.\nOf niet.", "Open **Optielijsten**.", ["Optielijsten"]),
    # paths
    ("Ga naar: HR / Organisatie / Werkgever.", "Ga naar HR > Organisatie > Werkgevers.", []),
    ("Ga naar: HR / Organisatie.", "Ga naar: HR / Contracten.", ["Contracten"]),
    ("Kies **Opmaak - Cellen**.", "Kies **Opmaak** > **Cellen**.", []),
    ("Kies **Opmaak** > **Cellen**.", "Kies **Opmaak - Cellen**.", []),
    ("Kies **Opmaak** > **Cellen**.", "Kies **Opmaak - Rijen**.", ["Opmaak - Rijen"]),
]

ENGLISH: list[tuple[str, str, list[str]]] = [
    ("Click the **Process Salary** button.", "Click **PROCESS SALARY**.", []),
    ("Go to the **Settings** page.", "Open the **Settings page**.", []),
    ("Fill in the **E-mail Address**.", "Fill in the **Email address** field.", []),
    ("Make a **Backup**.", "Click **Back-up**.", []),
    ("Click **New Shortcut…**", "Click **New Shortcut**.", []),
    ("Click **Save**.", "Click **Save (Ctrl+S)**.", []),
    ("The **Leave Requests** are ready.", "Open **Leave Request**.", []),
    ("Select **Qty. to Receive**.", "Select **Quantity to Receive**.", []),
    ("Fill in **Item No.** there.", "Fill in the **Item Number** field.", []),
    ("Choose **Sales Settings**.", "Choose **Settings for sales**.", []),
    ("Choose **R&amp;D Costs**.", "Choose **R&D Costs**.", []),
    ("Choose **Find and Replace**.", "Choose **Find & Replace**.", []),
    ("Choose **Accounts Receivable**.", "Choose **Accounts Recievable**.", []),
    ("Choose **Categories**.", "Choose **Category**.", []),
    ("Choose **Boxes**.", "Choose **Box**.", []),
    ("Choose **Customise**.", "Choose **Customize**.", []),
    ("Choose **Color schemes**.", "Choose **Colour schemes**.", []),
    ("Click Add.", "Click Add at the top.", []),
    ("Click **Save**.", "Click Save and Close.", []),
    ("Open the **Leave** tab.", "Open **Tab Leave**.", []),
    ("Open the **Leave** tab.", "Open the **Leave** screen.", []),
    ("Go to: HR / Organisation.", "Go to HR > Organisations.", []),
    ("Choose **Format - Cells**.", "Choose **Format** > **Cells**.", []),
    ("Click the **Process Salary** button.", "Click the **Salary Run** button.", ["Salary Run"]),
    ("Select **Qty. to Receive**.", "Select **Qty. to Ship**.", ["Qty. to Ship"]),
    ("Select **Post Order**.", "Choose **Print Order**.", ["Print Order"]),
    ("Choose **Link**.", "Choose **Unlink**.", ["Unlink"]),
    ("Choose **Activate**.", "Choose **Deactivate**.", ["Deactivate"]),
    ("Set the date.", "Choose **Settings**.", ["Settings"]),
    ("Choose **Posted Invoices**.", "Choose **Post Invoices**.", ["Post Invoices"]),
    ("Set **Start Date**.", "In **End Date** it stands.", ["End Date"]),
    ("Click Send.", "Click Submit at the top.", ["Submit"]),
    ("Go to: HR / Organisation.", "Go to: HR / Contracts.", ["Contracts"]),
]


def parsed(text: str) -> ParsedText:
    """No feature but this one needs no tokens: the names are in the text."""
    return ParsedText(
        text=text,
        starts=(),
        ends=(),
        lowers=(),
        lemmas=(),
        pos=(),
        deps=(),
        heads=(),
        stops=(),
        sentences=(),
    )


def measure(
    answer: str,
    *pages: str,
    lang: str = "nl",
    question: str = "",
    titles: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    shown_from: float | None = None,
) -> Measurement:
    pack, paper = language.load(lang), profile.load("paper")
    if shown_from is not None:
        paper = builders.tuned("features.components_defined", paper, shown_from=shown_from)
    documents = []
    for number, page in enumerate(pages):
        document = ParsedDocument(
            source=names[number] if names else f"page {number}",
            title=titles[number] if titles else "",
            parsed=parsed(page),
        )
        documents.append(
            IndexedDocument(document=document, indexes={NAME: index(document, pack, paper)})
        )
    return COMPONENTS_DEFINED.measure(
        Inputs(
            question=parsed(question),
            answer=parsed(answer),
            documents=tuple(documents),
            language=pack,
            profile=paper,
        )
    )


def missing(measurement: Measurement) -> list[str]:
    return [each.label for each in measurement.evidence if each.role == "missing"]


@pytest.mark.parametrize(("page", "answer", "expected"), DUTCH)
def test_dutch(page: str, answer: str, expected: list[str]) -> None:
    measured = measure(answer, page, lang="nl")
    assert missing(measured) == expected
    assert measured.value is not None


@pytest.mark.parametrize(("page", "answer", "expected"), ENGLISH)
def test_english(page: str, answer: str, expected: list[str]) -> None:
    measured = measure(answer, page, lang="en")
    assert missing(measured) == expected
    assert measured.value is not None


def test_dutch_value_and_spans() -> None:
    page = "Open het tabblad **Verlof** en klik op **Aanvragen**."
    answer = "Open **Verlof**, klik op **Aanvraag** en kies **Goedkeuren**. Daarna: **Verlof**."
    assert measure(answer, page) == Measurement(
        value=2 / 3,  # three distinct names, one of them invented
        raw=1.0,
        sure=1.0,
        evidence=(
            Evidence(
                span=Span(source="answer", start=7, end=13),
                role="supports",
                label="Verlof",
                match=Span(source="page 0", start=19, end=25),
            ),
            Evidence(
                span=Span(source="answer", start=27, end=35),
                role="supports",
                label="Aanvraag",
                match=Span(source="page 0", start=41, end=50),
            ),
            Evidence(
                span=Span(source="answer", start=48, end=58),
                role="missing",
                rule="label.nowhere",
                label="Goedkeuren",
                match=None,
            ),
            Evidence(
                span=Span(source="answer", start=72, end=78),
                role="supports",
                label="Verlof",
                match=Span(source="page 0", start=19, end=25),
            ),
        ),
    )


def test_english_value_and_spans() -> None:
    page = "On the **Leave** tab, choose **Request leave**."
    answer = "On the **Leave** tab, choose **Request days**."
    assert measure(answer, page, lang="en") == Measurement(
        value=0.5,
        raw=1.0,
        sure=1.0,
        evidence=(
            Evidence(
                span=Span(source="answer", start=9, end=14),
                role="supports",
                label="Leave",
                match=Span(source="page 0", start=9, end=14),
            ),
            Evidence(  # missing, beside the nearest name that is there
                span=Span(source="answer", start=31, end=43),
                role="missing",
                rule="label.nowhere",
                label="Request days",
                match=Span(source="page 0", start=31, end=44),
            ),
        ),
    )


def test_an_answer_that_names_nothing_does_not_apply() -> None:
    measured = measure("Ja, dat kan gewoon.", "Klik op **Opslaan**.")
    assert (measured.value, measured.raw, measured.evidence) == (None, None, ())
    assert measured.note == "the answer names no component"


def test_titles_and_emphasis_support_but_are_never_missing() -> None:
    answer = "- **Verlof**: vrije dagen.\n- **Vitaliteit**: fit blijven."
    measured = measure(answer, "Open het tabblad **Verlof**.")
    assert (measured.value, measured.raw) == (1.0, 0.0)
    assert [each.label for each in measured.evidence] == ["Verlof"]
    nothing = measure(answer, "Er is niets.")
    assert (nothing.value, nothing.raw, nothing.evidence) == (None, None, ())
    assert nothing.note == "the answer names no component for certain"


def test_a_name_in_the_question_exists() -> None:
    measured = measure("Onder **Loonrun**.", "", question="Waar staat de knop Loonrun?")
    assert measured.value == 1.0
    assert measured.evidence[0].match == Span(source="question", start=19, end=26)


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("nl", "Klik op **Loonrun**."),
        ("nl", "Klik op: loonrun."),
        ("nl", "De knop 'Loonrun' doet dat."),
        ("en", "Click the Loonrun button."),
        ("en", "The **Loonrun** button does that."),
    ],
)
def test_what_is_to_be_clicked_must_stand_on_a_page(lang: str, answer: str) -> None:
    asked = "Hoe start ik Loonrun?"
    named = answer.replace(": l", ": L")  # as `recased` reads it
    assert measure(named, "Open **Verlof**.", lang=lang, question=asked).value == 0.0
    assert measure(named, "Open **Loonrun**.", lang=lang, question=asked).value == 1.0


@pytest.mark.parametrize(
    ("lang", "question", "answer", "exists"),
    [
        ("nl", 'Wat doet de knop "Loonrun"?', 'De knop "Loonrun" rekent alles door.', True),
        ("en", 'What does the "Loonrun" button do?', 'The "Loonrun" button adds it up.', True),
        ("nl", 'Wat doet de knop "Loonrun"?', 'Klik op de knop "Loonrun".', False),
        ("en", 'What does the "Loonrun" button do?', 'Use the "Loonrun" button.', False),
        ("nl", "Wat doet Loonrun?", 'De knop "Loonrun" rekent alles door.', False),
    ],
)
def test_a_button_of_the_question_may_be_told_of_and_not_clicked(
    lang: str, question: str, answer: str, exists: bool
) -> None:
    measured = measure(answer, "Open **Verlof**.", lang=lang, question=question)
    assert measured.value == float(exists)


def test_a_word_of_the_question_does_not_save_what_is_missing_behind_a_click() -> None:
    measured = measure("Klik op **Loonrun**. Onder **Loonrun**.", "", question="Een Loonrun?")
    assert (measured.value, measured.raw, measured.sure) == (0.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("lang", "page", "answer", "exists"),
    [
        # the page names its buttons, and this word stands in its prose
        ("nl", "Klik op **Dupliceer**. De kopie krijgt een nieuw nummer.", "Klik op Kopie.", False),
        ("en", "Click **Clone**. The copy gets a new number.", "Click the Copy button.", False),
        # it may be a name in small letters all the same
        ("nl", "Klik op **Nieuw** en daarna op de knop opslaan.", "Klik op Opslaan.", True),
        ("nl", "Klik op **Nieuw** en kies opslaan.", "Klik op Opslaan.", True),
        ("nl", "Klik op **Nieuw** of op `opslaan`.", "Klik op Opslaan.", True),
        ("nl", "Klik op **Nieuw** of op de opslaan en sluiten knop.", "Klik op Opslaan.", True),
        ("en", "Click **New** and select save.", "Click the Save button.", True),
        ("en", "Click **New**; the save and print icons are below.", "Click Save.", True),
        # written large somewhere, or the page names no button at all
        ("en", "Click **New**. Copy is in the menu; a copy takes a while.", "Click Copy.", True),
        ("en", "You can make a copy.", "Click Copy.", True),
        ("nl", "U kunt een kopie maken.", "Klik op Kopie.", True),
    ],
)
def test_a_word_in_prose_is_no_button(lang: str, page: str, answer: str, exists: bool) -> None:
    assert measure(answer, page, lang=lang).value == float(exists)


def test_a_page_that_is_called_like_the_button_has_it() -> None:
    page = "Klik op **Nieuw**. Daarna kunt u facturen maken."
    assert measure("Klik op Facturen.", page, titles=("Facturen",)).value == 1.0
    assert measure("Klik op Facturen.", page, titles=("Aan de slag",)).value == 0.0


def test_a_page_is_the_better_proof_than_the_question() -> None:
    measured = measure("Klik op **Loonrun**.", "De Loonrun.", question="Waar is Loonrun?")
    assert measured.evidence[0].match == Span(source="page 0", start=3, end=10)


def test_a_title_counts_without_a_place() -> None:
    measured = measure("Open **Loonrun**.", "Niets.", titles=("De loonrun draaien",))
    assert measured.value == 1.0
    assert measured.evidence[0].role == "supports"
    assert measured.evidence[0].match is None


def test_without_pages_every_name_is_missing() -> None:
    measured = measure("Klik op **Loonrun** en kies **Verwerken**.")
    assert (measured.value, measured.raw) == (0.0, 2.0)


def test_a_broken_path_says_which_part_and_not_the_order() -> None:
    measured = measure("Kies **Verlof** > **Loonrun**.", "Open Verlof.")
    assert [each.role for each in measured.evidence] == ["supports", "missing"]


def test_the_threshold_decides_about_typos() -> None:
    answer, page = "Kies **Debiteurenadminstratie**.", "Kies **Debiteurenadministratie**."
    assert missing(measure(answer, page)) == []
    short = measure("Kies **Loorun**.", "Kies **Loonrun**.")  # 6 of 7 letters: ratio 92
    assert missing(short) == []
    shorter = measure("Kies **Lonrn**.", "Kies **Lonrun**.")  # 5 letters: below fuzzy_min_length
    assert missing(shorter) == ["Lonrn"]


@pytest.mark.parametrize(("shown_from", "shown"), [(None, True), (61.0, True), (62.0, False)])
def test_a_label_from_so_similar_on_is_shown_beside_a_missing_one(
    shown_from: float | None, shown: bool
) -> None:
    # "lonrn" and "loonbank" have four letters of thirteen in common, in both: 61.5
    measured = measure("Kies **Lonrn**.", "Kies **Loonbank**.", shown_from=shown_from)
    assert missing(measured) == ["Lonrn"]
    assert (measured.evidence[0].match is not None) is shown


def test_a_feature_record_says_where_it_comes_from() -> None:
    assert (COMPONENTS_DEFINED.name, COMPONENTS_DEFINED.section) == ("components_defined", "5.2")
    assert COMPONENTS_DEFINED.index is index


def test_a_guessed_end_falls_back_on_a_name_the_page_has() -> None:
    measured = measure("Klik op Toevoegen halverwege.", "Klik nu op **Toevoegen**.")
    assert measured.evidence[0].match == Span(source="page 0", start=13, end=22)


def test_names_do_not_run_across_cells_but_may_hold_a_bar() -> None:
    page = "| Naam | Adres |\n\n- Kies **AAN | UIT**\n\n| Stad | Land |"
    assert missing(measure("Kies **Naam adres** of **Stad land**.", page)) == [
        "Naam adres",
        "Stad land",
    ]
    assert missing(measure("Kies **AAN | UIT**.", page)) == []


def test_an_abbreviation_in_the_answer_is_the_word_in_the_page() -> None:
    assert missing(measure("Kies **Opslagloc. wissen**.", "Kies **Opslaglocatie wissen**.")) == []
    assert missing(measure("Kies **Opslagpl. wissen**.", "Kies **Opslaglocatie wissen**.")) == [
        "Opslagpl. wissen"
    ]


# --- what may never happen --------------------------------------------------------------------

LABEL = st.sampled_from(
    ["Verlof", "Salaris verwerken", "E-mail", "Btw-nr.", "Opmaak - Cellen", "Naam", "Regio's", "Ok"]
)
SENTENCE = st.builds(
    lambda frame, label: frame.format(label),
    st.sampled_from(
        [
            "Klik op **{}**. ",
            "Open het tabblad {}. ",
            "Ga naar: {} / Beheer.\n",
            "- **{}**: iets\n",
            "Kies “{}”. ",
            "Dat kan niet. ",
        ]
    ),
    LABEL,
)
TEXT = st.lists(SENTENCE, max_size=8).map("".join)


@settings(max_examples=60, deadline=None)
@given(answer=TEXT | st.text(max_size=80), page=TEXT | st.text(max_size=80))
def test_a_value_is_a_share_and_evidence_is_in_the_text(answer: str, page: str) -> None:
    measured = measure(answer, page)
    if measured.value is None:
        assert measured.raw is None
        return
    assert 0.0 <= measured.value <= 1.0
    assert measured.raw is not None
    assert (measured.value == 1.0) == (measured.raw == 0.0) == (not missing(measured))
    for each in measured.evidence:
        if each.role != "unsupported":
            assert answer[each.span.start : each.span.end] == each.label
        if each.match is not None:
            text = page if each.match.source == "page 0" else ""
            assert 0 <= each.match.start < each.match.end <= len(text)


@settings(max_examples=60, deadline=None)
@given(page=TEXT | st.text(max_size=120), lang=st.sampled_from(["nl", "en"]))
def test_an_answer_copied_from_the_page_misses_nothing(page: str, lang: str) -> None:
    assert missing(measure(page, page, lang=lang)) == []


@settings(max_examples=40, deadline=None)
@given(answer=TEXT, pages=st.lists(TEXT, min_size=1, max_size=3))
def test_order_and_duplication_of_pages_change_nothing(answer: str, pages: list[str]) -> None:
    names = tuple(f"p{number}" for number in range(len(pages)))
    expected = measure(answer, *pages, names=names)
    for order in itertools.permutations(range(len(pages))):
        shuffled = measure(answer, *(pages[i] for i in order), names=tuple(names[i] for i in order))
        assert shuffled == expected
    twice = measure(answer, *pages, *pages, names=(*names, *(f"z{name}" for name in names)))
    assert twice == expected


def test_looking_up_is_not_quadratic_in_the_context() -> None:
    page = "Klik op **Boeken** en kies dan de optie **Verkoop order**.\n" * 4000
    answer = "Kies **Nergens te vinden**. Kies **Verkooporderregelkorting**. " * 20
    pack, paper = language.load("nl"), profile.load("paper")
    document = ParsedDocument(source="page", title="", parsed=parsed(page))
    indexed = IndexedDocument(document=document, indexes={NAME: index(document, pack, paper)})
    began = time.perf_counter()
    measured = COMPONENTS_DEFINED.measure(
        Inputs(
            question=parsed(""),
            answer=parsed(answer),
            documents=(indexed,),
            language=pack,
            profile=paper,
        )
    )
    assert measured.raw == 2.0
    assert time.perf_counter() - began < 10.0


@pytest.mark.parametrize(
    ("lang", "answer", "missing", "sure"),
    [
        ("nl", "Klik op **Zweven**.", 1.0, 1.0),  # a cue stands beside it
        ("nl", "Daarna ziet u **Zweven** in beeld.", 1.0, 0.0),  # a bold word
        ("nl", "Terug in het logboek onder **Alles laten zweven**.", 1.0, 1.0),  # a bold phrase
        ("en", "Click **Hover**.", 1.0, 1.0),
        ("en", "It has **Hover** and more.", 1.0, 0.0),
        ("en", "It has **Hover Mode** and more.", 1.0, 1.0),
    ],
)
def test_a_bold_word_without_a_cue_is_no_sure_component(
    lang: str, answer: str, missing: float, sure: float
) -> None:
    inputs = builders.inputs(COMPONENTS_DEFINED, lang, answer=answer, pages={"p": "Opslaan. Save."})
    measured = COMPONENTS_DEFINED.measure(inputs)
    assert (measured.raw, measured.sure) == (missing, sure)


@pytest.mark.parametrize(
    ("answer", "sure"),
    [
        ("Klik op Salarisrun openen en wacht even.", 1.0),
        ("Klik op **Salarisrun**.", 1.0),
    ],
)
def test_a_name_beside_a_cue_is_sure(answer: str, sure: float) -> None:
    scorer = TruthScorer.load("grounded", lang="nl")
    page = "Ga naar Personeel om verlof te boeken."
    found = scorer.score(question="Hoe start ik?", answer=answer, context=[page])
    assert found.features["components_defined"].sure == sure


@pytest.mark.parametrize(
    "answer",
    [
        "The Spanish crown granted concessions to guide the companies.",
        "Some polls still list Oklahoma or Tennessee as the national champions for that year.",
    ],
)
def test_a_piece_of_a_sentence_beside_a_cue_decides_nothing(answer: str) -> None:
    scorer = TruthScorer.load("grounded", lang="en")
    found = scorer.score(question="Who won?", answer=answer, context=["Nobody knows who won."])
    measured = found.features.get("components_defined")
    assert measured is None or not measured.sure
    assert found.override is None
