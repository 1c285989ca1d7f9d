"""What a text says a field is set to, and the tabs that it names."""

from __future__ import annotations

import pytest

from truthscore import language
from truthscore.text.choices import choices, marked, picked, tabs


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("nl", "Kies in het veld **Soort** de waarde **Artikel**.", [("soort", "artikel")]),
        ("nl", "Zet **Ritme** op **Wekelijks**.", [("ritme", "wekelijks")]),
        ("nl", "Kies **Artikel** in het veld **Soort**.", [("soort", "artikel")]),
        ("nl", "Klik bij **Factuur** op **Boeken**.", []),
        ("nl", "Vul het veld **Nr.** in en kies **OK**.", []),
        ("nl", "Zet **Meldingen** op **Aan**.", []),
        ("en", "In the **Type** field, choose **Item**.", [("type", "item")]),
        ("en", "Set **Type** to **Item**.", [("type", "item")]),
        ("en", "choose **Item** in the **Type** field", [("type", "item")]),
        ("en", "In the **Name** field, enter a name and choose **OK**.", []),
        ("en", "Nothing is marked here.", []),
    ],
)  # fmt: skip
def test_choices(lang: str, text: str, found: list[tuple[str, str]]) -> None:
    told = list(choices(text, language.load(lang)))
    assert [(each.field, each.value) for each in told] == found
    for each in told:
        assert text[each.start : each.end].lower() == each.value


def test_what_may_be_chosen_in_a_field() -> None:
    text = "In the **Type** field, choose **Item**, or select **Service**."
    start = text.index("** field")
    spans = picked(text, start, len(text), "type", language.load("en"))
    assert {text[first:last] for first, last in spans} == {"Item", "Service"}


@pytest.mark.parametrize(
    ("lang", "text", "names"),
    [
        ("nl", "Het tabblad **Effecten** of **Algemeen**-tabblad.", ["effecten", "algemeen"]),
        ("en", "On the **General** FastTab, fill in **No.**", ["general"]),
    ],
)  # fmt: skip
def test_tabs(lang: str, text: str, names: list[str]) -> None:
    assert [each.name for each in tabs(text, language.load(lang))] == names


def test_names_between_marks() -> None:
    assert [each.name for each in marked('Choose **Save as** or "Print".')] == ["save as", "print"]
