"""Rows of tables and items of lists: what tells of a thing of its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.builders import read
from truthscore.text.model import ParsedText
from truthscore.text.rows import Row, kind_at, rows

TABLE = "| Soort | Prijs |\n|---|---|\n| Basis | 4 euro |\n| Plus | 9 euro |\n"


def words(parsed: ParsedText, tokens: range | None) -> str:
    return "" if tokens is None else " ".join(parsed.lowers[tokens.start : tokens.stop])


def shown(parsed: ParsedText, row: Row) -> tuple[str, str]:
    return words(parsed, row.label), words(parsed, row.tokens)


def test_a_row_of_a_table_has_its_first_cell_for_a_label() -> None:
    parsed = read(TABLE)
    found = rows(parsed)
    assert [shown(parsed, row) for row in dict.fromkeys(found.values()) if row.label] == [
        ("soort", "soort prijs"),
        ("soort", "soort prijs"),
        ("basis", "basis 4 euro"),
        ("basis", "basis 4 euro"),
        ("plus", "plus 9 euro"),
        ("plus", "plus 9 euro"),
    ]
    assert [words(parsed, row.heading) for row in found.values()] == ["soort", "prijs"] * 3
    assert [row.is_head for row in found.values()] == [True, True, False, False, False, False]
    assert len({row.among for row in found.values()}) == 1


def test_an_empty_cell_takes_its_column_all_the_same() -> None:
    parsed = read("| | Basis | Plus |\n|---|---|---|\n| Prijs | 4 euro | |\n| Duur | | lang |\n")
    told = [(*shown(parsed, row), words(parsed, row.heading)) for row in rows(parsed).values()]
    assert told == [
        ("", "basis plus", "basis"),
        ("", "basis plus", "plus"),
        ("prijs", "prijs 4 euro", ""),
        ("prijs", "prijs 4 euro", "basis"),
        ("duur", "duur lang", ""),
        ("duur", "duur lang", "plus"),
    ]


def test_a_table_in_a_quotation_has_the_same_columns() -> None:
    parsed = read("> | Soort | Prijs |\n> |---|---|\n> | Basis | 4 euro |\n")
    assert [words(parsed, row.heading) for row in rows(parsed).values()] == ["soort", "prijs"] * 2


def test_what_kind_of_block_a_token_stands_in() -> None:
    parsed = read("# Prijzen\n\nLees dit.\n\n| Soort | Prijs |\n|---|---|\n| Basis | laag |\n")
    kinds = [kind_at(parsed, parsed.lowers.index(word)) for word in ("prijzen", "lees", "laag")]
    assert kinds == ["heading", "paragraph", "cell"]


def test_an_item_has_what_stands_before_its_colon_or_in_bold() -> None:
    parsed = read("- Klein: drie dagen\n- **Groot** duurt vijf dagen\n- Zonder label\n")
    found = rows(parsed).values()
    assert [shown(parsed, row)[0] for row in found] == ["klein", "* * groot * *", ""]
    assert [row.heading for row in found] == [None] * 3


def test_lines_with_a_dash_below_each_other_are_items() -> None:
    parsed = read("Status:\n\nConcept – vrij te wijzigen\nBetaald – niet te openen\n\nEn verder.\n")
    assert [shown(parsed, row)[0] for row in rows(parsed).values()] == ["concept", "betaald"]
    assert rows(read("Het mag – soms – ook zo. Dat kan.\n\nEn verder.\n")) == {}


def test_one_row_or_item_is_prose() -> None:
    assert rows(read("- Klein: drie dagen\n")) == {}
    assert rows(read("Klein: drie dagen.\n\nGroot: vijf dagen.\n")) == {}


def test_two_lists_are_two() -> None:
    found = rows(read("- a: b\n- c: d\n\nTekst.\n\n- e: f\n- g: h\n"))
    assert len({row.among for row in found.values()}) == 2


@given(st.lists(st.sampled_from(["# a\n", "## b\n", "- c: d\n", "| e | f |\n", "g.\n", "\n"])))
def test_tokens_of_rows_lie_in_the_text(lines: list[str]) -> None:
    parsed = read("".join(lines))
    for row in rows(parsed).values():
        assert 0 <= row.tokens.start <= row.label.start <= row.label.stop <= row.tokens.stop
        assert row.tokens.stop <= len(parsed.lowers)
