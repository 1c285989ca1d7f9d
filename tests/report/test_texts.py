"""The words of the report: both languages have all of them, and every field can be filled."""

from __future__ import annotations

import re

import pytest

from truthscore import combine, resources
from truthscore.guard.decision import NOT_SCORED
from truthscore.report import answers_page, comparison_page, documents_page, texts, trend_page
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


@pytest.mark.parametrize("code", resources.languages())
@pytest.mark.parametrize(
    ("section", "template", "name", "by_value"),
    [
        ("comparison", comparison_page.TEMPLATE, "t",
         {"by_type", "by_page", "by_version", "fell", "lost", "rose", "won", "no_stars"}),
        ("trend", trend_page.TEMPLATE, "w",
         {"day", "week", "month", "day_of", "week_of", "month_of", "alarm_above", "alarm_below",
          "plot_stars", "plot_decided", "plot_types", *trend_page.NAMES.values()}),
        ("documents", documents_page.TEMPLATE, "t", set()),
    ],
)  # fmt: skip
def test_every_text_of_the_other_pages_is_used_and_there(
    code: str, section: str, template: str, name: str, by_value: set[str]
) -> None:
    used = set(re.findall(rf"\b{name}\.(\w+)", source(template))) | by_value
    if section == "trend":  # `t` is the trend itself there, and its fields are no texts
        used -= {"by"}
    assert used == set(getattr(texts.load(code), section))


def test_fields_of_a_text_are_the_same_in_both_languages() -> None:
    """A field that one language forgets would hide a figure from its readers."""
    en, nl = texts.load("en"), texts.load("nl")
    for section in ("say", "comparison", "trend", "documents"):
        one, other = getattr(en, section), getattr(nl, section)
        for name in one:
            fields = [sorted(re.findall(r"\{(\w+)\}", each[name])) for each in (one, other)]
            assert fields[0] == fields[1], (section, name)


def test_a_page_is_in_the_language_of_most_answers() -> None:
    assert texts.of_most({"nl": 3, "en": 2, "fr": 9}) == "nl"
    assert texts.of_most({"nl": 2, "en": 2}) == texts.of_most({}) == "en"
