"""Names in texts: hand-worked tables, the word lists as data, and what may never happen."""

from __future__ import annotations

import itertools
import time
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthscore import language, profile
from truthscore.errors import ProfileError, ResourceError
from truthscore.language import LanguagePack
from truthscore.profile import ComponentChanges, ComponentPattern, Profile
from truthscore.text import components
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import ComponentRules
from truthscore.text.components import Component, extract

LANGUAGES = ("nl", "en")

# Each row: a text and the labels a reader would underline, in order. All made up.
DUTCH: list[tuple[str, list[str]]] = [
    # AFAS's own style: cue, colon, capital
    ("Klik op: Opslaan.", ["Opslaan"]),
    ("Klik op: Nieuw", ["Nieuw"]),
    ("Ga naar: HR / Medewerker / Verlof.", ["HR", "Medewerker", "Verlof"]),
    ("Ga naar het tabblad: Onderhoud gebruikers.", ["Onderhoud gebruikers"]),
    ("Klik op: Acties / Licentieaantallen.", ["Acties", "Licentieaantallen"]),
    ("Klik op de actie: Verzoek indienen.", ["Verzoek indienen"]),
    ("Ga naar: Algemeen > Beheer > Autorisatie tool", ["Algemeen", "Beheer", "Autorisatie tool"]),
    ("Klik op Opslaan (Ctrl+S).", ["Opslaan"]),
    # a cue noun, a mark
    ("Klik op de knop **Versturen**.", ["Versturen"]),
    ("Open het tabblad **Verlof en verzuim**.", ["Verlof en verzuim"]),
    ("Vul de velden **Naam**, **Adres** en **Woonplaats** in.", ["Naam", "Adres", "Woonplaats"]),
    ('Open het tabblad "Salaris".', ["Salaris"]),
    ("Open het tabblad “Salaris”.", ["Salaris"]),
    ("Kies ‘Boeken en afdrukken’.", ["Boeken en afdrukken"]),
    ("Kies 'Contract verlengen' in het menu.", ["Contract verlengen"]),
    ("Kies «Contract verlengen» in het menu.", ["Contract verlengen"]),
    ("Vul het veld `Projectcode` in.", ["Projectcode"]),
    ("Het **Kostenplaats**-veld is leeg.", ["Kostenplaats"]),
    ("Zet de schakelaar *Automatisch boeken* aan.", ["Automatisch boeken"]),
    ("Klik op <b>Doorgaan</b>.", ["Doorgaan"]),
    ("Klik op __Doorgaan__.", ["Doorgaan"]),
    ("Klik op **Nieuwe sneltoets...**", ["Nieuwe sneltoets"]),
    ("Klik op **Annuleren**.", ["Annuleren"]),
    ("Klik op [Annuleren].", ["Annuleren"]),
    # marks and no cue
    ("Vul bij **Ingangsdatum** de datum in.", ["Ingangsdatum"]),
    ("Via **Rapportage** ziet u het overzicht.", ["Rapportage"]),
    ("Laat 'Te factureren aantal' leeg.", ["Te factureren aantal"]),
    # paths
    ("Kies **Taak** > **Flow beëindigen**.", ["Taak", "Flow beëindigen"]),
    ("Kies **Extra ▸ Opties ▸ Taal**.", ["Extra", "Opties", "Taal"]),
    ("Ga naar Instellingen → Facturatie → Btw-codes.", ["Instellingen", "Facturatie", "Btw-codes"]),
    ("Kies **Plein > Uitnodiging opnieuw versturen**.", ["Plein", "Uitnodiging opnieuw versturen"]),
    ("U vindt het via Beheer > Gebruikers.", ["Beheer", "Gebruikers"]),
    ("Kies **Opmaak - Cellen - Uitlijning**.", ["Opmaak - Cellen - Uitlijning"]),
    # no marks at all
    ("Selecteer het veld Soort dienstverband op de kaart.", ["Soort dienstverband"]),
    ("Klik op Toevoegen en sluit het venster.", ["Toevoegen"]),
    (
        "Ga naar het tabblad Toegang, actie Ververs configuratie.",
        ["Toegang", "Ververs configuratie"],
    ),
    ("Klik vervolgens op Boeken.", ["Boeken"]),
    ("Kies in het menu Beheer de optie Rollen.", ["Beheer", "Rollen"]),
    ("Vul de velden Naam, Adres en Woonplaats in.", ["Naam", "Adres", "Woonplaats"]),
    ("Klik op Opslaan en sluiten.", ["Opslaan en sluiten"]),
    ("Open het scherm Relaties.", ["Relaties"]),
    ("Druk op de Opslaan-knop.", ["Opslaan"]),
    ("U kunt daarna Lijst bewerken kiezen.", ["Lijst bewerken"]),
    ("Open Instellingen > Algemeen.", ["Instellingen", "Algemeen"]),
    ("1. **Ga naar Mijn Verlof** in het menu.", ["Mijn Verlof"]),
    ("2. **Klik op 'Verlof aanvragen'.**", ["Verlof aanvragen"]),
    ("Vul deze velden in:\n- **Naam**: voluit\n- **Plaats**", ["Naam", "Plaats"]),
    ("Kies een van de opties:\n- Volledig rooster\n- Deeltijd", ["Volledig rooster", "Deeltijd"]),
    # what is no component
    ("Neem contact op met **Jan de Vries**.", []),
    ("Dit geldt per **1 januari 2024**.", []),
    ("De melding **Bestand niet gevonden** verschijnt.", []),
    ("**Let op:** dit kan niet ongedaan worden gemaakt.", []),
    ("Dit is **niet** mogelijk.", []),
    ("**Ja**, dat kan.", []),
    ("**Stap 1: Open het menu**", []),
    ("**Belangrijk** om te weten: het duurt even.", []),
    ("Dit kost **€ 12,50** per maand.", []),
    ("U hebt **14 dagen** de tijd.", []),
    ("Dat duurt **2 werkdagen** of langer.", []),
    ("Druk op **Ctrl+Shift+P**.", []),
    ("Druk op Enter.", []),
    ("Druk op **Delete** of **Home**.", []),
    ("Druk op de Insert-toets.", []),
    ("Klik op **Delete**.", ["Delete"]),
    ("Klik op de knop Home.", ["Home"]),
    ("Druk op de knop 'Insert'.", ["Insert"]),
    ("**U kunt dit later niet meer wijzigen.**", []),
    ("**Hoe pas ik mijn gegevens aan?**", []),
    ("De foutmelding 'Bestand niet gevonden' verschijnt.", []),
    ("Ga naar https://www.voorbeeld.nl/Beheer en log in.", []),
    ("Zie ook:\n- **Verlof aanvragen**\n- **Rooster maken**", []),
    ("## Direct naar\n1. Klik op: Verlof.\n2. Klik op: Rooster.", []),
    ("> Opmerking: dit geldt alleen voor beheerders.", []),
    ("Het veld is verplicht. De knop is grijs.", []),
    ("Kies de juiste medewerker en klik op de regel.", []),
    ("```\nKlik op: Opslaan\n```", []),
    ("Neem contact op met de helpdesk.", []),
    ("Vul de **verplichte** velden in.", []),
    ("Selecteer **alle regels** van de maand.", []),
    ("Mail naar **support@voorbeeld.nl**.", []),
    ('Hij zei: "Dat weet ik niet."', []),
]

