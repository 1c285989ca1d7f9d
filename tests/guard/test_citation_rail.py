"""Citations: there, right, taken out, and of documents the user may see."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, QUESTION, SALARY
from truthscore.errors import ProfileError
from truthscore.guard.citation_rail import CitationRail, RailDecision
from truthscore.guard.guardrail import Guardrail
from truthscore.profile import with_policy
from truthscore.scorer import TruthScorer

BARE = (
    "U vraagt verlof aan op het Urenbord. Uw teamleider keurt de aanvraag binnen 5 werkdagen goed."
)
CITED = (
    "U vraagt verlof aan op het Urenbord [Document0]. Uw teamleider keurt de aanvraag binnen 5 "
    "werkdagen goed. [Document0]"
)


@pytest.fixture(scope="module")
def rail(guardrail: Guardrail) -> CitationRail:
    return CitationRail(guardrail)


def check(rail: CitationRail, answer: str, *context: Any, **more: Any) -> RailDecision:
    return rail.check(
        question=QUESTION, answer=answer, context=context or (LEAVE, ADDRESS, SALARY), **more
    )


def test_a_cited_true_answer_is_shown_without_its_citations(rail: CitationRail) -> None:
    found = check(rail, CITED)
    assert (found.decision.action, found.decision.cause) == ("allow", "supported")
    assert found.shown == BARE
    assert found.match_rate == 1.0
    assert [each.label for each in found.citations] == ["[Document0]", "[Document0]"]
    start = CITED.index("[")
    assert (found.citations[0].start, found.citations[0].end) == (start, start + 11)


def test_two_citations_behind_each_other(rail: CitationRail) -> None:
    found = check(
        rail,
        "U vraagt verlof aan op het Urenbord [Document0][Document0].",
    )
    assert found.shown == "U vraagt verlof aan op het Urenbord."
    assert len(found.citations) == 2
    apart = check(rail, "U vraagt verlof [Document0] [Document0] aan op het Urenbord.")
    assert apart.shown == "U vraagt verlof aan op het Urenbord."


def test_a_citation_leads_to_the_sentence_and_knows_its_place_in_the_text(
    rail: CitationRail,
) -> None:
    found = check(rail, CITED.replace("Document0", "Document1"), ADDRESS, LEAVE, SALARY)
    first, second = found.citations
    assert found.shown is not None
    assert [found.shown[: each.at].split()[-1] for each in (first, second)] == ["Urenbord", "goed."]
    assert first.place == second.place == 1
    assert first.match is not None
    assert second.match is not None
    assert first.match.source == LEAVE["id"]
    said = [LEAVE["text"][each.start : each.end] for each in (first.match, second.match)]
    assert "Urenbord" in said[0]
    assert "5 werkdagen" in said[1]


def test_a_citation_that_is_wrong_leads_nowhere(rail: CitationRail) -> None:
    for answer in (BARE + " [Document3]", CITED.replace("Document0", "Document2")):
        for each in check(rail, answer).citations:
            assert (each.place, each.match) == (None, None)


def test_no_citation_no_answer(rail: CitationRail) -> None:
    found = check(rail, BARE)
    assert (found.decision.action, found.decision.cause) == ("block", "no_citation")
    assert found.decision.reason == "Het antwoord noemt geen bron."
    assert found.shown is None
    assert found.match_rate is None


def test_a_document_that_is_not_there(rail: CitationRail) -> None:
    found = check(rail, BARE + " [Document3]")
    assert (found.decision.action, found.decision.cause) == ("block", "unknown_document")
    assert found.decision.reason == (
        "De verwijzing “[Document3]” wijst naar een document dat er niet is."
    )
    assert found.match_rate == 0.0
    assert found.shown is None


def test_a_document_that_does_not_say_so(rail: CitationRail) -> None:
    found = check(rail, CITED.replace("[Document0].", "[Document1]."))
    assert (found.decision.action, found.decision.cause) == ("block", "wrong_document")
    assert found.match_rate == 0.5
    assert [each.role for each in found.citations] == ["unsupported", "supports"]


def test_how_many_must_be_right_is_the_rule_s(guardrail: Guardrail) -> None:
    rule = guardrail.policy.citations.model_copy(update={"min_match_rate": 0.5})
    found = check(CitationRail(guardrail, rule), CITED.replace("[Document0].", "[Document1]."))
    assert found.decision.action == "allow"
    assert found.match_rate == 0.5


def test_numbers_are_places_whatever_the_documents_are_called(rail: CitationRail) -> None:
    """Scoring sorts documents and drops copies; a citation counts places as they were given."""
    second = check(rail, CITED.replace("Document0", "Document1"), ADDRESS, LEAVE, SALARY)
    assert second.decision.action == "allow"
    copies = check(
        rail, CITED.replace("Document0", "Document2"), LEAVE, ADDRESS, LEAVE | {"id": "b"}
    )
    assert copies.decision.action == "allow"
    wrong = check(rail, CITED, ADDRESS, LEAVE, SALARY)
    assert wrong.decision.cause == "wrong_document"


def test_another_form_counted_from_one(guardrail: Guardrail) -> None:
    policy = with_policy(
        guardrail.policy, citations={"patterns": [r"\((?:bron|source) (?P<numbers>\d+)\)"],
                                     "numbered_from": 1},
    )  # fmt: skip
    rail = CitationRail(Guardrail(guardrail.scorer, policy))
    found = check(rail, BARE.replace("Urenbord.", "Urenbord (bron 1)."))
    assert (found.decision.action, found.shown) == ("allow", BARE)
    assert check(rail, CITED).decision.cause == "no_citation"
    assert check(rail, BARE + " (bron 4)").decision.cause == "unknown_document"
    assert check(rail, BARE + " (bron 0)").decision.cause == "unknown_document"


def test_a_form_by_title(guardrail: Guardrail) -> None:
    rule = guardrail.policy.citations.model_copy(
        update={"patterns": (r"\[(?P<name>[A-Z][\w ]+)\]",)}
    )
    rail = CitationRail(guardrail, rule)
    assert check(rail, BARE + " [Verlof aanvragen]").decision.action == "allow"
    assert check(rail, BARE + " [Adres wijzigen]").decision.cause == "wrong_document"
    assert check(rail, BARE + " [Vakantie]").decision.cause == "unknown_document"


def test_an_untrue_answer_is_held_whatever_it_cites(rail: CitationRail) -> None:
    found = check(rail, "Klik op de knop **Salarisrun** [Document0].")
    assert (found.decision.action, found.decision.cause) == ("block", "missing_component")
    assert found.shown is None


def test_nothing_but_a_citation_is_no_answer(rail: CitationRail) -> None:
    assert check(rail, "[Document0]").decision.cause == "empty_answer"


def test_what_goes_wrong_is_not_shown(rail: CitationRail) -> None:
    found = rail.check(question=QUESTION, answer=None, context=[LEAVE])  # type: ignore[arg-type]
    assert (found.decision.cause, found.shown) == ("invalid_input", None)
    found = rail.check(question=QUESTION, answer=CITED, context=5)  # type: ignore[arg-type]
    assert (found.decision.cause, found.shown) == ("invalid_input", None)
    assert check(rail, CITED, roles=5).decision.action == "review"


def test_a_document_the_user_may_not_see_is_no_source(rail: CitationRail) -> None:
    secret = SALARY | {"roles": ["hr"]}
    answer = "Een teamleider verdient in schaal 9 minstens 4.200 euro bruto [Document1]."
    seen = rail.check(
        question="Wat verdient een teamleider?",
        answer=answer,
        context=[LEAVE, secret],
        roles=["hr"],
    )
    assert (seen.decision.action, seen.match_rate) == ("allow", 1.0)
    hidden = rail.check(
        question="Wat verdient een teamleider?", answer=answer, context=[LEAVE, secret], roles=[]
    )
    assert (hidden.decision.action, hidden.decision.cause) == ("block", "not_permitted")
    assert hidden.shown is None
    assert hidden.citations[0].role == "missing"


def test_acheck_is_check(rail: CitationRail) -> None:
    async def run() -> RailDecision:
        return await rail.acheck(question=QUESTION, answer=CITED, context=[LEAVE, ADDRESS, SALARY])

    assert asyncio.run(run()) == check(rail, CITED)


def test_monitor_mode_shows_the_answer_and_says_what_is_wrong(guardrail: Guardrail) -> None:
    monitor = CitationRail(
        Guardrail(guardrail.scorer, with_policy(guardrail.policy, mode="monitor"))
    )
    found = check(monitor, BARE + " [Document3]")
    assert (found.decision.action, found.decision.decided) == ("allow", "block")
    assert found.shown == BARE


def test_a_profile_that_cannot_check_citations_says_so(scorer: TruthScorer) -> None:
    with pytest.raises(ProfileError, match=r"profile 'paper' cannot check citations.*grounded"):
        CitationRail(Guardrail(scorer))
