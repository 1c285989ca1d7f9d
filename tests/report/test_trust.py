"""Whether an evaluation lets one trust the scores: the words follow the figures."""

from __future__ import annotations

import pytest

from truthscore.evaluate.evaluation import Costs, evaluate
from truthscore.evaluate.rated import RatedRow
from truthscore.report.trust import Trust, trust


def told(
    pairs: list[tuple[float, float]], send_from: float | None = None, lang: str = "en"
) -> Trust:
    rows = [
        RatedRow(
            id=str(number), status="scored", score=score, base_score=score, rating=rating,
            features={},
        )
        for number, (score, rating) in enumerate(pairs)
    ]  # fmt: skip
    made = evaluate(rows, costs=Costs(untrue=5, lost=1))
    return trust(made, rows, send_from=send_from, lang=lang)


def pairs(seen: int, missed: int, fine: int, lost: int) -> list[tuple[float, float]]:
    return [(1.5, 1.0)] * seen + [(4.5, 2.0)] * missed + [(4.5, 5.0)] * fine + [(2.5, 4.0)] * lost


@pytest.mark.parametrize(
    ("counts", "begins", "says"),
    [
        ((19, 1, 40, 1), "Yes, as a filter", "doubts few"),
        ((12, 8, 40, 10), "In part", "doubts true ones as well"),
        ((5, 15, 40, 0), "Not by itself", "misses more than half"),
        ((5, 1, 6, 0), "Too early to say", "6 answers that people call untrue and 6"),
        ((0, 0, 30, 0), "Too early to say", "0 answers"),
    ],
)
def test_the_headline_follows_what_is_seen_and_what_is_doubted(
    counts: tuple[int, int, int, int], begins: str, says: str
) -> None:
    headline = told(pairs(*counts)).headline
    assert headline.startswith(begins)
    assert says in headline


def test_the_paragraph_has_the_figures_in_words_and_no_greek_letter() -> None:
    found = told(pairs(15, 5, 49, 1), send_from=4.0)
    text = " ".join(found.sentences)
    assert "Of 20 answers that people gave 1 or 2 stars, 15 have fewer than 3 here (75%;" in text
    assert "Of 50 answers that people gave 4 or 5 stars, 1 has fewer than 3 and is wrongly" in text
    assert "5 of the 20 untrue ones would be" in text
    assert "Its agreement with your team is" in text
    assert not any("α" <= letter <= "ω" for letter in found.headline + text)


def test_what_is_undefined_is_not_told() -> None:
    found = told([(4.5, 5.0)] * 12)
    assert found.sentences[-1].startswith("Whether it puts answers in your team's order cannot")


def test_the_same_in_dutch() -> None:
    found = told(pairs(15, 5, 49, 1), send_from=4.0, lang="nl")
    assert found.headline.startswith("Ten dele: meer dan de helft van de onware antwoorden")
    text = " ".join(found.sentences)
    assert "Van 20 antwoorden waaraan mensen 1 of 2 sterren gaven, hebben er 15 hier" in text
    assert "heeft er 1 minder dan 3 en is ten onrechte betwijfeld (2%; door toeval" in text
    assert "verstuurt 5 van de 20 onware" in text
    assert "De overeenstemming met uw team is" in text