ENGLISH: list[tuple[str, list[str]]] = [
    ("Click on: Cancel.", ["Cancel"]),
    ("Click [Cancel].", ["Cancel"]),
    ("Go to: HR / Organisation / Employer.", ["HR", "Organisation", "Employer"]),
    ("Go to the tab: Agency.", ["Agency"]),
    ("Click on the action: Invite for Portal.", ["Invite for Portal"]),
    ("Click: Actions > Licence Count", ["Actions", "Licence Count"]),
    ("Click Save (Ctrl+S).", ["Save"]),
    ("Click the **Send** button.", ["Send"]),
    ("On the **Leave and Absence** tab, choose **New**.", ["Leave and Absence", "New"]),
    ("Fill in the **Name**, **Address** and **City** fields.", ["Name", "Address", "City"]),
    ('Open the "Salary" tab.', ["Salary"]),
    ("Open the “Salary” tab.", ["Salary"]),
    ("Choose ‘Post and Print’.", ["Post and Print"]),
    ("Choose 'Renew contract' in the menu.", ["Renew contract"]),
    ("Choose «Renew contract» in the menu.", ["Renew contract"]),
    ("Fill in the `Project Code` field.", ["Project Code"]),
    ("Turn on the *Post Automatically* toggle.", ["Post Automatically"]),
    ("Click <strong>Continue</strong>.", ["Continue"]),
    ("Click __Continue__.", ["Continue"]),
    ("Click **New shortcut...**", ["New shortcut"]),
    ("Under **Start Date** you give the first day.", ["Start Date"]),
    ("In **Reports** you find the overview.", ["Reports"]),
    ("Leave 'Qty. to Invoice' empty.", ["Qty. to Invoice"]),
    ("Choose **Task** > **End Flow**.", ["Task", "End Flow"]),
    ("Choose **Tools ▸ Options ▸ Language**.", ["Tools", "Options", "Language"]),
    ("Go to Settings → Billing → Tax Codes.", ["Settings", "Billing", "Tax Codes"]),
    ("Choose **Square > Send invitation again**.", ["Square", "Send invitation again"]),
    ("You find it via Management > Users.", ["Management", "Users"]),
    ("Choose **Format - Cells - Alignment**.", ["Format - Cells - Alignment"]),
    ("Choose the New action.", ["New"]),
    ("Fill in the Employment Type field on the card.", ["Employment Type"]),
    ("Click Add and close the window.", ["Add"]),
    ("Open the Bill of Materials page.", ["Bill of Materials"]),
    ("Choose the Create payment action.", ["Create payment"]),
    ("Select the field Employment Type.", ["Employment Type"]),
    ("Click Save and Close.", ["Save and Close"]),
    ("Enter Payment Terms, and then choose the related link.", ["Payment Terms"]),
    ("Choose the icon, enter Payment Terms, and then choose the link.", ["Payment Terms"]),
    ("Then press Start.", ["Start"]),
    ("Then hit **Start** and head over to **My Page**.", ["Start", "My Page"]),
    ("In the Item No. field, enter a number.", ["Item No."]),
    ("Open the **File** menu and choose **Save As**.", ["File", "Save As"]),
    ("Select the **Close when done** check box.", ["Close when done"]),
    ("Open Settings > General.", ["Settings", "General"]),
    ("1. **Go to My Leave** in the menu.", ["My Leave"]),
    ("2. **Click 'Request Leave'.**", ["Request Leave"]),
    ("Fill in these fields:\n- **Name**: in full\n- **City**", ["Name", "City"]),
    ("Choose one of the options:\n- Full Roster\n- None", ["Full Roster", "None"]),
    ("Contact **John Smith** about it.", []),
    ("It changes on **1 January 2024**.", []),
    ("The message **File not found** appears.", []),
    ("**Note:** this cannot be undone.", []),
    ("That is **not** possible.", []),
    ("**Yes**, that is possible.", []),
    ("**Step 1: Open the menu**", []),
    ("**Important** to know: it takes a while.", []),
    ("It costs **€ 12.50** a month.", []),
    ("You have **14 days**.", []),
    ("It takes **2 working days** or more.", []),
    ("Press **Ctrl+Shift+P**.", []),
    ("Press Enter.", []),
    ("Press **Delete** or **Home**.", []),
    ("Press Enter or Tab.", []),
    ("Use the **Tab** key.", []),
    ("Click **Delete**.", ["Delete"]),
    ("Click the Command button.", ["Command"]),
    ("Press the Insert button.", ["Insert"]),
    ("Tap End to stop.", ["End"]),
    ("**You cannot change this later.**", []),
    ("**How do I change my details?**", []),
    ("The error 'File not found' appears.", []),
    ("Go to https://www.example.com/Settings and log in.", []),
    ("See also:\n- **Request leave**\n- **Make a roster**", []),
    ("## Directly to\n1. Click on: Leave.\n2. Click on: Roster.", []),
    ("> Note: this holds for administrators only.", []),
    ("The field is required. The button is grey.", []),
    ("Choose the right employee and click the line.", []),
    ("```\nClick on: Save\n```", []),
    ("Please contact the help desk.", []),
    ("Fill in the **required** fields.", []),
    ("Select **all lines** of the month.", []),
    ("Mail to **support@example.com**.", []),
    ('He said: "I do not know that."', []),
]


