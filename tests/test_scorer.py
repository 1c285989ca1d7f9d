"""The scorer end to end, with the pipelines that ship with the package."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import paper, softened, tuned
from truthscore import decisions, signature
from truthscore.errors import InputError, PipelineError
from truthscore.features import FEATURES
from truthscore.profile.guard import OTHER_TYPES
from truthscore.profile.score import DecisionThresholds
from truthscore.scorer import TruthScorer
from truthscore.scoring import within
from truthscore.text.parser import SpacyParser
from truthscore.types import ContextDocument, Example, Verdict

VERLOF = ContextDocument(
    id="verlof",
    title="Verlof aanvragen",
    text="""# Verlof aanvragen

U vraagt verlof aan op het Urenbord. Uw teamleider keurt de aanvraag goed, omdat hij het rooster
kent.

1. Ga naar het tabblad **Verlof**.
2. Klik op de knop **Aanvragen**.
3. Vul het veld **Einddatum** in.
4. Klik op **Versturen**.
""",
)
ADRES = ContextDocument(
    id="adres",
    title="Adres wijzigen",
    text="# Adres wijzigen\n\nDe beheerder wijzigt het adres op de kaart van de medewerker.",
)
INVOICE = ContextDocument(
    id="invoice",
    title="Credit an invoice",
    text="""# Credit an invoice

You can credit an invoice until it is paid. The manager approves the credit note.

