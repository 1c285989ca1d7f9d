"""Table 4: Spearman of scores and stars, Dutch and translated.

    python replication/table4.py [RATED.jsonl] [--all-types]

The translated cells need a file with translations; until `truthscore translate` is there, they
are printed as "not yet".
"""

from __future__ import annotations

import paper

from truthscore.evaluate.correlation import correlate


def main() -> None:
    args = paper.arguments(__doc__.splitlines()[0])
    examples = paper.rated_examples(args.rated)
    found = paper.verdicts(examples, args)
    pairs = [
        (verdict.score, verdict.base_score, example.rating)
        for example, verdict in zip(examples, found, strict=True)
        if verdict.score is not None and verdict.base_score is not None and example.rating
    ]
    ratings = [rating for _, _, rating in pairs]
    second = correlate([score for score, _, _ in pairs], ratings)
    first = correlate([base for _, base, _ in pairs], ratings)
    print(f"{args.rated}: {len(pairs)} of {len(examples)} rated answers scored\n{paper.HEADER}")
    print(paper.beside("Dutch, second score", paper.SPEARMAN_DUTCH, second.spearman))
    print(paper.beside("Dutch, first score", None, first.spearman))
    print(f"{'translated':<52}{paper.SPEARMAN_TRANSLATED:>10.2f}{'not yet':>12}")
    print(f"{'Mehri & Eskenazi, as quoted by the paper':<52}{paper.SPEARMAN_MEHRI:>10.2f}")
    if second.low is not None:
        print(f"\nours: 95 % interval [{second.low:.2f}, {second.high:.2f}], p = {second.p:.4f}")
    elif second.note:
        print(f"\nours: {second.note}")


if __name__ == "__main__":
    main()
