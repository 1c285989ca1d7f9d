"""Predicates: what is said of what, and whether it is denied; real pipelines, sentences of ours."""

from __future__ import annotations

import functools

import pytest

from tests.builders import pack
from truthscore.text.alignment import is_claim
from truthscore.text.model import ParsedText
from truthscore.text.parser import Parser, load
from truthscore.text.predicates import NEED, Predicate, predicates


@functools.cache
def parser(lang: str) -> Parser:
    return load(pack(lang))


def read(lang: str, text: str) -> tuple[ParsedText, list[Predicate]]:
    parsed = next(iter(parser(lang).parse([text])))
    claims = [t for t in range(len(parsed.lowers)) if is_claim(parsed, t, pack(lang))]
    return parsed, [
        each for one in parsed.sentences for each in predicates(parsed, *one, pack(lang), claims)
    ]


def said(lang: str, text: str) -> list[tuple[str, str, bool, str, str]]:
    """(key, force, denied, patients, agents) of each predicate."""
    parsed, found = read(lang, text)

    def words(tokens: tuple[int, ...]) -> str:
        return " ".join(parsed.lowers[t] for t in tokens)

    return [(p.key, p.force, p.denied, words(p.patients), words(p.agents)) for p in found]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # Two statements in one sentence; the second has the noun of the first.
        ("nl", "De controle is verplicht en kan niet worden uitgezet.",
         [(NEED, "need", False, "controle", ""), ("uitzetten", "can", True, "controle", "")]),
        # Denied by the article of its noun, by the verb, by another word for "can" or "must".
        ("nl", "Wij delen het document niet.", [("delen", "is", True, "document", "")]),
        ("en", "No fee is charged.", [("charge", "is", True, "fee", "")]),
        ("en", "The cache is not cleared automatically.", [("clear", "is", True, "cache", "")]),
        ("en", "Guests are not allowed to invite other people.",
         [("invite", "can", True, "people", "guests")]),
        ("en", "It is impossible to undo a merge.", [("undo", "can", True, "merge", "")]),
        ("en", "You don't have to sign a contract.", [("sign", "need", True, "contract", "")]),
        ("nl", "U hoeft het programma niet opnieuw op te starten.",
         [("opstarten", "need", True, "programma", "")]),
        # How needed a thing is, in whatever words.
        ("nl", "Een btw-nummer is optioneel.", [(NEED, "need", True, "btw-nummer", "")]),
        ("nl", "Om te exporteren hebt u het recht Beheerder nodig.",
         [(NEED, "need", False, "recht", "")]),
        # A passive has no agent; the verb that carries it says nothing.
        ("en", "Archived projects cannot be edited.", [("edit", "can", True, "projects", "")]),
        ("en", "The driver signs the waybill.", [("sign", "is", False, "waybill", "driver")]),
        # Only what is stated: no case, no relative clause, nothing that is told to be avoided.
        ("en", "If the bill is paid, the fee is waived.", [("waive", "is", False, "fee", "")]),
        ("en", "The file that was deleted can be restored.",
         [("restore", "can", False, "file", "")]),
        ("en", "Avoid sharing the key.", []),
        # Limited, so neither plainly said nor plainly denied.
        ("nl", "Alleen de eigenaar deelt het document.", []),
        ("en", "The owner almost never shares the file.", []),
        ("en", "Not only the owner shares the file.", []),
        ("en", "You pay the fee with no contract.", []),
        # A pronoun hides what is meant; the reader and "we" are known.
        ("en", "They provide support.", []),
        ("nl", "Zij delen het document.", []),
        # A step or heading states nothing; a step not to take does.
        ("nl", "Kies het veld.", []),
        ("nl", "Deel de sleutel nooit.", [("delen", "can", True, "sleutel", "")]),
        ("en", "Never share the recovery key.", [("share", "can", True, "key", "")]),
    ],
)  # fmt: skip
def test_what_is_said_of_what(
    lang: str, text: str, expected: list[tuple[str, str, bool, str, str]]
) -> None:
    assert said(lang, text) == expected


def test_verbs_that_carry_another_word() -> None:
    assert ("verliezen", "is", False, "wijzigingen", "") in said(
        "nl", "De wijzigingen gaan verloren."
    )


def test_what_depends_on_a_predicate_and_which_noun_is_meant() -> None:
    parsed, [lost, kept] = read(
        "en", "Unsaved drafts are deleted at midnight; signed contracts are kept."
    )
    assert [parsed.lowers[t] for t in lost.modifiers] == ["unsaved"]
    assert "midnight" in {parsed.lowers[t] for t in lost.content}
    assert "contracts" not in {parsed.lowers[t] for t in lost.content}
    assert [parsed.lowers[t] for t in kept.modifiers] == ["signed"]


def test_a_case_is_told() -> None:
    _, [waived] = read("en", "The fee is waived if the bill is paid.")
    _, [plain] = read("en", "The fee is waived after a week.")
    assert waived.conditional
    assert not plain.conditional


@pytest.mark.parametrize(
    "text", ["Can you invite guests? No", "not", "Guests may invite nobody, no"]
)
def test_a_negation_at_the_very_end(text: str) -> None:
    read("en", text)  # looked one word too far, once
