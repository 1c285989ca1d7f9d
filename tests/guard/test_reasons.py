"""The reason texts: data that is complete, and words that fit the evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from truthscore import Guardrail, decisions, profile, resources, wording
from truthscore.errors import ResourceError
from truthscore.guard import reasons
from truthscore.guard.decision import CAUSES
from truthscore.guard.judgement import Judgement
from truthscore.text.component_rules import KINDS
from truthscore.types import ANSWER, ContextDocument, Evidence, Example, Role, Span, Verdict

LANGUAGES = resources.languages()
GROUNDED = profile.load("grounded")
PAGE = ContextDocument(
    id="p", title="Verlof", text="# Verlof\n\nHet maximum is **25 dagen**. Klaar."
)
ANSWER_TEXT = "Kort. Het maximum is 40 dagen. De knop **Opslaan** helpt."


def made(cause: str, *found: Evidence, pages: int = 2, code: str = "nl") -> str:
    context = tuple(
        ContextDocument(id=f"p{number}" if number else "p", title="Verlof", text=PAGE.text)
        for number in range(pages)
    )
    example = Example(id="", question="", answer=ANSWER_TEXT, context=context)
    return reasons.reason(
        Judgement(action="review", cause=cause, evidence=found),
        code=code,
        profile=GROUNDED,
        example=example,
        verdict=Verdict(id="", status="scored", score=3.999999),
    )


def evidence(
    words: str, role: Role = "unsupported", match: Span | None = None, rule: str | None = None
) -> Evidence:
    start = ANSWER_TEXT.index(words)
    span = Span(source=ANSWER, start=start, end=start + len(words))
    return Evidence(span=span, role=role, label=words, match=match, rule=rule)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_cause_has_a_text_and_every_kind_a_word(code: str) -> None:
    texts = reasons.load(code)
    assert set(texts.reasons) == {*CAUSES, *reasons.VARIANTS}
    assert set(texts.kinds) == set(KINDS)
    for text in texts.reasons.values():
        assert text[0].isupper() or text[0] in "{“"
        assert text.rstrip("”")[-1] in ".}"
    assert all(word == word.lower() for word in texts.leaning)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("cause", CAUSES)
def test_a_reason_never_says_what_to_do_and_leaves_no_field_open(code: str, cause: str) -> None:
    text = made(cause, code=code)
    assert "{" not in text
    for word in ("block", "allow", "blokk", "toegestaan", "doorgelaten", "send", "verstuur"):
        assert word not in text.lower()


def test_stars_are_cut_and_not_rounded() -> None:
    assert made("low_score").endswith("3,9 van 5 sterren.")
    assert made("low_score", code="en").endswith("3.9 of 5 stars.")


def test_the_number_of_documents() -> None:
    button = evidence("Opslaan", "missing")
    assert made("missing_component", button) == (
        "De knop “Opslaan” staat in geen van de 2 documenten."
    )
    assert (
        made("missing_component", button, pages=1)
        == "De knop “Opslaan” staat niet in het document."
    )
    assert made("missing_component", button, code="en", pages=1) == (
        "The name “Opslaan” is not in the document."
    )


def test_the_passage_is_quoted_without_markup() -> None:
    start = PAGE.text.index("**25")
    match = Span(source="p", start=start, end=start + len("**25 dagen**"))
    assert made("number", evidence("40 dagen", "contradicts", match, "value.other")) == (
        "Getal, datum of bedrag: “Verlof” zegt “25 dagen”, het antwoord zegt “40 dagen”."
    )
    assert made("number", evidence("40 dagen", "unsupported")) == (
        "De waarde “40 dagen” klopt niet met de 2 documenten."
    )


def test_a_word_is_quoted_with_its_sentence() -> None:
    assert made("off_context", evidence("maximum", "contradicts")) == (
        "“Het maximum is 40 dagen” geldt in de 2 documenten voor een ander "
        "of onder een andere voorwaarde."
    )


def test_an_answer_against_itself_quotes_no_document() -> None:
    match = Span(source=ANSWER, start=0, end=5)
    text = made("contradiction", evidence("40 dagen", "contradicts", match))
    assert text == "Het antwoord spreekt zichzelf of de 2 documenten tegen: “40 dagen”"


def test_more_than_one_sentence_is_counted() -> None:
    text = made("unsupported", evidence("Het maximum is 40 dagen."), evidence("Kort."))
    assert text == "“Kort” en nog 1 van de zinnen worden niet gesteund door de 2 documenten."


def test_a_long_quote_is_cut() -> None:
    words = "woord " * 100
    example = Example(id="", question="", answer=words, context=(PAGE,))
    span = Span(source=ANSWER, start=0, end=len(words))
    text = reasons.reason(
        Judgement(
            action="review",
            cause="unsupported",
            evidence=(Evidence(span=span, role="unsupported", label=""),),
        ),
        code="nl",
        profile=GROUNDED,
        example=example,
    )
    assert len(text) < wording.MAX_QUOTE + 60
    assert "…" in text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('refusal = "', 'refused = "', r"\[reasons\] lacks, or has too much: refusal, refused"),
        ("[kinds]", "[sorts]", "missing or wrong key: 'kinds'"),
        ("{count} documenten", "{aantal} documenten", r"documents.many: unknown field 'aantal'"),
        ('other = "De naam"', 'others = "De naam"', "missing or wrong key: 'other'"),
        (
            "steunt op {documents}",
            "steunt op {pagina}",
            r"reasons.supported: unknown field 'pagina'",
        ),
    ],
)
def test_a_broken_file_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    text = (resources.wordlists_dir() / "nl" / reasons.FILE).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "nl").mkdir()
    (tmp_path / "nl" / reasons.FILE).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(resources, "wordlists_dir", lambda: tmp_path)
    reasons.load.cache_clear()
    try:
        with pytest.raises(ResourceError, match=message):
            reasons.load("nl")
    finally:
        reasons.load.cache_clear()


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_not_sent_has_a_reason_with_its_place(code: str) -> None:
    """ "Looks too little like the document" tells nobody where to look."""
    start = PAGE.text.index("Het maximum")
    match = Span(source="p", start=start, end=start + len("Het maximum is **25 dagen**."))
    for cause in ("unsupported", "low_score"):
        text = made(cause, evidence("Het maximum is 40 dagen.", match=match), code=code)
        assert "Het maximum is 40 dagen" in text
        assert "“Verlof”" in text
        assert "“Het maximum is 25 dagen”" in text


def test_stars_and_decisions_are_written_as_a_reader_writes_them() -> None:
    assert decisions.stars(3.96, "nl") == "3,9 ★"
    assert decisions.stars(3.96, "en") == decisions.stars(3.96, None) == "3.9 ★"
    assert decisions.stars(4.0, "nl") == "4,0 ★"
    assert (decisions.whole(3.96), decisions.whole(5.0)) == (3, 5)
    assert decisions.named("review", "nl") == "iemand laten kijken"
    assert decisions.named("review", "en") == "let a person look"


def test_too_late_says_how_to_avoid_it() -> None:
    for code in LANGUAGES:
        assert "truthscore index" in made("over_budget", code=code)
        assert "time_budget_ms" in made("over_budget", code=code)


VISITS = {
    "nl": (
        "Hoe ver vooruit kan ik een bezoek plannen?",
        "U kunt een bezoek maximaal 14 dagen vooruit plannen. Een bezoek duurt standaard 30 "
        "minuten. Een plek wordt 30 minuten vastgehouden.",
        ("U kunt een bezoek maximaal 30 dagen vooruit plannen.", "“30 dagen”", "“14 dagen”"),
    ),
    "en": (
        "How far ahead can I plan a visit?",
        "A visit takes 30 minutes by default. A desk is held for 30 minutes. "
        "You can plan a visit at most 14 days ahead. Parking is free for 3 days.",
        ("You can plan a visit at most 30 days ahead.", "“30 days”", "“14 days”"),
    ),
}


@pytest.mark.parametrize("code", VISITS)
def test_the_number_that_is_quoted_has_the_same_unit_and_is_of_the_same_thing(code: str) -> None:
    question, page, (answer, told, quoted) = VISITS[code]
    guardrail = Guardrail.load("grounded", lang=code)
    decision = guardrail.check(question=question, answer=answer, context=[page])
    assert decision.cause == "number"
    assert told in decision.reason
    assert quoted in decision.reason