@pytest.fixture(scope="module")
def paper() -> Profile:
    return profile.load("paper")


def rules_of(lang: str) -> ComponentRules:
    return rules_for(language.load(lang), profile.load("paper"))


def labels(text: str, lang: str) -> list[str]:
    return [each.label for each in extract(text, rules_of(lang)) if not each.weak]


@pytest.mark.parametrize(("text", "expected"), DUTCH, ids=[row[0][:40] for row in DUTCH])
def test_dutch(text: str, expected: list[str]) -> None:
    assert labels(text, "nl") == expected


@pytest.mark.parametrize(("text", "expected"), ENGLISH, ids=[row[0][:40] for row in ENGLISH])
def test_english(text: str, expected: list[str]) -> None:
    assert labels(text, "en") == expected


WEAK = [
    ("nl", "- **Omschrijving**: een korte tekst.", "Omschrijving"),
    ("nl", "**Salarisverwerking controleren**", "Salarisverwerking controleren"),
    ("nl", "✅ **Gegevens controleren**: kijk goed.", "Gegevens controleren"),
    ("nl", "### **Verlof regelen**", "Verlof regelen"),
    ("nl", "Stap 2 – **Gegevens invullen**: doe dat goed.", "Gegevens invullen"),
    ("nl", "Dat kan. **Zonder toestemming** gaat het niet.", "Zonder toestemming"),
    ("nl", "Klik op **OK**.", "OK"),
    ("nl", "Open het veld **naam**.", "naam"),
    ("en", "- **Description**: a short text.", "Description"),
    ("en", "**Checking the salary run**", None),
    ("en", "✅ **Checking Details**: look well.", "Checking Details"),
    ("en", "### **Arranging Leave**", "Arranging Leave"),
    ("en", "That works. **Without consent** it does not.", "Without consent"),
    ("en", "Click **OK**.", "OK"),
    ("en", "Open the field **name**.", "name"),
]


