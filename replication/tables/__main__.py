"""All tables of the paper, its figure beside ours.

    python -m replication.tables                              # our example as analysis set
    python -m replication.tables --data ../shared/data/bench  # and nl_support_dev as test set
    python -m replication.tables RATED.jsonl --profile paper-tuned --only 4,5

The paper's figures are in `replication/paper.toml`; exit code 1 when a cell of its tables is not
there. Our sets are other answers than AFAS's, so no figure has to be the same. The translated cell
of our example comes from the recorded memory in `examples/translation`, which is no translator.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from replication.folders import existing_file, folder_with
from replication.tables import claims, ours, printed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "rated",
        nargs="?",
        type=existing_file,
        default=ours.EXAMPLES,
        help="rated file that is the analysis set; default: our example",
    )
    parser.add_argument(
        "--data",
        type=folder_with("nl_support_dev.jsonl.gz"),
        help="folder of nl_support_dev, the test set",
    )
    parser.add_argument("--profile", default="paper")
    parser.add_argument(
        "--only",
        metavar="N,...",
        default=",".join(printed.PARTS),
        help="of " + ", ".join(printed.PARTS),
    )
    args = parser.parse_args()
    only = args.only.split(",")
    if unknown := sorted(set(only) - set(printed.PARTS)):
        parser.error(f"no table {', '.join(unknown)}; there are {', '.join(printed.PARTS)}")
    paper = claims.read()
    rated = Path(args.rated)
    sets = {"analysis": ours.analysis(rated, args.profile, translate="4" in only)}
    if args.data is not None:
        sets["test"] = ours.support(args.data, args.profile)
    print(
        f"profile {args.profile}; analysis: {sets['analysis'].name}; "
        f"test: {sets['test'].name if 'test' in sets else 'none, --data says where it is'}"
    )
    for name in only:
        print()
        print("\n".join(printed.PARTS[name](paper, sets)))
    print(
        f"\n{paper.found} of {claims.CELLS} cells of the paper's tables are in {claims.PAPER.name}"
    )
    if paper.missing:
        sys.exit(f"missing: {', '.join(paper.missing)}")


if __name__ == "__main__":
    main()
