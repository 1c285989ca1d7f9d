"""An answer checked while it is written: processor time for each finished sentence.

    python replication/benchmark/stream.py [--repeat 3]

The first 40 answers of `examples/answers.jsonl` and `examples/answers_v2.jsonl`, in pieces of four
characters, as a model writes them; pages are warm. Beside it what one check of the whole answer
takes, which tells what the machine was worth meanwhile, and how many ends are those that the parser
finds in the whole answer. The time is that of this process (`time.process_time`), the best of the
repetitions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from truthscore import Example, Guardrail, read_examples
from truthscore.guard.decision import Decision
from truthscore.guard.stream import Stream
from truthscore.profile import with_policy

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ANSWERS, PIECE = 40, 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    loaded = Guardrail.load()
    # without its clock, which needs a second thread
    guardrail = Guardrail(loaded.scorer, with_policy(loaded.policy, time_budget_ms=0.0))
    files = (EXAMPLES / "answers.jsonl", EXAMPLES / "answers_v2.jsonl")
    rows = list(islice(chain.from_iterable(map(read_examples, files)), ANSWERS))
    rows = [replace(row, answer=row.answer.strip()) for row in rows]
    streams = [streamed(guardrail, row) for row in rows]
    sentences = sum(len(each.sentences) for each in streams)
    stream = best(repeat, lambda: [streamed(guardrail, row) for row in rows])
    whole = best(repeat, lambda: [checked(guardrail, row) for row in rows])
    print(f"{len(rows)} answers, {sentences} sentences finished before the end")
    print(f"{stream / sentences:.1f} ms of processor time for each finished sentence")
    print(f"{whole / len(rows):.1f} ms for one check of a whole answer, on the same machine")
    found, same = ends(guardrail, rows, streams)
    print(f"{same} of {found} ends are those of the whole answer")


def streamed(guardrail: Guardrail, row: Example) -> Stream:
    stream = guardrail.stream(question=row.question, context=row.context, lang=row.lang)
    for at in range(0, len(row.answer), PIECE):
        stream.feed(row.answer[at : at + PIECE])
    return stream


def checked(guardrail: Guardrail, row: Example) -> Decision:
    return guardrail.check(
        question=row.question, answer=row.answer, context=row.context, lang=row.lang
    )


def best(repeat: int, work: Callable[[], object]) -> float:
    """Milliseconds of processor time, the fewest of some repetitions."""
    found = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return 1000.0 * min(found)


def ends(
    guardrail: Guardrail, rows: Sequence[Example], streams: Sequence[Stream]
) -> tuple[int, int]:
    """How many sentences ended, and how many of them where one of the whole answer ends."""
    found = same = 0
    for row, stream in zip(rows, streams, strict=True):
        lang = guardrail.scorer.language_of(row)
        if lang is not None:
            spans = guardrail.scorer.sentences(row.answer, lang)
            # a sign behind its end is not the parser's ("**Opslaan**.")
            told = {row.answer[: each.end].rstrip("*_") for each in spans}
            found += len(stream.sentences)
            same += sum(row.answer[: e.end].rstrip("*_") in told for e in stream.sentences)
    return found, same


if __name__ == "__main__":
    main()