@pytest.mark.parametrize(("lang", "text", "label"), WEAK)
def test_titles_emphasis_and_universal_labels_are_weak(
    lang: str, text: str, label: str | None
) -> None:
    found = extract(text, rules_of(lang))
    assert all(each.weak for each in found)
    if label is not None:
        assert [each.label for each in found] == [label]


def test_every_part_of_a_path_knows_the_whole_path() -> None:
    for text in ("Ga naar: HR / Verlof.", "Kies **HR** > **Verlof**.", "Kies **HR ▸ Verlof**."):
        found = extract(text, rules_of("nl"))
        assert [(each.label, each.path) for each in found] == [
            ("HR", ("HR", "Verlof")),
            ("Verlof", ("HR", "Verlof")),
        ]
    (alone,) = extract("Kies **HR**.", rules_of("nl"))
    assert alone.path == ("HR",)
    (whole,) = extract("Kies **Opmaak - Cellen**.", rules_of("nl"))
    assert whole.path == ("Opmaak", "Cellen")


def test_marks_are_certain_and_plain_edges_are_not() -> None:
    (bold,) = extract("Klik op **Opslaan**.", rules_of("nl"))
    (colon,) = extract("Klik op: Opslaan.", rules_of("nl"))
    (plain,) = extract("Klik op Opslaan.", rules_of("nl"))
    assert (bold.marked, bold.open_end) == (True, False)
    assert (colon.marked, colon.open_end) == (True, True)
    assert (plain.marked, plain.open_end) == (False, True)


