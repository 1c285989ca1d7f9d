"""Where the segments of a sentence begin."""

from __future__ import annotations

import pytest

from tests.builders import pack, read
from truthscore.text.segments import borders


@pytest.mark.parametrize(
    ("lang", "sentence", "begins"),
    [
        ("nl", "Grijs om de week, groen elke dinsdag; blauw als u belt.", [",", ";", "als"]),
        ("en", "Visitors pay 3 pounds and residents 1 pound.", ["and"]),
        ("en", "The card (a new one): open - close", []),
    ],
)  # fmt: skip
def test_a_segment_begins_at_a_comma_a_semicolon_or_an_opening_word(lang, sentence, begins):
    parsed = read(sentence)
    found = borders(parsed, 0, len(parsed.lowers), pack(lang))
    assert [parsed.lowers[token] for token in found] == begins


def test_only_the_tokens_asked_for_are_looked_at():
    parsed = read("Klein, groot, breed")
    assert borders(parsed, 0, 5, pack("nl")) == [1, 3]
    assert borders(parsed, 1, 3, pack("nl")) == [1]
    assert borders(parsed, 2, 3, pack("nl")) == []
