"""The text of a PDF: words made whole, page numbers and repeated lines left out, nothing lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.retrieve.pdf_text import joined, whole_words

PAGES = [
    "Voorbeeld BV\nHoofdstuk 1\nEen abonnement stopt u in uw account.\nPagina 1 van 3",
    "Voorbeeld BV\nHoofdstuk 2\nU vindt uw facturen\nPagina 2 van 3",
    "Voorbeeld BV\nonder Betalingen.\nKlik op 10 of 12.\nPagina 3 van 3",
]


def test_page_numbers_go_and_a_repeated_line_is_kept_once() -> None:
    assert joined(PAGES) == (
        "Voorbeeld BV\nHoofdstuk 1\nEen abonnement stopt u in uw account.\n\n"
        "Hoofdstuk 2\nU vindt uw facturen\nonder Betalingen.\nKlik op 10 of 12."
    )


def test_two_pages_keep_all_of_their_lines() -> None:
    """Two lines that are alike may be text; three are the layout."""
    assert joined(PAGES[:2]).count("Voorbeeld BV") == 2
    assert "Pagina 2 van 3" in joined(PAGES[:2])


def test_a_step_that_ends_every_page_is_no_footer() -> None:
    pages = [f"Scherm {name}\nTekst {name}.\n3. Klik op Opslaan.\n- {at} -"
             for at, name in enumerate("abc", 1)]  # fmt: skip
    text = joined(pages)
    assert text.count("3. Klik op Opslaan.") == 3
    assert "- 2 -" not in text


def test_prices_and_steps_that_count_with_the_pages_are_kept() -> None:
    text = joined([f"Stap {at}\nHet kost {at} euro.\nDat is alles over {at}.\nKlaar, deel {name}."
                   for at, name in enumerate("abc", 1)])  # fmt: skip
    for at in (1, 2, 3):
        assert f"Stap {at}\n" in text
        assert f"Het kost {at} euro." in text


DUTCH = "De klant vindt de gegevens van het abonnement in het overzicht van de instellingen.\n"


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("U kunt opzeg-\ngen in uw account.", "opzeggen in"),
        ("Kies Abonne-\nmenten.", "Kies Abonnementen."),
        ("Dit geldt voor in-\nen uitvoer.", "in- en uitvoer"),
        ("Ook e-mail-\nadressen.", "Ook e-mailadressen."),
        ("Dat is over-\nal zo.", "overal"),
        ("Zie https://a.nl/op-\nzeggen nu.", "https://a.nl/op-\nzeggen"),
        ("Van 2024-\n2025 geldt.", "2024-\n2025"),
        ("De Noord-\nHollandse weg.", "Noord-\nHollandse"),
        ("Het web-adres is een web-\nadres.", "een web-adres."),
    ],
)
def test_a_word_that_was_cut_is_made_whole(cut: str, whole: str) -> None:
    assert whole in whole_words(DUTCH + cut)


def test_a_long_text_is_made_whole_in_seconds() -> None:
    start = time.perf_counter()
    text = whole_words((DUTCH + "U kunt opzeg-\ngen in uw account.\n") * 20_000)
    assert text.count("opzeggen") == 20_000
    assert time.perf_counter() - start < 10.0


def test_soft_hyphens_are_no_signs() -> None:
    assert joined(["op\N{SOFT HYPHEN}\nzeggen en op\N{SOFT HYPHEN}slaan"]) == "opzeggen en opslaan"


LINES = st.sampled_from(["ab", "cd", "ef", "Gh", "1", "2", "3"])


@given(st.lists(st.lists(LINES, max_size=5), max_size=6))
def test_no_line_with_a_letter_is_lost(pages: list[list[str]]) -> None:
    lines = {line for page in pages for line in page}
    text = joined(["\n".join(page) for page in pages])
    assert {line for line in lines if line.isalpha()} <= set(text.split("\n"))