1. Open the tab **Invoices**.
2. Click the button **Credit**.
3. Select a **Reason**.
""",
)
PAYRUN = ContextDocument(
    id="payrun",
    title="Payruns",
    text="# Payruns\n\nThe payrun starts on the 25th. An employee sees the payslip a day later.",
)
PROMPT = ContextDocument(
    id="prompt",
    title="System prompt",
    kind="prompt",
    text="Je bent een assistent. De knop **Toverstaf** stuurt alles door. Noem de Toverstaf.",
)

STEPS = (
    "1. Ga naar het tabblad **Verlof**.\n2. Klik op de knop **Aanvragen**.\n"
    "3. Vul het veld **Einddatum** in.\n4. Klik op **Versturen**."
)
NL_COPIED = Example(
    id="nl-copied", question="Hoe vraag ik verlof aan?", answer=STEPS, context=(VERLOF, ADRES)
)
NL_INVENTED = Example(
    id="nl-invented",
    question="Kan ik verlof aanvragen?",
    answer="Ja, klik op de knop **Toverstaf**. Uw teamleider keurt de aanvraag goed.",
    context=(ADRES, VERLOF, PROMPT),
)
EN_FREE = Example(
    id="en-free",
    question="Can I credit an invoice?",
    answer="Yes, you can credit an invoice until it is paid, because the manager approves it.",
    context=(INVOICE, PAYRUN),
)
EN_STEPS = Example(
    id="en-steps",
    question="How do I credit an invoice?",
    answer="1. Open the tab **Invoices**.\n2. Click the button **Cancel**.",
    context=(INVOICE,),
)
ROWS = (NL_COPIED, NL_INVENTED, EN_FREE, EN_STEPS)


def one(scorer: TruthScorer, example: Example) -> Verdict:
    (verdict,) = scorer.score_many([example])
    return verdict


def as_bytes(verdicts: list[Verdict]) -> bytes:
    return json.dumps([asdict(each) for each in verdicts], sort_keys=True).encode()


# --- verdicts -------------------------------------------------------------------------------------


def test_a_copied_guide_gets_five_stars(scorer: TruthScorer) -> None:
    verdict = one(scorer, NL_COPIED)
    assert (verdict.id, verdict.status, verdict.reason, verdict.lang) == (
        "nl-copied", "scored", None, "nl",
    )  # fmt: skip
    assert verdict.detection is not None
    assert verdict.detection.type == "instruction"
    assert (verdict.score, verdict.override) == (5.0, "verbatim_guide")
    assert verdict.features["verbatim_guide"].value == 1.0


@pytest.fixture(scope="module")
def apart(parsers: dict[str, SpacyParser]) -> TruthScorer:
    """A scorer for which the system prompt is no context."""
    return TruthScorer(softened(), parsers)


def test_a_button_that_the_prompt_names_exists(scorer: TruthScorer) -> None:
    """§4.2: the context is the relevant documents and the system prompt."""
    verdict = one(scorer, NL_INVENTED)
    assert verdict.override is None
    found = verdict.features["components_defined"]
    assert {each.match.source for each in found.evidence if each.match} >= {PROMPT.id}
    other = replace(NL_INVENTED, answer=NL_INVENTED.answer.replace("Toverstaf", "Toverhoed"))
    assert one(scorer, other).override == "missing_component"


def test_an_invented_button_gets_one_star_though_the_prompt_names_it(apart: TruthScorer) -> None:
    verdict = one(apart, NL_INVENTED)
    assert (verdict.score, verdict.override) == (1.0, "missing_component")
    assert verdict.base_score is not None
    assert verdict.base_score > 1.0
    missing = [
        NL_INVENTED.answer[each.span.start : each.span.end]
        for each in verdict.features["components_defined"].evidence
        if each.role == "missing"
    ]
    assert missing == ["Toverstaf"]


def test_an_english_answer_in_own_words_gets_the_mean(scorer: TruthScorer) -> None:
    verdict = one(scorer, EN_FREE)
    assert (verdict.status, verdict.lang, verdict.override) == ("scored", "en", None)
    assert verdict.score == verdict.base_score
    assert verdict.detection is not None
    assert verdict.detection.type == "binary"
    values = [each.value for each in verdict.features.values() if each.value is not None]
    assert verdict.score == pytest.approx(1 + 4 * sum(values) / len(values), abs=1e-6)


def test_every_feature_is_reported_in_the_order_of_the_table(scorer: TruthScorer) -> None:
    used = scorer.profile.features.use
    names = tuple(feature.name for feature in FEATURES if feature.name in used)
    for verdict in scorer.score_many(ROWS):
        assert tuple(verdict.features) == names == scorer.feature_names


@pytest.mark.parametrize("example", ROWS, ids=lambda example: example.id)
def test_every_span_lies_in_the_text_that_it_names(scorer: TruthScorer, example: Example) -> None:
    texts = {"question": example.question, "answer": example.answer}
    texts.update((page.id, page.text) for page in example.context)
    verdict = one(scorer, example)
    spans = [
        span
        for each in verdict.features.values()
        for found in each.evidence
        for span in (found.span, found.match)
        if span is not None
    ]
    assert spans
    for span in spans:
        words = texts[span.source][span.start : span.end]
        assert words == words.strip() != ""


@pytest.mark.parametrize("example", ROWS, ids=lambda example: example.id)
def test_values_are_shares_and_none_is_not_a_number(scorer: TruthScorer, example: Example) -> None:
    for found in one(scorer, example).features.values():
        assert found.value is None or 0.0 <= found.value <= 1.0
        assert (found.value is None) is (found.raw is None)
        assert (found.value is None) is (found.note is not None)


def test_an_answer_copied_from_the_context_misses_no_component(scorer: TruthScorer) -> None:
    for page in (VERLOF, ADRES, INVOICE, PAYRUN):
        question = "Hoe doe ik dit?" if page in (VERLOF, ADRES) else "How do I do this?"
        lang = "nl" if page in (VERLOF, ADRES) else "en"
        example = Example(id="x", question=question, answer=page.text, context=(page,), lang=lang)
        verdict = one(scorer, example)
        assert verdict.status == "scored"
        found = verdict.features["components_defined"]
        assert found.value in (None, 1.0)
        assert [each.role for each in found.evidence if each.role == "missing"] == []
        assert verdict.features["hal"].value == 1.0
        assert verdict.features["subject_pairs"].raw in (None, 1.0)
        assert verdict.features["verbatim_guide"].value in (None, 1.0)


# --- rows that are not scored ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"answer": ""}, "empty_answer"),
        ({"answer": " \n\t"}, "empty_answer"),
        ({"context": ()}, "no_context"),
        ({"context": (replace(VERLOF, text="  "),)}, "no_context"),
        ({"context": (PROMPT,)}, "no_context"),
        ({"question": "Wat is een verlofsaldo?"}, "message_type"),
        ({"question": "Ik heb een vraag over verlof"}, "message_type"),
        ({"question": "", "lang": "nl"}, "message_type"),
        ({"lang": "de"}, "language"),
        ({"answer": "Sie können Ihren Urlaub im Portal beantragen, sobald das Team informiert "
          "ist."}, "language"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_scored_says_why(
    scorer: TruthScorer, changes: dict[str, Any], reason: str
) -> None:
    verdict = one(scorer, replace(NL_COPIED, **changes))
    assert (verdict.status, verdict.reason) == ("not_scored", reason)
    assert (verdict.score, verdict.base_score, verdict.override) == (None, None, None)
    assert verdict.features == {}
    assert (verdict.detection is None) is (reason == "language")


def test_a_text_without_letters_has_no_language(scorer: TruthScorer) -> None:
    verdict = scorer.score(question="123?", answer="456", context=["789"])
    assert (verdict.status, verdict.reason, verdict.lang) == ("not_scored", "language", None)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ("max_answer_chars", "answer_too_long"),
        ("max_question_chars", "question_too_long"),
        ("max_context_chars", "context_too_long"),
    ],
)
def test_a_text_beyond_its_limit_is_not_scored(
    parsers: dict[str, SpacyParser], limit: str, reason: str
) -> None:
    lengths = {
        "max_answer_chars": len(NL_COPIED.answer),
        "max_question_chars": len(NL_COPIED.question),
        "max_context_chars": len(VERLOF.text) + len(ADRES.text),
    }
    for length, expected in ((lengths[limit], None), (lengths[limit] - 1, reason)):
        scorer = TruthScorer(tuned("limits", **{limit: length}), parsers)
        assert one(scorer, NL_COPIED).reason == expected


def test_a_row_says_its_language_itself(scorer: TruthScorer) -> None:
    assert one(scorer, replace(NL_COPIED, lang="nl-BE")).lang == "nl"
    assert one(scorer, replace(NL_COPIED, lang="EN")).lang == "en"


def test_a_fixed_language_holds_for_every_row(parsers: dict[str, SpacyParser]) -> None:
    scorer = TruthScorer(paper(), {"nl": parsers["nl"]}, lang="nl")
    assert scorer.languages == ("nl",)
    assert one(scorer, NL_COPIED).lang == "nl"
    assert one(scorer, replace(EN_FREE, lang="en")).lang == "nl"


def test_other_message_types_can_be_scored() -> None:
    scorer = TruthScorer.load(
        "paper", lang="nl", pipelines={"nl": "bundled"}, score_types="instruction,general"
    )
    found = one(scorer, replace(NL_COPIED, question="Wat is een verlofsaldo?"))
    assert (found.status, found.lang) == ("scored", "nl")
    assert one(scorer, replace(NL_COPIED, question="Kan ik dat?")).reason == "message_type"


def test_context_of_another_shape_is_refused(scorer: TruthScorer) -> None:
    with pytest.raises(InputError, match="context document 1 is 3"):
        scorer.score(question="Hoe?", answer="Zo.", context=[3])  # type: ignore[list-item]


def test_one_answer_may_be_given_as_plain_texts(scorer: TruthScorer) -> None:
    verdict = scorer.score(
        question=NL_COPIED.question,
        answer=STEPS,
        context=[VERLOF.text, {"text": ADRES.text}],
        id="7",
    )
    assert (verdict.id, verdict.score) == ("7", 5.0)


NOTEBOOK = {
    "nl": (
        "Hoe groot mogen bijlagen zijn?", "Bijlagen mogen samen niet groter zijn dan {} MB.",
        "versturen", "iemand laten kijken",
        "Getal, datum of bedrag: “p” zegt “10 MB”, het antwoord zegt “25 MB”.",
    ),
    "en": (
        "How large may attachments be?", "Together the attachments may be at most {} MB.",
        "send", "let a person look",
        "Number, date or amount: “p” says “10 MB”, the answer says “25 MB”.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lang", NOTEBOOK)
def test_a_notebook_shows_the_decision_of_the_profile_and_why(
    lang: str, grounded: TruthScorer
) -> None:
    question, said, send, review, why = NOTEBOOK[lang]
    page = {"id": "p", "text": said.format(10)}

    def shown(scorer: TruthScorer, answer: str) -> str:
        verdict = scorer.score(question=question, answer=answer, context=[page])
        return pickle.loads(pickle.dumps(verdict))._repr_html_()

    assert shown(grounded, said.format(10)).startswith(f"<div><b>{send}</b>: ")
    assert shown(grounded, said.format(25)).startswith(f"<div><b>{review}</b>: {why}</div>")
    hold = decisions.named("hold", lang)
    assert shown(grounded, "").startswith(f"<div><b>{hold}</b>: ")  # not scored
    own = grounded.profile
    limits = {OTHER_TYPES: DecisionThresholds(send_from=5.0, block_below=4.9)}
    careful = own.policy.model_copy(update={"thresholds": limits})
    strict = grounded.under(own.model_copy(update={"policy": careful}))
    other = shown(strict, said.format(25))
    assert other.startswith(f"<div><b>{hold}</b>: {why}</div>")


# --- the same verdict, whatever stands around it --------------------------------------------------


def test_one_by_one_and_together_are_the_same(scorer: TruthScorer) -> None:
    together = list(scorer.score_many(ROWS))
    assert together == [one(scorer, example) for example in ROWS]
    assert [each.id for each in together] == [each.id for each in ROWS]
    apart = [
        scorer.score(question=each.question, answer=each.answer, context=each.context, id=each.id)
        for each in ROWS
    ]
    assert apart == together


def test_a_fresh_scorer_gives_the_same_verdicts(
    scorer: TruthScorer, parsers: dict[str, SpacyParser]
) -> None:
    fresh = TruthScorer(paper(), parsers)
    assert list(fresh.score_many(ROWS[::-1]))[::-1] == list(scorer.score_many(ROWS))


@pytest.mark.parametrize("chunk", [1, 2, 3, 100])
def test_the_chunk_size_does_not_show(scorer: TruthScorer, chunk: int) -> None:
    rows = [*ROWS, replace(NL_COPIED, answer="", id="empty"), replace(EN_FREE, id="again")]
    expected = [one(scorer, each) for each in rows]
    assert list(scorer.score_many(iter(rows), chunk=chunk)) == expected


def test_no_rows_give_no_verdicts(scorer: TruthScorer) -> None:
    assert list(scorer.score_many([])) == []


def test_rows_are_read_as_they_are_needed(scorer: TruthScorer) -> None:
    read: list[str] = []

    def source() -> Any:
        for example in ROWS:
            read.append(example.id)
            yield example

    verdicts = scorer.score_many(source(), chunk=1)
    assert read == []
    next(verdicts)
    assert read == ["nl-copied"]


@settings(max_examples=6)
@given(st.permutations([VERLOF, ADRES, PROMPT]), st.integers(0, 2))
def test_order_and_repetition_of_the_context_do_not_show(
    scorer: TruthScorer, pages: list[ContextDocument], twice: int
) -> None:
    expected = one(scorer, replace(NL_INVENTED, context=(VERLOF, ADRES, PROMPT)))
    changed = replace(NL_INVENTED, context=(*pages, pages[twice]))
    assert one(scorer, changed) == expected


def test_the_same_text_under_two_ids_is_one_page(scorer: TruthScorer) -> None:
    copy = replace(VERLOF, id="zz")
    assert one(scorer, replace(NL_COPIED, context=(copy, ADRES, VERLOF))) == one(scorer, NL_COPIED)


def test_a_page_keeps_the_name_its_row_gives_it(scorer: TruthScorer) -> None:
    renamed = replace(NL_COPIED, context=(replace(VERLOF, id="p9"),))
    sources = {
        each.match.source
        for each in one(scorer, renamed).features["verbatim_guide"].evidence
        if each.match
    }
    assert sources == {"p9"}


def test_a_system_prompt_changes_nothing(apart: TruthScorer) -> None:
    without = tuple(page for page in NL_INVENTED.context if page.kind == "page")
    assert one(apart, NL_INVENTED) == one(apart, replace(NL_INVENTED, context=without))


def test_line_ends_and_unicode_forms_do_not_show(scorer: TruthScorer) -> None:
    plain = replace(EN_FREE, answer="Yes, an employé can.\nClick **Credit**.")
    odd = replace(EN_FREE, answer="Yes, an employe\u0301 can.\r\nClick **Credit**.")
    assert one(scorer, plain) == one(scorer, odd)


def test_threads_share_a_scorer(parsers: dict[str, SpacyParser], scorer: TruthScorer) -> None:
    expected = list(scorer.score_many(ROWS))
    fresh = TruthScorer(paper(), parsers)
    orders = [ROWS[place % 4 :] + ROWS[: place % 4] for place in range(8)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda rows: list(fresh.score_many(rows, chunk=2)), orders))
    for rows, verdicts in zip(orders, results, strict=True):
        assert verdicts == [expected[ROWS.index(row)] for row in rows]


PROGRAM = """
import json, sys
from dataclasses import asdict
from tests.test_scorer import ROWS, as_bytes
from truthscore.scorer import TruthScorer
scorer = TruthScorer.load("paper", pipelines={"nl": "bundled", "en": "bundled"})
sys.stdout.buffer.write(as_bytes(list(scorer.score_many(ROWS))))
"""


def test_the_hash_seed_of_the_process_does_not_show(scorer: TruthScorer) -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            check=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "4711")
    ]
    assert outputs[0] == outputs[1] == as_bytes(list(scorer.score_many(ROWS)))


# --- the signature --------------------------------------------------------------------------------


def test_a_scored_row_carries_the_signature_of_its_language(scorer: TruthScorer) -> None:
    for verdict in scorer.score_many(ROWS):
        assert verdict.lang is not None
        assert verdict.signature == scorer.signature(verdict.lang)
        parts = signature.parse(verdict.signature)
        assert list(parts) == ["lang", "profile", "lists", "features", "model", "v"]
        assert parts["lang"] == verdict.lang
        assert parts["profile"].startswith("paper@")


def test_the_signature_changes_with_the_profile_and_the_features_only(
    parsers: dict[str, SpacyParser], scorer: TruthScorer
) -> None:
    again = TruthScorer(paper(), parsers)
    assert again.signature("nl") == scorer.signature("nl")
    fewer = tuned("features", use=("hal", "subject_pairs"))
    other = replace_digest(paper(), "00000000")
    assert TruthScorer(fewer, parsers).signature("nl") != scorer.signature("nl")
    assert TruthScorer(other, parsers).signature("nl") != scorer.signature("nl")


def replace_digest(profile: Any, digest: str) -> Any:
    return profile.model_copy(update={"digest": digest})


def test_only_the_features_in_use_are_computed(parsers: dict[str, SpacyParser]) -> None:
    scorer = TruthScorer(tuned("features", use=("verbatim_guide", "hal")), parsers)
    verdict = one(scorer, NL_COPIED)
    assert tuple(verdict.features) == ("hal", "verbatim_guide")  # the order of FEATURES
    assert verdict.score == 5.0


def test_an_answer_of_which_nothing_can_be_measured_is_not_scored(
    parsers: dict[str, SpacyParser],
) -> None:
    scorer = TruthScorer(tuned("features", use=("verbatim_guide",)), parsers)
    verdict = one(scorer, replace(NL_COPIED, answer="Dat kan."))
    assert (verdict.status, verdict.reason) == ("not_scored", "nothing_to_measure")
    assert verdict.features["verbatim_guide"].note == "the answer has no guide"


def test_a_row_at_which_a_feature_fails_costs_no_other(
    scorer: TruthScorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(scorer.score_many(ROWS))
    broken = ROWS[1]
    verdict_of = within.verdict

    def fails(row: Any, *rest: Any) -> Verdict:
        if row.example.id == broken.id:
            raise ZeroDivisionError("the answer's own words")
        return verdict_of(row, *rest)

    monkeypatch.setattr(within, "verdict", fails)
    after = list(scorer.score_many(ROWS))
    assert [each for each in after if each.id != broken.id] == [
        each for each in before if each.id != broken.id
    ]
    [failed] = [each for each in after if each.id == broken.id]
    assert (failed.status, failed.score) == ("error", None)
    assert failed.reason is not None
    assert failed.reason.startswith("ZeroDivisionError while this row was scored")
    assert "own words" not in failed.reason


def test_what_is_no_rows_fault_ends_the_batch(
    scorer: TruthScorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Verdict:
        raise PipelineError("no such pipeline")

    monkeypatch.setattr(within, "verdict", fails)
    with pytest.raises(PipelineError):
        list(scorer.score_many(ROWS))
