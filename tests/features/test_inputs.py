"""What features share of one row."""

from __future__ import annotations

from dataclasses import replace

from tests import builders
from tests.builders import grounded
from truthscore.features.numbers import NUMBERS
from truthscore.features.numbers.claims import said_values
from truthscore.text.model import ParsedText
from truthscore.text.values import in_tokens, values
from truthscore.text.values.value import Value


def test_own_words_name_what_the_whole_answer_names_there_and_are_not_read_again() -> None:
    given = builders.inputs(
        NUMBERS, "nl", answer="Kies 14 dagen. Wacht 30 dagen.", settings=grounded()
    )
    read: list[str] = []

    def find(answer: ParsedText) -> tuple[Value, ...]:
        read.append(answer.text)
        return values(answer, given.language)

    whole = given.in_answer("values", find)
    rest = builders.read(" " * len("Kies 14 dagen.") + " Wacht 30 dagen.")
    own = replace(given, answer=rest, whole=given.answer)
    assert [each.number for each in whole] == ["14", "30"]
    assert own.in_answer("values", find) == [whole[1]]
    assert read == [given.answer.text]


def test_what_is_only_partly_left_is_not_named() -> None:
    given = builders.inputs(NUMBERS, "nl", answer="Dat duurt 14 dagen", settings=grounded())
    rest = builders.read("Dat duurt 14      ")
    assert not said_values(replace(given, answer=rest, whole=given.answer))


def test_values_of_own_words_have_the_tokens_of_those() -> None:
    given = builders.inputs(
        NUMBERS, "nl", answer="Kies 14 dagen. Wacht 30 dagen.", settings=grounded()
    )
    rest = builders.read(" " * len("Kies 14 dagen.") + " Wacht 30 dagen.")
    [value] = said_values(replace(given, answer=rest, whole=given.answer))
    assert value == in_tokens(rest, value)
    assert rest.lowers[slice(*value.tokens)] == ("30", "dagen")
