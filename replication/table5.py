"""Table 5: how far scores are from stars, per star; and what sending by itself would save (§7).

python replication/table5.py [RATED.jsonl] [--all-types]
"""

from __future__ import annotations

import paper

from truthscore.evaluate.deviation import by_star


def main() -> None:
    args = paper.arguments(__doc__.splitlines()[0])
    examples = paper.rated_examples(args.rated)
    pairs = [
        (verdict.score, example.rating)
        for example, verdict in zip(examples, paper.verdicts(examples, args), strict=True)
        if verdict.score is not None and example.rating is not None
    ]
    rows = by_star([score for score, _ in pairs], [rating for _, rating in pairs])
    print(f"{args.rated}: {len(pairs)} scored answers")
    print(f"{'star':<6}{'n':>4}{'within 1':>11}{'score 1':>11}{'below 3':>11}{'above 3':>11}"
          f"{'score 5':>11}")  # fmt: skip
    for row in rows:
        counts = (row.within_margin, row.score_is_1, row.below_3, row.above_3, row.score_is_5)
        shares = "".join(f"{f'{c / row.n:.0%} ({c})' if row.n else '–':>11}" for c in counts)
        print(f"{row.star:<6}{row.n:>4}{shares}")
    one, five = rows[0], rows[4]
    print(f"\n{paper.HEADER}")
    print(paper.beside("1-star answers that score below 3", paper.ONE_STAR_BELOW_3,
                       one.below_3 / one.n if one.n else None))  # fmt: skip
    print(paper.beside("5-star answers that score 5 (sent by themselves)", paper.FIVE_STAR_SENT,
                       five.score_is_5 / five.n if five.n else None))  # fmt: skip
    minutes = paper.HOURS * 60 / (paper.INQUIRIES * paper.FIVE_STAR_SENT)
    print(f"\nThe paper's {paper.HOURS:,} hours are {paper.INQUIRIES:,} inquiries x "
          f"{paper.FIVE_STAR_SENT:.0%} x {minutes:.0f} minutes: every inquiry counts as one whose "
          "answer deserves 5 stars.")  # fmt: skip


if __name__ == "__main__":
    main()
