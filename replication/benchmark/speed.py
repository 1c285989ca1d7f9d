"""Speed: seconds per message cold and warm, peak memory, time of `--help` and to the first score.

    python replication/benchmark/speed.py [--messages 200] [--seed 0]

Messages are made from `examples/rated.jsonl` (answers and pages of the made-up company), drawn
with the seed. "Cold" parses every page for the first time; "warm" scores the same messages again,
so that only the answers are parsed. "Parse" is the same pipeline over the same answers alone.
Times are wall-clock on this machine, medians of the repetitions; ratios are what to compare.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from truthscore import Example, TruthScorer, read_examples
from truthscore.language import load as load_language
from truthscore.text.markup import normalise
from truthscore.text.parser import load as load_parser

ROOT = Path(__file__).resolve().parents[2]
RATED = ROOT / "examples" / "rated.jsonl"
REPEATS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rated = [each for each in read_examples(str(RATED)) if isinstance(each, Example)]
    rng = random.Random(args.seed)
    messages = [
        replace(rng.choice(rated), id=str(number), lang="nl") for number in range(args.messages)
    ]
    words = sum(len(each.answer.split()) for each in messages) / len(messages)
    context = sum(len(d.text.split()) for each in messages for d in each.context) / len(messages)
    print(f"{len(messages)} messages, mean {words:.0f} words answer, {context:.0f} words context")

    start = time.perf_counter()
    scorer = TruthScorer.load("paper", lang="nl", score_types="all")
    load = time.perf_counter() - start
    print(f"{'load the scorer (one language)':<44}{load:8.3f} s")
    cold, _ = timed(lambda: list(scorer.score_many(messages)))
    print(f"{'cold, per message':<44}{1000 * cold / len(messages):8.2f} ms")
    warm = median(lambda: list(scorer.score_many(messages)))
    print(f"{'warm, per message (batch)':<44}{1000 * warm / len(messages):8.2f} ms")
    single = median(lambda: [list(scorer.score_many([each])) for each in messages])
    print(f"{'warm, per message (one at a time)':<44}{1000 * single / len(messages):8.2f} ms")
    nlp = load_parser(load_language("nl"))
    answers = [normalise(each.answer) for each in messages]
    parse = median(lambda: [nlp.parse([answer]) for answer in answers])
    print(f"{'parsing the answer alone (one at a time)':<44}{1000 * parse / len(messages):8.2f} ms")
    print(f"{'warm / parsing the answer alone':<44}{single / parse:8.2f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'peak memory of this process':<44}{peak:8.0f} MB")
    help_ = median(lambda: command("--help"))
    print(f"{'truthscore --help':<44}{help_:8.3f} s")
    first = json.dumps({"question": "Kan dit?", "answer": "Ja.", "context": ["Ja."], "lang": "nl"})
    start = median(lambda: command("score", "-", "-q", "--lang", "nl", stdin=first))
    print(f"{'process start to the first scored message':<44}{start:8.3f} s")


def timed(run: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def median(run: Callable[[], object]) -> float:
    return statistics.median(timed(run)[0] for _ in range(REPEATS))


def command(*args: str, stdin: str = "") -> None:
    code = "from truthscore.cli import main; main()"
    subprocess.run(
        [sys.executable, "-c", code, *args], input=stdin, text=True, capture_output=True, check=True
    )


if __name__ == "__main__":
    main()
