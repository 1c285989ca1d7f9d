"""An answer in pieces: what is said of each sentence, and that the cuts make no difference."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.guard.cases import CREDIT, LEAVE, MISSING, QUESTION, TRUE, WRONG_NUMBER, call
from truthscore import profile
from truthscore.errors import InputError
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.stream import MOST_CHARS, Stream
from truthscore.profile import with_policy

ASKED: dict[str, Any] = {"question": QUESTION, "context": [LEAVE]}
EXAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "examples" / "answers.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()[::3]
]
#: Texts that are hard to part: abbreviations, numbers, lists, a table, signs, nothing.
HARD = [
    "U kunt o.a. bijv. 25 dagen opnemen, d.w.z. max. 25 per jaar. Dat is art. 5 van hr. Smit.",
    "1. Ga naar het tabblad **Verlof**.\n2. Klik op **Aanvragen**.\n\n3. Vul **Einddatum** in.",
    "# Verlof\r\n\r\nU vraagt verlof aan op het Urenbord.\r\nUw teamleider keurt dat goed. Klaar!",
    "| veld | waarde |\n|---|---|\n| Einddatum | verplicht |\nDat was het. Nog vragen?",
    "Het kost 4.200,50 euro. \u201eMinstens 4.200 euro.\u201d (Bruto.) Dat is niet zo.",
    "Cafe\u0301 is open. Dat staat er. Ook de\u0301e.\nKlaar. Nu",
    "\n\n \t\n", "", "a. " * 30, "?!...!? \u2026 Ja. Nee. Ja.", "\x00\ud800. A b. C",
]  # fmt: skip


def streamed(guardrail: Guardrail, pieces: list[str], **asked: Any) -> Stream:
    stream = guardrail.stream(**(asked or ASKED))
    told = [each for piece in pieces for each in stream.feed(piece)]
    assert tuple(told) == stream.sentences
    return stream


def cut(text: str, places: list[int]) -> list[str]:
    marks = sorted({min(each, len(text)) for each in places})
    return [text[a:b] for a, b in zip([0, *marks], [*marks, len(text)], strict=True)]


def test_a_sentence_is_told_as_soon_as_the_next_begins(guardrail: Guardrail) -> None:
    stream = guardrail.stream(**ASKED)
    assert stream.feed("U vraagt verlof aan op het Urenbord.") == []
    assert stream.feed(" Ee") == []  # the word is not over
    [first] = stream.feed("n medewerker kan maximaal 40 ")
    assert (first.text, first.start, first.end) == ("U vraagt verlof aan op het Urenbord.", 0, 36)
    assert (first.action, first.cause) == ("allow", "supported")
    [second] = stream.feed("dagen verlof per jaar opnemen. Uw teamleider keurt")
    assert (second.action, second.cause) == ("review", "number")
    assert "25 dagen" in second.reason
    assert "40 dagen" in second.reason
    assert stream.rest == " Uw teamleider keurt"
    stream.feed(" de aanvraag binnen 5 werkdagen goed.")
    assert stream.text == WRONG_NUMBER
    assert stream.close() == guardrail.check(answer=WRONG_NUMBER, **ASKED)


def test_a_line_break_finishes_a_sentence(guardrail: Guardrail) -> None:
    stream = guardrail.stream(**ASKED)
    [first] = stream.feed("Ga naar het tabblad **Verlof** en klik op **Salarisrun**\n")
    assert (first.action, first.cause) == ("review", "missing_component")
    assert stream.rest == "\n"


@pytest.mark.parametrize(
    "text", ["Neem bijv. 5 dagen of d.w.z. een week op, aldus hr. Smit", "€ 4.200 "]
)
def test_no_abbreviation_or_number_is_split(guardrail: Guardrail, text: str) -> None:
    assert streamed(guardrail, list(text)).sentences == ()


def test_only_what_is_found_in_a_sentence_counts_against_it(guardrail: Guardrail) -> None:
    stream = streamed(guardrail, [MISSING + " " + TRUE + "\n"])
    assert [each.action for each in stream.sentences] == ["review", "allow", "allow", "allow"]
    assert stream.close().action == "block"


def test_what_claims_nothing_may_be_sent(guardrail: Guardrail) -> None:
    [hello, _] = streamed(
        guardrail, ["Goedemorgen!\nU vraagt verlof aan op het Urenbord.\n"]
    ).sentences
    assert (hello.action, hello.cause) == ("allow", "small_talk")


def test_what_is_taken_back_later_is_told_by_close_alone(guardrail: Guardrail) -> None:
    stream = streamed(guardrail, ["U vraagt verlof aan op het Urenbord. Dat is niet zo."])
    assert [each.action for each in stream.sentences] == ["allow"]
    assert stream.close().action != "allow"


@pytest.mark.parametrize("text", [*(row["answer"] for row in EXAMPLES), *HARD])
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(places=st.lists(st.integers(0, 600), max_size=12))
def test_however_a_text_is_cut_the_decisions_are_the_same(
    guardrail: Guardrail, text: str, places: list[int]
) -> None:
    row = next((each for each in EXAMPLES if each["answer"] == text), ASKED)
    asked = {"question": row["question"], "context": row["context"]}
    one = streamed(guardrail, [text], **asked)
    other = streamed(guardrail, cut(text, places), **asked)
    assert other.sentences == one.sentences
    assert other.close() == one.close() == guardrail.check(answer=text, **asked)
    for each in one.sentences:
        assert text[each.start : each.end] == each.text == each.text.strip()
    ends = [each.end for each in one.sentences]
    assert ends == sorted(ends)
    assert "".join(one.text.split()).startswith(
        "".join("".join(each.text.split()) for each in one.sentences)
    )


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
def test_character_by_character_is_as_at_once(guardrail: Guardrail, row: dict[str, Any]) -> None:
    asked = {"question": row["question"], "context": row["context"]}
    one = streamed(guardrail, [row["answer"]], **asked)
    assert streamed(guardrail, list(row["answer"]), **asked).sentences == one.sentences


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
def test_the_first_sentence_is_decided_about_as_an_answer(
    guardrail: Guardrail, row: dict[str, Any]
) -> None:
    """What is remembered of lines that were read changes nothing."""
    asked = {"question": row["question"], "context": row["context"]}
    for each in streamed(guardrail, [row["answer"]], **asked).sentences[:1]:
        alone = guardrail.check(answer=each.text, **asked)
        if alone.verdict.score is None:
            assert (each.action, each.cause) == (alone.action, alone.cause)
        elif alone.decided == "allow":
            assert each.action == "allow"


def test_an_english_answer(guardrail: Guardrail) -> None:
    asked = call("", CREDIT, question="How do I credit an invoice?") | {"lang": "en"}
    asked.pop("answer")
    text = "Open the tab **Invoices** and click **Refund**. The manager approves it."
    [first] = streamed(guardrail, [text], **asked).sentences
    assert first.cause == "missing_component"


def test_a_call_that_is_not_right_lets_nothing_through(guardrail: Guardrail) -> None:
    stream = streamed(guardrail, ["Ja. Dat kan.\n"], question=5, context=[LEAVE])
    assert {(each.action, each.cause) for each in stream.sentences} == {("review", "invalid_input")}
    assert stream.close().cause == "invalid_input"


def test_pieces_that_are_no_text_and_a_closed_stream_are_told(guardrail: Guardrail) -> None:
    stream = guardrail.stream(**ASKED)
    for wrong in (5, None, b"Ja."):
        with pytest.raises(InputError, match=r"expected a text \(str\)"):
            stream.feed(wrong)
    assert stream.close() is stream.close()
    assert stream.close().cause == "empty_answer"
    with pytest.raises(InputError, match="closed"):
        stream.feed("Ja.")


@pytest.mark.parametrize("text", ["a" * 1_000_000, "\n" * 1_000_000, "Ja " * 300_000])
def test_a_megabyte_is_taken(guardrail: Guardrail, text: str) -> None:
    stream = streamed(guardrail, [text])
    assert all(each.end <= MOST_CHARS for each in stream.sentences)
    assert stream.close().action != "allow"


def test_what_the_user_may_not_see_bears_nothing_out(guardrail: Guardrail) -> None:
    secret = {**LEAVE, "roles": ["admin"]}
    asked = {"question": QUESTION, "context": [secret, CREDIT], "roles": []}
    for each in streamed(guardrail, [TRUE + "\n"], **asked).sentences:
        assert each.action != "allow"


def test_in_monitor_mode_all_is_sent_and_sentences_are_not_counted(
    guardrail: Guardrail, caplog: pytest.LogCaptureFixture
) -> None:
    policy = with_policy(guardrail.policy, mode="monitor")
    with caplog.at_level(logging.INFO, "truthscore.guardrail"):
        stream = streamed(Guardrail(guardrail.scorer, policy), [MISSING + "\n"])
        assert [(each.action, each.decided) for each in stream.sentences] == [("allow", "review")]
        assert caplog.records == []
        assert stream.close().decided == "block"
    assert len(caplog.records) == 1


def test_a_profile_without_statements_judges_the_text_so_far(guardrail: Guardrail) -> None:
    paper = guardrail.scorer.under(profile.load("paper"))
    policy = with_policy(paper.profile.policy, time_budget_ms=0.0)
    stream = streamed(Guardrail(paper, policy), [MISSING + "\n"])
    [only] = stream.sentences
    decision = stream.close()
    assert (only.action, only.cause) == (decision.action, decision.cause)


def test_the_text_that_may_be_sent_comes_as_it_is_written(guardrail: Guardrail) -> None:
    stream = guardrail.stream(**ASKED)
    assert list(stream.sent(list(TRUE))) == [
        "U vraagt verlof aan op het Urenbord.",
        " Ga naar het tabblad **Verlof** en klik op de knop **Aanvragen**.",
        " Uw teamleider keurt de aanvraag binnen 5 werkdagen goed.",
    ]
    assert "".join(guardrail.stream(**ASKED).sent([TRUE[:50], TRUE[50:]])) == TRUE
    stream = guardrail.stream(**ASKED)
    assert list(stream.sent([WRONG_NUMBER])) == ["U vraagt verlof aan op het Urenbord."]
    assert stream.close().cause == "number"


TABLES = {
    "nl": ("Wat kost verzenden?", "Land", "Verzendkosten", "Duitsland"),
    "en": ("What are the shipping costs?", "Country", "Shipping costs", "Germany"),
}
#: More rows than sentences that one is read with.
COUNTRIES = ("Portugal", "Luxemburg", "Polen", "Litouwen", "Ierland", "Malta", "Cyprus", "Italy",
             "Andorra", "Liechtenstein", "Monaco", "Albania")  # fmt: skip


@pytest.mark.parametrize("lang", TABLES)
@pytest.mark.parametrize("size", [7])
def test_a_row_of_a_table_is_read_with_its_headings(
    lang: str, size: int, guardrail: Guardrail
) -> None:
    question, country, costs, other = TABLES[lang]
    prices = {name: f"€ {at + 3},95" for at, name in enumerate((*COUNTRIES, other))}
    head = f"| {country} | {costs} |\n|---|---|\n"

    def told(rows: dict[str, str]) -> str:
        return head + "".join(f"| {name} | {price} |\n" for name, price in rows.items())

    page = {"id": "p", "text": told(prices), "lang": lang}
    asked = {"question": question, "context": [page], "lang": lang}
    for answer, expected in (
        (told(prices), "allow"),
        (told({**prices, other: prices["Malta"]}), "review"),
    ):
        pieces = [answer[at : at + size] for at in range(0, len(answer), size)]
        stream = streamed(guardrail, pieces, **asked)
        *others, last = stream.sentences
        assert last.text.startswith(f"| {other} |")
        assert {each.action for each in others} == {"allow"}
        assert last.action == expected
        assert stream.close() == guardrail.check(answer=answer, **asked)
        assert stream.close().action == expected


def test_a_row_is_one_sentence_and_what_follows_a_table_is_read_by_itself(
    guardrail: Guardrail,
) -> None:
    text = "| veld | waarde |\n|---|---|\n| Einddatum | Ja. Dat is verplicht. |\nDat was het. En nu"
    found = [each.text for each in streamed(guardrail, list(text)).sentences]
    assert found == [*text.splitlines()[:3], "Dat was het."]
