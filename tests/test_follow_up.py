"""Which questions cannot be read without the one before them."""

from __future__ import annotations

import tomllib

import pytest

from truthscore import language, resources
from truthscore.follow_up import follows
from truthscore.text.parser import BUNDLED, shared_by_all

LISTS = {
    code: tomllib.loads((resources.wordlists(code) / "follow_up.toml").read_text("utf-8"))
    for code in resources.languages()
}
EXAMPLES = [
    (code, text, kind == "follows")
    for code, lists in LISTS.items()
    for kind in ("follows", "alone")
    for text in lists[kind]
]


@pytest.mark.parametrize(("code", "text", "expected"), EXAMPLES)
def test_the_examples_of_a_list(code: str, text: str, expected: bool) -> None:
    pack = language.load(code)
    assert follows(text, pack, shared_by_all(pack, BUNDLED)) is expected


@pytest.mark.parametrize("code", LISTS)
def test_words_are_distinct_in_small_letters_and_without_signs(code: str) -> None:
    for key in ("openings", "before"):
        words = LISTS[code][key]
        assert len({*words}) == len(words), key
        assert all(each == each.lower() and each.replace(" ", "").isalpha() for each in words), key


def test_without_a_parser_only_the_words_tell() -> None:
    """A language of which no pipeline is shipped."""
    pack = language.load("nl")
    assert follows("En voor kinderen?", pack, None)
    assert not follows("Voor kinderen?", pack, None)


def test_a_long_text_without_a_verb_is_no_follow_up() -> None:
    """What is pasted from a screen is about itself."""
    pack = language.load("nl")
    text = "Foutmelding UR-1108 regel 3 veld Einddatum week 27 status vergrendeld code 9"
    assert not follows(text, pack, shared_by_all(pack, BUNDLED))


def test_the_first_question_of_a_message_tells() -> None:
    pack = language.load("nl")
    parser = shared_by_all(pack, BUNDLED)
    assert not follows("Hoe zeg ik op? En voor kinderen?", pack, parser)
    assert follows("Dat helpt mij al verder. En voor kinderen?", pack, parser)
    assert not follows("", pack, parser)
    assert not follows("?!", pack, parser)
