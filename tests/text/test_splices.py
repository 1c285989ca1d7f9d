"""Sentences that another sign than a full stop sets behind each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.splices import unspliced

SMALL = {"de", "het", "the", "if"}


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        (
            "U boekt de factuur in de lijst, De klant krijgt dan geen bericht.",
            "U boekt de factuur in de lijst,\nDe klant krijgt dan geen bericht.",
        ),
        (
            "You post the bill there; The customer gets no message... If not, ask the helpdesk.",
            "You post the bill there;\nThe customer gets no message...\nIf not, ask the helpdesk.",
        ),
        (
            "Kies de actie. — nee dat kan daar niet meer",  # behind a full stop whatever follows
            "Kies de actie. — nee dat kan daar niet meer",  # but three words are no sentence
        ),
        (
            "U kiest de actie Boeken. — nee dat kan daar niet",
            "U kiest de actie Boeken. —\nnee dat kan daar niet",
        ),
        (
            "U boekt de factuur daar | de klant krijgt geen bericht ✅ u kunt hem ook mailen",
            "U boekt de factuur daar |\nde klant krijgt geen bericht ✅\nu kunt hem ook mailen",
        ),
        (
            "**De klant krijgt geen bericht:** u boekt de factuur daar",
            "**De klant krijgt geen bericht:**\nu boekt de factuur daar",
        ),
    ],
)
def test_a_sentence_behind_another_sign_is_a_line(text: str, apart: str) -> None:
    assert unspliced(text, SMALL) == apart


@pytest.mark.parametrize(
    "text",
    [
        "Kies **Verkoop**, Facturen en klik daarna op Boeken.",  # a name
        "Ja, De klant krijgt bericht.",  # one word before it
        "U boekt de factuur in de lijst; de klant krijgt dan geen bericht.",  # people write so
        "De lijst — die u net hebt gemaakt — staat in het menu.",
        "| U boekt de factuur daar, De klant krijgt geen bericht |",
        "Klik op **Boeken:** de klant krijgt dan een bericht.",  # two words in front of it
        "U boekt de factuur daar ✅ meteen",
        "",
    ],
)
def test_what_goes_on_stays_on_its_line(text: str) -> None:
    assert unspliced(text, SMALL) == text


@given(st.text(alphabet="De klant,;.…—-\n|`", max_size=120))
def test_only_spaces_become_line_ends(text: str) -> None:
    made = unspliced(text, SMALL)
    assert len(made) == len(text)
    changed = {(a, b) for a, b in zip(text, made, strict=True) if a != b}
    assert changed <= {(" ", "\n")}
