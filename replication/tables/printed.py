"""The lines of each table: the paper's figure, then ours, for both sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from replication.tables import figures
from replication.tables.claims import CLASSES, FIGURES, READINGS, SETS, Claims
from replication.tables.denominators import possible, told
from replication.tables.ours import Ours

Sets = Mapping[str, Ours]
NONE = "–"
TYPES = ("general", "reasoning", "error", "binary", "instruction", "unspecified")


def table_1(paper: Claims, sets: Sets) -> list[str]:
    """Answers by stars."""
    lines = [
        "Table 1 (§4.2): answers by stars",
        f"{'':<20}{'paper':<32}ours",
        f"{'':<20}"
        + _row(range(1, 6), 5, "{:d}")
        + "  of    "
        + _row(range(1, 6), 5, "{:d}")
        + "  of",
    ]
    for name in SETS:
        theirs = [paper.cell("table_1", name, star) for star in range(5)]
        mine = figures.stars(sets[name]) if name in sets else [None] * 5
        lines.append(f"{name:<20}" + _counts(theirs) + "  " + _counts(mine))
    return lines


def figure_3(paper: Claims, sets: Sets) -> list[str]:
    """Messages by type."""
    said = paper["figure_3"]
    lines = [
        "Figure 3 (§4.4.1): messages by type. The paper's bars carry no figures; its text has "
        f"{said.get('binary_or_instruction', 0):.0%} binary or instruction, {said.get('error')} "
        f"of error and {said.get('action')} of action, all of the analysis set"
    ]
    for name, found in sets.items():
        counts = figures.types(found)
        share = (counts["binary"] + counts["instruction"]) / sum(counts.values())
        told_ = ", ".join(f"{kind} {count}" for kind, count in counts.items())
        lines.append(f"  ours, {name}: {share:.0%} binary or instruction ({told_})")
    return lines


def table_2(paper: Claims, sets: Sets) -> list[str]:
    """Heuristics by type, and what of ours stands for each."""
    del sets
    lines = [
        "Table 2 (§4.4.2): heuristics by message type, and our features for them",
        f"{'':<26}" + "".join(f"{kind:<13}" for kind in TYPES) + "features",
    ]
    for each in paper.figures.get("heuristics", ()):
        marks = "".join(f"{'x' if kind in each['types'] else '.':<13}" for kind in TYPES)
        lines.append(f"{each['name']:<26}{marks}{', '.join(each['features']) or NONE}")
    return lines


def table_3(paper: Claims, sets: Sets) -> list[str]:
    """Detected message types against labels."""
    lines = [
        'Table 3 (§6.2.1): message types. "accuracy" of a class is the mean of precision '
        "and "
        "recall, as the paper's is; one against the rest beside it",
        f"{'':<36}" + "".join(f"{name:<16}" for name in FIGURES) + "one against rest (n)",
        f"{'':<36}" + f"{'paper  ours':<16}" * len(FIGURES),
    ]
    for name in SETS:
        found = figures.detection(sets[name]) if name in sets else None
        rows = figures.by_class(found) if found is not None else {}
        for kind in CLASSES:
            theirs = [paper.cell("table_3", name, kind, place) for place in range(4)]
            row = rows.get(kind)
            mine = figures.cells(row, whole=kind == "all") if row else [None] * 4
            shown = "".join(
                f"{f'{_two(a)}   {_two(b)}':<16}" for a, b in zip(theirs, mine, strict=True)
            )
            rest = f"{row.accuracy:.2f} ({row.n})" if row else NONE
            lines.append(f"{f'{name} ({kind})':<36}{shown}{rest}")
    return lines


def table_4(paper: Claims, sets: Sets) -> list[str]:
    """Spearman of scores and stars, Dutch and translated."""
    lines = [
        "Table 4 (§6.2.2): Spearman of score and stars; * p < 0.05, ** p < 0.01",
        f"{'':<27}{'paper':<10}ours [95 % interval] (n)",
    ]
    for mode, claim in paper["table_4"].items():
        name, _, translated = mode.partition("_")
        theirs = f"{_two(paper.cell('table_4', mode, 'rho'))}{claim.get('stars', '')}"
        lines.append(f"{mode:<27}{theirs:<10}{_spearman(sets.get(name), bool(translated))}")
    for name, found in sets.items():
        first = figures.spearman(found.scored, "base_score")
        lines.append(f"{f'{name}, first score':<27}{NONE:<10}{_two(first.spearman)} ({first.n})")
        if both := figures.both_modes(found):
            dutch = figures.spearman(both)
            lines.append(
                f"{f'{name}, scored in both':<27}{NONE:<10}{_two(dutch.spearman)} in "
                f"Dutch ({dutch.n})"
            )
    quoted = paper.cell("related", "mehri_eskenazi")
    return [*lines, f"Mehri & Eskenazi 2020, as the paper quotes them (§1, §6.2.2): {_two(quoted)}"]


def _spearman(found: Ours | None, translated: bool) -> str:
    if found is None:
        return NONE
    if not translated:
        rho = figures.spearman(found.scored)
    elif both := figures.both_modes(found):
        rho = figures.spearman(both, "translated")
    else:
        return "no translation: `truthscore translate` makes one"
    if rho.spearman is None:
        return rho.note or NONE
    span = f" [{rho.low:.2f}, {rho.high:.2f}]" if rho.low is not None else ""
    return f"{rho.spearman:.2f}{figures.significance(rho)}{span} ({rho.n})"


def table_5(paper: Claims, sets: Sets) -> list[str]:
    """Shares of the answers rated 1-5 by what they score."""
    lines = [
        "Table 5 (§6.2.3): how answers score, by the stars people gave; the paper's are of "
        "its test set",
        f"{'':<14}{'':<10}" + "".join(f"{f'rated {star}':<14}" for star in range(1, 6)),
    ]
    mine = {name: figures.deviations(found) for name, found in sets.items()}
    for reading in READINGS:
        theirs = [paper.cell("table_5", reading, star) for star in range(5)]
        shown = "".join(f"{NONE if each is None else f'{each:.0%}':<14}" for each in theirs)
        lines.append(f"{reading:<14}{'paper':<10}{shown}")
        for name, found in mine.items():
            shares = (
                f"{count / n:.0%} ({count}/{n})" if n else NONE for count, n in found[reading]
            )
            lines.append(f"{'':<14}{name:<10}{''.join(f'{each:<14}' for each in shares)}")
    lines.append("answers that the paper's shares can be of, given Table 1's test set:")
    for star in range(5):
        column = [paper.cell("table_5", reading, star) for reading in READINGS]
        most = paper.cell("table_1", "test", star)
        if most is None or None in column:
            continue
        found_ = possible([float(each or 0.0) for each in column], int(most))
        lines.append(f"  rated {star + 1}: {told(found_)} of {int(most)}")
    return lines


def hours(paper: Claims, sets: Sets) -> list[str]:
    """What sending the surest answers by themselves saves in a year (§8.2)."""
    said = paper["hours"]
    of, scope, sent, saved = (said[key] for key in ("inquiries", "in_scope", "sent", "hours"))
    answers = of * scope * sent
    five = paper["table_1"]["test"][4] / sum(paper["table_1"]["test"])
    lines = [
        "Hours a year (§8.2; the inquiries stand in §2)",
        f'  paper: {of:,} inquiries x {scope:g} ("roughly half" are binary or instruction) x '
        f"{sent:.0%} = {answers:,.0f} answers, told as about {saved:,} hours: "
        f"{saved / answers:.2f} hours each",
        f"  {sent:.0%} are of the 5-star answers only, which are {five:.0%} of the test set "
        f"(Table 1): that gives {answers * five:,.0f} answers",
    ]
    for name, found in sets.items():
        score_5 = figures.deviations(found)["score_is_5"][4]
        if score_5[1]:
            share = score_5[0] / score_5[1]
            gained = of * scope * share * five
            lines.append(
                f"  ours, {name}: {share:.0%} of the 5-star answers score 5 ({score_5[0]} of "
                f"{score_5[1]}): {gained:,.0f} answers with the paper's other figures"
            )
    return lines


def slips(paper: Claims, sets: Sets) -> list[str]:
    """Where the paper says two things."""
    del sets
    found = paper.figures.get("slips", ())
    return ["Slips of the paper", *(f'  {s["where"]}: "{s["says"]}": {s["but"]}' for s in found)]


#: What can be printed, by the name that `--only` takes.
PARTS: Mapping[str, Callable[[Claims, Sets], list[str]]] = {
    "1": table_1,
    "figure3": figure_3,
    "2": table_2,
    "3": table_3,
    "4": table_4,
    "5": table_5,
    "hours": hours,
    "slips": slips,
}


def _two(value: float | None) -> str:
    return f"{NONE:<4}" if value is None else f"{value:.2f}"


def _row(values: Sequence[int], width: int, form: str) -> str:
    return "".join(f"{form.format(value):>{width}}" for value in values)


def _counts(values: Sequence[float | None]) -> str:
    shown = "".join(f"{NONE if value is None else f'{value:g}':>5}" for value in values)
    known = [value for value in values if value is not None]
    return f"{shown}{f'{sum(known):g}' if known else '':>4}"
