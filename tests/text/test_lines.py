"""Lines broken where no writer breaks them. Hand-worked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore import language, profile
from truthscore.text import lines
from truthscore.text.component_lists import rules_for
from truthscore.text.lines import joined, lacks_signs, parted

SMALL = frozenset({"de", "het", "dat", "u", "is"})
READING = profile.load("grounded").reading


def read(text: str, lang: str = "nl") -> str:
    rules = rules_for(language.load(lang), profile.load("grounded"))
    return joined(text, rules.hanging, rules.small_words)


@pytest.mark.parametrize(
    ("lang", "text", "whole"),
    [
        ("nl", "- Een periode kan\n- worden gewijzigd.", "- Een periode kan   worden gewijzigd."),
        ("nl", "Klik op de\nknop.", "Klik op de knop."),
        ("nl", "1. Ga naar en klik op\n2. **Boeken**.", "1. Ga naar en klik op    **Boeken**."),
        ("nl", "Klik op **Direct\n- boeken** en wacht.", "Klik op **Direct   boeken** en wacht."),
        ("en", "Open **A\nB** and **C\nD**.", "Open **A B** and **C D**."),
        ("nl", "De\nperiode\nis\ndicht", "De periode is dicht"),
        (
            "en",
            "- It is so. Open\n- the tab and wait\n- for it. Then you\n- may close",
            "- It is so. Open   the tab and wait   for it. Then you   may close",
        ),
        (
            "en",
            "- not that I know\n- the game. but I\n- do know the rest.",
            "- not that I know   the game. but I   do know the rest.",
        ),
        ("en", "- Open the 'Order\n- Totals' page.", "- Open the 'Order   Totals' page."),
        (
            "en",
            "- You can choose up\n- to five codes.\n- This does not\n- need any licence.",
            "- You can choose up   to five codes.   This does not   need any licence.",
        ),
        # a text that runs on through lines or the cells of a table
        (
            "en",
            "You can choose\n\nup to five codes. This\n\ndoes not need\n\nany licence.",
            "You can choose  up to five codes. This  does not need  any licence.",
        ),
        (
            "en",
            "| You can choose | up to five codes. This |\n| --- | --- |\n"
            "| does not need | any licence. |",
            "| You can choose   up to five codes. This"
            "                   does not need   any licence. |",
        ),
        ("en", "The period is\nclosed", "The period is closed"),
        # items of the text itself stay items
        (
            "en",
            "The\nperiod\nis\nclosed.\n-\nOpen\nthe\ntab.",
            "The period is closed.\n- Open the tab.",
        ),
        (
            "en",
            "- It is so. - Open\n- the tab and wait\n- for it. Then you\n- may close",
            "- It is so.\n- Open   the tab and wait   for it. Then you   may close",
        ),
    ],
)
def test_a_sentence_over_several_lines_is_one(lang: str, text: str, whole: str) -> None:
    assert read(text, lang) == whole


@pytest.mark.parametrize(
    "text",
    [
        "Vul in:\n- Naam\n- Adres\n- Woonplaats",
        # an abbreviation and a colon end no sentence of a text that runs on
        "- Max. bestelaantal\n- Min. bestelaantal\n- Vaste lotgrootte",
        "| Veld | Tabel | Nr. |\n|---|---|---|\n| Doc. nr. | Regel: nr. | 3. Regel |",
        "- Lengte: 2 mm\n- Breedte: 1 mm\n- Staart: aanwezig",
        "Naam\nAdres\nPostcode\nWoonplaats",
        "De\nperiode\nis",  # three lines only
        "**Let op**\n- **Boeken** kan niet.",
        "Klik op de\n\nknop.",
        "De\n- Naam",  # one word alone is a label
        "Sla het op.\nKlik dan op **OK**.",
        "Eén regel",
        "- Naam. Kort.\n- Adres. Lang.\n- Plaats. Ja.\n- Land. Nee.",
        "- it's one\n- it's two",
        "- Een factuur\n- een order\n- een creditnota\n- Een offerte",
        "- Een factuur\n- een order.\n- Een offerte.\n- Een creditnota.",
        "",
    ],
)
def test_other_lines_stay(text: str) -> None:
    assert read(text) == text


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("woord " * 40, True),
        ("Woord " + "woord " * 38, False),
        ("woord " * 39 + ", woord", False),
        ("Woord " + "woord " * 38 + "\nwoord", False),
        ("Kort. " + "woord " * 40, True),
        ("", False),
        # neither a sign nor a capital, in whatever lines
        ("woord woord woord woord woord\n" * 5, True),
        ("woord woord woord woord woord\n" * 4, False),
        ("woord woord woord woord woord\n" * 5 + "Woord", False),
        ("woord woord woord woord woord\n" * 5 + "woord: woord", False),
        # hyphens or underscores for spaces; but addresses, files and long words
        ("it's-very-funny-though", True),
        ("it's_very_funny_though", True),
        ("Goedemorgen,-dat-stelt-u-zo-in:\n1.-Zoek-naar-**Rapporten**-en-kies-er-een.", True),
        ("https://example.org/how-to-do-it-well-in-three-steps", False),
        ("export-van-alle-klanten.csv", False),
        ("Arbeidsongeschiktheidsverzekering", False),
        ("Open btw-aangifteprogramma-instellingen-venster.", False),
        # a sentence begins among words without a sign
        ("Ik help u graag Dat kan niet meer De factuur staat vast", True),
        ("Om dat te voorkomen worden alle taken uitgevoerd U kunt ze niet bekijken", True),
        ("Ik help u graag Dat kan niet meer De factuur staat vast.", False),
        ("Dat kan niet meer De factuur staat vast", False),
        ("U leest het elke week in de krant van zaterdag of in Het Parool", False),
        ("Hallo,\n" + "Ik help u graag Dat kan niet meer " + "woord " * 17 + "woord", True),
        ("Hallo,\n" + "Ik help u graag Dat kan niet meer " + "woord " * 16, False),
    ],
)
def test_a_stretch_without_signs(text: str, lacking: bool) -> None:
    assert lacks_signs(text, SMALL, READING) is lacking


@given(st.text(alphabet="ab de\n-*1.", max_size=80))
def test_every_character_stays_in_its_place(text: str) -> None:
    whole = read(text)
    assert len(whole) == len(text)
    assert all(
        new == old or (new == " " and old in "\n\t -*+1.")
        for old, new in zip(text, whole, strict=True)
    )


WORDS = st.lists(
    st.sampled_from(["de", "D", "é9", "B's", "-", ",", ".", " ", "  ", "\n"]), max_size=200
)


@given(WORDS.map(" ".join), st.integers(0, 8))
def test_what_is_looked_at_no_further_tells_the_same(text: str, words: int) -> None:
    line = text.replace("\n", " ")
    assert lines._has_at_most(words, line) == (len(lines._WORD.findall(line)) <= words)
    stretches = [lines._WORD.findall(stretch) for stretch in lines._STRETCH.findall(text)]
    long = any(len(each) >= READING.unsigned for each in stretches)
    bare = not any(each.isupper() or each in ".," for each in text)
    assert lacks_signs(text, frozenset(), READING) == (
        long or (bare and len(lines._WORD.findall(text)) >= READING.bare)
    )


def test_forty_words_of_a_letter_each_lack_a_sign() -> None:
    assert lacks_signs("A " + " ".join("a" * 39), SMALL, READING)
    assert not lacks_signs("A " + " ".join("a" * 38), SMALL, READING)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("unsigned", "A " + " ".join("a" * 39)),
        ("bare", "woord woord woord woord woord\n" * 5),
        ("run_on", "Ik help u graag Dat kan niet meer De factuur staat vast"),
    ],
)
def test_the_profile_says_how_many_words_lack_a_sign(key: str, text: str) -> None:
    assert lacks_signs(text, SMALL, READING)
    assert not lacks_signs(text, SMALL, READING.model_copy(update={key: 99}))


PAGE = "# Een status weergeven in **Beheer**\n\n- Een taak opnieuw starten\n\nDe taak wacht even.\n"
PAGE += "Een taak die wacht kunt u in het menu opnieuw starten. Dat duurt even.\n"
LONG = "Titel: De bron, soort: film, jaar: 2009, gemiddeld: 8,8 van de 10 punten in totaal"
PAGE += f"\n{LONG}\n"


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        (
            "Een status weergeven in **Beheer** Ja, dat kan.",
            "Een status weergeven in **Beheer**\nJa, dat kan.",
        ),
        (
            "## Een taak opnieuw starten Dat kan. Een taak opnieuw starten Nee.",
            "## Een taak opnieuw starten\nDat kan. Een taak opnieuw starten\nNee.",
        ),
        # behind a long one whatever follows
        (f"{LONG} ik vind het goed.", f"{LONG}\nik vind het goed."),
        # and behind a sentence of the page, of which the answer makes a part of another
        (
            "Dan geldt: een taak die wacht kunt u in het menu opnieuw starten, en dat is gratis.",
            "Dan geldt: een taak die wacht kunt u in het menu opnieuw starten,\nen dat is gratis.",
        ),
        (
            "Een taak die wacht kunt u in het menu opnieuw starten; dat kost niets.",
            "Een taak die wacht kunt u in het menu opnieuw starten;\ndat kost niets.",
        ),
    ],
)
def test_a_heading_of_a_page_is_a_line_of_its_own(text: str, apart: str) -> None:
    assert parted(text, [PAGE]) == apart


@pytest.mark.parametrize(
    "text",
    [
        "Een taak opnieuw starten kan.",  # the sentence goes on
        "Een taak opnieuw starten: Dat kan.",
        "De taak wacht even. Dat kan.",  # ends by itself
        "Een andere taak starten Dat kan.",
        "Een taak die wacht kunt u in het menu opnieuw starten. Dat kost niets.",
        "Een taak die wacht kunt u in het menu opnieuw starten",
        "",
    ],
)
def test_what_is_no_heading_stays(text: str) -> None:
    assert parted(text, [PAGE]) == text
