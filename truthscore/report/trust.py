"""How far an evaluation lets its reader trust the scores, in words: made from the figures, so that
the words cannot say otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from truthscore.evaluate.correlation import TRUE_FROM, UNTRUE_TO, Correlation
from truthscore.evaluate.evaluation import Evaluation
from truthscore.evaluate.lines import LOW
from truthscore.evaluate.rated import RatedRow, scored_pairs
from truthscore.report import texts

#: Rated answers of a kind below which a share of them says little.
ENOUGH = 20
#: Agreement in words, by their names among the texts: from which figure on (after Evans 1996, for
#: correlations).
WORDS = ((0.8, "very_strong"), (0.6, "strong"), (0.4, "moderate"), (0.2, "weak"))
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

    def told(self, w: Mapping[str, str]) -> str:
        """The share with its interval."""
        from scipy.stats import binomtest

        ends = binomtest(self.part, self.whole).proportion_ci(method="wilson")
        return w["share"].format(
            share=f"{self.value:.0%}", low=f"{ends.low:.0%}", high=f"{ends.high:.0%}"
        )


@dataclass(frozen=True, slots=True)
class Trust:
    """The answer in a few words, and the paragraph behind it."""

    headline: str
    sentences: tuple[str, ...]


def trust(
    evaluation: Evaluation,
    rows: Sequence[RatedRow],
    *,
    send_from: float | None = None,
    lang: str = "en",
) -> Trust:
    """What the figures come to. `send_from`: the stars from which an answer is sent, if known."""
    w = texts.load(lang).trust
    pairs = [*zip(*scored_pairs(rows), strict=True)]
    untrue = [score for score, rating in pairs if rating <= UNTRUE_TO]
    true = [score for score, rating in pairs if rating >= TRUE_FROM]
    seen = Share(sum(score < LOW for score in untrue), len(untrue))
    lost = Share(sum(score < LOW for score in true), len(true))
    sentences = [
        w[name if share.part != 1 else f"{name}_one"].format(
            answers=_count(share.whole, w), part=share.part, stars=f"{LOW:g}", share=share.told(w)
        )
        for name, share in (("seen", seen), ("lost", lost))
        if share.whole
    ]
    if send_from is not None and untrue:
        sent = sum(score >= send_from for score in untrue)
        sentences.append(w["sent"].format(stars=f"{send_from:g}", sent=sent, untrue=len(untrue)))
    sentences.append(_agreement(evaluation.score, w))
    between = evaluation.star_agreement
    if between is not None and between.kappa is not None:
        sentences.append(
            w["raters"].format(word=w[_word(between.kappa)], value=f"{between.kappa:.2f}")
        )
    return Trust(_headline(seen, lost, w), tuple(sentences))


def _headline(seen: Share, lost: Share, w: Mapping[str, str]) -> str:
    if seen.whole < ENOUGH or lost.whole < ENOUGH:
        return w["early"].format(answers=_count(seen.whole, w), true=lost.whole, enough=ENOUGH)
    cost = w["few_lost" if lost.value <= FEW else "many_lost"]
    found = "most" if seen.value >= MOST else "half" if seen.value >= HALF else "little"
    return w[found].format(cost=cost)


def _agreement(found: Correlation, w: Mapping[str, str]) -> str:
    if found.spearman is None:
        return w["no_order"]
    said = {"word": w[_word(found.spearman)], "value": f"{found.spearman:.2f}"}
    if found.low is None or found.high is None:
        return w["agreement_few"].format(**said)
    return w["agreement"].format(
        **said, n=found.n, low=f"{found.low:.2f}", high=f"{found.high:.2f}"
    )


def _word(value: float) -> str:
    """The name of the word for an agreement, among the texts."""
    for least, word in WORDS:
        if value >= least:
            return word
    return "hardly" if value > 0 else "not_there"


def _count(n: int, w: Mapping[str, str]) -> str:
    return w["one_answer"] if n == 1 else w["answers"].format(n=n)
