"""What a text must hold for an expression to match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import pack
from truthscore.detect import compiled_lists
from truthscore.text import values
from truthscore.text.needed import folded, is_whole, may_match, needed


@pytest.mark.parametrize(
    ("expression", "pieces"),
    [
        ("storing(?:en)?", ("storing",)),
        ("welke?(?! manier)", ("welk",)),
        ("<start>waar (?:moet|dient) .{1,60} aan voldoen", (" aan voldoen",)),
        ("(?:mislukt|hangt)", ("mislukt", "hangt")),
        ("(?:mislukt|.)x", ()),  # one of the alternatives needs nothing
        ("mislukt|hangt", ("mislukt", "hangt")),
        (r"a+b\w{2,}cd\x27", ("cd",)),
        ("(?=hier)..(?<=daar)", ("hier",)),
        ("(?!hier)(?<!daar)", ()),
        ("(?:fout){0,2}", ()),
        ("(?P<n>Fout){1,2}", ("fout",)),
        (r"[^\]a]uren\.nu", ("uren.nu",)),
        ("(?(1)a|b)cd", ()),  # not read here
        ("[[a-z]--[b]]cd", ()),
        ("(?:cd", ()),
        ("cd)", ()),
        ("(?:kosten){e<=1}", ()),
        ("(?:€|eur)[ ]?x", ("€", "eur")),
        ("-|x", ()),
        ("", ()),
    ],
)
def test_what_an_expression_needs(expression: str, pieces: tuple[str, ...]) -> None:
    assert needed(expression) == pieces


def test_a_macro_has_its_alternatives_in_groups() -> None:
    assert is_whole("(?:ik|u)*x")
    assert not is_whole("ik|u")
    assert not is_whole("(?:ik")


def examples() -> list[Any]:
    return [
        (each.pattern, compiled, pieces, each.example)
        for code in ("nl", "en")
        for rules, made in (
            (rules, compiled_lists(pack(code), "whole_words")[name])
            for name, rules in pack(code).question_lists.items()
        )
        for each, (_, compiled, pieces) in zip(rules.patterns, made.patterns, strict=True)
    ]


def test_most_patterns_of_the_word_lists_need_something() -> None:
    found = examples()
    assert len([pieces for _, _, pieces, _ in found if pieces]) > 0.8 * len(found)


WORDS = sorted({word for _, _, _, example in examples() for word in regex.findall(r"\S+", example)})


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.sampled_from(["", "I", "İ"]))
def test_a_text_without_what_a_pattern_needs_is_none_it_finds(text: str, dotted: str) -> None:
    text = text.replace("i", dotted) if dotted else text
    for written, compiled, pieces, example in examples():
        for each in (text, f"{text} {example}", example.upper()):
            assert may_match(pieces, folded(each)) or not compiled.search(each), written


VALUES = [
    "12",
    "3,5",
    "1.500",
    "€",
    "$",
    "eur",
    "euro",
    "5%",
    "procent",
    "percent",
    "per",
    "cent",
    "pond",
    "sterling",
    "uur",
    "uren",
    "dagen",
    "days",
    "p.m.",
    "om",
    "at",
    "om",
    "9",
    "uur",
    "elke",
    "week",
    "every",
    "month",
    "maandelijks",
    "monthly",
    "twee",
    "vijfentwintig",
    "half",
    "een",
    "dozen",
    "miljoen",
    "million",
    "hoofdstuk",
    "chapter",
    "3.2",
    "versie",
    "v",
    "2.1",
    "2024",
    "3",
    "maart",
    "March",
    "ISO",
    "20022",
    "€",
    "5,-",
    "24/7",
]


@given(st.lists(st.sampled_from(VALUES), max_size=8), st.sampled_from([str, str.upper]))
def test_a_text_without_what_a_notation_needs_has_no_such_value(
    words: list[str], written: Callable[[str], str]
) -> None:
    text = written(" ".join(words))
    for code in ("nl", "en"):
        rules = values._rules(pack(code))
        for step in (*rules.steps, *rules.figures):
            found = any(values._matches(text, step))
            assert may_match(step.pieces, folded(text)) or not found, step.pattern.pattern
