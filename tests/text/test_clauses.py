"""What sets a case, what asks, and what neither does."""

from __future__ import annotations

import pytest

from tests.builders import pack
from truthscore.language import load as load_language
from truthscore.text.clauses import Clause, clauses
from truthscore.text.parser import load


@pytest.fixture(scope="module")
def parsers():
    return {lang: load(load_language(lang), "bundled") for lang in ("nl", "en")}


def read(parsers, lang: str, sentence: str) -> list[tuple[str, Clause]]:
    parsed = parsers[lang].parse([sentence])[0]
    found = clauses(parsed, 0, len(parsed.lowers), pack(lang))
    return [(" ".join(parsed.lowers[each.start : each.end]), each) for each in found]


@pytest.mark.parametrize(
    ("lang", "sentence", "case", "then"),
    [
        ("nl", "Hebt u de code niet meer, log dan in met een sleutel.",
         "hebt u de code niet meer ,", "log dan in met een sleutel ."),
        ("nl", "Ontvangt u geen bevestiging, neem dan contact op met de balie.",
         "ontvangt u geen bevestiging ,", "neem dan contact op met de balie ."),
        ("en", "If you have no card, press the bell.", "if you have no card ,", "press the bell ."),
        ("en", "Should there be no code, you can ask for one.",
         "should there be no code ,", "you can ask for one ."),
        ("nl", "Betaalt de klant niet op tijd, dan sturen wij een brief.",
         "betaalt de klant niet op tijd ,", "dan sturen wij een brief ."),
    ],
)  # fmt: skip
def test_a_case_ends_where_its_consequence_begins(parsers, lang, sentence, case, then):
    first, second = read(parsers, lang, sentence)
    assert (first[0], first[1].conditional, first[1].denied) == (case, True, True)
    assert (second[0], second[1].conditional, second[1].denied) == (then, False, False)


@pytest.mark.parametrize(
    ("lang", "sentence", "question"),
    [
        ("nl", "Controleer of de factuur niet is betaald.", "of de factuur niet is betaald ."),
        ("nl", "Kijk of achter het IBAN Bevestigd staat.", "of achter het iban bevestigd staat ."),
        ("en", "Check whether the invoice is not paid.", "whether the invoice is not paid ."),
        ("en", "You can see if the invoice is paid.", "if the invoice is paid ."),
    ],
)
def test_an_indirect_question_states_nothing(parsers, lang, sentence, question):
    before, asked = read(parsers, lang, sentence)
    assert (asked[0], asked[1].asked, asked[1].conditional) == (question, True, True)
    assert not before[1].conditional
    assert not before[1].asked


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("nl", "De factuur of de bon is niet betaald."),
        ("nl", "Open het menu, klik op Opslaan en wacht even."),
        ("nl", "Zet de schakelaar aan of uit."),
        # "it" opens a consequence in English only
        ("nl", "Start de import niet opnieuw, IT lost het op."),
        ("en", "The invoice or the receipt is not paid."),
    ],
)
def test_or_asks_nothing_and_a_command_sets_no_case(parsers, lang, sentence):
    assert not any(each.asked or each.conditional for _, each in read(parsers, lang, sentence))


def test_a_case_with_there_for_a_pronoun(parsers):
    found = read(parsers, "nl", "Is er maar één beheerder, dan geldt dat niet.")
    assert [(words, each.conditional) for words, each in found] == [
        ("is er", True), ("maar één beheerder ,", True), ("dan geldt dat niet .", False)
    ]  # fmt: skip


def test_if_that_nobody_asks_sets_a_case(parsers):
    case, _ = read(parsers, "en", "If the bill is paid, check the box.")
    assert (case[1].conditional, case[1].asked) == (True, False)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("nl", "Zet het veld op “geen” en sla op."),
        ("en", "Set the field to “no” and save."),
        ("nl", "De leider beslist, niet de groep."),
        ("en", "The manager decides, not the staff."),
    ],
)
def test_a_name_and_what_is_left_out_deny_nothing(parsers, lang, sentence):
    assert [part.negations for _, part in read(parsers, lang, sentence) if part.negations] == []


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("nl", "Bevestig de koppeling op tijd, anders komen er geen gegevens binnen."),
        ("en", "Confirm the link in time, otherwise no data will come in."),
    ],
)
def test_what_is_so_otherwise_is_another_case(parsers, lang, sentence):
    (_, first), (_, second) = read(parsers, lang, sentence)
    assert (first.conditional, second.conditional) == (False, True)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("nl", "Codes worden niet ondersteund."),
        ("nl", "De bon is niet ondertekend."),
        ("en", "The fee is not understood."),
    ],
)
def test_a_word_that_begins_like_below_is_denied(parsers, lang, sentence):
    """ "niet onder" denies nothing of a number, and is no part of "niet ondersteund"."""
    assert [part.denied for _, part in read(parsers, lang, sentence)] == [True]


@pytest.mark.parametrize(
    "sentence",
    ["Als beheerder kunt u de order openen.", "U verstuurt de factuur als bijlage."],
)
def test_a_role_or_form_sets_no_case(parsers, sentence):
    assert [part.conditional for _, part in read(parsers, "nl", sentence)] == [False]


@pytest.mark.parametrize(
    "sentence",
    ["Als facturen betaald zijn, vervallen ze.", "Als u beheerder bent, kunt u de order openen."],
)
def test_what_somebody_or_something_is_sets_a_case(parsers, sentence):
    assert next(part.conditional for _, part in read(parsers, "nl", sentence))


def test_what_comes_of_it_denies_nothing_before(parsers):
    parts = read(parsers, "nl", "Het recht is ingetrokken, zodat er niets wordt afgeschreven.")
    assert [part.denied for _, part in parts] == [False, True]
