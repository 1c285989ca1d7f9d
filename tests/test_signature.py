"""The signature: how a score was made."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore import signature


def test_pairs_stand_in_their_order_behind_the_name() -> None:
    assert signature.render({"lang": "nl", "v": "0.1.0"}) == "truthscore|lang:nl|v:0.1.0"
    assert signature.render({"v": "1", "lang": "nl"}) == "truthscore|v:1|lang:nl"
    assert signature.render({}) == "truthscore"


def test_a_value_may_hold_a_colon_and_comes_back_whole() -> None:
    text = signature.render({"model": "nl:small@1"})
    assert signature.parse(text) == {"model": "nl:small@1"}


@pytest.mark.parametrize("pairs", [{"a|b": "c"}, {"a:b": "c"}, {"a": "b|c"}])
def test_a_separator_inside_a_part_is_refused(pairs: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="holds a separator"):
        signature.render(pairs)


@pytest.mark.parametrize("text", ["", "sacrebleu|v:1", "truthscore|v", "truthscore|", "Truthscore"])
def test_another_text_is_no_signature(text: str) -> None:
    with pytest.raises(ValueError, match="not a truthscore signature"):
        signature.parse(text)


KEYS = st.text(st.characters(exclude_characters="|:"), max_size=8)
VALUES = st.text(st.characters(exclude_characters="|"), max_size=8)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_what_is_written_can_be_read_back(pairs: dict[str, str]) -> None:
    assert signature.parse(signature.render(pairs)) == pairs
    assert list(signature.parse(signature.render(pairs))) == list(pairs)


def test_a_digest_is_eight_hexadecimal_signs_of_sha256() -> None:
    # Each part behind its length in eight bytes, most significant first.
    expected = hashlib.sha256(b"\0\0\0\0\0\0\0\2ab\0\0\0\0\0\0\0\1c").hexdigest()[:8]
    assert signature.digest(["ab", b"c"]) == expected
    assert len(signature.digest([])) == 8


def test_a_digest_changes_when_a_border_moves_or_the_order_does() -> None:
    parts = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["c", "ab"], []]
    assert len({signature.digest(each) for each in parts}) == len(parts)


def test_text_and_its_bytes_have_the_same_digest() -> None:
    assert signature.digest(["één"]) == signature.digest(["één".encode()])
