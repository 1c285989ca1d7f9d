"""Tables 1, 2 and 6 of CHOPS from its own logs, the paper's figure beside ours.

    python -m replication.chops.cost --data ../shared/data/cphos

Accuracy with its Wilson interval; characters per question over both sets; the cost relative to
gpt-4 alone by the prices of the paper's Table 5; between arms the exact McNemar p over the same
questions. A cell that the published files do not have is printed with the reason. Exit code 1 when
one is missing without a reason. The logs have no licence and are not in the repository.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

from replication.chops.arms import (
    Call,
    Price,
    accuracy,
    answered,
    characters,
    paired,
    price,
)
from replication.chops.logs import ARCHIVE, ARMS, CHEAP, DEAR, SETS, Logs, calls
from replication.folders import folder_with

#: Table 5: dollars for a million tokens in and out.
PRICES = {CHEAP: Price(given=3.0, made=6.0), DEAR: Price(given=10.0, made=30.0)}
BASE = "E gpt-4"
Row = Mapping[str, tuple[float, ...]]
_GPT4: Row = {"sys": (85.6,), "file": (83.3,), "in": (12.9,), "out": (0.19,)}
_CEV: Row = {"sys": (95.2,), "file": (90.2,), "in": (30.1,), "out": (0.56,)}
_MIXED: Row = {"sys": (98.0,), "file": (99.0,), "in": (16.86, 9.79), "out": (0.33, 0.21)}
#: Table, row, column → the paper's figure. Accuracies and costs in percent, characters in
#: thousands; of two models the cheap one's and the dear one's.
PAPER: Mapping[str, Mapping[str, Row]] = {
    "Table 1": {
        "E gpt-4": {**_GPT4, "cost": (100.0,)},
        "2-L C-E-V": {**_CEV, "cost": (69.5,)},
        "2-L mixed": {**_MIXED, "cost": (116.4,)},
    },
    "Table 2": {
        "E gpt-3.5": {"sys": (38.5,), "file": (82.4,), "in": (12.8,), "out": (0.16,)},
        "1-L C-E": {"sys": (90.4,), "file": (81.2,), "in": (5.98,), "out": (0.11,)},
        "1-L C-E-V": {"sys": (96.1,), "file": (80.4,), "in": (32.9,), "out": (0.51,)},
        "2-L C-E-V": _CEV,
        "E gpt-4": _GPT4,
        "2-L mixed": _MIXED,
    },
    "Table 6": {
        "2-L C-E-V": {"sys": (95.2,), "file": (90.2,)},
        "GLM-3": {"sys": (93.3,), "file": (83.3,)},
        "llama-2-70b": {"sys": (87.5,), "file": (58.8,)},
        "2-L mixed": {"sys": (98.0,), "file": (99.0,)},
    },
}
#: Cells that the published files cannot give.
CANNOT = {("1-L C-E", "in"): "no log of this run", ("1-L C-E", "out"): "no log of this run"}
#: Why a cell differs from the paper's.
NOTES = {
    ("2-L mixed", "sys"): "the one run of it that was published is named NoVerify: not the paper's"
}
#: Arms that are held against each other, question by question.
PAIRS = (
    ("2-L C-E-V", BASE), ("2-L mixed", BASE), ("2-L mixed", "2-L C-E-V"),
    ("1-L C-E-V", "1-L C-E"), ("2-L C-E-V", "1-L C-E-V"),
)  # fmt: skip
#: Column → our figures, as the paper has them, and their interval.
Cells = Mapping[str, tuple[tuple[float, ...], str]]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=folder_with(ARCHIVE), required=True)
    args = parser.parse_args(argv)
    logs = Logs(args.data)
    lines = {name: list(calls(logs, arm)) for name, arm in ARMS.items()}
    cells = {name: ours(each, lines[BASE]) for name, each in lines.items()}
    missing = 0
    for table, arms in PAPER.items():
        print(f"{table}\n  {'arm':<13}{'cell':<6}{'paper':>15}{'ours':>15}  95 %")
        for name, columns in arms.items():
            for column, told in columns.items():
                found = cells[name].get(column)
                missing += found is None and (name, column) not in CANNOT
                print(f"  {name:<13}{column:<6}{_numbers(told):>15}{_shown(name, column, found)}")
    print("between arms: right only in the one, only in the other (exact McNemar)")
    for one, other in PAIRS:
        for name in SETS:
            both = paired(answered(lines[one], name), answered(lines[other], name))
            p = "-" if both.p is None else f"{both.p:.3f}"
            counts = f"{both.only_first:>4}{both.only_second:>4}"
            print(f"  {one:<11}{other:<11}{name:<6}{counts}  p {p}  (n = {both.n})")
    if missing:
        print(f"{missing} cells of the paper are missing", file=sys.stderr)
    return 1 if missing else 0


def ours(mine: Sequence[Call], base: Sequence[Call]) -> Cells:
    """The cells of an arm; without its logs those of characters and cost are not there."""
    found: dict[str, tuple[tuple[float, ...], str]] = {}
    questions = 0
    for name in SETS:
        if all(each.set != name for each in mine):
            continue
        told = accuracy(answered(mine, name))
        questions += told.n
        interval = f"{100 * told.low:.1f} to {100 * told.high:.1f} (n = {told.n})"
        found[name] = ((100 * told.share,), interval)
    used = characters(mine, questions) if questions else {}
    if used:
        ordered = [used[model] for model in (CHEAP, DEAR) if model in used]
        found["in"] = (tuple(given / 1000 for given, _ in ordered), "")
        found["out"] = (tuple(made / 1000 for _, made in ordered), "")
    if used and used.keys() <= PRICES.keys():
        whole = price(characters(base, questions), PRICES)
        found["cost"] = ((100 * price(used, PRICES) / whole,), "")
    return found


def _shown(arm: str, column: str, found: tuple[tuple[float, ...], str] | None) -> str:
    if found is None:
        return f"{'-':>15}  {CANNOT.get((arm, column), 'MISSING')}"
    note = NOTES.get((arm, column))
    return f"{_numbers(found[0], exact=True):>15}  {found[1]}{f'; {note}' if note else ''}"


def _numbers(values: Sequence[float], *, exact: bool = False) -> str:
    form = "{:.2f}" if exact and max(values) >= 1 else "{:.3f}" if exact else "{:g}"
    return " + ".join(form.format(each) for each in values)


if __name__ == "__main__":
    sys.exit(main())