KIND_CASES = [
    ("nl", "Klik op de knop **Opslaan**.", "button"),
    ("nl", "Open het tabblad **Verlof**.", "tab"),
    ("nl", "Het **Activiteiten**-overzicht.", "page"),
    ("nl", "Vul de velden **Naam** in.", "field"),
    ("nl", "Vul bij **Naam** iets in.", "other"),
    ("en", "Click the **Save** button.", "button"),
    ("en", "Open the **Leave** tab.", "tab"),
    ("en", "Tick the **Active** check box.", "setting"),
    ("en", "Choose it from the menu **File**.", "menu"),
]


@pytest.mark.parametrize(("lang", "text", "kind"), KIND_CASES)
def test_the_noun_beside_a_name_says_its_kind(lang: str, text: str, kind: str) -> None:
    rules = rules_of(lang)
    found = [components.kind_of(text, each, rules) for each in extract(text, rules)]
    assert found == [kind]


def test_where_finds_overlap_the_certain_one_wins() -> None:
    (found,) = extract("Klik op de knop **Boeken en verzenden**.", rules_of("nl"))
    assert (found.label, found.cue) == ("Boeken en verzenden", "bold_after_noun")


def test_a_link_list_ends_at_the_next_heading_or_sentence() -> None:
    text = (
        "Zie ook\n- **Verlof**\n\nKlik daarna op **Opslaan**.\n"
        "## Zie ook\n- **Rooster**\n# A\n**Naam**"
    )
    assert [each.label for each in extract(text, rules_of("nl"))] == ["Opslaan", "Naam"]


# --- the word lists as data -------------------------------------------------------------------


def blocks() -> list[tuple[str, dict[str, object]]]:
    return [
        (lang, block) for lang in LANGUAGES for block in language.load(lang).components["patterns"]
    ]


@pytest.mark.parametrize(("lang", "block"), blocks(), ids=[f"{a}-{b['name']}" for a, b in blocks()])
def test_every_pattern_reaches_its_example(lang: str, block: dict[str, object]) -> None:
    found = extract(str(block["example"]), rules_of(lang))
    wanted = block["label"] if isinstance(block["label"], list) else [block["label"]]
    assert [each.label for each in found] == wanted
    assert {each.cue for each in found} == {block["name"]}


@pytest.mark.parametrize(("lang", "block"), blocks(), ids=[f"{a}-{b['name']}" for a, b in blocks()])
def test_no_pattern_reaches_its_negatives(lang: str, block: dict[str, object]) -> None:
    negatives = block.get("negatives", [])
    assert isinstance(negatives, list)
    for negative in negatives:
        assert extract(negative, rules_of(lang)) == ()


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_what_a_pattern_needs_only_saves_time(lang: str) -> None:
    rules = rules_of(lang)
    slow = replace(rules, patterns=tuple(replace(each, needs=None) for each in rules.patterns))
    texts = [str(block["example"]) for _, block in blocks()]
    texts += [text for text, _ in DUTCH]
    for text in texts:
        assert extract(text, rules) == extract(text, slow), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lists_are_nfc_without_duplicates_and_without_padding(lang: str) -> None:
    data = language.load(lang).components
    lists = dict(data["words"]) | {
        key: data["matching"][key] for key in ("generic", "ignorable", "linkers")
    }
    for name, words in lists.items():
        assert len(words) == len(set(words)), name
        for word in words:
            assert word == unicodedata.normalize("NFC", word).strip() != "", name
            assert name == "product" or word == word.lower(), (name, word)
    names = [block["name"] for block in data["patterns"]]
    assert len(names) == len(set(names))


