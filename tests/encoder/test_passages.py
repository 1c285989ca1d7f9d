"""What the encoder reads of the pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from truthscore.encoder.passages import flat, lines_of, passages

PAGE = """# Bijlagen
Een bericht mag vijf bijlagen hebben. Samen zijn zij niet groter dan **10 MB**.

Niet toegestaan:
- programma's
- video's

| Pakket | Ruimte |
|---|---|
| Klein | 5 GB |
| Groot | 50 GB |
"""


def words(text: str) -> int:
    return len(text.split())


def test_a_line_is_read_with_what_it_stands_under() -> None:
    lines = lines_of(PAGE)
    told = [line.text for line in lines]
    item = lines[told.index("programma's")]
    assert [told[at] for at in item.under] == ["Bijlagen", "Niet toegestaan:"]
    assert "Pakket: Klein, Ruimte: 5 GB" in told
    assert not lines[0].says


def test_a_record_is_read_row_by_row() -> None:
    assert flat({"orderNo": 7, "paid": False, "lines": [{"sku": "A", "qty": 2}], "note": None}) == [
        "order no: 7", "paid: no", "lines 1: sku: A, qty: 2", "note: none",
    ]  # fmt: skip


def test_the_line_that_decides_is_chosen() -> None:
    pages = [lines_of(PAGE)]
    at = passages(pages, "hoe groot mag het zijn?", "Samen hooguit 10 MB.", words, 12)
    assert any("10 MB" in pages[p][i].text for p, i in at)


@given(st.text(max_size=400), st.text(max_size=60), st.integers(1, 60))
def test_no_more_is_chosen_than_fits_but_for_one_line(text: str, told: str, most: int) -> None:
    pages = [lines_of(text)]
    at = passages(pages, "", told, words, most)
    assert at == tuple(sorted(set(at)))
    if len(at) > 1:
        assert sum(words(pages[p][i].text) + 1 for p, i in at) <= most
