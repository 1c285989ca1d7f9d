"""What a page says that a name is for, through the real parses."""

from __future__ import annotations

import pytest

from tests.builders import pack
from truthscore.text.definitions import Definition, definitions
from truthscore.text.parser import load

PAGE = """# Velden

| Veld | Betekenis |
| --- | --- |
| **Geblokkeerd** | Er kunnen geen orders worden gemaakt. |
| Factuur | Er kunnen geen facturen worden gemaakt. |
| Nr. | Ja |

* **Boekingsdatum** - De datum waarop u boekt.
* **Vestiging** waar de goederen liggen die u telt.
* Sla de regels op.

**Let op**: sluit eerst het venster van de order.

**Klik** op de knop van het venster.
"""


def found(text: str) -> dict[str, Definition]:
    parsed = load(pack("nl"), "bundled").parse([text])[0]
    return {" ".join(each.name): each for each in definitions(parsed)}


def test_rows_and_items_that_open_with_a_name_explain_it() -> None:
    names = found(PAGE)
    assert list(names) == [
        "geblokkeerd", "factuur", "boekingsdatum", "vestiging", "let op",
    ]  # fmt: skip
    blocked = names["geblokkeerd"]
    assert PAGE[blocked.start : blocked.end] == "Er kunnen geen orders worden gemaakt."
    assert {"order", "orders", "maken"} <= blocked.words
    assert "geblokkeerd" not in blocked.words


@pytest.mark.parametrize(
    "line",
    [
        "| 1 | Er kunnen geen orders worden gemaakt. |",
        "| **Ja** | |",
        "* **De order die u hebt gemaakt en die nog niet is geboekt** - u kunt haar wijzigen.",
        "Er staat **Geblokkeerd** in het veld van de order.",
        "",
    ],
)
def test_numbers_sentences_and_empty_cells_are_no_names(line: str) -> None:
    assert found(line) == {}


def test_one_row_explains_a_name_and_a_colon_without_bold_does_not() -> None:
    row = "| **Geblokkeerd** | Er kunnen geen orders worden gemaakt. |"
    assert list(found(row)) == ["geblokkeerd"]
    item = "* Geblokkeerd: er kunnen geen orders worden gemaakt.\n"
    assert found(item + item) == {}


def test_a_full_stop_of_an_abbreviation_is_no_part_of_the_word() -> None:
    assert list(found("* **Orderbedr. excl.** - Het bedrag van de order zonder btw.")) == [
        "orderbedr excl"
    ]
