"""Scoring in translated mode, through real parses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.translate.conftest import ROOT, lines, run, write
from tests.translate.test_run import order_for, translate
from truthscore import TruthScorer, profile
from truthscore.cli.evaluate import rated_rows
from truthscore.cli.options import Reading
from truthscore.evaluate import tables
from truthscore.evaluate.evaluation import Costs, evaluate, side_by_side
from truthscore.example import example_from
from truthscore.formats import read_rows
from truthscore.types import Example
from truthscore.verdict_line import to_json

#: Word by word, for a language that has no word lists here.
POLISH = {
    "jak": "how", "zapisać": "save", "fakturę": "invoice", "otwórz": "open", "stronę": "page",
    "kliknij": "click", "zapisz": "save", "system": "system", "wysyła": "sends",
    "klient": "customer", "otrzymuje": "receives", "kopię": "copy", "do": "to", "potem": "then",
    "usuwa": "deletes", "i": "and", "czy": "does",
}  # fmt: skip


def polish(text: str) -> str:
    import re

    return re.sub(r"(?<!\{)\b[^\W\d]+\b", lambda m: POLISH.get(m[0].lower(), m[0]), text)


def rows(source: Path) -> list[Example]:
    return [example_from(row, default_id="x") for row in lines(source)]


@pytest.fixture(scope="module")
def translated_scorer() -> TruthScorer:
    return TruthScorer.load("paper", mode="translated", score_types="all")


@pytest.fixture(scope="module")
def grounded_scorer() -> TruthScorer:
    return TruthScorer.load("grounded", mode="translated")


@pytest.fixture
def demo(tmp_path: Path, memory: Any, serve: Callable[..., Any]) -> Path:
    translate(
        ROOT / "examples/answers.jsonl", tmp_path / "demo.jsonl",
        order_for(serve(memory), tmp_path / "c"), [],
    )  # fmt: skip
    return tmp_path / "demo.jsonl"


def test_features_of_the_company_are_those_of_the_original(
    demo: Path, translated_scorer: TruthScorer
) -> None:
    examples = rows(demo)
    original = list(TruthScorer.load("paper", lang="nl", score_types="all").score_many(examples))
    translated = list(translated_scorer.score_many(examples))
    scored = 0
    for before, after in zip(original, translated, strict=True):
        if before.reason == "language":  # all pages are English: all is read in translation
            assert after.status == "scored"
            continue
        assert (before.status, before.detection) == (after.status, after.detection)
        if before.status != "scored":
            continue
        scored += 1
        for name in ("company_terms", "components_defined", "complex_answer", "prompt_overlap"):
            assert before.features[name] == after.features[name]
        for name in ("hal", "subject_pairs", "verbatim_guide"):
            assert "read in translation (en)" in (after.features[name].note or "")
        assert after.signature != before.signature
        assert after.signature.endswith("|translation:libre@nl-en")
        assert "|mode:translated@en@" in after.signature
    assert scored > 10


@pytest.mark.parametrize("name", ["translated_scorer", "grounded_scorer"])
def test_every_span_is_a_sentence_of_the_given_text(
    demo: Path, name: str, request: pytest.FixtureRequest
) -> None:
    scorer = request.getfixturevalue(name)
    seen = 0
    for example, verdict in zip(rows(demo), scorer.score_many(rows(demo)), strict=True):
        given = {"question": example.question, "answer": example.answer}
        given.update({page.id: page.text for page in example.context})
        for feature in scorer.profile.translation.features:
            if feature not in verdict.features or example.translation is None:
                continue
            for each in verdict.features[feature].evidence:
                for span in filter(None, (each.span, each.match)):
                    text = given[span.source]
                    assert 0 <= span.start < span.end <= len(text)
                    assert text[span.start : span.end] == text[span.start : span.end].strip()
                    seen += 1
    assert seen > 50


def test_batch_single_and_jobs_agree(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], grounded_scorer: TruthScorer
) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    args = ["score", str(demo), "--mode", "translated", "-q"]
    assert run([*args, "-o", str(one)], capsys)[0] == 0
    assert run([*args, "-o", str(two), "-j", "2"], capsys)[0] == 0
    assert one.read_bytes() == two.read_bytes()
    alone = [to_json(next(grounded_scorer.score_many([each]))) for each in rows(demo)]
    assert one.read_text("utf-8").splitlines() == alone
    # A run that was interrupted goes on, whoever translated the rows.
    kept = one.read_bytes()
    one.write_bytes(b"".join(kept.splitlines(keepends=True)[:7]))
    assert run([*args, "-o", str(one), "--resume"], capsys)[0] == 0
    assert one.read_bytes() == kept


PAGE = "# Fakturę zapisać\n\n1. Otwórz stronę.\n2. Kliknij: Zapisz.\n3. System wysyła fakturę."
ANSWERS = {
    "copy": "1. Otwórz stronę.\n2. Kliknij: Zapisz.\n3. System wysyła fakturę.",
    "other": "System usuwa fakturę i klient otrzymuje kopię.",
}


@pytest.mark.parametrize("name", ["translated_scorer", "grounded_scorer"])
def test_a_language_without_word_lists_is_scored_in_english(
    tmp_path: Path, serve: Callable[..., Any], name: str, request: pytest.FixtureRequest
) -> None:
    scorer = request.getfixturevalue(name)
    source = write(
        tmp_path / "in.jsonl",
        [{"id": id_, "lang": "pl", "question": "Jak zapisać fakturę?", "answer": answer,
          "context": [{"id": "p", "title": "Fakturę zapisać", "text": PAGE}]}
         for id_, answer in ANSWERS.items()],
    )  # fmt: skip
    from dataclasses import replace

    order = replace(order_for(serve(polish), tmp_path / "c"), source="pl")
    outcome = translate(source, tmp_path / "o.jsonl", order, [])
    assert not outcome.failed
    copy, other = scorer.score_many(rows(tmp_path / "o.jsonl"))
    assert (copy.lang, copy.status, copy.detection.type) == ("pl", "scored", "instruction")
    assert copy.score == 5.0
    assert other.score is not None
    assert other.score < copy.score
    assert copy.signature.startswith("truthscore|lang:pl|")
    assert copy.signature.endswith("|translation:libre@pl-en")
    found = copy.features["verbatim_guide"].evidence
    shown = [ANSWERS["copy"][each.span.start : each.span.end] for each in found]
    assert shown == ["Otwórz stronę.", "Kliknij: Zapisz.", "System wysyła fakturę."]
    assert [PAGE[each.match.start : each.match.end] for each in found if each.match] == shown
    assert all("read in translation (en)" in (each.note or "") for each in copy.features.values())
    assert TruthScorer.load("paper").score(
        question="Jak zapisać fakturę?", answer=ANSWERS["copy"], context=[PAGE], lang="pl"
    ).reason == "language"  # fmt: skip


HELP = ROOT / "examples/help"
#: Dutch answers from the help page on leave, and their stars.
DUTCH = {
    5: "Klik op **Opslaan**.",
    4: "Je kunt verlof aanvragen op het tabblad **Verlof**.",
    1: "Klik op de knop **Bananen** om de aarde te verlaten.",
    2: "Verlof wordt nooit goedgekeurd en kost 4711 euro.",
}


def rated_on(tmp_path: Path, server: Any, langs: tuple[str, ...]) -> list[dict[str, Any]]:
    """Rated Dutch answers on a page in these languages, with their translations into English."""
    texts = {lang: (HELP / lang / "verlof-aanvragen.md").read_text("utf-8") for lang in langs}
    context = [{"id": lang, "title": lang, "text": text} for lang, text in texts.items()]
    source = write(
        tmp_path / "in.jsonl",
        [{"id": str(stars), "lang": "nl", "question": "Hoe vraag ik verlof aan?", "answer": answer,
          "rating": stars, "context": context}
         for stars, answer in DUTCH.items()],
    )  # fmt: skip
    outcome = translate(source, tmp_path / "o.jsonl", order_for(server, tmp_path / "c"), [])
    assert not outcome.failed
    return lines(tmp_path / "o.jsonl")


@pytest.mark.parametrize("name", ["translated_scorer", "grounded_scorer"])
@pytest.mark.parametrize("langs", [("en",), ("en", "nl")])
def test_pages_that_are_english_already_are_read_as_they_are(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], name: str, langs: tuple[str, ...],
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    scorer = request.getfixturevalue(name).under(
        profile.with_score_types(request.getfixturevalue(name).profile, "all")
    )
    asked: list[str] = []

    def told(text: str) -> str:
        asked.append(text)
        return str(memory(text))

    rated_on(tmp_path, serve(told), langs)
    page = (HELP / "en/verlof-aanvragen.md").read_text("utf-8")
    assert not [text for text in asked if len(text) > 20 and text in page]
    for example, verdict in zip(
        rows(tmp_path / "o.jsonl"), scorer.score_many(rows(tmp_path / "o.jsonl")), strict=True
    ):
        assert example.translation is not None
        assert example.translation.context["en"][1].text == page
        assert (verdict.status, verdict.lang) == ("scored", "nl")
        assert verdict.override != "other_language"
        assert "|mode:translated@en@" in verdict.signature
        assert verdict.signature.endswith("|translation:libre@nl-en")
        assert "|across:" not in verdict.signature
        given = {"answer": example.answer, "question": example.question}
        given |= {each.id: each.text for each in example.context}
        for found in verdict.features.values():
            assert "read in translation (en)" in (found.note or "")
            for each in found.evidence:
                for span in filter(None, (each.span, each.match)):
                    assert given[span.source][span.start : span.end].strip()


def test_direct_and_translated_stand_side_by_side_where_pages_are_english(
    tmp_path: Path, memory: Any, serve: Callable[..., Any], grounded: TruthScorer,
    grounded_scorer: TruthScorer,
) -> None:  # fmt: skip
    rated_on(tmp_path, serve(memory), ("en",))
    direct, read = (
        list(rated_rows(read_rows(str(tmp_path / "o.jsonl")), scorer, Reading(), (1.0, 5.0)))
        for scorer in (grounded, grounded_scorer)
    )
    assert {row.override for row in direct} == {"other_language"}
    assert "other_language" not in {row.override for row in read}
    original, translated = side_by_side(direct, read)
    assert original.n == translated.n == len(DUTCH)
    evaluation = evaluate(direct, costs=Costs(untrue=20.0, lost=3.0), modes=(direct, read))
    said = tables.summary(evaluation)
    assert "original: score" in said
    assert "translated: score" in said


def test_the_verdict_says_which_feature_could_not_read(
    tmp_path: Path, serve: Callable[..., Any]
) -> None:
    from dataclasses import replace

    (tmp_path / "terms.txt").write_text("fakturę\n", "utf-8")
    (tmp_path / "own.toml").write_text(
        'name = "own"\nextends = "paper"\n[translation]\nmode = "translated"\n'
        '[features.company_terms]\nterms_file = "terms.txt"\n',
        "utf-8",
    )
    row = {"lang": "pl", "question": "Jak zapisać fakturę?", "answer": ANSWERS["copy"],
           "context": [PAGE]}  # fmt: skip
    order = replace(order_for(serve(polish), tmp_path / "c"), source="pl")
    translate(write(tmp_path / "in.jsonl", [row]), tmp_path / "o.jsonl", order, [])
    [verdict] = TruthScorer.load(str(tmp_path / "own.toml")).score_many(rows(tmp_path / "o.jsonl"))
    terms = verdict.features["company_terms"]
    assert terms.value is None
    assert "language without word lists" in (terms.note or "")
    assert verdict.features["hal"].value is not None


def test_rows_without_a_translation_are_not_scored_and_english_ones_are(
    translated_scorer: TruthScorer,
) -> None:
    given: dict[str, Any] = {"context": ["Open the page. Save."], "question": "How do I save?"}
    dutch = translated_scorer.score(answer="Open de pagina.", lang="nl", **given)
    assert (dutch.status, dutch.reason) == ("not_scored", "no_translation")
    assert translated_scorer.score(answer="Open the page.", lang="en", **given).status == "scored"


def test_the_mode_changes_the_signature_and_original_leaves_it() -> None:
    paper = profile.load("paper")
    assert profile.with_mode(paper, "original") is paper
    assert profile.with_mode(paper, "translated").digest != paper.digest
    plain = TruthScorer(paper, {}).profile.model_copy()
    assert "translation" in json.loads(plain.model_dump_json(exclude={"terms"}))
    with pytest.raises(Exception, match="did you mean 'translated'"):
        profile.with_mode(paper, "translate")
