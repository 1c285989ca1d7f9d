"""An evaluation as plain data (metrics.json), as CSV tables, and as text for a terminal."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from truthscore.errors import InputError
from truthscore.evaluate.classification import Agreement
from truthscore.evaluate.correlation import Correlation
from truthscore.evaluate.documents import ENOUGH, DocumentFeedback
from truthscore.evaluate.evaluation import Evaluation
from truthscore.evaluate.figures import p_value, signed, two, with_interval
from truthscore.evaluate.operating import Recommendation
from truthscore.evaluate.rated import RatedRow
from truthscore.evaluate.reliability import Reliability
from truthscore.formats import safe_cell
from truthscore.types import MESSAGE_TYPES

#: Decimals of every figure in metrics.json and the tables.
DECIMALS = 6


def to_metrics(evaluation: Evaluation) -> dict[str, Any]:
    """The evaluation as JSON-able data; undefined figures are null, never NaN."""
    plain = _record(evaluation)
    plain["disagreements"] = [
        {"id": row.id, "score": row.score, "rating": row.rating} for row in evaluation.disagreements
    ]
    return plain


def tables(evaluation: Evaluation) -> dict[str, list[dict[str, Any]]]:
    """File name (without ending) → rows: one table per part that has data."""
    made: dict[str, list[dict[str, Any]]] = {
        "correlation": [
            {"group": group, "value": value, **_record(found)}
            for group, value, found in _correlations(evaluation)
        ],
        "deviation_by_star": _records(evaluation.by_star),
        "calibration": _records(evaluation.calibration),
        "operating_curve": _records(evaluation.curve),
        "disagreements": [_disagreement(row) for row in evaluation.disagreements],
        "modes": [
            {"mode": each.mode, "score": name, **_record(found)}
            for each in evaluation.modes
            for name, found in (("score", each.score), ("base_score", each.base_score))
        ],
        "agreement": [
            {"labels": name, **pair}
            for name, agreed in _agreements(evaluation)
            for pair in _records(agreed.pairs)
        ],
        "features": _records(evaluation.features or ()),
    }
    if evaluation.reliability is not None:
        made["reliability"] = _raters(evaluation.reliability)
    if types := evaluation.types:
        made["message_types"] = _records([*types.classes, types.scored, types.whole])
        made["confusion"] = [
            {"label": label, **dict(zip(MESSAGE_TYPES, row, strict=True))}
            for label, row in zip(MESSAGE_TYPES, types.confusion, strict=True)
        ]
    if evaluation.documents is not None:
        made["documents"] = [_document(row) for row in _records(evaluation.documents.documents)]
        made["questions_without_document"] = [
            {"id": id_, "question": question}
            for id_, question in evaluation.documents.without_document
        ]
    return made


def _disagreement(row: RatedRow) -> dict[str, Any]:
    against = [f"{role} {label} ({name})" for role, name, label in row.findings[:10]]
    return {
        "id": row.id,
        "rating": row.rating,
        "score": row.score,
        "override": row.override,
        "message_type": row.message_type,
        "question": row.question,
        "answer": row.answer,
        "evidence": "; ".join(against),
    }


def _raters(found: Reliability) -> list[dict[str, Any]]:
    every = [
        ("all", "ordinal alpha", found.alpha),
        ("all", "quadratic kappa", found.kappa),
        ("all", "noise ceiling", found.ceiling),
    ]
    for pair in found.pairs:
        both = f"{pair.first}, {pair.second}"
        every += [(both, "ordinal alpha", pair.alpha), (both, "quadratic kappa", pair.kappa)]
    return [{"raters": who, "figure": name, **_record(figure)} for who, name, figure in every]


def _document(row: Mapping[str, Any]) -> dict[str, Any]:
    """A page with its lists as text."""
    wordings = [
        f"{each['pattern']} {each['mean_score']:.2f} ({each['answers']})"
        for each in row["wordings"]
    ]
    return {
        **row,
        "invented": "; ".join(f"{label} ({count})" for label, count in row["invented"]),
        "worst": "; ".join(row["worst"]),
        "wordings": "; ".join(wordings),
    }


def write(evaluation: Evaluation, folder: Path) -> None:
    """Write metrics.json and one CSV per table, in which no text is a formula to a spreadsheet.

    Raises InputError when `folder` is unwritable.
    """
    import pandas

    try:
        folder.mkdir(parents=True, exist_ok=True)
        metrics = json.dumps(to_metrics(evaluation), ensure_ascii=False, indent=2, allow_nan=False)
        (folder / "metrics.json").write_text(metrics + "\n", encoding="utf-8")
        for name, rows in tables(evaluation).items():
            if not rows:
                continue
            frame = pandas.DataFrame(
                [{key: safe_cell(value) for key, value in row.items()} for row in rows]
            )
            frame.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror}") from error


def summary(evaluation: Evaluation) -> str:
    """What a person wants to know first, a screenful."""
    lines = [f"{evaluation.rated} rated answers, {evaluation.scored} scored"]
    for reason, count in evaluation.reasons.items():
        lines.append(f"  not scored: {reason:<18}{count}")
    lines += ["", f"{'':<26}{'n':>5}  {'Spearman [95 %]':<22}{'p':<9}{'Kendall':<9}AUC"]
    for group, value, found in _correlations(evaluation):
        called = {"all": value.replace("_", " "), "rated": f"score, {value}"}
        lines.append(_line(called.get(group, f"  {group} {value}"), found))
    for mode in evaluation.modes:
        lines.append(_line(f"  {mode.mode}: score", mode.score))
        lines.append(_line(f"  {mode.mode}: base score", mode.base_score))
    lines += ["", "rated   n   within 1   score 1   below 3   above 3   score 5"]
    for row in evaluation.by_star:
        shares = (
            row.within_margin, row.score_is_1, row.below_3, row.above_3, row.score_is_5,
        )  # fmt: skip
        shown = "".join(f"{count / row.n:>10.0%}" if row.n else f"{'–':>10}" for count in shares)
        lines.append(f"{'★' * row.star:<5}{row.n:>4}{shown}")
    if best := evaluation.recommendation:
        lines += [
            "",
            f"cheapest thresholds: {_thresholds(best)}, review the rest ({best.reviewed})",
        ]
    if saved := evaluation.savings:
        lines.append(
            f"a year: {saved.inquiries:,.0f} inquiries x {saved.in_scope:.0%} in scope x "
            f"{saved.sent:.0%} sent x {saved.minutes:g} min = {saved.hours:,.0f} hours saved"
        )
    if types := evaluation.types:
        lines += [
            "",
            f"message types ({types.n}): accuracy {types.accuracy:.2f}; binary or instruction: "
            f"F1 {two(types.scored.f1)}, precision {two(types.scored.precision)}, recall "
            f"{two(types.scored.recall)}",
        ]
    for name, agreed in _agreements(evaluation):
        share = f" over {len(agreed.pairs)} pairs that share rows" if len(agreed.pairs) > 1 else ""
        lines.append(
            f"{agreed.annotators} annotators agree ({name}): {two(agreed.kappa)}{share}, "
            f"{agreed.equal:.0%} of labels the same, n = {agreed.n}"
        )
    lines += told_of_raters(evaluation)
    if evaluation.features is not None:
        lines += [
            "",
            f"{'feature':<22}{'n':>5}{'rho':>8}{'p':>8}  {'selected by':<13}{'keep':<6}"
            f"{'without':>8}{'change':>8}",
        ]
        for each in evaluation.features:
            keep = "yes" if each.keep else "no"
            lines.append(
                f"{each.name:<22}{each.n:>5}{two(each.spearman):>8}{p_value(each.p):>8}  "
                f"{each.raw or '–':<13}{keep:<6}{two(each.without):>8}{signed(each.change):>8}"
            )
    if evaluation.documents is not None:
        lines += ["", told(evaluation.documents)]
    return "\n".join(lines)


def _thresholds(best: Recommendation) -> str:
    """What to send and to block; a threshold beyond every score is told as what it does."""
    send, block = "send nothing", "block nothing"
    if best.sent:
        send = f"send from {best.send_from:.2f} ({best.sent}, of which {best.untrue_sent} untrue)"
    if best.blocked:
        held = f"{best.blocked}, of which {best.true_blocked} true"
        block = f"block below {best.block_below:.2f} ({held})"
    return f"{send}, {block}"


def told_of_raters(evaluation: Evaluation) -> list[str]:
    """What the agreement of several raters means for the score, a line each; none for one rater."""
    found = evaluation.reliability
    if found is None or found.alpha.value is None:
        return []
    lines = [
        f"{found.raters} annotators agree (stars, Krippendorff's ordinal alpha): "
        f"{with_interval(found.alpha)}; quadratic kappa {with_interval(found.kappa)}"
    ]
    if found.ceiling.value is not None:
        ours = two(evaluation.score.spearman)
        lines.append(
            "noise ceiling: one annotator follows the mean of the others with Spearman "
            f"{with_interval(found.ceiling)}, n = {found.ceiling.n}: a score that has as much is "
            f"as good as one more of them; this one has {ours}"
        )
    return lines


def told(found: DocumentFeedback, most: int = 10) -> str:
    """The pages that low answers rest on, for people."""
    lines = [
        "pages that low answers rest on: low of answers, more than usual, invented names",
        f"(few: fewer than {ENOUGH} answers, which may be chance)",
    ]
    for page in found.documents[:most]:
        if page.low:
            names = ", ".join(label for label, _ in page.invented[:4])
            few = "" if page.enough else "  (few)"
            lines.append(f"  {page.low:>4} of {page.answers:<5} {page.extra:+6.1f}  {page.id}"
                         f"{few}{'  ' + names if names else ''}")  # fmt: skip
            lines += [
                f"        {', '.join(each.words) or each.pattern}: {each.mean_score:.2f} stars in "
                f"{each.answers}"
                for each in page.wordings
            ]
    lines.append(f"  {len(found.without_document)} questions found no document")
    return "\n".join(lines)


def _correlations(evaluation: Evaluation) -> Iterator[tuple[str, str, Correlation]]:
    """Group, value and figures: of all rows, of what else people rated, and of each group."""
    yield "all", "score", evaluation.score
    yield "all", "base_score", evaluation.base_score
    for name, found in evaluation.beside.items():
        yield "rated", name, found
    for column, groups in evaluation.groups.items():
        for value, found in groups.items():
            yield column, value, found


def _line(name: str, found: Correlation) -> str:
    if found.spearman is None:
        return f"{name:<26}{found.n:>5}  {found.note}"
    interval = "" if found.low is None else f" [{found.low:.2f}, {found.high:.2f}]"
    p = found.p_permutation if found.p_permutation is not None else found.p
    note = f"  ({found.note})" if found.note else ""
    return (
        f"{name:<26}{found.n:>5}  {found.spearman:>5.2f}{interval:<17}{p_value(p):<9}"
        f"{two(found.kendall):<9}{two(found.auc)}{note}"
    )


def _agreements(evaluation: Evaluation) -> list[tuple[str, Agreement]]:
    found = (
        ("stars, quadratic kappa", evaluation.star_agreement),
        ("message types, kappa", evaluation.type_agreement),
        ("binary or instruction, kappa", evaluation.scope_agreement),
    )
    return [(name, each) for name, each in found if each is not None]


def _record(row: Any) -> dict[str, Any]:
    plain: dict[str, Any] = _plain(dataclasses.asdict(row))
    return plain


def _records(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [_record(row) for row in rows]


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
