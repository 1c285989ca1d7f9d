"""The page of an evaluation: plots, tables and a reading list in one file that opens offline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from truthscore.evaluate.classification import Agreement
from truthscore.evaluate.correlation import MIN_ROWS, Correlation
from truthscore.evaluate.evaluation import NOTHING, Evaluation
from truthscore.evaluate.figures import p_value, percent, two, with_interval
from truthscore.evaluate.rated import RatedRow
from truthscore.report import page, plots, texts
from truthscore.report.trust import trust
from truthscore.types import MESSAGE_TYPES

TEMPLATE = "evaluation.html.jinja"
#: Documents and findings shown; the CSV tables hold all.
DOCUMENTS, FINDINGS = 40, 8
#: Columns whose values are message types.
OF_TYPES = ("message_type", "gold_type")


@dataclass(frozen=True, slots=True)
class Group:
    """A group of rows as it is called on the page, and why a figure of it is missing."""

    name: str
    found: Correlation
    note: str


def render(
    evaluation: Evaluation,
    *,
    name: str,
    rows: Sequence[RatedRow],
    send_from: float | None = None,
    lang: str | None = None,
) -> str:
    """The page as HTML text, in the language of most rows where none is said. `send_from`: the
    stars from which an answer is sent, if known."""
    lang = lang or texts.of_most(Counter(row.lang for row in rows if row.lang))
    words = texts.load(lang)
    t = words.evaluation
    groups = _groups(evaluation, words)
    values = {
        "e": evaluation,
        "t": t,
        "words": words,
        "lang": lang,
        "trust": trust(evaluation, rows, send_from=send_from, lang=lang),
        "name": name,
        "groups": groups,
        "raters": _raters(evaluation, t),
        "documents": DOCUMENTS,
        "findings": FINDINGS,
        **_plots(evaluation, rows, groups, words),
    }
    filters: dict[str, Callable[..., str]] = {
        "two": two, "percent": _percent, "p": p_value, "number": texts.number(lang),
    }  # fmt: skip
    return page.render(TEMPLATE, values, filters)


def _plots(
    evaluation: Evaluation, rows: Sequence[RatedRow], groups: Sequence[Group], words: texts.Texts
) -> dict[str, Any]:
    w, e = words.plots, evaluation
    labels = [words.types[each] for each in MESSAGE_TYPES]
    return {
        "plot_scores": plots.scores_per_star(rows, w),
        "plot_curve": plots.operating_curve(e.curve, e.recommendation, e.scored, w),
        "plot_calibration": plots.calibration(e.calibration, e.scored, w),
        "plot_groups": plots.correlations({each.name: each.found for each in groups}, w),
        "plot_types": plots.confusion(labels, e.types.confusion, w) if e.types else None,
        "plot_features": plots.features(e.features, w) if e.features else None,
    }


def _groups(evaluation: Evaluation, words: texts.Texts) -> tuple[Group, ...]:
    t = words.evaluation
    found = {t["score"]: evaluation.score, t["base_score"]: evaluation.base_score}
    found.update({t[name]: each for name, each in evaluation.beside.items()})
    for column, groups in evaluation.groups.items():
        if len(groups) > 1:  # one group is all rows again
            known = words.types if column in OF_TYPES else words.overrides
            known = {**known, NOTHING: t["none"]}
            for name, each in groups.items():
                called = f"{t[column]}: {known.get(name, name)}"
                # two overrides may be told in the same words
                found[called if called not in found else f"{called} ({name})"] = each
    return tuple(Group(name, each, _note(each, t)) for name, each in found.items())


def _note(found: Correlation, t: Mapping[str, str]) -> str:
    if found.spearman is None:
        return t["undefined"]
    return t["few_rows"].format(least=MIN_ROWS) if found.n < MIN_ROWS else ""


def _raters(evaluation: Evaluation, t: Mapping[str, str]) -> list[str]:
    """What several raters agree on, and what that means for the score; empty for one rater."""
    told = [
        _annotators(each, t[what], t)
        for what, each in (
            ("stars_kappa", evaluation.star_agreement),
            ("types_kappa", evaluation.type_agreement),
            ("scope_kappa", evaluation.scope_agreement),
        )
        if each is not None
    ]
    found = evaluation.reliability
    if found is None or found.alpha.value is None:
        return told
    alpha, kappa = with_interval(found.alpha), with_interval(found.kappa)
    told.append(t["alpha"].format(n=found.raters, alpha=alpha, kappa=kappa))
    if found.ceiling.value is not None:
        told.append(
            t["ceiling"].format(
                ceiling=with_interval(found.ceiling), n=found.ceiling.n,
                ours=two(evaluation.score.spearman),
            )
        )  # fmt: skip
    return told


def _annotators(found: Agreement, what: str, t: Mapping[str, str]) -> str:
    told = t["annotators"].format(
        n=found.annotators, what=what, kappa=two(found.kappa), equal=round(100 * found.equal),
        shared=found.n,
    )  # fmt: skip
    if len(found.pairs) < 2:
        return told
    pairs = "; ".join(
        t["pair"].format(first=each.first, second=each.second, kappa=two(each.kappa), n=each.n)
        for each in found.pairs
    )
    return f"{told} {t['pairs']} {pairs}."


def _percent(part: int, whole: int) -> str:
    return percent(part / whole if whole else None)
