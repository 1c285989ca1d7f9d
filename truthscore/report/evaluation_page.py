"""The page of an evaluation: plots, tables and a reading list in one file that opens offline."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truthscore.evaluate.correlation import Correlation
from truthscore.evaluate.evaluation import Evaluation
from truthscore.evaluate.figures import p_value, two
from truthscore.evaluate.rated import RatedRow
from truthscore.evaluate.tables import told_of_raters
from truthscore.report import page, plots
from truthscore.report.trust import trust
from truthscore.types import MESSAGE_TYPES

TEMPLATE = "evaluation.html.jinja"
#: Documents and findings shown; the CSV tables hold all.
DOCUMENTS, FINDINGS = 40, 8


def render(
    evaluation: Evaluation, *, name: str, rows: Sequence[RatedRow], send_from: float | None = None
) -> str:
    """The page as HTML text. `send_from`: the stars from which an answer is sent, if known."""
    values = {
        "e": evaluation,
        "trust": trust(evaluation, rows, send_from=send_from),
        "name": name,
        "groups": _groups(evaluation),
        "raters": told_of_raters(evaluation),
        "types": MESSAGE_TYPES,
        "documents": DOCUMENTS,
        "findings": FINDINGS,
        "plot_scores": plots.scores_per_star(rows),
        "plot_curve": plots.operating_curve(
            evaluation.curve, evaluation.recommendation, evaluation.scored
        ),
        "plot_calibration": plots.calibration(evaluation.calibration, evaluation.scored),
        "plot_groups": plots.correlations(_groups(evaluation)),
        "plot_types": plots.confusion(MESSAGE_TYPES, evaluation.types.confusion)
        if evaluation.types
        else None,
        "plot_features": plots.features(evaluation.features) if evaluation.features else None,
    }
    return page.render(TEMPLATE, values, {"two": two, "percent": _percent, "p": p_value})


def write(
    evaluation: Evaluation,
    path: Path,
    *,
    name: str,
    rows: Sequence[RatedRow],
    send_from: float | None = None,
) -> None:
    """Write the page. Raises InputError when `path` cannot be written."""
    page.write(path, render(evaluation, name=name, rows=rows, send_from=send_from))


def _groups(evaluation: Evaluation) -> dict[str, Correlation]:
    found = {"score": evaluation.score, "base score": evaluation.base_score}
    found.update({f"score, {name}": c for name, c in evaluation.beside.items()})
    for column, groups in evaluation.groups.items():
        if len(groups) > 1:  # one group is all rows again
            found.update({f"{column.replace('_', ' ')}: {name}": c for name, c in groups.items()})
    return found


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"
