from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.translate.protect import codes, labels, numbers, pieces, protect, rejoin, restore
from truthscore.translate.sentences import sentences, short

SENTENCES = [
    "Klik op **Opslaan** en kies “Alle regels”.",
    "Kies **Extra** > **Opties** (of druk op Ctrl+Shift+K).",
    "Fout LN-2041: het bedrag is € 1.250,00, dat is 12,5% te veel.",
    "Zie [Verlof aanvragen](verlof.md) of https://help.example/a?b=1.",
    "Typ `SELECT 1` in het veld 'Zoekregel' en druk op F5.",
    "Zet {naam} in de 3e kolom; ERR_NO_KEY verdwijnt.",
    "Open het tabblad „Werkhervatting” vóór 1 maart 2026.",
]


def as_is(label: str) -> str:
    return label


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_not_translated_comes_back_to_the_letter(sentence: str) -> None:
    protected = protect(sentence)
    assert restore(protected.text, protected, as_is) == sentence


def test_labels_are_sent_by_themselves_and_numbers_not_at_all() -> None:
    protected = protect("Klik op **Opslaan** en wacht 10 minuten op code LN-2041.")
    assert protected.text == "Klik op {1} en wacht {2} minuten op code {3}."
    assert [(kept.open, kept.inner, kept.close) for kept in protected.kept] == [
        ("**", "Opslaan", "**"),
        ("10", "", ""),
        ("LN-2041", "", ""),
    ]
    made = restore(
        "Click {1} and wait {2} minutes for code {3}.", protected, {"Opslaan": "Save"}.get
    )
    assert made == "Click **Save** and wait 10 minutes for code LN-2041."


@pytest.mark.parametrize(
    ("answered", "expected"),
    [
        ("Click { 1 } , then { 2} .", "Click **Save**, then “OK”."),
        ("Click{1},then{2}.", "Click **Save**,then “OK”."),
        ("{2}: first click {1}", "“OK”: first click **Save**"),
    ],
)
def test_moved_spaces_are_put_right(answered: str, expected: str) -> None:
    protected = protect("Klik op **Save**, dan “OK”.")
    assert restore(answered, protected, as_is) == expected


@pytest.mark.parametrize("answered", ["Click {1}.", "Click {1} {1} {2}.", "Click {1} {2} {3}."])
def test_a_lost_or_doubled_placeholder_is_seen(answered: str) -> None:
    assert restore(answered, protect("Klik op **A** en **B**."), as_is) is None


def test_pieces_translate_between_what_is_kept() -> None:
    protected = protect("Klik op **A** en dan op **B**.")
    assert pieces(protected) == ["Klik op", "en dan op"]
    made = rejoin(protected, {"Klik op": "Click", "en dan op": "and then"}.__getitem__)
    assert made == "Click {1} and then {2}."


@given(st.text(alphabet="ab .,*_\"'`“”[](){}<>1€%-/+A", max_size=80))
def test_any_text_is_restored(text: str) -> None:
    protected = protect(text)
    assert restore(protected.text, protected, as_is) == text


@given(st.sampled_from(SENTENCES), st.randoms(use_true_random=False))
def test_a_provider_that_moves_spaces_loses_no_number_label_or_code(
    sentence: str, chance: random.Random
) -> None:
    protected = protect(sentence)
    respaced = "".join(
        sign if sign not in "{}" else sign + " " * chance.randint(0, 1) for sign in protected.text
    )
    made = restore(respaced, protected, as_is)
    assert made is not None
    assert numbers(made) == numbers(sentence)
    assert codes(made) == codes(sentence)
    assert labels(made) == labels(sentence)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eerste zin. Tweede zin!", ["Eerste zin.", "Tweede zin!"]),
        ("Volgens o.a. De Vries en dhr. Jansen klopt het.", None),
        ("Zie art. 5 en J. Smit.", None),
        ("Kies “Weg. Ermee” en stop. Klaar.", ["Kies “Weg. Ermee” en stop.", "Klaar."]),
        ("1. Open A. Dan B.\n2. Klik op C.", ["Open A. Dan B.", "Klik op C."]),
        ("| Naam | Bedrag |\n|---|---|\n| Jan | 10 |", ["Naam", "Bedrag", "Jan"]),
        ("```\nSELECT alles\n```\n\n12,50", []),
    ],
)
def test_sentences(text: str, expected: list[str] | None) -> None:
    found = [each.text for each in sentences(text)]
    assert found == ([text] if expected is None else expected)


@given(st.text(alphabet="ab, ;x", max_size=60), st.integers(1, 12))
def test_short_parts_fit_and_lose_no_letter(text: str, size: int) -> None:
    parts = short(text, lambda part: len(part) <= size)
    assert all(len(part) <= size for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())
