"""Table 4: Spearman of scores and stars, Dutch and translated.

    python replication/table4.py [RATED.jsonl] [--all-types]

The translated cells need a file that `truthscore translate` made; without translations they are
printed as "no translation". Both rows of cells are over the answers that both modes score.
"""

from __future__ import annotations

import paper

from truthscore.evaluate.correlation import correlate


def main() -> None:
    args = paper.arguments(__doc__.splitlines()[0])
    examples = paper.rated_examples(args.rated)
    found = {"original": paper.verdicts(examples, args)}
    if any(example.translation for example in examples):
        found["translated"] = paper.verdicts(examples, args, mode="translated")
    scored = [
        place for place in range(len(examples))
        if all(verdicts[place].base_score is not None for verdicts in found.values())
    ]  # fmt: skip
    ratings = [float(examples[place].rating or 0.0) for place in scored]
    print(f"{args.rated}: {len(scored)} of {len(examples)} rated answers scored\n{paper.HEADER}")
    figures = {"original": paper.SPEARMAN_DUTCH, "translated": paper.SPEARMAN_TRANSLATED}
    second = None
    for mode, theirs in figures.items():
        name = "Dutch" if mode == "original" else mode
        if mode not in found:
            print(f"{name:<52}{theirs:>10.2f}{'no translation':>16}")
            continue
        verdicts = [found[mode][place] for place in scored]
        ours = correlate([float(each.score or 0.0) for each in verdicts], ratings)
        first = correlate([float(each.base_score or 0.0) for each in verdicts], ratings)
        print(paper.beside(f"{name}, second score", theirs, ours.spearman))
        print(paper.beside(f"{name}, first score", None, first.spearman))
        second = second or ours
    print(f"{'Mehri & Eskenazi, as quoted by the paper':<52}{paper.SPEARMAN_MEHRI:>10.2f}")
    if second is not None and second.low is not None:
        interval = f"[{second.low:.2f}, {second.high:.2f}]"
        print(f"\nours, Dutch: 95 % interval {interval}, p = {second.p:.4f}")
    elif second is not None and second.note:
        print(f"\nours: {second.note}")


if __name__ == "__main__":
    main()
