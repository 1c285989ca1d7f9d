"""Where the time of warm scoring goes: milliseconds beside the parse, then cProfile's list.

    python replication/benchmark/profile_warm.py [--profile grounded] [--top 30] [--seed 0]

Over the messages of speed.py. "Parse" is this pipeline over the same answers through spaCy alone.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats

from speed import least, made

from truthscore import TruthScorer
from truthscore.text.markup import normalise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="grounded")
    parser.add_argument("--messages", type=int, default=60)
    parser.add_argument("--top", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    messages = made(args.messages, args.seed)
    scorer = TruthScorer.load(args.profile, lang="nl", score_types="all")
    list(scorer.score_many(messages))
    nlp = scorer._parsers["nl"]._nlp  # type: ignore[attr-defined]
    answers = [normalise(each.answer) for each in messages]
    parse = least(lambda: list(nlp.pipe(answers)))
    warm = least(lambda: list(scorer.score_many(messages)))
    print(f"{args.profile}: parse {1000 * parse / len(messages):.2f} ms, warm "
          f"{1000 * warm / len(messages):.2f} ms, {warm / parse:.2f} x")  # fmt: skip
    profile = cProfile.Profile()
    profile.enable()
    list(scorer.score_many(messages))
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(args.top)


if __name__ == "__main__":
    main()
