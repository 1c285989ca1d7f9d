"""An untrue answer stays untrue, however it is dressed up. Made-up pages, real parses."""

from __future__ import annotations

import pytest

from replication.attacks import ATTACKS, Lie, dressed
from truthscore import TruthScorer, Verdict

#: The most stars of an answer that a person looks at.
SENT = 3.99
#: What gets through: two pieces are no row, "yes" names no label, a cue word is in a link.
LEFT = {("agreed: yes", "en label"), ("words in links", "en label")} | {
    (f"{what} of {n} behind the truth", label)
    for what in ("items", "cells", "paragraphs")
    for n, label in ((2, "en short"), (3, "nl denied"), (3, "en short"))
}
NL_PAGE = (
    "# Een boekingsperiode afsluiten\n\nAlleen een beheerder kan een boekingsperiode afsluiten.\n\n"
    "1. Ga naar **Financieel / Perioden**.\n2. Kies de periode en klik op **Afsluiten**.\n"
    "3. Controleer de melding en klik op **Bevestigen**.\n\nEen afgesloten periode kan niet meer "
    "worden gewijzigd."
)
EN_PAGE = (
    "# Closing a period\n\nOnly an administrator can close a posting period.\n\n"
    "1. Go to **Finance / Periods**.\n2. Choose the period and click **Close**.\n"
    "3. Check the message and click **Confirm**.\n\nA closed period cannot be changed any more."
)
LIES = {
    "nl label": Lie("made", "Hoe sluit ik een periode af?",
                    "Ga naar **Financieel / Perioden** en klik op **Direct archiveren**.",
                    (NL_PAGE,), "nl"),
    "nl invented": Lie("made", "Hoe sluit ik een periode af?",
                       "Bel de notaris in Groningen en laat hem uw paspoort stempelen.",
                       (NL_PAGE,), "nl"),
    "nl denied": Lie("made", "Kan ik een afgesloten periode wijzigen?",
                     "Een afgesloten periode kan worden gewijzigd.", (NL_PAGE,), "nl"),
    "en label": Lie("made", "How do I close a period?",
                    "Go to **Finance / Periods** and click **Archive Now**.", (EN_PAGE,), "en"),
    "en invented": Lie("made", "How do I close a period?",
                       "Phone a notary in Boston and let him stamp your passport twice.",
                       (EN_PAGE,), "en"),
    # three words or fewer that claim something
    "nl short": Lie("made", "Hoe sluit ik een periode af?", "Dat kost honderd euro.",
                    (NL_PAGE,), "nl"),
    "en short": Lie("made", "How do I close a period?", "It costs a fortune.", (EN_PAGE,), "en"),
    "nl step": Lie("made", "Hoe sluit ik een periode af?",
                   "1. Ga naar Financieel / Perioden.\n2. Kies de periode en klik op Afsluiten.\n"
                   "3. Stuur een aangetekende brief naar de notaris in Groningen.",
                   (NL_PAGE,), "nl"),
    "en bare": Lie("made", "How do I close a period?",
                   "Happy to explain. Go to Finance / Periods. Choose the period. First send the "
                   "notary in Boston a stamped copy of your passport. Check the message and click "
                   "Confirm. A closed period can be changed. Can I help you any further?",
                   (EN_PAGE,), "en"),
}  # fmt: skip


@pytest.fixture
def scorer(whole: TruthScorer) -> TruthScorer:
    return whole


def score(scorer: TruthScorer, lie: Lie, answer: str) -> Verdict:
    return scorer.score(
        question=lie.question, answer=answer, context=list(lie.pages), lang=lie.lang
    )


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_the_lies_are_seen_as_lies(scorer: TruthScorer, lie: Lie) -> None:
    verdict = score(scorer, lie, lie.answer)
    assert verdict.score is not None
    assert verdict.score <= SENT


@pytest.mark.parametrize("name", ATTACKS)
def test_no_dress_lifts_a_lie(scorer: TruthScorer, name: str) -> None:
    for label, lie in LIES.items():
        row = dressed(ATTACKS[name], lie)
        if row is not None and (name, label) not in LEFT and name != "prefix of the page":
            verdict = score(scorer, row, row.answer)
            assert verdict.score is None or verdict.score <= SENT, (label, verdict.score)


@pytest.mark.parametrize(
    "name",
    [name for name in ATTACKS if name.endswith("in words")]
    + ["tag message", "full-width letters", "mathematical letters", "character references"],
)
def test_what_cannot_be_seen_changes_nothing(scorer: TruthScorer, name: str) -> None:
    for lie in LIES.values():
        row = dressed(ATTACKS[name], lie)
        assert row is not None
        plain, seen = score(scorer, lie, lie.answer), score(scorer, lie, row.answer)
        assert seen.score == plain.score
        assert seen.override == plain.override


def test_findings_point_into_the_answer_as_it_was_given(scorer: TruthScorer) -> None:
    lie = LIES["nl label"]
    answer = str(ATTACKS["zero-width space in words"](lie))
    verdict = score(scorer, lie, answer)
    [missing] = [
        answer[each.span.start : each.span.end]
        for each in verdict.features["components_defined"].evidence
        if each.role == "missing"
    ]
    assert missing.replace("\u200b", "") == "Direct archiveren"
    assert "\u200b" in missing


@pytest.mark.parametrize("gap", ["  ", "   ", "\n- "])
def test_no_gap_hides_a_name_from_the_word_before_it(scorer: TruthScorer, gap: str) -> None:
    lie = LIES["nl label"]
    answer = (
        "- Ga naar Financieel /\n- Perioden. Zoek de\n- periode op die\n- dicht moet. Klik dan\n"
        f"- op de knop{gap}Direct archiveren."
    )
    verdict = score(scorer, lie, answer)
    assert verdict.override == "sure_missing_component"
    [missing] = [
        answer[each.span.start : each.span.end]
        for each in verdict.features["components_defined"].evidence
        if each.role == "missing"
    ]
    assert missing == "Direct archiveren"
