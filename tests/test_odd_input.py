"""Whatever a text holds is data; what is no text at all is told to whoever passed it on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from truthscore import TruthScorer
from truthscore.errors import InputError
from truthscore.example import example_from
from truthscore.verdict_line import to_dict

CALL: dict[str, Any] = {
    "question": "Hoe vraag ik verlof aan?",
    "answer": "U vraagt verlof aan met de knop **Aanvragen**.",
    "context": ["U vraagt verlof aan met de knop **Aanvragen**. Dat duurt 5 dagen."],
}
#: The digits five of scripts that came with Unicode 15 and 16: `regex` knows them before Python.
NEWER = "\U0001e4f5\U00011f55\U00010d45\U0001ccf5"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"question": None}, r"'question' is None; expected a text \(str\)"),
        ({"answer": 3}, r"'answer' is of type int; expected a text \(str\)"),
        ({"context": [1, 2]}, "context document 1 is 1; expected a text or an object"),
        ({"context": 3}, "'context' is 3; expected a text, a list of texts"),
        ({"id": 3}, r"'id' is of type int; expected a text \(str\)"),
        ({"lang": 3}, "'lang' is of type int; expected a language code"),
    ],
)
def test_an_argument_of_another_type_is_told(
    scorer: TruthScorer, wrong: dict[str, Any], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        scorer.score(**{**CALL, **wrong})


@pytest.mark.parametrize("field", ["question", "answer", "context"])
@pytest.mark.parametrize("odd", ["\ud800", NEWER, f"{NEWER} dagen, 1{NEWER}:00"])
def test_what_a_text_holds_is_data(grounded: TruthScorer, field: str, odd: str) -> None:
    said = CALL[field] if isinstance(CALL[field], str) else CALL[field][0]
    said = f"{said} Dat duurt {odd} [{odd}]."
    changed = {**CALL, field: [said] if field == "context" else said}
    verdict = grounded.score(**changed, lang="nl")
    assert (verdict.status, verdict.reason) == ("scored", None)
    json.dumps(to_dict(verdict)).encode("utf-8")


def test_half_a_character_in_any_field_of_a_row_can_be_scored_and_written(
    grounded: TruthScorer,
) -> None:
    half = "\ud800"
    page = {"id": f"p{half}", "title": f"Verlof {half}", "text": CALL["context"][0] + half}
    row = {"id": f"a{half}", "question": half, "answer": CALL["answer"] + half, "context": [page]}
    verdict = next(grounded.score_many([example_from(row, default_id="1")]))
    assert verdict.status in ("scored", "not_scored")
    json.dumps(to_dict(verdict), ensure_ascii=False).encode("utf-8")


def test_documents_numbered_with_newer_digits_are_documents(grounded: TruthScorer) -> None:
    page = {"id": f"doc{NEWER[0]}", "text": CALL["context"][0]}
    verdict = grounded.score(**{**CALL, "answer": CALL["answer"] + " [1]", "context": [page]})
    assert verdict.status == "scored"


def test_a_line_of_nearly_a_million_characters_is_data(grounded: TruthScorer) -> None:
    most = grounded.profile.limits.max_context_chars
    line = (CALL["context"][0] + " " + "De rest is leeg. " * 70_000)[:most]
    assert len(line) == most == 1_000_000
    assert grounded.score(**{**CALL, "context": [line]}, lang="nl").status == "scored"
    assert grounded.score(**{**CALL, "context": [line + "x"]}, lang="nl").status == "not_scored"
