"""The perturbation suite on a small made-up help centre: no shared data, no scorer."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from replication.perturb import grammar, paraphrases
from replication.perturb.build import Row, build
from replication.perturb.faults import FAULTS, PLANTED_ONLY, SLOTS, flips
from replication.perturb.pages import clean, sections_of, statements
from replication.perturb.run import sampled

PER_FAULT, PER_PARAPHRASE = 6, 3
THINGS = {
    "nl": [
        ("fiets", "Fietsen", "Framenummer", "Remtype"),
        ("boot", "Boten", "Rompnummer", "Zeilsoort"),
        ("auto", "Autokaarten", "Kenteken", "Brandstof"),
        ("kast", "Kastenlijst", "Volgcode", "Houtsoort"),
        ("tent", "Tentenoverzicht", "Artikelcode", "Doeksoort"),
        ("lamp", "Lampen", "Lichtcode", "Fitting"),
    ],
    "en": [
        ("bicycle", "Bicycles", "Frame Number", "Brake Type"),
        ("boat", "Boats", "Hull Number", "Sail Kind"),
        ("car", "Car Cards", "License Plate", "Fuel"),
        ("cabinet", "Cabinets", "Sequence Code", "Wood Species"),
        ("tent", "Tent Overview", "Article Code", "Cloth Kind"),
        ("lamp", "Lamps", "Light Code", "Socket"),
    ],
}
TEXT = {
    "nl": """# Een {thing} registreren

Een {thing} is een voorwerp dat in het magazijn van de winkel staat. De kaart van elke {thing} wordt automatisch bijgewerkt. U kunt de kaart van een {thing} op elk moment bekijken. Het beheer van elke {thing} wordt gedaan door de winkel in het dorp.

## Een nieuwe {thing} toevoegen

1. Kies het (Lampje dat de functie Vertel me opent), voer **{page}** in en kies vervolgens de gerelateerde koppeling.
2. Kies op de pagina **{page}** de actie **Nieuw{thing}**.
3. Vul in het veld **{field}** het nummer van het voorwerp in.
4. Selecteer in het veld **{other}** de optie die op het voorwerp staat.
5. Kies de knop **Opslaan**.

> [!NOTE]
> Een notitie die nooit in een antwoord komt.

|Veld|Betekenis|
|----|---------|
|**{field}**|Het nummer.|

## Regels voor een {thing}

Als de {thing} is verkocht, kunt u de gegevens van het voorwerp niet wijzigen. U kunt de gegevens van deze klant naar een bestand exporteren. De {thing} blijft 45 dagen in het archief van de winkel staan. De kaart van de klant is verplicht bij iedere verkoop in de winkel.

## Zie ook

Iets anders
""",  # noqa: E501
    "en": """# Register a {thing}

A {thing} is an object that stands in the warehouse of the shop. The card of each {thing} is automatically updated. You can view the card of a {thing} at any moment. The management of each {thing} is done by the shop in the village.

## Add a new {thing}

1. Choose the (Lightbulb that opens the Tell Me feature) icon, enter **{page}**, and then choose the related link.
2. On the **{page}** page, choose the **New {field}** action.
3. In the **{field}** field, enter the number of the object.
4. In the **{other}** field, select the option that is printed on the object.
5. Choose the **Save** button.

> [!NOTE]
> A note that never becomes part of an answer.

|Field|Meaning|
|-----|-------|
|**{field}**|The number.|

## Rules for a {thing}

If the {thing} has been sold, you cannot change the details of the object. You can export the data of this customer to a file in the folder. The {thing} stays in the archive of the shop for 45 days. The card of the customer is required for every sale in the shop.

## See also

