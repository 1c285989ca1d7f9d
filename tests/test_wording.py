"""A finding in words: what differs is quoted from both texts, in the answer's language."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truthscore import TruthScorer, resources, wording
from truthscore.errors import ResourceError
from truthscore.example import documents
from truthscore.rules import RULES, SLOTS
from truthscore.types import ANSWER, ContextDocument, Evidence, Example, Role, Span

PAGE = (
    "Een order wijzigen kan vóór verzending. Bijlagen: **10 MB**.\n\n- U kunt de order annuleren."
)
ANSWER_TEXT = (
    "Een order wijzigen kan na verzending. Bijlagen tot 25 MB. U kunt de order niet annuleren."
)
EXAMPLE = Example(
    id="a", question="Kan dat?", answer=ANSWER_TEXT,
    context=(ContextDocument(id="p", title="Orders", text=PAGE),),
)  # fmt: skip


def at(source: str, words: str) -> Span:
    start = (ANSWER_TEXT if source == ANSWER else PAGE).index(words)
    return Span(source=source, start=start, end=start + len(words))


def made(
    rule: str | None, words: str, match: Span | None = None, role: Role = "contradicts"
) -> Evidence:
    return Evidence(span=at(ANSWER, words), role=role, label=words, match=match, rule=rule)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (
            made("condition.limit", "na verzending", at("p", "vóór verzending")),
            "Voorwaarde: “Orders” zegt “vóór verzending”, het antwoord zegt “na verzending”.",
        ),
        (
            made("value.other", "25 MB", at("p", "10 MB")),
            "Getal, datum of bedrag: “Orders” zegt “10 MB”, het antwoord zegt “25 MB”.",
        ),
        (
            made(
                "denied", "U kunt de order niet annuleren", at("p", "U kunt de order annuleren")
            ),
            "Wel of niet: “Orders” zegt “de order annuleren”, "
            "het antwoord zegt “de order niet annuleren”.",
        ),
        (
            made("step.order", "Een order wijzigen", at("p", "U kunt de order annuleren")),
            "Volgorde: op “Orders” staat “Een order wijzigen” vóór “U kunt de order annuleren”, "
            "in het antwoord erna.",
        ),
        (
            made("value.nowhere", "25 MB", role="unsupported"),
            "Getal, datum of bedrag: “25 MB” staat op geen pagina.",
        ),
        (
            made(
                "step.left_out", "Bijlagen tot 25 MB.", at("p", "U kunt de order annuleren."),
                "unsupported",
            ),
            "Overgeslagen stap: “Orders” zegt “U kunt de order annuleren”; "
            "het antwoord noemt alleen “Bijlagen tot 25 MB”.",
        ),
    ],
)  # fmt: skip
def test_it_says_what_differs(evidence: Evidence, expected: str) -> None:
    assert wording.tell(evidence, EXAMPLE, "nl") == expected


def test_what_an_answer_leaves_out_is_told_as_more() -> None:
    page = "Een order wijzigen kan alleen vóór verzending en met een reden."
    answer = "Een order wijzigen kan met een reden."
    span = Span(source=ANSWER, start=0, end=len(answer))
    assert wording.difference(answer, span, page, Span(source="p", start=0, end=len(page))) == (
        "more",
        "wijzigen kan met een",
        "wijzigen kan alleen vóór verzending en met een",
    )


def test_sentences_that_share_little_are_quoted_whole() -> None:
    evidence = made("reply", "U kunt de order niet annuleren", at("p", "10 MB"))
    assert wording.tell(evidence, EXAMPLE, "en") == (
        "Yes or no: “Orders” says “Bijlagen: 10 MB”, "
        "the answer says “U kunt de order niet annuleren”."
    )


def test_a_language_without_texts_is_told_in_english() -> None:
    evidence = made("value.other", "25 MB", at("p", "10 MB"))
    english = wording.tell(evidence, EXAMPLE, "en")
    assert wording.tell(evidence, EXAMPLE, None) == english
    assert wording.tell(evidence, EXAMPLE, "de") == english
    assert english.startswith("Number, date or amount: “Orders” says “10 MB”")


def test_a_finding_without_a_slot_is_not_told() -> None:
    with pytest.raises(ValueError, match=r"rule 'word\.new' has no slot"):
        wording.tell(made("word.new", "na"), EXAMPLE, "nl")


@pytest.mark.parametrize("code", resources.languages())
def test_every_slot_has_a_name_in_every_language(code: str) -> None:
    assert set(wording.load(code).slots) == set(SLOTS)
    assert {rule.slot for rule in RULES} - {None} == set(SLOTS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('reply = "', 'replied = "', r"\[slots\] lacks, or has too much: replied, reply"),
        ("{answer}", "{antwoord}", r"forms\.both: unknown field 'antwoord'"),
    ],
)
def test_a_broken_file_is_told(
    old: str, new: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(resources.wordlists_dir() / "nl", tmp_path / "nl")
    path = tmp_path / "nl" / wording.FILE
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    monkeypatch.setattr(resources, "wordlists_dir", lambda: tmp_path)
    wording.load.cache_clear()
    with pytest.raises(ResourceError, match=message):
        wording.load("nl")
    wording.load.cache_clear()


def test_an_answer_is_told_once_for_each_finding(grounded: TruthScorer) -> None:
    verdict = grounded.score(
        question="Hoe groot mag een bijlage zijn?",
        answer="Een bijlage mag 25 MB zijn. Klik op de knop **Zenden**.",
        context=[ContextDocument(id="p", title="Bijlagen", text="Een bijlage mag 10 MB zijn.")],
    )
    example = Example(
        id="", question="", answer="Een bijlage mag 25 MB zijn. Klik op de knop **Zenden**.",
        context=(ContextDocument(id="p", title="Bijlagen", text="Een bijlage mag 10 MB zijn."),),
    )  # fmt: skip
    sentences = wording.told(example, verdict)
    assert sentences[0] == "Knop, menu of veld: “Zenden” staat op geen pagina."
    assert any("“10 MB”, het antwoord zegt “25 MB”" in each for each in sentences)
    assert len(set(sentences)) == len(sentences)
    assert not any("Zonder steun" in each and "Zenden" in each for each in sentences)


@given(st.text(max_size=60), st.text(max_size=60), st.data())
def test_any_two_places_can_be_laid_side_by_side(
    answer: str, page: str, data: st.DataObject
) -> None:
    spans = []
    for text in (answer, page):
        start = data.draw(st.integers(0, len(text)))
        spans.append(
            Span(source="x", start=start, end=data.draw(st.integers(start, len(text))))
        )  # fmt: skip
    form, mine, theirs = wording.difference(answer, spans[0], page, spans[1])
    assert form in {"both", "more"}
    assert max(len(mine), len(theirs)) <= wording.MAX_QUOTE + 2
    assert not re.search(r"\n", mine + theirs)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ('paid": true', "paid: true"), ('"amountDue": 45,', "amount due: 45"),
        ("due_date: 2026-03-01", "due date: 2026-03-01"),
        ("• open bedrag: 3 EUR", "• open bedrag: 3 EUR"),
        ("45 EUR", "45 EUR"),
    ],
)  # fmt: skip
def test_a_field_is_told_as_people_write_it(words: str, told: str) -> None:
    assert wording._field(words) == told


def test_a_sentence_that_passes_is_not_told_to_stand_nowhere(grounded: TruthScorer) -> None:
    record = {"saldo_uren": 112.5, "opgenomen_uren": 64}
    answer = "U hebt 64 uur opgenomen."
    example = Example(
        id="r", question="Hoeveel uur heb ik opgenomen?", answer=answer, lang="nl",
        context=documents([{"id": "r", "kind": "record", "fields": record}]),
    )  # fmt: skip
    verdict = next(iter(grounded.score_many([example])))
    assert [each.verdict for each in verdict.statements] == ["supported"]
    assert wording.told(example, verdict) == ()
