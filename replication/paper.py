"""What the paper says (arXiv 2411.00034), as far as we know it, and how its scripts read a file.

Only figures known to us stand here; None means that we do not have the figure, not that it is 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from truthscore import Example, TruthScorer, Verdict, read_examples

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "rated.jsonl"

#: Table 1: answers per star in the analysis set.
STARS = {1: 22, 2: 2, 3: 8, 4: 6, 5: 41}
#: Table 3, test set: F1 of "binary or instruction", accuracy over all types; and the best F1 of
#: the abstract (analysis set).
TYPES_F1_TEST, TYPES_ACCURACY_TEST, TYPES_F1_BEST = 0.77, 0.61, 0.96
#: Table 4, test set. The introduction says 0.3 for Dutch, the table 0.28: the table counts.
SPEARMAN_DUTCH, SPEARMAN_TRANSLATED = 0.28, 0.37
#: §2: what the paper compares itself with (Mehri & Eskenazi 2020).
SPEARMAN_MEHRI = 0.13
#: Table 5: share of 1-star answers that score below 3. Section 6.2.3 says 0.67: the table counts.
ONE_STAR_BELOW_3 = 0.64
#: §7: share of 5-star answers that could be sent by themselves; inquiries and hours a year.
FIVE_STAR_SENT, INQUIRIES, HOURS = 0.26, 112_000, 15_000


def arguments(description: str) -> argparse.Namespace:
    """`FILE [--profile P] [--all-types]`; the made-up company's rated answers by default."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("rated", nargs="?", default=str(EXAMPLES), help="rated JSONL file")
    parser.add_argument("--profile", default="paper")
    parser.add_argument("--all-types", action="store_true", help="score every message type")
    return parser.parse_args()


def rated_examples(path: str) -> list[Example]:
    """The rated rows of a file. Stops with a message at a row that cannot be read."""
    found = []
    for row in read_examples(path, ignore_unknown=True):
        if not isinstance(row, Example):
            raise SystemExit(f"{row.where}: {row.error}")
        if row.rating is not None:
            found.append(row)
    if not found:
        raise SystemExit(f"{path}: no row has a rating")
    return found


def verdicts(
    examples: Sequence[Example], args: argparse.Namespace, mode: str | None = None
) -> list[Verdict]:
    """The verdicts on `examples` under the profile that `args` name."""
    types = "all" if args.all_types else None
    return list(TruthScorer.load(args.profile, score_types=types, mode=mode).score_many(examples))


def beside(name: str, paper: float | None, ours: float | None, digits: int = 2) -> str:
    """One line: what, the paper's figure, ours."""
    theirs = "not known" if paper is None else f"{paper:.{digits}f}"
    mine = "undefined" if ours is None else f"{ours:.{digits}f}"
    return f"{name:<52}{theirs:>10}{mine:>12}"


HEADER = f"{'':<52}{'paper':>10}{'ours':>12}"
