"""How far an evaluation lets its reader trust the scores, in words: made from the figures, so that
the words cannot say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truthscore.evaluate.correlation import TRUE_FROM, UNTRUE_TO, Correlation
from truthscore.evaluate.evaluation import Evaluation
from truthscore.evaluate.lines import LOW
from truthscore.evaluate.rated import RatedRow

#: Rated answers of a kind below which a share of them says little.
ENOUGH = 20
#: Agreement in words: from which figure on (after Evans 1996, for correlations).
WORDS = ((0.8, "very strong"), (0.6, "strong"), (0.4, "moderate"), (0.2, "weak"))
#: Share of untrue answers seen from which the scores can be trusted to see most, and half.
MOST, HALF = 0.9, 0.5
#: Share of true answers wrongly doubted up to which few are.
FEW = 0.05


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole` answers, and what the share may be by chance (Wilson, 95 %)."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share; 0.0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    def told(self) -> str:
        """The share with its interval."""
        from scipy.stats import binomtest

        ends = binomtest(self.part, self.whole).proportion_ci(method="wilson")
        return f"{self.value:.0%}; by chance {ends.low:.0%} to {ends.high:.0%}"


@dataclass(frozen=True, slots=True)
class Trust:
    """The answer in a few words, and the paragraph behind it."""

    headline: str
    sentences: tuple[str, ...]


def trust(
    evaluation: Evaluation, rows: Sequence[RatedRow], *, send_from: float | None = None
) -> Trust:
    """What the figures come to. `send_from`: the stars from which an answer is sent, if known."""
    pairs = [(r.score, r.rating) for r in rows if r.score is not None and r.rating is not None]
    untrue = [score for score, rating in pairs if rating <= UNTRUE_TO]
    true = [score for score, rating in pairs if rating >= TRUE_FROM]
    seen = Share(sum(score < LOW for score in untrue), len(untrue))
    lost = Share(sum(score < LOW for score in true), len(true))
    sentences = []
    if untrue:
        sentences.append(
            f"Of {_count(seen.whole)} that people gave 1 or 2 stars, {seen.part} "
            f"{'has' if seen.part == 1 else 'have'} fewer than {LOW:g} here ({seen.told()})."
        )
    if true:
        sentences.append(
            f"Of {_count(lost.whole)} that people gave 4 or 5 stars, {lost.part} "
            f"{'has' if lost.part == 1 else 'have'} fewer than {LOW:g} and "
            f"{'is' if lost.part == 1 else 'are'} wrongly doubted ({lost.told()})."
        )
    if send_from is not None and untrue:
        sent = sum(score >= send_from for score in untrue)
        sentences.append(
            f"Where every answer from {send_from:g} stars is sent unread, {sent} of the "
            f"{len(untrue)} untrue ones would be."
        )
    sentences.append(_agreement(evaluation.score))
    between = evaluation.star_agreement
    if between is not None and between.kappa is not None:
        sentences.append(
            f"Between your own raters it is {_word(between.kappa)} ({between.kappa:.2f}): no score "
            "can follow them much further than they follow each other."
        )
    return Trust(_headline(seen, lost), tuple(sentences))


def _headline(seen: Share, lost: Share) -> str:
    if seen.whole < ENOUGH or lost.whole < ENOUGH:
        return (
            f"Too early to say: {_count(seen.whole)} that people call untrue and {lost.whole} that "
            f"they call true; give ratings until there are {ENOUGH} of each, or better, hundreds."
        )
    cost = "and doubts few true ones" if lost.value <= FEW else "but doubts true ones as well"
    if seen.value >= MOST:
        return f"Yes, as a filter: it sees most of the untrue answers, {cost}."
    if seen.value >= HALF:
        return f"In part: it sees more than half of the untrue answers, {cost}."
    return (
        f"Not by itself: it misses more than half of the untrue answers, {cost}. Let a person look "
        "at what it sends."
    )


def _agreement(found: Correlation) -> str:
    if found.spearman is None:
        return "Whether it puts answers in your team's order cannot be told from these ratings."
    told = f"Its agreement with your team is {_word(found.spearman)} ({found.spearman:.2f}, where "
    told += "0 is chance and 1 the same order"
    if found.low is None or found.high is None:
        return f"{told}; there are too few answers to say how sure that is)."
    return f"{told}; with these {found.n} answers it may be {found.low:.2f} to {found.high:.2f})."


def _word(value: float) -> str:
    for least, word in WORDS:
        if value >= least:
            return word
    return "hardly there" if value > 0 else "not there"


def _count(n: int) -> str:
    return "1 answer" if n == 1 else f"{n} answers"
