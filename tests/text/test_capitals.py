"""Capitals that say nothing are made good; those that say something stay. Hand-worked."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from truthscore import language, profile
from truthscore.text import capitals
from truthscore.text.capitals import Recased, recased
from truthscore.text.component_lists import rules_for
from truthscore.text.component_rules import ComponentRules

PAGES = {
    "nl": "Ga naar **Financieel / Perioden**. Log in met DigiD bij de Belastingdienst.",
    "en": "Go to **Finance / Periods**. In Windows you choose Close Period with SingleID.",
}


def rules(lang: str) -> ComponentRules:
    return rules_for(language.load(lang), profile.load("grounded"))


def read(lang: str, text: str, **changes: float) -> Recased:
    """The text as it is read, with other settings of `[reading]` or as they ship."""
    settings = profile.load("grounded").reading.model_copy(update=changes)
    return recased(text, [PAGES[lang]], rules(lang), settings)


CAREFUL = "Log in met DigiD en klik op de regel. Sla daarna op."


@pytest.mark.parametrize(
    "written",
    [
        CAREFUL.upper(),
        "lOg In MeT dIgId En KlIk Op De ReGeL. sLa DaArNa Op.",
        "Log In Met Digid En Klik Op De Regel. Sla Daarna Op.",
    ],
)
def test_loud_text_reads_as_if_written_with_care(written: str) -> None:
    assert read("nl", written) == Recased(CAREFUL, CAREFUL)


def test_small_text_is_read_as_the_pages_write_it_and_names_get_their_capital() -> None:
    text = "log in met digid en klik op de knop direct boeken. de code is ln-2041."
    assert read("nl", text) == Recased(
        "Log in met DigiD en klik op de knop direct boeken. De code is LN-2041.",
        "Log in met DigiD en klik op de knop Direct boeken. De code is LN-2041.",
    )


def test_what_follows_a_figure_begins_no_sentence() -> None:
    text = "35 regels passen. $5mm ook."
    assert read("nl", text) == Recased(text, text)


@pytest.mark.parametrize(
    ("lang", "text", "named"),
    [
        ("nl", "Klik op de knop salarisrun.", "Klik op de knop Salarisrun."),
        ("nl", "Klik op **salarisrun**.", "Klik op **Salarisrun**."),
        (
            "nl",
            "Open op de pagina 'dimensies' het veld.",
            "Open op de pagina 'Dimensies' het veld.",
        ),
        ("en", "Click the archive now button.", "Click the Archive Now button."),
        ("en", "Choose the 'order totals' option.", "Choose the 'Order totals' option."),
        ("en", "Click **archive now**.", "Click **Archive now**."),
    ],
)
def test_a_certain_cue_makes_a_name_in_any_text(lang: str, text: str, named: str) -> None:
    assert read(lang, text) == Recased(text, named)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Klik op de regel die u zoekt en laat het veld **leeg**."),
        ("nl", "Klik op de knop rechtsboven. Op de pagina leest u meer."),
        ("nl", "De lijst **alfabetisch** sorteren kan ook. Kies de optie die past."),
        ("nl", "De BTW gaat naar de Belastingdienst, via DigiD."),
        ("en", "Click the green button. Keep the field **empty** and go on."),
        ("en", "Choose the option that fits. I have an iPhone and a MacBook."),
        ("en", "OK"),
        ("nl", "Dat was in mei-2024 en juni-2023, volgens Office365."),
        ("en", "See https://example.org/ab1234 and x@ab1234: no codes."),
        ("en", ""),
    ],
)
def test_careful_text_stays(lang: str, text: str) -> None:
    assert read(lang, text) == Recased(text, text)


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("shouted", CAREFUL.upper()),
        ("mixed", "lOg In MeT dIgId En KlIk Op De ReGeL. sLa DaArNa Op."),
        ("titled", "Log In Met Digid En Klik Op De Regel. Sla Daarna Op."),
    ],
)
def test_the_profile_says_when_a_text_is_loud(key: str, written: str) -> None:
    never = {"shouted": 1.0, "mixed": 1.0, "titled": 1.0}
    shipped = getattr(profile.load("grounded").reading, key)
    assert read("nl", written, **{**never, key: shipped}).said == CAREFUL
    assert read("nl", written, **never).said == written


def test_a_loud_sentence_among_careful_ones_is_read_by_itself() -> None:
    text = "Log in met DigiD. KLIK DAN OP DE REGEL."
    assert read("nl", text).said == "Log in met DigiD. Klik dan op de regel."


def test_what_a_page_has_in_bold_with_a_capital_has_it_in_the_answer() -> None:
    page = "Kies op het sneltabblad **Filters** de velden."
    told = "Vul **filters** in en laat **leeg** wat niet past."
    found = recased(told, [page], rules("nl"), profile.load("grounded").reading)
    assert found.said == found.named == "Vul **Filters** in en laat **leeg** wat niet past."


def test_without_signs_a_small_word_with_a_capital_begins_a_line() -> None:
    words = "Woord " + " ".join(["woord"] * 24)
    assert read("nl", f"{words} De knop staat hier").said == f"{words}\nDe knop staat hier"
    assert read("nl", f"{words}, De knop staat hier").said == f"{words}, De knop staat hier"


@given(st.text(max_size=200), st.sampled_from(["nl", "en"]))
def test_every_character_stays_in_its_place(text: str, lang: str) -> None:
    made = read(lang, text)
    for each in (made.said, made.named):
        assert len(each) == len(text)
        assert all(
            new == old or new.casefold() == old.casefold() or (old, new) == (" ", "\n")
            for old, new in zip(text, each, strict=True)
        )


@given(st.text(alphabet="abcdeABCDE .,", max_size=120))
def test_it_settles(text: str) -> None:
    once = read("nl", text)
    assert read("nl", once.said).said == once.said


@given(st.text(st.sampled_from("aBé.!?,'’ \n1"), max_size=80))
def test_the_words_of_the_sentences_are_those_of_the_text(text: str) -> None:
    spans = [match.span() for match in capitals._SENTENCE.finditer(text)]
    words = [word for span in spans for word in capitals._WORD.findall(text, *span)]
    assert words == capitals._WORD.findall(text)
    slow = regex.compile(r"[^\s](?:[^\n.!?]|[.!?](?!\s|$))*[.!?]*", regex.MULTILINE)
    assert spans == [match.span() for match in slow.finditer(text)]
