"""Markdown: which lines are what, and what is only markup."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore.text.markup import blocks, normalise, plain

Shape = tuple[str, str, int, int | None]


def shape(text: str) -> list[Shape]:
    """Blocks as (kind, content, level, number)."""
    return [
        (each.kind, text[each.start : each.end], each.level, each.number) for each in blocks(text)
    ]


def readable(text: str) -> str:
    return plain(text, 0, len(text)).text


# --- normalise ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("e\u0301e\u0301n", "één"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\r\r\nb", "a\n\nb"),
        ("", ""),
    ],
)
def test_text_is_composed_and_has_one_kind_of_line_end(given_: str, expected: str) -> None:
    assert normalise(given_) == expected


@given(st.text(max_size=60))
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once == unicodedata.normalize("NFC", once)
    assert "\r" not in once


# --- blocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Kop", [("heading", "Kop", 1, None)]),
        ("   ###### Diep  ", [("heading", "Diep", 6, None)]),
        ("####### Te diep", [("paragraph", "####### Te diep", 0, None)]),
        ("#geen kop", [("paragraph", "#geen kop", 0, None)]),
        ("1. Een", [("step", "Een", 0, 1)]),
        ("  12) Twaalf", [("step", "Twaalf", 2, 12)]),
        ("\t1. Tab", [("step", "Tab", 4, 1)]),
        ("**3. Vet**", [("step", "Vet**", 0, 3)]),
        ("**3.** Vet", [("step", "Vet", 0, 3)]),
        ("__3)__ Vet", [("step", "Vet", 0, 3)]),
        ("3. **Vet** dan", [("step", "**Vet** dan", 0, 3)]),
        ("Stap 2: klik", [("step", "klik", 0, 2)]),
        ("- **Step 4** - click", [("step", "- click", 0, 4)]),
        ("**Stap 2:** klik", [("step", "klik", 0, 2)]),
        ("stap 10. klik", [("step", "klik", 0, 10)]),
        ("2024. Een jaar", [("paragraph", "2024. Een jaar", 0, None)]),
        ("1.5 uur", [("paragraph", "1.5 uur", 0, None)]),
        ("- bol", [("bullet", "bol", 0, None)]),
        ("    * bol", [("bullet", "bol", 4, None)]),
        ("\t- bol", [("bullet", "bol", 4, None)]),
        ("• bol", [("bullet", "bol", 0, None)]),
        ("– bol", [("bullet", "bol", 0, None)]),
        ("-geen bol", [("paragraph", "-geen bol", 0, None)]),
        ("**Vet** begin", [("paragraph", "**Vet** begin", 0, None)]),
        ("> citaat", [("paragraph", "citaat", 0, None)]),
        ("> 1. stap", [("step", "stap", 0, 1)]),
        ("> [!NOTE] Let op", [("paragraph", "Let op", 0, None)]),
        ("> [!NOTE]", []),
        (">\n> citaat", [("paragraph", "citaat", 0, None)]),
        ("|een cel|", [("cell", "een cel", 0, None)]),
        ("> | een | twee |", [("cell", "een", 0, None), ("cell", "twee", 0, None)]),
        ("---", []),
        ("* * *", []),
        ("- ", []),
        ("-", [("paragraph", "-", 0, None)]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_a_line_is_known_by_its_sign(text: str, expected: list[Shape]) -> None:
    assert shape(text) == expected


def test_a_table_is_its_cells_without_its_rule() -> None:
    text = "| Veld | Uitleg |\n|:--|---:|\n| **Naam** | |\n| a | b | c |"
    assert [row[:2] for row in shape(text)] == [
        ("cell", "Veld"), ("cell", "Uitleg"), ("cell", "**Naam**"),
        ("cell", "a"), ("cell", "b"), ("cell", "c"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["a | b", "|x", "kies A | B | C"])
def test_a_line_with_a_bar_is_not_yet_a_table(text: str) -> None:
    assert shape(text) == [("paragraph", text, 0, None)]


def test_lines_in_a_fence_are_code_until_it_closes() -> None:
    text = "```py\n# geen kop\n\n  1. geen stap\n```\n# Kop\n~~~\nopen"
    assert [row[:2] for row in shape(text)] == [
        ("code", "# geen kop"),
        ("code", "1. geen stap"),
        ("heading", "Kop"),
        ("code", "open"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Een regel\nloopt door", ["Een regel\nloopt door"]),
        ("Een regel\nNieuwe regel", ["Een regel", "Nieuwe regel"]),
        ("Kies een\niPhone", ["Kies een\niPhone"]),
        ("Een regel\n\nnieuw", ["Een regel", "nieuw"]),
        ("1. Een stap\n   loopt door\n2. Twee", ["Een stap\n   loopt door", "Twee"]),
        ("- Een bol\nloopt door", ["Een bol\nloopt door"]),
        ("# Kop\nklein begin", ["Kop", "klein begin"]),
        ("| a | b |\nklein begin", ["a", "b", "klein begin"]),
        ("Een\n---\nklein", ["Een", "klein"]),
        ("Een\n```\nx\n```\nklein", ["Een", "x", "klein"]),
        ("Een\n- bol\nklein\nnog", ["Een", "bol\nklein\nnog"]),
    ],
)
def test_a_line_in_lower_case_continues_the_one_above_it(text: str, expected: list[str]) -> None:
    assert [row[1] for row in shape(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "1. Klik op **Opslaan**.<br>Sluit het venster.<br/>",
            [("step", "Klik op **Opslaan**.", 0, 1), ("paragraph", "Sluit het venster.", 0, None)],
        ),
        (
            "Klik op Ok.<br>sluit het",
            [("paragraph", "Klik op Ok.", 0, None), ("paragraph", "sluit het", 0, None)],
        ),
        ("Klik op<br>opslaan", [("paragraph", "Klik op<br>opslaan", 0, None)]),
        (
            "<ul><li>Kies een map.</li><li class='x'>klik op Ok</li></ul>",
            [("paragraph", "Kies een map.", 0, None), ("paragraph", "klik op Ok", 0, None)],
        ),
        (
            "| Maand<br>Jaar | 10 |",
            [("cell", "Maand", 0, None), ("cell", "Jaar", 0, None), ("cell", "10", 0, None)],
        ),
        ("<b>vet</b> x<sup>2</sup>", [("paragraph", "<b>vet</b> x<sup>2</sup>", 0, None)]),
        ("```\n<p>a</p>\n```", [("code", "<p>a</p>", 0, None)]),
        ("a < b<br", [("paragraph", "a < b<br", 0, None)]),
    ],
)  # fmt: skip
def test_what_html_shows_as_a_line_is_one(text: str, expected: list[Shape]) -> None:
    assert shape(text) == expected


def test_a_continued_step_keeps_its_number_and_level() -> None:
    assert shape("  7. Een stap\n  loopt door") == [("step", "Een stap\n  loopt door", 2, 7)]


# --- plain ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**Vet** en *cursief* en ***beide***", "Vet en cursief en beide"),
        ("__Vet__ en _cursief_, snake_case_naam", "Vet en cursief, snake_case_naam"),
        ("`code` en ~~weg~~", "code en weg"),
        ("[link](https://x.nl/a?b=c) erna", "link erna"),
        ("[pagina](help.md), [top](#top), [mail](mailto:a@b.nl)", "pagina, top, mail"),
        ("zie [1] en (dit)", "zie [1] en (dit)"),
        ("![plaatje](a.png)Tekst", "Tekst"),
        ("<b>vet</b><br/>regel", "vetregel"),
        ("5 < 6 > 4", "5 < 6 > 4"),
        ("a <b> b \u200b c", "a b c"),
        ("<b> a", "a"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        (r"\*ster\* en \_streep\_, \`tik\`", "*ster* en _streep_, `tik`"),
        (r"C:\Users\naam", r"C:\Users\naam"),
        ("a\u200bb\u00adc\u202ed", "abcd"),
        ("a  \t b\n\n c", "a b c"),
        ("  voor en na ", "voor en na "),
        ("", ""),
        ("Dat staat er.[^1]\n[^1]: Een noot.", "Dat staat er. Een noot."),
        ("Druk op [^].", "Druk op [^]."),
    ],
)
def test_markup_is_dropped_and_space_is_folded(text: str, expected: str) -> None:
    assert readable(text) == expected


def test_only_the_asked_part_is_read() -> None:
    text = "**Een** *twee* drie"
    found = plain(text, 8, 14)
    assert (found.text, found.offsets) == ("twee", (9, 10, 11, 12))


def test_offsets_lead_back_to_the_text() -> None:
    found = plain("a **b**\n\nc", 0, 10)
    assert (found.text, found.offsets) == ("a b c", (0, 1, 4, 7, 9))


# --- properties -----------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["#", "# ", "1. ", "2) ", "- ", "* ", "**", "_", "`", "```", "|", "|---|", "> ", "[a](b.md)",
     "![x](y.png)", "<b>", "</b>", "\\*", "\n", "\n\n", " ", "\t", "  ", "Woord", "woord", "é",
     "\u200b", "Stap 3:", "---", ".", "?", "🙂", "http://x.nl", "(", ")", "[", "]", "~~"]
)  # fmt: skip
MARKDOWN = st.lists(PIECES, max_size=30).map("".join).map(normalise)


@given(MARKDOWN)
def test_blocks_are_ordered_and_never_overlap(text: str) -> None:
    end = 0
    for block in blocks(text):
        assert end <= block.start < block.end <= len(text)
        content = text[block.start : block.end]
        assert content == content.strip()
        assert (block.number is not None) is (block.kind == "step")
        end = block.end


@given(MARKDOWN)
def test_no_letter_is_lost_between_the_blocks(text: str) -> None:
    covered = "".join(text[each.start : each.end] for each in blocks(text))
    for word in ("Woord", "woord", "é"):
        outside = text.count(word) - covered.count(word)
        assert outside == 0 or "```" in text or ">" in text


@given(MARKDOWN)
def test_every_readable_character_comes_from_its_offset(text: str) -> None:
    for block in blocks(text) or ():
        found = plain(text, block.start, block.end)
        assert len(found.text) == len(found.offsets)
        assert list(found.offsets) == sorted(set(found.offsets))
        for char, offset in zip(found.text, found.offsets, strict=True):
            assert block.start <= offset < block.end
            assert text[offset] == char or (char == " " and text[offset].isspace())
        assert "  " not in found.text
        assert "\n" not in found.text


@given(MARKDOWN)
def test_reading_is_deterministic(text: str) -> None:
    assert blocks(text) == blocks(text)
    assert plain(text, 0, len(text)) == plain(text, 0, len(text))
