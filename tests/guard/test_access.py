"""Roles: an answer that tells what a user may not see is held, and its reason tells nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.guard.cases import ADDRESS, LEAVE, QUESTION, SALARY, TRUE
from truthscore.errors import InputError
from truthscore.example import documents
from truthscore.guard.guardrail import Guardrail
from truthscore.roles import permitted
from truthscore.types import ContextDocument

SECRET = SALARY | {"roles": ["hr", "directie"]}
TELLS = "Een teamleider verdient in schaal 9 minstens 4.200 euro bruto."
ASKED = "Wat verdient een teamleider?"


@pytest.mark.parametrize(
    ("roles", "user", "may"),
    [
        (None, [], True),
        (None, ["hr"], True),
        ((), ["hr"], False),
        (("hr",), ["hr"], True),
        (("hr", "directie"), ["directie", "klant"], True),
        (("hr",), ["klant"], False),
        (("hr",), [], False),
        (("hr",), ["HR"], False),
    ],
)
def test_who_may_see_what(roles: tuple[str, ...] | None, user: list[str], may: bool) -> None:
    assert permitted(ContextDocument(id="a", text="b", roles=roles), user) is may


def check(
    guardrail: Guardrail, answer: str, roles: Any, *context: Any, question: str = ASKED
) -> Any:
    return guardrail.check(question=question, answer=answer, context=context, roles=roles)


def test_support_in_a_hidden_document_only_is_blocked(guardrail: Guardrail) -> None:
    assert check(guardrail, TELLS, ["hr"], LEAVE, SECRET).action == "allow"
    assert check(guardrail, TELLS, None, LEAVE, SECRET).action == "allow"  # nobody asked
    for roles in ([], ["klant"], frozenset(), ("x",)):
        hidden = check(guardrail, TELLS, roles, LEAVE, SECRET)
        assert (hidden.action, hidden.cause) == ("block", "not_permitted")
        assert "4.200" not in hidden.reason
        assert "Salarisschalen" not in repr(hidden.verdict)
        assert not any("Salarisschalen" in found for found in hidden.findings)
        assert hidden.trimmed is None


def test_one_sentence_from_a_hidden_document_is_enough(guardrail: Guardrail) -> None:
    answer = TRUE + " " + TELLS
    assert check(guardrail, answer, ["hr"], LEAVE, SECRET, question=QUESTION).action == "allow"
    hidden = check(guardrail, answer, ["klant"], LEAVE, SECRET, question=QUESTION)
    assert (hidden.action, hidden.cause) == ("block", "not_permitted")


def test_only_hidden_documents(guardrail: Guardrail) -> None:
    hidden = check(guardrail, TELLS, ["klant"], SECRET)
    assert (hidden.action, hidden.cause) == ("block", "not_permitted")


def test_only_hidden_documents_and_a_few_words_more(guardrail: Guardrail) -> None:
    """With every document this is only reviewed; the hidden one is still what it tells."""
    answer = TELLS + " Dat is voor iedere afdeling gelijk, ook in het buitenland en bij overwerk."
    assert check(guardrail, answer, ["hr"], SECRET).action == "review"
    hidden = check(guardrail, answer, ["klant"], SECRET)
    assert (hidden.action, hidden.cause) == ("block", "not_permitted")


def test_what_stands_in_both_may_be_said(guardrail: Guardrail) -> None:
    public = LEAVE | {"id": "publiek"}
    secret = LEAVE | {"id": "geheim", "roles": ["hr"]}
    decision = check(guardrail, TRUE, ["klant"], public, secret, question=QUESTION)
    assert decision.action == "allow"


def test_a_hidden_document_beside_it_does_not_matter(guardrail: Guardrail) -> None:
    decision = check(guardrail, TRUE, ["klant"], LEAVE, ADDRESS, SECRET, question=QUESTION)
    assert decision.action == "allow"
    assert decision.reason.startswith("Het antwoord steunt op de 2 documenten")


def test_what_stands_nowhere_is_not_called_hidden(guardrail: Guardrail) -> None:
    decision = check(
        guardrail, "Klik op de knop **Raketstart**.", ["klant"], LEAVE, SECRET, question=QUESTION
    )
    assert (decision.action, decision.cause) == ("block", "missing_component")


@pytest.mark.parametrize(
    ("given", "roles"),
    [(None, None), ([], ()), ("hr", ("hr",)), (["b", "a"], ("a", "b")), (("a",), ("a",))],
)
def test_roles_of_a_document_as_they_are_given(given: Any, roles: tuple[str, ...] | None) -> None:
    [document] = documents([{"text": "a", "roles": given}])
    assert document.roles == roles


@pytest.mark.parametrize("given", [5, [5], {"a": 1}, b"hr"])
def test_roles_of_another_kind_are_an_error(given: Any) -> None:
    with pytest.raises(InputError, match=r"context document 'doc1': 'roles' is .*expected a list"):
        documents([{"text": "a", "roles": given}])