Something else
""",  # noqa: E501
}


def page(lang: str, place: int) -> dict[str, str]:
    thing, name, field, other = THINGS[lang][place]
    text = TEXT[lang].format(thing=thing, page=name, field=field, other=other)
    title = text.splitlines()[0].removeprefix("# ")
    return {"id": f"shop_{lang}:{thing}", "title": title, "text": text, "lang": lang}


@cache
def suite(seed: int = 0) -> tuple[Row, ...]:
    pages = {lang: [page(lang, place) for place in range(6)] for lang in ("nl", "en")}
    return tuple(build(pages, seed=seed, per_fault=PER_FAULT, per_paraphrase=PER_PARAPHRASE))


def changed() -> list[tuple[Row, Row]]:
    """Faulty rows with their twins."""
    by_id = {row["id"]: row for row in suite()}
    return [
        (row, by_id[row["meta"]["base_id"]])
        for row in suite()
        if row["meta"]["group"] in ("fault", "omission")
    ]


def test_the_same_seed_gives_the_same_bytes() -> None:
    first = json.dumps(suite())
    suite.cache_clear()
    assert json.dumps(suite()) == first
    assert json.dumps(suite(1)) != first


def test_a_faulty_answer_differs_from_its_twin_only_in_the_planted_place() -> None:
    assert changed()
    for row, twin in changed():
        meta = row["meta"]
        at = meta["edit_at"]
        assert twin["answer"][at : at + len(meta["original"])] == meta["original"]
        rest = twin["answer"][at + len(meta["original"]) :]
        assert row["answer"] == twin["answer"][:at] + meta["replaced"] + rest
        assert row["answer"] != twin["answer"]
        assert row["context"] == twin["context"]
        assert row["question"] == twin["question"]


def test_spans_slice_to_what_was_planted() -> None:
    for row, _ in changed():
        meta = row["meta"]
        if meta["fault_span"] is None:
            start, end = meta["anchor_span"]
            assert meta["kind"] in ("missing_step", "dropped_condition")
            assert 0 <= start < end <= len(row["answer"])
        else:
            start, end = meta["fault_span"]
            assert row["answer"][start:end] == meta["replaced"]
            assert meta["replaced"]


def test_every_fault_that_can_be_planted_has_its_rows() -> None:
    counts = Counter((row["lang"], row["meta"]["kind"]) for row, _ in changed())
    for lang in ("nl", "en"):
        for kind in SLOTS:
            assert counts[lang, kind] == PER_FAULT, (lang, kind)
        for kind in ("wrong_label", "invented_step", "swapped_steps", "missing_step"):
            assert counts[lang, kind] > 0, (lang, kind)
    assert {kind for _, kind in counts} <= set(FAULTS)


def test_planted_facts_stand_in_the_context_and_their_faults_do_not() -> None:
    for row, twin in changed():
        meta = row["meta"]
        if meta["kind"] not in PLANTED_ONLY:
            continue
        context = " ".join(each["text"] for each in row["context"])
        assert meta["planted"]
        assert meta["original"] in context
        assert meta["original"] in twin["answer"]
        if meta["kind"] == "wrong_date":
            assert meta["replaced"] not in context


def test_a_wrong_label_is_nowhere_in_the_context() -> None:
    rows = [row for row, _ in changed() if row["meta"]["kind"] == "wrong_label"]
    for row in rows:
        context = " ".join(each["title"] + each["text"] for each in row["context"]).casefold()
        assert row["meta"]["original"].casefold() in context
        assert row["meta"]["replaced"].casefold() not in context


def test_paraphrases_have_a_twin_with_other_words() -> None:
    by_id = {row["id"]: row for row in suite()}
    rows = [row for row in suite() if row["meta"]["group"] == "paraphrase"]
    assert {row["meta"]["kind"] for row in rows} <= set(paraphrases.KINDS)
    assert {"synonym", "number_notation", "rewording"} <= {row["meta"]["kind"] for row in rows}
    for row in rows:
        assert row["answer"] != by_id[row["meta"]["base_id"]]["answer"]
        assert row["context"] == by_id[row["meta"]["base_id"]]["context"]


def test_a_sample_keeps_twins_and_shares_out_the_faults() -> None:
    some = sampled(suite(), 60)
    ids = {row["id"] for row in some}
    faulty = [row for row in some if row["meta"]["group"] in ("fault", "omission")]
    assert all(row["meta"]["base_id"] in ids for row in some)
    assert max(Counter((row["lang"], row["meta"]["kind"]) for row in faulty).values()) == 2


def test_notes_tables_and_link_lists_are_not_said() -> None:
    said = [
        sentence
        for section in sections_of(page("nl", 0), "nl")
        for sentence in [*section.steps, *(each for run in section.runs for each in run)]
    ]
    assert len(said) == 13
    assert not any("notitie" in each or "|" in each or "Iets" in each for each in said)
    assert any("het pictogram Vertel me, voer **Fietsen** in" in each for each in said)


@pytest.mark.parametrize(
    ("lang", "sentence", "flipped"),
    [
        ("nl", "U kunt de kaart van de fiets verwijderen.",
         "U kunt de kaart van de fiets niet verwijderen."),
        ("nl", "De kaart kan niet worden gewijzigd.", "De kaart kan worden gewijzigd."),
        ("nl", "Het veld is verplicht.", "Het veld is niet verplicht."),
        ("en", "You can delete the card.", "You cannot delete the card."),
        ("en", "The card cannot be changed.", "The card can be changed."),
        ("en", "The field isn't required.", "The field is required."),
    ],
)  # fmt: skip
def test_a_sentence_is_reversed(lang: str, sentence: str, flipped: str) -> None:
    made = [sentence[:a] + put + sentence[b:] for a, b, put in flips(sentence, grammar.load(lang))]
    assert flipped in made


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("nl", "Niet alle velden zijn zichtbaar."),
        ("nl", "De toegang wordt geblokkeerd of toegestaan."),
        ("nl", "U kunt de order alleen verwijderen."),
        ("en", "Not all fields are visible."),
        ("en", "You can only delete the card."),
        ("en", "If the field is empty, the card is not created."),
    ],
)
def test_a_sentence_that_might_not_reverse_is_left_alone(lang: str, sentence: str) -> None:
    assert flips(sentence, grammar.load(lang)) == []


@pytest.mark.parametrize("lang", ["nl", "en"])
def test_every_fact_fills_its_slots(lang: str) -> None:
    loaded = grammar.load(lang)
    for entry in loaded["fact"]:
        for text in (entry["source"], *entry["answers"]):
            slots = set(grammar.SLOT.findall(text))
            kinds = {SLOTS.get(kind) for kind in entry["kinds"]} - {None}
            own: set[Any] = set(grammar.SLOT.findall(entry["answers"][0]))
            assert kinds <= own, entry
            assert slots <= {"d", "e", *entry}, entry


def test_text_is_cleaned() -> None:
    runs, steps = statements(
        "Kijk op https://x.y naar de velden van de lijst.\n\n`code` is hier.", "nl"
    )
    assert (runs, steps) == ((), ())
    assert clean("Kies *Meer* (bijvoorbeeld dit) en **Los **.", "nl") == "Kies Meer en **Los**."
