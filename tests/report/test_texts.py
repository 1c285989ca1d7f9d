"""The words of the report: both languages have all of them, and every field can be filled."""

from __future__ import annotations

import re

import pytest

from truthscore import combine, resources
from truthscore.guard.decision import NOT_SCORED
from truthscore.report import answers_page, texts
from truthscore.report.page import source
from truthscore.types import MESSAGE_TYPES, REFUSAL


@pytest.mark.parametrize("code", resources.languages())
def test_what_programs_call_by_name_has_words(code: str) -> None:
    found = texts.load(code)
    assert set(found.types) == set(MESSAGE_TYPES)
    assert set(found.reasons) == set(NOT_SCORED) - {"other"}
    assert set(found.overrides) == {
        *combine.OVERRIDES, combine.OWN_WORDS, combine.NO_SIGNS, combine.UNSEEN, combine.RETRACTED,
        combine.UNSUPPORTED, combine.OTHER_LANGUAGE, REFUSAL,
    }  # fmt: skip


@pytest.mark.parametrize("code", resources.languages())
def test_every_text_is_used_and_every_used_one_is_there(code: str) -> None:
    used = set(re.findall(r"t\.say\.(\w+)", source(answers_page.TEMPLATE)))
    say = texts.load(code).say
    assert used | {"thousands_mark"} == set(say)
    fields = dict.fromkeys(("n", "all", "stars", "name"), "x")
    assert all(text.format(**fields) for text in say.values())
    assert texts.number(code)(12345) == {"en": "12,345", "nl": "12.345"}[code]
