"""Moments: what holds before an event, or once it has happened."""

# ruff: noqa: E501 (a sentence and what it says read best side by side)

from __future__ import annotations

import pytest

from truthscore.language import load
from truthscore.text.moments import Moment, moments, other_side, same_event
from truthscore.text.parser import SpacyParser


def found(parsers: dict[str, SpacyParser], lang: str, text: str) -> list[Moment]:
    return [each for _, each in moments(parsers[lang].parse([text])[0], load(lang))]


@pytest.mark.parametrize(
    ("lang", "text", "before", "event", "doing", "denied", "limits"),
    [
        ("en", "You can cancel an order until it is shipped.", True, "shipped", "cancel", False, True),
        ("en", "After payment a claim can't be withdrawn.", False, "payment", "withdrawn", True, False),
        ("en", "Once it has been sent the address can no longer be changed.", False, "sent", "changed", True, False),
        ("en", "You can only withdraw it after approval.", False, "approval", "withdraw", False, True),
        ("en", "A posted entry cannot be deleted.", False, "posted", "deleted", True, False),
        ("en", "You can edit it as long as it has not been sent.", True, "sent", "edit", False, True),
        ("nl", "U kunt een declaratie intrekken totdat deze is uitbetaald.", True, "uitbetaald", "intrekken", False, True),
        ("nl", "Na goedkeuring kunt u de factuur niet meer wijzigen.", False, "goedkeuring", "wijzigen", True, False),
        ("nl", "U kunt pas betalen nadat de manager het heeft goedgekeurd.", False, "goedgekeurd", "betalen", False, True),
        ("nl", "Zolang het pakket niet is verzonden, kunt u het adres wijzigen.", True, "verzonden", "wijzigen", False, True),
        ("nl", "Als het pakket al is verzonden, kunt u het adres niet wijzigen.", False, "verzonden", "wijzigen", True, False),
    ],
)  # fmt: skip
def test_a_statement_and_its_time(
    parsers: dict[str, SpacyParser], lang: str, text: str,
    before: bool, event: str, doing: str, denied: bool, limits: bool,
) -> None:  # fmt: skip
    (one,) = found(parsers, lang, text)
    assert (one.before, one.denied, one.limits) == (before, denied, limits)
    assert event in one.event
    assert doing in one.doing
    assert not any(event in forms for forms in one.said)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "You can return it until 14 days after delivery."),  # a length of time
        ("en", "We email the pass before departure."),  # nobody says that it can be done
        ("en", "After approval only HR can remove it."),  # of others it is not so
        ("en", "Before you close it you can edit the entry and remove it."),  # which of the two?
        ("nl", "U kunt de toegang beperken tot klanten."),  # no event
        ("nl", "De eerste dag kunt u wijzigen."),  # no participle
        ("nl", "Een afgesloten dag kan niet open, ook niet door ons."),  # denied how often?
    ],
)
def test_no_time_of_a_deed(parsers: dict[str, SpacyParser], lang: str, text: str) -> None:
    assert found(parsers, lang, text) == []


def test_what_is_only_possible_is_what_the_sentence_before_tells(
    parsers: dict[str, SpacyParser],
) -> None:
    first, then = found(
        parsers, "en", "You can cancel an order until it is shipped. After that it is not possible."
    )
    assert then.said == first.said
    assert then.event == first.event
    assert (then.before, then.denied) == (False, True)


def test_both_sides_of_an_event(parsers: dict[str, SpacyParser]) -> None:
    until, after = found(
        parsers,
        "nl",
        "U kunt het wijzigen totdat het is uitbetaald. Na uitbetaling kunt u het niet wijzigen.",
    )
    nl = load("nl")
    assert same_event(until.event, after.event, nl)
    assert other_side(until, after, nl)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "U kunt het wijzigen totdat het is verzonden. Vanaf dat moment is dat niet meer mogelijk."),
        ("en", "You can cancel it until it is shipped. From that moment it is no longer possible."),
    ],
)  # fmt: skip
def test_no_word_of_time_is_what_is_done(
    parsers: dict[str, SpacyParser], lang: str, text: str
) -> None:
    first, then = found(parsers, lang, text)
    assert then.said == first.said
    assert then.denied
