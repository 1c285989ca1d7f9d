"""What each softer setting of `paper-tuned` is worth: that one set back to `paper`'s.

    python -m replication.paper_tuned --data ../shared/data/bench [--readings]

With `--readings` instead: `paper` with another reading of what the paper leaves open.
Printed for our 79 rated answers and for `nl_support_dev`: Spearman of score and stars with a 95 %
interval, answers rated 1 below 3 stars, and answers rated 5 below 3.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from replication.folders import folder_with
from replication.tables import figures, ours
from truthscore import resources

#: What the paper may mean as well: table, key and value.
READINGS: tuple[tuple[str, str, Any], ...] = (
    ("features.company_terms", "value", "presence"),  # §5.2: "answers with such words"
    ("features.components_defined", "fuzzy_threshold", 100.0),  # §5.2: names to the letter
    ("features.subject_pairs", "value", "all"),  # §5.2: "if each pair in the answer is present"
    ("features.verbatim_guide", "same_values", True),  # §5.2: "extremely similar"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data",
        type=folder_with("nl_support_dev.jsonl.gz"),
        required=True,
        help="folder of nl_support_dev",
    )
    parser.add_argument("--readings", action="store_true", help="other readings of the paper")
    args = parser.parse_args()
    print(f"{'':<46}{'rated example':<44}nl_support_dev")
    for name in ("paper", "paper-tuned"):
        print(line(name, name, args.data))
    base, changes = ("paper", READINGS) if args.readings else ("paper-tuned", tuple(softened()))
    print(f"\n{base} with one setting " + ("read otherwise" if args.readings else "as in paper"))
    with tempfile.TemporaryDirectory() as folder:
        for table, key, value in changes:
            own = Path(folder) / "own.toml"
            shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
            own.write_text(
                f'name = "own"\nextends = "{base}"\n[{table}]\n{key} = {shown}\n', "utf-8"
            )
            print(line(f"{table.removeprefix('features.')}.{key} = {shown}", str(own), args.data))


def softened() -> Iterator[tuple[str, str, Any]]:
    """Table, key and the paper's own value of each setting that `paper-tuned` has otherwise."""
    paper, tuned = (
        tomllib.loads((resources.profiles_dir() / f"{name}.toml").read_text("utf-8"))
        for name in ("paper", "paper-tuned")
    )
    for key in tuned["score"]:
        yield "score", key, paper["score"][key]
    for feature, changes in tuned["features"].items():
        for key in changes:
            yield f"features.{feature}", key, paper["features"][feature][key]


def line(name: str, profile: str, data: Path) -> str:
    """Both sets under a profile."""
    sets = (
        ours.analysis(ours.EXAMPLES, profile, translate=False),
        ours.support(data, profile, half=None),
    )
    return f"{name:<46}" + "".join(f"{cell(found):<44}" for found in sets).rstrip()


def cell(found: ours.Ours) -> str:
    """Spearman, and the two headline cells of Table 5."""
    rho, below = figures.spearman(found.scored), figures.deviations(found)["below_3"]
    one, five = (f"{below[place][0]}/{below[place][1]}" for place in (0, 4))
    if rho.spearman is None:
        return rho.note or "undefined"
    return f"{rho.spearman:.3f} [{rho.low:.2f}, {rho.high:.2f}] 1*: {one}, 5*: {five}"


if __name__ == "__main__":
    main()
