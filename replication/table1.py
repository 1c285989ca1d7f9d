"""Table 1: how many answers got how many stars.

python replication/table1.py [RATED.jsonl]
"""

from __future__ import annotations

from collections import Counter

import paper

from truthscore.evaluate.rated import nearest_star


def main() -> None:
    args = paper.arguments(__doc__.splitlines()[0])
    examples = paper.rated_examples(args.rated)
    counts = Counter(nearest_star(example.rating or 0.0) for example in examples)
    print(f"{args.rated}: {len(examples)} rated answers\n{paper.HEADER}")
    for star, theirs in paper.STARS.items():
        print(paper.beside(f"{star} star", theirs, counts[star], digits=0))


if __name__ == "__main__":
    main()
