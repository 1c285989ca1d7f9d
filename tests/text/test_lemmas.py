"""Lemmas of verbs by the spelling of a language; the forms are our own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack
from truthscore.text.lemmas import Lemmas
from truthscore.text.parser import SpacyParser

forms = pack("nl").word_forms
assert forms is not None
lemmas = Lemmas("nl", forms)
mend = lemmas.verb


@pytest.mark.parametrize(
    ("form", "lemma", "found"),
    [
        # with one vowel or consonant more or another one before the ending
        ("betaalt", "betaal", "betalen"), ("trekt", "trek", "trekken"), ("doet", "doe", "doen"),
        ("verhuist", "verhuist", "verhuizen"), ("geeft", "geef", "geven"),
        # a stem may be a noun as well
        ("voer", "voer", "voer"), ("werk", "werk", "werk"),
        # with the ending of a person, or of the past
        ("gaat", "gaat", "gaan"), ("ligt", "ligt", "liggen"), ("geeft", "geeft", "geven"),
        ("annuleert", "annuleert", "annuleren"),
        # a participle, with what stands before "ge", and before a noun
        ("heropend", "heropen", "heropenen"), ("geblokkeerde", "geblokkeerd", "blokkeren"),
        ("ingediend", "ingediend", "indienen"), ("goedgekeurde", "goedgekeurde", "goedkeuren"),
        ("lopende", "lopend", "lopen"), ("machtigen", "machtig", "machtigen"),
        ("geïnstalleerd", "ïnstalleren", "installeren"),
        ("gedefinieerd", "definieren", "definiëren"),
        # of another verb than a pipeline found; not so where that has a past of its own
        ("keurt", "keren", "keuren"), ("bestelt", "bestelen", "bestellen"),
        ("genest", "nesten", "nesten"), ("hernoemt", "hernomen", "hernoemen"),
        ("bracht", "brengen", "brengen"), ("komt", "komen", "komen"), ("wist", "weten", "weten"),
        ("dacht", "denken", "denken"), ("liet", "laten", "laten"), ("kocht", "kopen", "kopen"),
        # one that no text has
        ("haal", "haalen", "halen"), ("opgevat", "opgevatten", "opvatten"),
        # what is none, or is one already
        ("herinneringen", "herinnering", "herinnering"), ("xqzt", "xqzt", "xqzt"),
        ("openen", "openen", "openen"), ("1e", "1e", "1e"), ("€", "€", "€"),
    ],
)  # fmt: skip
def test_the_lemma_of_a_form(form: str, lemma: str, found: str) -> None:
    assert mend(form, lemma) == found


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_form_has_a_lemma_that_stays(form: str, lemma: str) -> None:
    found = mend(form, lemma)
    assert found == lemma or found.endswith(forms.infinitive)
    assert mend(form, found) == found or not found.endswith(forms.infinitive)


@pytest.mark.parametrize(
    ("form", "lemma", "apart", "found"),
    [
        ("zet", "aanzetten", "uit", "uitzetten"),
        ("schakelt", "inschakelen", "uit", "uitschakelen"),
        ("zet", "aanzetten", "aan", "aanzetten"), ("geef", "geven", "door", "doorgeven"),
        ("opent", "openen", "op", "openen"),  # "opent op maandag": a pipeline was wrong
        ("haal", "halen", "xyz", "halen"),
        ("bouw", "bouw", "op", "opbouwen"), ("voer", "voer", "in", "invoeren"),
        ("bouw", "bouw", "xyz", "bouw"),
    ],
)  # fmt: skip
def test_the_lemma_of_a_form_with_what_stands_apart(
    form: str, lemma: str, apart: str, found: str
) -> None:
    assert lemmas.joined(form, lemma, apart) == found


@pytest.mark.parametrize(
    ("form", "lemma", "guessed"),
    [
        ("zet", "aanzetten", "aan"), ("voert", "invoeren", "in"), ("opent", "openen", ""),
        ("geopend", "openen", ""), ("ingevoerd", "invoeren", ""), ("zet", "zetten", ""),
    ],
)  # fmt: skip
def test_what_a_pipeline_guessed_before_a_lemma(form: str, lemma: str, guessed: str) -> None:
    assert lemmas.guessed(form, lemma) == guessed


@pytest.mark.parametrize(
    ("sentence", "form", "lemma"),
    [
        ("De mail staat aan. Zet hem uit onder Profiel.", "zet", "uitzetten"),
        ("Schakel de meldingen uit.", "schakel", "uitschakelen"),
        ("Voer de taak uit.", "voer", "uitvoeren"),
        # of no verb in two parts is the lemma a noun
        ("Kies het (Lampje dat opent), voer **Boeken** in en kies de koppeling.", "voer", "voer"),
        # a verb that a noun looks like
        ("Nee, met een tijdelijk contract bouw je geen pensioen op.", "bouw", "opbouwen"),
        ("Over de uren die je werkt bouw je pensioen op.", "bouw", "opbouwen"),
        ("Met dat contract bouw je verlof op.", "bouw", "opbouwen"),
        ("Verberg het blad.", "verberg", "verbergen"),
        ("Vandaag zeker je niets.", "zeker", "zeker"),
        ("Zet dit vinkje.", "zet", "zetten"),
        ("Het is nodig om eerst in te loggen.", "loggen", "inloggen"),
        ("Het systeem draait de boeking terug in uw pakket.", "draait", "terugdraaien"),
        ("De leidinggevende keurt de aanvraag goed.", "keurt", "goedkeuren"),
        ("De beheerder zorgt er voor dat dit klopt.", "zorgt", "zorgen"),
    ],
)
def test_a_parse_joins_what_stands_apart(
    sentence: str, form: str, lemma: str, parsers: dict[str, SpacyParser]
) -> None:
    (parsed,) = parsers["nl"].parse([sentence])
    assert dict(zip(parsed.lowers, parsed.lemmas, strict=True))[form] == lemma


def test_a_parse_has_them(parsers: dict[str, SpacyParser]) -> None:
    (parsed,) = parsers["nl"].parse(["Een afgesloten dag kan niet heropend worden."])
    assert dict(zip(parsed.lowers, parsed.lemmas, strict=True))["heropend"] == "heropenen"


@pytest.mark.parametrize(
    ("form", "lemma", "found"),
    [
        ("eenheden", "eenhed", "eenheid"), ("prijzen", "prijz", "prijs"),
        ("pakketten", "pakkett", "pakket"), ("aankopen", "aankop", "aankoop"),
        ("advies", "advie", "advies"), ("ophalen", "ophal", "ophalen"),
        # one of which only the last part is known, or that is one already
        ("maagklachten", "maagklacht", "maagklacht"), ("regels", "regel", "regel"),
        ("xqzten", "xqzt", "xqzt"),
    ],
)  # fmt: skip
def test_the_lemma_of_a_noun(form: str, lemma: str, found: str) -> None:
    assert lemmas.noun(form, lemma) == found


@pytest.mark.parametrize(
    ("form", "lemma", "found"),
    [
        ("relevante", "relevanat", "relevant"), ("beschikbare", "beschikbar", "beschikbaar"),
        ("talloze", "talloos", "talloos"), ("algemene", "algemen", "algemeen"),
    ],
)  # fmt: skip
def test_the_lemma_of_an_adjective(form: str, lemma: str, found: str) -> None:
    assert lemmas.adjective(form, lemma) == found


def test_other_languages_keep_theirs() -> None:
    assert pack("en").word_forms is None