def test_both_languages_have_the_same_keys() -> None:
    dutch, english = (language.load(lang).components for lang in LANGUAGES)
    assert set(dutch) == set(english)
    for part in ("stop", "kinds", "matching"):
        assert set(dutch[part]) == set(english[part])
    assert set(english["words"]) - set(dutch["words"]) == {"loose_end", "plain_adjective"}
    assert set(dutch["words"]) - set(english["words"]) == {"name_start"}


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("nl", "stroken", "strook"),
        ("nl", "brieven", "brief"),
        ("nl", "huizen", "huis"),
        ("nl", "knoppen", "knop"),
        ("nl", "adressen", "adres"),
        ("nl", "regio's", "regio"),
        ("nl", "categorieën", "categorie"),
        ("nl", "exporteren", "exporteer"),
        ("nl", "facturen", "factuur"),
        ("en", "categories", "category"),
        ("en", "boxes", "box"),
        ("en", "addresses", "address"),
        ("en", "invoices", "invoice"),
        ("en", "customise", "customize"),
        ("en", "colour", "color"),
    ],
)
def test_inflected_forms_share_a_stem(lang: str, one: str, other: str) -> None:
    stem = rules_of(lang).matching.stem
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("nl", "inkoop", "verkoop"),
        ("nl", "boeking", "boeken"),
        ("nl", "koppelen", "ontkoppelen"),
        ("en", "posted", "post"),
        ("en", "setting", "set"),
        ("en", "status", "statu"),
    ],
)
def test_different_words_keep_different_stems(lang: str, one: str, other: str) -> None:
    stem = rules_of(lang).matching.stem
    assert stem(one) != stem(other)


# --- profiles ---------------------------------------------------------------------------------


def with_changes(paper: Profile, **changes: object) -> Profile:
    new = ComponentChanges(add=(), drop=()).model_copy(update=changes)
    return paper.model_copy(update={"components": {"nl": new}})


TILDE = ComponentPattern(
    name="tilde", pattern=r"~(?P<label>[^~\n]{1,60})~", example="Kies ~loonrun~.", label="loonrun"
)


def test_a_profile_adds_a_notation(paper: Profile) -> None:
    rules = rules_for(language.load("nl"), with_changes(paper, add=(TILDE,)))
    (found,) = extract("Daarna ~loonstrook maken~ doen.", rules)
    assert (found.label, found.cue, found.marked) == ("loonstrook maken", "tilde", True)
    assert extract("Daarna ~loonstrook maken~ doen.", rules_of("nl")) == ()


def test_a_profile_may_use_the_languages_macros(paper: Profile) -> None:
    pattern = TILDE.model_copy(
        update={"pattern": r"{cue_noun} ::(?P<label>\w+)", "example": "Kies knop ::loonrun"}
    )
    rules = rules_for(language.load("nl"), with_changes(paper, add=(pattern,)))
    assert [each.label for each in extract("De knop ::opslaan", rules)] == ["opslaan"]


def test_a_profile_drops_a_notation(paper: Profile) -> None:
    rules = rules_for(language.load("nl"), with_changes(paper, drop=("plain_enter",)))
    assert "plain_enter" not in {pattern.name for pattern in rules.patterns}
    assert extract("Vul Achternaam in.", rules) == ()


def test_an_unknown_name_under_drop_suggests_the_nearest(paper: Profile) -> None:
    with pytest.raises(ProfileError, match=r"no pattern 'plain_entry'; did you mean 'plain_enter'"):
        rules_for(language.load("nl"), with_changes(paper, drop=("plain_entry",)))


def test_a_profile_pattern_must_reach_its_own_example(paper: Profile) -> None:
    wrong = TILDE.model_copy(update={"example": "Kies loonrun."})
    with pytest.raises(ProfileError, match=r"'tilde': its example gives no component"):
        rules_for(language.load("nl"), with_changes(paper, add=(wrong,)))


def test_a_profile_pattern_with_an_unknown_macro_is_refused(paper: Profile) -> None:
    wrong = TILDE.model_copy(update={"pattern": "{knop}(?P<label>x)"})
    with pytest.raises(
        ProfileError, match=r"add 'tilde': pattern .* uses an unknown macro \{knop\}; there are"
    ):
        rules_for(language.load("nl"), with_changes(paper, add=(wrong,)))


