"""The words of the report: both languages have all of them, and every field can be filled."""

from __future__ import annotations

import inspect
import re

import pytest

from truthscore import resources, stars
from truthscore.evaluate import evaluation
from truthscore.evaluate.fault import CAUSES
from truthscore.evaluate.rated import BESIDE, RatedRow
from truthscore.guard.decision import NOT_SCORED
from truthscore.report import (
    answers_page,
    comparison_page,
    documents_page,
    evaluation_page,
    plots,
    texts,
    trend_page,
    trust,
)
from truthscore.report.page import source
from truthscore.types import MESSAGE_TYPES, REFUSAL


@pytest.mark.parametrize("code", resources.languages())
def test_what_programs_call_by_name_has_words(code: str) -> None:
    found = texts.load(code)
    assert set(found.types) == set(MESSAGE_TYPES)
    assert set(found.reasons) == set(NOT_SCORED) - {"other"}
    assert set(found.overrides) == {
        *stars.OVERRIDES, stars.NO_SIGNS, stars.UNSEEN, stars.RETRACTED,
        stars.OTHER_LANGUAGE, REFUSAL,
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
        ("fault", answers_page.TEMPLATE, r"t\.fault", set(CAUSES)),
        ("comparison", comparison_page.TEMPLATE, "t",
         {"by_type", "by_page", "by_version", "fell", "lost", "rose", "won", "no_stars", "better",
          "worse", "alike", "too_few"}),
        ("trend", trend_page.TEMPLATE, "w",
         {"day", "week", "month", "day_of", "week_of", "month_of", "alarm_above", "alarm_below",
          "plot_stars", "plot_decided", "plot_types", "plot_overrides",
          *trend_page.NAMES.values()}),
        ("documents", documents_page.TEMPLATE, "t", set()),
        ("evaluation", evaluation_page.TEMPLATE, "t",
         {"score", "base_score", *evaluation.GROUPS, *BESIDE, "none", "undefined", "few_rows",
          "stars_kappa", "types_kappa", "scope_kappa", "annotators", "pairs", "pair", "alpha",
          "ceiling"}),
    ],
)  # fmt: skip
def test_every_text_of_the_other_pages_is_used_and_there(
    code: str, section: str, template: str, name: str, by_value: set[str]
) -> None:
    used = set(re.findall(rf"\b{name}\.(\w+)", source(template))) | by_value
    if section == "trend":  # `t` is the trend itself there, and its fields are no texts
        used -= {"by"}
    assert used == set(getattr(texts.load(code), section))


@pytest.mark.parametrize("code", resources.languages())
def test_every_text_of_the_verdict_and_the_plots_is_used_and_there(code: str) -> None:
    for module, section in ((trust, "trust"), (plots, "plots")):
        text = inspect.getsource(module)
        names = set(getattr(texts.load(code), section))
        assert set(re.findall(r'\bw\["(\w+)"\]', text)) <= names
        assert not [name for name in names if f'"{name.removesuffix("_one")}"' not in text]


def test_fields_of_a_text_are_the_same_in_both_languages() -> None:
    """A field that one language forgets would hide a figure from its readers."""
    en, nl = texts.load("en"), texts.load("nl")
    for section in (
        "say",
        "fault",
        "comparison",
        "trend",
        "documents",
        "evaluation",
        "trust",
        "plots",
    ):
        one, other = getattr(en, section), getattr(nl, section)
        for name in one:
            fields = [sorted(re.findall(r"\{(\w+)\}", each[name])) for each in (one, other)]
            assert fields[0] == fields[1], (section, name)


@pytest.mark.parametrize("code", resources.languages())
def test_groups_that_are_told_in_the_same_words_are_kept_apart(code: str) -> None:
    rows = [
        RatedRow(
            id=str(at), status="scored", score=1.0 + at % 5, base_score=3.0, rating=1.0 + at % 4,
            override=("missing_component", "sure_missing_component", None)[at % 3], features={},
        )
        for at in range(30)
    ]  # fmt: skip
    made = evaluation.evaluate(rows, by=["override"], costs=evaluation.Costs(untrue=5, lost=1))
    same = texts.load(code).overrides["missing_component"]
    page = evaluation_page.render(made, name="x", rows=rows, lang=code)
    assert f": {same}</td>" in page
    assert f": {same} (sure_missing_component)</td>" in page


def test_a_page_is_in_the_language_of_most_answers() -> None:
    assert texts.of_most({"nl": 3, "en": 2, "fr": 9}) == "nl"
    assert texts.of_most({"nl": 2, "en": 2}) == texts.of_most({}) == "en"