def test_a_runaway_profile_pattern_is_stopped_and_named(paper: Profile) -> None:
    runaway = TILDE.model_copy(update={"pattern": r"~(?P<label>(?:\w+\w+)+)~", "name": "runaway"})
    rules = rules_for(language.load("nl"), with_changes(paper, add=(runaway,)))
    began = time.perf_counter()
    with pytest.raises(ProfileError, match=r"'runaway' did not finish in 0.5 s; make it simpler"):
        extract("~" + "a" * 5000 + "!", rules)
    assert time.perf_counter() - began < 5.0


def test_rules_are_compiled_once(paper: Profile) -> None:
    pack = language.load("nl")
    again = replace(pack, components=dict(pack.components))
    assert rules_for(pack, paper) is rules_for(again, paper)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"macros": {}}, "uses an unknown macro {noun}; there are cue_noun"),
        ({"matching": {}}, "missing or wrong key: 'generic'"),
        ({"patterns": [{"name": "x", "pattern": "(", "example": "", "label": ""}]}, "not compile"),
        ({"patterns": [{"name": "x", "pattern": "y", "example": "", "label": ""}]}, "no group"),
    ],
)
@pytest.mark.usefixtures("patterns_kept")
def test_a_broken_word_list_is_named(
    paper: Profile, change: dict[str, object], message: str
) -> None:
    pack = language.load("nl")
    broken: LanguagePack = replace(
        pack, components={**pack.components, **change}, digest=f"broken {message}"
    )
    with pytest.raises(ResourceError, match=rf"nl/components.toml.*{message}"):
        rules_for(broken, paper)


# --- what may never happen --------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "**",
        "*",
        '"',
        "'",
        "`",
        "_",
        "Klik op",
        "Click",
        "Ga naar:",
        "veld",
        "field",
        "A",
        "Boeken",
        "en",
        " ",
        " ",
        "\n",
        "- ",
        "> ",
        " / ",
        "|",
        ".",
        "(",
        ")",
        "Zie ook",
        "[",
        "]",
        "1.",
        "…",
        "e\u0301",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=200))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_spans_are_the_labels_in_order_and_apart(lang: str, text: str) -> None:
    found = extract(text, rules_of(lang))
    for each in found:
        assert text[each.start : each.end] == each.label == each.label.strip()
        assert each.label
        assert each.path
    for left, right in itertools.pairwise(found):
        assert left.end <= right.start
    assert extract(text, rules_of(lang)) == found


SIZE = 100_000
ADVERSARIAL = {
    "stars": "*" * SIZE,
    "double quotes": '"' * SIZE,
    "single quotes": "'" * SIZE,
    "underscores": "_" * SIZE,
    "slash path": "Ga naar: " + "A / " * (SIZE // 4),
    "english slash path": "Go to: " + "A / " * (SIZE // 4),
    "arrow path": "Klik op " + "A > " * (SIZE // 4),
    "capitals": "Klik op " + "Abc " * (SIZE // 4),
    "english capitals": "the " + "Abc " * (SIZE // 4),
    "one long word": "Klik op " + "A" * SIZE,
    "open bold": "**A " * (SIZE // 4),
    "open quotes": 'melding "A ' * (SIZE // 10),
    "cells": "| A " * (SIZE // 4),
    "list": "velden:\n" + "- **A**\n" * (SIZE // 8),
    "spaces": " " * SIZE,
    "new lines": "\n" * SIZE,
}
#: Many times what the slowest takes on a busy machine; a runaway pattern takes hours.
SECONDS = 30.0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", ADVERSARIAL.values(), ids=ADVERSARIAL)
def test_no_pattern_runs_away(lang: str, text: str) -> None:
    began = time.perf_counter()
    extract(text, rules_of(lang))
    assert time.perf_counter() - began < SECONDS


def test_a_component_is_plain_data() -> None:
    (found,) = extract("Klik op **Opslaan**.", rules_of("nl"))
    assert found == Component(
        label="Opslaan", start=10, end=17, path=("Opslaan",), cue="bold_after_verb", marked=True
    )
